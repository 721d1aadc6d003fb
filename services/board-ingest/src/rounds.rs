//! The inputs of a tournament to its games: the first one, which starts a game, and results that
//! people record or take back in the tournament, which end it or let it go on.

use live_game::table::Seats;
use proto::{
    convert::{StoredInput, round, table},
    subject::{GameId, GameKey, TournamentKey},
};
use tournament::{ResultByHand, RoundNumber, TableNumber, Tournament};

/// Returns the games of these rounds that are to be played, each with its first input.
pub(crate) fn games(
    tournament: &Tournament,
    seats: &Seats,
    key: &TournamentKey,
    opened: &[RoundNumber],
) -> Vec<(GameKey, StoredInput)> {
    let games = opened.iter().flat_map(|round| {
        tournament.games_to_begin(*round).filter_map(|table| game_id(*round, table))
    });
    games.filter_map(|id| Some((key.game(id), start(tournament, seats, id)?))).collect()
}

/// Returns the id of a game; `None` if its numbers are larger than those of any game.
pub(crate) fn game_id(round: RoundNumber, table: TableNumber) -> Option<GameId> {
    GameId::new(round.get(), table.get()).ok()
}

/// Returns the first input of a game, given the seats of devices; `None` while its round is not
/// open.
///
/// The seats may be others later. The first input that is stored counts.
pub(crate) fn start(tournament: &Tournament, seats: &Seats, game: GameId) -> Option<StoredInput> {
    let (round, place) = (round(game.round()).ok()?, table(game.table()).ok()?);
    let start = tournament.game_start(round, place, seats.has_device_at(game.table()))?;
    StoredInput::of_start(&start).ok()
}

/// Returns the game of a result by hand with its inputs: the start, and the ruling that follows
/// from the result, numbered by its message of TOURNAMENT; `None` if the game is not played here.
pub(crate) fn ruling(
    tournament: &Tournament,
    seats: &Seats,
    key: &TournamentKey,
    result: &ResultByHand,
    message: u64,
) -> Option<(GameKey, Vec<StoredInput>)> {
    let result = tournament.result_for_game(result)?;
    let id = game_id(result.round, result.table)?;
    // The start has the number 1.
    let ruling = StoredInput::of_result(&result, message.saturating_add(1)).ok()?;
    Some((key.game(id), vec![start(tournament, seats, id)?, ruling]))
}
