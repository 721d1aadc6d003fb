//! Finds the inputs of tournaments that INPUT lacks, which may have lost its end: starts of games,
//! and results that people recorded. No device hands these in again.

use std::{collections::BTreeMap, ops::ControlFlow, time::Duration};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use live_game::{InputId, StartTraces, may_lack_inputs};
use proto::{
    convert::{Record, StoredInput},
    subject::{GameKey, Stream, Subject},
};
use runtime::{LedgerError, LogEntry, Stopped};
use tournament::{Round, RoundNumber, TableNumber, Tournament};

use crate::{
    round_games::{RoundGames, SeatedTournament, StoredResult, by_hand},
    rounds,
};

/// Number of games of one tournament whose inputs are stored at once. A result waits until devices
/// have handed in the moves before it.
const AT_ONCE: usize = 64;
/// Pause after which tournaments of which something was given up are looked at again.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// Stores the inputs that INPUT lacks, whenever a stream may have lost its end, and each minute
/// those of tournaments of which something was given up, until the tasks stop.
pub(crate) fn recover(games: RoundGames) {
    let (log, tasks) = (games.log().clone(), games.tasks().clone());
    let given_up = games.clone();
    tasks.spawn_until_stop(async move {
        loop {
            tokio::time::sleep(LOOK_AGAIN).await;
            // An error means that the service stops.
            let _stopped = store_given_up(&given_up).await;
        }
    });
    runtime::recover(&log, &tasks, move || {
        let games = games.clone();
        async move { store_missing(&games).await }
    });
}

/// Stores the inputs that INPUT lacks of the tournaments of which something was given up.
async fn store_given_up(games: &RoundGames) -> Result<(), Stopped> {
    for key in games.given_up() {
        store_of(games, &Subject::log(&key)).await?;
    }
    Ok(())
}

/// Stores the inputs of every tournament that INPUT lacks.
///
/// # Errors
/// [`LedgerError`] if the log does not answer.
async fn store_missing(games: &RoundGames) -> Result<(), LedgerError> {
    let mut tournaments = Vec::new();
    // One that cannot be read is told by the others.
    let keep = |entry: Result<LogEntry, _>| tournaments.extend(entry.map(|entry| entry.subject));
    games.log().for_each_last(Stream::Tournament, keep).await?;
    for subject in tournaments {
        // An error means that the service stops.
        let Ok(()) = store_of(games, &subject).await else { return Ok(()) };
    }
    Ok(())
}

/// Stores the inputs of one tournament that INPUT lacks. Gives up if they cannot be found out, so
/// that others do not wait for it.
async fn store_of(games: &RoundGames, tournament: &Subject) -> Result<(), Stopped> {
    // Boxed, because the future holds a whole tournament.
    let store = || Box::pin(of_tournament(games, tournament));
    match games.log().until_settled(&games.tasks().stopping(), tournament, store).await? {
        Ok(stored) => stored,
        Err(error) => {
            games.give_up(tournament, &error);
            Ok(())
        }
    }
}

async fn of_tournament(
    games: &RoundGames,
    subject: &Subject,
) -> Result<Result<(), Stopped>, LedgerError> {
    let read = match games.read(subject).await {
        Ok(Some(read)) => read,
        Ok(None) => return Ok(Ok(())),
        Err(stopped) => return Ok(Err(stopped)),
    };
    // Read before INPUT, so that no result is missed: one that is recorded later is delivered.
    let results = last_results(games, subject).await?;
    let last = games.log().last_of_each_in(Stream::Input, &subject.tournament).await?;
    let stored: BTreeMap<GameKey, InputId> = last
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let (game, Record::Input(input)) = (entry.game()?, entry.record) else { return None };
            Some((game, input.id))
        })
        .collect();
    let begun = begun(games, &read, &results, &stored).await?;
    let has_lost = games.log().is_shortened(Stream::Input);
    let store = |(game, inputs)| async move { games.store(&game, inputs).await };
    Ok(stream::iter(missing(&read, &results, &stored, |game| {
        let traces = begun.get(game).copied().unwrap_or_default();
        StartTraces { may_be_lost: has_lost, ..traces }
    }))
    .map(store)
    .buffer_unordered(AT_ONCE)
    .try_collect()
    .await)
}

