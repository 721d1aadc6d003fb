//! Tests of presence with two replicas, in virtual time.

use std::sync::Arc;

use draughts::RuleSet;
use live_game::table::{Seat, Seats};
use proto::subject::{Stream, Subject};
use runtime::{Broker as _, Ledger, MemoryBroker, WallClock};
use tokio::{sync::broadcast, time::timeout};
use tournament::{Author, Command, Entry, PlayerId, RoundNumber, Settings, Tournament};

use super::*;
use crate::watchers::Notification;

fn key() -> TournamentKey {
    let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
    TournamentKey { venue, tournament }
}

fn tablet() -> DeviceId {
    DeviceId::new("t1-white").unwrap()
}

/// Returns a log with a round of one game that is open, at whose table White's tablet has its seat.
async fn in_play(broker: &MemoryBroker) {
    let control = "80m + 60s".parse().unwrap();
    let format = tournament::regulation::Format::Manual;
    let settings = Settings::plain("Demo", RuleSet::Frisian, control, format);
    let player = |number| PlayerId::new(number).unwrap().into();
    let entry = |name: &str| Command::Enter { entry: Entry::named(name) };
    let pairs = vec![(player(1), player(2))];
    let round = RoundNumber::FIRST;
    for command in [
        Command::Create { settings: Box::new(settings) },
        entry("Anne"),
        entry("Bea"),
        Command::PairByHand { round, pairs, byes: Vec::new() },
        Command::OpenRound { round },
    ] {
        let subject = Subject::log(&key());
        let ledger = Ledger::<Tournament>::load(&broker.log(), subject.clone()).await.unwrap();
        let (by, at) = (Author::named("Anna").unwrap(), Timestamp::from_millis(1_000));
        let events = ledger.state().decide(&command, &by, at).unwrap();
        broker.append::<Tournament>(&subject, &events, None).await.unwrap();
    }
    let seated = SeatEvent::Assigned { device: tablet(), seat: Seat::White(1), act: None };
    broker.append::<Seats>(&Subject::tables(&key()), &[seated], None).await.unwrap();
}

/// A replica that a desk watches.
struct Replica {
    listener: Listener,
    tasks: Tasks,
    _desk: broadcast::Receiver<Notification>,
}

impl Replica {
    fn start(broker: &MemoryBroker) -> Self {
        let clock = WallClock::simulated(Timestamp::from_millis(1_000_000));
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
        let (watchers, tasks) = (Watchers::default(), Tasks::new());
        let desk = watchers.watch(&key());
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let listener = Listener::new(&log, tournaments, watchers, Duration::from_secs(3));
        listener.start(&tasks);
        Self { listener, tasks, _desk: desk }
    }

    async fn report(&self, unsent: u32) {
        let by = Instant::now() + Duration::from_secs(3);
        let (kind, unsent) = (DeviceKind::Tablet, Some(unsent));
        self.listener.report(&key(), tablet(), kind, unsent, by).await.unwrap();
    }
}

/// Waits until the log has exactly this about silences.
async fn until_stored(broker: &MemoryBroker, expected: &[&str]) {
    let mut live = broker.subscribe(Stream::Input, String::new()).await.unwrap();
    let until_stored = async {
        while stored(broker).await != expected {
            live.next().await.unwrap();
        }
    };
    timeout(Duration::from_secs(90), until_stored).await.unwrap();
}

/// Returns what the log has about silences.
async fn stored(broker: &MemoryBroker) -> Vec<&'static str> {
    let entries = broker.log().entries(&Subject::tables(&key()), 1).await.unwrap();
    let events = entries.into_iter().flatten().map(|entry| entry.record);
    let told = events.filter_map(|record| {
        let Record::Tables(event) = record else { return None };
        if matches!(event, SeatEvent::KindTold { .. }) {
            return Some("kind");
        }
        if matches!(event, SeatEvent::FellSilent { .. }) {
            return Some("silent");
        }
        matches!(event, SeatEvent::Heard { .. }).then_some("heard")
    });
    told.collect()
}

#[tokio::test(start_paused = true)]
async fn a_device_that_speaks_to_one_replica_is_silent_for_none() {
    let broker = MemoryBroker::default();
    in_play(&broker).await;
    let replicas = [Replica::start(&broker), Replica::start(&broker)];
    for turn in 0..20 {
        // It goes from one to the other.
        replicas[usize::from(turn > 9)].report(2).await;
        sleep(Duration::from_secs(10)).await;
    }
    assert_eq!(stored(&broker).await, ["kind"]);
    for replica in &replicas {
        let presence = replica.listener.heard(&key()).presence(&tablet()).unwrap();
        assert_eq!(presence.unsent, Some(2));
    }
    until_stored(&broker, &["kind", "silent"]).await;
    replicas[1].report(0).await;
    until_stored(&broker, &["kind", "silent", "heard"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_silence_that_lasts_over_a_restart_is_stored_once_and_ends_when_the_device_is_heard() {
    let broker = MemoryBroker::default();
    in_play(&broker).await;
    let before = Replica::start(&broker);
    before.report(0).await;
    until_stored(&broker, &["kind", "silent"]).await;
    assert!(before.tasks.stop(Duration::from_secs(1)).await);

    let after = Replica::start(&broker);
    sleep(Duration::from_secs(120)).await;
    assert_eq!(stored(&broker).await, ["kind", "silent"]);
    after.report(0).await;
    until_stored(&broker, &["kind", "silent", "heard"]).await;
}

#[tokio::test(start_paused = true)]
async fn after_a_new_connection_a_device_has_half_a_minute_to_be_heard() {
    let broker = MemoryBroker::default();
    in_play(&broker).await;
    let replica = Replica::start(&broker);
    replica.report(0).await;
    sleep(Duration::from_secs(25)).await;
    broker.reconnect();
    sleep(Duration::from_secs(25)).await;
    assert_eq!(stored(&broker).await, ["kind"]);
    until_stored(&broker, &["kind", "silent"]).await;
}

#[tokio::test(start_paused = true)]
async fn bytes_that_are_no_signal_change_nothing() {
    let broker = MemoryBroker::default();
    in_play(&broker).await;
    let replica = Replica::start(&broker);
    sleep(Duration::from_secs(1)).await;
    broker_tells(&replica, &[0xff; 9]).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(replica.listener.heard(&key()).presence(&tablet()), None);
    assert_eq!(replica.listener.heard(&key()).unsent(), BTreeMap::new());
    assert_eq!(broker.stored(Stream::Input).len(), 1);
}

async fn broker_tells(replica: &Replica, signal: &[u8]) {
    replica.listener.log.broker().tell_heard(&key(), signal.to_vec().into()).await;
}
