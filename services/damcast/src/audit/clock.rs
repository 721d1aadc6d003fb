//! Recomputes the clock of a game from its record.
//!
//! A message of CLOCK follows from one of GAME, from several at once where its writer had to read
//! on, or from time: then a flag falls, or the wait for a player ends.

use std::time::Duration;

use live_game::{ClockEvent, GameClock, TimedRecord, replay_records};
use proto::{
    convert::{Aggregate as _, Record},
    subject::Stream,
};
use runtime::{LogEntry, error_chain};

use super::{Finding, Problem};

/// Number of records of a game that a writer of CLOCK may have been behind. Any number of inputs
/// may be refused between two of them, which changes nothing for the clock.
const BEHIND_MAX: usize = 64;

/// A message of GAME, as the clock sees it.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    /// Its place among the messages of the game.
    pub(super) index: usize,
    /// Its sequence.
    pub(super) sequence: u64,
    /// The record as the message holds it.
    pub(super) record: TimedRecord,
    /// The record with the parts that only earlier messages hold.
    pub(super) complete: TimedRecord,
}

/// Returns the messages of a game that a clock follows.
pub(super) fn timed(games: &[LogEntry]) -> Vec<Timed> {
    timed_records(games.iter().map(|entry| (entry.sequence, &entry.record)))
}

/// Returns the records of a game that a clock follows, each given with its sequence.
pub(super) fn timed_records<'a>(records: impl Iterator<Item = (u64, &'a Record)>) -> Vec<Timed> {
    let mut timed: Vec<Timed> = Vec::new();
    for (index, (sequence, record)) in records.enumerate() {
        let Record::Game(game) = record else { continue };
        let Ok(Some(state)) = game.state.read() else { continue };
        let record = TimedRecord::new(&state, &game.events);
        let complete = match timed.last() {
            Some(before) => record.clone().after(&before.complete),
            None => record.clone(),
        };
        timed.push(Timed { index, sequence, record, complete });
    }
    timed
}

/// Adds every difference between CLOCK and what GAME leads to.
pub(super) fn check(games: &[LogEntry], clocks: &[LogEntry], findings: &mut Vec<Finding>) {
    let timed = timed(games);
    let mut clock = GameClock::default();
    for entry in clocks {
        let Record::Clock(record) = &entry.record else { continue };
        if let Some(problem) = check_decision(&timed, &clock, entry, &record.events) {
            findings.push(Finding::at(entry, problem));
        }
        record.events.iter().for_each(|event| clock.apply(event));
        if Record::try_from(clock.to_record(&record.events)).as_ref() != Ok(&entry.record) {
            findings.push(Finding::at(entry, Problem::OtherState));
        }
    }
    let Some(last) = games.last().filter(|_last| is_timed(&timed)) else { return };
    let records: Vec<TimedRecord> = timed.into_iter().map(|it| it.complete).collect();
    match replay_records(&records, &clock) {
        Ok(missed) if missed.events.is_empty() => {}
        Ok(missed) => {
            findings.push(Finding::at(last, Problem::ClockBehind(missed.events.len())));
        }
        Err(gap) => findings.push(Finding::at(last, Problem::ClockGap(error_chain(&gap)))),
    }
}

/// Returns true if the game has a clock that can be computed.
pub(super) fn is_timed(timed: &[Timed]) -> bool {
    timed.first().is_some_and(|first| first.record.is_timed())
}

/// Returns the reason why events do not follow from their cause; `None` if they do.
pub(super) fn check_decision(
    timed: &[Timed],
    clock: &GameClock,
    entry: &LogEntry,
    events: &[ClockEvent],
) -> Option<Problem> {
    let (of_record, falls) = split(events);
    if let Some(cause) = &entry.cause {
        let is_game = cause.stream == Stream::Game.name();
        let at = timed.iter().position(|it| is_game && it.sequence == cause.sequence);
        let Some(at) = at else {
            let (stream, sequence) = (cause.stream.clone(), cause.sequence);
            return Some(Problem::NoCause { stream, sequence });
        };
        if followed(timed, at, clock, of_record).is_none() {
            return Some(Problem::OtherEvents);
        }
    } else if !of_record.is_empty() {
        return Some(Problem::OtherEvents);
    }
    let mut after = clock.clone();
    of_record.iter().for_each(|event| after.apply(event));
    let fallen = after.fallen(entry.recorded_at, Duration::ZERO);
    let fallen = fallen.into_iter().map(ClockEvent::Clock);
    (!falls.is_empty() && !fallen.eq(falls.iter().cloned())).then_some(Problem::OtherEvents)
}

/// Returns how many messages of GAME are followed by these events: those up to the message at `at`,
/// and some that follow on it. Returns `None` if the events do not follow from them.
pub(super) fn followed(
    timed: &[Timed],
    at: usize,
    clock: &GameClock,
    events: &[ClockEvent],
) -> Option<usize> {
    let alone = timed.get(at).and_then(|it| it.record.decide(clock).ok());
    if alone.is_some_and(|decided| decided.events == events) {
        return Some(at + 1);
    }
    // The different records up to the cause and beyond, and the number of messages up to each.
    let (mut records, mut numbers, mut count_at) = (Vec::<TimedRecord>::new(), Vec::new(), 0);
    for (index, it) in timed.iter().enumerate() {
        if records.last() != Some(&it.complete) {
            if index > at && records.len() == count_at + BEHIND_MAX {
                break;
            }
            records.push(it.complete.clone());
            numbers.push(index + 1);
        }
        if index <= at {
            count_at = records.len();
        }
    }
    let leads_to_events = |count: &usize| {
        let some = records.get(..*count).unwrap_or_default();
        replay_records(some, clock).is_ok_and(|decided| decided.events == events)
    };
    let count = (count_at..=records.len()).find(leads_to_events)?;
    Some(numbers.get(count.checked_sub(1)?).copied()?.max(at + 1))
}

/// Returns the events that follow from the record, which come first, and those of time.
pub(super) fn split(events: &[ClockEvent]) -> (&[ClockEvent], &[ClockEvent]) {
    let by_time = events.iter().rev().take_while(|event| is_fall(event)).count();
    events.split_at(events.len() - by_time)
}

fn is_fall(event: &ClockEvent) -> bool {
    use game_clock::Event::{AbsenceExceeded, FlagFell};
    matches!(event, ClockEvent::Clock(FlagFell { .. } | AbsenceExceeded { .. }))
}
