//! Tests of tournaments that are forgotten and loaded again.

use game_clock::Command;
use live_game::{ClockEvent, GameClock};
use proto::subject::{Stream, Subject};
use runtime::{Categorize as _, ErrorCategory, Projection as _, Stored, Tasks};
use tokio::join;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{
    consumer::{self, Games},
    watcher::Watcher,
};

const RULES: RuleSet = RuleSet::International;

fn nth(number: u32) -> TournamentKey {
    let tournament = format!("t{number:02}").parse().unwrap();
    TournamentKey { venue: "main".parse().unwrap(), tournament }
}

/// Stores a tournament with one game of two moves, which goes on or has ended.
async fn store(broker: &MemoryBroker, key: &TournamentKey, outcome: Option<Outcome>) {
    let log = Subject::log(key);
    broker.append::<Tournament>(&log, &paired_events(RULES), None).await.unwrap();
    let game = key.game(game_id(1));
    let events = game_events(RULES, &MOVES[..2], outcome);
    let subject = Subject::game(Stream::Game, &game);
    broker.append::<Game>(&subject, &events, None).await.unwrap();
    let start =
        Command::Start { control: "80m + 60s".parse().unwrap(), at: Timestamp::from_millis(1000) };
    let events = GameClock::default().clock.decide(&start).unwrap();
    let events: Vec<_> = events.into_iter().map(ClockEvent::Clock).collect();
    let subject = Subject::game(Stream::Clock, &game);
    broker.append::<GameClock>(&subject, &events, None).await.unwrap();
}

/// Returns a hub that has read the log, by a clock that goes on with tokio's time.
async fn start(broker: &MemoryBroker) -> Hub {
    let clock = WallClock::simulated(WallClock::system().now());
    let hub = hub_on(broker, ROOMY, clock);
    let tasks = Tasks::new();
    consumer::follow(&broker.log(), &hub, &tasks).await.unwrap();
    // Later calls in these tests come from the tests alone.
    assert!(tasks.stop(Duration::from_secs(10)).await);
    hub
}

async fn snapshot(hub: &Hub, key: &TournamentKey) -> String {
    let channel = hub.find(key).await.unwrap().unwrap();
    json(&[Item::Snapshot(channel.now().unwrap())]).remove(0)
}

#[tokio::test(start_paused = true)]
async fn idle_tournaments_are_forgotten_and_shown_the_same_on_demand() {
    const TOURNAMENTS: u32 = 50;
    let broker = MemoryBroker::default();
    for number in 1..=TOURNAMENTS {
        // In one of them a game is played.
        let outcome = (number != 7).then(white_won);
        store(&broker, &nth(number), outcome).await;
    }
    let hub = start(&broker).await;
    let (list, mut before) = (hub.list(), Vec::new());
    for number in 1..=TOURNAMENTS {
        before.push(snapshot(&hub, &nth(number)).await);
    }
    hub.forget_idle();
    assert_eq!(hub.loaded().len(), 50);

    let watched = hub.find(&nth(3)).await.unwrap().unwrap();
    let watched = Watcher::new(watched, None, CancellationToken::new());
    tokio::time::advance(FORGET_AFTER).await;
    hub.forget_idle();
    // The one that is watched, and the one in play.
    assert_eq!(hub.loaded().len(), 2);
    drop(watched);
    tokio::time::advance(FORGET_AFTER).await;
    hub.forget_idle();
    assert_eq!(hub.loaded().len(), 1);

    assert_eq!(hub.list(), list);
    for (number, before) in (1..).zip(&before) {
        assert_eq!(&snapshot(&hub, &nth(number)).await, before, "{number}");
    }
    assert!(hub.find(&nth(TOURNAMENTS + 1)).await.unwrap().is_none());
    assert_eq!(hub.loaded().len(), 50);
    tokio::time::advance(FORGET_AFTER).await;
    hub.forget_idle();
    assert_eq!((hub.loaded().len(), hub.list()), (1, list));
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_stood_still_for_long_is_not_kept_after_the_start() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), Some(white_won())).await;
    let later = WallClock::system().now().saturating_add(2 * FORGET_AFTER);
    let hub = hub_on(&broker, ROOMY, WallClock::simulated(later));
    consumer::follow(&broker.log(), &hub, &Tasks::new()).await.unwrap();
    assert_eq!((hub.loaded().len(), hub.list().tournaments.len()), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_comes_back_to_a_forgotten_tournament_resumes() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), Some(white_won())).await;
    let hub = start(&broker).await;
    let cursor = hub.find(&nth(1)).await.unwrap().unwrap().now().unwrap().cursor.clone();
    tokio::time::advance(FORGET_AFTER).await;
    hub.forget_idle();
    assert!(hub.loaded().is_empty());
    let channel = hub.find(&nth(1)).await.unwrap().unwrap();
    let since = Some(cursor.parse().unwrap());
    let mut watcher = Watcher::new(channel, since, CancellationToken::new());
    let (_stamp, items) = watcher.next().await.unwrap();
    assert!(matches!(&items[..], [Item::Resumed(resumed)] if *resumed == cursor), "{items:?}");
}

