//! Irregular moves: noted, corrected, answered, ruled on (rules art. 10, 27).

use draughts::{Breach, IrregularityKind, Square};

use super::*;

/// Returns a game in which White has to capture 28x19 and plays 37-32.
fn missed_capture() -> Game {
    check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "19-23"), &["2:19-23 b#1"]),
        (play("w", 2, 3, "37-32"), &["3:37-32 noted 10 w#2"]),
    ])
}

#[track_caller]
fn check_after(mut game: Game, rows: &[(GameCommand, &[&str])]) -> Game {
    for (index, (command, expected)) in rows.iter().enumerate() {
        assert_eq!(execute(&mut game, command), *expected, "row {index}: {command:?}");
    }
    game
}

#[test]
fn an_irregular_move_waits_and_the_position_stays() {
    let game = missed_capture();
    let noted = game.noted().unwrap();
    assert_eq!((noted.ply, noted.input.clone(), noted.at), (3, input("w", 2), AT));
    assert_eq!((game.next_ply(), game.position().turn()), (3, Color::White));
    assert_eq!(game.outcome(), None);
}

#[test]
fn each_kind_names_its_article_and_what_was_obligatory() {
    let rows: &[(RuleSet, &str, &str, Breach, &str, &str)] = &[
        (RuleSet::International, "W:W31-50:B1-20", "20-25", Breach::OpponentsPiece, "27a", ""),
        (RuleSet::International, "W:W31-50:B1-20", "32-23", Breach::Unreachable, "27d", ""),
        (
            RuleSet::International,
            "W:W28,50:B23",
            "50-44",
            Breach::CaptureObligatory,
            "10",
            "obligatory was to take 1 man by 28x19",
        ),
        (
            RuleSet::International,
            "W:W28,35:B13,23,30",
            "35x24",
            Breach::MaximumCapture,
            "11",
            "obligatory was to take 2 men by 28x8",
        ),
        (
            RuleSet::Frisian,
            "W:WK1,36:B7,31",
            "36x27",
            Breach::KingFirst,
            "12",
            "obligatory was to take 1 man by",
        ),
        (RuleSet::Frisian, "W:WK50,36:B1:H0:F1:+0+350", "50-44", Breach::KingMoveLimit, "17", ""),
    ];
    for (rules, fen, claimed, breach, article, obliged) in rows {
        let mut game = Game::default();
        execute(&mut game, &start_from(*rules, fen));
        execute(&mut game, &play("w", 1, 1, claimed));
        let irregularity = &game.noted().expect(fen).irregularity;
        assert_eq!(irregularity.breach, *breach, "{fen} {claimed}: {irregularity}");
        let cited = irregularity.breach.article(RuleSet::Frisian);
        assert_eq!(cited, Some(format!("art. {article}").as_str()), "{fen}");
        assert!(irregularity.to_string().contains(obliged), "{fen}: {irregularity}");
        assert_eq!(irregularity.obliged.is_some(), !obliged.is_empty(), "{fen}: {irregularity}");
    }
}

#[test]
fn art27_every_kind_is_noted_and_stands_once_it_is_answered() {
    use IrregularityKind::{OpponentsPiece, Unreachable, WrongCapture, WrongPiecesTaken};
    for rules in RuleSet::ALL {
        for (kind, irregular, answer, stands) in [
            (OpponentsPiece, "4-9", "23x32", "B:W28,50:B9,23"),
            (WrongPiecesTaken, "28x19 []", "23x14", "B:W19,50:B4,23"),
            (WrongCapture, "50-44", "23x32", "B:W28,44:B4,23"),
            (Unreachable, "50-39", "23x32", "B:W28,39:B4,23"),
        ] {
            let mut game = Game::default();
            execute(&mut game, &start_from(rules, "W:W28,50:B4,23"));
            execute(&mut game, &play("w", 1, 1, irregular));
            let breach = game.noted().unwrap().irregularity.breach;
            assert_eq!(breach.kind(), Some(kind), "{rules}");
            execute(&mut game, &play("b", 1, 2, answer));
            assert_eq!(game.noted(), None, "{rules} {kind} {answer}");
            assert_eq!(game.position_after(1).unwrap().to_string(), stands, "{rules} {kind}");
            let breaches: Vec<_> = game.plies().iter().map(|ply| ply.breach).collect();
            assert_eq!(breaches, [Some(breach), None], "{rules} {kind}");
        }
    }
}

