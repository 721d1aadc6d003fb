//! Categories of refusals.

use super::{EmbargoRefusal, ProposalRefusal, Refusal, RoundRefusal};
use crate::plan::LineUpRefusal;
use crate::regulation::{AgeError, Fault};

/// The category of a refusal, by the caller's options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefusalCategory {
    /// The command makes no sense in any state of the tournament: send another one.
    Invalid,
    /// The command names something that does not exist: name something that does.
    NotFound,
    /// The state of the tournament does not allow the command: change the state first, or wait.
    Precondition,
}

impl Refusal {
    /// Returns the category of this refusal.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a refusal depends on the state unless it is known to be of another category"
    )]
    pub fn category(&self) -> RefusalCategory {
        match self {
            Self::Regulation(fault) => fault.category(),
            Self::Round(refusal) => refusal.category(),
            Self::LineUpNotTaken(LineUpRefusal::Boards { .. })
            | Self::TournamentName
            | Self::Notice(_)
            | Self::Reason(_)
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
            | Self::Embargo(EmbargoRefusal::ReasonMissing)
            | Self::Proposal(ProposalRefusal::ReasonMissing | ProposalRefusal::NotProposed)
            | Self::SeedMissing => RefusalCategory::Invalid,
            Self::NotCreated
            | Self::Deleted
            | Self::UnknownTeam { .. }
            | Self::UnknownPlayer { .. }
            | Self::UnknownParticipant { .. }
            | Self::UnknownRound { .. }
            | Self::UnknownTable { .. }
            | Self::NoSuchFinal(_)
            | Self::Proposal(ProposalRefusal::Unknown { .. }) => RefusalCategory::NotFound,
            _ => RefusalCategory::Precondition,
        }
    }
}

impl RoundRefusal {
    /// Returns the category of this refusal.
    pub fn category(&self) -> RefusalCategory {
        match self {
            Self::HallInPlay { .. }
            | Self::GroundMissing { .. }
            | Self::NotMadeUp { .. }
            | Self::MakeUpFirst { .. }
            | Self::MakeUpTooLate { .. }
            | Self::RestNotOver { .. } => RefusalCategory::Precondition,
            Self::Unfinished { .. }
            | Self::GroundUnnamed { .. }
            | Self::AbsenceReasonMissing { .. }
            | Self::AgreementMissing { .. } => RefusalCategory::Invalid,
        }
    }
}

impl Fault {
    /// Returns the category of a regulation with this fault.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a regulation makes no sense at all unless its fault is the number of entrants"
    )]
    pub fn category(&self) -> RefusalCategory {
        match self {
            // The number of entrants is not the one that the event is for.
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
