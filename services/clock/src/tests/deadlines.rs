//! Which inputs a flag waits for, when to look at which clock, and who is told of a change.

use std::time::Duration;

use futures_util::StreamExt as _;
use proto::{
    subject::{GameId, GameKey, TournamentKey},
    v1::{self, ClockState, input_record::Action},
};
use runtime::WallClock;
use tokio::sync::watch;

use super::{at, control};
use crate::{
    clocks::{Seen, deadline},
    deadlines::Deadlines,
    flag::{Held, may_matter},
    grpc::changes,
};

#[test]
fn a_flag_waits_for_what_was_told_in_time() {
    let input = |at_ms, action| v1::InputRecord { at_ms, action, ..Default::default() };
    let play = |ply| Some(Action::Play(v1::PlayMove { ply, r#move: None }));
    let resign = Some(Action::Resign(v1::Resign::default()));
    let cases = [
        ("the missing move, in time", input(1_000, play(4)), true),
        ("in time to the millisecond", input(2_000, play(4)), true),
        ("too late", input(2_001, play(4)), false),
        ("a copy of a move that is played", input(1_000, play(3)), false),
        ("a resignation", input(1_000, resign.clone()), true),
        ("a late resignation", input(3_000, resign), false),
        ("a ruling", input(1_000, Some(Action::Retract(v1::RetractMoves::default()))), true),
        ("a late ruling", input(3_000, Some(Action::Resume(v1::ResumeGame {}))), false),
        ("nothing", input(1_000, None), false),
    ];
    for (name, input, expected) in cases {
        assert_eq!(may_matter(&input, at(2_000), 3), expected, "{name}");
    }
}

#[test]
fn a_flag_that_waits_is_spoken_of_once_a_minute() {
    let mut held = Held::default();
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
        assert_eq!(held.is_to_be_said(version, at(now)), expected, "{version} {now}");
    }
}

#[test]
fn a_flag_that_waits_is_looked_at_less_and_less_often() {
    let mut held = Held::default();
    assert!(!held.release());
    let pauses: Vec<u128> = (0..8).map(|_| held.next_pause().as_millis()).collect();
    assert_eq!(pauses, [300, 600, 1_200, 2_400, 4_800, 9_600, 10_000, 10_000]);
    // Until something happens in the game.
    assert!(held.release());
    assert_eq!(held.next_pause().as_millis(), 300);
}

#[test]
fn the_deadline_is_that_of_the_side_whose_time_runs() {
    let mut state =
        ClockState { white_ms: 5_000, black_ms: 7_000, as_of_ms: 100, ..Default::default() };
    assert_eq!(deadline(&state), None);
    state.set_running(v1::Color::Black);
    assert_eq!(deadline(&state), Some(at(7_100)));
    state.set_running(v1::Color::White);
    assert_eq!(deadline(&state), Some(at(5_100)));
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
async fn a_watcher_gets_the_clock_and_then_every_change() {
    let state = ClockState { control: Some(control().into()), ..ClockState::default() };
    let version = |version| Seen { version, state: state.clone(), ..Seen::default() };
    let (current, watching) = watch::channel(version(3));
    let mut answers = std::pin::pin!(changes(game(1), watching));
    assert_eq!(answers.next().await.unwrap().version, 3);
    current.send_replace(version(4));
    let changed = answers.next().await.unwrap();
    assert_eq!((changed.version, changed.control), (4, Some(control().into())));
    drop(current);
    assert_eq!(answers.next().await, None);
}
