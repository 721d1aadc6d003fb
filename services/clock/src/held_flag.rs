//! A flag that waits: when to look at it again, when to log that it waits, and which inputs were judged.

use std::time::Duration;

use draughts::Timestamp;

/// How soon to look again at a flag that waits, if no message of the game comes before; it doubles.
const AGAIN: Duration = Duration::from_millis(300);
/// The longest pause that it becomes.
const AGAIN_MAX: Duration = Duration::from_secs(10);
/// How often it is logged that a flag waits.
const REMINDER: Duration = Duration::from_secs(60);

/// A flag that would have fallen but for inputs that nobody has judged, or an irregular move.
#[derive(Debug, Default)]
pub(crate) struct HeldFlag {
    /// At which version of the clock it was said that it waits, and when.
    said: Option<(u64, Timestamp)>,
    /// How long it waits before it is looked at again; nothing before it waits.
    pause: Duration,
}

/// Up to where the messages of a game were read, and the input that the judge had judged by then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct JudgedInputs {
    /// Sequence in GAME.
    pub(crate) read: u64,
    /// Sequence in INPUT.
    pub(crate) input: u64,
}

impl HeldFlag {
    /// Whether the flag waits; it is looked at soon again.
    pub(crate) fn release(&mut self) -> bool {
        !std::mem::take(&mut self.pause).is_zero()
    }

    /// How long to wait before it is looked at again: longer each time.
    pub(crate) fn next_pause(&mut self) -> Duration {
        self.pause = (self.pause * 2).clamp(AGAIN, AGAIN_MAX);
        self.pause
    }

    /// Whether to say at `now` that the flag waits: at once, and then again and again.
    pub(crate) fn is_to_be_logged(&mut self, version: u64, now: Timestamp) -> bool {
        let said = self.said.filter(|(at_version, _)| *at_version == version);
        let is_due = said.is_none_or(|(_, logged_at)| now.duration_since(logged_at) >= REMINDER);
        if is_due {
            self.said = Some((version, now));
        }
        is_due
    }
}
