//! The hour of the start where Black starts White's clock (2006 art. 2), and physical clocks.

use core::time::Duration;

use draughts::Color;
use game_clock::{AbsenceLimit, ClockDisplay, Command, Event, Refusal};

use super::{
    RecordEnd, TimedRecord, at, control, record,
    rulings::{desk, followed, ruled},
    shown,
};
use crate::{ClockAnswer, ClockEvent};

/// Returns a record of a game in which Black starts White's clock.
fn opened(plies: &[i64]) -> TimedRecord {
    TimedRecord { black_starts: true, ..record(plies, RecordEnd::Open) }
}

fn begin(number: u32, by: Color, millis: i64, record: TimedRecord) -> TimedRecord {
    ruled(number, Command::Begin { by, at: at(millis) }, millis, record)
}

#[test]
fn rule_2_of_2006_black_s_time_runs_until_black_presses() {
    let log = followed(&[opened(&[])]);
    assert!(log.clock.is_opening());
    assert_eq!(shown(&log.clock), (10_000, 10_000, Some(Color::Black)));
    let log = followed(&[opened(&[]), begin(1, Color::Black, 4_000, opened(&[]))]);
    assert_eq!(shown(&log.clock), (10_000, 7_000, Some(Color::White)));
    // White thinks from there on, with one message after the other or with only the last one.
    let played = TimedRecord { ruled: 1, ..opened(&[6_000]) };
    for steps in [
        &[opened(&[]), begin(1, Color::Black, 4_000, opened(&[])), played][..],
        &[begin(1, Color::Black, 4_000, opened(&[6_000]))],
    ] {
        assert_eq!(shown(&followed(steps).clock), (9_000, 7_000, Some(Color::Black)));
    }
}

#[test]
fn a_first_move_tells_that_black_has_pressed_where_nobody_else_did() {
    let log = followed(&[opened(&[]), opened(&[5_000, 6_000])]);
    // Black used four seconds before it and one after it, and got one for the move.
    assert_eq!(shown(&log.clock), (11_000, 6_000, Some(Color::White)));
    assert_eq!((log.clock.moves(Color::White), log.clock.moves(Color::Black)), (1, 1));
    // A press that arrives after Black's first move is refused.
    let late = begin(1, Color::Black, 4_000, opened(&[5_000, 6_000])).decide(&log).unwrap();
    let refusal = Some(Refusal::AlreadyStarted { control: Box::new(control()) });
    let answer = ClockAnswer { number: 1, input: Some(desk(1)), refusal };
    assert_eq!(late.events, [ClockEvent::Answered(answer)]);
}

#[test]
fn rule_2_of_2006_black_s_press_counts_also_when_it_arrives_after_white_s_first_move() {
    let in_order = followed(&[opened(&[]), begin(1, Color::Black, 3_000, opened(&[5_000]))]);
    let told_after =
        followed(&[opened(&[]), opened(&[5_000]), begin(1, Color::Black, 3_000, opened(&[5_000]))]);
    assert_eq!(told_after, in_order);
    assert_eq!(shown(&told_after.clock), (9_000, 8_000, Some(Color::Black)));
}

#[test]
fn rule_3_of_2006_both_late_the_one_who_comes_starts_the_other_s_hour() {
    let limit =
        Some(AbsenceLimit { after: Duration::from_secs(5), ..AbsenceLimit::TOURNAMENT_2006 });
    let absent = |color| Command::MarkAbsent { color, limit, at: at(1_500) };
    let steps = [
        opened(&[]),
        ruled(1, absent(Color::White), 1_500, opened(&[])),
        ruled(2, absent(Color::Black), 1_500, opened(&[])),
        // Black comes after four of the five seconds.
        begin(3, Color::Black, 5_000, opened(&[])),
    ];
    let log = followed(&steps[..3]);
    assert_eq!(log.clock.deadline(), Some(at(6_000)), "Black is waited for first");
    let log = followed(&steps);
    assert!(!log.clock.is_absent(Color::Black) && log.clock.is_absent(Color::White));
    assert_eq!(log.clock.deadline(), Some(at(10_000)), "then White");
}

#[test]
fn a_later_message_does_not_tell_that_black_starts_and_an_earlier_one_does() {
    let later = TimedRecord { black_starts: false, control: None, ..opened(&[5_000]) };
    assert_eq!(later.after(&opened(&[])), opened(&[5_000]));
}

#[test]
fn a_physical_clock_is_followed_in_its_place_among_the_moves_and_alarms_once() {
    let display = |white: u64, black: u64, running| {
        let (white, black) = (Duration::from_secs(white), Duration::from_secs(black));
        ClockDisplay { white, black, running: Some(running), flag: None }
    };
    let shows = |number, millis, display, plies: &[i64]| {
        ruled(
            number,
            Command::Follow { display, at: at(millis) },
            millis,
            record(plies, RecordEnd::Open),
        )
    };
    // White pressed at 2 s with ten left; the clock at the table has nine.
    let nine = display(9, 10, Color::Black);
    let log = followed(&[record(&[], RecordEnd::Open), shows(1, 2_100, nine, &[2_000])]);
    assert_eq!(shown(&log.clock), (9_000, 10_000, Some(Color::Black)));
    // It shows much more: an alarm, once, and the computed time stays.
    let much = display(60, 9, Color::Black);
    let mut log = followed(&[record(&[], RecordEnd::Open), record(&[2_000], RecordEnd::Open)]);
    let mut alarms = 0;
    for (number, millis) in [(1, 3_000), (2, 3_500)] {
        let decided = shows(number, millis, much, &[2_000]).decide(&log).unwrap();
        let is_alarm =
            |event: &&ClockEvent| matches!(event, ClockEvent::Clock(Event::Disagreed { .. }));
        alarms += decided.events.iter().filter(is_alarm).count();
        decided.events.iter().for_each(|event| log.apply(event));
        assert_eq!(log.answered, number);
    }
    assert_eq!((alarms, log.clock.disagreement()), (1, Some(much)));
    assert_eq!(log.clock.remaining(Color::White, at(3_500)), Some(Duration::from_secs(10)));
}
