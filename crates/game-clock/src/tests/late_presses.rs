//! Compares clocks whose presses arrive late with a model that knows when everything was done: in
//! any order of arrival, the clock is as if everything had arrived at its moment.

#![expect(clippy::disallowed_types, reason = "proptest's prop_oneof! shares strategies by Arc")]

use super::{
    adjust, at, check, flag_fell, ms, pause, paused, press, pressed, reason, resume, resumed, run,
    started,
};
use crate::{AbsenceLimit, Clock, ClockDisplay, Command, Event, Irregularity};
use draughts::Color::{self, Black, White};
use proptest::prelude::*;
use std::time::Duration;

/// An action at the table.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// The player to move presses; the press arrives this many milliseconds later.
    Press {
        transit: i64,
    },
    /// The arbiter pauses the clock, or resumes it.
    Halt,
    Adjust {
        color: Color,
        remaining: u64,
    },
    Absent {
        color: Color,
    },
    Present {
        color: Color,
    },
    /// A physical clock, which is right, shows its times.
    Display,
}

/// One side in the model: the time given by control, presses and arbiter, and the time that ran.
#[derive(Debug, Clone, Copy, Default)]
struct Half {
    given: i64,
    used: i64,
    presses: u32,
}

/// A clock that learns everything at its moment, in milliseconds and by sums alone.
struct Model {
    kind: char,
    increment: i64,
    /// After this many moves this much time is added.
    stage: (u32, i64),
    white: Half,
    black: Half,
    turn: Color,
    is_paused: bool,
    spent: i64,
    now: i64,
}

impl Model {
    fn half(&mut self, color: Color) -> &mut Half {
        match color {
            White => &mut self.white,
            Black => &mut self.black,
        }
    }

    /// Returns the part of the delay of the current move that has passed.
    fn free(&self, color: Color) -> i64 {
        let is_thinking = self.kind == 'd' && color == self.turn;
        if is_thinking { self.spent.min(self.increment) } else { 0 }
    }

    fn given(&mut self, color: Color) -> i64 {
        self.half(color).given + self.free(color)
    }

    fn left(&mut self, color: Color) -> i64 {
        self.given(color) - self.half(color).used
    }

    fn pass_to(&mut self, now: i64) {
        if !self.is_paused {
            let (turn, passed) = (self.turn, now - self.now);
            self.half(turn).used += passed;
            self.spent += passed;
        }
        self.now = now;
    }

    fn press(&mut self) {
        let (turn, increment) = (self.turn, self.increment);
        let gain = match self.kind {
            '+' => increment,
            'b' | 'd' => self.spent.min(increment),
            _ => 0,
        };
        let (moves, time) = self.stage;
        let half = self.half(turn);
        half.presses += 1;
        half.given += gain + if half.presses == moves { time } else { 0 };
        self.turn = turn.other();
        self.spent = 0;
    }

    fn display(&mut self) -> ClockDisplay {
        let mut left = |color| Duration::from_secs(u64::try_from(self.left(color) / 1000).unwrap());
        let (white, black) = (left(White), left(Black));
        let running = (!self.is_paused).then_some(self.turn);
        ClockDisplay { white, black, running, flag: None }
    }
}

/// The commands with their delays on the way, in milliseconds.
type DelayedCommands = Vec<(i64, Command)>;

/// Plays a game in the model, and returns its commands in the order in which they were made.
fn play(model: &mut Model, acts: &[(i64, Act)]) -> DelayedCommands {
    let mut commands = DelayedCommands::new();
    for &(gap, act) in acts {
        let moment = model.now + gap;
        model.pass_to(moment);
        let here = at(moment);
        let (arrival, command) = match act {
            // No player presses while the clock is paused.
            Act::Press { .. } if model.is_paused => continue,
            Act::Press { transit } => {
                let by = model.turn;
                model.press();
                (moment + transit, Command::Press { by, at: here, received: here })
            }
            Act::Halt => {
                model.is_paused = !model.is_paused;
                let command = match model.is_paused {
                    true => Command::Pause { reason: None, at: here },
                    false => Command::Resume { running: None, at: here },
                };
                (moment, command)
            }
            Act::Adjust { color, remaining } => {
                let left = model.left(color);
                model.half(color).given += i64::try_from(remaining).unwrap() - left;
                let remaining = ms(remaining);
                (moment, Command::Adjust { color, remaining, reason: reason(), at: here })
            }
            Act::Absent { color } => {
                let limit = Some(AbsenceLimit::arbiter(Duration::from_secs(1_000_000)));
                (moment, Command::MarkAbsent { color, limit, at: here })
            }
            Act::Present { color } => (moment, Command::MarkPresent { color, at: here }),
            Act::Display => (moment, Command::Follow { display: model.display(), at: here }),
        };
        commands.push((arrival, command));
    }
    commands
}

