//! Records of games, and the clock events that follow from them.

mod opening;
mod rulings;
mod start_modes;

use core::time::Duration;

use draughts::{
    Bitboard, Color, Move, Outcome, Reason, RuleSet, Score, Square, Timestamp, Variant, fen,
};
use game_clock::{Clock, Event, Moves, StartMode, Terms, TimeControl};

use super::{ClockDecision, RecordEnd, RecordGap, RecordLine, TimedRecord, replay_records};
use crate::{ClockEvent, GameClock, GameEvent, GameState, Line, RecordedPly};

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Returns ten seconds, and one more for each move.
fn control() -> TimeControl {
    TimeControl::new(Duration::from_secs(10), Duration::from_secs(1)).unwrap()
}

fn record(plies: &[i64], end: RecordEnd) -> TimedRecord {
    TimedRecord {
        control: Some(control()),
        black_starts: false,
        keeps_times: false,
        start: StartMode::Hour,
        started_at: at(1_000),
        first: Color::White,
        plies: plies.iter().copied().map(at).collect(),
        line: None,
        is_on_paper: false,
        noted: None,
        end,
        ruled: 0,
        rulings: Vec::new(),
    }
}

/// Returns a record with the arbiter's nth change of it, at this moment, after which `stood` plies
/// were left.
fn changed(number: u32, (stood, turn): (usize, Color), millis: i64, plies: &[i64]) -> TimedRecord {
    let moves = moves(stood);
    let line = RecordLine { number, plies: stood, turn, moves, since: at(millis), at: at(millis) };
    TimedRecord { line: Some(line), ..record(plies, RecordEnd::Open) }
}

/// Returns the numbers of moves of so many plies, the sides alternating.
fn moves(plies: usize) -> Moves {
    let half = |plies: usize| u32::try_from(plies / 2).unwrap();
    Moves { white: half(plies + 1), black: half(plies) }
}

/// Returns the events that bring a clock to the state of a record.
fn decided(record: &TimedRecord, log: &GameClock) -> Vec<Event> {
    let events = record.decide(log).unwrap().events.into_iter();
    let of_clock = events.filter_map(|event| match event {
        ClockEvent::Clock(event) => Some(event),
        ClockEvent::Answered(_) | ClockEvent::TimesKept => None,
    });
    of_clock.collect()
}

/// Returns a clock that has answered no rulings.
fn log(clock: &Clock) -> GameClock {
    GameClock { clock: clock.clone(), ..GameClock::default() }
}

/// Applies each record to one clock; returns the clock and all its events.
fn clock_after(records: &[TimedRecord]) -> (Clock, Vec<Event>) {
    let (mut clock, mut all) = (Clock::default(), Vec::new());
    for record in records {
        let events = decided(record, &log(&clock));
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    }
    (clock, all)
}

#[test]
fn a_clock_follows_records_in_any_order_with_repeats_and_gaps() {
    let steps = [
        record(&[], RecordEnd::Open),
        record(&[2_000], RecordEnd::Open),
        record(&[2_000, 5_000], RecordEnd::Open),
        record(&[2_000, 5_000, 6_500], RecordEnd::At(at(6_500))),
    ];
    let (clock, events) = clock_after(&steps);
    assert_eq!(events.len(), 5, "{events:?}");
    assert_eq!(clock.presses(Color::White), 2);
    assert_eq!(clock.running(), None);
    for order in [&[3][..], &[0, 0, 1, 2, 3, 3], &[2, 0, 3, 1], &[1, 3, 0, 2]] {
        let steps: Vec<_> = order.iter().filter_map(|&step| steps.get(step).cloned()).collect();
        assert_eq!(clock_after(&steps), (clock.clone(), events.clone()), "{order:?}");
    }
}

