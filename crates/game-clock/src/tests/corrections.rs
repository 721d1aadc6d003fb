//! The clock after the arbiter changed the game's record: used time stays used, and the time of the
//! side to move runs from there.

use super::{
    adjust, at, check, correct, corrected, flag_fell, ms, press, pressed, refused, resume, run,
    started, stop, stopped, time_check,
};
use crate::{AbsenceLimit, Clock, Command, Event, Moves, Refusal};
use draughts::Color::{self, Black, White};

#[test]
fn after_a_correction_the_side_to_move_runs_and_used_time_stays_used() {
    let clock = check(
        "60+1",
        &[press(White, 1_000), correct(1, Some(White), 4_000), press(White, 6_000)],
        &[
            pressed(White, 1_000, 60_000),
            corrected(1, Some(White), 4_000),
            pressed(White, 6_000, 59_000),
        ],
    );
    assert_eq!(clock.used(White, at(6_000)), Some(ms(3_000)));
    assert_eq!(clock.used(Black, at(6_000)), Some(ms(3_000)));
    // Each press gave its increment, whether the move was taken back or not.
    assert_eq!(clock.given(White, at(6_000)), Some(ms(62_000)));
    assert_eq!((clock.line(), clock.presses_in_line()), (1, 1));
}

#[test]
fn a_correction_is_made_once_and_an_earlier_one_not_at_all() {
    let clock = check(
        "60+1",
        &[
            press(White, 1_000),
            correct(3, Some(White), 4_000),
            correct(3, Some(Black), 5_000),
            correct(2, None, 6_000),
        ],
        &[pressed(White, 1_000, 60_000), corrected(3, Some(White), 4_000)],
    );
    assert_eq!((clock.line(), clock.presses_in_line()), (3, 0));
    assert_eq!(clock.running(), Some(White));
}

#[test]
fn on_paper_no_time_runs_until_the_next_correction() {
    let clock = check(
        "60+1",
        &[
            press(White, 1_000),
            correct(1, None, 4_000),
            time_check(i64::MAX),
            correct(2, Some(Black), 900_000),
        ],
        &[
            pressed(White, 1_000, 60_000),
            corrected(1, None, 4_000),
            corrected(2, Some(Black), 900_000),
        ],
    );
    assert_eq!(clock.remaining(Black, at(900_000)), Some(ms(57_000)));
    assert_eq!(clock.deadline(), Some(at(957_000)));
    let paper = [correct(1, None, 4_000)];
    refused("60+1", &paper, &press(White, 5_000), &Refusal::Stopped);
}

#[test]
fn a_game_that_goes_on_runs_again_unless_its_flag_has_fallen() {
    check(
        "60+1",
        &[stop(1_000), correct(1, Some(White), 50_000), time_check(109_000)],
        &[stopped(1_000), corrected(1, Some(White), 50_000), flag_fell(White, 109_000)],
    );
    let clock = check(
        "60+1",
        &[time_check(60_000), correct(1, Some(White), 70_000)],
        &[flag_fell(White, 60_000), corrected(1, Some(White), 70_000)],
    );
    assert_eq!((clock.flag(), clock.running(), clock.line()), (Some(White), None, 1));
}

#[test]
fn after_a_flag_the_side_to_move_in_the_changed_record_goes_on() {
    let fallen = |running| [time_check(60_000), correct(1, running, 70_000)];
    for (running, resumed) in [(White, White), (Black, Black)] {
        let mut clock = started("60+1");
        run(&mut clock, &fallen(Some(running)));
        run(&mut clock, &[adjust(White, 5_000, 80_000), resume(None, 90_000)]);
        assert_eq!(clock.running(), Some(resumed));
    }
    // On paper no time runs, whatever is set, until the record is live again.
    let mut clock = started("60+1");
    run(&mut clock, &fallen(None));
    run(&mut clock, &[adjust(White, 5_000, 80_000)]);
    assert_eq!(clock.decide(&resume(None, 90_000)), Err(Refusal::Stopped));
    run(&mut clock, &[correct(2, Some(Black), 95_000)]);
    assert_eq!(clock.running(), Some(Black));
}

#[test]
fn rule_4_of_2006_a_flag_keeps_its_stage_when_the_record_is_changed_later() {
    let mut clock = started("2/60:30");
    let moves = Some(Moves { white: 2, black: 0 });
    let correct = Command::Correct { line: 1, running: Some(White), moves, at: at(70_000) };
    run(&mut clock, &[time_check(60_000), correct]);
    let fall = clock.flag_fall().unwrap();
    assert_eq!((fall.moves, fall.required, fall.stage), (0, Some(2), 1));
    // The record leaves it open: White counts as having made the two moves, and no more.
    let play_on = Command::PlayOn { moves: None, running: None, at: at(80_000) };
    run(&mut clock, &[play_on]);
    assert_eq!((clock.moves(White), clock.running()), (2, Some(White)));
    assert_eq!(clock.remaining(White, at(80_000)), Some(ms(30_000)));
}

#[test]
fn rule_4_of_2006_a_stage_that_the_record_reaches_is_given_once() {
    let mut clock = started("2/60:30");
    let corrected = |line, white, millis| Command::Correct {
        line,
        running: Some(White),
        moves: Some(Moves { white, black: 0 }),
        at: at(millis),
    };
    run(&mut clock, &[corrected(1, 2, 10_000)]);
    assert_eq!(clock.remaining(White, at(10_000)), Some(ms(80_000)));
    assert_eq!(clock.deadline(), Some(at(90_000)));
    // The two moves are taken back and made again.
    run(&mut clock, &[corrected(2, 1, 20_000), press(White, 30_000)]);
    assert_eq!((clock.moves(White), clock.remaining(White, at(30_000))), (2, Some(ms(60_000))));
    assert_eq!(clock.given(White, at(30_000)), Some(ms(90_000)));
}

