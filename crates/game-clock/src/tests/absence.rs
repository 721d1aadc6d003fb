//! The hour of the start and absent players: 2006 art. 2 and 3, C art. 6.

use super::{at, check, control, flag_fell, ms, press, pressed, run, started, stop, time_check};
use crate::{AbsenceLimit, Clock, Command, Event, Refusal};
use draughts::Color::{self, Black, White};

const HOUR: i64 = 3_600_000;

fn open() -> Command {
    Command::Open { control: control("50/7200:1800"), at: at(0) }
}

fn opened() -> Event {
    Event::Opened { control: control("50/7200:1800"), at: at(0) }
}

fn start(millis: i64) -> Command {
    Command::Start { control: control("50/7200:1800"), at: at(millis) }
}

fn starts(millis: i64) -> Event {
    Event::Started { control: control("50/7200:1800"), by: None, at: at(millis) }
}

fn begun(millis: i64) -> Event {
    Event::Started { control: control("50/7200:1800"), by: Some(Black), at: at(millis) }
}

fn absent(color: Color, millis: i64) -> Command {
    Command::MarkAbsent { color, limit: Some(AbsenceLimit::TOURNAMENT_2006), at: at(millis) }
}

fn marked_absent(color: Color, millis: i64) -> Event {
    Event::MarkedAbsent { color, limit: Some(AbsenceLimit::TOURNAMENT_2006), at: at(millis) }
}

fn present(color: Color, millis: i64) -> Command {
    Command::MarkPresent { color, at: at(millis) }
}

fn came(color: Color, millis: i64) -> Event {
    Event::MarkedPresent { color, at: at(millis) }
}

fn exceeded(color: Color, millis: i64) -> Event {
    let limit = AbsenceLimit::TOURNAMENT_2006;
    Event::AbsenceExceeded { color, limit, both: false, at: at(millis) }
}

#[track_caller]
fn answers(commands: &[Command], expected: &[Event]) -> Clock {
    let mut clock = Clock::default();
    assert_eq!(run(&mut clock, commands), expected);
    clock
}

#[test]
fn rule_2_of_2006_black_s_clock_runs_from_the_hour_until_black_starts_white_s() {
    let clock = answers(
        &[open(), press(Black, 5_000), press(White, 65_000)],
        &[opened(), begun(5_000), pressed(White, 65_000, 7_140_000)],
    );
    // Black's press is not a move, but the time before it is Black's.
    assert_eq!((clock.moves(Black), clock.presses(Black)), (0, 0));
    assert_eq!(clock.used(Black, at(65_000)), Some(ms(5_000)));
    assert_eq!(clock.started_at(), Some(at(5_000)));
}

#[test]
fn a_press_by_white_before_black_s_start_is_refused() {
    let mut clock = Clock::default();
    run(&mut clock, &[open()]);
    assert_eq!(clock.running(), Some(Black));
    assert_eq!(clock.decide(&press(White, 1)), Err(Refusal::NotRunning { by: White }));
    assert_eq!(clock.decide(&open()), Ok(vec![]));
    assert_eq!(clock.decide(&start(4)), Ok(vec![starts(4)]));
    let other = Command::Start { control: control("600"), at: at(4) };
    let refusal = Refusal::AlreadyStarted { control: Box::new(control("50/7200:1800")) };
    assert_eq!(clock.decide(&other), Err(refusal.clone()));
    let later = Command::Open { control: control("50/7200:1800"), at: at(1) };
    assert_eq!(clock.decide(&later), Err(refusal));
}

#[test]
fn rule_3_of_2006_a_player_absent_for_an_hour_has_lost_and_so_have_both_if_both_are() {
    // White has come and waits, or White has not come either.
    let both = Event::AbsenceExceeded {
        color: Black,
        limit: AbsenceLimit::TOURNAMENT_2006,
        both: true,
        at: at(HOUR),
    };
    answers(
        &[open(), absent(Black, 0), time_check(HOUR - 1), time_check(HOUR)],
        &[opened(), marked_absent(Black, 0), exceeded(Black, HOUR)],
    );
    answers(
        &[open(), absent(White, 0), absent(Black, 0), time_check(HOUR - 1), time_check(HOUR)],
        &[opened(), marked_absent(White, 0), marked_absent(Black, 0), both],
    );
    // White came within the hour.
    answers(
        &[open(), absent(White, 0), absent(Black, 0), present(White, 9), time_check(HOUR)],
        &[
            opened(),
            marked_absent(White, 0),
            marked_absent(Black, 0),
            came(White, 9),
            exceeded(Black, HOUR),
        ],
    );
    // The arbiter waits for White until the flag falls (C art. 6), so White has not lost.
    let waits = Command::MarkAbsent { color: White, limit: None, at: at(0) };
    let mut clock = Clock::default();
    let events = run(&mut clock, &[open(), waits, absent(Black, 0), time_check(HOUR)]);
    assert_eq!(events.last(), Some(&exceeded(Black, HOUR)));
}

