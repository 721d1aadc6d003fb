//! The time of a machine whose time of day is set.

use std::time::Duration;

use draughts::Timestamp;
use proptest::prelude::*;

use crate::{BootId, ClockMark, MachineClock, MachineReading};

const BOOT: BootId = BootId(7);
/// The time of day at the boot.
const BOOTED_MS: i64 = 1_800_000_000_000;

fn up(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap())
}

/// Returns the reading `up_ms` after the boot, when the time of day was set forward by `set_ms` in
/// all.
fn reading(up_ms: i64, set_ms: i64) -> MachineReading {
    let time_of_day = Timestamp::from_millis(BOOTED_MS + up_ms + set_ms);
    MachineReading { up: up(up_ms), time_of_day }
}

fn started() -> MachineClock {
    MachineClock::start(BOOT, reading(0, 0), &[], None)
}

#[test]
fn a_step_of_the_time_of_day_is_told_once_and_never_followed() {
    for set_ms in [2_001, 120_000, 600_000, 3_600_000, -2_010, -120_000, -600_000, -3_600_000] {
        let mut clock = started();
        assert!(!clock.observe(reading(1_000, 0)), "{set_ms}");
        assert!(clock.observe(reading(2_000, set_ms)), "{set_ms}");
        assert_eq!(clock.ahead_ms(), Some(set_ms));
        for second in 3..=7_200 {
            // The two clocks are not read in the same moment.
            let jitter_ms = second % 3;
            assert!(!clock.observe(reading(second * 1000, set_ms + jitter_ms)), "{set_ms}");
            assert_eq!(clock.now(up(second * 1000)).millis(), BOOTED_MS + second * 1000);
        }
        assert!(clock.observe(reading(7_201_000, 0)), "{set_ms}");
        assert_eq!(clock.ahead_ms(), None);
        assert_eq!(clock.now(up(7_201_000)).millis(), BOOTED_MS + 7_201_000);
    }
}

#[test]
fn a_step_that_is_made_larger_or_smaller_is_told_again() {
    let mut clock = started();
    for (up_ms, set_ms, is_told) in [
        (1_000, 600_000, true),
        (2_000, 601_000, false),
        (3_000, 601_001, true),
        (4_000, -3_600_000, true),
        (5_000, 2_000, true),
        (6_000, -1_999, false),
    ] {
        assert_eq!(clock.observe(reading(up_ms, set_ms)), is_told, "{up_ms}");
    }
}

#[test]
fn a_leap_second_and_a_correction_of_the_time_server_are_made_up_unnoticed() {
    for set_ms in [-1_000, 1_000, 400, -2_000, 2_000] {
        let mut clock = started();
        for second in 1..=4_000_i64 {
            assert!(!clock.observe(reading(second * 1000, set_ms)), "{set_ms}");
            let made_up_ms = clock.now(up(second * 1000)).millis() - BOOTED_MS - second * 1000;
            // Half a millisecond a second.
            let most_ms = (second / 2 + 1).min(set_ms.abs());
            assert!(made_up_ms.abs() <= most_ms, "{set_ms}: {made_up_ms} after {second} s");
        }
        let is = clock.now(up(4_000_000)).millis() - BOOTED_MS - 4_000_000;
        assert!((is - set_ms).abs() <= 1, "{is} of {set_ms}");
    }
}

#[test]
fn a_process_that_starts_again_goes_on_from_the_marks_of_its_boot() {
    let mark = |boot, up_ms: i64, at_ms: i64| ClockMark {
        boot: BootId(boot),
        up: up(up_ms),
        at: Timestamp::from_millis(BOOTED_MS + at_ms),
    };
    let at = |at_ms| Some(Timestamp::from_millis(BOOTED_MS + at_ms));
    let hours = 3_600_000;
    // The process starts 10 hours after the boot. Each row: the step of the time of day, the marks,
    // the last moment in the log, and the time at the start.
    for (name, set_ms, marks, last, expected) in [
        ("an empty log", 0, vec![], None, 10 * hours),
        ("an empty log, whatever the time of day", -5_000, vec![], None, 10 * hours - 5_000),
        ("a step forward", 600_000, vec![mark(7, 9 * hours, 9 * hours)], at(9 * hours), 10 * hours),
        ("a step back", -3_600_000, vec![mark(7, 9 * hours, 9 * hours)], at(9 * hours), 10 * hours),
        (
            "the last mark counts, in whatever order they come",
            600_000,
            vec![mark(7, 9 * hours, 9 * hours + 5), mark(7, 8 * hours, 8 * hours)],
            at(9 * hours),
            10 * hours + 5,
        ),
        (
            "marks of another boot",
            3,
            vec![mark(8, 9 * hours, 2 * hours)],
            at(2 * hours),
            10 * hours + 3,
        ),
        (
            "a mark of the future is of another boot",
            0,
            vec![mark(7, 11 * hours, 0)],
            None,
            10 * hours,
        ),
        ("six hours ago", 9, vec![mark(7, 4 * hours, 4 * hours)], at(4 * hours), 10 * hours),
        ("longer ago", 9, vec![mark(7, 4 * hours - 1, 4 * hours)], at(4 * hours), 10 * hours + 9),
        ("another machine is a little ahead", 0, vec![], at(10 * hours + 2_000), 10 * hours),
        ("set back while nothing ran", 0, vec![], at(10 * hours + 2_001), 10 * hours + 2_001),
        ("set back by more than six hours", 0, vec![], at(16 * hours + 1), 10 * hours),
    ] {
        let mut clock = MachineClock::start(BOOT, reading(10 * hours, set_ms), &marks, last);
        assert_eq!(clock.now(up(10 * hours)).millis() - BOOTED_MS, expected, "{name}");
        let ahead_ms = 10 * hours + set_ms - expected;
        let is_step = ahead_ms.abs() > 2_000;
        assert_eq!(clock.observe(reading(10 * hours, set_ms)), is_step, "{name}");
        assert_eq!(clock.ahead_ms(), is_step.then_some(ahead_ms), "{name}");
    }
}

proptest! {
    #[test]
    fn time_never_goes_back_and_passes_as_it_does(
        steps in prop::collection::vec((0_i64..100_000, -5_000_i64..5_000), 1..50),
    ) {
        let mut clock = started();
        let (mut up_ms, mut set_ms, mut before) = (0, 0, clock.now(up(0)).millis());
        for (passed_ms, by_ms) in steps {
            up_ms += passed_ms;
            set_ms += by_ms;
            let now = clock.now(up(up_ms)).millis();
            let off_ms = (now - before - passed_ms).abs();
            prop_assert!(now >= before && off_ms <= passed_ms / 2000 + 1, "{} {}", now, before);
            clock.observe(reading(up_ms, set_ms));
            let observed = clock.now(up(up_ms)).millis();
            prop_assert_eq!(observed, now);
            before = now;
        }
    }

    #[test]
    fn no_reading_is_too_large(up_s in any::<u32>(), at in any::<i64>(), last in any::<i64>()) {
        let up = Duration::from_secs(u64::from(up_s) << 20);
        let reading = MachineReading { up, time_of_day: Timestamp::from_millis(at) };
        let mut clock = MachineClock::start(BOOT, reading, &[], Some(Timestamp::from_millis(last)));
        clock.observe(MachineReading { up: Duration::MAX, ..reading });
        clock.now(Duration::MAX);
    }
}
