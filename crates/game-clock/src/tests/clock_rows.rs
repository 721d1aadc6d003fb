//! Rows of commands and the clock's answers.

use super::{
    at, check, control, flag_fell, ms, press, pressed, refused, run, started, stop, stopped,
    time_check,
};
use crate::{Clock, Command, Event, Increment, Reading, Refusal, StageReading};
use draughts::Color::{self, Black, White};
use std::time::Duration;

#[test]
fn a_clock_that_was_not_started_has_no_state() {
    let clock = Clock::default();
    assert!(!clock.is_started());
    assert_eq!(clock.deadline(), None);
    assert_eq!(clock.running(), None);
    assert_eq!(clock.flag(), None);
    assert_eq!(clock.reading(), None);
    assert_eq!(clock.control(), None);
    assert_eq!(clock.started_at(), None);
    for color in Color::BOTH {
        assert_eq!(clock.remaining(color, at(0)), None);
        assert_eq!(clock.used(color, at(0)), None);
        assert_eq!(clock.given(color, at(0)), None);
        assert_eq!(clock.presses(color), 0);
    }
}

#[test]
fn a_clock_that_was_not_started_refuses_all_but_the_start() {
    let clock = Clock::default();
    assert_eq!(clock.decide(&press(White, 0)), Err(Refusal::NotStarted));
    assert_eq!(clock.decide(&stop(0)), Err(Refusal::NotStarted));
    assert_eq!(clock.decide(&time_check(0)), Ok(vec![]));
    let start = Command::Start { control: control("600+5"), at: at(0) };
    let event = Event::Started { control: control("600+5"), by: None, at: at(0) };
    assert_eq!(clock.decide(&start), Ok(vec![event]));
}

#[test]
fn events_before_the_start_leave_no_trace() {
    let mut clock = Clock::default();
    clock.apply(&pressed(White, 0, 1));
    clock.apply(&flag_fell(White, 0));
    clock.apply(&stopped(0));
    assert_eq!(clock, Clock::default());
}

#[test]
fn the_same_start_again_changes_nothing_and_another_is_refused() {
    let again = Command::Start { control: control("600+5"), at: at(0) };
    check("600+5", &[press(White, 10), again], &[pressed(White, 10, 604_990)]);
    let refusal = Refusal::AlreadyStarted { control: Box::new(control("600+5")) };
    for (text, millis) in [("600+6", 0), ("600+5", 1)] {
        let other = Command::Start { control: control(text), at: at(millis) };
        refused("600+5", &[], &other, &refusal);
    }
}

#[test]
fn each_press_starts_the_time_of_the_other_side_and_adds_its_increment() {
    let clock = check(
        "60+1",
        &[press(White, 1_000), press(Black, 4_000), press(White, 4_000)],
        &[
            pressed(White, 1_000, 60_000),
            pressed(Black, 4_000, 58_000),
            pressed(White, 4_000, 61_000),
        ],
    );
    assert_eq!(clock.presses(White), 2);
    assert_eq!(clock.presses(Black), 1);
    assert_eq!(clock.used(White, at(9_000)), Some(ms(1_000)));
    assert_eq!(clock.used(Black, at(9_000)), Some(ms(8_000)));
    assert_eq!(clock.remaining(Black, at(9_000)), Some(ms(53_000)));
    let stage = StageReading {
        number: 1,
        moves_to_go: None,
        increment: Increment::Fischer(ms(1_000)),
        is_absent: false,
    };
    let reading = Reading {
        white: ms(61_000),
        black: ms(58_000),
        white_stage: stage,
        black_stage: stage,
        running: Some(Black),
        delay: Duration::ZERO,
        is_paused: false,
        flag: None,
        forfeit: None,
        as_of: at(4_000),
    };
    assert_eq!(clock.reading(), Some(reading));
}

#[test]
fn a_press_by_the_side_that_does_not_run_is_refused() {
    refused("60", &[], &press(Black, 10), &Refusal::NotRunning { by: Black });
    refused("60", &[press(White, 10)], &press(White, 10), &Refusal::NotRunning { by: White });
}

#[test]
fn a_press_from_before_the_last_event_counts_at_that_event() {
    check(
        "60+1",
        &[press(White, 5_000), press(Black, 4_750)],
        &[pressed(White, 5_000, 56_000), pressed(Black, 5_000, 61_000)],
    );
    check("60", &[press(White, -1)], &[pressed(White, 0, 60_000)]);
}

