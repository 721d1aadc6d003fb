//! Messages of DGT clocks.

use crate::{ClockDisplay, DgtAck, DgtError, DgtFace, DgtMessage, DgtSide, DgtStatus, DgtTimes};
use draughts::Color::{Black, White};
use proptest::prelude::*;
use std::time::Duration;

/// Returns a message: right, left, status.
fn message(right: [u8; 3], left: [u8; 3], status: u8) -> Vec<u8> {
    [&[0x8d, 0, 10], &right[..], &left[..], &[status]].concat()
}

fn read(right: [u8; 3], left: [u8; 3], status: u8) -> Result<DgtMessage, DgtError> {
    DgtMessage::read(&message(right, left, status))
}

fn times(right: [u8; 3], left: [u8; 3], status: u8) -> DgtTimes {
    match read(right, left, status) {
        Ok(DgtMessage::Times(times)) => times,
        other => panic!("{other:?}"),
    }
}

/// Checks the reading of a message with White on the left, and with White on the right.
#[track_caller]
fn check(
    (right, left, status): ([u8; 3], [u8; 3], u8),
    (on_left, on_right): (u64, u64),
    running: Option<DgtSide>,
    flag: Option<DgtSide>,
) {
    let times = times(right, left, status);
    let side_is =
        |side: Option<DgtSide>, white| side.map(|side| if side == white { White } else { Black });
    for (white, seconds) in
        [(DgtSide::Left, (on_left, on_right)), (DgtSide::Right, (on_right, on_left))]
    {
        let expected = ClockDisplay {
            white: Duration::from_secs(seconds.0),
            black: Duration::from_secs(seconds.1),
            running: side_is(running, white),
            flag: side_is(flag, white),
        };
        assert_eq!(times.display(white), expected);
    }
}

#[test]
fn times_are_decimal_digits_and_the_lever_gives_the_running_side() {
    let (right, left) = ([0x01, 0x19, 0x58], [0x09, 0x59, 0x59]);
    let seconds = (9 * 3600 + 59 * 60 + 59, 3600 + 19 * 60 + 58);
    // Bit 0: running; bit 1: the lever is high on the right.
    check((right, left, 0x03), seconds, Some(DgtSide::Right), None);
    check((right, left, 0x01), seconds, Some(DgtSide::Left), None);
    check((right, left, 0x02), seconds, None, None);
    // Bits 3 and 4, the side to move, differ by firmware.
    for status in [0x03, 0x0b, 0x13, 0x1b, 0x43] {
        check((right, left, status), seconds, Some(DgtSide::Right), None);
    }
}

#[test]
fn flags_show_beside_the_hours() {
    let left = [0x00, 0x05, 0x00];
    // Bit 4: fallen, at zero; bit 6: shown, and may run on; bit 5: a time per move, no flag.
    for (hours, flag) in [
        (0x10, Some(DgtSide::Right)),
        (0x40, Some(DgtSide::Right)),
        (0x50, Some(DgtSide::Right)),
        (0x20, None),
    ] {
        check(([hours, 0, 0], left, 0x02), (300, 0), None, flag);
    }
    check(
        ([0x41, 0x02, 0x03], [0, 0, 1], 0x03),
        (1, 3723),
        Some(DgtSide::Right),
        Some(DgtSide::Right),
    );
    check(([0, 0, 1], [0x10, 0, 0], 0x00), (0, 1), None, Some(DgtSide::Left));
    // The order in which two flags fell is not known.
    check(([0x10, 0, 0], [0x10, 0, 0], 0x00), (0, 0), None, None);
    let times = times([0x10, 0, 0], [0x00, 0, 7], 0x04);
    assert!(times.is_battery_low && times.right.has_flag);
    let left = DgtFace { remaining: Duration::from_secs(7), has_flag: false };
    assert_eq!(times.of(DgtSide::Left), left);
}

#[test]
fn a_message_without_a_reading_is_recognised() {
    assert_eq!(read([0; 3], [0; 3], 0), Ok(DgtMessage::Blank));
    // Bit 5: no clock is connected, so there is no reading.
    assert_eq!(read([0x01, 0x20, 0], [0x01, 0x20, 0], 0x20), Ok(DgtMessage::NoClock));
    assert_eq!(read([0x0f, 0x7f, 0x7f], [0; 3], 0x20), Ok(DgtMessage::NoClock));
    // Both at zero with the lever on the right are times: the clock has been set so.
    assert!(matches!(read([0; 3], [0; 3], 0x02), Ok(DgtMessage::Times(_))));
}

