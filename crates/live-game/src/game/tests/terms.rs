//! The terms of a game: draws by agreement, flags that do not count, and chains of irregular moves;
//! and games that began before there were terms.

use draughts::{DrawAgreement, DrawRules, FmjdEdition, Reason, Score};
use game_clock::{Command, StartMode, Terms};

use super::*;
use crate::HeldFor;

/// Returns the start of a game on the usual terms of its rules.
pub(super) fn start_on(rules: RuleSet, fen: &str, terms: Terms) -> GameCommand {
    let GameCommand::Start { start, control, black_starts, at, .. } = start_from(rules, fen) else {
        panic!("a start")
    };
    GameCommand::Start { rules, start, control, black_starts, terms: Some(terms), at }
}

fn start_usually(rules: RuleSet, fen: &str) -> GameCommand {
    start_on(rules, fen, Terms::of(rules))
}

const BEGIN: &str = "W:W31-50:B1-20";
const STARTED: &[&str] = &["terms", "started"];

#[test]
fn art_21_2_a_draw_is_agreed_in_an_endgame_and_the_arbiter_decides() {
    let drawn = Outcome::new(Score::Draw, Reason::Agreement);
    let mut game = check(&[
        (start_usually(RuleSet::Frisian, BEGIN), STARTED),
        (draw("w", 1, Color::White), &["no-endgame w#1"]),
        (play("w", 2, 1, "32-28"), &["1:32-28 w#2"]),
        (draw("w", 3, Color::White), &["draw? White w#3"]),
        (draw("b", 1, Color::Black), &["draw! Black b#1"]),
        (draw("b", 2, Color::Black), &["draw-already-offered b#2"]),
    ]);
    assert!(game.is_draw_agreed());
    assert_eq!(game.outcome(), None, "the game goes on");
    let mut declined = game.clone();
    assert_eq!(execute(&mut game, &rule(1, drawn)), ["end draw (agreement)"]);
    assert_eq!((game.outcome(), game.is_draw_agreed()), (Some(drawn), false));

    // A move of one player does not undo what both agreed; once both play on, they may offer again.
    assert_eq!(execute(&mut declined, &play("b", 3, 2, "19-23")), ["2:19-23 b#3"]);
    assert!(declined.is_draw_agreed());
    assert_eq!(execute(&mut declined, &play("w", 4, 3, "28x19")), ["3:28x19 w#4"]);
    assert!(!declined.is_draw_agreed());
    assert_eq!(execute(&mut declined, &draw("b", 4, Color::Black)), ["draw? Black b#4"]);
}

#[test]
fn art_21_2_a_draw_may_be_agreed_at_once_in_an_endgame_that_the_arbiter_has_set() {
    let rules = RuleSet::Frisian;
    check(&[
        (start_usually(rules, BEGIN), STARTED),
        (set_position(1, rules, "W:WK46,K47,36:BK3,K4"), &["set W:W36,K46,K47:BK3,K4 desk#1"]),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("b", 1, Color::Black), &["draw! Black b#1"]),
    ]);
}

#[test]
fn art_21_2_an_event_may_let_players_agree_freely() {
    let draws = DrawRules { agreement: DrawAgreement::Free, ..DrawRules::of(RuleSet::Frisian) };
    let free = Terms { draws, start: StartMode::Hour };
    check(&[
        (start_on(RuleSet::Frisian, BEGIN, free), STARTED),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("b", 1, Color::Black), &["end draw (agreement)"]),
    ]);
}

#[test]
fn regulation_2006_rule_7_after_a_ruling_that_moves_are_missing_the_arbiter_checks_their_number() {
    let command = Command::PlayOn { moves: Some(52), running: None, at: AT };
    check(&[
        (start_usually(RuleSet::International2006, BEGIN), STARTED),
        (
            GameCommand::ForwardToClock { input: desk(1), command: command.clone() },
            &[&format!("clock 1 {command:?}")],
        ),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("b", 1, Color::Black), &["draw! Black b#1"]),
    ]);
}

#[test]
fn regulation_2006_rule_7_on_paper_the_arbiter_checks_the_number_of_moves() {
    let rules = RuleSet::International2006;
    check(&[
        (start_usually(rules, BEGIN), STARTED),
        (on_paper(1), &["paper from 1 desk#1"]),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("b", 1, Color::Black), &["draw! Black b#1"]),
    ]);
    check(&[
        (start_usually(rules, BEGIN), STARTED),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("b", 1, Color::Black), &["end both-lose (early-agreement)"]),
    ]);
}