#[test]
fn a_late_move_is_a_flag_fall_at_the_deadline_and_what_follows_changes_nothing() {
    // White had until 11 s; the game's log does not know that yet.
    let late = record(&[11_001, 12_000], RecordEnd::Open);
    let (clock, events) = clock_after(&[record(&[], RecordEnd::Open), late]);
    assert_eq!(
        events.last(),
        Some(&Event::FlagFell { color: Color::White, required: None, at: at(11_000) })
    );
    let (after, events) = clock_after(&[
        record(&[11_001, 12_000], RecordEnd::Open),
        record(&[11_001, 12_000], RecordEnd::At(at(13_000))),
    ]);
    assert_eq!(after, clock);
    assert_eq!(events.len(), 2, "{events:?}");
}

/// Returns the time that each side has left and the side whose time runs, at the last event.
fn shown(clock: &Clock) -> (u64, u64, Option<Color>) {
    let reading = clock.reading().unwrap();
    let millis = |left: Duration| u64::try_from(left.as_millis()).unwrap();
    (millis(reading.white), millis(reading.black), reading.running)
}

#[test]
fn after_moves_were_taken_back_the_side_to_move_runs_and_what_was_used_is_used() {
    // White used 1 s, Black 2, White 1.5; each got one second for a move.
    let steps = [
        record(&[2_000, 4_000, 5_500], RecordEnd::Open),
        // Black has thought for half a second when the arbiter takes back all moves but the first.
        changed(1, (1, Color::Black), 6_000, &[2_000]),
    ];
    let (clock, events) = clock_after(&steps);
    let running = Some(Color::Black);
    assert_eq!(
        events.last(),
        Some(&Event::Corrected { line: 1, running, moves: Some(moves(1)), at: at(6_000) })
    );
    assert_eq!(shown(&clock), (9_500, 8_500, Some(Color::Black)));
    // The game goes on from there: Black plays after one second, and has had the second for that
    // move.
    let on = changed(1, (1, Color::Black), 6_000, &[2_000, 7_000]);
    let (clock, _events) = clock_after(&[steps[0].clone(), steps[1].clone(), on.clone(), on]);
    assert_eq!(shown(&clock), (9_500, 7_500, Some(Color::White)));
}

#[test]
fn a_line_whose_first_message_was_missed_is_told_by_the_next() {
    let on = changed(2, (1, Color::Black), 6_000, &[2_000, 7_000, 7_500]);
    let (clock, events) =
        clock_after(&[record(&[2_000, 4_000, 5_500], RecordEnd::Open), on.clone()]);
    assert_eq!((clock.line(), clock.presses_in_line()), (2, 2), "{events:?}");
    assert_eq!(clock.running(), Some(Color::Black));
    // An older message, or the same one again, changes nothing.
    for again in [on, record(&[2_000, 4_000, 5_500, 6_000], RecordEnd::Open)] {
        assert_eq!(decided(&again, &log(&clock)), []);
    }
}

#[test]
fn colours_need_not_alternate_over_a_position_that_was_set() {
    // After White's move the arbiter sets a position with White to move.
    let steps = [
        record(&[2_000], RecordEnd::Open),
        changed(1, (1, Color::White), 3_000, &[2_000]),
        changed(1, (1, Color::White), 3_000, &[2_000, 5_000, 6_000]),
    ];
    let (clock, _events) = clock_after(&steps);
    // White used 1 and 2 s, Black 1 and 1.
    assert_eq!(shown(&clock), (9_000, 9_000, Some(Color::White)));
}

#[test]
fn nobodys_time_counts_from_an_irregular_move_that_is_taken_back_to_the_ruling() {
    let noted = TimedRecord { noted: Some(at(3_000)), ..record(&[2_000], RecordEnd::Open) };
    let line = RecordLine {
        number: 1,
        plies: 1,
        turn: Color::Black,
        moves: moves(1),
        since: at(3_000),
        at: at(500_000),
    };
    let ruled = TimedRecord { line: Some(line), ..record(&[2_000], RecordEnd::Open) };
    let (clock, events) = clock_after(&[noted, ruled.clone()]);
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
    // An irregular move made too late does not hold the flag; a press on its way may.
    let late = RecordLine { since: at(12_001), ..line };
    let late = TimedRecord { line: Some(late), ..ruled };
    let (clock, _events) = clock_after(&[record(&[2_000], RecordEnd::Open)]);
    let decided = late.decide(&log(&clock)).unwrap();
    assert_eq!((decided.events, decided.is_waiting), (vec![], true));
}

