//! The check of a table by its sums (KNDB F8).

use crate::ranking::{Finish, FirstPlace, Order, Ranking, RankingError, Running, TieBreak, rank};
use crate::regulation::Format;
use crate::swiss::{ControlSums, InputError, scores};
use crate::{Estimates, GroupNumber, Scoring, Tournament};
use draughts::Score;

/// The sums of a table, and the sums that it must have (KNDB F8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlCheck {
    /// Points and Solkoff of the table, with a game without a result as a draw (KNDB F11). The
    /// counted score is not in the table; it comes from the pairing.
    pub found: ControlSums,
    /// The sums that the pairings require.
    pub expected: ControlSums,
}

/// The reason for which there are no sums to check.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// The tournament is not paired by the Swiss system.
    #[error("only the Swiss system has control sums")]
    NotSwiss,
    /// Draws have a bonus, so that their two players do not get equal points.
    #[error("tables with bonus draws have no control sums")]
    BonusDraws,
    /// The recorded results contradict each other.
    #[error(transparent)]
    Field(#[from] InputError),
    /// There is no table.
    #[error(transparent)]
    Ranking(#[from] RankingError),
}

/// Returns the sums of a group's table before the next round; `None` if the group does not exist.
///
/// # Errors
/// [`ControlError`] if the group has no such sums.
pub fn control_check(
    tournament: &Tournament,
    group: GroupNumber,
) -> Result<Option<ControlCheck>, ControlError> {
    let Some(regulation) = tournament.regulation() else { return Err(ControlError::NotSwiss) };
    if !matches!(regulation.format, Format::Swiss(_)) {
        return Err(ControlError::NotSwiss);
    }
    if regulation.order.scoring == Scoring::BonusDraws {
        return Err(ControlError::BonusDraws);
    }
    let adjourned = tournament.results(&as_draws(tournament));
    let Some(results) = adjourned.get(group.index()) else { return Ok(None) };
    let order = Order {
        tie_breaks: vec![TieBreak::Points, TieBreak::Solkoff],
        first_place: FirstPlace::ByAllTieBreaks,
        ..regulation.order.clone()
    };
    let ranking = rank(results, &order, Running::Estimates)?;
    let field = tournament.swiss_field(group, tournament.next_round())?;
    let counted = ControlSums::of(&scores(&field)).counted;
    let found = ControlSums { counted, ..sums(&ranking) };
    Ok(Some(ControlCheck { found, expected: ControlSums::expected(&field) }))
}

/// Returns a draw for every game without a result.
fn as_draws(tournament: &Tournament) -> Estimates {
    let draw = Finish { score: Score::Draw, men_ahead: 0 };
    let rounds = tournament.rounds().iter();
    let games = rounds.flat_map(|round| {
        let open = round.games().iter().filter(|game| game.outcome.is_none());
        open.map(|game| ((round.number(), game.pairing.table), draw))
    });
    games.collect()
}

fn sums(ranking: &Ranking) -> ControlSums {
    let solkoff = ranking.rows.iter().filter_map(|row| row.values.get(1).copied().flatten());
    ControlSums {
        points: ranking.rows.iter().map(|row| row.points).sum(),
        counted: 0,
        solkoff: solkoff.sum(),
    }
}
