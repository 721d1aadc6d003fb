//! Consequences of a fallen flag: rules art. 20.5, C art. 4, 2006 art. 4.

use super::{at, check, flag_fell, ms, press, pressed, refused, run, started, time_check};
use crate::{Clock, Command, Event, FlagFall, FlagVerdict, Moves, Refusal, RunningTime};
use draughts::Color::{Black, White};
use std::time::Duration;

fn play_on(moves: Option<u32>, millis: i64) -> Command {
    Command::PlayOn { moves, running: None, at: at(millis) }
}

/// Returns a clock on which White's flag fell with one of two moves pressed.
fn fallen() -> Clock {
    let mut clock = started("2/60:30");
    run(&mut clock, &[press(White, 10_000), press(Black, 10_000), time_check(60_000)]);
    clock
}

#[test]
fn regulation_c_art_4_in_a_stage_for_the_rest_of_the_game_a_flag_loses() {
    let mut clock = started("4800+60");
    run(&mut clock, &[time_check(4_800_000)]);
    let fall = clock.flag_fall().unwrap();
    let expected = FlagFall { color: White, at: at(4_800_000), stage: 1, moves: 0, required: None };
    assert_eq!(fall, expected);
    for moves in [None, Some(0), Some(u32::MAX)] {
        assert_eq!(fall.verdict(moves), FlagVerdict::Lost);
    }
    assert_eq!(clock.decide(&play_on(None, 4_800_001)), Err(Refusal::LastStage { color: White }));
}

#[test]
fn rule_4_of_2006_a_player_without_the_required_moves_has_lost() {
    let clock = fallen();
    let fall = clock.flag_fall().unwrap();
    let expected = FlagFall { color: White, at: at(60_000), stage: 1, moves: 1, required: Some(2) };
    assert_eq!(fall, expected);
    assert_eq!(fall.verdict(Some(fall.moves)), FlagVerdict::Lost);
    let refusal = Refusal::TooFewMoves { color: White, made: 1, required: 2 };
    assert_eq!(clock.decide(&play_on(Some(1), 70_000)), Err(refusal));
}

#[test]
fn rule_4_of_2006_in_all_other_cases_the_game_goes_on_in_the_next_stage() {
    for (moves, taken) in [(Some(2), 2), (Some(3), 3), (None, 2)] {
        let mut clock = fallen();
        assert_eq!(clock.flag_fall().unwrap().verdict(moves), FlagVerdict::PlaysOn);
        let events = run(&mut clock, &[play_on(moves, 90_000)]);
        // "The players are deemed to have made exactly that number", and the opponent has the time
        // for it too.
        let played_on = |color, remaining| Event::PlayedOn {
            color,
            remaining: ms(remaining),
            moves: taken,
            running: White,
            at: at(90_000),
        };
        assert_eq!(events, [played_on(White, 30_000), played_on(Black, 90_000)]);
        assert_eq!(clock.moves(Black), taken);
        assert_eq!((clock.flag(), clock.moves(White)), (None, taken));
        // No time ran while the moves were counted.
        assert_eq!(clock.deadline(), Some(at(120_000)));
        assert_eq!(clock.used(White, at(90_000)), Some(ms(60_000)));
        assert_eq!(clock.given(White, at(90_000)), Some(ms(90_000)));
        // The next press does not give the stage again.
        let next = run(&mut clock, &[press(White, 91_000)]);
        assert_eq!(next, [pressed(White, 91_000, 29_000)]);
    }
}

#[test]
fn rule_4_of_2006_when_the_last_move_had_been_made_the_opponent_s_time_runs() {
    let mut clock = fallen();
    run(&mut clock, &[Command::PlayOn { moves: Some(2), running: Some(Black), at: at(61_000) }]);
    assert_eq!(clock.running(), Some(Black));
    assert_eq!(clock.remaining(White, at(99_000)), Some(ms(30_000)));
    // Black has not made his second move.
    assert_eq!(clock.moves(Black), 1);
}

#[test]
fn rule_4_of_2006_the_opponent_of_a_player_who_is_deemed_to_have_made_the_moves_gets_the_next_stage()
 {
    for (moves, running, of_white) in
        [(None, None, 2), (Some(2), None, 3), (Some(2), Some(White), 2), (Some(4), Some(White), 4)]
    {
        let mut clock = started("2/60:30");
        run(&mut clock, &[press(White, 10_000), time_check(70_000)]);
        run(&mut clock, &[Command::PlayOn { moves, running, at: at(80_000) }]);
        assert_eq!(clock.moves(Black), moves.unwrap_or(2));
        assert_eq!(clock.moves(White), of_white, "{moves:?} {running:?}");
        assert_eq!(clock.remaining(White, at(80_000)), Some(ms(80_000)));
        run(&mut clock, &[time_check(1_000_000)]);
        assert_eq!(clock.flag_fall().unwrap().required, None, "the last stage");
    }
}

#[test]
fn rule_4_of_2006_the_second_stage_is_the_last() {
    let mut clock = fallen();
    run(&mut clock, &[play_on(None, 61_000), time_check(91_000)]);
    let fall = clock.flag_fall().unwrap();
    assert_eq!((fall.stage, fall.moves, fall.required), (2, 2, None));
    assert_eq!(fall.verdict(None), FlagVerdict::Lost);
}

#[test]
fn play_on_without_a_flag_or_with_too_much_time_is_refused() {
    refused("2/60:30", &[], &play_on(None, 1), &Refusal::NoFlag);
    refused("2/60:30", &[press(White, 5)], &play_on(None, 9), &Refusal::NoFlag);
    let remaining = Duration::from_secs(86_400) * (u32::MAX / 2);
    let mut clock = started("2/86400");
    run(&mut clock, &[time_check(86_400_000)]);
    assert_eq!(
        clock.decide(&play_on(Some(u32::MAX), 86_400_001)),
        Err(Refusal::TooMuchTime { remaining })
    );
}

#[test]
fn a_check_waits_for_the_grace_and_the_flag_falls_at_the_deadline() {
    let check_at = |millis| Command::TimeCheck { at: at(millis), grace: ms(2_000) };
    check(
        "60",
        &[check_at(60_000), check_at(61_999), check_at(62_000)],
        &[flag_fell(White, 60_000)],
    );
    let late = Command::Press { by: White, at: at(59_000), received: at(61_999) };
    check("60", &[check_at(61_998), late, check_at(62_000)], &[pressed(White, 59_000, 1_000)]);
}

#[test]
fn the_running_time_ends_after_its_delay_and_what_is_left() {
    let running = RunningTime { left: ms(7_000), delay: ms(500), as_of: at(100) };
    assert_eq!(running.ends_at(), at(7_600));
}

#[test]
fn moves_are_counted_by_side() {
    assert_eq!(Moves::from_iter([White, Black, White]), Moves { white: 2, black: 1 });
    assert_eq!(Moves::from_iter([Black]), Moves { white: 0, black: 1 });
}
