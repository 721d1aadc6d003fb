//! The arbiter's rulings on a clock, and other commands besides moves.

use core::time::Duration;

use draughts::Color;
use game_clock::{Command, Event, Reason, Refusal};

use super::{
    ClockDecision, RecordEnd, RecordGap, TimedRecord, at, changed, record, replay_records, shown,
};
use crate::{ClockAnswer, ClockEvent, ClockRuling, DeviceId, GameClock, InputId};

pub(super) fn desk(number: u32) -> InputId {
    InputId::new(DeviceId::new("desk").unwrap(), number.into())
}

/// Returns a record with the arbiter's nth ruling on the clock.
pub(super) fn ruled(
    number: u32,
    command: Command,
    millis: i64,
    record: TimedRecord,
) -> TimedRecord {
    let ruling = ClockRuling { number, input: Some(desk(number)), command };
    assert_eq!(ruling.at(), at(millis));
    TimedRecord { ruled: number, rulings: vec![ruling], ..record }
}

fn pause(number: u32, millis: i64, plies: &[i64]) -> TimedRecord {
    ruled(
        number,
        Command::Pause { reason: None, at: at(millis) },
        millis,
        record(plies, RecordEnd::Open),
    )
}

fn resume(number: u32, millis: i64, plies: &[i64]) -> TimedRecord {
    let command = Command::Resume { running: None, at: at(millis) };
    ruled(number, command, millis, record(plies, RecordEnd::Open))
}

/// Returns the clock after all records, one after the other.
pub(super) fn followed(records: &[TimedRecord]) -> GameClock {
    followed_from(GameClock::default(), records)
}

/// Returns a clock on which Black's flag fell at 12 s, after White's move.
fn fallen() -> GameClock {
    let mut log = followed(&[record(&[2_000], RecordEnd::Open)]);
    let flag = Event::FlagFell { color: Color::Black, required: None, at: at(12_000) };
    log.apply(&ClockEvent::Clock(flag));
    log
}

fn followed_from(mut log: GameClock, records: &[TimedRecord]) -> GameClock {
    for record in records {
        let decided = record.decide(&log).unwrap();
        decided.events.iter().for_each(|event| log.apply(event));
    }
    log
}

#[test]
fn what_is_played_in_a_pause_is_pressed_when_the_clock_runs_again() {
    let steps = [
        record(&[], RecordEnd::Open),
        pause(1, 3_000, &[]),
        TimedRecord { ruled: 1, ..record(&[5_000], RecordEnd::Open) },
        resume(2, 60_000, &[5_000]),
        TimedRecord { ruled: 2, ..record(&[5_000, 62_000], RecordEnd::Open) },
    ];
    let paused = followed(&steps[..3]);
    assert_eq!((shown(&paused.clock), paused.clock.is_paused()), ((8_000, 10_000, None), true));
    let log = followed(&steps);
    // White used 2 s until the pause and none after it, Black 2 s.
    assert_eq!(shown(&log.clock), (9_000, 9_000, Some(Color::White)));
    assert_eq!(log.answered, 2);
    // The same message again changes nothing; a clock that missed messages in between reads them.
    let last = &steps[4];
    assert_eq!(last.decide(&log), Ok(ClockDecision::default()));
    assert_eq!(last.decide(&followed(&steps[..1])), Err(RecordGap::Ruling));
    let mut missed = followed(&steps[..1]);
    let decided = replay_records(&steps, &missed).unwrap();
    decided.events.iter().for_each(|event| missed.apply(event));
    assert_eq!(missed, log);
}

#[test]
fn a_press_made_before_the_pause_counts_when_it_is_told_after_it() {
    let told_after = [
        record(&[], RecordEnd::Open),
        pause(1, 3_000, &[]),
        TimedRecord { ruled: 1, ..record(&[2_500], RecordEnd::Open) },
    ];
    let together = followed(&[pause(1, 3_000, &[2_500])]);
    let told_after = followed(&told_after);
    assert_eq!(told_after, together);
    // White took 1.5 s, Black half a second until the pause.
    assert_eq!(shown(&together.clock), (9_500, 9_500, None));
    assert!(together.clock.is_paused() && together.clock.moves(Color::White) == 1);
}

#[test]
fn a_ruling_after_the_deadline_waits_for_the_flag_and_a_press_in_time_saves_it() {
    // White's time was over at 11 s; the arbiter pauses at 12 s.
    let late = pause(1, 12_000, &[]);
    let log = followed(&[record(&[], RecordEnd::Open)]);
    let decided = late.decide(&log).unwrap();
    assert_eq!((decided.events, decided.is_waiting), (vec![], true));
    // The press was on its way.
    let pressed = TimedRecord { ruled: 1, ..record(&[10_900], RecordEnd::Open) };
    let saved = replay_records(&[late.clone(), pressed], &log).unwrap();
    assert!(!saved.is_waiting, "{saved:?}");
    let mut after = log.clone();
    saved.events.iter().for_each(|event| after.apply(event));
    assert_eq!((after.clock.flag(), after.clock.is_paused(), after.answered), (None, true, 1));
    // No press was: the flag falls by itself, and the ruling is refused.
    let mut fallen = log;
    let flag = Event::FlagFell { color: Color::White, required: None, at: at(11_000) };
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
        record(&[2_000], RecordEnd::At(at(12_000))),
        on(),
        ruled(1, adjust, 70_000, on()),
        ruled(2, Command::Resume { running: None, at: at(80_000) }, 80_000, on()),
    ];
    let log = followed_from(fallen(), &steps[..3]);
    assert!(log.clock.is_paused() && log.clock.flag().is_none());
    assert_eq!((log.clock.line(), log.answered), (1, 1));
    let log = followed_from(fallen(), &steps);
    assert_eq!(shown(&log.clock), (10_000, 60_000, Some(Color::Black)));
}

