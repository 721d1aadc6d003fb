//! The end of a tournament: its rounds in all, and whether everything is played and decided.

use super::{GroupTable, Tournament};
use crate::ranking::Running;
use crate::{Round, RoundState};

impl Tournament {
    /// Returns the number of rounds, including crossing finals and the group of winners, without
    /// play-offs; `None` if rounds are paired by hand, or while there are too few entrants.
    pub fn rounds_total(&self) -> Option<usize> {
        let of_winners = self.winners_schedule(self.regulation()?).len();
        Some(self.rounds_of_groups()?.saturating_add(of_winners))
    }

    /// Returns true if every round of the schedule is closed and no result is missing. Tied
    /// participants may still have to play: see [`Tournament::is_decided`].
    ///
    /// Never true if rounds are paired by hand, because their number is open.
    pub fn is_finished(&self) -> bool {
        let rounds = self.rounds.iter().filter(|round| !round.is_play_off()).count();
        self.rounds_total() == Some(rounds)
            && self.rounds.iter().all(|round| round.state == RoundState::Closed)
            && self.rounds.iter().all(|round| self.missing(round).next().is_none())
    }

    /// Returns true if every round so far is closed with all results, and no further one is known
    /// to come: the rounds of the schedule are over, or the rounds are paired by hand, which may go
    /// on at any time.
    pub fn is_over(&self) -> bool {
        let is_closed = |round: &Round| {
            round.state == RoundState::Closed && self.missing(round).next().is_none()
        };
        let is_by_hand = self.rounds_total().is_none() && !self.rounds.is_empty();
        self.is_finished() || (is_by_hand && self.rounds.iter().all(is_closed))
    }

    /// Returns true if the tournament is finished, no first place is shared, every final has a
    /// winner, and so have the winners of several groups.
    pub fn is_decided(&self) -> bool {
        let is_shared = |table: &GroupTable| table.ranking.ties.iter().any(|tie| tie.place == 1);
        self.is_finished()
            && !self.tables(Running::Ignored).iter().any(is_shared)
            && !self.lacks_winner_of_final()
            && !self.lacks_first_of_all()
    }
}