#[test]
fn the_device_of_an_irregular_move_corrects_repeats_or_replaces_it() {
    let game = check_after(missed_capture(), &[(play("w", 3, 3, "28-19"), &["3:28x19 w#3"])]);
    assert_eq!((game.noted(), game.conflicts()), (None, [].as_slice()));
    check_after(
        missed_capture(),
        &[
            (play("w", 3, 3, "37-32"), &["3 confirmed w#3"]),
            (play("w", 4, 3, "33-29"), &["3:33-29 noted 10 w#4"]),
            (play("w", 5, 3, "29-33"), &["illegal-move w#5"]),
            (let_stand(1), &["3:33-29 stands 10 w#4 by desk#1"]),
        ],
    );
}

#[test]
fn another_device_confirms_an_irregular_move_or_raises_one_alarm() {
    check_after(
        missed_capture(),
        &[
            (play("board", 1, 3, "37-32 []"), &["3 confirmed board#1"]),
            (play("board", 2, 3, "28-19"), &["3:28x19 board#2", "3 conflict 28x19 37-32 w#2"]),
            (play("w", 3, 3, "37-32"), &["ply-already-played w#3"]),
        ],
    );
    let game = check_after(
        missed_capture(),
        &[
            (play("board", 1, 3, "33-29"), &["3 conflict 37-32 33-29 board#1"]),
            (play("board", 2, 3, "34-29"), &["3:34-29 held board#2"]),
            (play("desk", 9, 3, "37-32"), &["3 confirmed desk#9"]),
        ],
    );
    assert_eq!(game.noted().unwrap().input, input("w", 2));
    let game = check_after(
        game,
        &[(play("b", 2, 3, "28-19"), &["3:28x19 b#2", "ply-already-played board#2"])],
    );
    assert_eq!(game.conflicts().len(), 1);
}

#[test]
fn art27_once_answered_by_a_move_it_stands() {
    let game = check_after(
        missed_capture(),
        &[
            (play("b", 2, 4, "14-19"), &["3:37-32 stands 10 w#2", "4:14-19 b#2"]),
            // The game goes on from the position after it.
            (play("w", 3, 5, "41-37"), &["5:41-37 w#3"]),
        ],
    );
    assert_eq!(notations(&game), ["32-28", "19-23", "37-32", "14-19", "41-37"]);
    assert_eq!(game.plies()[2].breach, Some(Breach::CaptureObligatory));
}

#[test]
fn an_answer_that_is_not_legal_after_it_waits() {
    check_after(
        missed_capture(),
        &[
            // No board can show it: 1 is occupied.
            (play("b", 2, 4, "7-1"), &["4:7-1 held b#2"]),
            (play("w", 3, 5, "31-26"), &["5:31-26 held w#3"]),
            // The captured pieces are not known.
            (play("b", 3, 4, "14-19-24"), &["4:14-19-24 held b#3"]),
            (time(1_000_000), &[]),
            (
                let_stand(1),
                &[
                    "3:37-32 stands 10 w#2 by desk#1",
                    "illegal-move b#2",
                    "4:14-19-24 noted 27d b#3",
                ],
            ),
        ],
    );
}

