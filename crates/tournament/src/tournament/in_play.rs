//! The games that are to begin, those that may be in progress, and the one that a table shows.

use super::Tournament;
use crate::ranking::Finish;
use crate::{Round, RoundNumber, RoundState, Scoring, TableNumber};
use draughts::{Score, Timestamp};
use std::collections::BTreeMap;

/// The progress of a game on its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The number of plies that were played.
    pub plies: usize,
    /// The men that White is ahead by, negative if Black is; a king counts as two men.
    pub men_ahead: i32,
    /// True if the game is over, although its result may not be recorded yet.
    pub is_over: bool,
}

impl Tournament {
    /// Returns the tables of a round whose games are to begin, in order; none until the round is
    /// open.
    ///
    /// A game does not begin if the round came with its result, or if a player has withdrawn: see
    /// [`Tournament::is_off`].
    pub fn games_to_begin(&self, round: RoundNumber) -> impl Iterator<Item = TableNumber> + '_ {
        let opened = self.round(round).filter(|round| round.state != RoundState::Paired);
        opened.into_iter().flat_map(|round| self.missing(round)).map(|game| game.pairing.table)
    }

    /// Returns the games that may be in progress, by round and table: those that have begun and
    /// still need a result, postponed ones included.
    pub fn games_in_play(&self) -> Vec<(RoundNumber, TableNumber)> {
        let numbers = self.rounds.iter().map(Round::number);
        numbers
            .flat_map(|number| self.games_to_begin(number).map(move |table| (number, table)))
            .collect()
    }

    /// Returns the estimated result of a game: more material wins; where draws have a bonus, it is
    /// a draw with that bonus. `None` if the game is not in progress: a postponed game is once a
    /// move was played.
    pub fn estimate(
        &self,
        round: RoundNumber,
        table: TableNumber,
        progress: Progress,
    ) -> Option<Finish> {
        let Progress { plies, men_ahead, is_over } = progress;
        let game = self.game(round, table).filter(|game| game.outcome.is_none() && !is_over)?;
        if game.is_postponed && plies == 0 {
            return None;
        }
        let score = match (self.scoring(), men_ahead) {
            (Scoring::BonusDraws, _) | (Scoring::TwoOneZero | Scoring::OneHalfZero, 0) => {
                Score::Draw
            }
            (Scoring::TwoOneZero | Scoring::OneHalfZero, 1..) => Score::WhiteWins,
            (Scoring::TwoOneZero | Scoring::OneHalfZero, _) => Score::BlackWins,
        };
        Some(Finish { score, men_ahead })
    }

    /// Returns the round of the game that each table plays now: the latest of the open rounds.
    pub fn games_at_tables(&self) -> BTreeMap<TableNumber, RoundNumber> {
        let open = self.rounds.iter().filter(|round| round.state == RoundState::Open);
        let games = open.flat_map(|round| {
            let number = round.number();
            self.missing(round).map(move |game| (game.pairing.table, number))
        });
        games.collect()
    }

    /// Returns the round of the game that a table shows: the one that it plays now, or else the
    /// latest published one in which it has a game. `None` if there is none.
    pub fn round_shown_at(&self, table: TableNumber) -> Option<RoundNumber> {
        self.games_at_tables().get(&table).copied().or_else(|| {
            let latest = self.rounds.iter().rev();
            let mut shown = latest.filter(|round| round.is_published());
            shown.find(|round| round.game(table).is_some()).map(Round::number)
        })
    }

    /// Returns the moment when a game began, if it may still be in progress.
    pub fn in_play_since(&self, round: RoundNumber, table: TableNumber) -> Option<Timestamp> {
        let is_in_play = self.games_to_begin(round).any(|one| one == table);
        self.round(round).filter(|_round| is_in_play)?.opened_at()
    }
}