#[test]
fn fmjd_6_4_counts_only_in_games_that_began_under_it() {
    let moves = ["46-32", "35-44", "32-5", "44-22", "5-37", "22-18", "37-14", "18-34", "14-3"];
    let (rules, fen) = (RuleSet::International, "W:WK46,45:BK35");
    for (start, ends) in [(start_usually(rules, fen), true), (start_from(rules, fen), false)] {
        let mut game = Game::default();
        execute(&mut game, &start);
        for (ply, mv) in (1_u32..).zip(moves.into_iter().chain(["34-39"])) {
            assert_eq!(game.outcome(), None, "{ply}");
            execute(&mut game, &play("board", ply.into(), ply, mv));
        }
        let drawn = Outcome::new(Score::Draw, Reason::FiveMoves);
        assert_eq!(game.outcome(), ends.then_some(drawn));
        // Taken back and played again, it is counted in the same way.
        execute(&mut game, &retract(1, 9));
        assert_eq!(game.outcome(), None);
        execute(&mut game, &play_at("board", 20, 9, "14-3", 2_000));
        execute(&mut game, &play_at("board", 21, 10, "34-39", 2_000));
        assert_eq!(game.outcome(), ends.then_some(drawn));
    }
    let draws = DrawRules { edition: FmjdEdition::KingsAlone, ..DrawRules::of(rules) };
    let older = start_on(rules, fen, Terms { draws, start: StartMode::Hour });
    assert_eq!(
        check(&[(older, STARTED)]).counts(),
        check(&[(start_from(rules, fen), &["started"])]).counts()
    );
}

/// White overlooks a capture, and Black's capture of the circle over 39, 29 and 33 is broken off on
/// square 34.
fn two_wrong_captures(start: &GameCommand) -> (Game, Vec<Vec<String>>) {
    let mut game = Game::default();
    execute(&mut game, start);
    let rows = [play("w", 1, 1, "47-41"), play("b", 1, 2, "43x34"), play("w", 2, 3, "41-37")];
    let told = rows.iter().map(|row| execute(&mut game, row)).collect();
    (game, told)
}

#[test]
fn art_27_a_wrong_answer_to_an_irregular_move_lets_it_stand_and_waits_in_its_turn() {
    let fen = "W:W47,39,33,29:B43,1";
    let (mut game, told) = two_wrong_captures(&start_usually(RuleSet::Frisian, fen));
    let expected: [&[&str]; 3] = [
        &["1:47-41 noted 10 w#1"],
        &["1:47-41 stands 10 w#1", "2:43-34 noted 11 b#1"],
        &["3:41-37 held w#2"],
    ];
    assert_eq!(told, expected);
    assert_eq!(game.held_for(), HeldFor::Arbiter, "which the desk is told");
    // The arbiter names the captured piece, and play goes on.
    let taken = Some([Square::new(39).unwrap()].into_iter().collect());
    let stands = execute(&mut game, &GameCommand::LetStand { input: desk(1), taken, at: AT });
    assert_eq!(stands.first().map(String::as_str), Some("2:43x34 stands 11 b#1 by desk#1"));
    assert_eq!(game.held(), []);
    // In a game of an older log both wait.
    let (_game, told) = two_wrong_captures(&start_from(RuleSet::Frisian, fen));
    assert_eq!(told[1..], [["2:43-34 held b#1"], ["3:41-37 held w#2"]]);
}

fn flag(color: Color, millis: i64) -> GameCommand {
    GameCommand::FlagFell { color, required: None, moves: None, at: Timestamp::from_millis(millis) }
}

#[test]
fn no_flag_ends_a_game_in_which_nobody_at_the_table_has_told_anything() {
    let rules = RuleSet::International;
    let mut game = check(&[
        (start_usually(rules, BEGIN), STARTED),
        (flag(Color::White, 5_000), &["flag White NothingTold"]),
    ]);
    // The flag that did not count never does, and the next one counts once there was a move.
    let rows: &[(GameCommand, &[&str])] = &[
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (flag(Color::White, 5_000), &[]),
        (flag(Color::Black, 9_000), &["end white-wins (flag-fall)"]),
    ];
    for (command, expected) in rows {
        assert_eq!(execute(&mut game, command), *expected, "{command:?}");
    }
    // Black's press, a display of the clock at the table and a report of absence tell something.
    let at = AT;
    for command in [
        Command::Begin { by: Color::Black, at },
        Command::MarkAbsent { color: Color::White, limit: None, at },
    ] {
        let mut game = check(&[(start_usually(rules, BEGIN), STARTED)]);
        execute(&mut game, &GameCommand::ForwardToClock { input: desk(1), command });
        let lost = execute(&mut game, &flag(Color::White, 5_000));
        assert_eq!(lost, ["end black-wins (flag-fall)"]);
    }
    // Games that began before there were terms are lost, as they were.
    let rows: &[(GameCommand, &[&str])] = &[
        (start_from(rules, BEGIN), &["started"]),
        (flag(Color::White, 5_000), &["end black-wins (flag-fall)"]),
    ];
    check(rows);
}

#[test]
fn estimated_times_end_no_game() {
    let rules = RuleSet::Frisian;
    let terms = Terms { start: StartMode::Notation, ..Terms::of(rules) };
    let game = check(&[
        (start_on(rules, BEGIN, terms), STARTED),
        (play("w", 1, 1, "32-28"), &["1:32-28 w#1"]),
        (flag(Color::Black, 9_000), &["flag Black Estimated"]),
    ]);
    assert_eq!(game.outcome(), None);
}
