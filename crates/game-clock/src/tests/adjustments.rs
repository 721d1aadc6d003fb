//! Pauses and adjustments: C art. 3, 2006 art. 2.

use super::{
    adjust, adjusted, at, check, correct, corrected, flag_fell, ms, pause, paused, press, pressed,
    reason, refused, resume, resumed, run, started, stop, stopped, time_check,
};
use crate::{Clock, Command, Reason, ReasonError, Refusal};
use draughts::Color::{Black, White};
use std::time::Duration;

#[test]
fn regulation_c_art_3_the_arbiter_stops_the_clock_and_nobody_s_time_runs() {
    let clock = check(
        "60+1",
        &[press(White, 1_000), pause(4_000), time_check(i64::MAX), resume(None, 900_000)],
        &[pressed(White, 1_000, 60_000), paused(4_000), resumed(Black, 900_000)],
    );
    assert_eq!(clock.deadline(), Some(at(957_000)));
    assert_eq!(clock.used(Black, at(900_000)), Some(ms(3_000)));
}

#[test]
fn a_press_at_a_paused_clock_is_refused() {
    refused("60", &[pause(10)], &press(White, 20), &Refusal::Paused);
    let mut clock = started("60");
    run(&mut clock, &[pause(10)]);
    assert!(clock.is_paused());
    assert_eq!((clock.running(), clock.deadline()), (None, None));
}

#[test]
fn a_press_made_before_the_pause_counts_when_it_arrives_after_it() {
    // White pressed at 6 s, the clock was paused at 10 s, and then the press arrives.
    let clock = check(
        "60+1",
        &[pause(10_000), press(White, 6_000), press(Black, 11_000 - 1_000), resume(None, 20_000)],
        &[
            paused(10_000),
            pressed(White, 6_000, 55_000),
            pressed(Black, 10_000, 57_000),
            resumed(White, 20_000),
        ],
    );
    // Black's four seconds ran before the pause.
    assert_eq!(clock.used(Black, at(21_000)), Some(ms(4_000)));
    assert_eq!(clock.used(White, at(21_000)), Some(ms(7_000)));
    assert_eq!(clock.given(White, at(21_000)), Some(ms(61_000)));
    refused("60", &[pause(10_000)], &press(White, 10_001), &Refusal::Paused);
    refused("60", &[pause(10_000)], &press(Black, 6_000), &Refusal::NotRunning { by: Black });
    // With a delay only counted time comes back: one second beyond the delay of five.
    let delayed = [pause(10_000), press(White, 6_000)];
    check("60d5", &delayed, &[paused(10_000), pressed(White, 6_000, 59_000)]);
    // A player whose time was over cannot have pressed.
    let adjusted_flag = [time_check(60_000), adjust(White, 5_000, 70_000)];
    refused("60", &adjusted_flag, &press(White, 59_000), &Refusal::Paused);
}

#[test]
fn the_arbiter_may_resume_with_the_other_side() {
    let clock = check(
        "60",
        &[pause(1_000), resume(Some(Black), 2_000)],
        &[paused(1_000), resumed(Black, 2_000)],
    );
    assert_eq!(clock.running(), Some(Black));
}

#[test]
fn a_pause_is_made_once_and_only_a_pause_is_resumed() {
    check("60", &[pause(1_000), pause(2_000)], &[paused(1_000)]);
    refused("60", &[], &resume(None, 5), &Refusal::NotPaused);
    refused("60", &[stop(1)], &pause(5), &Refusal::Stopped);
    refused("60", &[stop(1)], &resume(None, 5), &Refusal::Stopped);
    let fallen = Refusal::FlagFallen { color: White };
    refused("60", &[time_check(60_000)], &pause(60_001), &fallen);
    refused("60", &[time_check(60_000)], &resume(None, 60_001), &fallen);
    let clock = Clock::default();
    assert_eq!(clock.decide(&pause(0)), Err(Refusal::NotStarted));
}

#[test]
fn a_pause_after_the_deadline_finds_the_flag_fallen() {
    check("60", &[pause(60_000)], &[paused(60_000)]);
    check("60", &[pause(60_001)], &[flag_fell(White, 60_000)]);
}

#[test]
fn a_game_may_end_while_the_clock_is_paused() {
    check("60", &[pause(1_000), stop(2_000)], &[paused(1_000), stopped(2_000)]);
}