#[test]
fn regulation_c_art_3_a_move_that_is_made_again_gets_its_increment_once() {
    let taken_back = |line, white, black, running, millis| Command::Correct {
        line,
        running: Some(running),
        moves: Some(Moves { white, black }),
        at: at(millis),
    };
    let mut clock = started("60+10");
    let made = [press(White, 1_000), press(Black, 2_000), press(White, 3_000)];
    run(&mut clock, &made);
    assert_eq!(clock.given(White, at(3_000)), Some(ms(80_000)));
    // White's second move was irregular, and the arbiter takes it back: its increment stays given.
    run(&mut clock, &[taken_back(1, 1, 1, White, 4_000), press(White, 5_000)]);
    assert_eq!(clock.given(White, at(5_000)), Some(ms(80_000)));
    assert_eq!(clock.remaining(White, at(5_000)), Some(ms(77_000)));
    // Black's second move and White's third are new.
    run(&mut clock, &[press(Black, 6_000), press(White, 7_000)]);
    assert_eq!(clock.given(White, at(7_000)), Some(ms(90_000)));
    assert_eq!(clock.given(Black, at(7_000)), Some(ms(80_000)));
    // All moves are taken back and made again: nobody gains.
    run(&mut clock, &[taken_back(2, 0, 0, White, 8_000)]);
    let again = [press(White, 9_000), press(Black, 10_000), press(White, 11_000)];
    run(&mut clock, &again);
    let given = Color::BOTH.map(|color| clock.given(color, at(11_000)));
    assert_eq!(given, [Some(ms(90_000)), Some(ms(80_000))]);
}

#[test]
fn a_clock_of_an_older_log_gives_the_increment_again() {
    let mut clock = Clock::of_older_log();
    clock.apply(&Event::Started { control: "60+10".parse().unwrap(), by: None, at: at(0) });
    let moves = Some(Moves::default());
    let back = Command::Correct { line: 1, running: Some(White), moves, at: at(2_000) };
    run(&mut clock, &[press(White, 1_000), back, press(White, 3_000)]);
    assert_eq!(clock.given(White, at(3_000)), Some(ms(80_000)));
}

#[test]
fn each_move_that_is_made_again_has_its_delay() {
    let mut clock = started("60b5");
    let correct = |line, millis| Command::Correct {
        line,
        running: Some(White),
        moves: Some(Moves::default()),
        at: at(millis),
    };
    run(&mut clock, &[press(White, 3_000), correct(1, 4_000), press(White, 7_000)]);
    // White spent three seconds each time, and the clock gave them back.
    assert_eq!(clock.remaining(White, at(7_000)), Some(ms(60_000)));
}

#[test]
fn a_log_in_which_an_increment_was_given_twice_keeps_its_times() {
    let mut clock = started("60+10");
    for event in [
        pressed(White, 1_000, 69_000),
        Event::Corrected {
            line: 1,
            running: Some(White),
            moves: Some(Moves::default()),
            at: at(1_000),
        },
        pressed(White, 2_000, 78_000),
    ] {
        clock.apply(&event);
    }
    assert_eq!(clock.remaining(White, at(2_000)), Some(ms(78_000)));
    assert_eq!(clock.given(White, at(2_000)), Some(ms(80_000)));
}

#[test]
fn a_latecomer_may_find_the_opponent_to_move() {
    let limit = Some(AbsenceLimit::arbiter(ms(10_000)));
    let absent = Command::MarkAbsent { color: White, limit, at: at(0) };
    for (running, after) in [(Some(Black), Ok(Some(Black))), (None, Err(Refusal::Stopped))] {
        let mut clock = started("60+1");
        run(&mut clock, &[absent.clone(), time_check(10_000), correct(1, running, 20_000)]);
        assert_eq!(clock.forfeit(), Some(White));
        let decided = clock.decide(&resume(None, 30_000));
        let resumed = decided.map(|events| {
            events.iter().for_each(|event| clock.apply(event));
            clock.running()
        });
        assert_eq!(resumed, after);
    }
}

#[test]
fn a_correction_after_the_deadline_finds_the_flag_fallen() {
    for running in [None, Some(White), Some(Black)] {
        check("60+1", &[correct(1, running, 60_001)], &[flag_fell(White, 60_000)]);
        check("60+1", &[correct(1, running, 60_000)], &[corrected(1, running, 60_000)]);
    }
}

#[test]
fn a_correction_from_before_the_last_event_counts_at_that_event() {
    let presses = [press(White, 5_000), correct(1, Some(White), 4_000)];
    check("60+1", &presses, &[pressed(White, 5_000, 56_000), corrected(1, Some(White), 5_000)]);
}

#[test]
fn a_clock_that_was_not_started_has_nothing_to_correct() {
    let clock = Clock::default();
    assert_eq!(clock.decide(&correct(1, Some(White), 0)), Err(Refusal::NotStarted));
    assert_eq!((clock.line(), clock.presses_in_line()), (0, 0));
    let mut clock = started("60+1");
    run(&mut clock, &[press(White, 1_000), press(Black, 2_000)]);
    assert_eq!((clock.line(), clock.presses_in_line()), (0, 2));
    assert_eq!(Color::BOTH.map(|color| clock.presses(color)), [1, 1]);
}
