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
    /// Moves of the game completed, by which the stage is known.
    pub(super) moves: u32,
    /// The last stage whose time was given, from 1.
    pub(super) stage: u32,
    /// Since when the player is waited for, if they are.
    pub(super) absence: Option<Absence>,
    /// Whether the player has pressed, so is there.
    pub(super) has_come: bool,
    /// What a physical clock has added and taken since the arbiter last set the time.
    shown_more: Duration,
    shown_less: Duration,
}

/// A player is marked absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Absence {
    pub(super) limit: Option<AbsenceLimit>,
    /// When it was said: nobody is missed before.
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
            absence: None,
            has_come: false,
            shown_more: Duration::ZERO,
            shown_less: Duration::ZERO,
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

    /// Marks the player as present after a press.
    pub(super) fn come(&mut self) {
        self.absence = None;
        self.has_come = true;
    }

    /// Sets what is left; the difference was given or taken.
    pub(super) fn set(&mut self, remaining: Duration) {
        let more = remaining.saturating_sub(self.remaining);
        let less = self.remaining.saturating_sub(remaining);
        self.given = self.given.saturating_add(more).saturating_sub(less);
        self.remaining = remaining;
    }

    /// Whether the player has not come by so much time of play, and was not to be waited for longer.
    pub(super) fn is_missed_after(&self, played: Duration) -> bool {
        self.absence.is_some_and(|absence| absence.is_over(played))
    }

    /// The arbiter sets what is left: a physical clock is set by the same word.
    pub(super) fn adjust(&mut self, remaining: Duration) {
        self.set(remaining);
        (self.shown_more, self.shown_less) = (Duration::ZERO, Duration::ZERO);
    }

    /// Takes what a physical clock shows for what is left.
    pub(super) fn follow(&mut self, shown: Duration) {
        (self.shown_more, self.shown_less) = self.shown_at(shown);
        self.set(shown);
    }

    /// How far the physical clock is from the times computed alone, when it shows this.
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
    /// Whether the player was waited for long enough who has used so much.
    pub(super) fn is_over(self, used: Duration) -> bool {
        self.limit.is_some_and(|limit| used >= limit.after)
    }
}
