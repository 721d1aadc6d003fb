//! Tests of a flood of inputs to games that stand still: no other game, table or venue waits for
//! them.

use std::ops::RangeInclusive;

use super::*;

/// Inputs of a flood: together with those of others more than the broker delivers before one is
/// acknowledged.
const FLOOD: u64 = 2_600;

/// A game of a tournament in a venue.
fn game_in(venue: &str, tournament: &str, table: u32) -> GameKey {
    let (venue, tournament) = (venue.parse().unwrap(), tournament.parse().unwrap());
    TournamentKey { venue, tournament }.game(GameId::new(1, table).unwrap())
}

/// Stores a flood of moves to a game that all come too late, after its opening and its first move.
async fn flood(broker: &MemoryBroker, game: &GameKey, inputs: u64) {
    play(broker, game, &["32-28"]).await;
    flood_on(broker, game, 3..=inputs).await;
}

/// Stores further moves to a game that all come too late, with these numbers.
async fn flood_on(broker: &MemoryBroker, game: &GameKey, numbers: RangeInclusive<u64>) {
    let mv: draughts::MoveText = "32-28".parse().unwrap();
    let subject = Subject::game(Stream::Input, game);
    let log = broker.log();
    let mut ledger = Ledger::<Inputs<InputContent>>::load(&log, subject).await.unwrap();
    for sequence in numbers {
        let played = v1::PlayMove { ply: 1, r#move: Some((&mv).into()) };
        let record = InputRecord {
            device: "board".to_owned(),
            sequence,
            at_ms: 1_000,
            action: Some(Action::Play(played)),
            ..InputRecord::default()
        };
        let input = [StoredInput::try_from(record).unwrap()];
        ledger.commit(&log, &input, None, None, Duration::from_secs(1)).await.unwrap();
    }
}

/// Returns the number of inputs of a game that GAME has judged.
fn judged_inputs(broker: &MemoryBroker, game: &GameKey) -> usize {
    let subject = Subject::game(Stream::Game, game).to_string();
    broker.stored(Stream::Game).iter().filter(|stored| stored.subject == subject).count()
}

/// Lets `flooded` games stand still under a flood each, and checks that `quiet` is played to its
/// third move meanwhile, that the floods are judged once the games go on, and that every message is
/// acknowledged then.
async fn check(flooded: &[GameKey], inputs: u64, quiet: &GameKey) {
    let broker = MemoryBroker::default();
    for game in flooded {
        flood(&broker, game, inputs).await;
        broker.hold(&Subject::game(Stream::Game, game), true);
    }
    play(&broker, quiet, &["31-26", "20-25", "34-29"]).await;
    let tasks = serve(&broker).await;
    judged(&broker, quiet, 3, 0).await;
    assert!(flooded.iter().all(|game| judged_inputs(&broker, game) == 0));
    // The newest input of each game that stands still is not acknowledged: another replica would
    // find the rest.
    let acknowledged = broker.acknowledged();
    for game in flooded {
        let subject = Subject::game(Stream::Input, game).to_string();
        let stored = broker.stored(Stream::Input);
        let last = stored.iter().rfind(|stored| stored.subject == subject).unwrap();
        assert!(!acknowledged.contains(&last.sequence), "{game}");
    }
    for game in flooded {
        broker.hold(&Subject::game(Stream::Game, game), false);
    }
    let all = broker.stored(Stream::Input).len();
    judged(&broker, quiet, 3, all).await;
    for game in flooded {
        assert_eq!(judged_inputs(&broker, game), usize::try_from(inputs).unwrap(), "{game}");
    }
    tasks.stop(Duration::from_secs(1)).await;
}

#[tokio::test(start_paused = true)]
async fn a_flood_holds_no_other_game_of_its_tournament() {
    let flooded = [game_in("main", "kk-2026", 1)];
    check(&flooded, FLOOD, &game_in("main", "kk-2026", 2)).await;
}

#[tokio::test(start_paused = true)]
async fn a_flood_holds_no_game_of_another_venue() {
    let flooded = [game_in("main", "kk-2026", 1)];
    check(&flooded, FLOOD, &game_in("other", "open", 1)).await;
}

#[tokio::test(start_paused = true)]
async fn forty_floods_hold_no_other_game() {
    let flooded: Vec<_> = (1..=40).map(|table| game_in("main", "kk-2026", table)).collect();
    check(&flooded, 80, &game_in("main", "kk-2026", 41)).await;
}

#[tokio::test(start_paused = true)]
async fn forty_floods_hold_no_game_of_another_venue() {
    let flooded: Vec<_> = (1..=40).map(|table| game_in("main", "kk-2026", table)).collect();
    check(&flooded, 80, &game_in("other", "open", 1)).await;
}

#[tokio::test(start_paused = true)]
async fn another_replica_judges_what_was_set_aside_by_one_that_has_gone() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    flood(&broker, &game, 100).await;
    let mut actor = replica(&broker);
    actor.start().await.unwrap();
    assert_eq!(judged_inputs(&broker, &game), 100);
    // The other has judged forty, and acknowledged all but the newest, which is delivered again.
    broker.set_back(Stream::Game, 40);
    let log = broker.log();
    let mut other = GameActor::new(&game, &log, &Tasks::new().stopping());
    let newest = broker.deliver(&log, Stream::Input, 100).unwrap();
    other.start().await.unwrap();
    handle(&mut other, newest).await;
    assert_eq!((judged_inputs(&broker, &game), broker.acknowledged()), (100, vec![100]));
}

#[tokio::test]
async fn a_game_reads_from_the_log_what_was_set_aside_and_judges_it_once() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &["32-28"]).await;
    let log = broker.log();
    let mut actor = GameActor::new(&game, &log, &Tasks::new().stopping());
    actor.start().await.unwrap();
    flood_on(&broker, &game, 3..=100).await;
    let (shares, mut in_hand) = (DeliveryShares::default(), Vec::new());
    for sequence in 3..=100 {
        let delivery = broker.deliver(&log, Stream::Input, sequence).unwrap();
        in_hand.extend(shares.take(&game, delivery).await);
    }
    assert_eq!((in_hand.len(), broker.acknowledged().len()), (32, 100 - 2 - 32 - 1));
    for held in in_hand {
        actor.handle(ActorMessage::Judge(Box::new(held))).await;
    }
    let mut acknowledged = broker.acknowledged();
    acknowledged.sort_unstable();
    assert_eq!(acknowledged, (3..=100).collect::<Vec<_>>());
    assert_eq!(judged_inputs(&broker, &game), 100);
}

#[tokio::test]
async fn a_message_that_is_delivered_late_hides_none_that_was_set_aside_before_it() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    let log = broker.log();
    let mut actor = GameActor::new(&game, &log, &Tasks::new().stopping());
    actor.start().await.unwrap();
    flood(&broker, &game, 40).await;
    let (shares, mut in_hand) = (DeliveryShares::default(), Vec::new());
    // The one after those in hand was lost on its way, and is delivered again after all others.
    for sequence in (1..=32).chain(34..=40).chain([33]) {
        let delivery = broker.deliver(&log, Stream::Input, sequence).unwrap();
        in_hand.extend(shares.take(&game, delivery).await);
    }
    assert_eq!(in_hand.len(), 32);
    for held in in_hand {
        actor.handle(ActorMessage::Judge(Box::new(held))).await;
    }
    assert_eq!((judged_inputs(&broker, &game), broker.acknowledged().len()), (40, 40));
}