#[test]
fn ten_hours_are_an_answer_to_a_command() {
    let ack = |status, command, is_unasked, data| {
        Ok(DgtMessage::Ack(DgtAck { status, command, is_unasked, data }))
    };
    let (right, left) = ([0x0a, 0x10, 0x0b], [0x00, 0x01, 0x02]);
    assert_eq!(read(right, left, 0), ack(DgtStatus::Done, 0x0b, false, [1, 2]));
    let right = [0x00, 0x40, 0x0b];
    assert_eq!(read(right, [0x0a, 1, 2], 0), ack(DgtStatus::Failed, 0x0b, false, [1, 2]));
    // The highest bits of the four bytes stand in bits 4 and 5 of the other side's hours.
    let button = read([0x3a, 0x10, 0x08], [0x2a, 0x03, 0x04], 0);
    assert_eq!(button, ack(DgtStatus::Done, 0x08, true, [0x83, 0x84]));
    let other = read([0x0a, 0x10, 0x08], [0x1a, 0, 0], 0);
    assert_eq!(other, ack(DgtStatus::Other(0x90), 0x08, false, [0, 0]));
}

#[test]
fn a_message_that_no_clock_sends_is_refused() {
    let no_time = |hours, minutes, seconds| Err(DgtError::NoTime { hours, minutes, seconds });
    for (face, error) in [
        ([0x0b, 0, 1], no_time(0x0b, 0, 1)),
        ([0x1f, 0, 1], no_time(0x0f, 0, 1)),
        ([0, 0x60, 1], no_time(0, 0x60, 1)),
        ([0, 0x0a, 1], no_time(0, 0x0a, 1)),
        ([0, 1, 0x60], no_time(0, 1, 0x60)),
        ([0, 1, 0x5f], no_time(0, 1, 0x5f)),
    ] {
        assert_eq!(read(face, [0, 1, 0], 1), error);
        assert_eq!(read([0, 1, 0], face, 1), error);
    }
    let whole = message([0, 1, 0], [0, 1, 0], 1);
    for (bytes, says) in [
        (Vec::new(), "a message of a clock has 10 bytes"),
        (whole[..9].to_vec(), "a message of a clock has 10 bytes"),
        ([whole.clone(), vec![0]].concat(), "a message of a clock has 10 bytes"),
        ([&[0x8d, 0, 9], &whole[3..]].concat(), "a message of a clock has 10 bytes"),
        ([&[0x8d, 1, 10], &whole[3..]].concat(), "a message of a clock has 10 bytes"),
        ([&[0x8e], &whole[1..]].concat(), "message 0x8e is none of a clock"),
        ([&whole[..9], &[0x8d]].concat(), "byte 0x8d begins another message"),
        (message([0x0c, 0x19, 0x58], [0; 3], 0), "0c:19:58 is no time of a clock"),
    ] {
        assert_eq!(DgtMessage::read(&bytes).unwrap_err().to_string(), says);
    }
}

proptest! {
    #[test]
    fn every_time_of_a_clock_is_read_as_it_was_written(
        (right, left) in (0..36_000_u64, 1..36_000_u64),
        is_running: bool,
        is_right_high: bool,
    ) {
        let digits = |number: u64| u8::try_from(number / 10 * 16 + number % 10).unwrap();
        let face = |time: u64| {
            [digits(time / 3600), digits(time / 60 % 60), digits(time % 60)]
        };
        let status = u8::from(is_running) | u8::from(is_right_high) << 1;
        let display = times(face(right), face(left), status).display(DgtSide::Left);
        let runs = if is_right_high { Black } else { White };
        prop_assert_eq!(display, ClockDisplay {
            white: Duration::from_secs(left),
            black: Duration::from_secs(right),
            running: is_running.then_some(runs),
            flag: None,
        });
    }

    #[test]
    fn any_bytes_are_a_message_or_refused_and_a_time_is_below_ten_hours(
        anything in prop::collection::vec(any::<u8>(), 0..20),
        data in prop::array::uniform7(0_u8..0x80),
    ) {
        for bytes in [anything, [&[0x8d, 0, 10], &data[..]].concat()] {
            match DgtMessage::read(&bytes) {
                Ok(DgtMessage::Times(times)) => {
                    for side in DgtSide::BOTH {
                        let remaining = times.of(side).remaining;
                        prop_assert!(remaining < Duration::from_secs(36_000), "{:?}", remaining);
                    }
                }
                Ok(DgtMessage::Ack(_) | DgtMessage::Blank | DgtMessage::NoClock) => {
                    prop_assert_eq!(bytes.len(), 10);
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
