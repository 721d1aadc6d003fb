//! What needs no broker: what a record makes of a clock, which inputs a flag waits for, deadlines.

use std::time::Duration;

use draughts::{Color, DeviceId, InputId, Timestamp};
use futures_util::StreamExt as _;
use game_clock::{Clock, Command, Event, Moves, Reason, Refusal, TimeControl};
use prost::Message as _;
use proto::{
    convert::{Aggregate as _, ClockAnswer, ClockEvent, ClockLog},
    subject::{GameId, GameKey, TournamentKey},
    v1::{self, Envelope, envelope::Record, game_event::Event as Wire, input_record::Action},
};
use tokio::sync::watch;

use crate::{
    clocks::{Seen, deadline},
    deadlines::Deadlines,
    flag::{Held, may_matter},
    grpc::changes,
    record::{self, Decided, End, GameRecord, Gap, Line, Ruling, replay},
};

const START: &str = "W:W31-50:B1-20";

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Ten seconds and one a move.
fn control() -> TimeControl {
    TimeControl::new(Duration::from_secs(10), Duration::from_secs(1)).unwrap()
}

fn record(plies: &[i64], end: End) -> GameRecord {
    GameRecord {
        control: Some(control()),
        started_at: at(1_000),
        first: Color::White,
        plies: plies.iter().copied().map(at).collect(),
        line: None,
        is_on_paper: false,
        received: Timestamp::from_millis(i64::MAX),
        noted: None,
        end,
        ruled: 0,
        rulings: Vec::new(),
    }
}

/// A record that the arbiter changed at this moment for the nth time, when so many plies stood.
fn changed(number: u32, (stood, turn): (usize, Color), millis: i64, plies: &[i64]) -> GameRecord {
    let moves = moves(stood);
    let line = Line { number, plies: stood, turn, moves, since: at(millis), at: at(millis) };
    GameRecord { line: Some(line), ..record(plies, End::Open) }
}

/// Of so many plies, by turns.
fn moves(plies: usize) -> Moves {
    let half = |plies: usize| u32::try_from(plies / 2).unwrap();
    Moves { white: half(plies + 1), black: half(plies) }
}

/// The events that bring a clock to where a record is.
fn decided(record: &GameRecord, log: &ClockLog) -> Vec<Event> {
    let events = record.decide(log).unwrap().events.into_iter();
    let of_clock = events.filter_map(|event| match event {
        ClockEvent::Clock(event) => Some(event),
        ClockEvent::Answered(_) => None,
    });
    of_clock.collect()
}

/// A clock that has answered no rulings.
fn log(clock: &Clock) -> ClockLog {
    ClockLog { clock: clock.clone(), answered: 0 }
}

/// Folds each record into one clock, and answers the clock with all its events.
fn told(records: &[GameRecord]) -> (Clock, Vec<Event>) {
    let (mut clock, mut all) = (Clock::default(), Vec::new());
    for record in records {
        let events = decided(record, &log(&clock));
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    }
    (clock, all)
}

#[test]
fn order_repeats_and_gaps_make_no_difference() {
    let steps = [
        record(&[], End::Open),
        record(&[2_000], End::Open),
        record(&[2_000, 5_000], End::Open),
        record(&[2_000, 5_000, 6_500], End::At(at(6_500))),
    ];
    let (clock, events) = told(&steps);
    assert_eq!(events.len(), 5, "{events:?}");
    assert_eq!(clock.presses(Color::White), 2);
    assert_eq!(clock.running(), None);
    for order in [&[3][..], &[0, 0, 1, 2, 3, 3], &[2, 0, 3, 1], &[1, 3, 0, 2]] {
        let steps: Vec<_> = order.iter().filter_map(|&step| steps.get(step).cloned()).collect();
        assert_eq!(told(&steps), (clock.clone(), events.clone()), "{order:?}");
    }
}

#[test]
fn a_late_move_is_a_flag_fall_at_the_deadline_and_what_follows_changes_nothing() {
    // White had until 11 s; the game's log does not know that yet.
    let late = record(&[11_001, 12_000], End::Open);
    let (clock, events) = told(&[record(&[], End::Open), late]);
    assert_eq!(events.last(), Some(&Event::FlagFell { color: Color::White, at: at(11_000) }));
    let (after, events) = told(&[
        record(&[11_001, 12_000], End::Open),
        record(&[11_001, 12_000], End::At(at(13_000))),
    ]);
    assert_eq!(after, clock);
    assert_eq!(events.len(), 2, "{events:?}");
}

