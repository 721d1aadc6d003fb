//! Games for the tests of their conversions.

use draughts::{RuleSet, Timestamp};
use live_game::{Game, GameCommand};

/// Returns a game by the international rules that began at 1 ms, after these commands, one decision
/// after the other.
pub(super) fn game_after(commands: &[GameCommand]) -> Game {
    let mut game = Game::default();
    let start = GameCommand::start(RuleSet::International, Timestamp::from_millis(1));
    for command in std::iter::once(&start).chain(commands) {
        game.decide(command).unwrap().iter().for_each(|event| game.apply(event));
    }
    game
}
