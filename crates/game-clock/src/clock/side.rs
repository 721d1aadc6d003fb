//! One player's half of a clock.

use super::AbsenceLimit;
use draughts::Timestamp;
use std::time::Duration;

/// One player's half of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) remaining: Duration,
    pub(super) used: Duration,
    pub(super) given: Duration,
    pub(super) presses: u32,
    /// Number of moves of the game completed, which decides the stage.
    pub(super) moves: u32,
    /// The last stage whose time was given, from 1.
    pub(super) stage: u32,
    /// The latest move of the game whose increment was given; 0 before the first.
    pub(super) incremented: u32,
    /// The mark of an absent player.
    pub(super) absence: Option<Absence>,
    /// True if the player has pressed, so is there.
    pub(super) has_come: bool,
    /// The time that a physical clock has added and taken since the arbiter last set the time.
    shown_more: Duration,
    shown_less: Duration,
}

/// The mark of an absent player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Absence {
    pub(super) limit: Option<AbsenceLimit>,
    /// The moment of the mark: no absence counts before it.
    pub(super) at: Timestamp,
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
            incremented: 0,
            absence: None,
            has_come: false,
            shown_more: Duration::ZERO,
            shown_less: Duration::ZERO,
        }
    }

    /// Returns this half after its time has run for `elapsed`, of which the first `delay` does not
    /// count, down to zero.
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

    /// Marks the player as present after a press.
    pub(super) fn come(&mut self) {
        self.absence = None;
        self.has_come = true;
    }

    /// Sets the time that remains; the difference counts as given or taken.
    pub(super) fn set(&mut self, remaining: Duration) {
        let more = remaining.saturating_sub(self.remaining);
        let less = self.remaining.saturating_sub(remaining);
        self.given = self.given.saturating_add(more).saturating_sub(less);
        self.remaining = remaining;
    }

    /// Returns true if the player has not come after so much time of play, and the wait is over.
    pub(super) fn is_missed_after(&self, played: Duration) -> bool {
        self.absence.is_some_and(|absence| absence.is_over(played))
    }

    /// Sets the time that remains by the arbiter, who sets a physical clock at the same time.
    pub(super) fn adjust(&mut self, remaining: Duration) {
        self.set(remaining);
        (self.shown_more, self.shown_less) = (Duration::ZERO, Duration::ZERO);
    }

    /// Replaces the time that remains by the time on a physical clock.
    pub(super) fn follow(&mut self, shown: Duration) {
        (self.shown_more, self.shown_less) = self.shown_at(shown);
        self.set(shown);
    }

    /// Returns the difference between a physical clock's time and the purely computed one.
    pub(super) fn drift_at(&self, shown: Duration) -> Duration {
        let (more, less) = self.shown_at(shown);
        more.abs_diff(less)
    }

    fn shown_at(&self, shown: Duration) -> (Duration, Duration) {
        let more = shown.saturating_sub(self.remaining);
        let less = self.remaining.saturating_sub(shown);
        (self.shown_more.saturating_add(more), self.shown_less.saturating_add(less))
    }
}

impl Absence {
    /// Returns true if the wait is over for a player who has used so much time.
    pub(super) fn is_over(self, used: Duration) -> bool {
        self.limit.is_some_and(|limit| used >= limit.after)
    }
}
