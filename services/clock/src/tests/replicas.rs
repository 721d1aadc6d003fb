//! Tests of two replicas that decide about the same clock.

use std::sync::Arc;

use draughts::{Color, Position, RuleSet, Variant};
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

#[tokio::test]
async fn a_ruling_that_waits_for_the_flag_is_answered_once_another_replica_lets_it_fall() {
    let broker = MemoryBroker::default();
    let replica = replica(&broker);
    let start = GameCommand::Start {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        control: Some(control()),
        black_starts: false,
        terms: None,
        at: at(1_000),
    };
    let begun = play(&broker, &Game::default().decide(&start).unwrap()).await;
    catch_up(&replica, &begun).await.unwrap();

    // White's time is used up at 11 seconds.
    let pause = ClockRuling { number: 1, input: None, command: Command::Pause { at: at(12_000) } };
    let ruled = play(&broker, &[GameEvent::ClockRuled(pause)]).await;
    assert!(matches!(catch_up(&replica, &ruled).await, Err(Error::WaitsForFlag)));

    let fell = Event::FlagFell { color: Color::White, at: at(11_000), required: None };
    let subject = Subject::game(Stream::Clock, &game(1));
    broker.append::<GameClock>(&subject, &[ClockEvent::Clock(fell)], None).await.unwrap();
    catch_up(&replica, &ruled).await.unwrap();
    let clock = Ledger::<GameClock>::load(&broker.log(), subject).await.unwrap();
    assert_eq!(clock.state().answered, 1);
}
