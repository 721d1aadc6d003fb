//! How games end.

use super::*;
use crate::{Reason, Score};

#[test]
fn a_draw_needs_both_and_an_offer_lapses_when_the_opponent_moves() {
    check(&[
        (draw("w", 0, Color::White), &["not-started w#0"]),
        (start(), &["started"]),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("w", 2, Color::White), &["draw-already-offered w#2"]),
        (play("w", 3, 1, "32-28"), &["1:32-28 w#3"]),
        (play("b", 1, 2, "20-25"), &["2:20-25 b#1"]),
        (draw("b", 2, Color::Black), &["draw? Black b#2"]),
        (draw("w", 4, Color::White), &["end draw (agreement)"]),
        (draw("w", 5, Color::White), &["game-finished w#5"]),
    ]);
}

#[test]
fn a_game_ends_by_resignation_flag_and_ruling() {
    let flag = |color| Command::FlagFell { color, at: AT };
    check(&[
        (start(), &["started"]),
        (resign(1, Color::White), &["end black-wins (resignation)"]),
        (flag(Color::Black), &[]),
        (rule(1, Outcome::win(Color::Black, Reason::Resignation)), &["same-result desk#1"]),
        (
            rule(2, Outcome::new(Score::BothLose, Reason::Arbiter)),
            &["corrected both-lose (arbiter)"],
        ),
        (play("w", 2, 1, "32-28"), &["game-finished w#2"]),
    ]);
    check(&[(start(), &["started"]), (flag(Color::White), &["end black-wins (flag-fall)"])]);
    check(&[(flag(Color::White), &["refused not-started"])]);
    let no_show = Outcome::win(Color::White, Reason::NoShow);
    check(&[
        (rule(1, no_show), &["end white-wins (no-show)"]),
        (start(), &["refused game-finished"]),
    ]);
}

#[test]
fn art20_5_what_comes_after_the_flag_is_too_late() {
    let before = Timestamp::from_millis(999);
    let flag = |color, at| Command::FlagFell { color, at };
    check(&[
        (start_from(RuleSet::Frisian, "W:W28:B23"), &["started"]),
        (play("w", 1, 1, "28x19"), &["1:28x19 w#1", "end white-wins (no-pieces)"]),
        (flag(Color::White, AT), &[]),
        (flag(Color::Black, before), &[]),
        (flag(Color::White, before), &["corrected black-wins (flag-fall)"]),
    ]);
    check(&[
        (start(), &["started"]),
        (rule(1, Outcome::win(Color::White, Reason::Arbiter)), &["end white-wins (arbiter)"]),
        (flag(Color::White, before), &[]),
    ]);
}

#[test]
fn art20_1_no_pieces_left_is_lost() {
    check(&[
        (start_from(RuleSet::Frisian, "W:W28:B23"), &["started"]),
        (play("w", 1, 1, "28x19"), &["1:28x19 w#1", "end white-wins (no-pieces)"]),
    ]);
}

#[test]
fn art20_6_no_legal_move_is_lost() {
    check(&[
        (start_from(RuleSet::International, "W:W44,45:B35"), &["started"]),
        (play("w", 1, 1, "45-40"), &["1:45-40 w#1", "end white-wins (no-legal-move)"]),
    ]);
    check(&[(
        start_from(RuleSet::International, "W:W6:B1,K50"),
        &["started", "end black-wins (no-legal-move)"],
    )]);
}
