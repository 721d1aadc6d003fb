//! Tests of storing inputs, also where the log has lost some.

use std::{collections::BTreeMap, sync::Arc};

use live_game::{Game, GameEvent};
use proto::{
    subject::{GameId, TournamentKey},
    v1::{
        self, ClockOrder, GameTerms, InputRecord, Resign, StartGame, clock_order::Order,
        input_record::Action,
    },
};
use runtime::{MemoryBroker, WallClock};

use super::*;

fn game() -> GameKey {
    let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
    TournamentKey { venue, tournament }.game(GameId::new(1, 1).unwrap())
}

/// Stores an input; returns true if it was not stored before.
async fn store(
    actor: &mut TableActor,
    record: InputRecord,
    is_of_desk: bool,
) -> Result<bool, Error> {
    let (stored, is_new) = oneshot::channel();
    let submission = Submission {
        inputs: vec![record.try_into().unwrap()],
        is_of_desk,
        store_by: Instant::now() + Duration::from_secs(1),
        connection: actor.log.broker().connection(),
        span: tracing::Span::none(),
        stored,
        judged: None,
    };
    actor.handle(TableMessage::Submit(Box::new(submission))).await;
    is_new.await.unwrap()
}

/// Hands in an input of a tablet.
async fn submit(actor: &mut TableActor, sequence: u64, action: Action) -> Result<bool, Error> {
    let (device, at_ms, action) = ("tablet".to_owned(), 1_000, Some(action));
    let record = InputRecord { device, sequence, at_ms, action, ..InputRecord::default() };
    store(actor, record, false).await
}

/// Hands in an input of a tablet that is taken; returns true if it was not stored before.
async fn hand_in(actor: &mut TableActor, sequence: u64) -> bool {
    submit(actor, sequence, resigned()).await.unwrap()
}

/// Begins the game with these terms; returns true if its start was not stored before.
async fn begin(actor: &mut TableActor, start: v1::StartMode) -> bool {
    let terms = Some(GameTerms { start: start.into(), ..GameTerms::default() });
    let action = Some(Action::Start(StartGame { terms, ..StartGame::default() }));
    let device = InputId::TOURNAMENT.to_owned();
    let record = InputRecord { device, sequence: 1, at_ms: 1, action, ..InputRecord::default() };
    store(actor, record, true).await.unwrap()
}

#[tokio::test]
async fn a_game_begins_once_whatever_device_is_seated_before_its_start_comes_again() {
    let broker = MemoryBroker::default();
    let mut actor = TableActor::new(game(), broker.log());
    assert!(begin(&mut actor, v1::StartMode::None).await);
    assert!(!begin(&mut actor, v1::StartMode::Hour).await);
    // Another replica, which reads what this one has stored.
    let mut other = TableActor::new(game(), broker.log());
    assert!(!begin(&mut other, v1::StartMode::Gong).await);
}

async fn list(actor: &mut TableActor) -> Vec<u64> {
    let (answer, listed) = oneshot::channel();
    actor.handle(TableMessage::List(DeviceId::new("tablet").unwrap(), answer)).await;
    listed.await.unwrap().unwrap()
}

#[tokio::test]
async fn inputs_that_the_log_has_lost_are_listed_no_more_and_stored_again() {
    let broker = MemoryBroker::default();
    let mut actor = TableActor::new(game(), broker.log());
    for sequence in 1..=3 {
        assert!(hand_in(&mut actor, sequence).await);
    }
    assert_eq!(list(&mut actor).await, [1, 2, 3]);
    broker.set_back(Stream::Input, 1);
    assert_eq!(list(&mut actor).await, [1]);
    assert!(hand_in(&mut actor, 2).await);

    // Without a question: the connection was lost with them.
    assert!(!hand_in(&mut actor, 2).await);
    broker.set_back(Stream::Input, 1);
    broker.reconnect();
    for (sequence, is_new) in [(1, false), (2, true), (3, true), (3, false)] {
        assert_eq!(hand_in(&mut actor, sequence).await, is_new, "{sequence}");
    }
    assert_eq!(list(&mut actor).await, [1, 2, 3]);
}

