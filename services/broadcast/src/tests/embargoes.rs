//! Tests of embargoes: what spectators read is what was public by then, on every replica.

use std::collections::BTreeMap;

use game_clock::Command;
use live_game::{ClockEvent, GameClock};
use proto::{convert::Aggregate, subject::Subject};
use runtime::{Broker as _, EventLog, Ledger, LogEntry, Projection as _, Tasks, broker::Message};
use tournament::{EMBARGO_HEARD_WITHIN, Embargo, EmbargoScope, PublicDelay};

use super::*;
use crate::{
    consumer::{self, Games},
    frame::Item,
    pdn::Selection,
    release::{self, Way},
    resource::Resource,
    watcher::Watcher,
};

mod gate;

const RULES: RuleSet = RuleSet::International;
/// The delay of these tests.
const DELAY: Duration = Duration::from_secs(900);

fn delay() -> Embargo {
    Embargo::Delay(PublicDelay::from_seconds(900).unwrap())
}

fn board() -> EmbargoScope {
    EmbargoScope::Board(RoundNumber::FIRST, TableNumber::FIRST)
}

/// Returns the decision on an embargo, or to lift it.
fn set(scope: EmbargoScope, embargo: impl Into<Option<Embargo>>, at: Timestamp) -> Event {
    Event::EmbargoSet { scope, embargo: embargo.into(), at, reason: String::new() }
}

/// A log, and everything public that a replica shows of it.
struct Venue {
    broker: MemoryBroker,
    clock: WallClock,
}

impl Venue {
    /// Returns a venue with a tournament whose first round is published.
    async fn new() -> Self {
        let clock = WallClock::simulated(WallClock::system().now());
        let venue = Self { broker: MemoryBroker::default(), clock };
        venue.decide(&paired_events(RULES)).await;
        venue
    }

    /// Returns a venue with an embargo that holds.
    async fn with(scope: EmbargoScope, embargo: Embargo) -> Self {
        let venue = Self::new().await;
        venue.decide(&[set(scope, embargo, Timestamp::from_millis(0))]).await;
        venue
    }

    /// Returns its log, whose messages carry the moment at which they are written.
    fn log(&self) -> EventLog {
        EventLog::new(Arc::new(self.broker.clone()), BTreeMap::new(), self.clock.clone())
    }

    async fn write<A: Aggregate>(&self, subject: &Subject, events: &[A::Event]) -> LogEntry {
        let log = self.log();
        let mut ledger = Ledger::<A>::load(&log, subject.clone()).await.unwrap();
        ledger.commit(&log, events, None, None, Duration::ZERO).await.unwrap();
        log.last_entry(subject).await.unwrap().unwrap()
    }

    async fn decide(&self, events: &[Event]) {
        self.write::<Tournament>(&Subject::log(&key()), events).await;
    }

    /// Sets an embargo now, or lifts it, and waits until it holds.
    async fn set(&self, scope: EmbargoScope, embargo: impl Into<Option<Embargo>>) {
        self.decide(&[set(scope, embargo, self.clock.now())]).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
    }

    async fn play(&self, events: &[GameEvent]) -> LogEntry {
        let subject = Subject::game(Stream::Game, &key().game(game_id(1)));
        self.write::<Game>(&subject, events).await
    }

    async fn start_clock(&self) {
        let control = "80m + 60s".parse().unwrap();
        let start = Command::Start { control, at: Timestamp::from_millis(1000) };
        let events = GameClock::default().clock.decide(&start).unwrap();
        let events: Vec<_> = events.into_iter().map(ClockEvent::Clock).collect();
        let subject = Subject::game(Stream::Clock, &key().game(game_id(1)));
        self.write::<GameClock>(&subject, &events).await;
    }

    /// Stores a message of TOURNAMENT that nobody can read.
    async fn damage(&self) {
        let (subject, log) = (Subject::log(&key()), self.log());
        let message = Message {
            subject: subject.to_string(),
            id: "damage".to_owned(),
            expected: log.last_sequence_of(&subject).await.unwrap(),
            connection: self.broker.connection(),
            payload: vec![0xff; 8].into(),
        };
        self.broker.publish(Stream::Tournament, message).await.unwrap();
    }

    /// Starts a replica, which goes on following the log.
    async fn replica(&self) -> (Hub, Tasks) {
        let (hub, tasks) = (hub_on(&self.broker, ROOMY, self.clock.clone()), Tasks::new());
        consumer::follow(&self.broker.log(), &hub, &tasks).await.unwrap();
        (hub, tasks)
    }

