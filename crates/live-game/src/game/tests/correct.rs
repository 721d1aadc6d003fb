//! The arbiter's corrections of plies.

use draughts::{Breach, Reason};

use super::*;

#[test]
fn a_conflict_is_settled_by_the_move_that_stands() {
    let game = check(&[
        (correct(9, 1, "32-28"), &["not-started desk#9"]),
        (start(), &["started"]),
        (correct(1, 1, "32-28"), &["no-such-ply desk#1"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (correct(2, 1, "32-28"), &["nothing-to-correct desk#2"]),
        (play("board", 1, 1, "32-27"), &["1 conflict 32-28 32-27 board#1"]),
        (correct(3, 2, "20-25"), &["no-such-ply desk#3"]),
        (correct(4, 1, "33-28 []"), &["back to 1 desk#4", "1:33-28 desk#4", "1 resolved desk#4"]),
        (correct(5, 1, "28-23"), &["illegal-move desk#5"]),
        // The move that was really played may have been irregular.
        (correct(6, 1, "34-23"), &["back to 1 desk#6", "1:34-23 stands 27d desk#6 by desk#6"]),
    ]);
    assert_eq!(game.conflicts(), []);
}

#[test]
fn later_moves_are_kept_as_far_as_they_can_be_played() {
    let game = check(&[
        (start(), &["started"]),
        (play_at("w", 1, 1, "32-28", 1_100), &["1:32-28 w#1"]),
        (play_at("b", 1, 2, "20-25", 1_200), &["2:20-25 b#1"]),
        (play_at("w", 2, 3, "37-32", 1_300), &["3:37-32 w#2"]),
        (play_at("b", 2, 4, "15-20", 1_400), &["4:15-20 b#2"]),
        (
            correct(1, 1, "33-28"),
            // 32 is occupied after that.
            &["back to 1 desk#1", "1:33-28 desk#1", "2:20-25 b#1"],
        ),
        (play_at("board", 1, 1, "32-28", 900), &["ply-already-played board#1"]),
        // A move that was made before the ruling still counts.
        (play_at("board", 3, 3, "39-33", 950), &["3:39-33 board#3"]),
    ]);
    assert_eq!(notations(&game), ["33-28", "20-25", "39-33"]);
    let moments: Vec<i64> = game.plies().iter().map(|ply| ply.at.millis()).collect();
    assert_eq!(moments, [1_100, 1_200, 950]);
}

#[test]
fn what_waited_for_the_arbiter_is_decided_in_the_corrected_line() {
    let game = check(&[
        (start(), &["started"]),
        (play("board", 1, 1, "33-29"), &["1:33-29 board#1"]),
        (play("w", 1, 1, "33-28"), &["1 conflict 33-29 33-28 w#1"]),
        (play("b", 1, 2, "19-23"), &["2:19-23 b#1"]),
        (play("w", 2, 3, "28-19"), &["3:28-19 held w#2"]),
        (play("b", 2, 4, "14-23"), &["4:14-23 held b#2"]),
        (
            correct(1, 1, "33-28"),
            &[
                "back to 1 desk#1",
                "1:33-28 desk#1",
                "2:19-23 b#1",
                "1 resolved desk#1",
                "3:28x19 w#2",
                "4:14x23 b#2",
            ],
        ),
    ]);
    assert_eq!(notations(&game), ["33-28", "19-23", "28x19", "14x23"]);
}

#[test]
fn an_irregular_move_of_the_wrong_line_is_regular_in_the_right_one() {
    // 33-29 was claimed, 32-27 was played; only after 33-29 has White to capture 23.
    let wrong = || {
        check(&[
            (start(), &["started"]),
            (play("w", 1, 1, "33-29"), &["1:33-29 w#1"]),
            (play("b", 1, 2, "18-23"), &["2:18-23 b#1"]),
            (play("w", 2, 3, "31-26"), &["3:31-26 noted 10 w#2"]),
        ])
    };
    let mut noted = wrong();
    assert_eq!(
        execute(&mut noted, &correct(1, 1, "32-27")),
        ["back to 1 desk#1", "1:32-27 desk#1", "2:18-23 b#1", "3:31-26 w#2"]
    );
    assert_eq!(noted.noted(), None);
    let mut stands = wrong();
    assert_eq!(
        execute(&mut stands, &play("b", 2, 4, "12-18")),
        ["3:31-26 stands 10 w#2", "4:12-18 b#2"]
    );
    assert_eq!(
        execute(&mut stands, &correct(1, 1, "32-27")),
        ["back to 1 desk#1", "1:32-27 desk#1", "2:18-23 b#1", "3:31-26 w#2", "4:12-18 b#2"]
    );
    assert!(stands.plies().iter().all(|ply| ply.breach.is_none()));
}

#[test]
fn an_irregular_move_that_waits_gives_way_to_the_ruling() {
    let game = check(&[
        (start_from(RuleSet::Frisian, "W:W28,50:B23,4"), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (play("board", 1, 1, "50-45"), &["1 conflict 50-44 50-45 board#1"]),
        (correct(1, 1, "44-50"), &["illegal-move desk#1"]),
        (correct(2, 1, "28x19"), &["back to 1 desk#2", "1:28x19 desk#2", "1 resolved desk#2"]),
        (play("w", 2, 1, "50-44"), &["ply-already-played w#2"]),
    ]);
    assert_eq!((game.noted(), game.conflicts()), (None, [].as_slice()));
}

#[test]
fn a_conflict_is_settled_in_favour_of_the_irregular_move() {
    let disputed = || {
        check(&[
            (start_from(RuleSet::Frisian, "W:W28,50,45:B23,4,5"), &["started"]),
            (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
            (play("board", 1, 1, "28x19"), &["1:28x19 board#1", "1 conflict 28x19 50-44 w#1"]),
            (play("b", 1, 2, "4-9"), &["2:4-9 b#1"]),
        ])
    };
    let mut game = disputed();
    assert_eq!(
        execute(&mut game, &correct(1, 1, "50-44")),
        // Black overlooked 23x32 in that line, so 4-9 has to be claimed again.
        ["back to 1 desk#1", "1:50-44 stands 10 desk#1 by desk#1", "1 resolved desk#1"]
    );
    assert_eq!(game.position().to_string(), "B:W28,44,45:B4,5,23");
    assert_eq!((game.conflicts(), game.plies()[0].at), ([].as_slice(), AT));
    // A move that was made before the ruling still counts, and raises no further alarm.
    for (command, expected) in [
        (play("board", 2, 2, "4-9"), "2:4-9 noted 10 board#2"),
        (play("board", 3, 1, "28x19"), "ply-already-played board#3"),
        (play("w", 2, 1, "50-44"), "1 confirmed w#2"),
        (correct(2, 1, "50-44"), "nothing-to-correct desk#2"),
    ] {
        assert_eq!(execute(&mut game, &command), [expected]);
    }
    // The arbiter can also name the captured pieces.
    let mut game = disputed();
    assert_eq!(
        execute(&mut game, &correct(1, 1, "28x19 []"))[1],
        "1:28-19 stands 27b desk#1 by desk#1"
    );
}

#[test]
fn what_an_irregular_move_took_off_has_to_be_told() {
    // The circle over 12, 18 and 22 can be broken off on 17 from either side.
    check(&[
        (start_from(RuleSet::Frisian, "W:W8,50:B4,12,18,22"), &["started"]),
        (play("w", 1, 1, "8x8"), &["1:8x8 w#1"]),
        (play("board", 1, 1, "8x17"), &["1 conflict 8x8 8-17 board#1"]),
        (correct(1, 1, "8x17"), &["unclear-irregularity desk#1"]),
        (
            correct(2, 1, "8x17 [12]"),
            &["back to 1 desk#2", "1:8x17 stands 11 desk#2 by desk#2", "1 resolved desk#2"],
        ),
    ]);
}

#[test]
fn an_irregular_move_that_stands_is_kept_or_corrected() {
    let mut game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "31-26"), &["1:31-26 w#1"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        (play("w", 2, 3, "32-28"), &["3:32-28 w#2"]),
        (play("b", 2, 4, "19-23"), &["4:19-23 b#2"]),
        (play("w", 3, 5, "37-32"), &["5:37-32 noted 10 w#3"]),
        (play("b", 3, 6, "14-19"), &["5:37-32 stands 10 w#3", "6:14-19 b#3"]),
        (correct(1, 5, "37-32"), &["nothing-to-correct desk#1"]),
        (
            correct(2, 1, "31-27"),
            &[
                "back to 1 desk#2",
                "1:31-27 desk#2",
                "2:20-25 b#1",
                "3:32-28 w#2",
                "4:19-23 b#2",
                "5:37-32 stands 10 w#3 by desk#2",
                "6:14-19 b#3",
            ],
        ),
    ]);
    assert_eq!(game.plies()[4].breach, Some(Breach::CaptureObligatory));
    assert_eq!(execute(&mut game, &correct(3, 5, "28x19")), ["back to 5 desk#3", "5:28x19 desk#3"]);
}

#[test]
fn a_result_by_rule_follows_the_corrected_line() {
    let ended = || {
        check(&[
            (start_from(RuleSet::International, "W:W28,50:B18"), &["started"]),
            (play("w", 1, 1, "50-45"), &["1:50-45 w#1"]),
            (play("b", 1, 2, "18-23"), &["2:18-23 b#1"]),
            (play("w", 2, 3, "28x19"), &["3:28x19 w#2", "end white-wins (no-pieces)"]),
        ])
    };
    // It stays if the same move gives it.
    let mut game = ended();
    assert_eq!(
        execute(&mut game, &correct(1, 1, "50-44")),
        ["back to 1 desk#1", "1:50-44 desk#1", "2:18-23 b#1", "3:28x19 w#2"]
    );
    assert_eq!(game.outcome(), Some(Outcome::win(Color::White, Reason::NoPieces)));
    // It lapses with the move that gave it.
    let mut game = ended();
    assert_eq!(
        execute(&mut game, &correct(1, 2, "18-22")),
        ["back to 2 desk#1", "resumed desk#1", "2:18-22 desk#1"]
    );
    assert_eq!(game.outcome(), None);
    // It can follow from the correction.
    check(&[
        (start_from(RuleSet::International, "W:W44,45:B35"), &["started"]),
        (play("w", 1, 1, "44-39"), &["1:44-39 w#1"]),
        (play("b", 1, 3, "35-30"), &["3:35-30 held b#1"]),
        (
            correct(1, 1, "45-40"),
            &[
                "back to 1 desk#1",
                "1:45-40 desk#1",
                "end white-wins (no-legal-move)",
                "game-finished b#1",
            ],
        ),
        (correct(2, 1, "44-39"), &["back to 1 desk#2", "resumed desk#2", "1:44-39 desk#2"]),
    ]);
}

#[test]
fn conflicts_about_later_plies_stay_open() {
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        (play("board", 2, 2, "20-24"), &["2 conflict 20-25 20-24 board#2"]),
        (play("board", 1, 1, "32-27"), &["1 conflict 32-28 32-27 board#1"]),
        (
            correct(1, 1, "32-27"),
            &[
                "back to 1 desk#1",
                "1:32-27 desk#1",
                "2:20-25 b#1",
                "1 resolved desk#1",
                "2 conflict 20-25 20-24 board#2",
            ],
        ),
    ]);
    assert_eq!(game.conflicts().len(), 1);
}

