//! Estimates of device clocks against the server's clock.

use super::at;
use crate::{DeviceClock, DeviceFault};
use proptest::prelude::*;
use std::time::Duration;

#[track_caller]
fn hears(device: &mut DeviceClock, sent: i64, received: i64) {
    assert_eq!(device.observe(at(sent), at(received)), Ok(()));
}

#[test]
fn before_the_first_message_a_device_s_time_is_not_corrected() {
    let device = DeviceClock::default();
    assert_eq!((device.correct(at(5)), device.offset_ms()), (at(5), None));
}

#[test]
fn the_fastest_message_gives_the_offset() {
    let mut device = DeviceClock::default();
    for (sent, delay) in [(0, 500), (1_000, 90), (2_000, 30), (3_000, 700)] {
        // The device is 2 s ahead.
        hears(&mut device, sent + 2_000, sent + delay);
    }
    assert_eq!(device.offset_ms(), Some(-1_970));
    assert_eq!(device.correct(at(10_000)), at(8_030));
}

#[test]
fn late_messages_do_not_move_the_estimate_and_a_slow_drift_does_so_slowly() {
    let mut device = DeviceClock::default();
    hears(&mut device, 0, 20);
    for n in 1..8 {
        hears(&mut device, n * 1_000, n * 1_000 + 320);
    }
    // Eight messages in a row came 300 ms later; the first of them still counts here.
    assert_eq!(device.offset_ms(), Some(20));
    for n in 8..10 {
        hears(&mut device, n * 1_000, n * 1_000 + 320);
    }
    assert_eq!(device.offset_ms(), Some(20 + 2 * DeviceClock::SLEW_MS_PER_S));
}

#[test]
fn a_device_that_is_too_far_off_is_not_relied_on() {
    let mut device = DeviceClock::new(Duration::from_secs(60));
    hears(&mut device, 0, 60_000);
    let fault = DeviceFault::TooFar { offset_ms: 60_001 };
    assert_eq!(device.observe(at(0), at(60_001)), Err(fault));
    assert_eq!(device.offset_ms(), None);
    assert_eq!(fault.to_string(), "the device's clock is 60001 ms off");
}

#[test]
fn a_clock_that_is_set_is_noticed_and_the_estimate_starts_anew() {
    let mut device = DeviceClock::default();
    hears(&mut device, 0, 20);
    // Set 6 s forward: a message cannot arrive before it was sent.
    let forward = DeviceFault::Jumped { by_ms: 6_000 };
    assert_eq!(device.observe(at(7_000), at(1_020)), Err(forward));
    assert_eq!(device.offset_ms(), Some(-5_980));
    // Set back again: eight messages in a row distinguish this from delays. Until then their stamps
    // lie six seconds before their arrival.
    for n in 2..9 {
        hears(&mut device, n * 1_000, n * 1_000 + 20);
        assert_eq!(device.correct(at(n * 1_000)), at(n * 1_000 - 5_980));
    }
    let back = DeviceFault::Jumped { by_ms: -6_000 };
    assert_eq!(device.observe(at(9_000), at(9_020)), Err(back));
    assert_eq!(device.offset_ms(), Some(20));
}

#[test]
fn slow_first_messages_are_no_jump_and_slow_later_ones_do_not_change_the_estimate() {
    let mut device = DeviceClock::default();
    // Under way for 5.02 s, 1.5 s and 20 ms.
    for (sent, received) in [(0, 5_020), (6_000, 7_500), (8_000, 8_020)] {
        hears(&mut device, sent, received);
    }
    assert_eq!(device.offset_ms(), Some(20));
    for n in 9..15 {
        hears(&mut device, n * 1_000, n * 1_000 + 20);
    }
    // By now the fastest message is known: an arrival a second and 1 ms sooner means that the clock
    // was set.
    let forward = DeviceFault::Jumped { by_ms: 1_001 };
    assert_eq!(device.observe(at(16_001), at(15_020)), Err(forward));
    let mut device = DeviceClock::default();
    hears(&mut device, 0, 5_021);
    let forward = DeviceFault::Jumped { by_ms: 5_001 };
    assert_eq!(device.observe(at(6_000), at(6_020)), Err(forward));
}

proptest! {
    #[test]
    fn a_steady_device_is_estimated_between_the_truth_and_its_fastest_message(
        offset in -100_000_i64..100_000,
        delays in prop::collection::vec(0_i64..900, 1..40),
    ) {
        let (mut device, mut fastest) = (DeviceClock::default(), i64::MAX);
        for (n, delay) in (0_i64..).zip(&delays) {
            let received = n * 1_000 + delay;
            hears(&mut device, n * 1_000 - offset, received);
            let estimated = device.offset_ms().unwrap();
            prop_assert!(estimated >= offset);
            fastest = fastest.min(*delay);
            prop_assert!(estimated <= offset + fastest + n * DeviceClock::SLEW_MS_PER_S + 2);
        }
        // No press is moved to before the moment when it was made.
        let now = device.correct(at(7 - offset));
        prop_assert!(now >= at(7));
    }

    #[test]
    fn no_message_panics(messages in prop::collection::vec((any::<i64>(), any::<i64>()), 0..20)) {
        let mut device = DeviceClock::default();
        for (sent, received) in messages {
            let sent = draughts::Timestamp::from_millis(sent);
            let received = draughts::Timestamp::from_millis(received);
            let _fault = device.observe(sent, received).err();
            if let Some(offset) = device.offset_ms() {
                prop_assert!(offset.abs() <= 600_000);
            }
            let _corrected = device.correct(sent);
        }
    }
}
