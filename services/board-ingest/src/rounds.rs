//! The inputs of a tournament to its games: the first one, which starts a game, and results that
//! people record or take back in the tournament, which end it or let it go on.

use proto::{
    convert::{StoredInput, round, table},
    subject::{GameId, GameKey, TournamentKey},
};
use tournament::{ResultByHand, RoundNumber, TableNumber, Tournament};

use crate::error::Error;

/// Returns the games of these rounds that are to be played.
pub(crate) fn keys(
    tournament: &Tournament,
    key: &TournamentKey,
    opened: &[RoundNumber],
) -> impl Iterator<Item = GameKey> {
    let games = opened.iter().flat_map(|round| {
        tournament.games_to_begin(*round).filter_map(|table| game_id(*round, table))
    });
    games.map(|id| key.game(id))
}

/// Returns the games of these rounds that are to be played, each with its first input, given
/// whether a device has a seat at a game.
pub(crate) fn games(
    tournament: &Tournament,
    key: &TournamentKey,
    opened: &[RoundNumber],
    has_device: impl Fn(&GameKey) -> bool,
) -> Vec<(GameKey, StoredInput)> {
    let games = keys(tournament, key, opened);
    let games = games.filter_map(|game| {
        let start = start(tournament, &game, has_device(&game)).ok()?;
        Some((game, start))
    });
    games.collect()
}

/// Returns the id of a game; `None` if its numbers are larger than those of any game.
pub(crate) fn game_id(round: RoundNumber, table: TableNumber) -> Option<GameId> {
    GameId::new(round.get(), table.get()).ok()
}

/// Returns the first input of a game, given whether a device has a seat at it.
///
/// The seats may be others later. The first input that is stored counts.
///
/// # Errors
/// [`Error::UnknownGame`]; [`Error::NotOpen`].
pub(crate) fn start(
    tournament: &Tournament,
    game: &GameKey,
    has_device: bool,
) -> Result<StoredInput, Error> {
    let (round, place) = (round(game.game.round())?, table(game.game.table())?);
    let start = tournament.game_start(round, place, has_device);
    let start = start.map_err(|refusal| Error::of_game(refusal, game))?;
    Ok(StoredInput::of_start(&start)?)
}

/// Returns the game of a result by hand with its inputs: the start, and the ruling that follows
/// from the result, numbered by its message of TOURNAMENT; `None` if the game is not played here.
pub(crate) fn ruling(
    tournament: &Tournament,
    key: &TournamentKey,
    result: &ResultByHand,
    message: u64,
    has_device: impl Fn(&GameKey) -> bool,
) -> Option<(GameKey, Vec<StoredInput>)> {
    let result = tournament.result_for_game(result)?;
    let id = game_id(result.round, result.table)?;
    // The start has the number 1.
    let ruling = StoredInput::of_result(&result, message.saturating_add(1)).ok()?;
    let game = key.game(id);
    let start = start(tournament, &game, has_device(&game)).ok()?;
    Some((game, vec![start, ruling]))
}