#[tokio::test(start_paused = true)]
async fn a_message_about_a_forgotten_tournament_loads_it_and_an_older_one_changes_nothing() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), Some(white_won())).await;
    let hub = start(&broker).await;
    tokio::time::advance(FORGET_AFTER).await;
    hub.forget_idle();
    assert!(hub.loaded().is_empty());
    let subject = Subject::game(Stream::Game, &nth(1).game(game_id(1)));
    let resumed = GameEvent::Resumed {
        input: InputId::new(DeviceId::new("desk").unwrap(), 1),
        by_hand: None,
        at: Timestamp::from_millis(9500),
    };
    let goes_on = broker.append::<Game>(&subject, &[resumed], None).await.unwrap();
    let over = GameEvent::Finished {
        outcome: white_won(),
        input: None,
        by_hand: None,
        at: Timestamp::from_millis(9900),
    };
    let over = broker.append::<Game>(&subject, &[over], None).await.unwrap();

    // The first of the two finds the state after both in the log.
    let mut games = Games::new(Stream::Game, hub.clone());
    games.loaded().await;
    games.apply(goes_on).await;
    assert_eq!(hub.loaded().len(), 1);
    let expected = snapshot(&start(&broker).await, &nth(1)).await;
    assert_eq!(snapshot(&hub, &nth(1)).await, expected);
    games.apply(over).await;
    assert_eq!(snapshot(&hub, &nth(1)).await, expected);
}

#[tokio::test(start_paused = true)]
async fn without_an_answer_of_the_log_nothing_is_forgotten_and_nothing_can_be_loaded() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), Some(white_won())).await;
    let hub = start(&broker).await;
    tokio::time::advance(FORGET_AFTER).await;
    hub.set_freshness(LOST);
    hub.forget_idle();
    assert_eq!(hub.loaded().len(), 1);
    hub.set_freshness(Freshness::Live);
    hub.forget_idle();
    assert!(hub.loaded().is_empty());
    // As long as it stands in memory, the mirror of TOURNAMENT answers without the log.
    broker.fail_reads(1);
    let error = hub.find(&nth(1)).await.unwrap_err();
    assert_eq!(error.category(), ErrorCategory::Unavailable);
    assert_eq!(hub.list().tournaments.len(), 1);
    assert!(hub.find(&nth(1)).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn no_tournament_is_missing_before_the_log_is_read_or_while_it_does_not_answer() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), Some(white_won())).await;
    let hub = unread_hub(&broker, ROOMY, WallClock::system());
    let unavailable = async |number| {
        let found = hub.find(&nth(number)).await;
        found.is_err_and(|error| error.category() == ErrorCategory::Unavailable)
    };
    assert!(unavailable(1).await);
    consumer::follow(&broker.log(), &hub, &Tasks::new()).await.unwrap();
    assert!(hub.find(&nth(1)).await.unwrap().is_some());
    assert!(hub.find(&nth(2)).await.unwrap().is_none());
    hub.set_freshness(LOST);
    assert!(hub.find(&nth(1)).await.unwrap().is_some());
    assert!(unavailable(2).await);
    hub.set_freshness(Freshness::Live);
    assert!(hub.find(&nth(2)).await.unwrap().is_none());
}

