//! Errors of pairing, for calls and for results of games.

use std::sync::Arc;

use phrases::{Language, refusal};
use proto::{
    convert::ConvertError,
    subject::{TournamentKey, VenueId},
};
use runtime::{
    AppendError, Categorize, ErrorCategory, Extent, LedgerError, PoolError, TransactionError,
};
use thiserror::Error;
use tonic::Status;
use tournament::{
    ControlError, GroupNumber, Refusal, RefusalCategory, RoundNumber,
    ranking::Participant,
    season::{ClubSeasonError, EightsSeasonError, EndedError},
    trf::{NotATrf, Unwritable},
};

/// The reason why a tournament was not changed or shown.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The tournament refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A field of the request is missing or invalid.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The log holds no such tournament.
    #[error("unknown tournament {0}")]
    Unknown(TournamentKey),
    /// The venue has too many tournaments that were not begun.
    #[error(
        "{venue} has {max} tournaments without a paired round: pair or delete one of them, or raise \
         DAMCAST_UNPAIRED_MAX"
    )]
    TooManyUnpaired {
        /// The venue.
        venue: VenueId,
        /// Largest number of such tournaments.
        max: usize,
    },
    /// The tournament has no such round.
    #[error("there is no round {0}")]
    UnknownRound(RoundNumber),
    /// The tournament has no such group.
    #[error("there is no group {0}")]
    UnknownGroup(GroupNumber),
    /// The tournament has no such player or team.
    #[error("there is no participant {0}")]
    UnknownParticipant(Participant),
    /// The table has no control sums.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The tournament gives no result for the season.
    #[error(transparent)]
    Ended(#[from] EndedError),
    /// The orders do not give the eights of the next season.
    #[error(transparent)]
    Eights(#[from] EightsSeasonError<String>),
    /// The orders do not give the groups of clubs of the next season.
    #[error(transparent)]
    Clubs(#[from] ClubSeasonError<String>),
    /// The tournament cannot be a report.
    #[error(transparent)]
    Report(#[from] NotATrf),
    /// A value does not fit into a report.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The tables, which several callers share, could not be computed.
    #[error(transparent)]
    Shared(#[from] Arc<Self>),
    /// Others wrote to the tournament during every attempt.
    #[error("{0}: others are changing it at the same time; try again")]
    Contended(TournamentKey),
    /// The decision could not be stored.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The log could not be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// NATS took too long to answer.
    #[error("{0}: NATS did not answer in time")]
    Late(TournamentKey),
    /// Too many such requests are being answered, or the service stops.
    #[error(transparent)]
    Busy(#[from] PoolError),
}

impl Error {
    /// Converts the failure of a transaction on a tournament.
    pub(crate) fn of_transaction(key: &TournamentKey, error: TransactionError) -> Self {
        match error {
            TransactionError::Contended { .. } => Self::Contended(key.clone()),
            TransactionError::Append(error) => Self::Append(error),
            TransactionError::Ledger(error) => Self::Ledger(error),
        }
    }
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Refused(refusal) => of_refusal(refusal.category()),
            Self::Ended(error) => of_refusal(error.category()),
            Self::Report(error) => of_refusal(error.category()),
            Self::Convert(_) | Self::Eights(_) | Self::Clubs(_) => ErrorCategory::Invalid,
            Self::Unknown(_)
            | Self::UnknownRound(_)
            | Self::UnknownGroup(_)
            | Self::UnknownParticipant(_) => ErrorCategory::NotFound,
            Self::Control(_) | Self::Unwritable(_) | Self::TooManyUnpaired { .. } => {
                ErrorCategory::Precondition
            }
            Self::Shared(error) => error.category(),
            Self::Contended(_) => ErrorCategory::Conflict,
            Self::Append(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::Busy(error) => error.category(),
            Self::Late(_) => ErrorCategory::Unavailable,
        }
    }

    fn extent(&self) -> Extent<'_> {
        if let Self::Shared(error) = self {
            error.extent()
        } else if let Self::Ledger(error) = self {
            error.extent()
        } else {
            self.category().extent()
        }
    }
}

fn of_refusal(category: RefusalCategory) -> ErrorCategory {
    match category {
        RefusalCategory::Invalid => ErrorCategory::Invalid,
        RefusalCategory::NotFound => ErrorCategory::NotFound,
        RefusalCategory::Precondition => ErrorCategory::Precondition,
    }
}

impl From<Error> for Status {
    /// Answers in English what a person can mend, and in every language in the details of the
    /// status (`google.rpc.LocalizedMessage`).
    fn from(error: Error) -> Self {
        let words = |language: Language| Some((language.tag(), text(&error, language)?));
        runtime::status_in_words(&error, Language::ALL.into_iter().filter_map(words))
    }
}

/// Writes the words for a person; `None` for an error of the program that calls, or of the log.
fn text(error: &Error, language: Language) -> Option<String> {
    Some(match error {
        Error::Refused(refusal) => refusal::tournament(refusal, language),
        Error::UnknownRound(round) => {
            refusal::tournament(&Refusal::UnknownRound { round: *round }, language)
        }
        Error::UnknownParticipant(participant) => {
            let unknown = Refusal::UnknownParticipant { participant: *participant };
            refusal::tournament(&unknown, language)
        }
        Error::UnknownGroup(group) => {
            refusal::report::not_a_report(&NotATrf::UnknownGroup { group: *group }, language)
        }
        Error::Control(error) => refusal::season::control(error, language),
        Error::Ended(error) => refusal::season::ended(error, language),
        Error::Eights(error) => refusal::season::eights(error, language),
        Error::Clubs(error) => refusal::season::clubs(error, language),
        Error::Report(error) => refusal::report::not_a_report(error, language),
        Error::Unwritable(error) => refusal::report::unwritable(error, language),
        Error::Unknown(key) => refusal::call::unknown_tournament(&key.to_string(), language),
        Error::TooManyUnpaired { venue, max } => {
            refusal::call::too_many_unpaired(&venue.to_string(), *max, language)
        }
        Error::Contended(key) => refusal::call::contended(&key.to_string(), language),
        Error::Late(key) => refusal::call::late(&key.to_string(), language),
        Error::Busy(PoolError::Busy) => refusal::call::busy(language),
        Error::Busy(PoolError::Stopping) => refusal::call::stopping(language),
        Error::Shared(error) => return text(error, language),
        Error::Convert(_) | Error::Append(_) | Error::Ledger(_) => return None,
    })
}
