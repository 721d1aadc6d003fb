//! Tests of two replicas that decide about the same clock.

use std::sync::Arc;

use draughts::{Color, Outcome, Position, Reason, RuleSet, Variant};
use game_clock::{Command, Event};
use live_game::{
    ClockEvent, ClockRuling, DeviceId, Game, GameClock, GameCommand, GameEvent, InputId,
};
use proto::convert::Record;
use runtime::{Ledger, LogEntry, OtherTimes, Tasks};
use tokio::sync::Semaphore;

use super::*;
use crate::{
    clocks::{Clocks, GameMessage, Shared},
    error::Error,
    graces::Graces,
    views::Views,
};

const GRACE: Duration = Duration::from_secs(2);

/// Returns the clocks of a replica.
fn replica(broker: &MemoryBroker) -> Clocks {
    replica_with(broker, GRACE)
}

/// Returns the clocks of a replica in which moves may be so long on their way.
fn replica_with(broker: &MemoryBroker, grace: Duration) -> Clocks {
    let log = broker.log();
    let deadlines = Deadlines::new(log.clock().clone());
    let graces = Graces::new(grace, log.clone(), OtherTimes::new(crate::NAME, log.clone()));
    let views = Views::new(deadlines.clone(), graces.clone());
    Clocks::new(Shared { log, views, deadlines, graces }, &Tasks::new())
}

