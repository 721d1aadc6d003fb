//! Stages and delays on a running clock.

use super::{at, check, control, correct, flag_fell, ms, press, pressed, run, started, time_check};
use crate::{Clock, Command, Event, Moves};
use draughts::Color::{Black, White};

#[test]
fn rule_4_of_2006_the_press_of_the_last_move_gives_the_next_stage() {
    // Two moves in a minute, then half a minute.
    let clock = check(
        "2/60:30",
        &[press(White, 10_000), press(Black, 15_000), press(White, 60_000), press(Black, 61_000)],
        &[
            pressed(White, 10_000, 50_000),
            pressed(Black, 15_000, 55_000),
            pressed(White, 60_000, 5_000 + 30_000),
            pressed(Black, 61_000, 54_000 + 30_000),
        ],
    );
    let reading = clock.reading().unwrap();
    assert_eq!((reading.white_stage.number, reading.white_stage.moves_to_go), (2, None));
    assert_eq!(clock.given(White, at(61_000)), Some(ms(90_000)));
}

#[test]
fn rule_4_of_2006_a_move_counts_only_with_its_press() {
    // The second move was not pressed when the flag fell.
    let clock = check(
        "2/60:30",
        &[press(White, 10_000), press(Black, 15_000), press(White, 65_001)],
        &[
            pressed(White, 10_000, 50_000),
            pressed(Black, 15_000, 55_000),
            Event::FlagFell { color: White, required: Some(2), at: at(65_000) },
        ],
    );
    assert_eq!(clock.moves(White), 1);
    let reading = clock.reading().unwrap();
    assert_eq!((reading.white_stage.number, reading.white_stage.moves_to_go), (1, Some(1)));
}

#[test]
fn a_last_stage_with_moves_is_given_again_and_again() {
    let presses = [press(White, 1_000), press(Black, 1_000), press(White, 2_000)];
    let given = [pressed(White, 1_000, 69_000), pressed(Black, 1_000, 70_000)];
    check("1/60:1/10", &presses, &[&given[..], &[pressed(White, 2_000, 78_000)]].concat());
}

#[test]
fn the_move_that_ends_a_stage_has_the_increment_of_that_stage() {
    check(
        "1/60+5:30+1",
        &[press(White, 10_000), press(Black, 11_000), press(White, 12_000)],
        &[
            pressed(White, 10_000, 50_000 + 5_000 + 30_000),
            pressed(Black, 11_000, 59_000 + 5_000 + 30_000),
            pressed(White, 12_000, 84_000 + 1_000),
        ],
    );
}

#[test]
fn a_bronstein_delay_gives_back_the_time_of_the_move_and_no_more() {
    let clock = check(
        "60b5",
        &[press(White, 3_000), press(Black, 11_000), press(White, 71_000)],
        &[
            pressed(White, 3_000, 60_000),
            pressed(Black, 11_000, 60_000 - 8_000 + 5_000),
            // A minute of thinking uses up the minute before the delay gives anything back.
            pressed(White, 71_000, 5_000),
        ],
    );
    assert_eq!(clock.used(White, at(71_000)), Some(ms(63_000)));
    assert_eq!(clock.given(White, at(71_000)), Some(ms(60_000 + 3_000 + 5_000)));
    check("60b5", &[time_check(60_000)], &[flag_fell(White, 60_000)]);
}

#[test]
fn a_simple_delay_waits_before_it_counts() {
    let clock = started("60d5");
    assert_eq!(clock.deadline(), Some(at(65_000)));
    assert_eq!(clock.remaining(White, at(4_999)), Some(ms(60_000)));
    assert_eq!(clock.remaining(White, at(6_000)), Some(ms(59_000)));
    assert_eq!(clock.used(White, at(6_000)), Some(ms(6_000)));
    assert_eq!(clock.given(White, at(6_000)), Some(ms(65_000)));
    assert_eq!(clock.reading().unwrap().delay, ms(5_000));
    check(
        "60d5",
        &[press(White, 3_000), press(Black, 11_000), time_check(76_000)],
        &[pressed(White, 3_000, 60_000), pressed(Black, 11_000, 57_000), flag_fell(White, 76_000)],
    );
}

#[test]
fn a_pause_neither_renews_nor_uses_the_delay() {
    let mut clock = started("60d5");
    run(&mut clock, &[super::pause(3_000), super::resume(None, 100_000)]);
    assert_eq!(clock.reading().unwrap().delay, ms(2_000));
    assert_eq!(clock.deadline(), Some(at(162_000)));
}

#[test]
fn a_takeback_takes_back_the_count_but_no_stage_is_given_twice() {
    let moves = |white, black| Some(Moves { white, black });
    let back = |line, moves, millis| Command::Correct {
        line,
        running: Some(White),
        moves,
        at: at(millis),
    };
    let mut clock = started("2/60:30");
    let presses = [press(White, 0), press(Black, 0), press(White, 0), press(Black, 0)];
    run(&mut clock, &presses);
    run(&mut clock, &[back(1, moves(1, 1), 1_000)]);
    assert_eq!((clock.moves(White), clock.moves(Black)), (1, 1));
    let again = run(&mut clock, &[press(White, 1_000), press(Black, 1_000)]);
    assert_eq!(again, [pressed(White, 1_000, 89_000), pressed(Black, 1_000, 90_000)]);
    // A record that was completed on paper may have more moves than presses.
    let mut clock = started("2/60:30");
    run(&mut clock, &[back(1, moves(7, 7), 1_000)]);
    let first = run(&mut clock, &[press(White, 1_000)]);
    assert_eq!(first, [pressed(White, 1_000, 89_000)]);
    // Without a count from the record the presses count on.
    let mut clock = started("2/60:30");
    run(&mut clock, &[press(White, 0), press(Black, 0), correct(1, Some(White), 0)]);
    assert_eq!(clock.moves(White), 1);
}

#[test]
fn a_log_of_one_stage_without_the_events_of_later_clocks_still_folds() {
    let events = [
        Event::Started { control: control("60+1"), by: None, at: at(0) },
        pressed(White, 1_000, 60_000),
        pressed(Black, 4_000, 58_000),
        super::corrected(1, Some(Black), 5_000),
        flag_fell(Black, 63_000),
    ];
    let mut clock = Clock::default();
    events.iter().for_each(|event| clock.apply(event));
    assert_eq!((clock.flag(), clock.presses(White), clock.line()), (Some(Black), 1, 1));
    assert_eq!(clock.remaining(White, at(63_000)), Some(ms(59_000)));
    assert_eq!(clock.remaining(Black, at(63_000)), Some(ms(0)));
}
