//! Tests of a flood of decisions about a game whose clock stands still: no other clock waits for
//! them.

use draughts::{Position, RuleSet, Variant};
use live_game::{DeviceId, Game, GameClock, GameCommand, GameEvent, InputId, Refusal};
use runtime::{
    Ledger, Service, Tasks,
    config::{ServeConfig, TransitConfig},
};

use super::*;

/// Decisions of a flood: more than the broker delivers before one is acknowledged.
const FLOOD: usize = 2_600;

/// Starts the service.
async fn serve(broker: &MemoryBroker) -> Tasks {
    let tasks = Tasks::new();
    let serve = ServeConfig::of_tests();
    let service = Service::new(crate::NAME, &serve, broker.log(), tasks.clone());
    let config = crate::Config { serve, transit: TransitConfig { transit_grace_ms: 2_000 } };
    drop(crate::start(&service, &config).await);
    tasks
}

/// Stores the opening of a game, and then so many refusals.
async fn write(broker: &MemoryBroker, game: &GameKey, refusals: usize) {
    let log = broker.log();
    let mut ledger = Ledger::<Game>::load(&log, Subject::game(Stream::Game, game)).await.unwrap();
    let start = GameCommand::Start {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        control: Some(control()),
        black_starts: false,
        terms: None,
        at: at(1_000),
    };
    let opening = Game::default().decide(&start).unwrap();
    ledger.commit(&log, &opening, None, None, Duration::ZERO).await.unwrap();
    for number in 1..=refusals {
        let input = InputId::new(DeviceId::new("board").unwrap(), number as u64);
        let refused = [GameEvent::InputRefused { input, refusal: Refusal::RecordFull }];
        ledger.commit(&log, &refused, None, None, Duration::ZERO).await.unwrap();
    }
}

async fn clock(broker: &MemoryBroker, game: &GameKey) -> GameClock {
    let subject = Subject::game(Stream::Clock, game);
    Ledger::<GameClock>::load(&broker.log(), subject).await.unwrap().state().clone()
}

/// Waits until `is_true`. The time is simulated, and passes only when every task waits.
async fn until(what: &str, is_true: impl AsyncFn() -> bool) {
    let passes = async {
        while !is_true().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(3600), passes).await;
    assert!(in_time.is_ok(), "{what} in an hour");
}

#[tokio::test(start_paused = true)]
async fn a_flood_to_a_game_whose_clock_stands_still_holds_no_other_clock() {
    let (broker, flooded, quiet) = (MemoryBroker::default(), game(1), game(2));
    write(&broker, &flooded, FLOOD).await;
    write(&broker, &quiet, 0).await;
    broker.hold(&Subject::game(Stream::Clock, &flooded), true);
    let tasks = serve(&broker).await;
    let (newest_of_flood, of_quiet) = (FLOOD + 1, FLOOD + 2);
    // It is delivered after the flood, and acknowledged once its clock runs.
    let is_acknowledged = |sequence: usize| broker.acknowledged().contains(&(sequence as u64));
    until("the other game is acknowledged", async || is_acknowledged(of_quiet)).await;
    let runs = async |game| clock(&broker, game).await.clock.running().is_some();
    assert!(runs(&quiet).await && !runs(&flooded).await);
    assert_eq!(broker.acknowledged().len(), newest_of_flood - 32 - 1 + 1);
    assert!(!is_acknowledged(newest_of_flood), "another replica would find the rest");

    broker.hold(&Subject::game(Stream::Clock, &flooded), false);
    until("all is acknowledged", async || broker.acknowledged().len() == of_quiet).await;
    assert!(runs(&flooded).await);
    tasks.stop(Duration::from_secs(1)).await;
}