#[test]
fn the_arbiter_sets_the_remaining_time_of_a_player() {
    let clock = check(
        "60+1",
        &[adjust(White, 90_000, 10_000), adjust(Black, 5_000, 11_000), press(White, 20_000)],
        &[
            adjusted(White, 90_000, 10_000),
            adjusted(Black, 5_000, 11_000),
            pressed(White, 20_000, 81_000),
        ],
    );
    assert_eq!(clock.deadline(), Some(at(25_000)));
    // Given: the minute, the forty seconds beyond the remaining fifty, and the increment.
    assert_eq!(clock.given(White, at(20_000)), Some(ms(60_000 + 40_000 + 1_000)));
    assert_eq!(clock.given(Black, at(20_000)), Some(ms(5_000)));
    assert_eq!(clock.used(White, at(20_000)), Some(ms(20_000)));
}

#[test]
fn a_paused_clock_is_adjusted_and_stays_paused() {
    let clock = check(
        "60",
        &[pause(1_000), adjust(White, 30_000, 2_000), resume(None, 3_000)],
        &[paused(1_000), adjusted(White, 30_000, 2_000), resumed(White, 3_000)],
    );
    assert_eq!(clock.deadline(), Some(at(33_000)));
}

#[test]
fn after_a_flag_fall_the_arbiter_adjusts_and_lets_it_run_again() {
    let clock = check(
        "60",
        &[time_check(60_000), adjust(White, 20_000, 70_000), resume(None, 80_000)],
        &[flag_fell(White, 60_000), adjusted(White, 20_000, 70_000), resumed(White, 80_000)],
    );
    assert_eq!((clock.flag(), clock.deadline()), (None, Some(at(100_000))));
    // A correction of the record does not change that, before or after it.
    check(
        "60",
        &[
            time_check(60_000),
            correct(1, Some(White), 61_000),
            adjust(White, 20_000, 70_000),
            correct(2, Some(White), 71_000),
            resume(None, 72_000),
        ],
        &[
            flag_fell(White, 60_000),
            corrected(1, Some(White), 61_000),
            adjusted(White, 20_000, 70_000),
            corrected(2, Some(White), 71_000),
            resumed(White, 72_000),
        ],
    );
}

#[test]
fn an_adjustment_after_the_deadline_takes_place_after_the_fall() {
    let clock = check(
        "60",
        &[adjust(White, 20_000, 70_000)],
        &[flag_fell(White, 60_000), adjusted(White, 20_000, 70_000)],
    );
    assert!(clock.is_paused());
    // An adjustment of the other side, or to zero, takes no flag back.
    for (color, left) in [(Black, 20_000), (White, 0)] {
        let mut clock = started("60");
        run(&mut clock, &[time_check(60_000), adjust(color, left, 70_000)]);
        assert_eq!(clock.flag(), Some(White));
    }
}

#[test]
fn a_correction_of_a_paused_clock_leaves_it_paused_for_the_side_to_move() {
    let clock = check(
        "60",
        &[press(White, 1_000), pause(2_000), correct(1, Some(White), 3_000), resume(None, 9_000)],
        &[
            pressed(White, 1_000, 59_000),
            paused(2_000),
            corrected(1, Some(White), 3_000),
            resumed(White, 9_000),
        ],
    );
    assert_eq!(clock.deadline(), Some(at(68_000)));
}

#[test]
fn no_player_can_be_given_more_time_than_a_clock_shows() {
    let week = Clock::REMAINING_MAX;
    for (remaining, is_allowed) in [(week, true), (week + ms(1), false), (Duration::MAX, false)] {
        let adjust = Command::Adjust { color: White, remaining, reason: reason(), at: at(1) };
        let refusal = Refusal::TooMuchTime { remaining };
        let decided = started("60").decide(&adjust).map(|events| events.len());
        assert_eq!(decided, if is_allowed { Ok(1) } else { Err(refusal) });
    }
}

#[test]
fn a_reason_is_one_line_with_text() {
    assert_eq!(Reason::new(" spilt coffee ").unwrap().as_str(), "spilt coffee");
    assert_eq!(Reason::new(&"x".repeat(200)).unwrap().to_string(), "x".repeat(200));
    assert_eq!(Reason::new(&"é".repeat(201)), Err(ReasonError::TooLong));
    assert_eq!(Reason::new(" \n"), Err(ReasonError::Empty));
    assert_eq!(Reason::new("a\nb"), Err(ReasonError::Control));
    assert_eq!(ReasonError::TooLong.to_string(), "the reason is longer than 200 characters");
}

#[test]
fn a_reason_holds_nothing_that_misleads_unless_the_log_has_it() {
    let text = "spilt\u{202e} coffee";
    let error = Reason::new(text).unwrap_err().to_string();
    let says = "the reason: character 6 is U+202E, which changes the direction of the text";
    assert_eq!(error, says);
    assert_eq!(Reason::stored(text).unwrap().as_str(), text);
}