#[test]
fn a_late_press_is_a_flag_fall_at_the_deadline() {
    check("60+5", &[press(White, 3_600_000)], &[flag_fell(White, 60_000)]);
    check(
        "60+5",
        &[press(White, 1_000), press(Black, 90_000)],
        &[pressed(White, 1_000, 64_000), flag_fell(Black, 61_000)],
    );
}

#[test]
fn a_press_in_time_counts_however_late_it_is_decided() {
    let mut clock = started("60");
    assert_eq!(clock.deadline(), Some(at(60_000)));
    // The service waited for late presses: nothing was decided before this one arrived.
    assert_eq!(run(&mut clock, &[press(White, 60_000)]), [pressed(White, 60_000, 0)]);
    assert_eq!(clock.deadline(), Some(at(120_000)));
}

#[test]
fn a_player_without_any_time_left_can_still_press_at_once() {
    let clock = check(
        "60",
        &[press(White, 60_000), press(Black, 60_000), press(White, 60_000), press(Black, 61_000)],
        &[
            pressed(White, 60_000, 0),
            pressed(Black, 60_000, 60_000),
            pressed(White, 60_000, 0),
            pressed(Black, 61_000, 59_000),
        ],
    );
    assert_eq!(clock.deadline(), Some(at(61_000)));
}

#[test]
fn a_check_before_the_deadline_changes_nothing() {
    let clock = check("60", &[time_check(59_999), time_check(-5)], &[]);
    assert_eq!(clock, started("60"));
}

#[test]
fn a_late_check_finds_the_flag_fallen_at_the_deadline() {
    let clock = check("60", &[time_check(9_000_000)], &[flag_fell(White, 60_000)]);
    assert_eq!(clock.flag(), Some(White));
    assert_eq!(clock.reading().unwrap().flag, Some(White));
    assert_eq!(clock.reading().unwrap().as_of, at(60_000));
}

#[test]
fn nothing_runs_after_a_flag_fall() {
    let clock = check(
        "60",
        &[time_check(60_000), time_check(70_000), stop(80_000)],
        &[flag_fell(White, 60_000)],
    );
    assert_eq!(clock.running(), None);
    assert_eq!(clock.deadline(), None);
    assert_eq!(clock.remaining(White, at(90_000)), Some(ms(0)));
    assert_eq!(clock.remaining(Black, at(90_000)), Some(ms(60_000)));
    assert_eq!(clock.used(White, at(90_000)), Some(ms(60_000)));
    for by in Color::BOTH {
        let refusal = Refusal::FlagFallen { color: White };
        refused("60", &[time_check(60_000)], &press(by, 60_000), &refusal);
    }
}

#[test]
fn the_end_of_the_game_stops_the_running_side() {
    let clock = check(
        "60",
        &[press(White, 1_000), stop(5_000), stop(6_000), time_check(900_000)],
        &[pressed(White, 1_000, 59_000), stopped(5_000)],
    );
    assert_eq!(clock.running(), None);
    assert_eq!(clock.flag(), None);
    assert_eq!(clock.deadline(), None);
    assert_eq!(clock.remaining(Black, at(900_000)), Some(ms(56_000)));
    assert_eq!(clock.used(Black, at(900_000)), Some(ms(4_000)));
    refused("60", &[stop(5_000)], &press(White, 5_000), &Refusal::Stopped);
}

#[test]
fn a_game_that_ends_at_the_deadline_ends_in_time_and_after_it_does_not() {
    check("60", &[stop(60_000)], &[stopped(60_000)]);
    check("60", &[stop(60_001)], &[flag_fell(White, 60_000)]);
}

#[test]
fn an_end_from_before_the_last_event_counts_at_that_event() {
    check("60", &[press(White, 10), stop(5)], &[pressed(White, 10, 59_990), stopped(10)]);
}

#[test]
fn a_moment_before_the_last_event_reads_as_that_event() {
    let clock = check("60", &[press(White, 10_000)], &[pressed(White, 10_000, 50_000)]);
    assert_eq!(clock.remaining(Black, at(0)), Some(ms(60_000)));
    assert_eq!(clock.used(Black, at(0)), Some(ms(0)));
}
