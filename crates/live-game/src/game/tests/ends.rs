//! Ends of games.

use draughts::{MoveText, Reason, Score};
use game_clock::{AbsenceLimit, Command, Event, Moves};

use super::*;
use crate::{ClockEvent, Refusal};

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
    let flag = |color| GameCommand::FlagFell { color, required: None, moves: None, at: AT };
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
    let absent = |color| GameCommand::DidNotCome { color, moves: None, at: AT };
    let black = absent(Some(Color::Black));
    check(&[(start(), &["started"]), (black, &["end white-wins (no-show)"])]);
    check(&[(start(), &["started"]), (absent(None), &["end both-lose (no-show)"])]);
    let no_show = Outcome::win(Color::White, Reason::NoShow);
    check(&[
        (rule(1, no_show), &["end white-wins (no-show)"]),
        (start(), &["refused game-finished"]),
    ]);
}

#[test]
fn both_confirm_a_result_and_anew_when_it_is_another_one() {
    let lost = Outcome::win(Color::Black, Reason::Resignation);
    let drawn = Outcome::new(Score::Draw, Reason::Arbiter);
    let confirm = |device: &str, sequence, color, outcome, agrees| GameCommand::ConfirmResult {
        input: input(device, sequence),
        color,
        outcome,
        agrees,
        at: AT,
    };
    let said = |game: &Game| {
        let said = game.confirmations().map(|(color, it)| (color, it.agrees));
        said.collect::<Vec<_>>()
    };
    let mut rows: Vec<(GameCommand, &[&str])> = vec![
        (confirm("w", 9, Color::White, lost, true), &["not-finished w#9"]),
        (start(), &["started"]),
        (confirm("w", 8, Color::White, lost, true), &["not-finished w#8"]),
        (resign(1, Color::White), &["end black-wins (resignation)"]),
        (confirm("w", 2, Color::White, lost, true), &["White agrees w#2"]),
        (confirm("b", 1, Color::Black, lost, false), &["Black disagrees b#1"]),
        (confirm("b", 1, Color::Black, lost, false), &[]),
        (confirm("b", 2, Color::Black, drawn, true), &["game-finished b#2"]),
    ];
    let game = check(&rows);
    assert_eq!(said(&game), [(Color::White, true), (Color::Black, false)]);
    // That changes no result, and the last word counts.
    assert_eq!(game.outcome(), Some(lost));
    rows.push((confirm("b", 3, Color::Black, lost, true), &["Black agrees b#3"]));
    assert_eq!(said(&check(&rows)), [(Color::White, true), (Color::Black, true)]);
    // The arbiter corrects it.
    rows.push((rule(1, drawn), &["corrected draw (arbiter)"]));
    assert_eq!(said(&check(&rows)), []);
    rows.push((confirm("w", 3, Color::White, lost, true), &["game-finished w#3"]));
    rows.push((confirm("w", 4, Color::White, drawn, true), &["White agrees w#4"]));
    assert_eq!(said(&check(&rows)), [(Color::White, true)]);
    rows.push((resume(2), &["resumed desk#2"]));
    assert_eq!(said(&check(&rows)), []);
}

