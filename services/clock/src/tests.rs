//! What needs no broker: what a record makes of a clock, which inputs a flag waits for, deadlines.

use std::time::Duration;

use draughts::{Color, Timestamp};
use futures_util::StreamExt as _;
use game_clock::{Clock, Event, TimeControl};
use prost::Message as _;
use proto::{
    subject::{GameId, GameKey, TournamentKey},
    v1::{self, Envelope, envelope::Record, game_event::Event as Wire, input_record::Action},
};
use tokio::sync::watch;

use crate::{
    clocks::{Seen, deadline},
    deadlines::Deadlines,
    flag::{Held, may_matter},
    grpc::changes,
    record::{self, End, GameRecord, Gap},
};

const START: &str = "W:W31-50:B1-20";

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Ten seconds and one a move.
fn control() -> TimeControl {
    TimeControl::new(Duration::from_secs(10), Duration::from_secs(1)).unwrap()
}

fn record(plies: &[i64], end: End) -> GameRecord {
    GameRecord {
        control: Some(control()),
        started_at: at(1_000),
        first: Color::White,
        plies: plies.iter().copied().map(at).collect(),
        end,
    }
}

/// Folds each record into one clock, and answers the clock with all its events.
fn told(records: &[GameRecord]) -> (Clock, Vec<Event>) {
    let (mut clock, mut all) = (Clock::default(), Vec::new());
    for record in records {
        let events = record.decide(&clock).unwrap();
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    }
    (clock, all)
}

#[test]
fn order_repeats_and_gaps_make_no_difference() {
    let steps = [
        record(&[], End::Open),
        record(&[2_000], End::Open),
        record(&[2_000, 5_000], End::Open),
        record(&[2_000, 5_000, 6_500], End::At(at(6_500))),
    ];
    let (clock, events) = told(&steps);
    assert_eq!(events.len(), 5, "{events:?}");
    assert_eq!(clock.presses(Color::White), 2);
    assert_eq!(clock.running(), None);
    for order in [&[3][..], &[0, 0, 1, 2, 3, 3], &[2, 0, 3, 1], &[1, 3, 0, 2]] {
        let steps: Vec<_> = order.iter().filter_map(|&step| steps.get(step).cloned()).collect();
        assert_eq!(told(&steps), (clock.clone(), events.clone()), "{order:?}");
    }
}

#[test]
fn a_late_move_is_a_flag_fall_at_the_deadline_and_what_follows_changes_nothing() {
    // White had until 11 s; the game's log does not know that yet.
    let late = record(&[11_001, 12_000], End::Open);
    let (clock, events) = told(&[record(&[], End::Open), late]);
    assert_eq!(events.last(), Some(&Event::FlagFell { color: Color::White, at: at(11_000) }));
    let (after, events) = told(&[
        record(&[11_001, 12_000], End::Open),
        record(&[11_001, 12_000], End::At(at(13_000))),
    ]);
    assert_eq!(after, clock);
    assert_eq!(events.len(), 2, "{events:?}");
}

#[test]
fn what_only_an_earlier_message_told_is_asked_for() {
    let without_control = GameRecord { control: None, ..record(&[2_000], End::Open) };
    assert_eq!(without_control.decide(&Clock::default()), Err(Gap));
    let (clock, _events) = told(&[record(&[2_000], End::Open)]);
    assert_eq!(without_control.decide(&clock), Ok(vec![]));

    let over = record(&[2_000], End::Before);
    assert_eq!(over.decide(&clock), Err(Gap));
    let whole = over.after(&record(&[2_000], End::At(at(2_500))));
    assert_eq!(whole.decide(&clock), Ok(vec![Event::Stopped { at: at(2_500) }]));
}

#[test]
fn a_game_that_black_begins_is_not_timed() {
    let black = GameRecord { first: Color::Black, ..record(&[2_000], End::Open) };
    assert_eq!(black.decide(&Clock::default()), Ok(vec![]));
}

fn envelope(fen: &str, plies: &[i64], events: Vec<Wire>) -> Envelope {
    let mut state = v1::GameState {
        start_fen: fen.to_owned(),
        plies: plies.iter().map(|&at_ms| v1::PlayedPly { r#move: None, at_ms }).collect(),
        started_at_ms: 1_000,
        ..v1::GameState::default()
    };
    state.set_rules(v1::RuleSet::International);
    let events = events.into_iter().map(|event| v1::GameEvent { event: Some(event) });
    let record = v1::GameRecord { events: events.collect(), state: Some(state) };
    Envelope { record: Some(Record::Game(record)), ..Envelope::default() }
}

#[test]
fn a_message_of_the_game_tells_the_whole_record() {
    let set = Wire::ControlSet(control().into());
    let finished = Wire::Finished(v1::GameFinished { at_ms: 6_500, ..Default::default() });
    let read = record::read(envelope(START, &[2_000, 5_000], vec![set, finished])).unwrap();
    assert_eq!(read, Some(record(&[2_000, 5_000], End::At(at(6_500)))));

    let black = record::read(envelope("B:W31-50:B1-20", &[], vec![])).unwrap().unwrap();
    assert_eq!((black.first, black.control, black.end), (Color::Black, None, End::Open));

    let not_begun = Record::Game(v1::GameRecord {
        events: vec![],
        state: Some(v1::GameState { start_fen: START.to_owned(), ..Default::default() }),
    });
    let not_begun = Envelope { record: Some(not_begun), ..Envelope::default() };
    assert_eq!(record::read(not_begun), Ok(None));
    assert!(record::read(Envelope::default()).is_err());
    assert!(record::read(envelope("nonsense", &[], vec![])).is_err());
    assert!(Envelope::decode(&b"\xff\xff"[..]).is_err());
}

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
fn the_deadline_is_that_of_the_side_whose_time_runs() {
    let mut state =
        v1::ClockState { white_ms: 5_000, black_ms: 7_000, as_of_ms: 100, ..Default::default() };
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
    let deadlines = Deadlines::default();
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
    let version = |version| Seen { version, ..Seen::default() };
    let (current, watching) = watch::channel(version(3));
    let mut answers = std::pin::pin!(changes(game(1), control(), watching));
    assert_eq!(answers.next().await.unwrap().version, 3);
    current.send_replace(version(4));
    let changed = answers.next().await.unwrap();
    assert_eq!((changed.version, changed.control), (4, Some(control().into())));
    drop(current);
    assert_eq!(answers.next().await, None);
}