/// What a clock shows: what each side has left and whose time runs, at the last event.
fn shown(clock: &Clock) -> (u64, u64, Option<Color>) {
    let reading = clock.reading().unwrap();
    let millis = |left: Duration| u64::try_from(left.as_millis()).unwrap();
    (millis(reading.white), millis(reading.black), reading.running)
}

#[test]
fn after_moves_were_taken_back_the_side_to_move_runs_and_what_was_used_is_used() {
    // White used 1 s, Black 2, White 1.5; each got one for a move.
    let steps = [
        record(&[2_000, 4_000, 5_500], End::Open),
        // Black has thought for half a second when the arbiter takes back all but the first.
        changed(1, (1, Color::Black), 6_000, &[2_000]),
    ];
    let (clock, events) = told(&steps);
    let running = Some(Color::Black);
    assert_eq!(
        events.last(),
        Some(&Event::Corrected { line: 1, running, moves: Some(moves(1)), at: at(6_000) })
    );
    assert_eq!(shown(&clock), (9_500, 8_500, Some(Color::Black)));
    // The game goes on from there: Black plays after one second.
    let on = changed(1, (1, Color::Black), 6_000, &[2_000, 7_000]);
    let (clock, _events) = told(&[steps[0].clone(), steps[1].clone(), on.clone(), on]);
    assert_eq!(shown(&clock), (9_500, 8_500, Some(Color::White)));
}

#[test]
fn a_line_whose_first_message_was_missed_is_told_by_the_next() {
    let on = changed(2, (1, Color::Black), 6_000, &[2_000, 7_000, 7_500]);
    let (clock, events) = told(&[record(&[2_000, 4_000, 5_500], End::Open), on.clone()]);
    assert_eq!((clock.line(), clock.presses_in_line()), (2, 2), "{events:?}");
    assert_eq!(clock.running(), Some(Color::Black));
    // An older message, or the same again, changes nothing.
    for again in [on, record(&[2_000, 4_000, 5_500, 6_000], End::Open)] {
        assert_eq!(decided(&again, &log(&clock)), []);
    }
}

#[test]
fn colours_need_not_alternate_over_a_position_that_was_set() {
    // After White's move the arbiter sets a position with White to move.
    let steps = [
        record(&[2_000], End::Open),
        changed(1, (1, Color::White), 3_000, &[2_000]),
        changed(1, (1, Color::White), 3_000, &[2_000, 5_000, 6_000]),
    ];
    let (clock, _events) = told(&steps);
    // White used 1 and 2 s, Black 1 and 1.
    assert_eq!(shown(&clock), (9_000, 9_000, Some(Color::White)));
}

#[test]
fn nobodys_time_counts_from_an_irregular_move_that_is_taken_back_to_the_ruling() {
    let noted = GameRecord { noted: Some(at(3_000)), ..record(&[2_000], End::Open) };
    let line = Line {
        number: 1,
        plies: 1,
        turn: Color::Black,
        moves: moves(1),
        since: at(3_000),
        at: at(500_000),
    };
    let ruled = GameRecord { line: Some(line), ..record(&[2_000], End::Open) };
    let (clock, events) = told(&[noted, ruled.clone()]);
    assert_eq!(
        events.get(2..),
        Some(
            &[
                Event::Stopped { at: at(3_000) },
                Event::Corrected {
                    line: 1,
                    running: Some(Color::Black),
                    moves: Some(moves(1)),
                    at: at(500_000)
                },
            ][..]
        )
    );
    assert_eq!(shown(&clock), (10_000, 9_000, Some(Color::Black)));
    // One that was made too late saves nobody.
    let late = Line { since: at(12_001), ..line };
    let late = GameRecord { line: Some(late), ..ruled };
    let (clock, _events) = told(&[record(&[2_000], End::Open), late]);
    assert_eq!((clock.flag(), clock.reading().unwrap().as_of), (Some(Color::Black), at(12_000)));
}

