//! Properties of every sequence of commands, sensible or not.
#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::{any_control, ms, reason, run};
use crate::{AbsenceLimit, Clock, ClockDisplay, Command, Event, FlagFall, Increment, Moves};
use draughts::{Color, Timestamp};
use proptest::prelude::*;
use std::time::Duration;

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

/// Moments mostly close together, so that games last; sometimes anywhere.
fn any_moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![20 => 0_i64..200_000, 1 => any::<i64>(), 1 => Just(i64::MAX), 1 => Just(i64::MIN)]
        .prop_map(Timestamp::from_millis)
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        1 => (any_control(), any_moment()).prop_map(|(control, at)| Command::Start { control, at }),
        1 => (any_control(), any_moment()).prop_map(|(control, at)| Command::Open { control, at }),
        16 => (any_color(), any_moment(), any_moment())
            .prop_map(|(by, at, received)| Command::Press { by, at, received }),
        16 => (any_color(), any_moment())
            .prop_map(|(by, at)| Command::Press { by, at, received: at }),
        1 => (any_color(), any_moment()).prop_map(|(by, at)| Command::Begin { by, at }),
        1 => any_moment().prop_map(|at| Command::Stop { at }),
        2 => (any_moment(), any_time())
            .prop_map(|(at, grace)| Command::TimeCheck { at, grace }),
        2 => (0_u32..9, prop::option::of(any_color()), prop::option::of(any_moves()), any_moment())
            .prop_map(|(line, running, moves, at)| Command::Correct { line, running, moves, at }),
        2 => any_moment().prop_map(|at| Command::Pause { reason: None, at }),
        2 => (prop::option::of(any_color()), any_moment())
            .prop_map(|(running, at)| Command::Resume { running, at }),
        2 => (any_color(), any_time(), any_moment()).prop_map(|(color, remaining, at)| {
            Command::Adjust { color, remaining, reason: reason(), at }
        }),
        1 => (any_color(), prop::option::of(any_time()), any_moment())
            .prop_map(|(color, limit, at)| {
                let limit = limit.map(AbsenceLimit::arbiter);
                Command::MarkAbsent { color, limit, at }
            }),
        1 => (any_color(), any_moment())
            .prop_map(|(color, at)| Command::MarkPresent { color, at }),
        1 => (prop::option::of(0_u32..200), prop::option::of(any_color()), any_moment())
            .prop_map(|(moves, running, at)| Command::PlayOn { moves, running, at }),
        2 => (any_time(), any_time(), prop::option::of(any_color()), any_moment())
            .prop_map(|(white, black, running, at)| Command::Follow {
                display: ClockDisplay { white, black, running, flag: running },
                at,
            }),
    ]
}

/// Commands mostly for a clock that was started.
fn any_commands() -> impl Strategy<Value = Vec<Command>> {
    let start = (any_control(), 0_i64..1_000, any::<bool>()).prop_map(|(control, at, is_open)| {
        let at = Timestamp::from_millis(at);
        if is_open { Command::Open { control, at } } else { Command::Start { control, at } }
    });
    (prop::option::weighted(0.95, start), prop::collection::vec(any_command(), 0..80))
        .prop_map(|(start, commands)| start.into_iter().chain(commands).collect())
}

/// Times mostly as in a game; sometimes any time.
fn any_time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        20 => (0_u64..100_000).prop_map(ms),
        1 => any::<u64>().prop_map(ms),
        1 => Just(Duration::MAX),
        1 => Just(Duration::ZERO),
    ]
}

fn any_moves() -> impl Strategy<Value = Moves> {
    prop_oneof![0_u32..12, any::<u32>()]
        .prop_flat_map(|most| (0..=most, 0..=most))
        .prop_map(|(white, black)| Moves { white, black })
}