#[test]
fn an_irregular_move_that_stands_presses_at_its_own_moment() {
    let noted = TimedRecord { noted: Some(at(3_000)), ..record(&[2_000], RecordEnd::Open) };
    // The opponent answered it after the flag would have fallen.
    let (clock, _events) = clock_after(&[noted, record(&[2_000, 3_000, 8_000], RecordEnd::Open)]);
    assert_eq!(shown(&clock), (6_000, 10_000, Some(Color::Black)));
}

#[test]
fn what_the_arbiter_changes_or_ends_after_the_deadline_waits_for_the_flag() {
    // Black's time was over at 12 s; a press of 11.9 s is on its way.
    let (before, _events) = clock_after(&[record(&[2_000], RecordEnd::Open)]);
    let paper = changed(1, (1, Color::Black), 13_000, &[2_000]);
    let paper = TimedRecord { is_on_paper: true, ..paper };
    for late in [paper, record(&[2_000], RecordEnd::At(at(13_000)))] {
        let decided = late.decide(&log(&before)).unwrap();
        assert_eq!((decided.events, decided.is_waiting), (vec![], true));
        let pressed = record(&[2_000, 11_900], RecordEnd::Open);
        let (mut clock, _events) = clock_after(&[record(&[2_000], RecordEnd::Open), pressed]);
        assert_eq!(clock.running(), Some(Color::White));
        // In time, it does not wait.
        let soon = TimedRecord {
            end: RecordEnd::At(at(12_000)),
            ..record(&[2_000, 11_900], RecordEnd::Open)
        };
        self::decided(&soon, &log(&clock)).iter().for_each(|event| clock.apply(event));
        assert_eq!((clock.flag(), clock.running()), (None, None));
    }
}

#[test]
fn on_paper_nobodys_time_runs_and_no_flag_falls_until_the_game_is_live_again() {
    let paper = changed(1, (1, Color::Black), 3_000, &[2_000]);
    let paper = TimedRecord { is_on_paper: true, ..paper };
    let live = changed(2, (4, Color::White), 900_000, &[2_000, 900_000, 900_000, 900_000]);
    let (clock, _events) = clock_after(&[record(&[2_000], RecordEnd::Open), paper.clone()]);
    assert_eq!(shown(&clock), (10_000, 9_000, None));
    assert_eq!(clock.deadline(), None);
    let (clock, _events) = clock_after(&[record(&[2_000], RecordEnd::Open), paper, live]);
    assert_eq!(shown(&clock), (10_000, 9_000, Some(Color::White)));
}

#[test]
fn a_game_that_goes_on_runs_again_unless_its_flag_had_fallen() {
    let over = record(&[2_000], RecordEnd::At(at(3_000)));
    let on = changed(1, (1, Color::Black), 60_000, &[2_000]);
    let (clock, _events) = clock_after(&[over.clone(), on.clone()]);
    assert_eq!(shown(&clock), (10_000, 9_000, Some(Color::Black)));
    // It ends a second time.
    let end = TimedRecord { end: RecordEnd::At(at(61_000)), ..on.clone() };
    let (clock, _events) = clock_after(&[over, on.clone(), end]);
    assert_eq!(shown(&clock), (10_000, 8_000, None));

    let (mut clock, _events) = clock_after(&[record(&[2_000], RecordEnd::Open)]);
    clock.apply(&Event::FlagFell { color: Color::Black, required: None, at: at(12_000) });
    for record in [record(&[2_000], RecordEnd::At(at(12_001))), on] {
        decided(&record, &log(&clock)).iter().for_each(|event| clock.apply(event));
    }
    assert_eq!((clock.flag(), clock.running()), (Some(Color::Black), None));
    assert_eq!(clock.line(), 1);
}

