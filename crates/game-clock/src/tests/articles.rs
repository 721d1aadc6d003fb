//! A row for each article on time: the Frisian rulebook and its regulation C.

use super::{at, check, correct, corrected, flag_fell, ms, press, pressed, started, time_check};
use crate::Command;
use draughts::Color::{Black, White};

#[test]
fn regulation_c_art_3_gives_an_hour_and_twenty_minutes_and_a_minute_per_move() {
    // 1:20 and 60 seconds per move: White thinks 30 s, Black 100 s, White 1 s.
    let clock = check(
        "4800+60",
        &[press(White, 30_000), press(Black, 130_000), press(White, 131_000)],
        &[
            pressed(White, 30_000, 4_830_000),
            pressed(Black, 130_000, 4_760_000),
            pressed(White, 131_000, 4_889_000),
        ],
    );
    assert_eq!(clock.given(White, at(131_000)), Some(ms(4_800_000 + 2 * 60_000)));
    assert_eq!(clock.given(Black, at(131_000)), Some(ms(4_800_000 + 60_000)));
}

#[test]
fn regulation_c_art_3_both_have_equal_time_and_white_s_runs_first() {
    let clock = started("4800+60");
    assert_eq!(clock.running(), Some(White));
    assert_eq!(clock.remaining(White, at(0)), clock.remaining(Black, at(0)));
}

#[test]
fn regulation_c_art_4_the_flag_falls_when_the_time_is_used_up() {
    check("4800+60", &[time_check(4_800_000)], &[flag_fell(White, 4_800_000)]);
}

#[test]
fn regulation_c_art_4_the_increment_of_a_move_comes_only_with_its_press() {
    // Without the press of the first move there is no added minute.
    check("4800+60", &[press(White, 4_800_001)], &[flag_fell(White, 4_800_000)]);
    check("4800+60", &[press(White, 4_800_000)], &[pressed(White, 4_800_000, 60_000)]);
}

#[test]
fn regulation_c_art_5_the_press_counts_and_not_the_later_entry_on_the_tablet() {
    // Pressed at 30 s, sent at 42 s.
    let told = Command::Press { by: White, at: at(30_000), received: at(42_000) };
    let clock = check("4800+60", &[told], &[pressed(White, 30_000, 4_830_000)]);
    assert_eq!(clock.remaining(Black, at(42_000)), Some(ms(4_788_000)));
}

#[test]
fn regulation_c_art_5_a_game_that_goes_on_on_paper_is_not_timed() {
    // The tablet does not accept the move of 30 s; the rest of the game is noted on paper.
    let clock = check(
        "4800+60",
        &[press(White, 30_000), correct(1, None, 50_000), time_check(i64::MAX)],
        &[pressed(White, 30_000, 4_830_000), corrected(1, None, 50_000)],
    );
    assert_eq!((clock.running(), clock.deadline()), (None, None));
    assert_eq!(clock.used(Black, at(9_000_000)), Some(ms(20_000)));
}

#[test]
fn frisian_art_20_5_the_time_granted_may_be_used_up_but_not_exceeded() {
    check("600", &[press(White, 600_000)], &[pressed(White, 600_000, 0)]);
    check("600", &[press(White, 600_001)], &[flag_fell(White, 600_000)]);
}

#[test]
fn frisian_art_20_5_each_player_loses_by_their_own_time() {
    check(
        "600",
        &[press(White, 599_000), time_check(1_199_000)],
        &[pressed(White, 599_000, 1_000), flag_fell(Black, 1_199_000)],
    );
}

#[test]
fn regulation_d_art_2_and_f_art_2_are_sudden_death() {
    // An hour and a half in the HA, forty minutes in the classes below; ten minutes in the blitz.
    for (text, base_ms) in [("5400", 5_400_000), ("2400", 2_400_000), ("600", 600_000)] {
        check(text, &[time_check(base_ms)], &[flag_fell(White, base_ms)]);
    }
}
