//! Random games, and sources that claim their moves.

use draughts::{Move, MoveText, RuleSet, Timestamp};
use live_game::{DeviceId, Game, GameCommand, GameEvent, InputId};
use proptest::prelude::*;
use proptest::sample::Index;

/// Generates any rule set.
pub(crate) fn rules() -> impl Strategy<Value = RuleSet> {
    prop::sample::select(RuleSet::ALL.to_vec())
}

pub(crate) fn input(device: &str, sequence: u64) -> InputId {
    InputId::new(DeviceId::new(device).expect("a name"), sequence)
}

pub(crate) const fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

pub(crate) fn started(rules: RuleSet) -> Game {
    let mut game = Game::default();
    execute(&mut game, &GameCommand::start(rules, at(0)));
    game
}

/// Sends a command to a game, as a service does.
pub(crate) fn execute(game: &mut Game, command: &GameCommand) -> Vec<GameEvent> {
    let events = game.decide(command).unwrap_or_default();
    for event in &events {
        game.apply(event);
    }
    events
}

/// Returns the claim of a move at the moment of its ply.
pub(crate) fn play(device: &str, sequence: u64, ply: u32, mv: MoveText) -> GameCommand {
    GameCommand::Play { input: input(device, sequence), ply, mv, at: at(i64::from(ply) * 1_000) }
}

/// Generates a random game by the rules, with its moves.
pub(crate) fn game(plies: usize) -> impl Strategy<Value = (Game, Vec<Move>)> {
    (rules(), prop::collection::vec(any::<Index>(), 1..=plies)).prop_map(|(rules, choices)| {
        let mut game = started(rules);
        let mut moves = Vec::new();
        for (choice, ply) in choices.iter().zip(1..) {
            if game.outcome().is_some() {
                break;
            }
            let legal = game.position().legal_moves();
            let mv = legal[choice.index(legal.len())];
            execute(&mut game, &play("truth", u64::from(ply), ply, MoveText::from(&mv)));
            moves.push(mv);
        }
        assert_eq!(game.plies().len(), moves.len(), "legal moves are played");
        (game, moves)
    })
}

/// Returns the parts of a game that do not depend on its sources.
pub(crate) fn essence(game: &Game) -> impl PartialEq + core::fmt::Debug + use<> {
    let moves: Vec<Move> = game.plies().iter().map(|ply| ply.mv).collect();
    (moves, game.position(), game.outcome(), game.counts())
}
