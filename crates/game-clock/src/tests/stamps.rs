//! Presses stamped with a moment at which they cannot have been made.

use super::{at, check, flag_fell, press, pressed, started};
use crate::{Command, Event, Irregularity};
use draughts::Color::{self, Black, White};
use draughts::Timestamp;

fn arrived(by: Color, made: i64, received: i64) -> Command {
    Command::Press { by, at: at(made), received: at(received) }
}

fn irregular(by: Color, irregularity: Irregularity, millis: i64) -> Event {
    Event::Irregular { by, irregularity, at: at(millis) }
}

#[test]
fn a_press_from_the_future_counts_at_its_arrival_with_an_alarm() {
    let future = Irregularity::InFuture { claimed: at(5_251) };
    check(
        "60",
        &[arrived(White, 5_251, 5_000)],
        &[irregular(White, future, 5_000), pressed(White, 5_000, 55_000)],
    );
    // Within the tolerance of device clocks there is no alarm.
    check("60", &[arrived(White, 5_250, 5_000)], &[pressed(White, 5_000, 55_000)]);
}

#[test]
fn a_press_from_before_the_last_event_counts_at_that_event_with_an_alarm() {
    let before = Irregularity::BeforeLastEvent { claimed: at(4_749) };
    check(
        "60+1",
        &[press(White, 5_000), press(Black, 4_749)],
        &[
            pressed(White, 5_000, 56_000),
            irregular(Black, before, 5_000),
            pressed(Black, 5_000, 61_000),
        ],
    );
}

#[test]
fn a_press_from_the_future_does_not_make_the_flag_fall_early() {
    let future = Irregularity::InFuture { claimed: at(99_000) };
    check(
        "60",
        &[arrived(White, 99_000, 5_000)],
        &[irregular(White, future, 5_000), pressed(White, 5_000, 55_000)],
    );
    // One that also arrives too late finds the flag fallen at the deadline.
    check(
        "60",
        &[arrived(White, 99_000, 70_000)],
        &[irregular(White, future, 60_000), flag_fell(White, 60_000)],
    );
}

#[test]
fn presses_at_the_first_and_last_moments_of_time_are_judged_like_others() {
    let press = |made, received| Command::Press {
        by: White,
        at: Timestamp::from_millis(made),
        received: Timestamp::from_millis(received),
    };
    for (made, received) in [(i64::MIN, i64::MIN), (i64::MAX, i64::MIN), (i64::MIN, i64::MAX)] {
        let events = started("60").decide(&press(made, received)).unwrap();
        assert_eq!(events.last(), Some(&pressed(White, 0, 60_000)));
        assert_eq!(events.len(), 2);
    }
    let late = started("60").decide(&press(i64::MAX, i64::MAX)).unwrap();
    assert_eq!(late, [flag_fell(White, 60_000)]);
}

#[test]
fn an_irregularity_names_the_moment() {
    let future = Irregularity::InFuture { claimed: Timestamp::from_millis(7) };
    assert_eq!(future.to_string(), "a press of 7 ms arrived before it was made");
    let before = Irregularity::BeforeLastEvent { claimed: Timestamp::from_millis(7) };
    assert_eq!(before.to_string(), "a press of 7 ms lies before the turn of its player");
}