#[test]
fn a_result_by_a_person_stays() {
    check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        (resign(2, Color::White), &["end black-wins (resignation)"]),
        (correct(1, 1, "32-27"), &["back to 1 desk#1", "1:32-27 desk#1", "2:20-25 b#1"]),
        (rule(2, Outcome::win(Color::Black, Reason::Resignation)), &["same-result desk#2"]),
    ]);
}

#[test]
fn a_position_that_the_arbiter_set_is_kept() {
    let rules = RuleSet::International;
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        (set_position(1, rules, "W:W32:B1"), &["set W:W32:B1 desk#1"]),
        (play("w", 2, 3, "32-28"), &["3:32-28 w#2"]),
        (
            correct(2, 1, "33-28"),
            &[
                "back to 1 desk#2",
                "1:33-28 desk#2",
                "2:20-25 b#1",
                "set W:W32:B1 desk#1",
                "3:32-28 w#2",
            ],
        ),
    ]);
    assert_eq!(game.position().to_string(), "B:W28:B1");
}

#[test]
fn reports_of_devices_are_read_again_in_the_corrected_line() {
    // 18-22 was claimed, 18-23 was played: only then does 28-19 capture.
    let game = check(&[
        (start_from(RuleSet::International, "B:W28,50:B4,18"), &["started"]),
        (play("b", 1, 1, "18-22"), &["1:18-22 b#1"]),
        (play("w", 1, 2, "28-19"), &["2:28-19 noted 27d w#1"]),
        (play("b", 2, 3, "4-9"), &["2:28-19 stands 27d w#1", "3:4-9 b#2"]),
        (
            correct(1, 1, "18-23"),
            &["back to 1 desk#1", "1:18-23 desk#1", "2:28x19 w#1", "3:4-9 b#2"],
        ),
    ]);
    assert_eq!(game.position().to_string(), "W:W19,50:B9");
}
