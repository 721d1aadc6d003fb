//! Tests of what the desk is told to stand still.

use std::sync::Arc;

use draughts::{Position, Variant};
use live_game::{
    GameEvent,
    table::{Seat, SeatEvent, Seats},
};
use proto::{
    convert::StoredInput,
    subject::GameId,
    v1::{self, InputRecord, input_record::Action},
};
use runtime::{MemoryBroker, WallClock};
use tournament::{
    Author, Command, Entry, Event, PlayerId, RoundNumber, Schedule, Settings, TableNumber,
    Tournament, regulation::Format,
};

use super::*;
use crate::watchers::Notification;

fn key() -> TournamentKey {
    TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() }
}

fn game(table: u32) -> GameKey {
    key().game(GameId::new(1, table).unwrap())
}

/// Stores the start of a game in INPUT.
async fn start(broker: &MemoryBroker, table: u32) -> LogEntry {
    let start = v1::StartGame {
        rules: v1::RuleSet::International.into(),
        fen: Position::start(Variant::International).fen(),
        control: Some("5400".parse::<game_clock::TimeControl>().unwrap().into()),
        ..v1::StartGame::default()
    };
    let record = InputRecord {
        device: "round".to_owned(),
        sequence: 1,
        action: Some(Action::Start(start)),
        ..InputRecord::default()
    };
    let input = [StoredInput::try_from(record).unwrap()];
    let subject = Subject::game(Stream::Input, &game(table));
    broker.append::<Inputs<InputContent>>(&subject, &input, None).await.unwrap()
}

