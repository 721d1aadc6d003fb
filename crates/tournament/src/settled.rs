//! What a game counts as once somebody has withdrawn.

use crate::ranking::{GameState, Meeting, Order, Participant, Results, WithdrawalRule};
use draughts::Score;

/// The state of a game of a meeting. Where a withdrawal gives the remaining games to the opponents,
/// they are won by forfeit (C art. 14).
pub(crate) fn settled(
    meeting: &Meeting,
    state: GameState,
    results: &Results,
    order: &Order,
) -> GameState {
    let gives = match order.withdrawal {
        WithdrawalRule::PointsStay => false,
        WithdrawalRule::VoidBelow { .. } => true,
    };
    let is_gone = |one: Participant| gives && results.withdrawn().contains(&one);
    match (state, is_gone(meeting.first), is_gone(meeting.second)) {
        (GameState::Played(_) | GameState::Forfeit(_), _, _) | (_, false, false) => state,
        (GameState::Open | GameState::Running(_), true, false) => {
            GameState::Forfeit(Score::BlackWins)
        }
        (GameState::Open | GameState::Running(_), false, true) => {
            GameState::Forfeit(Score::WhiteWins)
        }
        (GameState::Open | GameState::Running(_), true, true) => {
            GameState::Forfeit(Score::BothLose)
        }
    }
}