#[test]
fn rule_2_of_2006_black_s_press_counts_also_when_it_arrives_after_white_s_first_move() {
    // Black pressed at 4 s and White at 9 s. First only the move is known, as if Black had taken
    // all that time.
    let begin = |by, millis| Command::Begin { by, at: at(millis) };
    let mut late = Clock::default();
    let told = [open(), start(9_000), press(White, 9_000)];
    assert_eq!(run(&mut late, &told).last(), Some(&pressed(White, 9_000, 7_200_000)));
    assert_eq!(run(&mut late, &[begin(Black, 4_000)]), [begun(4_000)]);
    let mut in_order = Clock::default();
    run(&mut in_order, &[open(), begin(Black, 4_000), press(White, 9_000)]);
    assert_eq!(late, in_order);
    assert_eq!(late.used(Black, at(9_000)), Some(ms(4_000)));
    assert_eq!(late.used(White, at(9_000)), Some(ms(5_000)));
    // Also after a pause; not after White's move, not twice, and not after a move by Black.
    let mut late = Clock::default();
    run(&mut late, &told);
    run(&mut late, &[super::pause(9_500), begin(Black, 4_000)]);
    assert_eq!((late.is_paused(), late.used(Black, at(9_500))), (true, Some(ms(4_500))));
    let refused = |clock: &Clock, millis| {
        let control = Box::new(control("50/7200:1800"));
        assert_eq!(clock.decide(&begin(Black, millis)), Err(Refusal::AlreadyStarted { control }));
    };
    refused(&late, 3_000);
    let mut played = Clock::default();
    run(&mut played, &told);
    refused(&played, 9_001);
    run(&mut played, &[press(Black, 9_700)]);
    refused(&played, 4_000);
}

#[test]
fn rule_2_of_2006_a_player_who_pressed_before_the_first_move_is_present() {
    let mut clock = Clock::default();
    run(&mut clock, &[open(), press(Black, 5_000)]);
    assert_eq!(clock.decide(&absent(Black, 6_000)), Err(Refusal::HasPlayed { color: Black }));
    assert_eq!(clock.decide(&absent(White, 6_000)), Ok(vec![marked_absent(White, 6_000)]));
}

#[test]
fn rule_2_of_2006_no_press_stops_running_clocks_before_the_end_of_the_game() {
    // One side's time runs after every press.
    let presses = |by, millis| [press(by, millis), Command::Begin { by, at: at(millis) }];
    let mut clock = Clock::default();
    run(&mut clock, &[open()]);
    for millis in (1_000..20_000).step_by(1_000) {
        for command in [Black, White].into_iter().flat_map(|by| presses(by, millis)) {
            for event in clock.decide(&command).unwrap_or_default() {
                clock.apply(&event);
            }
            assert!(clock.running().is_some(), "{command:?}");
        }
    }
    run(&mut clock, &[stop(20_000)]);
    assert_eq!(clock.running(), None);
}

#[test]
fn rule_3_of_2006_both_late_black_comes_first_and_white_s_hour_begins_on_white_s_clock() {
    let clock = answers(
        &[
            open(),
            absent(White, 0),
            absent(Black, 0),
            press(Black, HOUR / 2),
            time_check(HOUR / 2 + HOUR - 1),
            time_check(2 * HOUR),
        ],
        &[
            opened(),
            marked_absent(White, 0),
            marked_absent(Black, 0),
            begun(HOUR / 2),
            exceeded(White, HOUR / 2 + HOUR),
        ],
    );
    assert_eq!(clock.forfeit(), Some(White));
    assert_eq!((clock.running(), clock.flag(), clock.deadline()), (None, None, None));
    assert_eq!(
        clock.decide(&press(White, 2 * HOUR)),
        Err(Refusal::AbsenceExceeded { color: White })
    );
}

#[test]
fn rule_3_of_2006_an_absentee_s_time_runs_and_a_press_within_the_hour_is_in_time() {
    for (millis, expected) in
        [(HOUR, pressed(White, HOUR, 3_600_000)), (HOUR + 1, exceeded(White, HOUR))]
    {
        answers(
            &[start(0), absent(White, 0), press(White, millis)],
            &[starts(0), marked_absent(White, 0), expected],
        );
    }
    answers(
        &[start(0), absent(White, 0), present(White, HOUR), press(White, HOUR + 5)],
        &[
            starts(0),
            marked_absent(White, 0),
            came(White, HOUR),
            pressed(White, HOUR + 5, 3_599_995),
        ],
    );
}

#[test]
fn regulation_c_art_6_without_a_limit_the_absentee_s_time_runs_until_the_flag_falls() {
    let absent = Command::MarkAbsent { color: White, limit: None, at: at(0) };
    let marked = Event::MarkedAbsent { color: White, limit: None, at: at(0) };
    let clock = check(
        "4800+60",
        &[absent, time_check(4_799_999), time_check(4_800_000)],
        &[marked, flag_fell(White, 4_800_000)],
    );
    assert!(clock.is_absent(White));
}

