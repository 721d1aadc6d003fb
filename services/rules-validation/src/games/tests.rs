//! Tests of replicas that decide about the same game, and of a game that cannot be read or written.

use draughts::{Board, Color, Outcome, Position, Reason, RuleSet, Score, Setup, Variant};
use game_clock::Event;
use live_game::{ClockAnswer, ClockEvent, DeviceId, GameClock, InputId, Refusal, table::Inputs};
use proto::{
    convert::{InputContent, StoredInput},
    subject::{GameId, TournamentKey},
    v1::{self, InputRecord, input_record::Action},
};
use runtime::{DeliveryShares, MemoryBroker, Service, Tasks, config::ServeConfig};

use super::*;

mod fairness;
mod waiting_flags;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn table(number: u32) -> GameKey {
    let key =
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() };
    key.game(GameId::new(1, number).unwrap())
}

fn game() -> GameKey {
    table(1)
}

/// Waits until a game has this many plies and this many messages of all games are acknowledged.
async fn judged(broker: &MemoryBroker, game: &GameKey, count: usize, acknowledged: usize) {
    while plies(broker, game).await < count || broker.acknowledged().len() < acknowledged {
        // The time is simulated, and passes only when every task waits.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
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
    let start = GameCommand::start(RuleSet::International, at(1_000));
    first.carry_out(&start, None).await.unwrap();
    let resign = GameCommand::Resign { input: input(1), color: Color::Black, at: at(2_000) };
    first.carry_out(&resign, None).await.unwrap();

    second.start().await.unwrap();
    let resume = GameCommand::Resume {
        input: input(2),
        by_hand: live_game::ByHand::default(),
        at: at(3_000),
    };
    second.carry_out(&resume, None).await.unwrap();
    let fell =
        GameCommand::FlagFell { color: Color::White, required: None, moves: None, at: at(4_000) };
    first.carry_out(&fell, None).await.unwrap();
    let outcome = Outcome { score: Score::BlackWins, reason: Reason::FlagFall };
    assert_eq!(first.ledger.state().outcome(), Some(outcome));
}

/// Stores an input of a game in INPUT.
async fn hand_in(broker: &MemoryBroker, game: &GameKey, sequence: u64, action: Action) {
    let record = InputRecord {
        device: "board".to_owned(),
        sequence,
        at_ms: 1_000,
        action: Some(action),
        ..InputRecord::default()
    };
    let input = [StoredInput::try_from(record).unwrap()];
    let subject = Subject::game(Stream::Input, game);
    broker.append::<Inputs<InputContent>>(&subject, &input, None).await.unwrap();
}

/// Stores the opening of a game and its first moves, one after another.
async fn play(broker: &MemoryBroker, game: &GameKey, moves: &[&str]) {
    let start = v1::StartGame {
        rules: v1::RuleSet::International.into(),
        fen: Position::start(Variant::International).fen(),
        control: Some("5400".parse::<game_clock::TimeControl>().unwrap().into()),
        ..v1::StartGame::default()
    };
    hand_in(broker, game, 1, Action::Start(start)).await;
    for (ply, mv) in (1..).zip(moves) {
        let mv: draughts::MoveText = mv.parse().unwrap();
        let played = v1::PlayMove { ply, r#move: Some((&mv).into()) };
        hand_in(broker, game, u64::from(ply) + 1, Action::Play(played)).await;
    }
}

/// Runs the service on a broker.
async fn serve(broker: &MemoryBroker) -> Tasks {
    let tasks = Tasks::new();
    let config = ServeConfig::of_tests();
    let service = Service::new(crate::NAME, &config, broker.log(), tasks.clone());
    drop(crate::start(&service).await);
    tasks
}

/// Returns the number of plies of a game, as GAME has it.
async fn plies(broker: &MemoryBroker, game: &GameKey) -> usize {
    let subject = Subject::game(Stream::Game, game);
    let ledger = Ledger::<Game>::load(&broker.log(), subject).await;
    ledger.map_or(0, |ledger| ledger.state().plies().len())
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_history_is_broken_holds_no_other_and_goes_on_once_it_is_mended() {
    let (broker, broken, other) = (MemoryBroker::default(), table(1), table(2));
    let subject = Subject::game(Stream::Game, &broken);
    let garbage = "no envelope".into();
    broker.log().append(&subject, "1", 0, garbage, Duration::ZERO).await.unwrap();
    play(&broker, &broken, &["32-28", "19-23"]).await;
    play(&broker, &other, &["31-26", "20-25", "34-29"]).await;
    let tasks = serve(&broker).await;
    judged(&broker, &other, 3, 7).await;
    assert_eq!(plies(&broker, &broken).await, 0);
    broker.remove(Stream::Game, 1);
    judged(&broker, &broken, 2, 0).await;
    tasks.stop(Duration::from_secs(1)).await;
}

#[tokio::test(start_paused = true)]
async fn inputs_whose_effect_was_lost_are_judged_when_the_service_starts() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &["32-28", "19-23", "28x19"]).await;
    let tasks = serve(&broker).await;
    judged(&broker, &game, 3, 4).await;
    tasks.stop(Duration::from_secs(1)).await;
    // GAME loses its end, of which the consumer of INPUT knows nothing.
    let before = broker.stored(Stream::Game);
    broker.set_back(Stream::Game, before.len() - 2);
    broker.deliver_nothing();
    let tasks = serve(&broker).await;
    judged(&broker, &game, 3, 0).await;
    tasks.stop(Duration::from_secs(1)).await;
    assert_eq!(broker.stored(Stream::Game).len(), before.len());
}

#[tokio::test(start_paused = true)]
async fn a_game_is_kept_whose_inputs_are_lost_and_takes_those_that_get_their_places() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &["32-28", "19-23", "28x19"]).await;
    let tasks = serve(&broker).await;
    judged(&broker, &game, 3, 4).await;
    tasks.stop(Duration::from_secs(1)).await;
    let before = broker.stored(Stream::Game).len();
    // INPUT loses the last two moves. Another device takes the place of one, and the moves are
    // handed in again.
    broker.set_back(Stream::Input, 2);
    let resign = v1::Resign { color: v1::Color::Black.into() };
    hand_in(&broker, &game, 9, Action::Resign(resign)).await;
    for (ply, mv) in [(2, "19-23"), (3, "28x19")] {
        let mv: draughts::MoveText = mv.parse().unwrap();
        let played = v1::PlayMove { ply, r#move: Some((&mv).into()) };
        hand_in(&broker, &game, u64::from(ply) + 1, Action::Play(played)).await;
    }
    broker.deliver_nothing();
    let tasks = serve(&broker).await;
    while broker.stored(Stream::Game).len() == before {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tasks.stop(Duration::from_secs(1)).await;
    let subject = Subject::game(Stream::Game, &game);
    let ledger = Ledger::<Game>::load(&broker.log(), subject).await.unwrap();
    let (state, messages) = (ledger.state(), broker.stored(Stream::Game).len());
    assert_eq!((state.plies().len(), messages), (3, before + 1));
    assert_eq!(state.outcome(), Some(Outcome::win(Color::White, Reason::Resignation)));
}

#[tokio::test(start_paused = true)]
async fn a_decision_that_is_too_large_is_replaced_by_a_short_refusal() {
    let broker = MemoryBroker::default();
    let mut actor = replica(&broker);
    actor.start().await.unwrap();
    // Thirty captures of seventeen pieces each are obligatory.
    let kings = "eeeeBWBBBBeBeWeeBBeBBeBeeeeeBBBBeeeeWeBBBBBeWWeeeW";
    let setup = Setup::new(Board::from_letters(kings).unwrap(), Color::White);
    let position = Position::from_setup(Variant::International, setup);
    let start = GameCommand::start_from(RuleSet::International, position.unwrap(), at(1_000));
    actor.carry_out(&start, None).await.unwrap();
    broker.set_message_bytes_max(600);
    let mv = "6-1".parse().unwrap();
    let wrong = GameCommand::Play { input: input(1), ply: 1, mv, at: at(2_000) };
    actor.carry_out(&wrong, None).await.unwrap();
    let refused: Vec<_> = actor.ledger.state().refused().map(|it| it.refusal.clone()).collect();
    assert_eq!(refused, [Refusal::RecordFull]);
    // Nothing fits any more: the game is set aside.
    broker.set_message_bytes_max(10);
    let resign = GameCommand::Resign { input: input(2), color: Color::White, at: at(3_000) };
    assert!(matches!(actor.carry_out(&resign, None).await, Err(Halt::SetAside(_))));
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nats_cannot_give_is_set_aside_while_it_gives_others_and_goes_on_later() {
    let broker = MemoryBroker::default();
    play(&broker, &game(), &["32-28"]).await;
    let mut actor = replica(&broker);
    let other = game().tournament.game(GameId::new(1, 2).unwrap());
    play(&broker, &other, &["32-28"]).await;
    let withhold = |is_withheld| {
        broker.withhold(&Subject::game(Stream::Input, &game()), is_withheld);
    };
    withhold(true);
    actor.start().await.unwrap();
    assert!(actor.tries_again.is_some(), "it is not set aside");
    withhold(false);
    actor.on_deadline().await;
    assert!(actor.tries_again.is_none(), "it does not go on");
    assert_eq!(actor.ledger.state().plies().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn no_game_is_set_aside_while_every_copy_is_behind() {
    let broker = MemoryBroker::default();
    play(&broker, &game(), &["32-28"]).await;
    let mut actor = replica(&broker);
    // Each attempt reads a copy fourteen times.
    broker.set_behind(14 * 20);
    actor.start().await.unwrap();
    assert!(actor.tries_again.is_none(), "it is set aside");
    assert_eq!(actor.ledger.state().plies().len(), 1);
}

/// Lets a game handle a delivery.
async fn handle(actor: &mut GameActor, delivery: Delivery) {
    let held = DeliveryShares::default().take(&game(), delivery).await.unwrap();
    actor.handle(ActorMessage::Judge(Box::new(held))).await;
}

/// Hands in again the moves of a game that begins with 1. 32-28 19-23 2. 28x19, from this ply on.
async fn hand_in_again(broker: &MemoryBroker, game: &GameKey, from_ply: u32) {
    for (ply, mv) in (1..).zip(["32-28", "19-23", "28x19"]).filter(|(ply, _mv)| *ply >= from_ply) {
        let mv: draughts::MoveText = mv.parse().unwrap();
        let played = v1::PlayMove { ply, r#move: Some((&mv).into()) };
        hand_in(broker, game, u64::from(ply) + 1, Action::Play(played)).await;
    }
}

#[tokio::test]
async fn inputs_that_were_lost_with_their_judgement_are_judged_when_they_are_handed_in_again() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &["32-28", "19-23", "28x19"]).await;
    let log = broker.log();
    let mut actor = GameActor::new(&game, &log, &Tasks::new().stopping());
    actor.start().await.unwrap();
    assert_eq!(plies(&broker, &game).await, 3);
    let late = broker.deliver(&log, Stream::Input, 4).unwrap();
    // Both streams lose the last two moves.
    for stream in [Stream::Input, Stream::Game] {
        broker.set_back(stream, 2);
    }
    broker.reconnect();
    hand_in_again(&broker, &game, 2).await;
    let again = broker.deliver(&log, Stream::Input, 3).unwrap();
    handle(&mut actor, again).await;
    assert_eq!((plies(&broker, &game).await, broker.acknowledged()), (3, vec![3]));
    // A message that came on the connection before may be another one by now.
    handle(&mut actor, late).await;
    assert_eq!((plies(&broker, &game).await, broker.acknowledged()), (3, vec![3]));
}

#[tokio::test]
async fn a_message_that_was_delivered_before_a_loss_hides_none_that_takes_its_place() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &["32-28", "19-23"]).await;
    let log = broker.log();
    let mut actor = GameActor::new(&game, &log, &Tasks::new().stopping());
    let late = broker.deliver(&log, Stream::Input, 3).unwrap();
    broker.set_back(Stream::Input, 1);
    broker.reconnect();
    actor.start().await.unwrap();
    handle(&mut actor, late).await;
    assert_eq!((plies(&broker, &game).await, actor.judged), (0, 1));
    hand_in_again(&broker, &game, 1).await;
    for sequence in 2..=4 {
        let delivery = broker.deliver(&log, Stream::Input, sequence).unwrap();
        handle(&mut actor, delivery).await;
    }
    assert_eq!((plies(&broker, &game).await, broker.acknowledged()), (3, vec![2, 3, 4]));
}

/// Appends events to the clock of a game, as another service would.
async fn tick(broker: &MemoryBroker, game: &GameKey, events: &[ClockEvent]) {
    let subject = Subject::game(Stream::Clock, game);
    broker.append::<GameClock>(&subject, events, None).await.unwrap();
}

/// GAME loses the end of a game to which a flag led, and CLOCK holds something else since the flag.
#[tokio::test(start_paused = true)]
async fn a_flag_whose_effect_was_lost_counts_although_the_clock_has_gone_on() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &["32-28"]).await;
    let control = "5400".parse().unwrap();
    tick(&broker, &game, &[ClockEvent::Clock(Event::Started { control, at: at(1_000), by: None })])
        .await;
    let fell = Event::FlagFell { color: Color::Black, at: at(5_401_000), required: None };
    tick(&broker, &game, &[ClockEvent::Clock(fell)]).await;
    let answer = ClockAnswer { number: 1, input: None, refusal: None };
    tick(&broker, &game, &[ClockEvent::Answered(answer)]).await;
    let over = async || {
        let subject = Subject::game(Stream::Game, &game);
        let ledger = Ledger::<Game>::load(&broker.log(), subject).await;
        ledger.is_ok_and(|ledger| ledger.state().outcome().is_some())
    };
    let until_over = async || {
        while !over().await {
            // The time is simulated, and passes only when every task waits.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let tasks = serve(&broker).await;
    until_over().await;
    tasks.stop(Duration::from_secs(1)).await;
    broker.set_back(Stream::Game, broker.stored(Stream::Game).len() - 1);
    assert!(!over().await);
    broker.deliver_nothing();
    let tasks = serve(&broker).await;
    until_over().await;
    tasks.stop(Duration::from_secs(1)).await;
}