    /// Returns what a replica that starts now shows.
    async fn shown_anew(&self) -> String {
        let (hub, tasks) = self.replica().await;
        let shown = shown(&hub).await;
        assert!(tasks.stop(Duration::from_secs(10)).await);
        shown
    }

    /// Waits until a replica has read what was written, and shows what is public of it; returns
    /// what it shows then, as one that starts now does.
    async fn shown_by_all(&self, hub: &Hub) -> String {
        self.settle(hub).await;
        let known = shown(hub).await;
        assert_eq!(self.shown_anew().await, known);
        known
    }

    /// Waits until a replica has read what was written, and shows what is public of it.
    async fn settle(&self, hub: &Hub) {
        let channel = hub.channel(&key());
        until(async || {
            let mut written = Seen::default();
            for stream in [Stream::Game, Stream::Clock, Stream::Tournament] {
                let last = self.broker.stored(stream).last().map_or(0, |last| last.sequence);
                written.join(Seen::one(stream, last));
            }
            let _turn = channel.turn().await;
            let is_open = channel.gate().is_open();
            let is_shown = !is_open || channel.view().seen().tournament == written.tournament;
            hub.log_state().applied().covers(written) && hub.asking().is_empty() && is_shown
        })
        .await;
    }
}

/// Waits for a condition that no signal tells of.
async fn until(condition: impl AsyncFn() -> bool) {
    while !condition().await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Returns everything public of the tournament, but for the cursors.
async fn shown(hub: &Hub) -> String {
    let channel = hub.find(&key()).await.unwrap().unwrap();
    let mut snapshot = channel.now().unwrap().message(STAMP);
    snapshot.cursor.clear();
    let mut all = format!("{snapshot:?}");
    let game = game_id(1);
    for part in [Resource::Head, Resource::Standings, Resource::Round(1), Resource::Game(game)] {
        all += &format!("{:?}", channel.view().content(part));
    }
    let pdn = channel.file(Selection::Tournament).unwrap().games.write().unwrap();
    all + &pdn + &format!("{:?}", hub.list())
}

fn finished() -> GameEvent {
    let at = Timestamp::from_millis(9000);
    GameEvent::Finished { outcome: white_won(), input: None, by_hand: None, at }
}

fn resumed() -> GameEvent {
    let input = InputId::new(DeviceId::new("desk").unwrap(), 1);
    GameEvent::Resumed { input, by_hand: None, at: Timestamp::from_millis(9500) }
}

fn result() -> Event {
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    Event::ResultRecorded { round, table, outcome: white_won(), men_ahead: None }
}

fn closed(at: Timestamp) -> Event {
    Event::RoundClosed { round: RoundNumber::FIRST, at: Some(at) }
}

#[tokio::test(start_paused = true)]
async fn moves_clocks_results_and_tables_are_public_after_the_delay_also_on_a_new_replica() {
    let venue = Venue::with(EmbargoScope::Tournament, delay()).await;
    let (hub, tasks) = venue.replica().await;
    let before = shown(&hub).await;
    venue.play(&game_events(RULES, &MOVES[..4], None)).await;
    venue.start_clock().await;
    venue.play(&[finished()]).await;
    venue.decide(&[result(), closed(venue.clock.now())]).await;
    assert_eq!(venue.shown_by_all(&hub).await, before);
    assert_eq!(hub.withheld().0, 3);

    tokio::time::sleep(DELAY).await;
    let after = venue.shown_by_all(&hub).await;
    assert!(after.contains("14x23") && after.contains("2-0"), "{after}");
    assert_eq!(hub.withheld().0, 0);
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

#[tokio::test(start_paused = true)]
async fn those_who_may_see_what_is_withheld_see_it_as_it_is_played() {
    let venue = Venue::with(EmbargoScope::Tournament, delay()).await;
    let (hub, tasks) = venue.replica().await;
    venue.play(&game_events(RULES, &MOVES[..2], None)).await;
    venue.settle(&hub).await;
    let public = hub.find(&key()).await.unwrap().unwrap();
    let undelayed = hub.undelayed(&public).await.unwrap();
    let told = || {
        let text = |part| format!("{:?}", undelayed.view().content(part));
        text(Resource::Game(game_id(1))) + &text(Resource::Standings)
    };
    let before = shown(&hub).await;
    assert!(!before.contains("19-23"), "{before}");
    assert!(told().contains("19-23"), "played before somebody asked");
    let mut watcher = Watcher::new(Arc::clone(&undelayed), None, tasks.stopping());
    watcher.next().await.unwrap();
    venue.play(&[finished()]).await;
    venue.decide(&[result()]).await;
    venue.settle(&hub).await;
    let (_stamp, items) = watcher.next().await.unwrap();
    assert!(matches!(items[..], [Item::Frame(_), ..]), "{items:?}");
    until(async || told().contains("2-0")).await;
    assert_eq!(shown(&hub).await, before);
    venue.set(EmbargoScope::Tournament, None).await;
    until(async || shown(&hub).await.contains("2-0")).await;
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

#[tokio::test(start_paused = true)]
async fn a_game_is_public_once_it_has_ended_and_a_round_once_it_is_closed() {
    for (scope, embargo, is_after_game) in [
        (board(), Embargo::UntilGameEnds, true),
        (EmbargoScope::Round(RoundNumber::FIRST), Embargo::UntilRoundEnds, false),
    ] {
        let venue = Venue::with(scope, embargo).await;
        let (hub, tasks) = venue.replica().await;
        let before = shown(&hub).await;
        venue.play(&game_events(RULES, &MOVES[..4], None)).await;
        assert_eq!(venue.shown_by_all(&hub).await, before, "{embargo:?}");
        venue.play(&[finished()]).await;
        let ended = venue.shown_by_all(&hub).await;
        assert_eq!(ended.contains("14x23"), is_after_game, "{embargo:?}");
        venue.decide(&[result(), closed(venue.clock.now())]).await;
        let over = venue.shown_by_all(&hub).await;
        assert!(over.contains("14x23") && over.contains("2-0"), "{embargo:?} {over}");
        assert!(tasks.stop(Duration::from_secs(10)).await);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_released_is_public_at_once_and_what_follows_is_not() {
    let venue = Venue::with(EmbargoScope::Tournament, delay()).await;
    let (hub, tasks) = venue.replica().await;
    let events = game_events(RULES, &MOVES[..4], None);
    venue.play(&events[..3]).await;
    let before = venue.shown_by_all(&hub).await;
    assert!(!before.contains("32-28"), "{before}");
    let (at, reason) = (venue.clock.now(), "the press".to_owned());
    venue.decide(&[Event::EmbargoReleased { scope: board(), at, reason }]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    venue.play(&events[3..]).await;
    let released = venue.shown_by_all(&hub).await;
    assert!(released.contains("32-28") && released.contains("19-23"), "{released}");
    assert!(!released.contains("14x23"), "{released}");
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

#[tokio::test(start_paused = true)]
async fn each_change_of_what_is_public_has_another_version() {
    let venue = Venue::with(board(), delay()).await;
    let (hub, tasks) = venue.replica().await;
    let version = async || {
        let channel = hub.find(&key()).await.unwrap().unwrap();
        let part = channel.part(Resource::Round(1)).unwrap().unwrap();
        (part.version, format!("{:?}", channel.view().content(Resource::Round(1))))
    };
    let mut versions = vec![version().await];
    venue.play(&game_events(RULES, &MOVES[..2], None)).await;
    venue.settle(&hub).await;
    assert_eq!(version().await, versions[0]);
    tokio::time::sleep(DELAY).await;
    venue.settle(&hub).await;
    versions.push(version().await);
    assert_ne!(versions[0].0, versions[1].0);
    assert_ne!(versions[0].1, versions[1].1);
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

#[tokio::test(start_paused = true)]
async fn an_embargo_is_set_lifted_and_set_again_while_a_game_is_played() {
    for embargo in [delay(), Embargo::UntilGameEnds, Embargo::UntilRoundEnds] {
        let venue = Venue::new().await;
        let (hub, tasks) = venue.replica().await;
        let moves = game_events(RULES, &MOVES, None);
        venue.play(&moves[..3]).await;
        let open = venue.shown_by_all(&hub).await;
        assert!(open.contains("19-23"), "{embargo:?} {open}");

        // Moves that were public stay so, and those that follow are withheld.
        venue.set(board(), embargo).await;
        venue.play(&moves[3..4]).await;
        let held = venue.shown_by_all(&hub).await;
        assert!(held.contains("19-23") && !held.contains("28x19"), "{embargo:?} {held}");

        venue.set(board(), None).await;
        let lifted = venue.shown_by_all(&hub).await;
        assert!(lifted.contains("28x19"), "{embargo:?} {lifted}");
        venue.play(&moves[4..5]).await;
        let public = venue.shown_by_all(&hub).await;
        assert!(public.contains("14x23"), "{embargo:?} {public}");

        venue.set(EmbargoScope::Tournament, embargo).await;
        venue.play(&moves[5..]).await;
        let held = venue.shown_by_all(&hub).await;
        assert!(held.contains("14x23") && !held.contains("37-32"), "{embargo:?} {held}");
        venue.play(&[finished()]).await;
        venue.decide(&[result(), closed(venue.clock.now())]).await;
        if embargo == delay() {
            tokio::time::sleep(DELAY).await;
        }
        let over = venue.shown_by_all(&hub).await;
        assert!(over.contains("37-32") && over.contains("2-0"), "{embargo:?} {over}");
        assert!(tasks.stop(Duration::from_secs(10)).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_that_ended_before_the_first_embargo_and_goes_on_is_public_on_every_replica() {
    let venue = Venue::new().await;
    let (hub, tasks) = venue.replica().await;
    let moves = game_events(RULES, &MOVES[..4], None);
    venue.play(&moves[..3]).await;
    venue.play(&[finished()]).await;
    // One that starts after the end sees it only in the history of the game.
    let (later, later_tasks) = venue.replica().await;
    venue.set(board(), Embargo::UntilGameEnds).await;
    venue.play(&[resumed()]).await;
    venue.start_clock().await;
    venue.play(&moves[3..]).await;
    venue.settle(&later).await;
    let public = venue.shown_by_all(&hub).await;
    assert!(public.contains("14x23"), "{public}");
    assert_eq!(shown(&later).await, public);
    for tasks in [tasks, later_tasks] {
        assert!(tasks.stop(Duration::from_secs(10)).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_waits_until_it_is_known_that_no_embargo_was_stored_before_it() {
    for is_embargoed in [false, true] {
        let venue = Venue::new().await;
        let (hub, tasks) = venue.replica().await;
        let before = shown(&hub).await;
        // From here on this replica hears nothing by itself.
        assert!(tasks.stop(Duration::from_secs(10)).await);
        let mut games = Games::new(Stream::Game, hub.clone());
        games.loaded().await;
        if is_embargoed {
            venue.set(board(), delay()).await;
        } else {
            tokio::time::sleep(EMBARGO_HEARD_WITHIN + Duration::from_secs(1)).await;
        }
        games.apply(venue.play(&game_events(RULES, &MOVES[..4], None)).await).await;
        let channel = hub.find(&key()).await.unwrap().unwrap();
        let release = async || {
            release::release(hub.tournaments(), &channel, Way::Shown).await.unwrap();
            shown(&hub).await
        };
        assert_eq!(release().await, before, "{is_embargoed}");
        assert!(hub.withheld().1.is_some(), "the pages say since when moves wait");

        let last = venue.log().last_sequence(Stream::Tournament).await.unwrap();
        hub.log_state().mark_newest(venue.clock.now(), last);
        if is_embargoed {
            assert_eq!(release().await, before);
            let told = venue.log().entry_at(Stream::Tournament, last).await.unwrap().unwrap();
            hub.tournaments().apply(&told).await.unwrap();
            hub.tell_gate(&told.subject);
            hub.log_state().mark_applied(Stream::Tournament, last);
        }
        assert_eq!(release().await.contains("14x23"), !is_embargoed);
        assert_eq!(hub.withheld().1, None);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_younger_than_a_decision_that_cannot_be_read_is_not_shown_and_the_pages_say_so() {
    let venue = Venue::new().await;
    let (hub, tasks) = venue.replica().await;
    let moves = game_events(RULES, &MOVES[..4], None);
    venue.play(&moves[..3]).await;
    let before = venue.shown_by_all(&hub).await;
    assert!(before.contains("19-23"), "{before}");
    let channel = hub.find(&key()).await.unwrap().unwrap();
    let known_to = hub.tournaments().get(&Subject::log(&key())).unwrap().recorded_at();
    assert_eq!(channel.stamp().freshness, Freshness::Live);

    venue.damage().await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    venue.play(&moves[3..]).await;
    until(async || hub.log_state().applied().game == 2).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(shown(&hub).await, before);
    assert_eq!(venue.shown_anew().await, before);
    let (anew, anew_tasks) = venue.replica().await;
    for hub in [&hub, &anew] {
        let channel = hub.find(&key()).await.unwrap().unwrap();
        assert_eq!(channel.stamp().freshness, Freshness::Delayed { since: known_to });
    }
    for tasks in [tasks, anew_tasks] {
        assert!(tasks.stop(Duration::from_secs(10)).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_tournament_with_an_embargo_in_which_nothing_is_due_is_idle() {
    let venue = Venue::with(EmbargoScope::Tournament, delay()).await;
    let (hub, tasks) = venue.replica().await;
    venue.play(&game_events(RULES, &MOVES[..2], None)).await;
    venue.settle(&hub).await;
    assert!(hub.asking().is_empty());
    tokio::time::sleep(DELAY).await;
    venue.settle(&hub).await;
    assert!(hub.asking().is_empty());
    assert!(tasks.stop(Duration::from_secs(10)).await);
}