#[test]
fn regulation_c_art_6_the_arbiter_may_announce_how_long_is_waited() {
    let limit = AbsenceLimit::arbiter(ms(1_800_000));
    let absent = Command::MarkAbsent { color: White, limit: Some(limit), at: at(600_000) };
    let marked = Event::MarkedAbsent { color: White, limit: Some(limit), at: at(600_000) };
    // The time on the clock counts, from the start and not from the mark.
    let exceeded = Event::AbsenceExceeded { color: White, limit, both: false, at: at(1_800_000) };
    check("4800+60", &[absent, time_check(1_800_000)], &[marked, exceeded]);
    assert_eq!(limit.article.to_string(), "C art. 6");
    assert_eq!(AbsenceLimit::TOURNAMENT_2006.article.to_string(), "2006 art. 3");
}

#[test]
fn a_flag_that_falls_before_the_wait_is_over_is_a_flag_fall() {
    let absent = absent(White, 0);
    check(
        "600",
        &[absent, time_check(HOUR)],
        &[marked_absent(White, 0), flag_fell(White, 600_000)],
    );
}

#[test]
fn a_player_who_pressed_and_a_player_at_a_stopped_clock_cannot_be_marked_absent() {
    let mut clock = started("600");
    run(&mut clock, &[press(White, 1_000)]);
    let played = Refusal::HasPlayed { color: White };
    assert_eq!(clock.decide(&absent(White, 2_000)), Err(played));
    assert_eq!(clock.decide(&present(White, 2_000)), Ok(vec![]));
    run(&mut clock, &[stop(3_000)]);
    assert_eq!(clock.decide(&absent(Black, 4_000)), Err(Refusal::Stopped));
    assert_eq!(Clock::default().decide(&absent(Black, 0)), Err(Refusal::NotStarted));
}

#[test]
fn the_same_mark_again_changes_nothing() {
    answers(
        &[start(0), absent(White, 0), absent(White, 9_000)],
        &[starts(0), marked_absent(White, 0)],
    );
}

#[test]
fn the_arbiter_may_let_a_latecomer_play_after_all() {
    let clock = answers(
        &[
            start(0),
            absent(White, 0),
            time_check(HOUR),
            super::resume(None, HOUR + 1_000),
            press(White, HOUR + 2_000),
        ],
        &[
            starts(0),
            marked_absent(White, 0),
            exceeded(White, HOUR),
            super::resumed(White, HOUR + 1_000),
            pressed(White, HOUR + 2_000, 3_599_000),
        ],
    );
    assert!(!clock.is_absent(White));
}

#[test]
fn rule_2_of_2006_the_press_before_the_first_move_is_black_s_and_is_made_once() {
    let begin = |by, millis| Command::Begin { by, at: at(millis) };
    let clock = answers(&[open(), begin(Black, 5_000)], &[opened(), begun(5_000)]);
    assert_eq!((clock.is_opening(), clock.running()), (false, Some(White)));
    let control = Box::new(control("50/7200:1800"));
    for by in [Black, White] {
        let again = clock.decide(&begin(by, 6_000));
        assert_eq!(again, Err(Refusal::AlreadyStarted { control: control.clone() }));
    }
    let clock = answers(&[open()], &[opened()]);
    assert!(clock.is_opening());
    assert_eq!(clock.decide(&begin(White, 5_000)), Err(Refusal::NotRunning { by: White }));
    assert_eq!(Clock::default().decide(&begin(Black, 0)), Err(Refusal::NotStarted));
    // A player who presses in time has come; one who presses after the hour has not.
    let late = [open(), absent(Black, 0), begin(Black, HOUR)];
    let events = [opened(), marked_absent(Black, 0), begun(HOUR)];
    answers(&late, &events);
    let too_late = [open(), absent(Black, 0), begin(Black, HOUR + 1)];
    answers(&too_late, &[opened(), marked_absent(Black, 0), exceeded(Black, HOUR)]);
}

#[test]
fn the_limit_of_the_regulation_counts_unless_the_arbiter_gives_one() {
    let mark = |limit| Command::MarkAbsent { color: White, limit, at: at(1) };
    let usual = Some(AbsenceLimit::TOURNAMENT_2006);
    let given = Some(AbsenceLimit::arbiter(ms(5)));
    assert_eq!(mark(None).or_absence_limit(usual), mark(usual));
    assert_eq!(mark(given).or_absence_limit(usual), mark(given));
    assert_eq!(mark(None).or_absence_limit(None), mark(None));
    let pause = Command::Pause { reason: None, at: at(1) };
    assert_eq!(pause.clone().or_absence_limit(usual), pause);
}
