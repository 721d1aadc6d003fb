//! What the clocks of devices say in our time: which moment counts for what a device hands in, and what
//! the arbiter is to know of its clock.
//!
//! The estimates live in memory. After a start, that of a device is made anew from what the log has of it
//! in the game that it speaks of.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use draughts::Timestamp;
use game_clock::{Clock, DeviceClock, DeviceFault};
use live_game::DeviceId;
use prost::Message as _;
use proto::{
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::{Envelope, envelope::Record},
};
use runtime::{EventLog, LedgerError};
use tokio::time::{Instant, timeout_at};

use crate::error::Error;

/// Devices that are kept in memory; one too many takes the place of the one not heard for longest.
const KEPT: usize = 4096;

/// What a device says of the time of an input, in its own time; 0 where it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamps {
    /// When it was made.
    pub(crate) seen_at_ms: i64,
    /// When it was sent.
    pub(crate) sent_at_ms: i64,
}

/// When an input was handed in, by the server's clock and by the device's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) at: Timestamp,
    pub(crate) stamps: Stamps,
}

/// The moment that counts for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) at: Timestamp,
    /// What was found of the device's clock; `None` when it said nothing of it.
    pub(crate) found: Option<Found>,
}

/// What was found of a device's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It can be relied on.
    Right,
    /// It cannot.
    Wrong(ClockFault),
}

/// What is wrong with a device's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClockFault {
    /// So much would have to be added to its time that nothing it tells is taken, milliseconds.
    TooFar(i64),
    /// It was set so much forward while it was used, milliseconds.
    Jumped(i64),
    /// It told of something so much later than its arrival, milliseconds.
    InFuture(i64),
    /// It told of something so long before its arrival, milliseconds: longer than an input may have
    /// been under way. Its clock was set back, or it was cut off.
    LongAgo(i64),
}

impl From<DeviceFault> for ClockFault {
    fn from(fault: DeviceFault) -> Self {
        match fault {
            DeviceFault::TooFar { offset_ms } => Self::TooFar(offset_ms),
            DeviceFault::Jumped { by_ms } => Self::Jumped(by_ms),
        }
    }
}

#[derive(Debug)]
struct Kept {
    clock: DeviceClock,
    heard: Instant,
}

/// The clocks of all devices. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct DeviceClocks {
    log: EventLog,
    kept: Arc<Mutex<BTreeMap<(TournamentKey, DeviceId), Kept>>>,
}

impl DeviceClocks {
    pub(crate) fn new(log: EventLog) -> Self {
        Self { log, kept: Arc::default() }
    }