#[test]
fn a_stage_goes_by_the_moves_of_the_record() {
    // Two moves in ten seconds, then five.
    let control = "2/10:5".parse().unwrap();
    let of = |record: TimedRecord| TimedRecord { control: Some(control), ..record };
    let played = of(record(&[2_000, 3_000, 4_000], RecordEnd::Open));
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

#[test]
fn rule_4_of_2006_who_is_deemed_to_have_made_the_moves_goes_on_with_the_next_stage() {
    let control = "2/10:5".parse().unwrap();
    let of = |record: TimedRecord| TimedRecord { control: Some(control), ..record };
    // White's flag fell after one move; the arbiter lets the game go on, without a count of moves.
    let over = of(record(&[2_000, 3_000], RecordEnd::At(at(13_000))));
    let on = || of(changed(1, (2, Color::White), 60_000, &[2_000, 3_000]));
    let play_on = Command::PlayOn { moves: None, running: None, at: at(70_000) };
    let mut log = followed(&[of(record(&[2_000, 3_000], RecordEnd::Open))]);
    let flag = Event::FlagFell { color: Color::White, required: Some(2), at: at(12_000) };
    log.apply(&ClockEvent::Clock(flag));
    for step in [over, on(), ruled(1, play_on, 70_000, on())] {
        let decided = step.decide(&log).unwrap();
        decided.events.iter().for_each(|event| log.apply(event));
    }
    assert_eq!((log.clock.moves(Color::White), log.clock.moves(Color::Black)), (2, 2));
    assert_eq!(shown(&log.clock), (5_000, 14_000, Some(Color::White)));
}

#[test]
fn after_a_flag_the_side_to_move_in_the_record_goes_on() {
    // Black's flag fell; the arbiter takes back White's move, which Black did not answer.
    let on = || changed(1, (0, Color::White), 60_000, &[]);
    let reason = Reason::new("set wrongly").unwrap();
    let remaining = Duration::from_secs(60);
    let adjust = Command::Adjust { color: Color::Black, remaining, reason, at: at(70_000) };
    let resume = Command::Resume { running: None, at: at(80_000) };
    let steps = [
        record(&[2_000], RecordEnd::At(at(12_000))),
        on(),
        ruled(1, adjust, 70_000, on()),
        ruled(2, resume, 80_000, on()),
    ];
    let log = followed_from(fallen(), &steps);
    assert_eq!(shown(&log.clock), (10_000, 60_000, Some(Color::White)));
}

#[test]
fn a_ruling_with_the_number_of_a_lost_one_is_carried_out_once_the_log_tells_that() {
    let start = record(&[], RecordEnd::Open);
    let log = followed(&[start.clone(), pause(1, 3_000, &[]), resume(2, 4_000, &[])]);
    assert_eq!((log.clock.is_paused(), log.answered), (false, 2));
    // The game has lost the second ruling, and another input is the second now.
    let adjust = Command::Adjust {
        color: Color::White,
        remaining: Duration::from_secs(60),
        reason: Reason::new("lost").unwrap(),
        at: at(5_000),
    };
    let adjusted = ruled(2, adjust, 5_000, record(&[], RecordEnd::Open));
    let other = InputId::new(DeviceId::new("desk").unwrap(), 9);
    let mut rulings = adjusted.rulings.clone();
    rulings[0].input = Some(other.clone());
    let adjusted = TimedRecord { rulings, ..adjusted };
    assert!(adjusted.lacks_ruling_of(&log));
    assert_eq!(adjusted.decide(&log), Ok(ClockDecision::default()));
    let history = [start, pause(1, 3_000, &[]), adjusted.clone()];
    let decided = replay_records(&history, &log).unwrap();
    let mut after = log;
    decided.events.iter().for_each(|event| after.apply(event));
    let answer = ClockAnswer { number: 2, input: Some(other), refusal: None };
    assert_eq!(decided.events.last(), Some(&ClockEvent::Answered(answer)));
    assert_eq!(shown(&after.clock), (60_000, 10_000, Some(Color::White)));
    assert!(!adjusted.lacks_ruling_of(&after));
    // The old record comes again: the log does not have it, so nothing follows.
    let old = resume(2, 4_000, &[]);
    assert!(old.lacks_ruling_of(&after));
    assert_eq!(replay_records(&history, &after), Ok(ClockDecision::default()));
}

#[test]
fn moves_are_pressed_after_rulings_that_the_log_has_lost() {
    let start = record(&[], RecordEnd::Open);
    let log = followed(&[start.clone(), pause(1, 2_000, &[]), resume(2, 3_000, &[])]);
    let moved = record(&[5_000], RecordEnd::Open);
    assert!(moved.lacks_ruling_of(&log));
    assert_eq!(moved.decide(&log), Ok(ClockDecision::default()));
    let decided = replay_records(&[start, moved], &log).unwrap();
    let mut after = log;
    decided.events.iter().for_each(|event| after.apply(event));
    assert_eq!(after.clock.presses(Color::White), 1);
}
