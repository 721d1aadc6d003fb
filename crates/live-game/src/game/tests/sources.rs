//! Several sources that claim the same moves, or different ones.

use draughts::Reason;

use super::*;

#[test]
fn another_source_confirms_a_move_or_raises_one_alarm() {
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("board", 1, 1, "32-28"), &["1 confirmed board#1"]),
        (play("w", 2, 1, "33-28"), &["ply-already-played w#2"]),
        (play("board", 2, 1, "33-28"), &["1 conflict 32-28 33-28 board#2"]),
        (play("desk", 1, 1, "31-27"), &["ply-already-played desk#1"]),
        (play("desk", 2, 1, "32-28"), &["1 confirmed desk#2"]),
    ]);
    assert_eq!(game.conflicts().len(), 1);
}

#[test]
fn a_board_tells_what_it_saw_taken_off() {
    let from = start_from(RuleSet::International, "W:W28,50:B23,4");
    check(&[
        (from, &["started"]),
        (play("board", 1, 1, "28x19 [23]"), &["1:28x19 board#1"]),
        (play("w", 1, 1, "28-19"), &["1 confirmed w#1"]),
        (play("b", 1, 1, "28x19 [23,4]"), &["1 conflict 28x19 28-19 [4,23] b#1"]),
    ]);
}

#[test]
fn a_move_that_no_board_can_show_raises_no_alarm() {
    check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("board", 1, 1, "28-23"), &["illegal-move board#1"]),
        (play("board", 2, 1, "32-23"), &["1 conflict 32-28 32-23 board#2"]),
    ]);
}

#[test]
fn while_a_conflict_is_open_what_does_not_fit_waits() {
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("board", 1, 1, "32-27"), &["1 conflict 32-28 32-27 board#1"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        // Irregular, impossible and legal in the current position.
        (play("w", 2, 3, "28-24"), &["3:28-24 held w#2"]),
        (play("board", 2, 3, "27-22"), &["3:27-22 held board#2"]),
        (
            play("w", 3, 3, "28-23"),
            &["3:28-23 w#3", "ply-already-played w#2", "illegal-move board#2"],
        ),
    ]);
    assert_eq!(game.next_ply(), 4);
}

#[test]
fn a_settled_ply_gives_no_alarm_again() {
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("board", 1, 1, "32-27"), &["1 conflict 32-28 32-27 board#1"]),
        (correct(1, 1, "32-28"), &["1 resolved desk#1"]),
        (play("board", 2, 1, "32-27"), &["ply-already-played board#2"]),
        (play("board", 3, 1, "32-28"), &["1 confirmed board#3"]),
    ]);
    assert_eq!(game.conflicts(), []);
}

#[test]
fn an_end_by_the_rules_waits_for_an_open_conflict() {
    let from = || start_from(RuleSet::International, "W:W44,45:B35");
    let disputed = || {
        check(&[
            (from(), &["started"]),
            (play("w", 1, 1, "45-40"), &["1:45-40 w#1", "end white-wins (no-legal-move)"]),
            (play("board", 1, 1, "44-39"), &["1 conflict 45-40 44-39 board#1"]),
            (play("board", 2, 2, "35-40"), &["2:35-40 held board#2"]),
        ])
    };
    let mut game = disputed();
    assert_eq!(
        execute(&mut game, &correct(1, 1, "44-39")),
        [
            "back to 1 desk#1",
            "resumed desk#1",
            "1:44-39 desk#1",
            "1 resolved desk#1",
            "2:35-40 board#2",
        ]
    );
    let mut game = disputed();
    assert_eq!(
        execute(&mut game, &correct(1, 1, "45-40")),
        ["1 resolved desk#1", "game-finished board#2"]
    );
    let mut game = disputed();
    let arbiter = Outcome::win(Color::White, Reason::Arbiter);
    assert_eq!(
        execute(&mut game, &rule(1, arbiter)),
        ["corrected white-wins (arbiter)", "game-finished board#2"]
    );
}