#[tokio::test(start_paused = true)]
async fn requests_for_the_same_forgotten_tournament_share_one_channel() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), Some(white_won())).await;
    let hub = start(&broker).await;
    tokio::time::advance(FORGET_AFTER).await;
    hub.forget_idle();
    let key = nth(1);
    let (first, second) = join!(hub.find(&key), hub.find(&key));
    assert!(Arc::ptr_eq(&first.unwrap().unwrap(), &second.unwrap().unwrap()));
}

#[tokio::test(start_paused = true)]
async fn a_live_message_that_does_not_follow_on_the_last_one_is_never_shown() {
    let broker = MemoryBroker::default();
    store(&broker, &nth(1), None).await;
    let clock = WallClock::simulated(WallClock::system().now());
    let (hub, tasks) = (hub_on(&broker, ROOMY, clock), Tasks::new());
    consumer::follow(&broker.log(), &hub, &tasks).await.unwrap();
    let channel = hub.find(&nth(1)).await.unwrap().unwrap();
    let mut watcher = Watcher::new(channel, None, CancellationToken::new());
    let (_stamp, items) = watcher.next().await.unwrap();
    assert!(matches!(items[..], [Item::Snapshot(_)]), "{items:?}");

    let subject = Subject::game(Stream::Game, &nth(1).game(game_id(1)));
    let finished = |outcome| {
        let at = Timestamp::from_millis(9900);
        [GameEvent::Finished { outcome, input: None, by_hand: None, at }]
    };
    // The next version of the game, as another log has it; the last one, again; and something else.
    let elsewhere = MemoryBroker::default();
    let events = game_events(RULES, &MOVES[..3], None);
    elsewhere.append::<Game>(&subject, &events, None).await.unwrap();
    elsewhere.append::<Game>(&subject, &finished(white_won()), None).await.unwrap();
    let last = broker.stored(Stream::Game).pop().unwrap();
    let other = elsewhere.stored(Stream::Game).pop().unwrap().payload;
    for payload in [other, last.payload.clone(), vec![0xff].into()] {
        let told = Stored { sequence: last.sequence + 1, payload, ..last.clone() };
        broker.send_live(Stream::Game, &told);
    }
    let over = finished(Outcome::win(Color::Black, Reason::Resignation));
    let plays = async {
        // Longer than the store is left unread.
        tokio::time::sleep(Duration::from_secs(2)).await;
        broker.append::<Game>(&subject, &over, None).await.unwrap();
    };
    let ((_stamp, items), ()) = join!(async { watcher.next().await.unwrap() }, plays);
    let shown = json(&items);
    assert!(matches!(items[..], [Item::Frame(_)]), "{items:?}");
    assert!(shown[0].contains(r#""score":"black""#), "{shown:?}");
    assert!(!tasks.stopping().is_cancelled());
}

#[tokio::test(start_paused = true)]
async fn a_deleted_tournament_is_neither_listed_nor_found_and_its_spectators_are_ended() {
    let broker = MemoryBroker::default();
    for number in 1..=2 {
        store(&broker, &nth(number), Some(white_won())).await;
    }
    let clock = WallClock::simulated(WallClock::system().now());
    let (hub, tasks) = (hub_on(&broker, ROOMY, clock), Tasks::new());
    consumer::follow(&broker.log(), &hub, &tasks).await.unwrap();
    let watched = hub.find(&nth(1)).await.unwrap().unwrap();
    let mut watcher = Watcher::new(watched, None, CancellationToken::new());
    assert!(watcher.next().await.is_some());
    let deleted = [Event::Deleted { reason: String::new() }];
    broker.append::<Tournament>(&Subject::log(&nth(1)), &deleted, None).await.unwrap();
    while watcher.next().await.is_some() {}
    // Also after a start.
    let again = start(&broker).await;
    for hub in [&hub, &again] {
        assert_eq!(hub.list().tournaments.len(), 1);
        assert!(hub.find(&nth(1)).await.unwrap().is_none());
        assert!(hub.find(&nth(2)).await.unwrap().is_some());
    }
    tasks.stop(Duration::from_secs(1)).await;
}
