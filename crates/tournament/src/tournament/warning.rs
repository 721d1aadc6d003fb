//! Norms that a pairing made by hand breaks.

use crate::RoundNumber;
use crate::ranking::Participant;
use draughts::Color;

/// A norm that a pairing made by hand breaks. The pairing is allowed, with this warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingWarning {
    /// The two met before (KNDB B1a).
    MetBefore {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
        /// The round in which they met.
        round: RoundNumber,
    },
    /// The bye goes to a participant who had a point without playing (KNDB B1b).
    SecondFreePoint {
        /// The participant.
        participant: Participant,
        /// The round of that point.
        round: RoundNumber,
    },
    /// A participant gets a colour too often in total (KNDB B2a).
    ColorBalance {
        /// The participant.
        participant: Participant,
        /// The colour.
        color: Color,
    },
    /// A participant gets a colour three times in a row (KNDB B2b).
    ThirdColor {
        /// The participant.
        participant: Participant,
        /// The colour.
        color: Color,
    },
    /// The schedule does not pair the two in this round, or has other colours.
    NotInSchedule {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// The two are in different groups.
    OtherGroup {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// A paired participant was reported absent (KNDB F5).
    Absent {
        /// The participant.
        participant: Participant,
    },
    /// A paired participant has withdrawn (KNDB F5).
    Withdrawn {
        /// The participant.
        participant: Participant,
    },
    /// An available participant is not paired and has no bye.
    NotPaired {
        /// The participant.
        participant: Participant,
    },
}

impl PairingWarning {
    /// Returns the article of the norm, if there is one.
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
