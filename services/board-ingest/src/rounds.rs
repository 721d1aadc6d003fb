//! The inputs of a tournament to its games: the first one, which starts a game, and results that
//! people record or take back in the tournament, which end it or let it go on.

use proto::{
    convert::{StoredInput, round, table},
    subject::{GameId, GameKey, TournamentKey},
};
use tournament::{ResultByHand, RoundNumber, TableNumber, Tournament};

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
        let start = start(tournament, game.game, has_device(&game))?;
        Some((game, start))
    });
    games.collect()
}

/// Returns the id of a game; `None` if its numbers are larger than those of any game.
pub(crate) fn game_id(round: RoundNumber, table: TableNumber) -> Option<GameId> {
    GameId::new(round.get(), table.get()).ok()
}

/// Returns the first input of a game, given whether a device has a seat at it; `None` while its
/// round is not open.
///
/// The seats may be others later. The first input that is stored counts.
pub(crate) fn start(
    tournament: &Tournament,
    game: GameId,
    has_device: bool,
) -> Option<StoredInput> {
    let (round, place) = (round(game.round()).ok()?, table(game.table()).ok()?);
    let start = tournament.game_start(round, place, has_device)?;
    StoredInput::of_start(&start).ok()
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
    let start = start(tournament, id, has_device(&game))?;
    Some((game, vec![start, ruling]))
}
