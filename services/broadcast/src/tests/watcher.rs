//! Tests of the messages that a spectator gets, first and later.

use std::pin::pin;

use futures_util::FutureExt as _;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{
    freshness::{LastBeats, VenueMonitor},
    hub::SHRINK_AFTER,
    watcher::Watcher,
    window::Window,
};

fn watcher(channel: &Arc<Channel>, since: Option<&str>) -> Watcher {
    let since = since.map(|since| since.parse().unwrap());
    Watcher::new(Arc::clone(channel), since, CancellationToken::new())
}

/// Returns the kinds of the next messages, each with the sequence in GAME that it leads to.
async fn next(watcher: &mut Watcher) -> Vec<(&'static str, u64)> {
    let (_stamp, items) = watcher.next().await.unwrap();
    let game = |cursor: &str| cursor.split('.').nth(1).unwrap().parse().unwrap();
    items
        .iter()
        .map(|item| match item {
            Item::Frame(frame) => ("changes", frame.sources.game),
            Item::Snapshot(snapshot) => ("snapshot", game(&snapshot.cursor)),
            Item::Resumed(cursor) => ("resumed", game(cursor)),
            Item::Time => ("time", 0),
        })
        .collect()
}

#[tokio::test]
async fn a_new_spectator_gets_a_snapshot_and_then_every_change() {
    let channel = hub().channel(&key());
    let mut watcher = watcher(&channel, None);
    assert_eq!(next(&mut watcher).await, [("snapshot", 9)]);
    play(&channel, 10, &MOVES, 3..=4);
    assert_eq!(next(&mut watcher).await, [("changes", 10), ("changes", 11)]);
    play(&channel, 12, &MOVES, 5..=5);
    assert_eq!(next(&mut watcher).await, [("changes", 12)]);
}

#[tokio::test]
async fn a_crowd_gets_the_changes_of_a_window_as_one_message() {
    let log_state = log_state().with_window(Window::new(Duration::from_millis(20)));
    let channel = Channel::new(key(), Arc::new(log_state), ROOMY);
    let channel = Arc::new(channel);
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(RuleSet::International))));
    play(&channel, 7, &MOVES, 0..=2);
    let mut crowd: Vec<_> = (0..500).map(|_| watcher(&channel, None)).collect();
    let first = crowd.first_mut().unwrap();
    assert_eq!(next(first).await, [("snapshot", 9)]);
    let running = |at| ClockState { as_of_ms: at, ..running_clock() };
    play(&channel, 10, &MOVES, 3..=3);
    apply(&channel, |view| view.set_clock(game_id(1), 4, &running(5000)));
    play(&channel, 11, &MOVES, 4..=4);
    apply(&channel, |view| view.set_clock(game_id(1), 5, &running(6000)));
    channel.close_window();
    assert_eq!(next(first).await, [("changes", 11)]);
    let frame: serde_json::Value = serde_json::from_str(&newest(&channel)).unwrap();
    let kinds: Vec<_> = frame["changes"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
    assert_eq!(kinds, ["move", "move", "clock"]);
    assert_eq!(frame["changes"][2]["clock"]["asOf"], 6000);
    // Whoever comes within a window begins with all of it, and nothing comes twice.
    let mut waiting = pin!(next(first));
    assert!(waiting.as_mut().now_or_never().is_none());
    play(&channel, 12, &MOVES, 5..=5);
    let late = next(&mut watcher(&channel, None)).await;
    assert_eq!(late, [("snapshot", 9), ("changes", 11), ("changes", 12)]);
    assert!(waiting.as_mut().now_or_never().is_none());
    channel.close_window();
    assert_eq!(waiting.now_or_never().unwrap(), [("changes", 12)]);
}

#[tokio::test]
async fn newcomers_at_about_the_same_time_share_a_snapshot() {
    let channel = hub().channel(&key());
    assert_eq!(next(&mut watcher(&channel, None)).await, [("snapshot", 9)]);
    play(&channel, 10, &MOVES, 3..=3);
    let late = next(&mut watcher(&channel, None)).await;
    assert_eq!(late, [("snapshot", 9), ("changes", 10)]);
    assert!(channel.now().unwrap().cursor.contains(".10."));
}

#[tokio::test]
async fn a_spectator_who_comes_back_gets_the_changes_since() {
    let channel = hub().channel(&key());
    let cursor = channel.now().unwrap().cursor.clone();
    play(&channel, 10, &MOVES, 3..=4);
    let mut watcher = watcher(&channel, Some(&cursor));
    assert_eq!(next(&mut watcher).await, [("resumed", 9), ("changes", 10), ("changes", 11)]);
}