/// Returns the last result of each game that a person recorded or took back, in the order of the
/// messages.
async fn last_results(
    games: &RoundGames,
    subject: &Subject,
) -> Result<Vec<StoredResult>, LedgerError> {
    let mut last: BTreeMap<(RoundNumber, TableNumber), StoredResult> = BTreeMap::new();
    let keep = |entry: Result<LogEntry, _>| {
        for (result, message) in entry.iter().flat_map(by_hand) {
            last.insert((result.round, result.table), (result, message));
        }
        ControlFlow::Continue(())
    };
    games.log().for_each(subject, 1, keep).await?;
    Ok(last.into_values().collect())
}

/// Returns the games without a start in INPUT of which GAME or CLOCK still shows that they have
/// begun, each with its traces there.
async fn begun(
    games: &RoundGames,
    of: &SeatedTournament,
    results: &[StoredResult],
    stored: &BTreeMap<GameKey, InputId>,
) -> Result<BTreeMap<GameKey, StartTraces>, LedgerError> {
    let SeatedTournament { key, tournament, .. } = of;
    let opened = opened(tournament);
    let ended = results.iter().filter_map(|(it, _message)| rounds::game_id(it.round, it.table));
    let all = rounds::keys(tournament, key, &opened).chain(ended.map(|id| key.game(id)));
    let lost: Vec<GameKey> = all.filter(|game| !stored.contains_key(game)).collect();
    let last = async |stream| {
        let subjects = lost.iter().map(|game| Subject::game(stream, game));
        games.log().last_of_all(stream, subjects).await
    };
    let mut begun: BTreeMap<GameKey, StartTraces> = BTreeMap::new();
    for entry in last(Stream::Clock).await?.into_iter().flatten() {
        if let Some(game) = entry.game() {
            begun.entry(game).or_default().is_in_clock = true;
        }
    }
    for entry in last(Stream::Game).await?.into_iter().flatten() {
        let (Some(game), Record::Game(record)) = (entry.game(), entry.record) else { continue };
        if let Ok(Some(state)) = record.state.read() {
            begun.entry(game).or_default().start_mode = Some(state.start_mode);
        }
    }
    Ok(begun)
}

fn opened(tournament: &Tournament) -> Vec<RoundNumber> {
    tournament.rounds().iter().map(Round::number).collect()
}

