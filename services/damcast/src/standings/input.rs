//! Errors and results that the kinds of questions share.

use std::collections::BTreeSet;

use phrases::{Language, refusal as phrase};
use thiserror::Error;
use tournament::{
    NumberError, PLAYERS_MAX,
    plan::FinalsError,
    ranking::{
        GameState, Meeting, Order, Participant, Ranking, RankingError, Results, ResultsError,
        Running, rank,
    },
    regulation::Fault,
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
    #[error("input.{side}: no pieces, and a game in which a side has none is not drawn")]
    NoPieces { side: &'static str },
    #[error(
        "input.players[{player}].seasons[{season}].wp[{event}]: {place} is no place of {players} players"
    )]
    Place { player: usize, season: usize, event: usize, players: u32, place: u32 },
    #[error("input.n: {}", phrase::regulation::fault(.0, Language::English))]
    Group(#[from] Fault),
    #[error(transparent)]
    Number(#[from] NumberError),
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Ranking(#[from] RankingError),
    #[error(transparent)]
    Finals(#[from] FinalsError),
    #[error("{}", phrase::season::eights(.0, Language::English))]
    Eights(#[from] EightsSeasonError<u32>),
    #[error("{}", phrase::season::clubs(.0, Language::English))]
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

/// Ranks the participants of a round robin. Until all who stay have met, nothing is prescribed for
/// ties.
///
/// # Errors
/// If the results contradict the order.
pub(super) fn ranked(results: &Results, order: &Order) -> Result<Ranking, RankingError> {
    let ranking = rank(results, order, Running::Ignored)?;
    Ok(if have_all_met(results) { ranking } else { ranking.before_the_end() })
}

fn have_all_met(results: &Results) -> bool {
    let stays = |one: &Participant| !results.withdrawn().contains(one);
    let is_over = |meeting: &&Meeting| {
        let mut games = meeting.state.games().iter();
        let has_result =
            games.all(|game| matches!(game, GameState::Played(_) | GameState::Forfeit(_)));
        has_result && stays(&meeting.first) && stays(&meeting.second)
    };
    let pair =
        |meeting: &Meeting| (meeting.first.min(meeting.second), meeting.first.max(meeting.second));
    let met: BTreeSet<_> = results.meetings().iter().filter(is_over).map(pair).collect();
    let staying = results.participants().iter().filter(|one| stays(one)).count();
    met.len() == staying * staying.saturating_sub(1) / 2
}