/// Returns a game in which White overlooks 28x19, and then Black 23x32.
fn two_overlooked() -> Game {
    check(&[
        (start_from(RuleSet::Frisian, "W:W28,50,45:B23,4,5"), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (play("b", 1, 2, "4-9"), &["1:50-44 stands 10 w#1", "2:4-9 noted 10 b#1"]),
    ])
}

#[test]
fn art27_an_overlooked_capture_answers_an_overlooked_capture() {
    let game = check_after(
        two_overlooked(),
        &[
            (play("board", 1, 1, "50-44 []"), &["1 confirmed board#1"]),
            (play("board", 2, 2, "4-9 []"), &["2 confirmed board#2"]),
            (play("w", 2, 3, "28x19"), &["2:4-9 stands 10 b#1", "3:28x19 w#2"]),
        ],
    );
    let breaches: Vec<_> = game.plies().iter().map(|ply| ply.breach.is_some()).collect();
    assert_eq!((breaches, game.noted()), (vec![true, true, false], None));
    // The second one can be corrected like any other.
    check_after(two_overlooked(), &[(play("b", 2, 2, "23x32"), &["2:23x32 b#2"])]);
    // They may arrive in any order.
    check(&[
        (start_from(RuleSet::Frisian, "W:W28,50,45:B23,4,5"), &["started"]),
        (play("w", 2, 3, "28x19"), &["3:28-19 held w#2"]),
        (play("b", 1, 2, "4-9"), &["2:4-9 held b#1"]),
        (
            play("w", 1, 1, "50-44"),
            &[
                "1:50-44 noted 10 w#1",
                "1:50-44 stands 10 w#1",
                "2:4-9 noted 10 b#1",
                "2:4-9 stands 10 b#1",
                "3:28x19 w#2",
            ],
        ),
    ]);
}

#[test]
fn a_correction_with_a_wrong_number_is_no_answer() {
    let game = check(&[
        (start_from(RuleSet::Frisian, "W:W28,50,45:B23,4,5"), &["started"]),
        (play("board", 1, 1, "50-44"), &["1:50-44 noted 10 board#1"]),
        (play("board", 2, 2, "28x19"), &["2:28-19 held board#2"]),
        (correct(1, 1, "28x19"), &["back to 1 desk#1", "1:28x19 desk#1", "illegal-move board#2"]),
    ]);
    assert_eq!(game.next_ply(), 2);
}

#[test]
fn an_irregular_answer_waits_while_a_conflict_is_open() {
    check(&[
        (start_from(RuleSet::Frisian, "W:W28,50,45:B23,4,5"), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (play("board", 1, 1, "45-40"), &["1 conflict 50-44 45-40 board#1"]),
        (play("b", 1, 2, "4-9"), &["2:4-9 held b#1"]),
        (
            let_stand(1),
            &["1:50-44 stands 10 w#1 by desk#1", "1 resolved desk#1", "2:4-9 noted 10 b#1"],
        ),
    ]);
}

#[test]
fn an_irregular_answer_to_a_move_that_ends_the_game_waits() {
    check(&[
        (start_from(RuleSet::Frisian, "W:W28:B23,4"), &["started"]),
        (play("w", 1, 1, "28x19 [4,23]"), &["1:28-19 [4,23] noted 27b w#1"]),
        (play("b", 1, 2, "19-14"), &["2:19-14 held b#1"]),
        (
            let_stand(1),
            &[
                "1:28x19 stands 27b w#1 by desk#1",
                "end white-wins (no-pieces)",
                "game-finished b#1",
            ],
        ),
    ]);
}

#[test]
fn a_correction_that_comes_after_the_answer_raises_one_alarm() {
    // 4-9 is irregular after 50-44 and regular after the correction.
    let game = check_after(
        two_overlooked(),
        &[
            (play("w", 2, 1, "50-45"), &["ply-already-played w#2"]),
            (play("w", 3, 1, "28x19"), &["1 conflict 50-44 28-19 w#3"]),
            (play("w", 4, 1, "28x19"), &["ply-already-played w#4"]),
            (
                correct(1, 1, "28x19"),
                &["back to 1 desk#1", "1:28x19 desk#1", "1 resolved desk#1", "2:4-9 b#1"],
            ),
        ],
    );
    assert_eq!((game.noted(), game.conflicts()), (None, [].as_slice()));
}

#[test]
fn who_tells_another_move_than_the_one_that_stands_raises_one_alarm() {
    let game = check_after(
        missed_capture(),
        &[
            (play("b", 2, 4, "14-19"), &["3:37-32 stands 10 w#2", "4:14-19 b#2"]),
            (play("b", 3, 4, "14-19"), &["4 confirmed b#3"]),
            (play("board", 1, 3, "37-32"), &["3 confirmed board#1"]),
            (play("board", 2, 3, "28-19"), &["3 conflict 37-32 28-19 board#2"]),
            (play("desk", 1, 3, "28-19"), &["ply-already-played desk#1"]),
        ],
    );
    assert_eq!(game.conflicts().len(), 1);
}

#[test]
fn what_was_taken_off_can_be_open_until_the_arbiter_tells() {
    let taken = |squares: &[u8]| Some(squares.iter().map(|&n| Square::new(n).unwrap()).collect());
    let ruling = |sequence, squares: &[u8]| GameCommand::LetStand {
        input: desk(sequence),
        taken: taken(squares),
        at: AT,
    };
    // The circle over 12, 18 and 22 can be broken off on 17 from either side.
    let from = start_from(RuleSet::Frisian, "W:W8,50:B4,12,18,22");
    let game = check(&[
        (from, &["started"]),
        (play("w", 1, 1, "8x17"), &["1:8-17 noted 11 w#1"]),
        (play("b", 1, 2, "22x11"), &["2:22-11 held b#1"]),
        (let_stand(1), &["unclear-irregularity desk#1"]),
        (ruling(2, &[50]), &["illegal-move desk#2"]),
        (ruling(3, &[12]), &["1:8x17 stands 11 w#1 by desk#3", "2:22x11 b#1"]),
        (play("board", 1, 1, "8x17"), &["1 confirmed board#1"]),
        (let_stand(4), &["no-irregularity desk#4"]),
    ]);
    assert_eq!(game.position().to_string(), "W:W50:B4,11,18");
}

#[test]
fn let_stand_with_the_right_pieces_is_the_legal_move() {
    let taken = Some([Square::new(23).unwrap()].into_iter().collect());
    let mut game = Game::default();
    execute(&mut game, &start_from(RuleSet::Frisian, "W:W28:B23,4"));
    let game = check_after(
        game,
        &[
            (play("w", 1, 1, "28x19 []"), &["1:28-19 [] noted 27b w#1"]),
            (GameCommand::LetStand { input: desk(1), taken, at: AT }, &["1:28x19 desk#1"]),
        ],
    );
    assert_eq!(game.plies()[0].breach, None);
}

#[test]
fn an_irregular_move_that_stands_can_end_the_game() {
    let from = start_from(RuleSet::Frisian, "W:W28:B23,4");
    check(&[
        (from, &["started"]),
        (play("w", 1, 1, "28x19 [4,23]"), &["1:28-19 [4,23] noted 27b w#1"]),
        (play("b", 1, 2, "4-9"), &["2:4-9 held b#1"]),
        (
            let_stand(1),
            &[
                "1:28x19 stands 27b w#1 by desk#1",
                "end white-wins (no-pieces)",
                "game-finished b#1",
            ],
        ),
        (let_stand(2), &["game-finished desk#2"]),
    ]);
}

#[test]
fn an_irregular_move_is_withdrawn_by_taking_back_its_ply() {
    let game = check_after(
        missed_capture(),
        &[
            (play("b", 2, 4, "23-33"), &["4:23-33 held b#2"]),
            (retract(1, 4), &["no-such-ply desk#1"]),
            (retract(2, 3), &["back to 3 desk#2", "retracted b#2"]),
            (retract(3, 3), &["no-such-ply desk#3"]),
            (play_at("w", 3, 3, "28-19", 1_001), &["3:28x19 w#3"]),
        ],
    );
    assert_eq!(game.noted(), None);
}

#[test]
fn an_irregular_move_still_waits_when_the_end_of_the_game_is_taken_back() {
    let game = check_after(
        missed_capture(),
        &[
            (resign(9, Color::White), &["end black-wins (resignation)"]),
            (let_stand(1), &["game-finished desk#1"]),
            (resume(2), &["resumed desk#2"]),
            (play("b", 2, 4, "14-19"), &["3:37-32 stands 10 w#2", "4:14-19 b#2"]),
        ],
    );
    assert_eq!(game.plies()[2].breach, Some(Breach::CaptureObligatory));
}
