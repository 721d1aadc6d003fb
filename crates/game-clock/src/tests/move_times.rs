//! The times of moves: those of the record, whatever the arbiter changed in it.

use super::{adjust, at, control, correct, ms, pause, press, pressed, resume, run, started};
use crate::{Clock, Command, Event, MoveTime, Moves};
use draughts::Color::{self, Black, White};

/// Checks the moves of a side: the time left and the time spent in milliseconds, `None` if not
/// timed.
#[track_caller]
fn check_times(clock: &Clock, color: Color, expected: &[Option<(u64, u64)>]) {
    let time = |&(left, spent): &(u64, u64)| MoveTime { left: ms(left), spent: ms(spent) };
    let expected: Vec<_> = expected.iter().map(|known| known.as_ref().map(time)).collect();
    assert_eq!(clock.move_times(color), expected);
}

fn record_has(line: u32, white: u32, black: u32, running: Color, millis: i64) -> Command {
    let moves = Some(Moves { white, black });
    Command::Correct { line, running: Some(running), moves, at: at(millis) }
}

#[test]
fn each_move_has_the_time_left_after_it_and_the_time_it_took() {
    let mut clock = started("60+1");
    run(&mut clock, &[press(White, 2_000), press(Black, 5_500), press(White, 6_000)]);
    check_times(&clock, White, &[Some((59_000, 2_000)), Some((59_500, 500))]);
    check_times(&clock, Black, &[Some((57_500, 3_500))]);
    assert_eq!(Clock::default().move_times(White), []);
}

#[test]
fn a_pause_and_an_adjustment_are_no_time_of_a_move() {
    let mut clock = started("60");
    run(&mut clock, &[pause(1_000), resume(None, 9_000), press(White, 9_500)]);
    run(&mut clock, &[adjust(Black, 30_000, 10_000), press(Black, 11_500)]);
    check_times(&clock, White, &[Some((58_500, 1_500))]);
    check_times(&clock, Black, &[Some((28_500, 2_000))]);
}

#[test]
fn moves_that_are_taken_back_have_no_time_and_moves_on_paper_none_that_is_known() {
    let mut clock = started("60");
    run(&mut clock, &[press(White, 1_000), press(Black, 2_000), press(White, 3_000)]);
    run(&mut clock, &[record_has(1, 1, 0, Black, 4_000), press(Black, 5_000)]);
    check_times(&clock, White, &[Some((59_000, 1_000))]);
    check_times(&clock, Black, &[Some((57_000, 1_000))]);
    // Three moves of each side were handed in; the clock has gone on without their times.
    run(&mut clock, &[correct(2, None, 6_000), record_has(3, 3, 3, White, 60_000)]);
    run(&mut clock, &[press(White, 60_500)]);
    check_times(&clock, Black, &[Some((57_000, 1_000)), None, None]);
    let first = Some((59_000, 1_000));
    let last = clock.move_times(White).last().copied().flatten().unwrap();
    assert_eq!(last.spent, ms(500));
    let left = u64::try_from(last.left.as_millis()).unwrap();
    check_times(&clock, White, &[first, None, None, Some((left, 500))]);
}

#[test]
fn a_press_that_arrives_late_has_the_time_of_its_own_moment() {
    let start = || {
        let mut clock = Clock::default();
        clock.apply(&Event::Opened { control: control("60"), at: at(0) });
        clock
    };
    // White has moved before Black's first press is told; its moment then gives White more time.
    let mut late = start();
    let begun = Command::Start { control: control("60"), at: at(5_000) };
    run(&mut late, &[begun, press(White, 5_000)]);
    check_times(&late, White, &[Some((60_000, 0))]);
    run(&mut late, &[Command::Begin { by: Black, at: at(2_000) }]);
    check_times(&late, White, &[Some((57_000, 3_000))]);
}

#[test]
fn times_of_a_damaged_log_take_no_memory() {
    let mut clock = started("60");
    run(&mut clock, &[record_has(1, u32::MAX, 0, White, 1_000)]);
    assert!(clock.move_times(White).len() < 10_000);
    clock.apply(&pressed(White, 2_000, 1));
}