/// Brings the clock of the game up to date with a message of GAME.
async fn update(replica: &Clocks, entry: &LogEntry) -> Result<(), Error> {
    let message = GameMessage::read(entry).unwrap().unwrap();
    replica.update(&game(1), &Arc::new(message)).await
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

/// An embargo would show the clock before its game.
#[tokio::test]
async fn a_clock_is_recorded_no_earlier_than_the_message_of_a_machine_that_is_ahead() {
    let broker = MemoryBroker::default();
    let (replica, log) = (replica(&broker), broker.log());
    let (of_game, of_clock) =
        (Subject::game(Stream::Game, &game(1)), Subject::game(Stream::Clock, &game(1)));
    let ahead = log.clock().now().saturating_add(Duration::from_secs(600));
    let mut written = Ledger::<Game>::load(&log, of_game.clone()).await.unwrap();
    written.commit(&log, &opening(), None, Some(ahead), Duration::ZERO).await.unwrap();
    let begun = log.last_entry(&of_game).await.unwrap().unwrap();
    update(&replica, &begun).await.unwrap();
    let entry = log.last_entry(&of_clock).await.unwrap().unwrap();
    assert_eq!((begun.recorded_at, entry.recorded_at), (ahead, ahead));
    // Its own moments are those of the game.
    assert_eq!(entry.caused_by(Stream::Game), Some(begun.sequence));
    let Record::Clock(record) = &entry.record else { panic!("{entry:?}") };
    let started = record.events.iter().filter_map(|event| match event {
        ClockEvent::Clock(event @ Event::Started { .. }) => Some(event.at()),
        ClockEvent::Clock(_) | ClockEvent::Answered(_) | ClockEvent::TimesKept => None,
    });
    assert_eq!(started.collect::<Vec<_>>(), [at(1_000)]);
}

#[tokio::test]
async fn the_clock_of_a_game_whose_end_is_lost_goes_on_and_stops_again_with_its_new_end() {
    let broker = MemoryBroker::default();
    let replica = replica(&broker);
    let begun = play(&broker, &opening()).await;
    update(&replica, &begun).await.unwrap();
    let outcome = Outcome::win(Color::Black, Reason::FlagFall);
    let finished = [GameEvent::Finished { outcome, input: None, by_hand: None, at: at(11_000) }];
    let ended = play(&broker, &finished).await;
    update(&replica, &ended).await.unwrap();
    // The message before the end comes again.
    update(&replica, &begun).await.unwrap();
    assert!(clock(&broker).await.clock.is_stopped());

    broker.set_back(Stream::Game, 1);
    update(&replica, &begun).await.unwrap();
    // Its time was up, and the flag falls at once.
    let running = clock(&broker).await.clock;
    assert_eq!(running.running(), Some(Color::White));
    assert_eq!(running.remaining(Color::White, at(11_000)), Some(Duration::ZERO));

    let ended = play(&broker, &finished).await;
    update(&replica, &ended).await.unwrap();
    assert_eq!(clock(&broker).await.clock.running(), None);
}

/// CLOCK loses the flag, and stops at the end of the game; then GAME loses that end.
#[tokio::test]
async fn a_flag_falls_again_when_clock_has_lost_it_and_then_game_the_end() {
    let broker = MemoryBroker::default();
    let replica = replica_with(&broker, Duration::ZERO);
    let begun = play(&broker, &opening()).await;
    update(&replica, &begun).await.unwrap();
    assert_eq!(flag(&broker, &replica, &begun).await, Some(Color::White));
    let outcome = Outcome::win(Color::Black, Reason::FlagFall);
    let finished = [GameEvent::Finished { outcome, input: None, by_hand: None, at: at(11_000) }];
    let ended = play(&broker, &finished).await;
    broker.set_back(Stream::Clock, 1);
    let replica = replica_with(&broker, Duration::ZERO);
    update(&replica, &ended).await.unwrap();
    let stopped = clock(&broker).await.clock;
    assert!(stopped.is_stopped() && stopped.flag().is_none());

    broker.set_back(Stream::Game, 1);
    update(&replica, &begun).await.unwrap();
    assert_eq!(flag(&broker, &replica, &begun).await, Some(Color::White));
}

/// Of messages that are set aside only the last is delivered, here to a clock that has followed the
/// first message of the game, and to one that has just started.
#[tokio::test]
async fn moves_that_were_played_and_taken_back_between_two_deliveries_press_the_clock() {
    let input =
        |device: &str, sequence| InputId { device: DeviceId::new(device).unwrap(), sequence };
    let played = |ply: u32, mv: &str, at| GameCommand::Play {
        input: input("tablet", ply.into()),
        ply,
        mv: mv.parse().unwrap(),
        at,
    };
    let line = [
        played(1, "32-28", at(3_000)),
        played(2, "19-23", at(4_000)),
        GameCommand::Retract { input: input("desk", 1), from_ply: 2, at: at(6_000) },
    ];
    let mut clocks = Vec::new();
    for delivered in [vec![0, 1, 2, 3], vec![0, 3], vec![3]] {
        let broker = MemoryBroker::default();
        let mut entries = vec![play(&broker, &opening()).await];
        for command in &line {
            let subject = Subject::game(Stream::Game, &game(1));
            let state = Ledger::<Game>::load(&broker.log(), subject).await.unwrap();
            entries.push(play(&broker, &state.state().decide(command).unwrap()).await);
        }
        let replica = replica(&broker);
        for index in delivered {
            update(&replica, &entries[index]).await.unwrap();
        }
        let clock = clock(&broker).await.clock;
        let remaining = |color| clock.remaining(color, at(7_000)).unwrap();
        clocks.push((remaining(Color::White), remaining(Color::Black)));
    }
    assert_eq!(clocks[0], clocks[1]);
    assert_eq!(clocks[0], clocks[2]);
}

/// Lets the flag of a game fall that is due; returns which has fallen.
async fn flag(broker: &MemoryBroker, replica: &Clocks, last: &LogEntry) -> Option<Color> {
    let permit = Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap();
    replica.look(&game(1), permit).await;
    // Its actor does one after the other.
    update(replica, last).await.unwrap();
    clock(broker).await.clock.flag()
}

#[tokio::test]
async fn a_ruling_that_waits_for_the_flag_is_answered_once_another_replica_lets_it_fall() {
    let broker = MemoryBroker::default();
    let replica = replica(&broker);
    let begun = play(&broker, &opening()).await;
    update(&replica, &begun).await.unwrap();

    // White's time is used up at 11 seconds.
    let pause = ClockRuling {
        number: 1,
        input: None,
        command: Command::Pause { reason: None, at: at(12_000) },
    };
    let ruled = play(&broker, &[GameEvent::ClockRuled(pause)]).await;
    assert!(matches!(update(&replica, &ruled).await, Err(Error::WaitsForFlag)));

    let fell = Event::FlagFell { color: Color::White, at: at(11_000), required: None };
    let subject = Subject::game(Stream::Clock, &game(1));
    broker.append::<GameClock>(&subject, &[ClockEvent::Clock(fell)], None).await.unwrap();
    update(&replica, &ruled).await.unwrap();
    assert_eq!(clock(&broker).await.answered, 1);
}

/// Stores an input of a device at the desk or the table.
async fn hand_in(broker: &MemoryBroker, table: u32, sequence: u64, action: Action) -> LogEntry {
    let (subject, device) = (Subject::game(Stream::Input, &game(table)), "device".to_owned());
    let (at_ms, action) = (2_000, Some(action));
    let record = InputRecord { device, sequence, at_ms, action, ..InputRecord::default() };
    let input = StoredInput::try_from(record).unwrap();
    broker.append::<Inputs<InputContent>>(&subject, &[input], None).await.unwrap()
}

fn pause() -> Action {
    Action::Clock(v1::ClockOrder {
        order: Some(v1::clock_order::Order::Pause(v1::Nothing {})),
        ..Default::default()
    })
}

fn first_move() -> Action {
    Action::Play(v1::PlayMove { ply: 1, r#move: None })
}

/// INPUT loses a ruling on the clock that the game has judged, and another input of the game gets
/// its sequence, or none does.
#[tokio::test]
async fn a_flag_waits_for_no_ruling_that_is_handed_in_again_and_for_a_move_in_its_place() {
    for (handed_in, falls) in [
        // Another game has its sequence.
        (vec![(2, 1, first_move()), (1, 7, pause())], true),
        (vec![(1, 7, pause())], true),
        (vec![(1, 8, first_move())], false),
        (vec![(1, 7, pause()), (1, 8, first_move())], false),
    ] {
        let broker = MemoryBroker::default();
        let replica = replica(&broker);
        let begun = play(&broker, &opening()).await;
        let ruled = hand_in(&broker, 1, 7, pause()).await;
        let command = Command::Adjust {
            color: Color::White,
            remaining: Duration::from_secs(1),
            reason: game_clock::Reason::new("to lose on time").unwrap(),
            at: at(2_000),
        };
        let ruling = ClockRuling { number: 1, input: ruled_by(&ruled), command };
        let subject = Subject::game(Stream::Game, &game(1));
        let events = [GameEvent::ClockRuled(ruling)];
        let ruled = broker.append::<Game>(&subject, &events, Some(ruled.as_cause())).await.unwrap();
        for entry in [&begun, &ruled] {
            update(&replica, entry).await.unwrap();
        }
        broker.set_back(Stream::Input, 0);
        let what = format!("{handed_in:?}");
        for (table, sequence, action) in handed_in {
            hand_in(&broker, table, sequence, action).await;
        }
        assert_eq!(flag(&broker, &replica, &ruled).await.is_some(), falls, "{what}");
    }
}

fn ruled_by(entry: &LogEntry) -> Option<InputId> {
    let Record::Input(input) = &entry.record else { return None };
    Some(input.id.clone())
}