#[test]
fn a_clock_that_has_stopped_at_an_end_which_the_record_lacks_goes_on_for_the_side_to_move() {
    let stopped = clock_after(&[record(&[3_000, 5_000], RecordEnd::At(at(6_000)))]).0;
    let open = record(&[3_000, 5_000], RecordEnd::Open);
    // A record may be from before the end, so it alone changes nothing.
    assert_eq!(decided(&open, &log(&stopped)), []);
    let resumed = |running, millis| ClockEvent::Clock(Event::Resumed { running, at: at(millis) });
    assert_eq!(open.go_on(&log(&stopped), at(60_000)), [resumed(Color::White, 60_000)]);
    let mut clock = stopped.clone();
    clock.apply(&Event::Resumed { running: Color::White, at: at(60_000) });
    // Nobody's time ran in between.
    for color in Color::BOTH {
        let (before, after) =
            (stopped.remaining(color, at(6_000)), clock.remaining(color, at(60_000)));
        assert_eq!(before, after, "{color:?}");
    }
    assert_eq!(open.go_on(&log(&clock), at(61_000)), []);

    let over = record(&[3_000, 5_000], RecordEnd::Before);
    let on_paper = TimedRecord { is_on_paper: true, ..open };
    let resumed_since = changed(1, (2, Color::White), 50_000, &[3_000, 5_000]);
    for other in [over, on_paper, resumed_since] {
        assert_eq!(other.go_on(&log(&stopped), at(60_000)), [], "{other:?}");
    }
    let flag = clock_after(&[record(&[], RecordEnd::Open)]).0;
    let mut fallen = flag.clone();
    fallen.apply(&Event::FlagFell { color: Color::White, at: at(11_000), required: None });
    for other in [flag, fallen] {
        assert_eq!(record(&[], RecordEnd::Open).go_on(&log(&other), at(60_000)), []);
    }
}

#[test]
fn a_game_that_is_over_stays_so_when_its_record_changes() {
    let over = record(&[2_000, 3_000], RecordEnd::At(at(3_500)));
    let line = RecordLine {
        number: 1,
        plies: 1,
        turn: Color::Black,
        moves: moves(1),
        since: at(9_000),
        at: at(9_000),
    };
    for end in [RecordEnd::Before, RecordEnd::At(at(9_000))] {
        let changed = TimedRecord { line: Some(line), ..record(&[2_000], end) };
        let (clock, _events) = clock_after(&[over.clone(), changed]);
        assert_eq!((clock.running(), clock.line()), (None, 1), "{end:?}");
    }
}

#[test]
fn a_record_without_facts_that_only_earlier_messages_hold_names_the_gap() {
    let without_control = TimedRecord { control: None, ..record(&[2_000], RecordEnd::Open) };
    assert_eq!(without_control.decide(&GameClock::default()), Err(RecordGap::Control));
    let (clock, _events) = clock_after(&[record(&[2_000], RecordEnd::Open)]);
    assert_eq!(decided(&without_control, &log(&clock)), []);

    let over = record(&[2_000], RecordEnd::Before);
    assert_eq!(over.decide(&log(&clock)), Err(RecordGap::Ruling));
    // A log without the moment of the end is incomplete; without a control there is no clock.
    let whole = [record(&[2_000], RecordEnd::Open), over.clone()];
    assert_eq!(replay_records(&whole, &log(&clock)), Err(RecordGap::Ruling));
    let untimed = [without_control, TimedRecord { control: None, ..over.clone() }];
    assert_eq!(replay_records(&untimed, &GameClock::default()), Ok(ClockDecision::default()));
    let whole = over.after(&record(&[2_000], RecordEnd::At(at(2_500))));
    assert_eq!(decided(&whole, &log(&clock)), [Event::Stopped { at: at(2_500) }]);
}

#[test]
fn a_game_that_black_begins_is_not_timed() {
    let black = TimedRecord { first: Color::Black, ..record(&[2_000], RecordEnd::Open) };
    assert_eq!(decided(&black, &GameClock::default()), []);
}

