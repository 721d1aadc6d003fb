//! The upper bound of the bytes of a clock's events is never below the encoded bytes, and every
//! decision about a clock fits into an envelope.

use game_clock::{Command, Refusal, StartMode, TimeControl};
use live_game::{
    ClockDecision, ClockRuling, DeviceId, ENVELOPE_BYTES_MAX, GameClock, InputId, RecordEnd,
    TimedRecord, clock_event_bytes_max, replay_records,
};
use prost::Message as _;

use super::*;
use crate::v1::{Cause, Envelope, MachineClock};

/// A moment in six bytes, like every one until 2109.
const NOW: i64 = 1_795_000_000_000;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(NOW + millis)
}

fn longest_reason() -> Reason {
    Reason::new(&"\u{1f600}".repeat(Reason::CHARS_MAX)).unwrap()
}

fn longest_input(sequence: u64) -> Option<InputId> {
    Some(InputId::new(DeviceId::new("d".repeat(64)).unwrap(), sequence))
}

/// Returns the bytes of the largest envelope of these events, after which the clock is `clock`.
fn encoded(clock: &GameClock, events: &[ClockEvent]) -> usize {
    let envelope = Envelope {
        version: u64::MAX,
        previous: vec![0; 32].into(),
        epoch: "0123456789abcdef0123456789abcdef".to_owned(),
        cause: Some(Cause { stream: "GAME".to_owned(), sequence: u64::MAX }),
        recorded_at_ms: -1,
        schema: u32::MAX,
        machine: Some(MachineClock { boot: vec![0; 16].into(), up_ms: u64::MAX }),
        record: Some(clock.to_record(events)),
    };
    envelope.encoded_len()
}

#[test]
fn the_bound_of_an_event_is_never_below_its_bytes() {
    let (color, running, remaining) = (Color::Black, Color::White, Duration::from_secs(900_000));
    let control: TimeControl = "60/80000b60:40/80000d60:20/80000d60:80000+60".parse().unwrap();
    let display = ClockDisplay {
        white: remaining,
        black: remaining,
        running: Some(color),
        flag: Some(color),
    };
    let limit = AbsenceLimit::TOURNAMENT_2006;
    let (claimed, now) = (at(1), at(2));
    let events = [
        Event::Opened { control, at: now },
        Event::Started { control, by: Some(color), at: now },
        Event::MarkedAbsent { color, limit: Some(limit), at: now },
        Event::MarkedPresent { color, at: now },
        Event::AbsenceExceeded { color, limit, both: true, at: now },
        Event::Pressed { by: color, at: now, remaining },
        Event::Irregular { by: color, irregularity: Irregularity::InFuture { claimed }, at: now },
        Event::FlagFell { color, required: Some(u32::MAX), at: now },
        Event::PlayedOn { color, remaining, moves: u32::MAX, running, at: now },
        Event::Paused { at: now },
        Event::Resumed { running, at: now },
        Event::Adjusted { color, remaining, reason: longest_reason(), at: now },
        Event::Corrected {
            line: u32::MAX,
            running: Some(running),
            moves: Some(Moves { white: u32::MAX, black: u32::MAX }),
            at: now,
        },
        Event::Followed { display, at: now },
        Event::Disagreed { display, at: now },
        Event::Stopped { at: now },
    ];
    let refusals = [
        None,
        Some(Refusal::AlreadyStarted { control: Box::new(control) }),
        Some(Refusal::TooMuchTime { remaining }),
        Some(Refusal::TooFewMoves { color, made: u32::MAX, required: u32::MAX }),
    ];
    let answers = refusals.map(|refusal| {
        ClockEvent::Answered(ClockAnswer {
            number: u32::MAX,
            input: longest_input(u64::MAX),
            refusal,
        })
    });
    let events = events.map(ClockEvent::Clock).into_iter().chain(answers);
    for event in events.chain([ClockEvent::TimesKept]) {
        let record = GameClock::default().to_record(std::slice::from_ref(&event));
        let envelope::Record::Clock(record) = record else { panic!("{record:?}") };
        let bytes = v1::ClockRecord { state: None, ..record }.encoded_len();
        assert!(bytes <= clock_event_bytes_max(&event), "{bytes} bytes: {event:?}");
    }
}

const PLIES: i64 = 3_800;
const RULINGS: u32 = 200;

/// Returns a record as long as the log takes one, with as many rulings as a game may have, each
/// with the longest reason.
fn longest_record() -> TimedRecord {
    let rulings = (1..=RULINGS).map(|number| ClockRuling {
        number,
        input: longest_input(number.into()),
        command: Command::Adjust {
            color: Color::White,
            remaining: Duration::from_secs(80_000),
            reason: longest_reason(),
            at: at(i64::from(number) * 15_000 + 500),
        },
    });
    TimedRecord {
        control: Some("80000+30".parse().unwrap()),
        black_starts: false,
        keeps_times: true,
        start: StartMode::Hour,
        started_at: at(0),
        first: Color::White,
        plies: (1..=PLIES).map(|ply| at(ply * 1_000)).collect(),
        line: None,
        is_on_paper: false,
        noted: None,
        end: RecordEnd::At(at(PLIES * 1_000 + 1)),
        ruled: RULINGS,
        rulings: rulings.collect(),
    }
}

/// Carries out decisions until nothing more follows; returns the clock and the number of envelopes.
fn follow(decide: impl Fn(&GameClock) -> ClockDecision) -> (GameClock, usize) {
    let (mut clock, mut envelopes) = (GameClock::default(), 0);
    loop {
        let decided = decide(&clock);
        assert!(!decided.events.is_empty(), "nothing follows, and more is to come");
        decided.events.iter().for_each(|event| clock.apply(event));
        let bytes = encoded(&clock, &decided.events);
        assert!(bytes <= ENVELOPE_BYTES_MAX, "{bytes} bytes");
        envelopes += 1;
        if !decided.is_partial {
            return (clock, envelopes);
        }
    }
}

#[test]
fn a_clock_that_has_missed_the_longest_game_follows_it_in_parts_that_fit() {
    let record = longest_record();
    let (clock, envelopes) = follow(|clock| record.decide(clock).unwrap());
    assert_eq!(i64::from(clock.clock.presses_in_line()), PLIES);
    assert_eq!((clock.answered, clock.clock.is_stopped()), (RULINGS, true));
    // More than a fifth of a part is used.
    assert!((10..=200).contains(&envelopes), "{envelopes} envelopes");
    assert_eq!(record.decide(&clock), Ok(ClockDecision::default()));
}

#[test]
fn a_clock_that_has_missed_many_messages_follows_them_in_parts_that_fit() {
    let whole = longest_record();
    let records: Vec<TimedRecord> = (0..=RULINGS)
        .map(|ruled| {
            let plies = usize::try_from(i64::from(ruled) * 15).unwrap();
            TimedRecord {
                plies: whole.plies.iter().copied().take(plies).collect(),
                end: RecordEnd::Open,
                ruled,
                rulings: whole.rulings.iter().filter(|it| it.number == ruled).cloned().collect(),
                ..whole.clone()
            }
        })
        .collect();
    let (clock, envelopes) = follow(|clock| replay_records(&records, clock).unwrap());
    assert_eq!((clock.clock.presses_in_line(), clock.answered), (RULINGS * 15, RULINGS));
    assert!(envelopes > 1, "{envelopes} envelopes");
    let mut at_once = GameClock::default();
    for record in &records {
        record.decide(&at_once).unwrap().events.iter().for_each(|event| at_once.apply(event));
    }
    assert_eq!(clock, at_once);
}