/// Returns the games that may lack an input of the tournament, given the last input that is stored
/// of each game, with all inputs of the tournament to them.
/// `traces` returns those of a game without a start in INPUT.
fn missing(
    of: &SeatedTournament,
    results: &[StoredResult],
    stored: &BTreeMap<GameKey, InputId>,
    traces: impl Fn(&GameKey) -> StartTraces,
) -> Vec<(GameKey, Vec<StoredInput>)> {
    let SeatedTournament { key, tournament, seats } = of;
    let has_clock = |game: &GameKey| {
        let has_device = seats.has_device_at(game.game.table());
        if stored.contains_key(game) { has_device } else { traces(game).has_clock(has_device) }
    };
    let starts = rounds::games(tournament, key, &opened(tournament), has_clock).into_iter();
    let starts = starts.map(|(game, start)| (game, vec![start]));
    let rulings = results.iter().filter_map(|(result, message)| {
        rounds::ruling(tournament, key, result, *message, has_clock)
    });
    let is_missing = |(game, inputs): &(GameKey, Vec<StoredInput>)| {
        let ids: Vec<&InputId> = inputs.iter().map(|input| &input.id).collect();
        may_lack_inputs(&ids, stored.get(game))
    };
    starts.chain(rulings).filter(is_missing).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Parser as _;
    use draughts::{Outcome, Position, Reason, RuleSet, Score, Timestamp, Variant};
    use game_clock::{StartMode, Terms};
    use live_game::{Game, GameCommand};
    use proto::{
        convert::game_commands,
        subject::{GameId, TournamentKey},
    };
    use runtime::{Ledger, MemoryBroker, Tasks};
    use tournament::{Author, Command, Entry, PlayerId, Settings, regulation::Format};

    use super::*;
    use crate::{Config, tables::Tables, tournaments::Tournaments, watchers::Watchers};

    #[derive(clap::Parser)]
    struct Options {
        #[command(flatten)]
        config: Config,
    }

    fn key() -> TournamentKey {
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        TournamentKey { venue, tournament }
    }

    /// Carries out a command on the tournament as a person.
    async fn execute(broker: &MemoryBroker, command: Command) {
        let subject = Subject::log(&key());
        let ledger = Ledger::<Tournament>::load(&broker.log(), subject.clone()).await.unwrap();
        let (by, at) = (Author::named("Anna").unwrap(), Timestamp::from_millis(1_000));
        let events = ledger.state().decide(&command, &by, at).unwrap();
        broker.append::<Tournament>(&subject, &events, None).await.unwrap();
    }

    /// Returns the tournament of a log in which a round of two games is open and a person has
    /// recorded that the game at table 2 is drawn.
    async fn recorded(broker: &MemoryBroker) {
        let control = "80m + 60s".parse().unwrap();
        let settings = Settings::plain("Demo", RuleSet::Frisian, control, Format::Manual);
        execute(broker, Command::Create { settings: Box::new(settings) }).await;
        for name in ["Anne", "Bea", "Cor", "Dirk"] {
            execute(broker, Command::Enter { entry: Entry::named(name) }).await;
        }
        let player = |number| PlayerId::new(number).unwrap().into();
        let (round, byes) = (RoundNumber::FIRST, Vec::new());
        let pairs = vec![(player(1), player(2)), (player(3), player(4))];
        execute(broker, Command::PairByHand { round, pairs, byes }).await;
        execute(broker, Command::OpenRound { round }).await;
        let outcome = Outcome::new(Score::Draw, Reason::Agreement);
        let (table, men_ahead) = (TableNumber::new(2).unwrap(), None);
        execute(broker, Command::RecordResult { round, table, outcome, men_ahead }).await;
    }

    /// Returns the devices and numbers of the inputs that INPUT has of a game.
    async fn inputs(broker: &MemoryBroker, table: u32) -> Vec<InputId> {
        let game = key().game(GameId::new(1, table).unwrap());
        let entries = broker.log().entries(&Subject::game(Stream::Input, &game), 1).await.unwrap();
        let stored = entries.into_iter().flatten().map(|entry| {
            let Record::Input(input) = entry.record else { panic!("another record") };
            input.id
        });
        stored.collect()
    }

    #[tokio::test(start_paused = true)]
    async fn starts_and_results_by_hand_that_input_has_lost_are_stored_again() {
        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        let (log, games) = (broker.log(), games(&broker, &tasks).await);
        store_missing(&games).await.unwrap();
        let before = [inputs(&broker, 1).await, inputs(&broker, 2).await];
        assert_eq!(before.each_ref().map(Vec::len), [1, 2]);

        for kept in [2, 1, 0] {
            broker.set_back(Stream::Input, kept);
            broker.reconnect();
            store_missing(&games).await.unwrap();
            assert_eq!([inputs(&broker, 1).await, inputs(&broker, 2).await], before, "{kept}");
        }
        // Nothing is stored twice.
        let last = log.last_sequence(Stream::Input).await.unwrap();
        store_missing(&games).await.unwrap();
        assert_eq!(log.last_sequence(Stream::Input).await.unwrap(), last);
    }

    /// Returns whether the start of a game in INPUT gives it a clock.
    async fn has_clock(broker: &MemoryBroker, game: &GameKey) -> bool {
        let entries = broker.log().entries(&Subject::game(Stream::Input, game), 1).await.unwrap();
        let entry = entries.into_iter().next().unwrap().unwrap();
        let commands = game_commands(&entry.record, Variant::Frisian).unwrap();
        let [GameCommand::Start { control, .. }] = &commands[..] else { panic!("{commands:?}") };
        control.is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_that_lost_its_start_and_its_seats_has_the_clock_that_it_had() {
        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        recorded(&broker).await;
        let game = |table| key().game(GameId::new(1, table).unwrap());
        let start = |start| GameCommand::Start {
            rules: RuleSet::Frisian,
            start: Position::start(Variant::Frisian),
            control: None,
            black_starts: false,
            terms: Some(Terms { start, ..Terms::of(RuleSet::Frisian) }),
            at: Timestamp::from_millis(1_000),
        };
        let (log, watchers) = (broker.log(), Watchers::default());
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let Options { config } = Options::parse_from(["board-ingest"]);
        let tables = Tables::new(config, &log, &tasks, tournaments, watchers);
        let games = RoundGames::new(&log, tables, &tasks, Duration::from_secs(3));
        // No device has a seat, and nothing is known of the games.
        store_missing(&games).await.unwrap();
        assert!(!has_clock(&broker, &game(1)).await && !has_clock(&broker, &game(2)).await);

        broker.set_back(Stream::Input, 0);
        broker.reconnect();
        for (table, mode) in [(1, StartMode::Hour), (2, StartMode::Untimed)] {
            let subject = Subject::game(Stream::Game, &game(table));
            let begun = Game::default().decide(&start(mode)).unwrap();
            broker.append::<Game>(&subject, &begun, None).await.unwrap();
        }
        store_missing(&games).await.unwrap();
        assert!(has_clock(&broker, &game(1)).await);
        assert!(!has_clock(&broker, &game(2)).await);
    }

    /// Returns what stores the inputs of a tournament in which two games are to begin.
    async fn games(broker: &MemoryBroker, tasks: &Tasks) -> RoundGames {
        recorded(broker).await;
        let (log, watchers) = (broker.log(), Watchers::default());
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let Options { config } = Options::parse_from(["board-ingest"]);
        let tables = Tables::new(config, &log, tasks, tournaments, watchers);
        RoundGames::new(&log, tables, tasks, Duration::from_secs(3))
    }

    /// Stores a message in INPUT, as the first one of a game, that cannot be read; returns its
    /// sequence.
    async fn damage(broker: &MemoryBroker, table: u32) -> u64 {
        let subject = Subject::game(Stream::Input, &key().game(GameId::new(1, table).unwrap()));
        let log = broker.log();
        log.append(&subject, "x", 0, "no envelope".into(), Duration::ZERO).await.unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_start_is_stored_although_some_attempts_find_its_game_unreadable() {
        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        let games = games(&broker, &tasks).await;
        let sequence = damage(&broker, 1).await;
        let mend = async {
            tokio::time::sleep(Duration::from_millis(250)).await;
            broker.remove(Stream::Input, sequence);
        };
        let (stored, ()) = tokio::join!(store_missing(&games), mend);
        stored.unwrap();
        assert_eq!(inputs(&broker, 1).await.len(), 1);
        assert_eq!(games.given_up(), BTreeSet::new());
    }

    #[tokio::test(start_paused = true)]
    async fn a_start_that_was_given_up_keeps_no_other_back_and_is_stored_once_it_can_be() {
        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        let games = games(&broker, &tasks).await;
        let sequence = damage(&broker, 1).await;
        store_missing(&games).await.unwrap();
        assert_eq!(inputs(&broker, 2).await.len(), 2);
        store_given_up(&games).await.unwrap();
        assert_eq!(games.given_up(), BTreeSet::from([key()]));
        broker.remove(Stream::Input, sequence);
        store_given_up(&games).await.unwrap();
        assert_eq!(inputs(&broker, 1).await.len(), 1);
        assert_eq!(games.given_up(), BTreeSet::new());
    }
}
