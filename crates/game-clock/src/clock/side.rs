//! One player's half of a clock.

use super::AbsenceLimit;
use std::time::Duration;

/// One player's half of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) remaining: Duration,
    pub(super) used: Duration,
    pub(super) given: Duration,
    pub(super) presses: u32,
    /// Moves of the game completed, by which the stage is known.
    pub(super) moves: u32,
    /// The last stage whose time was given, from 1.
    pub(super) stage: u32,
    /// Since when the player is waited for, if they are.
    pub(super) absence: Option<Absence>,
}

/// A player is marked absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Absence {
    pub(super) limit: Option<AbsenceLimit>,
}

impl Side {
    pub(super) fn new(base: Duration) -> Self {
        Self {
            remaining: base,
            used: Duration::ZERO,
            given: base,
            presses: 0,
            moves: 0,
            stage: 1,
            absence: None,
        }
    }

    /// This half after its time has run, the first `delay` of it for nothing; no further than to
    /// where nothing is left.
    pub(super) fn after(self, elapsed: Duration, delay: Duration) -> Self {
        let free = elapsed.min(delay);
        let counted = elapsed.saturating_sub(free).min(self.remaining);
        Self {
            remaining: self.remaining.saturating_sub(counted),
            used: self.used.saturating_add(free).saturating_add(counted),
            given: self.given.saturating_add(free),
            ..self
        }
    }

    /// Sets what is left; the difference was given or taken.
    pub(super) fn set(&mut self, remaining: Duration) {
        let more = remaining.saturating_sub(self.remaining);
        let less = self.remaining.saturating_sub(remaining);
        self.given = self.given.saturating_add(more).saturating_sub(less);
        self.remaining = remaining;
    }
}

impl Absence {
    /// Whether the player was waited for long enough who has used so much.
    pub(super) fn is_over(self, used: Duration) -> bool {
        self.limit.is_some_and(|limit| used >= limit.after)
    }
}