/// Orders the commands: moves in their order, as the game has them; all others by arrival.
fn as_it_arrives(mut commands: DelayedCommands) -> DelayedCommands {
    let mut last = i64::MIN;
    for (arrival, command) in &mut commands {
        if matches!(command, Command::Press { .. }) {
            last = last.max(*arrival);
            *arrival = last;
        }
    }
    commands.sort_by_key(|(arrival, _)| *arrival);
    commands
}

/// Sends all commands to a clock of this control; returns it, and whether a press raised an alarm.
fn send_all(control: &str, commands: &DelayedCommands) -> (Clock, bool) {
    let mut clock = started(control);
    let mut is_alarmed = false;
    for (_, command) in commands {
        // A player who has moved cannot be marked absent, whichever arrives first.
        let events = clock.decide(command).unwrap_or_default();
        for event in &events {
            is_alarmed |= matches!(event, Event::Irregular { .. });
            clock.apply(event);
        }
    }
    (clock, is_alarmed)
}

fn any_act() -> impl Strategy<Value = Act> {
    let color = prop_oneof![Just(White), Just(Black)].boxed();
    prop_oneof![
        8 => (0_i64..=2_000).prop_map(|transit| Act::Press { transit }),
        3 => Just(Act::Halt),
        1 => (color.clone(), 1_000_000_u64..2_000_000)
            .prop_map(|(color, remaining)| Act::Adjust { color, remaining }),
        1 => color.clone().prop_map(|color| Act::Absent { color }),
        1 => color.prop_map(|color| Act::Present { color }),
        3 => Just(Act::Display),
    ]
}

/// Generates a control with ample time, and its model.
fn any_control() -> impl Strategy<Value = (String, char, i64)> {
    prop_oneof![Just(' '), Just('+'), Just('b'), Just('d')].prop_flat_map(|kind| {
        (1_i64..=6).prop_map(move |increment| match kind {
            ' ' => ("3/5000:1000".to_owned(), kind, 0),
            _ => (format!("3/5000{kind}{increment}:1000{kind}{increment}"), kind, increment * 1000),
        })
    })
}

proptest! {
    #[test]
    fn in_any_order_of_arrival_times_follow_the_moments_of_the_presses(
        (control, kind, increment) in any_control(),
        acts in prop::collection::vec((1_i64..4_000, any_act()), 0..40),
    ) {
        let full = Half { given: 5_000_000, used: 0, presses: 0 };
        let mut model = Model {
            kind,
            increment,
            stage: (3, 1_000_000),
            white: full,
            black: full,
            turn: White,
            is_paused: false,
            spent: 0,
            now: 0,
        };
        let in_order = play(&mut model, &acts);
        let arriving = as_it_arrives(in_order.clone());
        // Late presses arrive; a moment later the time is checked.
        model.pass_to(model.now + 2_000);
        let now = at(model.now);
        for commands in [&in_order, &arriving] {
            let (clock, is_alarmed) = send_all(&control, commands);
            prop_assert!(!is_alarmed, "nobody pressed at a wrong moment");
            for color in Color::BOTH {
                let millis = |time: Option<Duration>| i64::try_from(time.unwrap().as_millis()).unwrap();
                let half = *model.half(color);
                prop_assert_eq!(millis(clock.used(color, now)), half.used, "used by {:?}", color);
                prop_assert_eq!(millis(clock.given(color, now)), model.given(color), "given to {:?}", color);
                prop_assert_eq!(millis(clock.remaining(color, now)), model.left(color), "left to {:?}", color);
                prop_assert_eq!(clock.presses(color), half.presses);
            }
            prop_assert_eq!(clock.running(), (!model.is_paused).then_some(model.turn));
            prop_assert_eq!(clock.disagreement(), None);
        }
        let ((one, _), (other, _)) = (send_all(&control, &in_order), send_all(&control, &arriving));
        prop_assert_eq!(one.deadline(), other.deadline());
        prop_assert_eq!(one.reading().map(|it| it.is_paused), other.reading().map(|it| it.is_paused));
    }
}

