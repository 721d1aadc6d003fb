//! Tests of results that tournaments lack.

use draughts::{Position, RuleSet, Variant};
use live_game::{Game, GameCommand};
use proto::subject::{GameId, Stream};
use runtime::Tasks;
use tournament::PlayerId;

use super::*;
use crate::{consumer::Results, tournaments::Tournaments, unrecorded::Unrecorded};

#[tokio::test(start_paused = true)]
async fn a_round_that_was_lost_and_is_opened_once_more_has_the_results_of_its_games() {
    let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
    let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
    let (key, round) = (TournamentKey { venue, tournament }, RoundNumber::FIRST);
    let tournaments = Tournaments::new(broker.log(), 20);
    let results = Results::new(tournaments.clone(), &tasks);
    let execute = async |command| {
        tournaments.execute(&key, command, Author::SYSTEM, None, None).await.unwrap();
    };
    execute(created(Format::Manual)).await;
    for name in ["Anne", "Bea"] {
        execute(Command::Enter { entry: Entry::named(name) }).await;
    }
    let (white, black) = (PlayerId::new(1).unwrap(), PlayerId::new(2).unwrap());
    let pairs = vec![(white.into(), black.into())];
    // The end of the game was handled while the round was lost.
    let game = Subject::game(Stream::Game, &key.game(GameId::new(1, 1).unwrap()));
    let start = GameCommand::Start {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        control: None,
        black_starts: false,
        terms: None,
        at: Timestamp::from_millis(0),
    };
    let mut played = Game::default().decide(&start).unwrap();
    played.push(finished(WHITE));
    broker.append::<Game>(&game, &played, None).await.unwrap();
    execute(Command::PairByHand { round, pairs, byes: Vec::new() }).await;
    execute(Command::OpenRound { round }).await;

    Unrecorded::new(&tournaments, &results, &tasks).look_at(key.clone());
    let mut shown = tournaments.watch(&key).await.unwrap();
    let outcome = |snapshot: &Arc<Ledger<Tournament>>| {
        snapshot.state().game(round, TableNumber::FIRST).and_then(|game| game.outcome)
    };
    shown.wait_for(|snapshot| outcome(snapshot) == Some(WHITE)).await.unwrap();
    tasks.end();
}