fn played(ply: u32) -> Action {
    Action::Play(v1::PlayMove { ply, r#move: Some(v1::MoveText::default()) })
}

fn resigned() -> Action {
    Action::Resign(Resign::default())
}

/// Returns a table whose log has lost the second of two moves that its game has judged.
async fn lost_move() -> (MemoryBroker, TableActor) {
    let broker = MemoryBroker::default();
    let clock = WallClock::simulated(Timestamp::from_millis(1_000));
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
    let mut actor = TableActor::new(game(), log);
    for sequence in 1..=2 {
        let ply = u32::try_from(sequence).unwrap();
        assert!(submit(&mut actor, sequence, played(ply)).await.unwrap());
        let input = InputId::new(DeviceId::new("tablet").unwrap(), sequence);
        let judged = [GameEvent::MoveConfirmed { ply, input }];
        let subject = Subject::game(Stream::Game, &game());
        broker.append::<Game>(&subject, &judged, None).await.unwrap();
    }
    broker.set_back(Stream::Input, 1);
    broker.reconnect();
    (broker, actor)
}

#[tokio::test(start_paused = true)]
async fn a_claim_is_stored_once_the_log_has_again_what_the_game_had_judged() {
    let (_broker, mut actor) = lost_move().await;
    let early = submit(&mut actor, 3, resigned()).await;
    let Err(Error::InputsLost { input, .. }) = early else { panic!("{early:?}") };
    assert_eq!(input.sequence, 2);
    let pause = Order::Pause(v1::Nothing {});
    let pause = ClockOrder { order: Some(pause), ..ClockOrder::default() };
    assert!(submit(&mut actor, 4, Action::Clock(pause)).await.unwrap(), "it stops the time");
    assert!(submit(&mut actor, 2, played(2)).await.unwrap());
    assert!(submit(&mut actor, 3, resigned()).await.unwrap());
    assert_eq!(list(&mut actor).await, [1, 2, 3, 4]);
}

#[tokio::test(start_paused = true)]
async fn claims_that_are_lost_are_handed_in_again_in_their_order() {
    let (broker, mut actor) = lost_move().await;
    let subject = Subject::game(Stream::Game, &game());
    for sequence in [3, 4] {
        let input = InputId::new(DeviceId::new("tablet").unwrap(), sequence);
        let offered = [GameEvent::DrawOffered { by: draughts::Color::White, input }];
        broker.append::<Game>(&subject, &offered, None).await.unwrap();
    }
    let draw = || Action::AgreeDraw(v1::AgreeDraw::default());
    for (sequence, action, is_taken) in [
        (4, draw(), false),
        (3, draw(), false),
        (2, played(2), true),
        (4, draw(), false),
        (3, draw(), true),
        (4, draw(), true),
    ] {
        let taken = submit(&mut actor, sequence, action).await;
        assert_eq!(taken.is_ok(), is_taken, "{sequence}: {taken:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_claim_does_not_wait_for_ever_for_an_input_that_nobody_hands_in_again() {
    let (_broker, mut actor) = lost_move().await;
    assert!(submit(&mut actor, 3, resigned()).await.is_err());
    tokio::time::sleep(LOST_WAIT - Duration::from_secs(1)).await;
    assert!(submit(&mut actor, 3, resigned()).await.is_err());
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(submit(&mut actor, 3, resigned()).await.unwrap());
}

/// An actor that ended for being idle would begin to wait anew.
#[tokio::test(start_paused = true)]
async fn a_table_that_waits_for_a_lost_input_is_not_idle() {
    let (_broker, mut actor) = lost_move().await;
    assert_eq!(actor.deadline(), None);
    assert!(submit(&mut actor, 3, resigned()).await.is_err());
    assert!(actor.deadline().is_some());
    actor.on_deadline().await;
    assert_eq!(actor.deadline(), None);
}

#[tokio::test(start_paused = true)]
async fn a_claim_does_not_wait_for_the_display_of_a_clock_that_the_log_has_lost() {
    let (broker, mut actor) = lost_move().await;
    assert!(submit(&mut actor, 2, played(2)).await.unwrap());
    let side = Duration::from_secs(890);
    let display = game_clock::ClockDisplay { white: side, black: side, running: None, flag: None };
    let command = game_clock::Command::Follow { display, at: Timestamp::from_millis(1_000) };
    let input = Some(InputId::new(DeviceId::new("clock").unwrap(), 1));
    let ruled = [GameEvent::ClockRuled(live_game::ClockRuling { number: 1, input, command })];
    let subject = Subject::game(Stream::Game, &game());
    broker.append::<Game>(&subject, &ruled, None).await.unwrap();
    assert!(submit(&mut actor, 3, resigned()).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_claim_that_was_under_way_when_the_connection_was_lost_is_made_again() {
    let broker = MemoryBroker::default();
    let mut actor = TableActor::new(game(), broker.log());
    let before = actor.log.broker().connection();
    broker.reconnect();
    let record = |sequence, action| InputRecord {
        device: "tablet".to_owned(),
        sequence,
        at_ms: 1_000,
        action: Some(action),
        ..InputRecord::default()
    };
    for (sequence, action, is_stored) in [(1, played(1), true), (2, resigned(), false)] {
        let input = StoredInput::try_from(record(sequence, action)).unwrap();
        let store_by = Instant::now() + Duration::from_secs(1);
        let stored = actor.store_all(&[input], false, store_by, &before).await;
        assert_eq!(stored.is_ok(), is_stored, "{stored:?}");
    }
}

/// Stores the start of the game and then a move, as one submission made on this connection.
async fn play_from(
    actor: &mut TableActor,
    sequence: u64,
    connection: &ConnectionId,
) -> Result<bool, Error> {
    let record = |device: &str, sequence, action| {
        let (device, action) = (device.to_owned(), Some(action));
        InputRecord { device, sequence, at_ms: 1_000, action, ..InputRecord::default() }
    };
    let start = record(InputId::TOURNAMENT, 1, Action::Start(StartGame::default()));
    let ply = u32::try_from(sequence).unwrap();
    let inputs = [start, record("tablet", sequence, played(ply))];
    let inputs = inputs.map(|record| StoredInput::try_from(record).unwrap());
    let store_by = Instant::now() + Duration::from_secs(1);
    actor.store_all(&inputs, false, store_by, connection).await
}

#[tokio::test(start_paused = true)]
async fn a_move_that_was_under_way_over_a_loss_comes_after_what_is_handed_in_again() {
    let broker = MemoryBroker::default();
    let mut actor = TableActor::new(game(), broker.log());
    let before = actor.log.broker().connection();
    for sequence in 1..=3 {
        assert!(play_from(&mut actor, sequence, &before).await.unwrap());
    }
    broker.set_back(Stream::Input, 2);
    broker.reconnect();
    let now = actor.log.broker().connection();
    for _again in 1..=2 {
        assert!(play_from(&mut actor, 4, &before).await.is_err(), "its device makes it again");
    }
    for sequence in 2..=4 {
        assert!(play_from(&mut actor, sequence, &now).await.unwrap());
    }
    assert_eq!(list(&mut actor).await, [1, 2, 3, 4]);

    // It may have come before the loss was noticed.
    broker.reconnect();
    assert!(play_from(&mut actor, 5, &now).await.is_err());
    let later = actor.log.broker().connection();
    assert!(play_from(&mut actor, 5, &later).await.unwrap());
    // Nothing is lost with this connection, so nothing is handed in again.
    broker.reconnect();
    assert!(play_from(&mut actor, 6, &later).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn no_move_is_stored_before_the_start_of_its_game_that_is_lost_while_it_is_stored() {
    let broker = MemoryBroker::default();
    let mut actor = TableActor::new(game(), broker.log());
    let before = actor.log.broker().connection();
    assert!(play_from(&mut actor, 1, &before).await.unwrap());
    broker.set_back(Stream::Input, 0);
    broker.reconnect();
    // The table has not noticed it yet.
    actor.read_on = Some(actor.log.broker().connection());
    assert!(play_from(&mut actor, 2, &before).await.is_err());
    assert_eq!(broker.stored(Stream::Input).len(), 0);
    let now = actor.log.broker().connection();
    for sequence in 1..=2 {
        assert!(play_from(&mut actor, sequence, &now).await.unwrap());
    }
    assert_eq!(list(&mut actor).await, [1, 2]);
}

/// A power cut takes the disk from under a server that still answers for a moment.
#[tokio::test(start_paused = true)]
async fn nothing_is_stored_over_a_loss_that_is_noticed_before_the_connection_is_lost() {
    let broker = MemoryBroker::default();
    let mut actor = TableActor::new(game(), broker.log());
    let before = actor.log.broker().connection();
    assert!(play_from(&mut actor, 1, &before).await.unwrap());
    broker.set_back(Stream::Input, 0);
    assert!(play_from(&mut actor, 2, &before).await.is_err());
    assert_eq!(broker.stored(Stream::Input).len(), 0);
    // Another that was under way.
    actor.note_lost();
    broker.reconnect();
    assert!(play_from(&mut actor, 3, &before).await.is_err());
    let now = actor.log.broker().connection();
    for sequence in 1..=3 {
        assert!(play_from(&mut actor, sequence, &now).await.unwrap());
    }
    assert_eq!(list(&mut actor).await, [1, 2, 3]);
}
