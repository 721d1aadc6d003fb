//! The clock when the arbiter changes the game's record: what was used is used, and the side to move
//! runs from there.

use super::{
    at, check, correct, corrected, flag_fell, ms, press, pressed, refused, run, started, stop,
    stopped, time_check,
};
use crate::{Clock, Refusal};
use draughts::Color::{self, Black, White};

#[test]
fn after_a_correction_the_side_to_move_runs_and_what_was_used_is_used() {
    let clock = check(
        "60+1",
        &[press(White, 1_000), correct(1, Some(White), 4_000), press(White, 6_000)],
        &[
            pressed(White, 1_000, 60_000),
            corrected(1, Some(White), 4_000),
            pressed(White, 6_000, 59_000),
        ],
    );
    assert_eq!(clock.used(White, at(6_000)), Some(ms(3_000)));
    assert_eq!(clock.used(Black, at(6_000)), Some(ms(3_000)));
    // Each press gave its increment, taken back or not.
    assert_eq!(clock.given(White, at(6_000)), Some(ms(62_000)));
    assert_eq!((clock.line(), clock.presses_in_line()), (1, 1));
}

#[test]
fn a_correction_is_made_once_and_an_earlier_one_not_at_all() {
    let clock = check(
        "60+1",
        &[
            press(White, 1_000),
            correct(3, Some(White), 4_000),
            correct(3, Some(Black), 5_000),
            correct(2, None, 6_000),
        ],
        &[pressed(White, 1_000, 60_000), corrected(3, Some(White), 4_000)],
    );
    assert_eq!((clock.line(), clock.presses_in_line()), (3, 0));
    assert_eq!(clock.running(), Some(White));
}

#[test]
fn on_paper_nobodys_time_runs_until_the_next_correction() {
    let clock = check(
        "60+1",
        &[
            press(White, 1_000),
            correct(1, None, 4_000),
            time_check(i64::MAX),
            correct(2, Some(Black), 900_000),
        ],
        &[
            pressed(White, 1_000, 60_000),
            corrected(1, None, 4_000),
            corrected(2, Some(Black), 900_000),
        ],
    );
    assert_eq!(clock.remaining(Black, at(900_000)), Some(ms(57_000)));
    assert_eq!(clock.deadline(), Some(at(957_000)));
    let paper = [correct(1, None, 4_000)];
    refused("60+1", &paper, &press(White, 5_000), &Refusal::Stopped);
}

#[test]
fn a_game_that_goes_on_runs_again_unless_its_flag_has_fallen() {
    check(
        "60+1",
        &[stop(1_000), correct(1, Some(White), 50_000), time_check(109_000)],
        &[stopped(1_000), corrected(1, Some(White), 50_000), flag_fell(White, 109_000)],
    );
    let clock = check(
        "60+1",
        &[time_check(60_000), correct(1, Some(White), 70_000)],
        &[flag_fell(White, 60_000)],
    );
    assert_eq!((clock.flag(), clock.line()), (Some(White), 0));
}

#[test]
fn a_correction_after_the_deadline_finds_the_flag_fallen() {
    for running in [None, Some(White), Some(Black)] {
        check("60+1", &[correct(1, running, 60_001)], &[flag_fell(White, 60_000)]);
        check("60+1", &[correct(1, running, 60_000)], &[corrected(1, running, 60_000)]);
    }
}

#[test]
fn a_correction_from_before_the_last_event_is_taken_as_at_that_event() {
    let presses = [press(White, 5_000), correct(1, Some(White), 4_000)];
    check("60+1", &presses, &[pressed(White, 5_000, 56_000), corrected(1, Some(White), 5_000)]);
}

#[test]
fn a_clock_that_was_not_started_has_nothing_to_correct() {
    let clock = Clock::default();
    assert_eq!(clock.decide(&correct(1, Some(White), 0)), Err(Refusal::NotStarted));
    assert_eq!((clock.line(), clock.presses_in_line()), (0, 0));
    let mut clock = started("60+1");
    run(&mut clock, &[press(White, 1_000), press(Black, 2_000)]);
    assert_eq!((clock.line(), clock.presses_in_line()), (0, 2));
    assert_eq!(Color::BOTH.map(|color| clock.presses(color)), [1, 1]);
}
