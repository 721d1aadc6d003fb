//! Tests of results that tournaments lack.

use draughts::{Color, RuleSet};
use live_game::{Game, GameCommand};
use proto::subject::{GameId, Stream};
use runtime::Tasks;
use tokio::sync::mpsc::Receiver;
use tournament::PlayerId;

use super::*;
use crate::{
    consumer::{self, Results},
    recovery,
    result_provenance::ProvenanceReader,
    tournaments::Tournaments,
};

/// A tournament with one game, and the service about it.
struct Hall {
    broker: MemoryBroker,
    tasks: Tasks,
    key: TournamentKey,
    tournaments: Tournaments,
    results: Results,
    /// The subject of the game.
    game: Subject,
}

impl Hall {
    /// Enters two players; returns the tournaments that are to be looked at, too.
    async fn new() -> (Self, Receiver<TournamentKey>) {
        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        let key = TournamentKey { venue, tournament };
        let (tournaments, opened) = Tournaments::new(broker.log(), 20);
        let provenances = ProvenanceReader::new(tournaments.log().clone());
        let results = Results::new(tournaments.clone(), provenances, &tasks);
        let game = Subject::game(Stream::Game, &key.game(GameId::new(1, 1).unwrap()));
        let hall = Self { broker, tasks, key, tournaments, results, game };
        hall.execute(created(Format::Manual)).await;
        for name in ["Anne", "Bea"] {
            hall.execute(Command::Enter { entry: Entry::named(name) }).await;
        }
        (hall, opened)
    }

    async fn execute(&self, command: Command) {
        let executed = self.tournaments.execute(&self.key, command, Author::SYSTEM, None, None);
        executed.await.unwrap();
    }

    async fn open_round(&self) {
        let (white, black) = (PlayerId::new(1).unwrap(), PlayerId::new(2).unwrap());
        let (round, pairs) = (RoundNumber::FIRST, vec![(white.into(), black.into())]);
        self.execute(Command::PairByHand { round, pairs, byes: Vec::new() }).await;
        self.execute(Command::OpenRound { round }).await;
    }

    /// Appends to GAME.
    async fn play(&self, events: &[GameEvent]) -> LogEntry {
        self.broker.append::<Game>(&self.game, events, None).await.unwrap()
    }

    /// Handles a message of GAME that changes the result.
    async fn handle(&self, entry: &LogEntry) {
        let (game, event, message) = consumer::read(entry).unwrap();
        self.results.carry_out(&game, event, message).await.unwrap();
    }

    async fn outcome(&self) -> Option<Outcome> {
        outcome(&self.tournaments.get(&self.key).await.unwrap())
    }
}

fn outcome(tournament: &Arc<Ledger<Tournament>>) -> Option<Outcome> {
    let game = tournament.state().game(RoundNumber::FIRST, TableNumber::FIRST);
    game.and_then(|game| game.outcome)
}

fn start() -> Vec<GameEvent> {
    let start = GameCommand::start(RuleSet::International, Timestamp::from_millis(0));
    Game::default().decide(&start).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_round_that_was_lost_and_is_opened_once_more_has_the_results_of_its_games() {
    let (hall, opened) = Hall::new().await;
    recovery::follow(&hall.tournaments, &hall.results, opened, &hall.tasks);
    // The end of the game was handled while the round was lost.
    let mut played = start();
    played.push(finished(WHITE));
    hall.play(&played).await;
    hall.open_round().await;

    let mut shown = hall.tournaments.watch(&hall.key).await.unwrap();
    shown.wait_for(|snapshot| outcome(snapshot) == Some(WHITE)).await.unwrap();
    hall.tasks.end();
}

/// The message of the new end is handled while the earlier result is still recorded, which is the
/// same; a withdrawal that another attempt made before is stored only then.
#[tokio::test(start_paused = true)]
async fn a_game_that_ended_anew_has_its_result_after_a_withdrawal_that_was_stored_late() {
    let (hall, withdrawn) = Hall::new().await;
    hall.open_round().await;
    hall.play(&start()).await;
    let end = hall.play(&[finished(WHITE)]).await;
    hall.handle(&end).await;
    let resumed =
        GameEvent::Resumed { input: input(), by_hand: None, at: Timestamp::from_millis(2) };
    let resumed = hall.play(&[resumed]).await;
    let anew = hall.play(&[finished(WHITE)]).await;
    hall.handle(&anew).await;
    assert_eq!(hall.outcome().await, Some(WHITE));

    recovery::follow(&hall.tournaments, &hall.results, withdrawn, &hall.tasks);
    let mut shown = hall.tournaments.watch(&hall.key).await.unwrap();
    let (round, table) = (RoundNumber::FIRST, TableNumber::FIRST);
    let command = Command::WithdrawResult { round, table };
    let LogEntry { sequence, recorded_at, .. } = resumed;
    let cause = GameCause { sequence, recorded_at };
    let late = hall.tournaments.execute(&hall.key, command, Author::SYSTEM, Some(cause), None);
    late.await.unwrap();
    assert_eq!(hall.outcome().await, None);
    shown.wait_for(|snapshot| outcome(snapshot) == Some(WHITE)).await.unwrap();
    hall.tasks.end();
}

/// A game that GAME no longer has as ended is not one that somebody has resumed.
#[tokio::test(start_paused = true)]
async fn a_result_stays_while_the_end_of_its_game_that_was_lost_is_judged_anew() {
    let (hall, _opened) = Hall::new().await;
    hall.open_round().await;
    hall.play(&start()).await;
    let end = hall.play(&[finished(WHITE)]).await;
    hall.handle(&end).await;
    assert_eq!(hall.outcome().await, Some(WHITE));
    let told = hall.broker.stored(Stream::Tournament).len();
    hall.broker.set_back(Stream::Game, 1);
    hall.handle(&end).await;
    // Another message has its sequence by now.
    hall.play(&[GameEvent::DrawOffered { by: Color::White, input: input() }]).await;
    hall.handle(&end).await;
    assert_eq!(hall.outcome().await, Some(WHITE));
    let anew = hall.play(&[finished(WHITE)]).await;
    hall.handle(&anew).await;
    assert_eq!(hall.outcome().await, Some(WHITE));
    assert_eq!(hall.broker.stored(Stream::Tournament).len(), told);
    hall.tasks.end();
}

/// The sequences of a store that was set back begin again below those that it lost.
#[tokio::test(start_paused = true)]
async fn a_correction_counts_whose_sequence_is_below_that_of_the_end_that_was_lost() {
    let (hall, _opened) = Hall::new().await;
    hall.open_round().await;
    hall.play(&start()).await;
    for _ in 0..3 {
        hall.play(&[GameEvent::DrawOffered { by: Color::White, input: input() }]).await;
    }
    let end = hall.play(&[finished(WHITE)]).await;
    hall.handle(&end).await;
    hall.broker.set_back(Stream::Game, 1);
    // The arbiter decides otherwise than the game had ended.
    let decided = hall.play(&[finished(DRAW)]).await;
    assert!(decided.sequence < end.sequence);
    hall.handle(&decided).await;
    assert_eq!(hall.outcome().await, Some(DRAW));
    let corrected = hall.play(&[corrected(WHITE)]).await;
    assert!(corrected.sequence < end.sequence);
    hall.handle(&corrected).await;
    assert_eq!(hall.outcome().await, Some(WHITE));
    hall.tasks.end();
}
