//! The effect of a withdrawal on the meetings of the participant (B art. 6, C art. 14).

use super::{GameState, Meeting, MeetingState, Order, Participant, Results, WithdrawalRule};
use draughts::Score;

/// The effect of a withdrawal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdrawal {
    /// The participant.
    pub participant: Participant,
    /// Number of meetings that were really played.
    pub played: u32,
    /// True if all of them are void, so that the participant is not in the table.
    pub is_void: bool,
    /// Number of remaining meetings that the opponents won.
    pub lost: u32,
}

/// Returns the effects of withdrawals: the number of games really played decides who leaves the
/// table.
pub(super) fn withdrawals(results: &Results, order: &Order) -> Vec<Withdrawal> {
    let of_participant = |participant: &Participant| {
        let own = results.meetings().iter().filter(|meeting| meeting.is_of(*participant));
        let played = own.filter(|meeting| meeting.state.is_played()).count();
        let played = u32::try_from(played).unwrap_or(u32::MAX);
        let is_void = match order.withdrawal {
            WithdrawalRule::PointsStay | WithdrawalRule::RemainingLost => false,
            WithdrawalRule::VoidBelow { games } => played < games,
        };
        Withdrawal { participant: *participant, played, is_void, lost: 0 }
    };
    results.withdrawn().iter().map(of_participant).collect()
}

impl Meeting {
    /// Returns the state of the meeting after withdrawals: if the rule gives the remaining games to
    /// the opponents, they are won by forfeit.
    pub(crate) fn settled(&self, results: &Results, rule: WithdrawalRule) -> MeetingState {
        let is_gone =
            |one: Participant| rule.gives_remaining() && results.withdrawn().contains(&one);
        let score = match (is_gone(self.first), is_gone(self.second)) {
            (false, false) => return self.state.clone(),
            (true, false) => Score::BlackWins,
            (false, true) => Score::WhiteWins,
            (true, true) => Score::BothLose,
        };
        let settled = |game: &GameState| match game {
            GameState::Open | GameState::Running(_) => GameState::Forfeit(score),
            GameState::Played(_) | GameState::Forfeit(_) => *game,
        };
        match &self.state {
            MeetingState::Game(game) => MeetingState::Game(settled(game)),
            MeetingState::Boards(boards) => {
                MeetingState::Boards(boards.iter().map(settled).collect())
            }
        }
    }

    pub(super) fn is_of(&self, participant: Participant) -> bool {
        self.first == participant || self.second == participant
    }
}

impl MeetingState {
    /// Returns true if the meeting was decided by play.
    pub(crate) fn is_played(&self) -> bool {
        let is_played = |game: &GameState| match game {
            GameState::Played(finish) => finish.score != Score::Unplayed,
            GameState::Open | GameState::Running(_) | GameState::Forfeit(_) => false,
        };
        self.games().iter().all(|game| game.finish().is_some())
            && self.games().iter().any(is_played)
    }
}