#[test]
fn an_irregular_move_that_stands_presses_at_its_own_moment() {
    let noted = GameRecord { noted: Some(at(3_000)), ..record(&[2_000], End::Open) };
    // The opponent answered it after the flag would have fallen.
    let (clock, _events) = told(&[noted, record(&[2_000, 3_000, 8_000], End::Open)]);
    assert_eq!(shown(&clock), (6_000, 10_000, Some(Color::Black)));
}

#[test]
fn on_paper_nobodys_time_runs_and_no_flag_falls_until_the_game_is_live_again() {
    let paper = changed(1, (1, Color::Black), 3_000, &[2_000]);
    let paper = GameRecord { is_on_paper: true, ..paper };
    let live = changed(2, (4, Color::White), 900_000, &[2_000, 900_000, 900_000, 900_000]);
    let (clock, _events) = told(&[record(&[2_000], End::Open), paper.clone()]);
    assert_eq!(shown(&clock), (10_000, 9_000, None));
    assert_eq!(clock.deadline(), None);
    let (clock, _events) = told(&[record(&[2_000], End::Open), paper, live]);
    assert_eq!(shown(&clock), (10_000, 9_000, Some(Color::White)));
}

#[test]
fn a_game_that_goes_on_runs_again_unless_its_flag_had_fallen() {
    let over = record(&[2_000], End::At(at(3_000)));
    let on = changed(1, (1, Color::Black), 60_000, &[2_000]);
    let (clock, _events) = told(&[over.clone(), on.clone()]);
    assert_eq!(shown(&clock), (10_000, 9_000, Some(Color::Black)));
    // It ends a second time.
    let end = GameRecord { end: End::At(at(61_000)), ..on.clone() };
    let (clock, _events) = told(&[over, on.clone(), end]);
    assert_eq!(shown(&clock), (10_000, 8_000, None));

    let late = record(&[2_000], End::At(at(12_001)));
    let (clock, events) = told(&[late, on]);
    assert_eq!(clock.flag(), Some(Color::Black), "{events:?}");
    assert_eq!(clock.line(), 0, "{events:?}");
}

#[test]
fn a_game_that_is_over_stays_so_when_its_record_changes() {
    let over = record(&[2_000, 3_000], End::At(at(3_500)));
    let line = Line {
        number: 1,
        plies: 1,
        turn: Color::Black,
        moves: moves(1),
        since: at(9_000),
        at: at(9_000),
    };
    for end in [End::Before, End::At(at(9_000))] {
        let changed = GameRecord { line: Some(line), ..record(&[2_000], end) };
        let (clock, _events) = told(&[over.clone(), changed]);
        assert_eq!((clock.running(), clock.line()), (None, 1), "{end:?}");
    }
}

#[test]
fn what_only_an_earlier_message_told_is_asked_for() {
    let without_control = GameRecord { control: None, ..record(&[2_000], End::Open) };
    assert_eq!(without_control.decide(&ClockLog::default()), Err(Gap));
    let (clock, _events) = told(&[record(&[2_000], End::Open)]);
    assert_eq!(decided(&without_control, &log(&clock)), []);

    let over = record(&[2_000], End::Before);
    assert_eq!(over.decide(&log(&clock)), Err(Gap));
    let whole = over.after(&record(&[2_000], End::At(at(2_500))));
    assert_eq!(decided(&whole, &log(&clock)), [Event::Stopped { at: at(2_500) }]);
}

#[test]
fn a_game_that_black_begins_is_not_timed() {
    let black = GameRecord { first: Color::Black, ..record(&[2_000], End::Open) };
    assert_eq!(decided(&black, &ClockLog::default()), []);
}

fn envelope(fen: &str, plies: &[i64], events: Vec<Wire>) -> Envelope {
    let mut state = v1::GameState {
        start_fen: fen.to_owned(),
        plies: plies.iter().map(|&at_ms| v1::PlayedPly { at_ms, ..Default::default() }).collect(),
        started_at_ms: 1_000,
        ..v1::GameState::default()
    };
    state.set_rules(v1::RuleSet::International);
    let is_over = events.iter().any(|event| matches!(event, Wire::Finished(_)));
    state.outcome = is_over.then(v1::Outcome::default);
    let events = events.into_iter().map(|event| v1::GameEvent { event: Some(event) });
    let record = v1::GameRecord { events: events.collect(), state: Some(state) };
    Envelope { record: Some(Record::Game(record)), ..Envelope::default() }
}

