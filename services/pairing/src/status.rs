//! What a caller is told when a call is not answered.

use proto::convert::ConvertError;
use runtime::{AppendError, LedgerError, chain};
use tonic::Status;
use tournament::{Refusal, plan::LineUpRefusal, regulation::Fault};

use crate::tournaments::Error;

/// A request that means nothing; it names the field.
pub(crate) fn unclear(error: &ConvertError) -> Status {
    Status::invalid_argument(error.to_string())
}

pub(crate) fn status(error: &Error) -> Status {
    let text = error.to_string();
    match error {
        Error::Refused(refusal) => refused(refusal, text),
        Error::Unknown(_) => Status::not_found(text),
        Error::Contended(_) | Error::Append(AppendError::Conflict { .. }) => Status::aborted(text),
        Error::Append(AppendError::Refused { .. }) => Status::resource_exhausted(text),
        Error::Append(AppendError::Unavailable { .. })
        | Error::Ledger(LedgerError::Read(_))
        | Error::Stopping
        | Error::Late(_) => Status::unavailable(text),
        Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => {
            tracing::error!(error = chain(error), "answer a call");
            Status::internal(text)
        }
    }
}

/// What the caller can do about a refusal: ask otherwise, ask about what exists, or wait for it to be
/// so.
fn refused(refusal: &Refusal, text: String) -> Status {
    match refusal {
        // Other numbers are entered than the event is for.
        Refusal::Regulation(
            Fault::Entrants { .. }
            | Fault::TooManyRounds { .. }
            | Fault::SwissPrescribed { .. }
            | Fault::UnequalPools { .. }
            | Fault::MatchOf { .. }
            | Fault::Zones { .. }
            | Fault::Schedule(_)
            | Fault::NotPrescribed(_)
            | Fault::Groups(_),
        ) => Status::failed_precondition(text),
        Refusal::TournamentName
        | Refusal::Notice
        | Refusal::Reason
        | Refusal::NoTimeControl
        | Refusal::NoSeason
        | Refusal::Regulation(_)
        | Refusal::Entry(_)
        | Refusal::BirthMissing
        | Refusal::LineUp(_)
        | Refusal::LineUpNotTaken(LineUpRefusal::Boards { .. })
        | Refusal::Match(_)
        | Refusal::LotsIncomplete { .. }
        | Refusal::Groups(_)
        | Refusal::Pools { .. }
        | Refusal::PairingsMissing { .. }
        | Refusal::PairedTwice { .. }
        | Refusal::ReasonMissing { .. }
        | Refusal::DrawByForfeit
        | Refusal::MenAhead
        | Refusal::MenAheadMissing
        | Refusal::LineUpReasonMissing
        | Refusal::OtherGroup { .. }
        | Refusal::NotInPlayOff { .. }
        | Refusal::TieReasonMissing
        | Refusal::AmendmentReasonMissing
        | Refusal::SeedMissing => Status::invalid_argument(text),
        Refusal::NotCreated
        | Refusal::UnknownTeam { .. }
        | Refusal::UnknownPlayer { .. }
        | Refusal::UnknownParticipant { .. }
        | Refusal::UnknownRound { .. }
        | Refusal::UnknownTable { .. }
        | Refusal::NoSuchFinal { .. } => Status::not_found(text),
        Refusal::TooManyPlayers { .. } | Refusal::TooManyRounds { .. } => {
            Status::resource_exhausted(text)
        }
        Refusal::AlreadyCreated { .. }
        | Refusal::DuplicatePlayer { .. }
        | Refusal::TooOld(_)
        | Refusal::EntriesClosed
        | Refusal::NotOfTeams
        | Refusal::LineUpNotTaken(LineUpRefusal::Late { .. } | LineUpRefusal::Fixed)
        | Refusal::OtherTeam { .. }
        | Refusal::LineUpMissing { .. }
        | Refusal::LotsFixed
        | Refusal::LotsOfGroups
        | Refusal::NoGroups
        | Refusal::GroupsMissing
        | Refusal::TablePairsAll
        | Refusal::PairedAlready { .. }
        | Refusal::RoundOutOfOrder { .. }
        | Refusal::AlreadyPaired { .. }
        | Refusal::NoMoreRounds { .. }
        | Refusal::PreviousRoundNotClosed { .. }
        | Refusal::Unpairable { .. }
        | Refusal::Field(_)
        | Refusal::NobodyToPair { .. }
        | Refusal::NotTheLatest { .. }
        | Refusal::WrongRoundState { .. }
        | Refusal::RoundBegun { .. }
        | Refusal::DuplicateTeam { .. }
        | Refusal::StandsInRound { .. }
        | Refusal::NotWithdrawn { .. }
        | Refusal::SeatTaken { .. }
        | Refusal::NoReserves
        | Refusal::PointFixed { .. }
        | Refusal::RoundsPaired { .. }
        | Refusal::NoColors { .. }
        | Refusal::WonByGames
        | Refusal::NoHalfPointByes
        | Refusal::TooManyHalfPointByes { .. }
        | Refusal::HalfPointByeInLastRound
        | Refusal::NotMadeUp { .. }
        | Refusal::MakeUpFirst { .. }
        | Refusal::ResultMissing { .. }
        | Refusal::AlreadyRecorded { .. }
        | Refusal::NothingToCorrect { .. }
        | Refusal::NoSuchTie
        | Refusal::RoundsToPlay { .. }
        | Refusal::NoPlayOff { .. }
        | Refusal::PlayOffRunning { .. }
        | Refusal::PlayOffOver
        | Refusal::PlayOffOfTwo
        | Refusal::AlreadyResolved
        | Refusal::ChooserDrawn { .. }
        | Refusal::GroupsByStrength
        | Refusal::GameIsOff { .. }
        | Refusal::PlayOff(_)
        | Refusal::PoolTied { .. }
        | Refusal::Finals(_)
        | Refusal::ColorNotChosen { .. }
        | Refusal::WinnerMissing
        | Refusal::WinnersBySchedule
        | Refusal::FinalsAreCrossed => Status::failed_precondition(text),
    }
}
