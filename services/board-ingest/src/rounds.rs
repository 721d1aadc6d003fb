//! The games of an opened round, and the first input of each game, which starts it.

use draughts::Position;
use proto::{
    convert::{StoredInput, round},
    subject::{GameId, GameKey, TournamentKey},
    v1::{InputRecord, StartGame, input_record::Action},
};
use tournament::{RoundNumber, TableNumber, Tournament};

/// The device id under which games are started.
const DEVICE: &str = "round";

/// Returns the games of these rounds that are to be played, each with its first input.
pub(crate) fn games(
    tournament: &Tournament,
    key: &TournamentKey,
    opened: &[RoundNumber],
) -> Vec<(GameKey, StoredInput)> {
    let games = opened.iter().flat_map(|round| {
        tournament.games_to_begin(*round).filter_map(|table| game_id(*round, table))
    });
    games.filter_map(|id| Some((key.game(id), start(tournament, id)?))).collect()
}

/// Returns the id of a game; `None` if its numbers are larger than those of any game.
pub(crate) fn game_id(round: RoundNumber, table: TableNumber) -> Option<GameId> {
    GameId::new(round.get(), table.get()).ok()
}

/// Returns the first input of a game; `None` while its round is not open.
pub(crate) fn start(tournament: &Tournament, game: GameId) -> Option<StoredInput> {
    let regulation = tournament.regulation()?;
    let rules = regulation.rules;
    let number = round(game.round()).ok()?;
    let opened = tournament.round(number)?.opened_at()?;
    let mut start = StartGame {
        fen: Position::start(rules.variant()).fen(),
        control: tournament.time_control_of(number).map(Into::into),
        black_starts: regulation.black_starts,
        absence: regulation.absence_limit().map(Into::into),
        ..StartGame::default()
    };
    start.set_rules(rules.into());
    let record = InputRecord {
        device: DEVICE.to_owned(),
        sequence: 1,
        at_ms: opened.millis(),
        action: Some(Action::Start(start)),
        ..InputRecord::default()
    };
    record.try_into().ok()
}