#[test]
fn a_press_made_before_a_pause_starts_the_opponent_s_time_then() {
    let mut clock = started("60+1");
    run(&mut clock, &[pause(10_000), press(White, 6_000)]);
    assert_eq!(clock.remaining(White, at(10_000)), Some(ms(55_000)));
    assert_eq!(clock.remaining(Black, at(10_000)), Some(ms(56_000)));
    assert_eq!(clock.used(White, at(10_000)), Some(ms(6_000)));
    assert_eq!(clock.used(Black, at(10_000)), Some(ms(4_000)));
}

#[test]
fn a_flag_due_before_a_pause_by_a_late_press_falls_after_the_grace() {
    // White's press of 6 s arrives at 10 s, when the arbiter has paused the clock: Black's three
    // seconds were over at 9 s, unless a press by Black is also on its way.
    let mut clock = started("60");
    run(&mut clock, &[adjust(Black, 3_000, 1_000), pause(9_500), press(White, 6_000)]);
    assert_eq!((clock.is_paused(), clock.deadline()), (true, Some(at(9_000))));
    let looks = |millis| Command::TimeCheck { at: at(millis), grace: ms(2_000) };
    assert_eq!(clock.decide(&looks(10_999)), Ok(vec![]));
    assert_eq!(clock.decide(&looks(11_000)), Ok(vec![flag_fell(Black, 9_000)]));
    assert_eq!(clock.decide(&resume(None, 30_000)), Ok(vec![flag_fell(Black, 9_000)]));
    let mut saved = clock.clone();
    assert_eq!(run(&mut saved, &[press(Black, 9_000)]), [pressed(Black, 9_000, 0)]);
    assert_eq!((saved.deadline(), saved.is_paused()), (None, true));
    assert_eq!(saved.remaining(White, at(9_500)), Some(ms(53_500)));
    run(&mut clock, &[looks(11_000)]);
    assert_eq!((clock.flag(), clock.is_paused()), (Some(Black), false));
    assert_eq!(clock.reading().unwrap().as_of, at(9_000));
    assert_eq!(clock.used(Black, at(11_000)), Some(ms(3_000)));
}

#[test]
fn a_display_that_disagrees_does_not_make_a_press_under_way_late() {
    let shows = ClockDisplay {
        white: Duration::from_secs(9),
        black: Duration::from_secs(9),
        running: Some(White),
        flag: None,
    };
    let follow = Command::Follow { display: shows, at: at(60_300) };
    check(
        "60",
        &[follow, press(White, 59_000)],
        &[Event::Disagreed { display: shows, at: at(60_000) }, pressed(White, 59_000, 1_000)],
    );
}

#[test]
fn a_press_that_arrives_late_explains_a_display_that_disagreed() {
    // White pressed at 6 s; the physical clock shows Black's time running before the press arrives.
    let shows = ClockDisplay {
        white: Duration::from_secs(54),
        black: Duration::from_secs(58),
        running: Some(Black),
        flag: None,
    };
    let mut clock = started("60");
    run(&mut clock, &[Command::Follow { display: shows, at: at(7_500) }]);
    assert_eq!(clock.disagreement(), Some(shows));
    run(&mut clock, &[press(White, 6_000)]);
    assert_eq!(clock.disagreement(), None);
}

#[test]
fn a_press_during_a_pause_counts_when_the_clock_runs_again() {
    let both = [press(White, 12_000), press(Black, 15_000)];
    let events = [
        paused(10_000),
        resumed(White, 20_000),
        pressed(White, 20_000, 50_000),
        pressed(Black, 20_000, 60_000),
    ];
    check("60", &[&[pause(10_000), resume(None, 20_000)], &both[..]].concat(), &events);
    // A stamp from before the turn began is irregular.
    let early = Irregularity::BeforeLastEvent { claimed: at(8_000) };
    let mut clock =
        check("60", &[pause(10_000), resume(None, 20_000), both[0].clone()], &events[..3]);
    let irregular = Event::Irregular { by: Black, irregularity: early, at: at(20_000) };
    let events = run(&mut clock, &[press(Black, 8_000)]);
    assert_eq!(events, [irregular, pressed(Black, 20_000, 60_000)]);
}
