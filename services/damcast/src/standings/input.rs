//! Errors and results that the kinds of questions share.

use thiserror::Error;
use tournament::{
    NumberError, PLAYERS_MAX,
    plan::FinalsError,
    ranking::{Meeting, Participant, RankingError, Results, ResultsError},
    season::{ClubSeasonError, EightsSeasonError},
};

use crate::json::FormError;

/// Reason why a question has no answer.
#[derive(Debug, Error)]
pub(super) enum Unanswerable {
    #[error(transparent)]
    Form(#[from] FormError),
    #[error("input.n: {found}, a table has 1 to {} participants", PLAYERS_MAX)]
    Size { found: u32 },
    #[error("input.group_level: missing, regulation B has group 1 and others")]
    NoGroup,
    #[error("input.matches[{index}].boards: {found} boards instead of {expected}")]
    Boards { index: usize, found: usize, expected: u32 },
    #[error("input.{side}: {men} men and {kings} kings are no side's material")]
    Material { side: &'static str, men: u32, kings: u32 },
    #[error(transparent)]
    Number(#[from] NumberError),
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Ranking(#[from] RankingError),
    #[error(transparent)]
    Finals(#[from] FinalsError),
    #[error(transparent)]
    Eights(#[from] EightsSeasonError<u32>),
    #[error(transparent)]
    Clubs(#[from] ClubSeasonError<u32>),
}

/// Returns the results of the participants 1 to `n`.
///
/// # Errors
/// If `n` is out of range, or a meeting has another participant.
pub(super) fn results(n: u32, meetings: Vec<Meeting>) -> Result<Results, Unanswerable> {
    if n == 0 || usize::try_from(n).is_ok_and(|n| n > PLAYERS_MAX) {
        return Err(Unanswerable::Size { found: n });
    }
    let all = (1..=n).map(Participant::new).collect::<Result<Vec<_>, _>>()?;
    Ok(Results::new(all, meetings, Vec::new())?)
}
