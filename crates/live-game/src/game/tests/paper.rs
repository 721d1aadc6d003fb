//! Games on paper and records that are handed in (C art. 5).

use super::*;
use crate::PAPER_MAX;

#[test]
fn a_game_goes_on_paper_and_comes_back() {
    let game = check(&[
        (on_paper(9), &["not-started desk#9"]),
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 3, 3, "28-19"), &["3:28-19 held b#3"]),
        (on_paper(1), &["paper from 2 desk#1", "on-paper b#3"]),
        (on_paper(2), &["on-paper desk#2"]),
        (play("b", 1, 2, "19-23"), &["on-paper b#1"]),
        (play("board", 1, 1, "32-28"), &["1 confirmed board#1"]),
        (
            complete(3, 2, &["19-23", "28x19", "14x23"]),
            &["2:19-23 desk#3", "3:28x19 desk#3", "4:14x23 desk#3", "record desk#3"],
        ),
        (play("board", 2, 2, "19-23"), &["2 confirmed board#2"]),
        (play("w", 2, 5, "31-27"), &["5:31-27 w#2"]),
    ]);
    assert_eq!(game.on_paper_from(), None);
    assert_eq!(notations(&game), ["32-28", "19-23", "28x19", "14x23", "31-27"]);
}

#[test]
fn what_is_told_on_paper_moves_the_first_missing_ply() {
    let game = check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (on_paper(1), &["paper from 2 desk#1"]),
        (retract(2, 1), &["back to 1 desk#2"]),
    ]);
    assert_eq!(game.on_paper_from(), Some(1));
    let mut game = game;
    assert_eq!(execute(&mut game, &resign(5, Color::White)), ["end black-wins (resignation)"]);
    assert_eq!(execute(&mut game, &on_paper(3)), ["game-finished desk#3"]);
}

#[test]
fn c_art5_an_irregular_move_that_nobody_claims_stands() {
    let from = || start_from(RuleSet::Frisian, "W:W28,50:B23,4");
    check(&[
        (from(), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (play("board", 1, 1, "50-45"), &["1 conflict 50-44 50-45 board#1"]),
        (
            on_paper(1),
            &["1:50-44 stands 10 w#1 by desk#1", "1 resolved desk#1", "paper from 2 desk#1"],
        ),
    ]);
    // The captured pieces are not known, so the move stays out of the record.
    let game = check(&[
        (from(), &["started"]),
        (play("w", 1, 1, "50x39x33"), &["1:50-39-33 noted 27d w#1"]),
        (on_paper(1), &["paper from 1 desk#1"]),
    ]);
    assert_eq!(game.noted(), None);
    check(&[
        (start_from(RuleSet::Frisian, "W:W28:B23,4"), &["started"]),
        (play("w", 1, 1, "28x19 [4,23]"), &["1:28-19 [4,23] noted 27b w#1"]),
        (on_paper(1), &["1:28x19 stands 27b w#1 by desk#1", "end white-wins (no-pieces)"]),
    ]);
}

#[test]
fn irregular_moves_of_a_record_stand_when_they_are_answered() {
    let from = || start_from(RuleSet::Frisian, "W:W28,50:B23,4");
    let game = check(&[
        (from(), &["started"]),
        (complete(1, 1, &["50-44", "1-6"]), &["broken-record desk#1"]),
        // The next move is the regular one in its place.
        (complete(2, 1, &["50-44", "28x19"]), &["broken-record desk#2"]),
        (complete(3, 1, &["50x39x33", "4-9"]), &["broken-record desk#3"]),
        (
            complete(4, 1, &["50-44", "23x32"]),
            &["1:50-44 stands 10 desk#4", "2:23x32 desk#4", "record desk#4"],
        ),
    ]);
    assert_eq!(game.next_ply(), 3);
    let mut game = check(&[(from(), &["started"])]);
    let refusal = game.answer_to(&complete(1, 1, &["50-44", "1-6"])).unwrap_err();
    assert_eq!(refusal.to_string().split(':').next(), Some("ply 2 of the record"));
    assert_eq!(
        execute(&mut game, &complete(2, 1, &["50-44", "4-9", "28x19"])),
        ["1:50-44 stands 10 desk#2", "2:4-9 stands 10 desk#2", "3:28x19 desk#2", "record desk#2",]
    );
}

#[test]
fn the_last_move_of_a_record_stands_by_the_authority_of_the_desk() {
    let from = || start_from(RuleSet::Frisian, "W:W28,50:B23,4");
    check(&[
        (from(), &["started"]),
        (on_paper(1), &["paper from 1 desk#1"]),
        (complete(2, 1, &["50-44"]), &["1:50-44 stands 10 desk#2 by desk#2", "record desk#2"]),
        // The record settles the ply.
        (play("w", 1, 1, "28x19"), &["ply-already-played w#1"]),
    ]);
    // A resignation after it.
    check(&[
        (from(), &["started"]),
        (resign(1, Color::Black), &["end white-wins (resignation)"]),
        (complete(2, 1, &["50-44"]), &["1:50-44 stands 10 desk#2 by desk#2", "record desk#2"]),
    ]);
    // The captured pieces are not known.
    check(&[(from(), &["started"]), (complete(1, 1, &["50x39x33"]), &["broken-record desk#1"])]);
}

#[test]
fn a_record_is_taken_over_whole_or_not_at_all() {
    let many = vec!["32-28"; PAPER_MAX + 1];
    let mut game = check(&[
        (complete(8, 1, &["32-28"]), &["not-started desk#8"]),
        (start(), &["started"]),
        (complete(1, 2, &["32-28"]), &["wrong-first-ply desk#1"]),
        (complete(2, 1, &[]), &["wrong-move-count desk#2"]),
        (complete(3, 1, &many), &["wrong-move-count desk#3"]),
        (complete(4, 1, &["32-28", "28-19"]), &["broken-record desk#4"]),
        (complete(5, 1, &["32-28", "29-24"]), &["broken-record desk#5"]),
        // Several moves can also be handed in by a game that was never on paper.
        (
            complete(6, 1, &["32-28", "20-25"]),
            &["1:32-28 desk#6", "2:20-25 desk#6", "record desk#6"],
        ),
    ]);
    let refusal = game.answer_to(&complete(7, 3, &["31-26", "25-24", "19-23"])).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "ply 4 of the record: 25-24 is not allowed: the piece cannot reach that square so"
    );
    assert_eq!(execute(&mut game, &resign(1, Color::Black)), ["end white-wins (resignation)"]);
    // Also after the end; the result stays.
    assert_eq!(
        execute(&mut game, &complete(9, 3, &["31-26"])),
        ["3:31-26 desk#9", "record desk#9"]
    );
}

#[test]
fn a_record_can_end_the_game_and_not_go_beyond() {
    let from = || start_from(RuleSet::Frisian, "W:W28,50:B23");
    check(&[
        (from(), &["started"]),
        (on_paper(1), &["paper from 1 desk#1"]),
        (complete(2, 1, &["28x19", "4-9"]), &["broken-record desk#2"]),
        (
            complete(3, 1, &["28x19"]),
            &["1:28x19 desk#3", "record desk#3", "end white-wins (no-pieces)"],
        ),
    ]);
}

#[test]
fn a_record_replaces_an_irregular_move_that_waits() {
    let game = check(&[
        (start_from(RuleSet::Frisian, "W:W28,50:B23,4"), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (complete(1, 1, &["28x19"]), &["1:28x19 desk#1", "record desk#1"]),
    ]);
    assert_eq!(game.noted(), None);
}
