//! Upper bounds of the bytes that the events of a clock take in the log, so that every decision
//! about a clock fits into an envelope, however far the clock is behind its game.
//!
//! The bounds follow the contract (`proto/damcast/v1`), as those of a game do. Tests of the package
//! `proto` compare them with the encoded bytes.

use game_clock::Event;

use crate::{ClockAnswer, ClockEvent};

/// The largest size of the events of one decision about a clock, in bytes.
///
/// An envelope takes 64 KiB. The state in it takes up to ten bytes for the times of each move,
/// which are 40 KiB for the longest record.
pub const CLOCK_EVENTS_BYTES_MAX: usize = 20 * 1024;

/// An event without a text: three moments or durations, a few counts, and the headers around them.
const EVENT: usize = 80;
/// A time control, with its header.
const CONTROL: usize = 240;
/// The name of an article, or another refusal of a clock with all that it names.
const REFUSAL: usize = 80;

/// Returns an upper bound of the bytes of an event in the log.
#[must_use]
pub fn clock_event_bytes_max(event: &ClockEvent) -> usize {
    EVENT
        + match event {
            ClockEvent::Clock(event) => match event {
                Event::Opened { .. } | Event::Started { .. } => CONTROL,
                Event::Adjusted { reason, .. } => reason.as_str().len(),
                Event::MarkedAbsent { limit: Some(limit), .. }
                | Event::AbsenceExceeded { limit, .. } => limit.article.as_str().len(),
                Event::MarkedAbsent { limit: None, .. }
                | Event::MarkedPresent { .. }
                | Event::Pressed { .. }
                | Event::Irregular { .. }
                | Event::FlagFell { .. }
                | Event::PlayedOn { .. }
                | Event::Paused { .. }
                | Event::Resumed { .. }
                | Event::Corrected { .. }
                | Event::Followed { .. }
                | Event::Disagreed { .. }
                | Event::Stopped { .. } => 0,
            },
            ClockEvent::Answered(ClockAnswer { input, refusal, .. }) => {
                let device = input.as_ref().map_or(0, |input| input.device.as_str().len());
                device + refusal.as_ref().map_or(0, |_refusal| REFUSAL + CONTROL)
            }
            ClockEvent::TimesKept => 0,
        }
}
