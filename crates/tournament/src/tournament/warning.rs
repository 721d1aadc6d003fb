//! Norms that a pairing made by hand breaks.

use crate::RoundNumber;
use crate::ranking::Participant;
use draughts::Color;

/// A norm that a pairing made by hand breaks. The pairing is allowed, with this warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingWarning {
    /// Two meet who met before (KNDB B1a).
    MetBefore {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
        /// When they met.
        round: RoundNumber,
    },
    /// The bye goes to somebody who had a point without playing (KNDB B1b).
    SecondFreePoint {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A colour is given too often in all (KNDB B2a).
    ColorBalance {
        /// The participant.
        participant: Participant,
        /// Which.
        color: Color,
    },
    /// A colour is given three times in a row (KNDB B2b).
    ThirdColor {
        /// The participant.
        participant: Participant,
        /// Which.
        color: Color,
    },
    /// The schedule does not pair these two in this round, or with other colours.
    NotInSchedule {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// Two of different groups meet.
    OtherGroup {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// Somebody is paired who was reported absent (KNDB F5).
    Absent {
        /// The participant.
        participant: Participant,
    },
    /// Somebody is paired who has withdrawn (KNDB F5).
    Withdrawn {
        /// The participant.
        participant: Participant,
    },
    /// Somebody who is there is not paired and has no bye.
    NotPaired {
        /// The participant.
        participant: Participant,
    },
}

impl PairingWarning {
    /// The article of the norm, where one says it.
    pub fn article(self) -> Option<&'static str> {
        match self {
            Self::MetBefore { .. } => Some("KNDB B1a"),
            Self::SecondFreePoint { .. } => Some("KNDB B1b"),
            Self::ColorBalance { .. } => Some("KNDB B2a"),
            Self::ThirdColor { .. } => Some("KNDB B2b"),
            Self::Absent { .. } | Self::Withdrawn { .. } => Some("KNDB F5"),
            Self::NotInSchedule { .. } | Self::OtherGroup { .. } | Self::NotPaired { .. } => None,
        }
    }
}
