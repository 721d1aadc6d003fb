//! Tests of two replicas that decide about the same game.

use draughts::{Color, Outcome, Position, Reason, Score, Variant};
use live_game::{DeviceId, InputId};
use proto::subject::{GameId, TournamentKey};
use runtime::{MemoryBroker, Tasks};

use super::*;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn game() -> GameKey {
    let key =
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() };
    key.game(GameId::new(1, 1).unwrap())
}

/// Returns the game of a replica.
fn replica(broker: &MemoryBroker) -> GameActor {
    GameActor::new(&game(), &broker.log(), &Tasks::new().stopping())
}

fn input(sequence: u64) -> InputId {
    InputId::new(DeviceId::new("desk").unwrap(), sequence)
}

#[tokio::test]
async fn a_flag_counts_in_a_game_that_another_replica_has_resumed() {
    let broker = MemoryBroker::default();
    let (mut first, mut second) = (replica(&broker), replica(&broker));
    first.start().await.unwrap();
    let start = GameCommand::Start {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        control: None,
        black_starts: false,
        at: at(1_000),
    };
    first.carry_out(&start, None).await.unwrap();
    let resign = GameCommand::Resign { input: input(1), color: Color::Black, at: at(2_000) };
    first.carry_out(&resign, None).await.unwrap();

    second.start().await.unwrap();
    let resume = GameCommand::Resume { input: input(2), at: at(3_000) };
    second.carry_out(&resume, None).await.unwrap();
    let fell = GameCommand::FlagFell { color: Color::White, required: None, at: at(4_000) };
    first.carry_out(&fell, None).await.unwrap();
    let outcome = Outcome { score: Score::BlackWins, reason: Reason::FlagFall };
    assert_eq!(first.ledger.state().outcome(), Some(outcome));
}