    /// The moment that counts for what a device hands in about a game.
    ///
    /// # Errors
    /// When the log does not answer `by` then.
    pub(crate) async fn moment(
        &self,
        game: &GameKey,
        device: &DeviceId,
        Arrival { at: arrived, stamps }: Arrival,
        grace: Duration,
        by: Instant,
    ) -> Result<Moment, Error> {
        let key = (game.tournament.clone(), device.clone());
        // Only a device that says when it sends has an estimate.
        if stamps.sent_at_ms == 0 {
            return Ok(counted(&mut DeviceClock::default(), stamps, arrived, grace));
        }
        let is_kept = self.kept().contains_key(&key);
        let read = match is_kept {
            true => None,
            false => {
                Some(timeout_at(by, self.read(game, device)).await.unwrap_or(Err(Error::Late))?)
            }
        };
        let mut kept = self.kept();
        if !kept.contains_key(&key) && kept.len() >= KEPT {
            let oldest = kept.iter().min_by_key(|(_key, kept)| kept.heard);
            if let Some(oldest) = oldest.map(|(key, _kept)| key.clone()) {
                kept.remove(&oldest);
            }
        }
        let clock = || Kept { clock: read.unwrap_or_default(), heard: Instant::now() };
        let device = kept.entry(key).or_insert_with(clock);
        device.heard = Instant::now();
        Ok(counted(&mut device.clock, stamps, arrived, grace))
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, BTreeMap<(TournamentKey, DeviceId), Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The estimate that follows from what the log has of a device in a game.
    async fn read(&self, game: &GameKey, device: &DeviceId) -> Result<DeviceClock, Error> {
        let subject = Subject::game(Stream::Input, game).to_string();
        let stored = self.log.read(Stream::Input, &subject, 1).await.map_err(LedgerError::from)?;
        let mut clock = DeviceClock::default();
        for message in &stored {
            let Ok(envelope) = Envelope::decode(message.payload.clone()) else { continue };
            let Some(Record::Input(input)) = envelope.record else { continue };
            if input.device == device.as_str() && input.device_sent_ms != 0 {
                let sent = Timestamp::from_millis(input.device_sent_ms);
                // The arbiter was told of it when it was handed in.
                let _told = clock.observe(sent, Timestamp::from_millis(envelope.recorded_at_ms));
            }
        }
        Ok(clock)
    }
}

/// The moment that counts: what the device says, in our time, but neither in the future nor longer ago
/// than an input may have been under way; its arrival, where the device says nothing that can be used.
///
/// What was sent longer ago than that, by the device's clock, tells that this clock was set back, or that
/// the message was held up. Then only the time between its two stamps is used.
fn counted(
    clock: &mut DeviceClock,
    Stamps { seen_at_ms, sent_at_ms }: Stamps,
    arrived: Timestamp,
    grace: Duration,
) -> Moment {
    if (seen_at_ms, sent_at_ms) == (0, 0) {
        return Moment { at: arrived, found: None };
    }
    let (seen, sent) = (Timestamp::from_millis(seen_at_ms), Timestamp::from_millis(sent_at_ms));
    let observed = if sent_at_ms == 0 { Ok(()) } else { clock.observe(sent, arrived) };
    let found = observed.map_or_else(|fault| Found::Wrong(fault.into()), |()| Found::Right);
    if matches!(found, Found::Wrong(ClockFault::TooFar(_))) {
        return Moment { at: arrived, found: Some(found) };
    }
    let under_way = match sent_at_ms {
        0 => Duration::ZERO,
        _ => arrived.duration_since(clock.correct(sent)),
    };
    let is_held_up = under_way > grace;
    let at = match (seen_at_ms, is_held_up) {
        (0, _) => arrived,
        (_, true) => arrived.saturating_sub(sent.duration_since(seen)),
        (_, false) => clock.correct(seen),
    };
    let (ahead, age) = (at.duration_since(arrived), arrived.duration_since(at));
    let stamped = if is_held_up {
        Some(ClockFault::LongAgo(millis(under_way)))
    } else if ahead > Clock::STAMP_TOLERANCE {
        Some(ClockFault::InFuture(millis(ahead)))
    } else if age > grace.saturating_add(Clock::STAMP_TOLERANCE) {
        Some(ClockFault::LongAgo(millis(age)))
    } else {
        None
    };
    let found = match (found, stamped) {
        (Found::Right, Some(fault)) => Found::Wrong(fault),
        (found, _) => found,
    };
    Moment { at: at.clamp(arrived.saturating_sub(grace), arrived), found: Some(found) }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000_000;
    const RIGHT: Option<Found> = Some(Found::Right);

    #[track_caller]
    fn check(clock: &mut DeviceClock, (seen, sent): (i64, i64), counts: i64, found: Option<Found>) {
        let stamps = Stamps { seen_at_ms: seen, sent_at_ms: sent };
        let moment = counted(clock, stamps, Timestamp::from_millis(NOW), Duration::from_secs(2));
        assert_eq!((moment.at.millis(), moment.found), (counts, found), "{stamps:?}");
    }

    fn in_future(ahead_ms: i64) -> Option<Found> {
        Some(Found::Wrong(ClockFault::InFuture(ahead_ms)))
    }

    fn long_ago(ms: i64) -> Option<Found> {
        Some(Found::Wrong(ClockFault::LongAgo(ms)))
    }

    #[test]
    fn a_stamp_counts_within_the_grace_and_never_from_the_future() {
        for (seen, counts, found) in [
            (0, NOW, None),
            (NOW - 1_000, NOW - 1_000, RIGHT),
            (NOW - 2_000, NOW - 2_000, RIGHT),
            (NOW - 2_250, NOW - 2_000, RIGHT),
            (NOW - 2_251, NOW - 2_000, long_ago(2_251)),
            (NOW - 9_000, NOW - 2_000, long_ago(9_000)),
            (NOW + 250, NOW, RIGHT),
            (NOW + 251, NOW, in_future(251)),
            (i64::MAX, NOW, in_future(i64::MAX - NOW)),
            (i64::MIN, NOW - 2_000, long_ago(i64::MAX)),
        ] {
            check(&mut DeviceClock::default(), (seen, 0), counts, found);
        }
    }

    #[test]
    fn a_device_that_says_when_it_sends_may_have_another_time_of_day() {
        let mut clock = DeviceClock::default();
        // Five minutes ahead and sent at once: pressed when it was sent, or 1.5 s before.
        let ahead = NOW + 300_000;
        check(&mut clock, (ahead, ahead), NOW, RIGHT);
        check(&mut clock, (ahead - 1_500, ahead), NOW - 1_500, RIGHT);
        // Without the moment of sending the same stamp would lie in the future.
        check(&mut DeviceClock::default(), (ahead, 0), NOW, in_future(300_000));
        // It was under way for a second: the press counts at its own moment.
        check(&mut clock, (ahead - 1_000, ahead - 1_000), NOW - 1_000, RIGHT);
        // A press later than its own sending is none.
        check(&mut clock, (ahead + 700, ahead), NOW, in_future(700));
    }

    #[test]
    fn a_clock_beyond_the_bound_and_one_that_was_set_are_told() {
        let mut clock = DeviceClock::default();
        let far = NOW - 600_001;
        let found = Some(Found::Wrong(ClockFault::TooFar(600_001)));
        check(&mut clock, (far - 500, far), NOW, found);
        check(&mut clock, (NOW - 500, NOW), NOW - 500, RIGHT);
        let found = Some(Found::Wrong(ClockFault::Jumped(30_000)));
        check(&mut clock, (NOW + 30_000 - 500, NOW + 30_000), NOW - 500, found);
        check(&mut clock, (NOW + 30_000 - 500, NOW + 30_000), NOW - 500, RIGHT);
    }

    #[test]
    fn a_clock_that_was_set_back_gives_no_time_and_is_told() {
        let mut clock = DeviceClock::default();
        check(&mut clock, (NOW - 500, NOW), NOW - 500, RIGHT);
        // Set back by half a minute: no press is taken a whole grace early, only as long ago as the
        // device waited before it sent it.
        let back = NOW - 30_000;
        for _press in 0..7 {
            check(&mut clock, (back - 500, back), NOW - 500, long_ago(30_000));
        }
        let found = Some(Found::Wrong(ClockFault::Jumped(-30_000)));
        check(&mut clock, (back - 500, back), NOW - 500, found);
        check(&mut clock, (back - 1_500, back), NOW - 1_500, RIGHT);
    }

    #[test]
    fn what_was_under_way_for_longer_than_the_grace_is_told() {
        let mut clock = DeviceClock::default();
        check(&mut clock, (0, NOW), NOW, RIGHT);
        check(&mut clock, (NOW - 2_000, NOW - 2_000), NOW - 2_000, RIGHT);
        check(&mut clock, (NOW - 2_001, NOW - 2_001), NOW, long_ago(2_001));
        check(&mut clock, (NOW - 9_000, NOW - 3_000), NOW - 2_000, long_ago(3_000));
        // It was cut off, and sent at last what was pressed nine seconds before.
        check(&mut clock, (NOW - 9_000, NOW), NOW - 2_000, long_ago(9_000));
        check(&mut clock, (0, NOW - 3_000), NOW, long_ago(3_000));
    }

    #[test]
    fn a_device_that_only_says_when_it_sends_is_stamped_at_its_arrival() {
        check(&mut DeviceClock::default(), (0, NOW - 5_000), NOW, RIGHT);
    }
}
