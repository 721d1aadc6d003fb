//! Tests of clocks that are forgotten and read again.

use game_clock::Command;
use live_game::{
    ClockEvent, DeviceId, GameClock,
    table::{SeatEvent, Seats},
};
use proto::{
    subject::{Stream, Subject},
    v1::ClockState,
};
use runtime::{EventLog, Ledger, LogEntry, MemoryBroker, OtherTimes};

use super::*;
use crate::{
    error::Error,
    graces::Graces,
    views::{ClockView, IDLE, Views},
};

/// The grace of a tournament for which the desk has set none.
const USUAL: Duration = Duration::from_secs(2);

/// Returns a log with a stopped clock (table 1) and a running one (table 2).
async fn log() -> EventLog {
    let broker = MemoryBroker::default();
    let start = Command::Start { control: control(), at: at(1_000) };
    write(&broker, &game(1), &[start.clone(), Command::Stop { at: at(2_000) }]).await;
    write(&broker, &game(2), &[start]).await;
    broker.log()
}

fn views(log: &EventLog) -> Views {
    let graces = Graces::new(USUAL, log.clone(), OtherTimes::new(crate::NAME, log.clone()));
    Views::new(Deadlines::new(WallClock::system()), graces)
}

#[tokio::test(start_paused = true)]
async fn a_stopped_clock_without_watchers_is_forgotten_and_read_again_on_demand() {
    let log = log().await;
    let views = views(&log);
    let stopped = views.read(&log, &game(1)).await.unwrap().borrow().clone();
    assert_eq!((stopped.version, stopped.state.deadline_ms), (2, 0));
    drop(views.read(&log, &game(2)).await.unwrap());
    // As for a message that waits for the flag of a clock that was never started.
    drop(views.watch(&game(3)));
    tokio::time::advance(IDLE - Duration::from_secs(1)).await;
    views.forget_idle();
    assert_eq!(views.len(), 3);
    tokio::time::advance(Duration::from_secs(1)).await;
    views.forget_idle();
    // The clock that runs is kept, whatever happens.
    assert_eq!(views.len(), 1);
    assert!(views.due_at(&game(2)).is_some());

    let again = views.read(&log, &game(1)).await.unwrap().borrow().clone();
    assert_eq!(again, stopped);
    assert!(matches!(views.read(&log, &game(3)).await, Err(Error::Unknown(_))));
    assert_eq!(views.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_clock_is_kept_while_somebody_watches_it() {
    let log = log().await;
    let views = views(&log);
    let watching = views.read(&log, &game(1)).await.unwrap();
    tokio::time::advance(IDLE * 2).await;
    views.forget_idle();
    assert_eq!(views.len(), 1);
    drop(watching);
    views.forget_idle();
    assert_eq!(views.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_includes_its_forgotten_clocks() {
    let log = log().await;
    let views = views(&log);
    for table in [1, 2] {
        drop(views.read(&log, &game(table)).await.unwrap());
    }
    let tournament = game(1).tournament;
    let before = views.of_tournament(&log, &tournament).await.unwrap();
    assert_eq!(before.len(), 2);
    tokio::time::advance(IDLE).await;
    views.forget_idle();
    assert_eq!(views.len(), 1);
    assert_eq!(views.of_tournament(&log, &tournament).await.unwrap(), before);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_whose_clocks_were_all_forgotten_shows_them_all_and_is_not_remembered() {
    let broker = MemoryBroker::default();
    let views = views(&broker.log());
    views.set_loaded();
    for tournament in 1..=20 {
        let key = TournamentKey {
            venue: "main".parse().unwrap(),
            tournament: format!("t{tournament}").parse().unwrap(),
        };
        for table in [1, 2] {
            let game = key.game(GameId::new(1, table).unwrap());
            let mut commands = vec![Command::Start { control: control(), at: at(1_000) }];
            // In the last one a clock runs.
            if (tournament, table) != (20, 1) {
                commands.push(Command::Stop { at: at(2_000) });
            }
            write(&broker, &game, &commands).await;
            views.apply(&last(&broker, &game).await).await;
        }
    }
    assert_eq!((views.len(), views.incomplete()), (40, 20));
    tokio::time::advance(IDLE).await;
    views.forget_idle();
    assert_eq!((views.len(), views.incomplete()), (1, 1));
    let key: TournamentKey =
        TournamentKey { venue: "main".parse().unwrap(), tournament: "t3".parse().unwrap() };
    let shown = views.of_tournament(&broker.log(), &key).await.unwrap();
    assert_eq!(shown.iter().map(|(key, _view)| key.game.table()).collect::<Vec<_>>(), [1, 2]);
    // A clock that is started shows with those that were forgotten.
    tokio::time::advance(IDLE).await;
    views.forget_idle();
    let third = key.game(GameId::new(1, 3).unwrap());
    write(&broker, &third, &[Command::Start { control: control(), at: at(1_000) }]).await;
    views.apply(&last(&broker, &third).await).await;
    assert_eq!(views.of_tournament(&broker.log(), &key).await.unwrap().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_grace_is_forgotten_when_no_clock_runs_and_read_again_when_one_does() {
    let broker = MemoryBroker::default();
    let graces = Graces::new(USUAL, broker.log(), OtherTimes::new(crate::NAME, broker.log()));
    let views = Views::new(Deadlines::new(WallClock::system()), graces.clone());
    let (game, tables) = (game(1), Subject::tables(&game(1).tournament));
    let device = DeviceId::new("desk").unwrap();
    let set = SeatEvent::GraceSet { device, grace_ms: 5_000, act: None };
    broker.append::<Seats>(&tables, &[set], None).await.unwrap();
    write(&broker, &game, &[Command::Start { control: control(), at: at(1_000) }]).await;
    views.apply(&last(&broker, &game).await).await;
    assert_eq!((graces.of(&game.tournament), graces.len()), (Duration::from_secs(5), 1));
    for _running in 0..3 {
        tokio::time::advance(IDLE).await;
        views.forget_idle();
        assert_eq!(graces.len(), 1);
    }
    write(&broker, &game, &[Command::Stop { at: at(2_000) }]).await;
    views.apply(&last(&broker, &game).await).await;
    for _idle in 0..2 {
        tokio::time::advance(IDLE).await;
        views.forget_idle();
    }
    assert_eq!((graces.of(&game.tournament), graces.len()), (USUAL, 0));
    graces.load(&game.tournament).await.unwrap();
    assert_eq!(graces.of(&game.tournament), Duration::from_secs(5));
}

#[tokio::test(start_paused = true)]
async fn no_clock_waits_for_seats_that_are_damaged_or_that_nats_cannot_give() {
    let broker = MemoryBroker::default();
    let (tournament, device) = (game(1).tournament, DeviceId::new("desk").unwrap());
    let tables = Subject::tables(&tournament);
    for grace_ms in [3_000, 4_000, 5_000] {
        let set = SeatEvent::GraceSet { device: device.clone(), grace_ms, act: None };
        broker.append::<Seats>(&tables, &[set], None).await.unwrap();
    }
    broker.remove(Stream::Input, 2);
    broker.log().append(&tables, "x", 3, "no envelope".into(), Duration::ZERO).await.unwrap();
    let graces = || Graces::new(USUAL, broker.log(), OtherTimes::new(crate::NAME, broker.log()));
    let damaged = graces();
    damaged.load(&tournament).await.unwrap();
    assert_eq!(damaged.of(&tournament), Duration::from_secs(5));

    let other = TournamentKey { tournament: "other".parse().unwrap(), ..tournament.clone() };
    let set = SeatEvent::GraceSet { device, grace_ms: 1_000, act: None };
    broker.append::<Seats>(&Subject::tables(&other), &[set], None).await.unwrap();
    broker.withhold(&tables, true);
    let unread = graces();
    unread.load(&tournament).await.unwrap();
    assert_eq!(unread.of(&tournament), USUAL);
    broker.withhold(&tables, false);
    tokio::time::advance(Duration::from_secs(10)).await;
    unread.load(&tournament).await.unwrap();
    assert_eq!(unread.of(&tournament), Duration::from_secs(5));
    broker.fail_reads(1);
    let away = graces();
    assert!(away.load(&tournament).await.is_err(), "NATS is away");
}

/// Has a clock decide on commands, and stores what it decides.
async fn write(broker: &MemoryBroker, game: &GameKey, commands: &[Command]) {
    let subject = Subject::game(Stream::Clock, game);
    let mut ledger = Ledger::<GameClock>::load(&broker.log(), subject).await.unwrap();
    for command in commands {
        let events = ledger.state().clock.decide(command).unwrap();
        let events: Vec<_> = events.into_iter().map(ClockEvent::Clock).collect();
        ledger.commit(&broker.log(), &events, None, None, Duration::from_secs(1)).await.unwrap();
    }
}

/// Returns the last entry of a clock.
async fn last(broker: &MemoryBroker, game: &GameKey) -> LogEntry {
    let subject = Subject::game(Stream::Clock, game);
    broker.log().last_entry(&subject).await.unwrap().unwrap()
}

/// CLOCK loses a message that its writer has shown already, and the clock gets another one in its
/// place.
#[tokio::test]
async fn a_message_that_was_lost_is_not_shown_instead_of_the_one_in_its_place() {
    let log = log().await;
    let (views, game) = (views(&log), game(1));
    let before = views.read(&log, &game).await.unwrap().borrow().clone();
    let shown = |version, sequence, white_ms| ClockView {
        version,
        sequence,
        state: ClockState { white_ms, ..before.state.clone() },
        is_ours: false,
    };
    for (view, white_ms) in [
        (shown(3, 56, 7_000), 7_000),
        (shown(2, 40, 6_000), 7_000),
        (shown(3, 54, 3_000), 3_000),
        (shown(4, 58, 1_000), 1_000),
    ] {
        views.show(&game, view);
        assert_eq!(views.watch(&game).borrow().state.white_ms, white_ms);
    }
}