async fn damage(broker: &MemoryBroker, subject: &Subject, after: u64) {
    let log = broker.log();
    log.append(subject, "x", after, "no envelope".into(), Duration::ZERO).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_not_judged_stands_still_until_it_is_and_so_does_one_that_cannot_be_read() {
    let broker = MemoryBroker::default();
    let settings = Settings::plain(
        "Demo",
        RuleSet::International,
        "80m".parse().unwrap(),
        Format::Table(Schedule::Berger),
    );
    let created = [Event::Created { settings: Box::new(settings) }];
    let log = Subject::log(&key());
    let created = broker.append::<Tournament>(&log, &created, None).await.unwrap();
    let cause = start(&broker, 1).await.as_cause();
    start(&broker, 2).await;
    damage(&broker, &Subject::game(Stream::Game, &game(2)), 0).await;
    let clock = WallClock::simulated(WallClock::system().now());
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
    let watchers = Watchers::default();
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let mut finder = StandstillFinder::new(log, tournaments, watchers.clone());
    let mut told = watchers.watch(&key());

    finder.look().await;
    assert!(told.try_recv().is_err(), "they may still be judged");
    tokio::time::advance(2 * WAIT_MAX).await;
    finder.look().await;
    let unreadable = |stream, sequence| StandstillReason::Unreadable { stream, sequence };
    let now = watchers.standstills(&key());
    let now: Vec<_> = now.into_iter().map(|(of, it)| (of, it.reason)).collect();
    let (first, second) = (Some(game(1).game), Some(game(2).game));
    assert_eq!(now, [(first, StandstillReason::Unjudged), (second, unreadable("GAME", 1))]);

    let started = GameEvent::Started {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        at: Timestamp::from_millis(1),
    };
    let subject = Subject::game(Stream::Game, &game(1));
    broker.append::<Game>(&subject, &[started], Some(cause)).await.unwrap();
    damage(&broker, &created.subject, created.sequence).await;
    finder.look().await;
    let mut changes = Vec::new();
    while let Ok(Notification::Standstill(of, standstill)) = told.try_recv() {
        changes.push((of, standstill.map(|it| it.reason)));
    }
    let expected = [
        (first, Some(StandstillReason::Unjudged)),
        (second, Some(unreadable("GAME", 1))),
        (None, Some(unreadable("TOURNAMENT", 2))),
        (first, None),
    ];
    assert_eq!(changes, expected);
}

#[tokio::test(start_paused = true)]
async fn a_game_stands_still_whose_clock_cannot_be_read_and_no_other() {
    let broker = MemoryBroker::default();
    let mut started_games = Vec::new();
    for table in [1, 2] {
        let cause = start(&broker, table).await.as_cause();
        let started = GameEvent::Started {
            rules: RuleSet::International,
            start: Position::start(Variant::International),
            at: Timestamp::from_millis(1),
        };
        let subject = Subject::game(Stream::Game, &game(table));
        let entry = broker.append::<Game>(&subject, &[started], Some(cause)).await.unwrap();
        started_games.push(entry.as_cause());
    }
    let timed = [live_game::ClockEvent::TimesKept];
    let subject = Subject::game(Stream::Clock, &game(1));
    broker.append::<GameClock>(&subject, &timed, started_games.first().cloned()).await.unwrap();
    damage(&broker, &Subject::game(Stream::Clock, &game(2)), 0).await;
    let clock = WallClock::simulated(WallClock::system().now());
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
    let watchers = Watchers::default();
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let mut finder = StandstillFinder::new(log, tournaments, watchers);

    let mut found = Standstills::new();
    finder.find_in_games(&key(), None, &mut found).await.unwrap();
    assert_eq!(found, Standstills::new(), "they may still follow");
    tokio::time::advance(2 * WAIT_MAX).await;
    finder.find_in_games(&key(), None, &mut found).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
    let unreadable = StandstillReason::Unreadable { stream: "CLOCK", sequence: 2 };
    assert_eq!(found, [(Some(game(2).game), unreadable)]);
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_inputs_and_a_tournament_whose_seats_cannot_be_read_are_told_at_once() {
    let broker = MemoryBroker::default();
    let tables = Subject::tables(&key());
    let device = |number| live_game::DeviceId::new(format!("tablet-{number}")).unwrap();
    let assigned = [1, 2, 3].map(|number| {
        let seat = Seat::Desk;
        SeatEvent::Assigned { device: device(number), seat, act: None }
    });
    for event in assigned {
        broker.append::<Seats>(&tables, &[event], None).await.unwrap();
    }
    for table in 1..=3 {
        start(&broker, table).await;
    }
    // The first of three seats is lost, and what came after the start of the second game cannot
    // be read.
    broker.remove(Stream::Input, 1);
    damage(&broker, &Subject::game(Stream::Input, &game(2)), 5).await;
    let clock = WallClock::simulated(WallClock::system().now());
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
    let watchers = Watchers::default();
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let mut finder = StandstillFinder::new(log, tournaments, watchers);

    for _again in 0..2 {
        let found = finder.find(&key()).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
        let unreadable = |sequence| StandstillReason::Unreadable { stream: "INPUT", sequence };
        assert_eq!(found, [(None, unreadable(2)), (Some(game(2).game), unreadable(7))]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_ruling_on_the_clock_is_judged_although_a_flag_was_the_last_to_change_its_game() {
    let broker = MemoryBroker::default();
    start(&broker, 1).await;
    let pause = v1::clock_order::Order::Pause(v1::Nothing {});
    let record = InputRecord {
        device: "desk".to_owned(),
        sequence: 1,
        action: Some(Action::Clock(v1::ClockOrder { order: Some(pause), ..Default::default() })),
        ..InputRecord::default()
    };
    let stored = [StoredInput::try_from(record).unwrap()];
    let subject = Subject::game(Stream::Input, &game(1));
    let input = broker.append::<Inputs<InputContent>>(&subject, &stored, None).await.unwrap();
    let at = Timestamp::from_millis(1);
    let started = GameEvent::Started {
        rules: RuleSet::International,
        start: Position::start(Variant::International),
        at,
    };
    let ruling = live_game::ClockRuling {
        number: 1,
        input: Some(stored[0].id.clone()),
        command: game_clock::Command::Pause { reason: None, at },
    };
    let outcome = draughts::Outcome::win(draughts::Color::Black, draughts::Reason::FlagFall);
    let lost = GameEvent::Finished { outcome, input: None, at, by_hand: None };
    let subject = Subject::game(Stream::Game, &game(1));
    for (events, cause) in
        [(vec![started, GameEvent::ClockRuled(ruling)], Some(input.as_cause())), (vec![lost], None)]
    {
        broker.append::<Game>(&subject, &events, cause).await.unwrap();
    }
    let clock = WallClock::simulated(WallClock::system().now());
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
    let watchers = Watchers::default();
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let finder = StandstillFinder::new(log, tournaments, watchers);
    assert_eq!(finder.reason(&game(1), &input).await.unwrap(), None);
}

/// Carries out a command on the tournament as a person, at the time of the log.
async fn execute(broker: &MemoryBroker, at: Timestamp, command: Command) -> LogEntry {
    let subject = Subject::log(&key());
    let ledger = Ledger::<Tournament>::load(&broker.log(), subject.clone()).await.unwrap();
    let events = ledger.state().decide(&command, &Author::named("Anna").unwrap(), at).unwrap();
    broker.append::<Tournament>(&subject, &events, None).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_desk_is_told_of_a_game_that_has_not_begun_and_of_one_whose_result_is_not_recorded() {
    let broker = MemoryBroker::default();
    let clock = WallClock::simulated(WallClock::system().now());
    let settings =
        Settings::plain("Demo", RuleSet::International, "80m".parse().unwrap(), Format::Manual);
    execute(&broker, clock.now(), Command::Create { settings: Box::new(settings) }).await;
    for name in ["Anne", "Bea", "Cor", "Dirk", "Elly", "Fred"] {
        execute(&broker, clock.now(), Command::Enter { entry: Entry::named(name) }).await;
    }
    let player = |number| PlayerId::new(number).unwrap().into();
    let pairs = vec![(player(1), player(2)), (player(3), player(4)), (player(5), player(6))];
    let (round, byes) = (RoundNumber::FIRST, Vec::new());
    execute(&broker, clock.now(), Command::PairByHand { round, pairs, byes }).await;
    execute(&broker, clock.now(), Command::OpenRound { round }).await;
    // The game at table 1 is over, that at table 2 goes on, and that at table 3 has not begun.
    for (table, finished) in [(1, true), (2, false)] {
        let cause = start(&broker, table).await.as_cause();
        let at = clock.now();
        let (rules, start) = (RuleSet::International, Position::start(Variant::International));
        let mut events = vec![GameEvent::Started { rules, start, at }];
        let outcome = draughts::Outcome::win(draughts::Color::Black, draughts::Reason::FlagFall);
        let lost = GameEvent::Finished { outcome, input: None, at, by_hand: None };
        events.extend(finished.then_some(lost));
        let subject = Subject::game(Stream::Game, &game(table));
        let entry = broker.append::<Game>(&subject, &events, Some(cause)).await.unwrap();
        let subject = Subject::game(Stream::Clock, &game(table));
        let timed = [live_game::ClockEvent::TimesKept];
        broker.append::<GameClock>(&subject, &timed, Some(entry.as_cause())).await.unwrap();
    }
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock.clone());
    let watchers = Watchers::default();
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let mut finder = StandstillFinder::new(log, tournaments.clone(), watchers);

    assert_eq!(finder.find(&key()).await.unwrap(), Standstills::new(), "they may still come");
    tokio::time::advance(2 * WAIT_MAX).await;
    let found = finder.find(&key()).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
    let [first, third] = [1, 3].map(|table| Some(game(table).game));
    let expected = [(first, StandstillReason::Unrecorded), (third, StandstillReason::NotBegun)];
    assert_eq!(found, expected);

    let outcome = draughts::Outcome::win(draughts::Color::Black, draughts::Reason::FlagFall);
    let (table, men_ahead) = (TableNumber::FIRST, None);
    let by_hand = Command::RecordResult { round, table, outcome, men_ahead };
    tournaments.apply(&execute(&broker, clock.now(), by_hand).await).await;
    start(&broker, 3).await;
    let found = finder.find(&key()).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
    assert_eq!(found, [(third, StandstillReason::Unjudged)], "it has begun, and is not judged yet");

    // The game at table 2 goes on, although a person has recorded its result.
    let outcome = draughts::Outcome::new(draughts::Score::Draw, draughts::Reason::Agreement);
    let table = TableNumber::new(2).unwrap();
    let by_hand = Command::RecordResult { round, table, outcome, men_ahead };
    tournaments.apply(&execute(&broker, clock.now(), by_hand).await).await;
    let found = finder.find(&key()).await.unwrap();
    assert_eq!(found.len(), 1, "its end may still come: {found:?}");
    let since = clock.now();
    tokio::time::advance(2 * WAIT_MAX).await;
    let told = finder.find(&key()).await.unwrap().remove(&Some(game(2).game));
    assert_eq!(told, Some(Standstill { since, reason: StandstillReason::NotEnded }));
    let lost = GameEvent::Finished { outcome, input: None, at: clock.now(), by_hand: None };
    broker.append::<Game>(&Subject::game(Stream::Game, &game(2)), &[lost], None).await.unwrap();
    let told = finder.find(&key()).await.unwrap().remove(&Some(game(2).game));
    assert_eq!(told, None, "it is over");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_can_be_read_and_does_not_follow_is_told_until_it_does() {
    let broker = MemoryBroker::default();
    let mut timed_by = Vec::new();
    for (table, control) in [(1, Some("80m".parse().unwrap())), (2, None)] {
        let cause = start(&broker, table).await.as_cause();
        let begin = live_game::GameCommand::Start {
            rules: RuleSet::International,
            start: Position::start(Variant::International),
            control,
            black_starts: false,
            terms: None,
            at: Timestamp::from_millis(1_000),
        };
        let begun = Game::default().decide(&begin).unwrap();
        let subject = Subject::game(Stream::Game, &game(table));
        let entry = broker.append::<Game>(&subject, &begun, Some(cause)).await.unwrap();
        timed_by.extend(timed(&entry));
    }
    let clock = WallClock::simulated(WallClock::system().now());
    let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock);
    let watchers = Watchers::default();
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let mut finder = StandstillFinder::new(log, tournaments, watchers);
    let mut told = async || {
        let mut found = Standstills::new();
        finder.find_in_games(&key(), None, &mut found).await.unwrap();
        found.into_iter().map(|(of, it)| (of, it.reason)).collect::<Vec<_>>()
    };
    assert_eq!(told().await, [], "it may still follow");
    tokio::time::advance(2 * WAIT_MAX).await;
    let behind = [(Some(game(1).game), StandstillReason::ClockBehind)];
    assert_eq!(told().await, behind, "the game at table 2 has no clock");
    assert_eq!(told().await, behind);
    let decided = timed_by[0].decide(&GameClock::default()).unwrap().events;
    let subject = Subject::game(Stream::Clock, &game(1));
    broker.append::<GameClock>(&subject, &decided, None).await.unwrap();
    assert_eq!(told().await, []);
}

#[tokio::test(start_paused = true)]
async fn a_lost_message_of_the_seats_is_told_whatever_it_says() {
    let device = |name| live_game::DeviceId::new(name).unwrap();
    let seat = Seat::Desk;
    let events = [
        SeatEvent::Assigned { device: device("desk"), seat, act: None },
        SeatEvent::GraceSet { device: device("desk"), grace_ms: 3_000, act: None },
        SeatEvent::Assigned { device: device("tablet"), seat, act: None },
        SeatEvent::Released { device: device("tablet"), act: None },
        SeatEvent::Assigned { device: device("phone"), seat, act: None },
    ];
    for lost in 1..=4 {
        let broker = MemoryBroker::default();
        for event in &events {
            let event = std::slice::from_ref(event);
            broker.append::<Seats>(&Subject::tables(&key()), event, None).await.unwrap();
        }
        broker.remove(Stream::Input, lost);
        let (log, watchers) = (broker.log(), Watchers::default());
        let tournaments = Tournaments::new(log.clone(), watchers.clone());
        let mut finder = StandstillFinder::new(log, tournaments, watchers);
        let found = finder.find(&key()).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|(of, it)| (of, it.reason)).collect();
        let unreadable = StandstillReason::Unreadable { stream: "INPUT", sequence: lost + 1 };
        assert_eq!(found, [(None, unreadable)], "{lost}");
    }
}
