//! Finds the games that a tournament waits for although nothing of them is damaged.
//!
//! A service may have given up what follows from a message, or be away: then a game of an open
//! round has no start, or a game is over and its result is not recorded. People can go on by
//! themselves once they know.

use std::collections::{BTreeMap, BTreeSet};

use draughts::Timestamp;
use live_game::table::{Standstill, StandstillReason};
use proto::subject::GameId;
use tournament::{RoundNumber, TableNumber, Tournament};

use crate::rounds;

/// Returns the games of open rounds that have not begun or lack their result, given those of which
/// INPUT has something, and those that are over with the moments of their last messages.
pub(super) fn unfinished(
    tournament: &Tournament,
    begun: &BTreeSet<GameId>,
    over: &BTreeMap<GameId, Timestamp>,
) -> Vec<(GameId, Standstill)> {
    let found = tournament.games_in_play().into_iter().filter_map(|(round, table)| {
        let game = rounds::game_id(round, table)?;
        let (since, reason) = match over.get(&game) {
            Some(since) => (*since, StandstillReason::Unrecorded),
            None if begun.contains(&game) => return None,
            None => (tournament.round(round)?.opened_at()?, StandstillReason::NotBegun),
        };
        Some((game, Standstill { since, reason }))
    });
    found.collect()
}

/// Returns those of the games in play of which the tournament has a result.
pub(super) fn not_ended(
    tournament: &Tournament,
    in_play: impl IntoIterator<Item = GameId>,
) -> BTreeSet<GameId> {
    let has_result = |game: &GameId| {
        let (Ok(round), Ok(table)) =
            (RoundNumber::new(game.round()), TableNumber::new(game.table()))
        else {
            return false;
        };
        tournament.game(round, table).is_some_and(|paired| paired.outcome.is_some())
    };
    in_play.into_iter().filter(has_result).collect()
}
