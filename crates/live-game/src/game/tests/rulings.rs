//! The arbiter takes moves back, sets positions and lets games go on.

use draughts::{Reason, Score};

use super::*;

#[test]
fn moves_are_taken_back_and_played_again() {
    let game = check(&[
        (retract(9, 1), &["not-started desk#9"]),
        (start(), &["started"]),
        (retract(1, 1), &["no-such-ply desk#1"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "19-23"), &["2:19-23 b#1"]),
        (play("board", 1, 2, "18-23"), &["2 conflict 19-23 18-23 board#1"]),
        (play("board", 4, 4, "1-2"), &["4:1-2 held board#4"]),
        (draw("b", 2, Color::Black), &["draw? Black b#2"]),
        (retract(2, 0), &["no-such-ply desk#2"]),
        (retract(3, 3), &["no-such-ply desk#3"]),
        (retract(4, 2), &["back to 2 desk#4", "retracted board#4"]),
    ]);
    assert_eq!((game.next_ply(), game.draw_offer(), game.conflicts().len()), (2, None, 0));
    assert_eq!(notations(&game), ["32-28"]);
    assert_eq!(Some(game.position()), game.position_after(1));
}

#[test]
fn what_was_told_before_the_ruling_belongs_to_the_old_line() {
    check(&[
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (play("b", 1, 2, "19-23"), &["2:19-23 b#1"]),
        (
            GameCommand::Retract { input: desk(1), from_ply: 2, at: Timestamp::from_millis(5_000) },
            &["back to 2 desk#1"],
        ),
        (play_at("board", 2, 2, "19-23", 5_000), &["retracted board#2"]),
        (play_at("board", 3, 3, "28-19", 4_000), &["retracted board#3"]),
        (play_at("board", 1, 1, "32-28", 900), &["1 confirmed board#1"]),
        (play_at("b", 2, 2, "20-25", 5_001), &["2:20-25 b#2"]),
        (play_at("board", 4, 2, "19-23", 4_999), &["retracted board#4"]),
        (play_at("board", 5, 2, "20-25", 5_001), &["2 confirmed board#5"]),
    ]);
}

#[test]
fn a_result_by_rule_goes_with_the_move_that_gave_it() {
    let from = || start_from(RuleSet::Frisian, "W:W28,50:B23");
    check(&[
        (from(), &["started"]),
        (play("w", 1, 1, "28x19"), &["1:28x19 w#1", "end white-wins (no-pieces)"]),
        (resume(1), &["game-finished desk#1"]),
        (retract(2, 1), &["back to 1 desk#2", "resumed desk#2"]),
        (play_at("w", 2, 1, "50-44", 2_000), &["1:50-44 noted 10 w#2"]),
    ]);
    let game = check(&[
        (from(), &["started"]),
        (play("w", 1, 1, "28x19"), &["1:28x19 w#1", "end white-wins (no-pieces)"]),
        (
            rule(1, Outcome::new(Score::BothLose, Reason::Misconduct)),
            &["corrected both-lose (misconduct)"],
        ),
        (retract(2, 1), &["back to 1 desk#2"]),
        (play_at("w", 2, 1, "28x19", 2_000), &["game-finished w#2"]),
        (resume(3), &["resumed desk#3"]),
        (play_at("w", 3, 1, "28x19", 2_000), &["1:28x19 w#3", "end white-wins (no-pieces)"]),
    ]);
    assert!(game.outcome().is_some());
}

#[test]
fn a_finished_game_goes_on_once_the_arbiter_resumes_it() {
    check(&[
        (resume(1), &["not-finished desk#1"]),
        (start(), &["started"]),
        (resume(2), &["not-finished desk#2"]),
        (resign(1, Color::White), &["end black-wins (resignation)"]),
        (resume(3), &["resumed desk#3"]),
        (play("w", 2, 1, "32-28"), &["1:32-28 w#2"]),
    ]);
    check(&[
        (rule(1, Outcome::win(Color::White, Reason::NoShow)), &["end white-wins (no-show)"]),
        (resume(2), &["resumed desk#2"]),
        (start(), &["started"]),
    ]);
}

#[test]
fn the_arbiter_sets_the_position() {
    let rules = RuleSet::International;
    let game = check(&[
        (set_position(1, rules, "W:W28:B23"), &["not-started desk#1"]),
        (start(), &["started"]),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (draw("b", 1, Color::Black), &["draw? Black b#1"]),
        (set_position(2, RuleSet::Frisian, "W:W28:B23"), &["wrong-variant desk#2"]),
        (play("w", 2, 3, "28-19"), &["3:28-19 held w#2"]),
        (set_position(3, rules, "W:W28,50:B23,4"), &["set W:W28,50:B4,23 desk#3"]),
        (set_position(4, rules, "W:W28,50:B23,4"), &["same-position desk#4"]),
        (play("w", 3, 2, "28-19"), &["2:28x19 w#3", "illegal-move w#2"]),
        (retract(5, 2), &["back to 2 desk#5"]),
    ]);
    assert_eq!(game.position().to_string(), "W:W28,50:B4,23");
    assert_eq!((game.next_ply(), game.draw_offer()), (2, None));
    let mut game = game;
    assert_eq!(execute(&mut game, &retract(6, 1)), ["back to 1 desk#6"]);
    assert_eq!(game.position(), game.start());
}

#[test]
fn a_set_position_can_end_the_game_and_drops_what_was_noted() {
    let rules = RuleSet::Frisian;
    let game = check(&[
        (start_from(rules, "W:W28,50:B23,4"), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (set_position(1, rules, "B:W28:B"), &["set B:W28:B desk#1", "end white-wins (no-pieces)"]),
        (set_position(2, rules, "W:W28:B23"), &["game-finished desk#2"]),
    ]);
    assert_eq!(game.noted(), None);
}

#[test]
fn a_set_position_settles_the_conflict_about_an_irregular_move_that_it_drops() {
    let rules = RuleSet::Frisian;
    let game = check(&[
        (start_from(rules, "W:W28,50,45:B23,4,5"), &["started"]),
        (play("w", 1, 1, "50-44"), &["1:50-44 noted 10 w#1"]),
        (play("board", 1, 1, "45-40"), &["1 conflict 50-44 45-40 board#1"]),
        (
            set_position(1, rules, "W:W28,45:B4,5"),
            &["1 resolved desk#1", "set W:W28,45:B4,5 desk#1"],
        ),
        (play("w", 2, 1, "28-23"), &["1:28-23 w#2"]),
        // The first move from that position can be disputed as any other.
        (play("board", 2, 1, "45-40"), &["1 conflict 28-23 45-40 board#2"]),
    ]);
    assert_eq!(game.conflicts().len(), 1);
}