#[test]
fn art20_5_what_comes_after_the_flag_is_too_late() {
    let before = Timestamp::from_millis(999);
    let flag = |color, at| GameCommand::FlagFell { color, required: None, moves: None, at };
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
fn a_flag_that_is_told_again_does_not_end_a_resumed_game_again() {
    let flag = |millis| GameCommand::FlagFell {
        color: Color::White,
        required: None,
        moves: None,
        at: Timestamp::from_millis(millis),
    };
    check(&[
        (start(), &["started"]),
        (flag(900), &["end black-wins (flag-fall)"]),
        (resume(1), &["resumed desk#1"]),
        (flag(900), &[]),
        (flag(1_000), &[]),
        (flag(1_001), &["end black-wins (flag-fall)"]),
    ]);
}

#[test]
fn a_flag_waits_for_moves_that_its_clock_knew_of_and_the_log_has_lost() {
    let (color, white, black) = (Color::Black, 2, 1);
    let moves = Some(Moves { white, black });
    let flag = GameCommand::FlagFell { color, required: None, moves, at: AT };
    let absent = GameCommand::DidNotCome { color: Some(color), moves, at: AT };
    for (late, ends) in [(flag, "end white-wins (flag-fall)"), (absent, "end white-wins (no-show)")]
    {
        assert!(Game::default().lacks_moves_for(&late), "{late:?}");
        let mut game = check(&[(start(), &["started"])]);
        for (ply, mv) in [(1, "32-28"), (2, "19-23"), (3, "28x19")] {
            assert!(game.lacks_moves_for(&late), "{late:?} before ply {ply}");
            assert_eq!(execute(&mut game, &late), [""; 0], "{late:?} before ply {ply}");
            let device = if ply == 2 { "b" } else { "w" };
            execute(&mut game, &play(device, ply.into(), ply, mv));
        }
        assert!(!game.lacks_moves_for(&late), "{late:?}");
        assert_eq!(execute(&mut game, &late), [ends]);

        // The arbiter has the last word on the record, and on the result.
        let taken_back =
            [(start(), &["started"] as &[&str]), (play("w", 1, 1, "32-28"), &["1:32-28 w#1"])];
        let mut game = check(&taken_back);
        execute(&mut game, &GameCommand::Retract { input: desk(1), from_ply: 1, at: AT });
        assert!(!game.lacks_moves_for(&late), "{late:?}");
        let mut game = check(&taken_back);
        let command = Command::PlayOn { moves: None, running: None, at: AT };
        execute(&mut game, &GameCommand::ForwardToClock { input: desk(1), command });
        assert!(!game.lacks_moves_for(&late), "{late:?}");
        let mut game = check(&taken_back);
        execute(&mut game, &rule(1, Outcome::win(Color::White, Reason::Arbiter)));
        assert!(!game.lacks_moves_for(&late), "{late:?}");
    }
}

#[test]
fn a_result_that_no_game_has_by_its_rules_is_refused() {
    let drawn = |reason| Outcome::new(Score::Draw, reason);
    let repetition = drawn(Reason::Repetition);
    check(&[
        (start_from(RuleSet::Frisian, "W:W31-50:B1-20"), &["started"]),
        (rule(1, drawn(Reason::Resignation)), &["impossible-outcome desk#1"]),
        (rule(2, repetition), &["impossible-outcome desk#2"]),
        (
            rule(3, Outcome::new(Score::BothLose, Reason::EarlyAgreement)),
            &["impossible-outcome desk#3"],
        ),
        (rule(4, drawn(Reason::OneKingEach)), &["end draw (one-king-each)"]),
        (rule(5, repetition), &["impossible-outcome desk#5"]),
        (
            rule(6, Outcome::new(Score::Unplayed, Reason::WrongBoard)),
            &["corrected unplayed (wrong-board)"],
        ),
        (rule(7, Outcome::win(Color::White, Reason::WrongBoard)), &["impossible-outcome desk#7"]),
    ]);
    check(&[(start(), &["started"]), (rule(1, repetition), &["end draw (repetition)"])]);
    check(&[
        (rule(1, drawn(Reason::NoShow)), &["impossible-outcome desk#1"]),
        (
            rule(2, Outcome::win(Color::White, Reason::UpsetPieces)),
            &["end white-wins (upset-pieces)"],
        ),
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

#[test]
fn regulation_2006_rule_7_a_draw_agreed_before_fifty_moves_is_lost_for_both() {
    for (rules, expected) in [
        (RuleSet::International2006, "end both-lose (early-agreement)"),
        (RuleSet::International2006Open, "end both-lose (early-agreement)"),
        (RuleSet::International, "end draw (agreement)"),
        (RuleSet::Boxed12200, "end draw (agreement)"),
        (RuleSet::Frisian, "end draw (agreement)"),
    ] {
        check(&[
            (start_from(rules, "W:W31-50:B1-20"), &["started"]),
            (draw("w", 1, Color::White), &["draw? White w#1"]),
            (draw("b", 1, Color::Black), &[expected]),
        ]);
    }
    // On paper the number of moves is not known.
    check(&[
        (start_from(RuleSet::International2006, "W:W31-50:B1-20"), &["started"]),
        (on_paper(1), &["paper from 1 desk#1"]),
        (draw("w", 1, Color::White), &["draw? White w#1"]),
        (draw("b", 1, Color::Black), &["end draw (agreement)"]),
    ]);
}

/// Returns a random game that still runs after so many plies.
fn running_after(plies: u32) -> Game {
    let mut chance = 1_u32;
    let mut games = (0..1_000).filter_map(|_| {
        let mut game =
            check(&[(start_from(RuleSet::International2006, "W:W31-50:B1-20"), &["started"])]);
        for ply in 1..=plies {
            let legal = game.position().legal_moves();
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mv = legal.get((chance >> 8) as usize % legal.len().max(1))?;
            let (input, mv) = (input("w", 100 + u64::from(ply)), MoveText::from(mv));
            execute(&mut game, &GameCommand::Play { input, ply, mv, at: AT });
        }
        game.outcome().is_none().then_some(game)
    });
    games.next().unwrap()
}

#[test]
fn regulation_2006_rule_7_ends_with_the_fiftieth_move_of_black() {
    for (plies, expected) in
        [(99, "end both-lose (early-agreement)"), (100, "end draw (agreement)")]
    {
        let mut game = running_after(plies);
        execute(&mut game, &draw("w", 1, Color::White));
        assert_eq!(execute(&mut game, &draw("b", 1, Color::Black)), [expected]);
    }
}

#[test]
fn regulation_2006_d1_a_drawn_game_gives_a_bonus_for_the_men() {
    let drawn = Outcome::new(Score::Draw, Reason::Arbiter);
    let won = Outcome::win(Color::White, Reason::Arbiter);
    for (rules, fen, outcome, expected) in [
        (RuleSet::International2006, "W:WK28,49,50:B1,2", drawn, Some(2)),
        (RuleSet::International2006, "W:W49:BK1,2,3,4", drawn, Some(-4)),
        (RuleSet::International2006, "W:WK49:B2,3", drawn, Some(0)),
        (RuleSet::International2006, "W:WK28,49,50:B1,2", won, None),
        (RuleSet::International, "W:WK28,49,50:B1,2", drawn, None),
        (RuleSet::International2006Open, "W:WK28,49,50:B1,2", drawn, None),
    ] {
        let mut game = check(&[(start_from(rules, fen), &["started"])]);
        assert_eq!(game.draw_bonus(), None);
        execute(&mut game, &rule(1, outcome));
        assert_eq!(game.draw_bonus(), expected, "{rules} {fen}");
    }
}

#[test]
fn flags_and_absences_are_the_events_of_a_clock_that_concern_its_game() {
    let (color, at) = (Color::Black, Timestamp::from_millis(5));
    let limit = AbsenceLimit::TOURNAMENT_2006;
    let moves = Some(Moves { white: 3, black: 2 });
    let did_not_come = |color| Some(GameCommand::DidNotCome { color, moves, at });
    for (event, expected) in [
        // By then the arbiter may have changed the record, and the clock may be in another stage.
        (
            Event::FlagFell { color, required: Some(50), at },
            Some(GameCommand::FlagFell { color, required: Some(50), moves, at }),
        ),
        // A player who did not come in time has lost; if neither came, both have lost (2006 art.
        // 3).
        (Event::AbsenceExceeded { color, limit, both: false, at }, did_not_come(Some(color))),
        (Event::AbsenceExceeded { color, limit, both: true, at }, did_not_come(None)),
        (Event::Stopped { at }, None),
    ] {
        let event = ClockEvent::Clock(event);
        assert_eq!(GameCommand::of_clock_event(&event, moves), expected);
    }
}

#[test]
fn a_decision_that_is_too_large_to_store_becomes_a_refusal_of_its_input() {
    let (input, refusal) = (input("w", 1), Refusal::RecordFull);
    let refused = vec![GameEvent::InputRefused { input, refusal }];
    assert_eq!(Game::decide_too_large(&play("w", 1, 1, "32-28")), Some(refused));
    // Nobody waits for an answer.
    assert_eq!(Game::decide_too_large(&GameCommand::TimeCheck { at: AT }), None);
}