/// Returns the state of a game that began at 1,000 ms in this position and has these plies.
fn state(fen: &str, plies: &[i64], outcome: Option<Outcome>) -> GameState {
    let ply = |&millis: &i64| RecordedPly {
        mv: Move::new(Square::new(32).unwrap(), Square::new(28).unwrap(), Bitboard::EMPTY),
        at: at(millis),
        deviation: None,
    };
    GameState {
        rules: RuleSet::International,
        start: fen::parse(fen, Variant::International).unwrap(),
        set_start: None,
        started_at: at(1_000),
        plies: plies.iter().map(ply).collect(),
        outcome,
        by_hand: None,
        corrections: Vec::new(),
        draw_bonus: None,
        line: None,
        on_paper_from: None,
        noted_at: None,
        clock_rulings: 0,
        start_mode: StartMode::Hour,
    }
}

#[test]
fn a_message_of_the_game_holds_the_whole_record() {
    const START: &str = "W:W31-50:B1-20";
    let draw = Outcome::new(Score::Draw, Reason::Agreement);
    let finished = GameEvent::Finished { outcome: draw, input: None, by_hand: None, at: at(6_500) };
    let untimed = |plies: &[i64], end| TimedRecord { control: None, ..record(plies, end) };

    let over = state(START, &[2_000, 5_000], Some(draw));
    let read = TimedRecord::new(&over, &[GameEvent::ControlSet(control()), finished.clone()]);
    assert_eq!(read, record(&[2_000, 5_000], RecordEnd::At(at(6_500))));
    let later = TimedRecord::new(&over, &[]);
    assert_eq!(later, untimed(&[2_000, 5_000], RecordEnd::Before));

    let begun = [GameEvent::ControlSet(control()), GameEvent::BlackStarts];
    let read = TimedRecord::new(&state(START, &[], None), &begun);
    assert_eq!(read, TimedRecord { black_starts: true, ..record(&[], RecordEnd::Open) });

    let black = TimedRecord::new(&state("B:W31-50:B1-20", &[], None), &[]);
    assert_eq!((black.first, black.control, black.end), (Color::Black, None, RecordEnd::Open));

    // A game that goes on has no end, even if an event of the decision ended it.
    let line = Line { number: 3, plies: 1, turn: Color::Black, at: at(4_000), since: at(3_000) };
    let changed = GameState {
        line: Some(line),
        on_paper_from: Some(2),
        noted_at: Some(at(3_500)),
        ..state(START, &[2_000], None)
    };
    let line = RecordLine {
        number: 3,
        plies: 1,
        turn: Color::Black,
        moves: Moves { white: 1, black: 0 },
        since: at(3_000),
        at: at(4_000),
    };
    let expected = TimedRecord {
        line: Some(line),
        is_on_paper: true,
        noted: Some(at(3_500)),
        ..untimed(&[2_000], RecordEnd::Open)
    };
    assert_eq!(TimedRecord::new(&changed, &[finished]), expected);
}

#[test]
fn the_events_of_a_decision_complete_its_record() {
    let finished = GameEvent::Finished {
        outcome: Outcome::new(Score::Draw, Reason::Agreement),
        input: None,
        by_hand: None,
        at: at(6_500),
    };
    let before = TimedRecord { control: None, ..record(&[2_000], RecordEnd::Open) };
    let after = |record: &TimedRecord, events: &[GameEvent]| {
        let mut after = record.clone();
        events.iter().for_each(|event| after.apply(event));
        after
    };
    let terms = GameEvent::TermsSet(Terms::default());
    let begun = [GameEvent::ControlSet(control()), GameEvent::BlackStarts, terms];
    let expected = TimedRecord {
        control: Some(control()),
        black_starts: true,
        keeps_times: true,
        ..before.clone()
    };
    assert_eq!(after(&before, &begun), expected);
    // A game that goes on has no end, even if an event of the decision ended it.
    assert_eq!(after(&before, std::slice::from_ref(&finished)), before);
    let over = TimedRecord { end: RecordEnd::Before, ..before };
    let ended = TimedRecord { end: RecordEnd::At(at(6_500)), ..over.clone() };
    assert_eq!(after(&over, &[finished]), ended);
}
