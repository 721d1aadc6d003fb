//! Requests: what participants ask for by their own devices.

use super::AbsenceNotice;
use crate::RoundNumber;
use crate::plan::{LineUp, TeamId};
use crate::ranking::{AbsenceKind, Participant};

/// The request of a participant, which counts once the desk accepts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// A captain hands in a line-up.
    LineUp {
        /// The team.
        team: TeamId,
        /// The line-up.
        line_up: LineUp,
        /// The reason for setting it after the limit; empty before it.
        reason: String,
    },
    /// A participant will not play a round, or asks for a half-point bye in it.
    Absence {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
        /// The kind: [`AbsenceKind::NotPaired`] or [`AbsenceKind::HalfPointBye`].
        kind: AbsenceKind,
        /// The reason, and who told it. The moment is that of the answer.
        notice: AbsenceNotice,
    },
    /// A participant plays a round after all.
    Presence {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant withdraws for good.
    Withdrawal {
        /// The participant.
        participant: Participant,
        /// The reason; may be empty.
        reason: String,
    },
}

impl Request {
    /// Returns the participant who asks.
    #[must_use]
    pub fn participant(&self) -> Participant {
        match self {
            Self::LineUp { team, .. } => (*team).into(),
            Self::Absence { participant, .. }
            | Self::Presence { participant, .. }
            | Self::Withdrawal { participant, .. } => *participant,
        }
    }

    /// Returns true if it takes the place of another request: of the same participant, about the
    /// same round or the same line-up.
    pub(super) fn replaces(&self, other: &Self) -> bool {
        let round = |request: &Self| match request {
            Self::Absence { round, .. } | Self::Presence { round, .. } => Some(*round),
            Self::LineUp { .. } | Self::Withdrawal { .. } => None,
        };
        let is_line_up = |request: &Self| matches!(request, Self::LineUp { .. });
        self.participant() == other.participant()
            && round(self) == round(other)
            && is_line_up(self) == is_line_up(other)
    }
}
