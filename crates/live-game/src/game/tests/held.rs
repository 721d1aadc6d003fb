//! Inputs that wait.

use super::*;
use crate::HELD_MAX;

#[test]
fn inputs_for_later_plies_wait() {
    let game = check(&[
        (start(), &["started"]),
        (play("board", 3, 3, "28-19"), &["3:28-19 held board#3"]),
        (play("board", 2, 2, "19-23"), &["2:19-23 held board#2"]),
        (play("b", 1, 2, "18-23"), &["2:18-23 held b#1"]),
        (play("w", 9, 66, "1-2"), &["ply-too-far-ahead w#9"]),
        (
            play("w", 1, 1, "32-28"),
            &["1:32-28 w#1", "2:19-23 board#2", "2 conflict 19-23 18-23 b#1", "3:28x19 board#3"],
        ),
    ]);
    assert_eq!(game.held(), []);
}

#[test]
fn a_waiting_input_can_turn_out_illegal_or_irregular() {
    check(&[
        (start(), &["started"]),
        (play("b", 1, 2, "21-26"), &["2:21-26 held b#1"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1", "illegal-move b#1"]),
    ]);
    let game = check(&[
        (start(), &["started"]),
        (play("b", 1, 2, "20-26"), &["2:20-26 held b#1"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1", "2:20-26 noted 27d b#1"]),
    ]);
    assert_eq!(game.held(), []);
}

#[test]
fn each_device_has_a_limit_of_inputs_that_wait_and_so_have_all_together() {
    let mut game = check(&[(start(), &["started"])]);
    for sequence in 0..HELD_MAX as u64 {
        let held = execute(&mut game, &play("b", sequence, 2, "20-25"));
        assert_eq!(held, [format!("2:20-25 held b#{sequence}")]);
    }
    assert_eq!(execute(&mut game, &play("b", 99, 2, "20-25")), ["held-full b#99"]);
    // The limit is one for each device, and one for all of them.
    for device in ["w", "board", "desk"] {
        for sequence in 0..HELD_MAX as u64 {
            assert_eq!(execute(&mut game, &play(device, 100 + sequence, 2, "20-25")).len(), 1);
        }
    }
    assert_eq!(execute(&mut game, &play("other", 1, 2, "20-25")), ["held-full other#1"]);
    assert_eq!(game.held().len(), 4 * HELD_MAX);
    let answers = execute(&mut game, &resign(1, Color::White));
    assert_eq!(answers.len(), 1 + 4 * HELD_MAX);
    assert_eq!(answers[1], "game-finished b#0");
    assert_eq!(game.held(), []);
}

#[test]
fn an_input_waits_a_minute() {
    let mut game = check(&[
        (start(), &["started"]),
        (play_at("board", 1, 3, "28-19", 5_000), &["3:28-19 held board#1"]),
        (play_at("board", 2, 4, "14-23", 9_000), &["4:14-23 held board#2"]),
        (time(64_999), &[]),
        (time(65_000), &["waited-too-long board#1"]),
        (time(65_000), &[]),
    ]);
    assert_eq!(game.deadline(), Some(Timestamp::from_millis(69_000)));
    assert_eq!(execute(&mut game, &time(i64::MAX)), ["waited-too-long board#2"]);
    assert_eq!(game.deadline(), None);
}

#[test]
fn nothing_expires_while_the_arbiter_is_asked() {
    let disputed = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 3, "28-19"), &["3:28-19 held b#1"]),
        (play("board", 1, 1, "33-28"), &["1 conflict 32-28 33-28 board#1"]),
        (time(i64::MAX), &[]),
        (correct(1, 1, "32-28"), &["1 resolved desk#1"]),
    ]);
    assert_eq!(disputed.deadline(), Some(Timestamp::from_millis(61_000)));
    let mut noted = check(&[
        (start(), &["started"]),
        (play("b", 1, 3, "28-19"), &["3:28-19 held b#1"]),
        (play("w", 1, 1, "32-27"), &["1:32-27 w#1"]),
        (play("w", 2, 2, "20-26"), &["2:20-26 noted 27d w#2"]),
    ]);
    assert_eq!(noted.deadline(), None);
    assert_eq!(execute(&mut noted, &time(i64::MAX)), [""; 0]);
}
