//! Follows a physical clock.

use super::{at, check, flag_fell, ms, press, pressed, refused, run, started, stop, time_check};
use crate::{Clock, ClockDisplay, Command, Event, Refusal};
use draughts::Color::{Black, White};
use std::time::Duration;

/// Returns a display in whole seconds while White's time runs.
fn display(white: u64, black: u64) -> ClockDisplay {
    ClockDisplay {
        white: Duration::from_secs(white),
        black: Duration::from_secs(black),
        running: Some(White),
        flag: None,
    }
}

fn follow(white: u64, black: u64, millis: i64) -> Command {
    Command::Follow { display: display(white, black), at: at(millis) }
}

fn followed(white: u64, black: u64, millis: i64) -> Event {
    Event::Followed { display: display(white, black), at: at(millis) }
}

fn disagreed(white: u64, black: u64, millis: i64) -> Event {
    Event::Disagreed { display: display(white, black), at: at(millis) }
}

#[test]
fn a_display_of_the_same_seconds_gives_no_event() {
    check("60", &[follow(59, 60, 500), follow(50, 60, 9_001), follow(50, 60, 10_000)], &[]);
}

#[test]
fn within_a_second_the_display_replaces_the_computed_time() {
    let clock = check(
        "60",
        &[follow(51, 60, 10_000), time_check(60_999), time_check(61_000)],
        &[followed(51, 60, 10_000), flag_fell(White, 61_000)],
    );
    assert_eq!(clock.used(White, at(61_000)), Some(ms(61_000)));
    assert_eq!(clock.given(White, at(61_000)), Some(ms(61_000)));
    // The side whose seconds agree keeps its fraction.
    let mut clock = started("60");
    run(&mut clock, &[press(White, 500), press(Black, 700), follow(59, 60, 700)]);
    assert_eq!(clock.remaining(White, at(700)), Some(ms(59_500)));
    assert_eq!(clock.remaining(Black, at(700)), Some(ms(60_000)));
}

#[test]
fn a_disagreement_gives_one_event_until_the_clocks_agree_again() {
    check(
        "60",
        &[
            follow(55, 60, 10_000),
            follow(54, 60, 10_000),
            follow(50, 57, 10_000),
            follow(50, 60, 10_000),
            follow(40, 60, 11_000),
        ],
        &[disagreed(55, 60, 10_000), followed(50, 60, 10_000), disagreed(40, 60, 11_000)],
    );
    check("60", &[follow(51, 60, 10_001)], &[disagreed(51, 60, 10_001)]);
    check("60", &[follow(49, 60, 10_000)], &[followed(49, 60, 10_000)]);
}

#[test]
fn a_flag_on_the_display_ends_the_last_second() {
    let shows = |flag| ClockDisplay { flag, ..display(0, 60) };
    let follow = |flag, millis| Command::Follow { display: shows(flag), at: at(millis) };
    check("60", &[follow(None, 59_400)], &[]);
    check("60", &[follow(Some(Black), 59_400)], &[]);
    let followed = Event::Followed { display: shows(Some(White)), at: at(59_400) };
    check(
        "60",
        &[follow(Some(White), 59_400), time_check(59_400)],
        &[followed, flag_fell(White, 59_400)],
    );
}

#[test]
fn a_press_that_is_under_way_is_no_disagreement() {
    let black = ClockDisplay { running: Some(Black), ..display(51, 60) };
    check("60", &[Command::Follow { display: black, at: at(10_000) }], &[]);
}

#[test]
fn a_display_moves_a_deadline_that_has_not_been_checked() {
    // The physical clock has a second left when the computed one has none.
    let clock = check(
        "60",
        &[follow(1, 60, 60_300), press(White, 61_000)],
        &[followed(1, 60, 60_300), pressed(White, 61_000, 300)],
    );
    assert_eq!(clock.used(White, at(61_000)), Some(ms(61_000)));
    assert_eq!(clock.given(White, at(61_000)), Some(ms(61_300)));
    // A display with much more time raises an alarm, and the flag falls at its own moment.
    check(
        "60",
        &[follow(9, 60, 70_000), time_check(70_000)],
        &[disagreed(9, 60, 60_000), flag_fell(White, 60_000)],
    );
}

#[test]
fn an_empty_or_old_display_or_one_without_a_game_gives_no_event() {
    check("60", &[press(White, 5_000), follow(50, 60, 4_999)], &[pressed(White, 5_000, 55_000)]);
    check("1", &[follow(0, 0, 900)], &[]);
    check("60", &[stop(1_000), follow(10, 60, 2_000)], &[super::stopped(1_000)]);
    assert_eq!(Clock::default().decide(&follow(1, 1, 0)), Err(Refusal::NotStarted));
    let remaining = Clock::REMAINING_MAX + Duration::from_secs(1);
    let absurd = follow(remaining.as_secs(), 60, 1);
    refused("60", &[], &absurd, &Refusal::TooMuchTime { remaining });
}

#[test]
fn a_display_that_only_counts_on_is_recognised() {
    let earlier = display(60, 60);
    for (later, after_ms, counts_on) in [
        (display(50, 60), 10_000, true),
        (display(50, 60), 9_000, true),
        (display(50, 60), 11_000, true),
        (display(50, 60), 8_999, false),
        (display(50, 60), 11_001, false),
        (display(50, 62), 10_000, false),
        (display(0, 60), 70_000, true),
        (ClockDisplay { running: Some(Black), ..display(50, 60) }, 10_000, false),
        (ClockDisplay { flag: Some(White), ..display(50, 60) }, 10_000, false),
    ] {
        assert_eq!(later.counts_on_from(&earlier, ms(after_ms)), counts_on, "{later:?}");
    }
}

#[test]
fn a_disagreement_keeps_the_other_clock_s_times_until_they_agree() {
    let mut clock = started("60");
    assert_eq!(clock.disagreement(), None);
    run(&mut clock, &[follow(55, 60, 10_000), follow(54, 60, 10_500)]);
    assert_eq!(clock.disagreement(), Some(display(55, 60)));
    run(&mut clock, &[follow(49, 60, 11_000)]);
    assert_eq!(clock.disagreement(), None);
}

#[test]
fn a_drifting_clock_is_followed_for_ten_seconds_and_then_raises_an_alarm() {
    // White's display runs slow by nine tenths of a second between any two displays.
    let shows = |nth: u64| {
        let display = display(60 - nth / 10, 60);
        Command::Follow { display, at: at(i64::try_from(nth * 1_000).unwrap()) }
    };
    let mut clock = started("60");
    let (mut followed, mut alarms) = (0, Vec::new());
    for nth in 1..30 {
        for event in clock.decide(&shows(nth)).unwrap() {
            if let Event::Disagreed { at, .. } = &event {
                alarms.push(*at);
            } else {
                followed += 1;
            }
            clock.apply(&event);
        }
    }
    // After twelve seconds the clock shows ten more than it should.
    assert_eq!(alarms, [at(12_000)], "followed {followed} times");
    assert_eq!(clock.given(White, at(12_000)), Some(ms(70_000)));
    // After a ruling of the arbiter the physical clock is set to the same time.
    run(&mut clock, &[super::adjust(White, 40_000, 30_000), follow(40, 60, 30_000)]);
    assert_eq!(clock.disagreement(), None);
}
