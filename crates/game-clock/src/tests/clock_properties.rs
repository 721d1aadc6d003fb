//! What holds for every sequence of commands, sensible or not.
#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::{ms, run};
use crate::{Clock, Command, Event, TimeControl};
use draughts::{Color, Timestamp};
use proptest::prelude::*;
use std::time::Duration;

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    (1_000_u64..=90_000, prop_oneof![Just(0), 0_u64..=5_000])
        .prop_map(|(base, increment)| TimeControl::new(ms(base), ms(increment)).unwrap())
}

/// Mostly close together, so that games last; sometimes anywhere.
fn any_moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![20 => 0_i64..200_000, 1 => any::<i64>(), 1 => Just(i64::MAX), 1 => Just(i64::MIN)]
        .prop_map(Timestamp::from_millis)
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        1 => (any_control(), any_moment()).prop_map(|(control, at)| Command::Start { control, at }),
        12 => (any_color(), any_moment()).prop_map(|(by, at)| Command::Press { by, at }),
        1 => any_moment().prop_map(|at| Command::Stop { at }),
        2 => any_moment().prop_map(|at| Command::TimeCheck { at }),
        2 => (0_u32..9, prop::option::of(any_color()), any_moment())
            .prop_map(|(line, running, at)| Command::Correct { line, running, at }),
    ]
}

/// A clock that was started and the presses of a game, each by the side whose turn it is.
fn any_game() -> impl Strategy<Value = (Clock, Vec<Event>)> {
    (any_control(), any_moment(), prop::collection::vec(0_u64..8_000, 0..60)).prop_map(
        |(control, at, thinking)| {
            let mut clock = Clock::default();
            let mut events = run(&mut clock, &[Command::Start { control, at }]);
            for millis in thinking {
                let (Some(by), Some(reading)) = (clock.running(), clock.reading()) else { break };
                let at = reading.as_of.saturating_add(ms(millis));
                events.extend(run(&mut clock, &[Command::Press { by, at }]));
            }
            (clock, events)
        },
    )
}

fn fold(events: &[Event]) -> Clock {
    let mut clock = Clock::default();
    events.iter().for_each(|event| clock.apply(event));
    clock
}

/// Decides every command and applies what was decided; refusals change nothing.
fn follow(commands: &[Command]) -> (Clock, Vec<Event>) {
    let (mut clock, mut all) = (Clock::default(), Vec::new());
    for command in commands {
        let events = clock.decide(command).unwrap_or_default();
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    }
    (clock, all)
}

#[track_caller]
fn assert_conserved(clock: &Clock, now: Timestamp) {
    for color in Color::BOTH {
        let sum = clock
            .remaining(color, now)
            .zip(clock.used(color, now))
            .map(|(remaining, used)| remaining.saturating_add(used));
        assert_eq!(sum, clock.given(color), "time given = time used + time left");
    }
}

proptest! {
    #[test]
    fn time_given_is_time_used_and_time_left(
        commands in prop::collection::vec(any_command(), 0..80),
        now in any_moment(),
    ) {
        let mut clock = Clock::default();
        for command in &commands {
            for event in clock.decide(command).unwrap_or_default() {
                clock.apply(&event);
            }
            assert_conserved(&clock, now);
        }
    }

    #[test]
    fn the_time_both_used_is_the_time_that_passed_while_one_ran(
        commands in prop::collection::vec(any_command(), 0..80),
    ) {
        let (_, events) = follow(&commands);
        let (mut clock, mut passed) = (Clock::default(), Duration::ZERO);
        for event in &events {
            if let Some(reading) = clock.reading().filter(|reading| reading.running.is_some()) {
                passed += event.at().duration_since(reading.as_of);
            }
            clock.apply(event);
        }
        if let Some(reading) = clock.reading() {
            let used: Duration =
                Color::BOTH.into_iter().filter_map(|color| clock.used(color, reading.as_of)).sum();
            prop_assert_eq!(used, passed);
        }
    }

    #[test]
    fn folding_the_events_gives_the_state(
        commands in prop::collection::vec(any_command(), 0..80),
    ) {
        let (clock, events) = follow(&commands);
        prop_assert_eq!(fold(&events), clock);
    }

    #[test]
    fn events_never_go_back_in_time(commands in prop::collection::vec(any_command(), 0..80)) {
        let (_, events) = follow(&commands);
        prop_assert!(events.is_sorted_by_key(Event::at));
    }

    #[test]
    fn what_remains_never_grows_but_by_the_increment((clock, events) in any_game()) {
        let increment = clock.control().map_or(Duration::ZERO, TimeControl::increment);
        for color in Color::BOTH {
            let mut last = clock.control().unwrap().base();
            for event in &events {
                if let Event::Pressed { by, remaining, .. } = event && *by == color {
                    prop_assert!(*remaining <= last.saturating_add(increment));
                    last = *remaining;
                }
            }
        }
    }

    #[test]
    fn what_remains_never_grows_while_time_passes(
        (clock, _) in any_game(),
        one in any_moment(),
        other in any_moment(),
    ) {
        let (sooner, later) = (one.min(other), one.max(other));
        for color in Color::BOTH {
            prop_assert!(clock.remaining(color, later) <= clock.remaining(color, sooner));
            prop_assert!(clock.used(color, later) >= clock.used(color, sooner));
        }
    }

    #[test]
    fn the_deadline_is_exact((clock, _) in any_game()) {
        let Some(deadline) = clock.deadline() else { return Ok(()) };
        let by = clock.running().unwrap();
        let next = deadline.saturating_add(ms(1));
        let before = deadline.saturating_sub(ms(1));
        let fall = vec![Event::FlagFell { color: by, at: deadline }];
        prop_assert_eq!(clock.remaining(by, deadline), Some(Duration::ZERO));
        prop_assert_eq!(&clock.decide(&Command::TimeCheck { at: before }), &Ok(vec![]));
        prop_assert_eq!(&clock.decide(&Command::TimeCheck { at: deadline }), &Ok(fall.clone()));
        prop_assert_eq!(&clock.decide(&Command::TimeCheck { at: next }), &Ok(fall.clone()));
        let in_time = clock.decide(&Command::Press { by, at: deadline }).unwrap();
        let is_press = matches!(in_time.as_slice(), [Event::Pressed { at, .. }] if *at == deadline);
        prop_assert!(is_press, "{:?}", in_time);
        if next > deadline {
            prop_assert_eq!(&clock.decide(&Command::Press { by, at: next }), &Ok(fall));
        }
    }

    #[test]
    fn a_fallen_flag_means_no_time_and_comes_last(
        commands in prop::collection::vec(any_command(), 0..80),
    ) {
        let (clock, events) = follow(&commands);
        if let (Some(color), Some(reading)) = (clock.flag(), clock.reading()) {
            prop_assert_eq!(clock.remaining(color, reading.as_of), Some(Duration::ZERO));
            let is_last = matches!(events.last(), Some(Event::FlagFell { .. }));
            prop_assert!(is_last);
        }
    }

    #[test]
    fn checks_in_time_change_nothing(
        (clock, events) in any_game(),
        moment in any_moment(),
    ) {
        let mut checked = Clock::default();
        for event in &events {
            let is_early = checked.deadline().is_none_or(|deadline| moment < deadline);
            if is_early {
                prop_assert_eq!(&checked.decide(&Command::TimeCheck { at: moment }), &Ok(vec![]));
            }
            checked.apply(event);
        }
        prop_assert_eq!(checked, clock);
    }
}
