//! What is against the norms in a pairing made by hand.

use crate::RoundNumber;
use crate::ranking::Participant;
use draughts::Color;

/// What is against the norms in a pairing made by hand. It is allowed, and said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PairingWarning {
    /// Two meet who met before (B1a).
    #[error("{first} and {second} met in round {round} (B1a)")]
    MetBefore {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
        /// When they met.
        round: RoundNumber,
    },
    /// The bye goes to somebody who had a point without playing (B1b).
    #[error("{participant} had a point without playing in round {round} (B1b)")]
    SecondFreePoint {
        /// Who.
        participant: Participant,
        /// When.
        round: RoundNumber,
    },
    /// A colour is given too often in all (B2a).
    #[error("{participant} gets {color} too often in all (B2a)")]
    ColorBalance {
        /// Who.
        participant: Participant,
        /// Which.
        color: Color,
    },
    /// A colour is given three times in a row (B2b).
    #[error("{participant} gets {color} for the third time in a row (B2b)")]
    ThirdColor {
        /// Who.
        participant: Participant,
        /// Which.
        color: Color,
    },
    /// The schedule does not pair these two in this round, or with other colours.
    #[error("{first} and {second} are not paired like this by the schedule")]
    NotInSchedule {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// Two of different groups meet.
    #[error("{first} and {second} are of different groups")]
    OtherGroup {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// Somebody is paired who was reported absent (F5).
    #[error("{participant} was reported absent (F5)")]
    Absent {
        /// Who.
        participant: Participant,
    },
    /// Somebody is paired who has withdrawn (F5).
    #[error("{participant} has withdrawn (F5)")]
    Withdrawn {
        /// Who.
        participant: Participant,
    },
    /// Somebody who is there is not paired and has no bye.
    #[error("{participant} is not paired")]
    NotPaired {
        /// Who.
        participant: Participant,
    },
}

impl PairingWarning {
    /// The article of the norm, where one says it.
    pub fn article(self) -> Option<&'static str> {
        match self {
            Self::MetBefore { .. } => Some("B1a"),
            Self::SecondFreePoint { .. } => Some("B1b"),
            Self::ColorBalance { .. } => Some("B2a"),
            Self::ThirdColor { .. } => Some("B2b"),
            Self::Absent { .. } | Self::Withdrawn { .. } => Some("F5"),
            Self::NotInSchedule { .. } | Self::OtherGroup { .. } | Self::NotPaired { .. } => None,
        }
    }
}
