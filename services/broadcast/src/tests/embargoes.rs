//! Tests of embargoes: what spectators read is what was public by then, on every replica.

use game_clock::Command;
use live_game::{ClockEvent, GameClock};
use proptest::prelude::*;
use proto::subject::Subject;
use runtime::{LogEntry, Tasks};
use tournament::{Embargo, EmbargoScope, PublicDelay};

use super::*;
use crate::{consumer, gate::Gate, pdn::Selection, release, resource::Resource};

const RULES: RuleSet = RuleSet::International;
/// The delay of these tests.
const DELAY: Duration = Duration::from_secs(900);

fn delay() -> Embargo {
    Embargo::Delay(PublicDelay::from_seconds(900).unwrap())
}

fn board() -> EmbargoScope {
    EmbargoScope::Board(RoundNumber::FIRST, TableNumber::FIRST)
}

/// Returns the decision on an embargo long before the games.
fn set(scope: EmbargoScope, embargo: Embargo) -> Event {
    let (at, reason) = (Timestamp::from_millis(0), String::new());
    Event::EmbargoSet { scope, embargo: Some(embargo), at, reason }
}

/// A log, and everything public that a replica shows of it.
struct Venue {
    broker: MemoryBroker,
    clock: WallClock,
}

impl Venue {
    /// Returns a venue with a tournament whose first round is published.
    async fn with(embargo: Event) -> Self {
        let clock = WallClock::simulated(WallClock::system().now());
        let venue = Self { broker: MemoryBroker::default(), clock };
        let mut events = paired_events(RULES);
        events.push(embargo);
        venue.decide(&events).await;
        venue
    }

    async fn decide(&self, events: &[Event]) {
        self.broker.append::<Tournament>(&Subject::log(&key()), events, None).await.unwrap();
    }

    async fn play(&self, events: &[GameEvent]) {
        let subject = Subject::game(Stream::Game, &key().game(game_id(1)));
        self.broker.append::<Game>(&subject, events, None).await.unwrap();
    }