#[tokio::test(start_paused = true)]
async fn a_cursor_of_another_life_or_history_or_of_the_future_gets_a_snapshot() {
    let channel = hub().channel(&key());
    let cursor = channel.now().unwrap().cursor.clone();
    let (life, rest) = cursor.split_once('.').unwrap();
    let (_position, mark) = rest.rsplit_once('.').unwrap();
    for (since, first, seconds) in [
        (cursor.clone(), "resumed", 0),
        (format!("{life}.8.0.5.{mark}"), "resumed", 0),
        // The view is up to date, so nothing that it waits for comes.
        (format!("{life}.10.0.5.{mark}"), "snapshot", 5),
        (format!("{life}.9.0.6.{mark}"), "snapshot", 5),
        (format!("00000000.9.0.5.{mark}"), "snapshot", 0),
        // Other messages have these sequences now, or an older program does not tell which it
        // means.
        (format!("{life}.9.0.5.00000000"), "snapshot", 0),
        (format!("{life}.9.0.5"), "snapshot", 0),
    ] {
        let before = tokio::time::Instant::now();
        let items = next(&mut watcher(&channel, Some(&since))).await;
        assert_eq!(items.first().map(|item| item.0), Some(first), "{since}");
        assert_eq!(before.elapsed(), Duration::from_secs(seconds), "{since}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_has_seen_more_than_the_replica_continues_when_it_has_caught_up() {
    let channel = hub().channel(&key());
    let cursor = channel.now().unwrap().cursor.clone();
    let ahead = cursor.replace(".9.", ".11.");
    let mut watcher = watcher(&channel, Some(&ahead));
    let before = tokio::time::Instant::now();
    let plays = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        play(&channel, 10, &MOVES, 3..=3);
        tokio::time::sleep(Duration::from_secs(1)).await;
        // Nothing changes by this message, so that there is no frame.
        play(&channel, 11, &MOVES, 3..=3);
    };
    let (items, ()) = tokio::join!(next(&mut watcher), plays);
    assert_eq!((items, before.elapsed()), (vec![("resumed", 11)], Duration::from_secs(2)));
    play(&channel, 12, &MOVES, 4..=4);
    assert_eq!(next(&mut watcher).await, [("changes", 12)]);
}

/// The messages that the spectator has seen are lost, and no connection of theirs lasts as long as
/// the view may be behind.
#[tokio::test(start_paused = true)]
async fn a_spectator_who_comes_back_again_and_again_waits_once() {
    let hub = hub();
    let channel = hub.channel(&key());
    let ahead = channel.now().unwrap().cursor.replace(".9.", ".11.");
    let connect = async |seconds| {
        let mut watcher = watcher(&channel, Some(&ahead));
        let first = tokio::time::timeout(Duration::from_secs(seconds), next(&mut watcher)).await;
        first.ok()
    };
    for _connection in 0..2 {
        assert_eq!(connect(2).await, None);
    }
    hub.set_freshness(LOST);
    assert_eq!(connect(2).await, Some(vec![("time", 0)]));
    hub.set_freshness(Freshness::Live);
    for _connection in 0..2 {
        assert_eq!(connect(2).await, None);
    }
    assert_eq!(connect(2).await, Some(vec![("snapshot", 9)]));
    // The view reaches it after all.
    play(&channel, 11, &MOVES, 3..=3);
    assert_eq!(connect(2).await, Some(vec![("resumed", 11)]));
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_has_seen_more_is_told_that_the_log_is_lost_and_keeps_their_picture() {
    let hub = hub();
    let channel = hub.channel(&key());
    let ahead = channel.now().unwrap().cursor.replace(".9.", ".10.");
    hub.set_freshness(LOST);
    let mut watcher = watcher(&channel, Some(&ahead));
    let before = tokio::time::Instant::now();
    for seconds in [0, 10, 20, 30] {
        let (stamp, items) = watcher.next().await.unwrap();
        assert!(matches!(items[..], [Item::Time]), "{items:?}");
        assert_eq!((stamp.freshness, before.elapsed()), (LOST, Duration::from_secs(seconds)));
    }
    let returns = async {
        hub.set_freshness(Freshness::Live);
        // The log has answered before all of its messages are shown.
        tokio::time::sleep(Duration::from_secs(1)).await;
        play(&channel, 10, &MOVES, 3..=3);
    };
    let both = async { [next(&mut watcher).await, next(&mut watcher).await] };
    let (items, ()) = tokio::join!(both, returns);
    assert_eq!(items, [[("time", 0)], [("resumed", 10)]]);
}

#[tokio::test]
async fn a_spectator_who_reads_slowly_gets_a_fresh_snapshot() {
    let channel = channel(Limits { frames: 2, bytes: usize::MAX });
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(RuleSet::International))));
    let mut slow = watcher(&channel, None);
    assert_eq!(next(&mut slow).await, [("snapshot", 0)]);
    play(&channel, 7, &MOVES, 0..=1);
    assert_eq!(next(&mut slow).await, [("changes", 7), ("changes", 8)]);
    play(&channel, 9, &MOVES, 2..=4);
    assert_eq!(next(&mut slow).await, [("snapshot", 11)]);
    play(&channel, 12, &MOVES, 5..=5);
    assert_eq!(next(&mut slow).await, [("changes", 12)]);
}

