//! Tests of deadlines, of flags that wait, and of watching a clock.

mod fairness;
mod replicas;
mod views;

use std::time::Duration;

use draughts::Timestamp;
use futures_util::StreamExt as _;
use game_clock::TimeControl;
use live_game::{PendingInput, PendingKind, table::Inputs};
use proto::{
    convert::{InputContent, StoredInput},
    subject::{GameId, GameKey, Stream, Subject, TournamentKey},
    v1::{self, ClockState, InputRecord, input_record::Action},
};
use runtime::{LogEntry, MemoryBroker, Stored, WallClock};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    clocks::{HeldFlag, pending_inputs},
    deadlines::Deadlines,
    grpc::shown,
    views::ClockView,
};

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Ten seconds, and one more for each move.
fn control() -> TimeControl {
    TimeControl::new(Duration::from_secs(10), Duration::from_secs(1)).unwrap()
}

#[test]
fn a_waiting_flag_is_logged_once_a_minute() {
    let mut held = HeldFlag::default();
    for (version, now, expected) in [
        (7, 0, true),
        (7, 300, false),
        (7, 59_999, false),
        (7, 60_000, true),
        (7, 60_300, false),
        (8, 60_600, true),
        (8, 120_599, false),
        (8, 120_600, true),
    ] {
        assert_eq!(held.is_to_be_logged(version, at(now)), expected, "{version} {now}");
    }
}

#[test]
fn a_waiting_flag_is_checked_less_and_less_often() {
    let mut held = HeldFlag::default();
    assert!(!held.release());
    // To each pause a random part of itself is added.
    for least in [300, 600, 1_200, 2_400, 4_800, 9_600, 10_000, 10_000] {
        let pause = held.next_pause().as_millis();
        assert!((least..=2 * least).contains(&pause), "{pause} after {least}");
    }
    // Until something happens in the game.
    assert!(held.release());
    assert!(held.next_pause().as_millis() <= 600);
}

fn game(table: u32) -> GameKey {
    let key =
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() };
    key.game(GameId::new(1, table).unwrap())
}

#[test]
fn a_game_has_one_deadline_and_the_first_due_comes_first() {
    let deadlines = Deadlines::new(WallClock::system());
    assert_eq!(deadlines.take(at(0)), Err(Duration::MAX));
    deadlines.set(&game(1), Some(at(300)));
    deadlines.set(&game(2), Some(at(200)));
    deadlines.set(&game(3), Some(at(100)));
    deadlines.set(&game(3), None);
    deadlines.set(&game(1), Some(at(150)));
    assert_eq!(deadlines.take(at(100)), Err(Duration::from_millis(50)));
    assert_eq!(deadlines.take(at(150)), Ok(game(1)));
    assert_eq!(deadlines.take(at(150)), Err(Duration::from_millis(50)));
    assert_eq!(deadlines.take(at(900)), Ok(game(2)));
    assert_eq!(deadlines.take(at(900)), Err(Duration::MAX));
}

#[tokio::test]
async fn a_flag_waits_for_an_input_that_cannot_be_read() {
    let subject = Subject::game(Stream::Input, &game(1));
    let play = v1::PlayMove { ply: 4, r#move: None };
    let record = InputRecord {
        device: "board".to_owned(),
        sequence: 1,
        at_ms: 7,
        action: Some(Action::Play(play)),
        ..InputRecord::default()
    };
    let input = StoredInput::try_from(record).unwrap();
    let broker = MemoryBroker::default();
    let stored = broker.append::<Inputs<InputContent>>(&subject, &[input], None).await;
    let readable = stored.unwrap();
    let expected = PendingInput { at: at(7), kind: PendingKind::Move { ply: 4 } };
    assert_eq!(pending_inputs(vec![Ok(readable.clone())]).ok(), Some(vec![expected]));
    // An envelope of a later version, for instance.
    let unreadable = LogEntry::read(Stored {
        subject: subject.to_string(),
        sequence: 2,
        headers: Default::default(),
        payload: vec![0xff].into(),
    });
    assert!(pending_inputs(vec![Ok(readable), unreadable]).is_err());
}

#[tokio::test]
async fn a_watcher_gets_the_clock_and_then_every_change() {
    let state = ClockState { control: Some(control().into()), ..ClockState::default() };
    let version = |version| ClockView { version, state: state.clone(), ..ClockView::default() };
    let (current, watching) = watch::channel(version(3));
    let changes = runtime::changes(watching, CancellationToken::new());
    let mut answers = std::pin::pin!(changes.map(|view| shown(&game(1), &view)));
    assert_eq!(answers.next().await.unwrap().version, 3);
    current.send_replace(version(4));
    let changed = answers.next().await.unwrap();
    assert_eq!((changed.version, changed.control), (4, Some(control().into())));
    drop(current);
    assert_eq!(answers.next().await, None);
}
