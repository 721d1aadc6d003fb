//! Checks the limits of time controls and their PDN form.

use super::{any_control, ms};
use crate::{ParseTimeControlError, TimeControl, TimeControlError, TimeControlTag};
use proptest::prelude::*;
use std::time::Duration;

#[track_caller]
fn reads(text: &str, base_ms: u64, increment_ms: u64, printed: &str) {
    let control: TimeControl = text.parse().unwrap();
    assert_eq!((control.base(), control.increment().time()), (ms(base_ms), ms(increment_ms)));
    assert_eq!(control.stages().len(), 1);
    assert_eq!(control.to_string(), printed);
}

#[test]
fn the_pdn_forms_are_read_and_printed() {
    reads("4800+60", 4_800_000, 60_000, "4800+60");
    reads("4800", 4_800_000, 0, "4800");
    reads("300+5", 300_000, 5_000, "300+5");
    reads(" 600+0 ", 600_000, 0, "600");
    reads("007+01", 7_000, 1_000, "7+1");
    reads("1.5+0.25", 1_500, 250, "1.5+0.25");
    reads("2.050", 2_050, 0, "2.05");
    reads("86400+3600", 86_400_000, 3_600_000, "86400+3600");
}

#[test]
fn pdn_tags_without_a_clock_control_are_not_controls() {
    let cases = [
        ("?", TimeControlTag::Unknown, ParseTimeControlError::Unknown),
        ("-", TimeControlTag::Untimed, ParseTimeControlError::Untimed),
        ("*180", TimeControlTag::Sandclock(ms(180_000)), ParseTimeControlError::Sandclock),
    ];
    for (text, tag, error) in cases {
        assert_eq!(text.parse(), Ok(tag));
        assert_eq!(tag.to_string(), text);
        assert_eq!(text.parse::<TimeControl>(), Err(error));
    }
}

#[test]
fn other_texts_are_no_time_control() {
    let not_seconds = [
        "",
        "+",
        "x",
        "600+",
        "+5",
        "6 00",
        "-600",
        "+600",
        "600+-5",
        "600++5",
        "1e3",
        "*",
        "40/",
        "40/7200:",
        ":3600",
        "5400d",
        "b5",
        "5400d5b5",
        "60.",
        ".5",
        "1.2.3",
        "99999999999999999999",
    ];
    for text in not_seconds {
        let error = text.parse::<TimeControl>().unwrap_err();
        assert!(
            matches!(error, ParseTimeControlError::NotSeconds { .. }),
            "{text:?} gave {error:?}"
        );
    }
    let error = "1.2345".parse::<TimeControl>().unwrap_err();
    assert_eq!(error, ParseTimeControlError::TooManyDecimals { text: "1.2345".to_owned() });
    assert_eq!(error.to_string(), "\"1.2345\" has more than three decimals");
}

#[test]
fn a_long_text_is_cut_in_the_message() {
    let error = "x".repeat(1_000_000).parse::<TimeControl>().unwrap_err();
    assert_eq!(error, ParseTimeControlError::NotSeconds { text: "x".repeat(40) });
}

#[test]
fn new_controls_are_checked_against_the_limits() {
    let base = Duration::from_secs(600);
    assert!(TimeControl::new(TimeControl::BASE_MIN, Duration::ZERO).is_ok());
    assert!(TimeControl::new(TimeControl::BASE_MAX, TimeControl::INCREMENT_MAX).is_ok());
    let cases = [
        (ms(999), ms(0), TimeControlError::BaseTooShort { base: ms(999) }),
        (Duration::MAX, ms(0), TimeControlError::BaseTooLong { base: Duration::MAX }),
        (ms(86_400_001), ms(0), TimeControlError::BaseTooLong { base: ms(86_400_001) }),
        (base, ms(3_600_001), TimeControlError::IncrementTooLong { increment: ms(3_600_001) }),
        (
            base,
            Duration::from_micros(1_500),
            TimeControlError::FinerThanMillisecond { duration: Duration::from_micros(1_500) },
        ),
        (
            Duration::from_nanos(1_000_000_001),
            ms(0),
            TimeControlError::FinerThanMillisecond {
                duration: Duration::from_nanos(1_000_000_001),
            },
        ),
    ];
    for (base, increment, expected) in cases {
        assert_eq!(TimeControl::new(base, increment), Err(expected));
    }
    assert_eq!(
        "0".parse::<TimeControl>(),
        Err(ParseTimeControlError::OutOfRange(TimeControlError::BaseTooShort { base: ms(0) }))
    );
}

#[test]
fn the_time_given_is_the_base_and_an_increment_per_press() {
    let control: TimeControl = "600+5".parse().unwrap();
    assert_eq!(control.given(0), ms(600_000));
    assert_eq!(control.given(40), ms(800_000));
    assert!(!control.is_sudden_death());
    assert!("600".parse::<TimeControl>().unwrap().is_sudden_death());
}

proptest! {
    #[test]
    fn a_time_control_survives_its_texts(control in any_control()) {
        prop_assert_eq!(control.to_string().parse(), Ok(control));
        prop_assert_eq!(control.readable().to_string().parse(), Ok(control));
        let tag = TimeControlTag::Timed(control);
        prop_assert_eq!(tag.to_string().parse(), Ok(tag));
    }

    #[test]
    fn any_text_that_is_read_is_written_and_read_back(
        text in ".{0,40}|[0-9+.]{0,30}|[0-9/:+*?.bd -]{0,20}|[0-9hmins+/ .bdove-]{0,24}",
    ) {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse(), Ok(control));
            prop_assert_eq!(control.readable().to_string().parse(), Ok(control));
        }
        if let Ok(tag) = text.parse::<TimeControlTag>() {
            prop_assert_eq!(tag.to_string().parse(), Ok(tag));
        }
    }
}