#[tokio::test]
async fn another_history_gives_everybody_a_fresh_snapshot() {
    let channel = hub().channel(&key());
    let cursor = channel.now().unwrap().cursor.clone();
    let mut there = watcher(&channel, None);
    assert_eq!(next(&mut there).await, [("snapshot", 9)]);
    play(&channel, 10, &MOVES, 1..=1);
    channel.reset_spectators();
    assert_eq!(next(&mut there).await, [("snapshot", 10)]);
    assert_eq!(next(&mut watcher(&channel, Some(&cursor))).await, [("snapshot", 10)]);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_nobody_watches_is_shrunk_and_shows_the_same_after_it() {
    let clock = WallClock::simulated(Timestamp::from_millis(0));
    let hub = with_game(hub_on(&MemoryBroker::default(), ROOMY, clock));
    let channel = || hub.channel(&key());
    let shown = || json(&[Item::Snapshot(channel().now().unwrap())]);
    let is_shrunk = || channel().ring().first() == channel().ring().next();
    let (before, cursor) = (shown(), channel().now().unwrap().cursor.clone());
    let mut there = watcher(&channel(), None);
    assert_eq!(next(&mut there).await, [("snapshot", 9)]);
    for _watched in 0..3 {
        tokio::time::advance(SHRINK_AFTER).await;
        hub.forget_idle();
        assert!(!is_shrunk());
    }
    drop(there);
    // The time counts from when the spectator was last seen.
    hub.forget_idle();
    assert!(!is_shrunk());
    tokio::time::advance(SHRINK_AFTER).await;
    hub.forget_idle();
    assert!(is_shrunk());
    assert_eq!(next(&mut watcher(&channel(), Some(&cursor))).await, [("resumed", 9)]);
    assert_eq!(shown(), before);

    tokio::time::advance(SHRINK_AFTER).await;
    hub.forget_idle();
    assert!(is_shrunk());
    play(&channel(), 10, &MOVES, 3..=3);
    let items = next(&mut watcher(&channel(), Some(&cursor))).await;
    assert_eq!(items, [("resumed", 9), ("changes", 10)]);
    assert!(newest(&channel()).contains(r#""kind":"move""#));
    hub.forget_idle();
    assert!(!is_shrunk());
}

#[tokio::test(start_paused = true)]
async fn the_time_is_sent_after_ten_seconds_without_changes() {
    let channel = hub().channel(&key());
    let mut watcher = watcher(&channel, None);
    assert_eq!(next(&mut watcher).await, [("snapshot", 9)]);
    let before = tokio::time::Instant::now();
    assert_eq!(next(&mut watcher).await, [("time", 0)]);
    assert_eq!(before.elapsed(), Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn spectators_learn_at_once_that_the_log_is_lost_and_that_it_is_back() {
    let hub = hub();
    let mut watcher = watcher(&hub.channel(&key()), None);
    assert_eq!(next(&mut watcher).await, [("snapshot", 9)]);
    let before = tokio::time::Instant::now();
    for freshness in [LOST, Freshness::Live] {
        hub.set_freshness(freshness);
        let (stamp, items) = watcher.next().await.unwrap();
        assert!(matches!(items[..], [Item::Time]), "{items:?}");
        assert_eq!(stamp.freshness, freshness);
    }
    assert_eq!(before.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn spectators_of_a_venue_learn_that_nothing_is_heard_of_it_and_those_of_others_do_not() {
    let hub = hub();
    let channel = hub.channel(&key());
    let elsewhere = hub.channel(&TournamentKey { venue: "sneek".parse().unwrap(), ..key() });
    let mut watcher = watcher(&channel, None);
    assert_eq!(next(&mut watcher).await, [("snapshot", 9)]);
    let since = Timestamp::from_millis(1_000);
    let mut heard = LastBeats::default();
    heard.note(Some(key().venue), since);
    let silent_at = Timestamp::from_millis(60_000);
    hub.set_silence(VenueMonitor::default().check(silent_at, &heard, true));
    let (stamp, items) = watcher.next().await.unwrap();
    assert!(matches!(items[..], [Item::Time]), "{items:?}");
    let offline = Freshness::VenueOffline { since };
    assert_eq!((stamp.freshness, elsewhere.stamp().freshness), (offline, Freshness::Live));
    // Moves that wait say less than that, and a log that is lost says more.
    for (freshness, shown) in [(Freshness::Delayed { since }, offline), (LOST, LOST)] {
        hub.set_freshness(freshness);
        assert_eq!(channel.stamp().freshness, shown);
        assert_eq!(elsewhere.stamp().freshness, freshness);
    }
}

#[tokio::test]
async fn a_newcomer_learns_from_the_snapshot_that_the_log_is_lost() {
    let hub = hub();
    hub.set_freshness(LOST);
    let mut watcher = watcher(&hub.channel(&key()), None);
    let (stamp, items) = watcher.next().await.unwrap();
    assert!(matches!(items[..], [Item::Snapshot(_)]), "{items:?}");
    assert_eq!(stamp.freshness, LOST);
}

#[tokio::test]
async fn a_stop_ends_the_stream() {
    let stopping = CancellationToken::new();
    let mut watcher = Watcher::new(hub().channel(&key()), None, stopping.clone());
    assert!(watcher.next().await.is_some());
    let (next, ()) = tokio::join!(watcher.next(), async { stopping.cancel() });
    assert!(next.is_none());
}
