//! The conditions under which a flag counts: after the grace for presses on their way, and never
//! before all inputs made in time are judged.
//!
//! The service that judges inputs may be unavailable, at no player's cost: a flag waits for every
//! input that is stored and not judged, however long that takes. An irregular move that was made in
//! time is a move too: while it waits for the opponent or the arbiter, the flag of its side waits.

use core::time::Duration;

use draughts::Timestamp;
use game_clock::{Command, Event};

use crate::{GameClock, TimedRecord};

/// The reason for which a flag has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagWait {
    /// An input that was made in time and is stored, but not judged.
    Input,
    /// An irregular move that was made in time, and is neither corrected nor let stand yet.
    IrregularMove,
}

/// The parts of a stored input, not judged yet, that decide whether a flag waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingInput {
    /// The moment of the input, as it states.
    pub at: Timestamp,
    /// The kind of the input.
    pub kind: PendingKind,
}

/// The kind of a stored input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingKind {
    /// The start of the game.
    Start,
    /// A move.
    Move {
        /// Its ply, from 1.
        ply: u32,
    },
    /// A pause that the arbiter orders.
    Pause,
    /// The display of a physical clock.
    Display,
    /// A claim, a press or another ruling.
    Order,
    /// An input of a kind that is not known here.
    Unknown,
}

impl PendingKind {
    /// Returns true if the effect of the input depends on the moves before it, which it does not
    /// name. A move names its ply, and a pause stops the time wherever it comes.
    #[must_use]
    pub const fn depends_on_moves(self) -> bool {
        match self {
            Self::Order => true,
            Self::Start | Self::Move { .. } | Self::Pause | Self::Display | Self::Unknown => false,
        }
    }
}

impl PendingInput {
    /// Returns true if the input can still matter for a flag that falls at `deadline`, in a game of
    /// `plies` plies: it was made by then, and does not repeat the start or a played move.
    #[must_use]
    pub fn may_matter(&self, deadline: Timestamp, plies: usize) -> bool {
        let is_news = match self.kind {
            PendingKind::Start => false,
            PendingKind::Move { ply } => usize::try_from(ply).is_ok_and(|ply| ply > plies),
            PendingKind::Pause
            | PendingKind::Display
            | PendingKind::Order
            | PendingKind::Unknown => true,
        };
        self.at <= deadline && is_news
    }
}

impl TimedRecord {
    /// Returns the reason for which a flag that falls at `deadline` has to wait, given the inputs
    /// that are stored and not judged; `None` if it need not.
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

    /// Returns true if an irregular move that was made in time waits, so that a flag that falls at
    /// `deadline` waits with it.
    #[must_use]
    pub fn holds_flag_at(&self, deadline: Timestamp) -> bool {
        self.noted.is_some_and(|made| made <= deadline)
    }
}

impl GameClock {
    /// Returns the next moment at which a flag falls or the wait for an absent player ends. It may
    /// change with every event.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.deadline()
    }

    /// Decides the events that are due by `at`; a press that was made in time is on its way for no
    /// longer than `grace`.
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
        let input = |millis, kind| PendingInput { at: at(millis), kind };
        let ply = |ply| PendingKind::Move { ply };
        for (name, input, expected) in [
            ("the missing move, in time", input(1_000, ply(4)), true),
            ("in time to the millisecond", input(2_000, ply(4)), true),
            ("too late", input(2_001, ply(4)), false),
            ("a copy of a move that is played", input(1_000, ply(3)), false),
            ("a resignation or a ruling", input(1_000, PendingKind::Order), true),
            ("a late resignation or ruling", input(3_000, PendingKind::Order), false),
            ("a copy of the start", input(1_000, PendingKind::Start), false),
        ] {
            assert_eq!(input.may_matter(at(2_000), 3), expected, "{name}");
        }
    }
    #[test]
    fn claims_and_rulings_depend_on_moves_that_they_do_not_name() {
        for (kind, depends) in [
            (PendingKind::Start, false),
            (PendingKind::Move { ply: 1 }, false),
            (PendingKind::Pause, false),
            (PendingKind::Display, false),
            (PendingKind::Order, true),
            (PendingKind::Unknown, false),
        ] {
            assert_eq!(kind.depends_on_moves(), depends, "{kind:?}");
        }
    }
}
