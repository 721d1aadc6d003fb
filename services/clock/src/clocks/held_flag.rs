//! A flag that waits: when it is checked again and when that is logged, and how far the inputs of
//! its game were judged.

use std::time::Duration;

use draughts::Timestamp;
use live_game::{InputId, may_name};
use runtime::Retry;

/// Pauses before the next checks of a flag that waits. A message of the game ends the wait.
const AGAIN: Retry = Retry::new(Duration::from_millis(300), Duration::from_secs(10));
/// Interval at which a waiting flag is logged.
const REMINDER: Duration = Duration::from_secs(60);

/// Bookkeeping for a flag whose time is up but which waits for unjudged inputs or an irregular
/// move.
#[derive(Debug, Default)]
pub(crate) struct HeldFlag {
    /// The version of the clock and the moment at which the wait was last logged.
    logged: Option<(u64, Timestamp)>,
    /// Number of checks since it began to wait; 0 if it does not wait.
    checks: usize,
}

impl HeldFlag {
    /// Ends the wait; returns true if the flag was waiting and so has to be checked again.
    pub(crate) fn release(&mut self) -> bool {
        std::mem::take(&mut self.checks) > 0
    }

    /// Returns the pause before the next check, longer each time.
    pub(crate) fn next_pause(&mut self) -> Duration {
        let pause = AGAIN.pauses().nth(self.checks);
        self.checks += 1;
        // The pauses do not end.
        pause.unwrap_or_default()
    }

    /// Returns true if the wait is to be logged at `now`: at once for each version of the clock,
    /// then every minute.
    pub(crate) fn is_to_be_logged(&mut self, version: u64, now: Timestamp) -> bool {
        let logged = self.logged.filter(|(at_version, _)| *at_version == version);
        let is_due = logged.is_none_or(|(_, logged_at)| now.duration_since(logged_at) >= REMINDER);
        if is_due {
            self.logged = Some((version, now));
        }
        is_due
    }
}

/// The last input of a game that was judged, and how far the game's messages were read to find it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct JudgedInputs {
    /// Sequence in GAME up to which messages were read.
    pub(crate) read: u64,
    /// Sequence in INPUT of the last judged input; 0 if there is none.
    pub(crate) input: u64,
    /// The inputs that the message of GAME about that input names.
    pub(crate) named: Vec<InputId>,
}

impl JudgedInputs {
    /// Returns true if an input with the sequence of the last judged one is that one. INPUT may
    /// have lost it, and have given its sequence to another.
    pub(crate) fn has_last(&self, input: &InputId) -> bool {
        may_name(&self.named, input)
    }
}
