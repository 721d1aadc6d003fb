//! When a flag counts: after the grace for presses under way, and never before inputs that were made in
//! time are judged.
//!
//! A service that judges inputs may be away, at no player's cost: what is stored and not judged is waited
//! for, however long that takes. An irregular move that was made in time is a move too: while it waits for
//! the opponent or the arbiter, the flag of its side waits.

use core::time::Duration;

use draughts::Timestamp;
use game_clock::{Command, Event};

use crate::{GameClock, TimedRecord};

/// What a flag waits for that would have fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagWait {
    /// An input that was made in time and is stored, but not judged.
    Input,
    /// What becomes of an irregular move that was made in time.
    IrregularMove,
}

/// An input that is stored and not judged, as far as a flag is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingInput {
    /// The moment that it gave.
    pub at: Timestamp,
    /// The ply that it tells; `None` for an input that is no move.
    pub ply: Option<u32>,
}

impl PendingInput {
    /// Returns whether the input can still matter for a flag that falls at `deadline`, in a game in which
    /// so many plies are played: it was made by then, and is no copy of a move that is played.
    #[must_use]
    pub fn may_matter(&self, deadline: Timestamp, plies: usize) -> bool {
        let is_news = |ply| usize::try_from(ply).is_ok_and(|ply| ply > plies);
        self.at <= deadline && self.ply.is_none_or(is_news)
    }
}

impl TimedRecord {
    /// Returns what a flag that falls at `deadline` has to wait for, `pending` being the inputs that are
    /// stored and not judged.
    #[must_use]
    pub fn flag_waits_for(
        &self,
        deadline: Timestamp,
        pending: &[PendingInput],
    ) -> Option<FlagWait> {
        if self.holds_flag_at(deadline) {
            return Some(FlagWait::IrregularMove);
        }
        let plies = self.plies.len();
        let is_waiting = pending.iter().any(|input| input.may_matter(deadline, plies));
        is_waiting.then_some(FlagWait::Input)
    }

    /// Returns whether an irregular move that was made in time waits, and a flag that falls at `deadline`
    /// with it.
    #[must_use]
    pub fn holds_flag_at(&self, deadline: Timestamp) -> bool {
        self.noted.is_some_and(|made| made <= deadline)
    }
}

impl GameClock {
    /// Returns the next moment at which a flag falls or a player is waited for no longer. It may change
    /// with every event.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.deadline()
    }

    /// Decides what has fallen by `at`, when a press that was made in time is on its way no longer than
    /// `grace`.
    #[must_use]
    pub fn fallen(&self, at: Timestamp, grace: Duration) -> Vec<Event> {
        // A check is never refused.
        self.clock.decide(&Command::TimeCheck { at, grace }).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_flag_waits_for_what_was_told_in_time() {
        let input = |millis, ply| PendingInput { at: at(millis), ply };
        for (name, input, expected) in [
            ("the missing move, in time", input(1_000, Some(4)), true),
            ("in time to the millisecond", input(2_000, Some(4)), true),
            ("too late", input(2_001, Some(4)), false),
            ("a copy of a move that is played", input(1_000, Some(3)), false),
            ("a resignation or a ruling", input(1_000, None), true),
            ("a late resignation or ruling", input(3_000, None), false),
        ] {
            assert_eq!(input.may_matter(at(2_000), 3), expected, "{name}");
        }
    }
}
