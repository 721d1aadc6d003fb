//! Categories of refusals.

use super::Refusal;
use crate::plan::LineUpRefusal;
use crate::regulation::{AgeError, Fault};

/// The category of a refusal: the way in which the caller can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefusalCategory {
    /// Command something else: this makes no sense, in any state of the tournament.
    Invalid,
    /// Name something that exists.
    NotFound,
    /// Make it so first, or wait until it is so: the state of the tournament does not allow it.
    Precondition,
    /// Enter fewer: a limit is reached.
    Exhausted,
}

impl Refusal {
    /// Returns what can be done about this refusal.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a refusal depends on the state unless it is known to be of another category"
    )]
    pub fn category(&self) -> RefusalCategory {
        match self {
            Self::Regulation(fault) => fault.category(),
            Self::LineUpNotTaken(LineUpRefusal::Boards { .. })
            | Self::TournamentName
            | Self::Notice
            | Self::Reason
            | Self::NoTimeControl
            | Self::NoSeason
            | Self::Entry(_)
            | Self::BirthMissing
            | Self::Age(AgeError::DayMissing)
            | Self::LineUp(_)
            | Self::Match(_)
            | Self::LotsIncomplete { .. }
            | Self::Groups(_)
            | Self::Pools { .. }
            | Self::PairingsMissing { .. }
            | Self::PairedTwice { .. }
            | Self::ReasonMissing { .. }
            | Self::DrawByForfeit
            | Self::MenAhead
            | Self::MenAheadMissing
            | Self::LineUpReasonMissing
            | Self::OtherGroup { .. }
            | Self::NotInPlayOff { .. }
            | Self::TieReasonMissing
            | Self::AmendmentReasonMissing
            | Self::SeedMissing => RefusalCategory::Invalid,
            Self::NotCreated
            | Self::UnknownTeam { .. }
            | Self::UnknownPlayer { .. }
            | Self::UnknownParticipant { .. }
            | Self::UnknownRound { .. }
            | Self::UnknownTable { .. }
            | Self::NoSuchFinal { .. } => RefusalCategory::NotFound,
            Self::TooManyPlayers { .. } | Self::TooManyRounds { .. } => RefusalCategory::Exhausted,
            _ => RefusalCategory::Precondition,
        }
    }
}

impl Fault {
    /// Returns what can be done about a regulation with this fault.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a regulation makes no sense at all unless its fault is the number of entrants"
    )]
    pub fn category(&self) -> RefusalCategory {
        match self {
            // Other numbers are entered than the event is for.
            Self::Entrants { .. }
            | Self::TooManyRounds { .. }
            | Self::SwissPrescribed { .. }
            | Self::UnequalPools { .. }
            | Self::MatchOf { .. }
            | Self::Zones { .. }
            | Self::Schedule(_)
            | Self::NotPrescribed(_)
            | Self::Groups(_) => RefusalCategory::Precondition,
            _ => RefusalCategory::Invalid,
        }
    }
}