/// Generates a started clock and the presses of a game, each by the side to move.
fn any_game() -> impl Strategy<Value = (Clock, Vec<Event>)> {
    (any_control(), any_moment(), prop::collection::vec(0_u64..8_000, 0..60)).prop_map(
        |(control, at, thinking)| {
            let mut clock = Clock::default();
            let mut events = run(&mut clock, &[Command::Start { control, at }]);
            for millis in thinking {
                let (Some(by), Some(reading)) = (clock.running(), clock.reading()) else { break };
                let at = reading.as_of.saturating_add(ms(millis));
                events.extend(run(&mut clock, &[Command::Press { by, at, received: at }]));
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

/// Decides every command and applies the events; checks that refusals change nothing.
fn follow(commands: &[Command]) -> (Clock, Vec<Event>) {
    let (mut clock, mut all) = (Clock::default(), Vec::new());
    for command in commands {
        let events = clock.decide(command).unwrap_or_default();
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    }
    (clock, all)
}

fn check(at: Timestamp) -> Command {
    Command::TimeCheck { at, grace: Duration::ZERO }
}

fn is_fall(event: &Event) -> bool {
    matches!(event, Event::FlagFell { .. } | Event::AbsenceExceeded { .. })
}

#[track_caller]
fn assert_conserved(clock: &Clock, now: Timestamp) {
    for color in Color::BOTH {
        let sum = clock
            .remaining(color, now)
            .zip(clock.used(color, now))
            .map(|(remaining, used)| remaining.saturating_add(used));
        assert_eq!(sum, clock.given(color, now), "time given = time used + time left");
    }
}

proptest! {
    #[test]
    fn time_given_is_time_used_and_time_left(
        commands in any_commands(),
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
        commands in any_commands(),
    ) {
        let (_, events) = follow(&commands);
        let (mut clock, mut passed) = (Clock::default(), Duration::ZERO);
        for event in &events {
            let before = clock.reading();
            clock.apply(event);
            let (Some(before), Some(after)) = (before, clock.reading()) else { continue };
            if is_fall(event) && event.at() < before.as_of {
                // A late fall takes back the time counted beyond it. It stays fallen, unless the
                // arbiter had set that side's time after the moment of the fall.
                let was_set_later = events.iter().any(|set| {
                    let Event::Adjusted { color, at, .. } = set else { return false };
                    let Event::FlagFell { color: fallen, .. } = event else { return false };
                    color == fallen && *at > event.at()
                });
                prop_assert!(clock.flag().or(clock.forfeit()).is_some() || was_set_later);
                return Ok(());
            }
            if after.as_of < before.as_of && after.running.is_some() {
                // A display that only confirms an earlier press counts no time.
                passed -= before.as_of.duration_since(after.as_of);
            }
            if before.running.is_some() {
                passed += after.as_of.duration_since(before.as_of);
            }
        }
        if let Some(reading) = clock.reading() {
            let used: Duration =
                Color::BOTH.into_iter().filter_map(|color| clock.used(color, reading.as_of)).sum();
            prop_assert_eq!(used, passed);
        }
    }

    #[test]
    fn folding_the_events_gives_the_state(
        commands in any_commands(),
    ) {
        let (clock, events) = follow(&commands);
        prop_assert_eq!(fold(&events), clock);
    }

    #[test]
    fn only_presses_and_falls_may_lie_before_earlier_events(
        commands in any_commands(),
    ) {
        let (_, events) = follow(&commands);
        let is_late = |event: &&Event| {
            matches!(
                event,
                Event::Pressed { .. }
                    | Event::Started { .. }
                    | Event::Irregular { .. }
                    | Event::FlagFell { .. }
                    | Event::AbsenceExceeded { .. }
            )
        };
        let is_press = |event: &&Event| matches!(event, Event::Pressed { .. });
        prop_assert!(events.iter().filter(|event| !is_late(event)).is_sorted_by_key(|it| it.at()));
        prop_assert!(events.iter().filter(is_press).is_sorted_by_key(|it| it.at()));
    }

    #[test]
    fn a_game_of_presses_is_given_the_time_of_its_control((clock, events) in any_game()) {
        let Some(reading) = clock.reading() else { return Ok(()) };
        let control = clock.control().unwrap();
        let is_delayed = control.stages().iter().any(|stage| {
            matches!(stage.increment, Increment::Bronstein(_) | Increment::Delay(_))
        });
        for color in Color::BOTH {
            let given = clock.given(color, reading.as_of).unwrap();
            let by_control = control.given(clock.presses(color));
            prop_assert!(given >= by_control);
            prop_assert!(is_delayed || given == by_control);
            // A delay gives at most its length for each move, the current one included.
            let moves = u64::from(clock.presses(color)) + 1;
            let longest = control.stages().iter().map(|stage| stage.increment.time()).max();
            let most = longest.unwrap_or_default().as_millis() * u128::from(moves);
            prop_assert!((given - by_control).as_millis() <= most);
        }
        let is_started = matches!(events.first(), Some(Event::Started { .. }));
        prop_assert!(is_started);
    }

    #[test]
    fn remaining_time_grows_only_by_the_increment_of_a_press((clock, events) in any_game()) {
        let control = clock.control().unwrap();
        for color in Color::BOTH {
            let (mut last, mut moves) = (control.base(), 0);
            for event in &events {
                if let Event::Pressed { by, remaining, .. } = event && *by == color {
                    let stage = control.stage_after(moves);
                    moves += 1;
                    let next = control.stage_after(moves);
                    let begun = if next.number > stage.number { next.stage.time } else { ms(0) };
                    let most = match stage.stage.increment {
                        Increment::Fischer(time) => last + time + begun,
                        // A delay never adds to a player's time.
                        Increment::None | Increment::Bronstein(_) | Increment::Delay(_) => {
                            last + begun
                        }
                    };
                    prop_assert!(*remaining <= most, "{:?} after {:?}", remaining, last);
                    last = *remaining;
                }
            }
        }
    }

    #[test]
    fn a_pause_changes_no_remaining_time(
        (clock, _) in any_game(),
        before in 0_u64..5_000,
        length in 0_u64..100_000,
        after in 0_u64..5_000,
    ) {
        let (Some(by), Some(reading)) = (clock.running(), clock.reading()) else { return Ok(()) };
        let mut straight = clock.clone();
        let mut halting = clock;
        let at = reading.as_of.saturating_add(ms(before));
        let resumed = at.saturating_add(ms(length));
        let pause = [Command::Pause { reason: None, at }, Command::Resume { running: None, at: resumed }];
        let press = |at| [Command::Press { by, at, received: at }];
        if halting.deadline().is_none_or(|deadline| at <= deadline) {
            run(&mut halting, &pause);
            let late = run(&mut halting, &press(resumed.saturating_add(ms(after))));
            let early = run(&mut straight, &press(at.saturating_add(ms(after))));
            for color in Color::BOTH {
                let now = Timestamp::from_millis(i64::MIN);
                prop_assert_eq!(halting.remaining(color, now), straight.remaining(color, now));
                prop_assert_eq!(halting.used(color, now), straight.used(color, now));
                prop_assert_eq!(halting.given(color, now), straight.given(color, now));
            }
            prop_assert_eq!(late.len(), early.len());
        }
    }

    #[test]
    fn within_the_grace_the_order_of_a_press_and_its_checks_makes_no_difference(
        (clock, _) in any_game(),
        early in 0_u64..100_000,
        checks in prop::collection::vec(0_u64..3_000, 1..5),
    ) {
        let (Some(by), Some(deadline)) = (clock.running(), clock.deadline()) else {
            return Ok(());
        };
        let grace = ms(2_000);
        let made = deadline.saturating_sub(ms(early));
        let press = Command::Press { by, at: made, received: deadline.saturating_add(grace) };
        let mut alone = clock.clone();
        run(&mut alone, std::slice::from_ref(&press));
        // Checks before the press, none of them after the grace.
        let mut late = clock;
        for check in checks {
            let at = deadline.saturating_add(ms(check.min(1_999)));
            let events = late.decide(&Command::TimeCheck { at, grace });
            prop_assert_eq!(events, Ok(vec![]));
        }
        run(&mut late, &[press]);
        prop_assert_eq!(late, alone);
    }

    #[test]
    fn remaining_time_never_grows_while_time_passes(
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
    fn the_deadline_is_exact(commands in any_commands()) {
        // The presses with pauses, adjustments, corrections, displays and absences among them.
        let (clock, _) = follow(&commands);
        let Some(deadline) = clock.deadline() else { return Ok(()) };
        let next = deadline.saturating_add(ms(1));
        let before = deadline.saturating_sub(ms(1));
        let fall = clock.decide(&check(deadline)).unwrap();
        let is_fall = matches!(
            fall.as_slice(),
            [Event::FlagFell { at, .. } | Event::AbsenceExceeded { at, .. }] if *at == deadline
        );
        prop_assert!(is_fall, "{:?} at {:?}", fall, deadline);
        prop_assert_eq!(&clock.decide(&check(before)), &Ok(vec![]));
        prop_assert_eq!(&clock.decide(&check(next)), &Ok(fall.clone()));
        let Some(by) = clock.running() else { return Ok(()) };
        let press = |at| Command::Press { by, at, received: at };
        let in_time = clock.decide(&press(deadline)).unwrap();
        let is_press = matches!(
            in_time.as_slice(),
            [Event::Pressed { at, .. } | Event::Started { at, .. }] if *at == deadline
        );
        prop_assert!(is_press, "{:?}", in_time);
        if next > deadline {
            prop_assert_eq!(&clock.decide(&press(next)), &Ok(fall));
        }
    }

    #[test]
    fn a_side_whose_flag_fell_has_no_time_left(
        commands in any_commands(),
    ) {
        let (clock, events) = follow(&commands);
        if let (Some(fall), Some(reading)) = (clock.flag_fall(), clock.reading()) {
            prop_assert_eq!(clock.remaining(fall.color, reading.as_of), Some(Duration::ZERO));
            prop_assert_eq!((clock.deadline(), clock.running()), (None, None));
            let FlagFall { color, at, required, .. } = fall;
            let fell = Event::FlagFell { color, required, at };
            prop_assert!(events.contains(&fell));
        }
    }

    #[test]
    fn nothing_falls_twice_without_the_arbiter(
        commands in any_commands(),
    ) {
        let (_, events) = follow(&commands);
        let mut is_over = false;
        for event in &events {
            if matches!(event, Event::FlagFell { .. } | Event::AbsenceExceeded { .. }) {
                prop_assert!(!is_over);
                is_over = true;
            }
            is_over &= !matches!(
                event,
                Event::Adjusted { .. } | Event::Resumed { .. } | Event::PlayedOn { .. }
            );
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
                prop_assert_eq!(&checked.decide(&check(moment)), &Ok(vec![]));
            }
            checked.apply(event);
        }
        prop_assert_eq!(checked, clock);
    }
}
