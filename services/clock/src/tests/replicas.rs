//! Tests of two replicas that decide about the same clock.

use std::sync::Arc;

use draughts::{Color, Outcome, Position, Reason, RuleSet, Variant};
use game_clock::{Command, Event};
use live_game::{ClockEvent, ClockRuling, Game, GameClock, GameCommand, GameEvent};
use runtime::{Ledger, LogEntry, Tasks};

use super::*;
use crate::{
    clocks::{Clocks, Shared, timed},
    error::Error,
    graces::Graces,
    views::Views,
};

const GRACE: Duration = Duration::from_secs(2);

/// Returns the clocks of a replica.
fn replica(broker: &MemoryBroker) -> Clocks {
    let log = broker.log();
    let deadlines = Deadlines::new(log.clock().clone());
    let graces = Graces::new(GRACE, log.clone());
    let views = Views::new(deadlines.clone(), graces.clone());
    Clocks::new(Shared { log, views, deadlines, graces }, &Tasks::new())
}

/// Brings the clock of the game up to date with a message of GAME.
async fn catch_up(replica: &Clocks, entry: &LogEntry) -> Result<(), Error> {
    let record = Arc::new(timed(entry).unwrap().unwrap());
    replica.catch_up(&game(1), &record, entry.as_cause()).await
}

/// Appends events to GAME.
async fn play(broker: &MemoryBroker, events: &[GameEvent]) -> LogEntry {
    let subject = Subject::game(Stream::Game, &game(1));
    broker.append::<Game>(&subject, events, None).await.unwrap()
}

/// Returns the opening of a game of ten seconds.
fn opening() -> Vec<GameEvent> {
    let start = GameCommand::Start {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        control: Some(control()),
        black_starts: false,
        terms: None,
        at: at(1_000),
    };
    Game::default().decide(&start).unwrap()
}

/// Returns the clock of the game as CLOCK has it.
async fn clock(broker: &MemoryBroker) -> GameClock {
    let subject = Subject::game(Stream::Clock, &game(1));
    Ledger::<GameClock>::load(&broker.log(), subject).await.unwrap().state().clone()
}

#[tokio::test]
async fn the_clock_of_a_game_whose_end_is_lost_goes_on_and_stops_again_with_its_new_end() {
    let broker = MemoryBroker::default();
    let replica = replica(&broker);
    let begun = play(&broker, &opening()).await;
    catch_up(&replica, &begun).await.unwrap();
    let outcome = Outcome::win(Color::Black, Reason::FlagFall);
    let finished = [GameEvent::Finished { outcome, input: None, by_hand: None, at: at(11_000) }];
    let ended = play(&broker, &finished).await;
    catch_up(&replica, &ended).await.unwrap();
    // The message before the end comes again.
    catch_up(&replica, &begun).await.unwrap();
    assert!(clock(&broker).await.clock.is_stopped());

    broker.set_back(Stream::Game, 1);
    catch_up(&replica, &begun).await.unwrap();
    // Its time was up, and the flag falls at once.
    let running = clock(&broker).await.clock;
    assert_eq!(running.running(), Some(Color::White));
    assert_eq!(running.remaining(Color::White, at(11_000)), Some(Duration::ZERO));

    let ended = play(&broker, &finished).await;
    catch_up(&replica, &ended).await.unwrap();
    assert_eq!(clock(&broker).await.clock.running(), None);
}

#[tokio::test]
async fn a_ruling_that_waits_for_the_flag_is_answered_once_another_replica_lets_it_fall() {
    let broker = MemoryBroker::default();
    let replica = replica(&broker);
    let begun = play(&broker, &opening()).await;
    catch_up(&replica, &begun).await.unwrap();

    // White's time is used up at 11 seconds.
    let pause = ClockRuling { number: 1, input: None, command: Command::Pause { at: at(12_000) } };
    let ruled = play(&broker, &[GameEvent::ClockRuled(pause)]).await;
    assert!(matches!(catch_up(&replica, &ruled).await, Err(Error::WaitsForFlag)));

    let fell = Event::FlagFell { color: Color::White, at: at(11_000), required: None };
    let subject = Subject::game(Stream::Clock, &game(1));
    broker.append::<GameClock>(&subject, &[ClockEvent::Clock(fell)], None).await.unwrap();
    catch_up(&replica, &ruled).await.unwrap();
    assert_eq!(clock(&broker).await.answered, 1);
}
