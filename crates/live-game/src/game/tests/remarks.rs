//! Rulings that are carried out although the rules or the record speak against them, and pauses
//! that need a reason.

use draughts::{Reason, Score};
use game_clock::{Command, StartMode, Terms};

use super::terms::start_on;
use super::*;
use crate::Remark;

const BEGIN: &str = "W:W31-50:B1-20";

fn begin(rules: RuleSet, fen: &str) -> GameCommand {
    start_on(rules, fen, Terms::of(rules))
}

#[test]
fn art_27_the_arbiter_is_told_that_an_answered_irregular_move_had_stood() {
    let missed = [play("w", 1, 1, "50-44"), play("b", 1, 2, "23x32")];
    for (first, remarked) in [
        (
            begin(RuleSet::Frisian, "W:W28,50:B23,1"),
            ["AnsweredIrregularity { ply: 1 } desk#2"].as_slice(),
        ),
        // A game from before there were terms is decided as it was then.
        (start_from(RuleSet::Frisian, "W:W28,50:B23,1"), &[]),
    ] {
        let mut game = game_after(&[std::slice::from_ref(&first), &missed[..]].concat());
        assert_eq!(game.plies().len(), 2);
        // The answer alone may be taken back: it was no irregular move.
        assert_eq!(execute(&mut game, &retract(1, 2)), ["back to 2 desk#1"]);
        execute(&mut game, &play_at("b", 2, 2, "23x32", 2_000));
        let expected = [["back to 1 desk#2"].as_slice(), remarked].concat();
        assert_eq!(execute(&mut game, &retract(2, 1)), expected);
        assert_eq!(game.next_ply(), 1);
    }
}

#[test]
fn art_27_an_irregular_move_that_nobody_answered_is_taken_back_without_a_remark() {
    let begun = [begin(RuleSet::Frisian, "W:W28,50:B23,1"), play("w", 1, 1, "50-44")];
    assert_eq!(execute(&mut game_after(&begun), &retract(1, 1)), ["back to 1 desk#1"]);
    let mut game = game_after(&begun);
    execute(&mut game, &let_stand(1));
    assert_eq!(execute(&mut game, &retract(2, 1)), ["back to 1 desk#2"]);
}

#[test]
fn art_27_an_irregular_answer_answers_too() {
    let rules = RuleSet::Frisian;
    let mut game = game_after(&[
        begin(rules, "W:W28,50:B23,1"),
        play("w", 1, 1, "50-44"),
        // Black misses the capture of 28 in turn.
        play("b", 1, 2, "1-6"),
    ]);
    assert!(game.noted().is_some());
    let told = execute(&mut game, &retract(1, 1));
    assert_eq!(told, ["back to 1 desk#1", "AnsweredIrregularity { ply: 1 } desk#1"]);
}

#[test]
fn art_18_20_1_and_20_6_a_result_that_the_board_does_not_show_is_told_to_the_arbiter() {
    let rules = RuleSet::Frisian;
    let pieces = Outcome::win(Color::White, Reason::NoPieces);
    let kings = Outcome::new(Score::Draw, Reason::TwoKingsAgainstOne);
    let blocked = Outcome::win(Color::Black, Reason::NoLegalMove);
    for outcome in [pieces, kings, blocked] {
        let told = format!("{:?} desk#1", Remark::NotOnBoard { outcome });
        let mut game = game_after(&[begin(rules, BEGIN)]);
        assert_eq!(execute(&mut game, &rule(1, outcome)), [format!("end {outcome}"), told.clone()]);
        assert_eq!(game.outcome(), Some(outcome), "the ruling holds");
        let mut game = game_after(&[begin(rules, BEGIN), resign(1, Color::White)]);
        let corrected = format!("corrected {outcome}");
        assert_eq!(execute(&mut game, &rule(1, outcome)), [corrected, told]);
        // The moves on paper may show it, and so may those of a game that was not played here.
        let mut game = game_after(&[begin(rules, BEGIN), on_paper(2)]);
        assert_eq!(execute(&mut game, &rule(1, outcome)), [format!("end {outcome}")]);
        let mut game = game_after(&[begin(rules, BEGIN)]);
        let by_hand = ByHand::new("Anna".to_owned(), "slip");
        let input = input(InputId::TOURNAMENT, 2);
        let recorded = GameCommand::Rule { input, outcome, by_hand, at: AT };
        assert_eq!(execute(&mut game, &recorded), [format!("end {outcome}")]);
        // A game from before there were terms is decided as it was then.
        let mut game = game_after(&[start_from(rules, BEGIN)]);
        assert_eq!(execute(&mut game, &rule(1, outcome)), [format!("end {outcome}")]);
    }
    // A reason that the board shows, or cannot show, is told without a remark.
    let mut won = game_after(&[begin(rules, "W:W28,50:B23"), play("w", 1, 1, "28x19")]);
    let misconduct = Outcome::win(Color::Black, Reason::Misconduct);
    assert_eq!(execute(&mut won, &rule(1, misconduct)), [format!("corrected {misconduct}")]);
    assert_eq!(execute(&mut won, &rule(2, pieces)), [format!("corrected {pieces}")]);
}

#[test]
fn a_ruling_on_the_clock_of_a_game_without_one_is_refused() {
    let terms = Terms { start: StartMode::Untimed, ..Terms::of(RuleSet::Frisian) };
    let mut game = game_after(&[start_on(RuleSet::Frisian, BEGIN, terms)]);
    for (sequence, command) in [
        (1, Command::Pause { reason: None, at: AT }),
        (2, Command::MarkAbsent { color: Color::White, limit: None, at: AT }),
        (3, Command::Begin { by: Color::Black, at: AT }),
    ] {
        let ruling = GameCommand::ForwardToClock { input: desk(sequence), command };
        assert_eq!(execute(&mut game, &ruling), [format!("no-clock desk#{sequence}")]);
    }
}

#[test]
fn rule_2_of_2006_a_pause_asks_for_the_article() {
    let pause = |sequence, reason: Option<&str>| {
        let reason = reason.map(|text| game_clock::Reason::new(text).unwrap());
        let command = Command::Pause { reason, at: AT };
        let told = format!("clock 1 {command:?}");
        (GameCommand::ForwardToClock { input: desk(sequence), command }, told)
    };
    for rules in [RuleSet::International2006, RuleSet::International2006Open] {
        let mut game = game_after(&[begin(rules, BEGIN)]);
        assert_eq!(execute(&mut game, &pause(1, None).0), ["pause-needs-reason desk#1"]);
        let (command, told) = pause(2, Some("2006 art. 4: the flag of table 3"));
        assert_eq!(execute(&mut game, &command), [told]);
    }
    let elsewhere = [RuleSet::Frisian, RuleSet::International, RuleSet::Boxed12200];
    for start in elsewhere.map(|rules| begin(rules, BEGIN)).into_iter().chain([
        // A game from before there were terms is decided as it was then.
        start_from(RuleSet::International2006, BEGIN),
    ]) {
        let (command, told) = pause(1, None);
        assert_eq!(execute(&mut game_after(&[start]), &command), [told]);
    }
}