    async fn start_clock(&self) {
        let control = "80m + 60s".parse().unwrap();
        let start = Command::Start { control, at: Timestamp::from_millis(1000) };
        let events = GameClock::default().clock.decide(&start).unwrap();
        let events: Vec<_> = events.into_iter().map(ClockEvent::Clock).collect();
        let subject = Subject::game(Stream::Clock, &key().game(game_id(1)));
        self.broker.append::<GameClock>(&subject, &events, None).await.unwrap();
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

fn result() -> Event {
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    Event::ResultRecorded { round, table, outcome: white_won(), men_ahead: None }
}

fn closed(at: Timestamp) -> Event {
    Event::RoundClosed { round: RoundNumber::FIRST, at: Some(at) }
}

/// Lets a replica read what was written, and show what is due.
async fn settle() {
    tokio::time::sleep(Duration::from_secs(2)).await;
}

#[tokio::test(start_paused = true)]
async fn moves_clocks_results_and_tables_are_public_after_the_delay_also_on_a_new_replica() {
    let venue = Venue::with(set(EmbargoScope::Tournament, delay())).await;
    let (hub, tasks) = venue.replica().await;
    let before = shown(&hub).await;
    venue.play(&game_events(RULES, &MOVES[..4], None)).await;
    venue.start_clock().await;
    venue.play(&[finished()]).await;
    venue.decide(&[result(), closed(venue.clock.now())]).await;
    settle().await;
    assert_eq!(shown(&hub).await, before);
    assert_eq!(venue.shown_anew().await, before);

    tokio::time::sleep(DELAY).await;
    let after = shown(&hub).await;
    assert!(after.contains("14x23") && after.contains("2-0"), "{after}");
    assert_eq!(venue.shown_anew().await, after);
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

#[tokio::test(start_paused = true)]
async fn a_game_is_public_once_it_has_ended_and_a_round_once_it_is_closed() {
    for (scope, embargo, is_after_game) in [
        (board(), Embargo::UntilGameEnds, true),
        (EmbargoScope::Round(RoundNumber::FIRST), Embargo::UntilRoundEnds, false),
    ] {
        let venue = Venue::with(set(scope, embargo)).await;
        let (hub, tasks) = venue.replica().await;
        let before = shown(&hub).await;
        venue.play(&game_events(RULES, &MOVES[..4], None)).await;
        settle().await;
        assert_eq!(shown(&hub).await, before, "{embargo:?}");
        assert_eq!(venue.shown_anew().await, before, "{embargo:?}");
        venue.play(&[finished()]).await;
        settle().await;
        let ended = shown(&hub).await;
        assert_eq!(ended.contains("14x23"), is_after_game, "{embargo:?}");
        assert_eq!(venue.shown_anew().await, ended, "{embargo:?}");
        venue.decide(&[result(), closed(venue.clock.now())]).await;
        settle().await;
        let over = shown(&hub).await;
        assert!(over.contains("14x23") && over.contains("2-0"), "{embargo:?} {over}");
        assert_eq!(venue.shown_anew().await, over, "{embargo:?}");
        assert!(tasks.stop(Duration::from_secs(10)).await);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_released_is_public_at_once_and_what_follows_is_not() {
    let venue = Venue::with(set(EmbargoScope::Tournament, delay())).await;
    let (hub, tasks) = venue.replica().await;
    let events = game_events(RULES, &MOVES[..4], None);
    venue.play(&events[..3]).await;
    settle().await;
    let (at, reason) = (venue.clock.now(), "the press".to_owned());
    venue.decide(&[Event::EmbargoReleased { scope: board(), at, reason }]).await;
    settle().await;
    let released = shown(&hub).await;
    assert!(released.contains("32-28") && released.contains("19-23"), "{released}");
    assert_eq!(venue.shown_anew().await, released);
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

#[tokio::test(start_paused = true)]
async fn each_change_of_what_is_public_has_another_version() {
    let venue = Venue::with(set(board(), delay())).await;
    let (hub, tasks) = venue.replica().await;
    let version = async || {
        let channel = hub.find(&key()).await.unwrap().unwrap();
        let part = channel.part(Resource::Round(1)).unwrap().unwrap();
        (part.version, format!("{:?}", channel.view().content(Resource::Round(1))))
    };
    let mut versions = vec![version().await];
    venue.play(&game_events(RULES, &MOVES[..2], None)).await;
    settle().await;
    assert_eq!(version().await, versions[0]);
    tokio::time::sleep(DELAY).await;
    versions.push(version().await);
    assert_ne!(versions[0].0, versions[1].0);
    assert_ne!(versions[0].1, versions[1].1);
    assert!(tasks.stop(Duration::from_secs(10)).await);
}

/// Returns messages of two subjects of one game, with moments that a test sets.
async fn template() -> [LogEntry; 2] {
    let broker = MemoryBroker::default();
    let game = key().game(game_id(1));
    let subject = Subject::game(Stream::Game, &game);
    let events = game_events(RULES, &MOVES[..2], None);
    let mv = broker.append::<Game>(&subject, &events, None).await.unwrap();
    let end = broker.append::<Game>(&subject, &[finished()], None).await.unwrap();
    [mv, end]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Younger messages do not change what has passed at a moment, nor does it matter how often the
    /// gate was asked before.
    #[test]
    fn what_passes_is_a_function_of_the_messages_that_are_old_enough(
        gaps in prop::collection::vec((0..40_i64, any::<bool>()), 1..20),
        kind in 0..2_usize,
        until in 0..200_i64,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let [mv, end] = runtime.block_on(template());
        let embargo = [
            Embargo::Delay(PublicDelay::from_seconds(30).unwrap()),
            Embargo::UntilGameEnds,
        ][kind];
        let policy = folded(&[creation(RULES), set(board(), embargo)]);
        let gate = || {
            let mut gate = Gate::default();
            gate.set(policy.embargoes());
            gate
        };
        let moment = |seconds: i64| Timestamp::from_millis(10_000 + seconds * 1000);
        let mut at = 0;
        let entries: Vec<LogEntry> = (1..).zip(&gaps).map(|(sequence, (gap, is_end))| {
            at += gap;
            let mut entry = if *is_end { end.clone() } else { mv.clone() };
            (entry.sequence, entry.recorded_at) = (sequence, moment(at));
            entry
        }).collect();
        let sequences = |passed: Vec<LogEntry>| -> Vec<u64> {
            passed.iter().map(|entry| entry.sequence).collect()
        };
        let now = moment(until);
        let mut all = gate();
        let written = || entries.iter().filter(|entry| entry.recorded_at <= now);
        written().for_each(|entry| all.take(entry.clone()));
        let passed = sequences(all.release_games(now));

        let mut without_younger = gate();
        let old = written().filter(|entry| match embargo {
            Embargo::Delay(delay) => entry.recorded_at.saturating_add(delay.duration()) <= now,
            Embargo::UntilGameEnds | Embargo::UntilRoundEnds => true,
        });
        old.for_each(|entry| without_younger.take(entry.clone()));
        prop_assert_eq!(&sequences(without_younger.release_games(now)), &passed);

        let (mut asked_often, mut one_by_one) = (gate(), Vec::new());
        let mut coming = entries.iter().peekable();
        for second in 0..=until {
            while let Some(entry) = coming.next_if(|entry| entry.recorded_at <= moment(second)) {
                asked_often.take(entry.clone());
            }
            one_by_one.extend(sequences(asked_often.release_games(moment(second))));
        }
        prop_assert_eq!(one_by_one, passed);
    }
}

#[tokio::test(start_paused = true)]
async fn a_tournament_without_an_embargo_waits_for_nothing() {
    let venue = Venue::with(set(EmbargoScope::Tournament, delay())).await;
    let channel = channel(ROOMY);
    assert!(channel.gate().is_open() && !channel.gate().holds_any());
    release::release(&channel, venue.clock.now()).await.unwrap();
    assert_eq!(channel.ring().next(), 0);
}