#[test]
fn a_message_of_the_game_tells_the_whole_record() {
    let set = Wire::ControlSet(control().into());
    let finished = Wire::Finished(v1::GameFinished { at_ms: 6_500, ..Default::default() });
    let read = record::read(envelope(START, &[2_000, 5_000], vec![set, finished])).unwrap();
    let expected = record(&[2_000, 5_000], End::At(at(6_500)));
    assert_eq!(read, Some(GameRecord { received: at(0), ..expected }));

    let black = record::read(envelope("B:W31-50:B1-20", &[], vec![])).unwrap().unwrap();
    assert_eq!((black.first, black.control, black.end), (Color::Black, None, End::Open));

    // A game that goes on has no end, whatever else the decision said.
    let finished = Wire::Finished(v1::GameFinished { at_ms: 6_500, ..Default::default() });
    let mut changed = envelope(START, &[2_000], vec![finished]);
    if let Some(Record::Game(record)) = &mut changed.record
        && let Some(state) = &mut record.state
    {
        let mut line = v1::Line { number: 3, plies: 1, at_ms: 4_000, since_ms: 3_000, turn: 0 };
        line.set_turn(v1::Color::Black);
        (state.line, state.outcome, state.on_paper_from, state.noted_at_ms) =
            (Some(line), None, 2, 3_500);
    }
    let line = Line {
        number: 3,
        plies: 1,
        turn: Color::Black,
        moves: moves(1),
        since: at(3_000),
        at: at(4_000),
    };
    let expected = GameRecord {
        received: at(0),
        control: None,
        line: Some(line),
        is_on_paper: true,
        noted: Some(at(3_500)),
        ..record(&[2_000], End::Open)
    };
    assert_eq!(record::read(changed), Ok(Some(expected)));

    let not_begun = Record::Game(v1::GameRecord {
        events: vec![],
        state: Some(v1::GameState { start_fen: START.to_owned(), ..Default::default() }),
    });
    let not_begun = Envelope { record: Some(not_begun), ..Envelope::default() };
    assert_eq!(record::read(not_begun), Ok(None));
    assert!(record::read(Envelope::default()).is_err());
    assert!(record::read(envelope("nonsense", &[], vec![])).is_err());
    assert!(Envelope::decode(&b"\xff\xff"[..]).is_err());
}

#[test]
fn a_flag_waits_for_what_was_told_in_time() {
    let input = |at_ms, action| v1::InputRecord { at_ms, action, ..Default::default() };
    let play = |ply| Some(Action::Play(v1::PlayMove { ply, r#move: None }));
    let resign = Some(Action::Resign(v1::Resign::default()));
    let cases = [
        ("the missing move, in time", input(1_000, play(4)), true),
        ("in time to the millisecond", input(2_000, play(4)), true),
        ("too late", input(2_001, play(4)), false),
        ("a copy of a move that is played", input(1_000, play(3)), false),
        ("a resignation", input(1_000, resign.clone()), true),
        ("a late resignation", input(3_000, resign), false),
        ("a ruling", input(1_000, Some(Action::Retract(v1::RetractMoves::default()))), true),
        ("a late ruling", input(3_000, Some(Action::Resume(v1::ResumeGame {}))), false),
        ("nothing", input(1_000, None), false),
    ];
    for (name, input, expected) in cases {
        assert_eq!(may_matter(&input, at(2_000), 3), expected, "{name}");
    }
}

#[test]
fn a_flag_that_waits_is_spoken_of_once_a_minute() {
    let mut held = Held::default();
    for (version, now, expected) in [
        (7, 0, true),
        (7, 300, false),
        (7, 59_999, false),
        (7, 60_000, true),
        (7, 60_300, false),
        (8, 60_600, true),
        (8, 120_599, false),
        (8, 120_600, true),
    ] {
        assert_eq!(held.is_to_be_said(version, at(now)), expected, "{version} {now}");
    }
}

#[test]
fn the_deadline_is_that_of_the_side_whose_time_runs() {
    let mut state =
        v1::ClockState { white_ms: 5_000, black_ms: 7_000, as_of_ms: 100, ..Default::default() };
    assert_eq!(deadline(&state), None);
    state.set_running(v1::Color::Black);
    assert_eq!(deadline(&state), Some(at(7_100)));
    state.set_running(v1::Color::White);
    assert_eq!(deadline(&state), Some(at(5_100)));
}

fn game(table: u32) -> GameKey {
    let key =
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() };
    key.game(GameId::new(1, table).unwrap())
}

#[test]
fn a_game_has_one_deadline_and_the_first_due_comes_first() {
    let deadlines = Deadlines::default();
    assert_eq!(deadlines.take(at(0)), Err(Duration::MAX));
    deadlines.set(&game(1), Some(at(300)));
    deadlines.set(&game(2), Some(at(200)));
    deadlines.set(&game(3), Some(at(100)));
    deadlines.set(&game(3), None);
    deadlines.set(&game(1), Some(at(150)));
    assert_eq!(deadlines.take(at(100)), Err(Duration::from_millis(50)));
    assert_eq!(deadlines.take(at(150)), Ok(game(1)));
    assert_eq!(deadlines.take(at(150)), Err(Duration::from_millis(50)));
    assert_eq!(deadlines.take(at(900)), Ok(game(2)));
    assert_eq!(deadlines.take(at(900)), Err(Duration::MAX));
}

#[tokio::test]
async fn a_watcher_gets_the_clock_and_then_every_change() {
    let version = |version| Seen { version, ..Seen::default() };
    let (current, watching) = watch::channel(version(3));
    let mut answers = std::pin::pin!(changes(game(1), control(), watching));
    assert_eq!(answers.next().await.unwrap().version, 3);
    current.send_replace(version(4));
    let changed = answers.next().await.unwrap();
    assert_eq!((changed.version, changed.control), (4, Some(control().into())));
    drop(current);
    assert_eq!(answers.next().await, None);
}

fn desk(number: u32) -> InputId {
    InputId::new(DeviceId::new("desk").unwrap(), number.into())
}

/// The record when the arbiter has ruled on the clock for the nth time.
fn ruled(number: u32, command: Command, millis: i64, record: GameRecord) -> GameRecord {
    let ruling = Ruling { number, input: Some(desk(number)), command, at: at(millis) };
    GameRecord { ruled: number, rulings: vec![ruling], ..record }
}

fn pause(number: u32, millis: i64, plies: &[i64]) -> GameRecord {
    ruled(number, Command::Pause { at: at(millis) }, millis, record(plies, End::Open))
}

fn resume(number: u32, millis: i64, plies: &[i64]) -> GameRecord {
    let command = Command::Resume { running: None, at: at(millis) };
    ruled(number, command, millis, record(plies, End::Open))
}

/// What each record brings a clock to, one after the other.
fn followed(records: &[GameRecord]) -> ClockLog {
    let mut log = ClockLog::default();
    for record in records {
        let decided = record.decide(&log).unwrap();
        decided.events.iter().for_each(|event| log.apply(event));
    }
    log
}

#[test]
fn what_is_played_in_a_pause_is_pressed_when_the_clock_runs_again() {
    let steps = [
        record(&[], End::Open),
        pause(1, 3_000, &[]),
        GameRecord { ruled: 1, ..record(&[5_000], End::Open) },
        resume(2, 60_000, &[5_000]),
        GameRecord { ruled: 2, ..record(&[5_000, 62_000], End::Open) },
    ];
    let paused = followed(&steps[..3]);
    assert_eq!((shown(&paused.clock), paused.clock.is_paused()), ((8_000, 10_000, None), true));
    let log = followed(&steps);
    // White used 2 s until the pause and none after it, Black 2 s.
    assert_eq!(shown(&log.clock), (9_000, 9_000, Some(Color::White)));
    assert_eq!(log.answered, 2);
    // Once more changes nothing, and who missed the messages between reads them.
    let last = &steps[4];
    assert_eq!(last.decide(&log), Ok(Decided::default()));
    assert_eq!(last.decide(&followed(&steps[..1])), Err(Gap));
    let mut missed = followed(&steps[..1]);
    let decided = replay(&steps, &missed);
    decided.events.iter().for_each(|event| missed.apply(event));
    assert_eq!(missed, log);
}

#[test]
fn a_press_made_before_the_pause_counts_when_it_is_told_after_it() {
    let told_after = [
        record(&[], End::Open),
        pause(1, 3_000, &[]),
        GameRecord { ruled: 1, ..record(&[2_500], End::Open) },
    ];
    let together = pause(1, 3_000, &[2_500]);
    for log in [followed(&told_after), followed(&[together])] {
        assert_eq!(log.clock.moves(Color::White), 1);
        assert_eq!(
            log.clock.remaining(Color::White, at(9_000)),
            Some(Duration::from_millis(9_500))
        );
        assert!(log.clock.is_paused());
    }
}

#[test]
fn a_ruling_after_the_deadline_waits_for_the_flag_and_a_press_in_time_saves_it() {
    // White's time was over at 11 s; the arbiter pauses at 12 s.
    let late = pause(1, 12_000, &[]);
    let log = followed(&[record(&[], End::Open)]);
    let decided = late.decide(&log).unwrap();
    assert_eq!((decided.events, decided.is_waiting), (vec![], true));
    // The press was under way.
    let pressed = GameRecord { ruled: 1, ..record(&[10_900], End::Open) };
    let saved = replay(&[late.clone(), pressed], &log);
    assert!(!saved.is_waiting, "{saved:?}");
    let mut after = log.clone();
    saved.events.iter().for_each(|event| after.apply(event));
    assert_eq!((after.clock.flag(), after.clock.is_paused(), after.answered), (None, true, 1));
    // None was: the flag falls by itself, and the ruling is refused.
    let mut fallen = log;
    let flag = Event::FlagFell { color: Color::White, at: at(11_000) };
    fallen.apply(&ClockEvent::Clock(flag));
    let refusal = Some(Refusal::FlagFallen { color: Color::White });
    let answer = ClockAnswer { number: 1, input: Some(desk(1)), refusal };
    let decided = late.decide(&fallen).unwrap();
    assert_eq!((decided.events, decided.is_waiting), (vec![ClockEvent::Answered(answer)], false));
}

#[test]
fn a_fallen_flag_is_taken_back_by_the_arbiter_and_the_clock_runs_when_resumed() {
    let reason = Reason::new("set wrongly").unwrap();
    let remaining = Duration::from_secs(60);
    let on = || changed(1, (1, Color::Black), 60_000, &[2_000]);
    let adjust = Command::Adjust { color: Color::Black, remaining, reason, at: at(70_000) };
    let steps = [
        record(&[2_000], End::At(at(12_001))),
        on(),
        ruled(1, adjust, 70_000, on()),
        ruled(2, Command::Resume { running: None, at: at(80_000) }, 80_000, on()),
    ];
    let log = followed(&steps[..3]);
    assert!(log.clock.is_paused() && log.clock.flag().is_none());
    assert_eq!((log.clock.line(), log.answered), (1, 1));
    assert_eq!(shown(&followed(&steps).clock), (10_000, 60_000, Some(Color::Black)));
}

#[test]
fn a_stage_goes_by_the_moves_of_the_record() {
    // Two moves in ten seconds, then five.
    let control = "2/10:5".parse().unwrap();
    let of = |record: GameRecord| GameRecord { control: Some(control), ..record };
    let played = of(record(&[2_000, 3_000, 4_000], End::Open));
    // The third ply is taken back, and with it the move that completed White's stage.
    let taken_back = of(changed(1, (2, Color::White), 5_000, &[2_000, 3_000]));
    let log = followed(std::slice::from_ref(&played));
    assert_eq!(log.clock.reading().unwrap().white_stage.number, 2);
    let log = followed(&[played, taken_back]);
    let white = log.clock.reading().unwrap().white_stage;
    assert_eq!((white.number, white.moves_to_go), (1, Some(1)));
    // Its time is not given twice: 10 s less 1 and 1, and 5.
    assert_eq!(shown(&log.clock), (13_000, 8_000, Some(Color::White)));
}
