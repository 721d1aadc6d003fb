//! Tests of irregular moves, changes by the arbiter, and games on paper.

use draughts::{Breach, Move, Position};
use live_game::{DeviceId, Game, GameEvent, InputId};

use super::*;
use crate::tests::sheet::{Played, Sheet};

fn square(number: u8) -> draughts::Square {
    draughts::Square::new(number).unwrap()
}

fn position(text: &str) -> Position {
    draughts::fen::parse(text, RULES.variant()).unwrap()
}

fn shown(messages: &[Message]) -> GameView {
    let view = view_of(messages, drop);
    view.picture().unwrap().snapshot(String::new(), STAMP).games.remove(0)
}

#[test]
fn an_irregular_move_that_stands_is_shown_with_its_article() {
    let stands = Sheet::with_moves(RULES, &MOVES[..2]).with_missed_capture("37-32");
    let answered = stands.clone().with_move("20-25");
    let messages = [Event(paired(RULES)), started(2), Play(stands.state()), Play(answered.state())];
    check(
        &messages,
        &[
            "tournament, players, rounds, game v0 0 moves *, standings",
            "game v3 2 moves *",
            "v4 ply 3 37-32 (27c)",
            "v5 ply 4 20-25",
        ],
    );
    let game = shown(&messages);
    let articles: Vec<_> = game.moves.iter().map(|mv| mv.irregular.as_deref()).collect();
    assert_eq!(articles, [None, None, Some("27c"), None]);
    assert_eq!(game.fen, answered.position().fen());
}

#[test]
fn a_piece_that_was_taken_against_the_rules_is_off_the_board() {
    let mut sheet = Sheet::with_moves(RULES, &["32-28", "19-23"]);
    let [from, to, captured @ ..] = [28, 19, 20, 23].map(square);
    let mv = Move::new(from, to, captured.into_iter().collect());
    let after = position("B:W19,31,33-50:B1-18");
    sheet.plies.push(Played { mv, breach: Some(Breach::WrongPiecesTaken), after });
    let game = shown(&[Event(paired(RULES)), Play(sheet.state())]);
    let last = game.moves.last().unwrap();
    assert_eq!((last.text.as_str(), last.captured.as_slice()), ("28x19", [20, 23].as_slice()));
    assert_eq!(last.irregular.as_deref(), Some("27b"));
    assert_eq!((&last.fen, &game.fen), (&after.fen(), &after.fen()));
}

#[test]
fn taking_moves_back_begins_a_new_line() {
    let taken_back = Sheet::with_moves(RULES, &MOVES[..1]).on_line(1);
    let goes_on = taken_back.clone().with_move("20-25");
    check(
        &[
            Event(paired(RULES)),
            started(3),
            Play(taken_back.state()),
            Play(goes_on.state()),
            Play(goes_on.clone().with_move("37-32").state()),
            // The same move again, in place of the one that was taken back.
            Play(goes_on.with_move("37-32").on_line(2).state()),
            Play(Sheet::started(RULES).on_line(3).state()),
        ],
        &[
            "tournament, players, rounds, game v0 0 moves *, standings",
            "game v4 3 moves *",
            "game v1:2 1 moves *",
            "v1:3 ply 2 20-25",
            "v1:4 ply 3 37-32",
            "game v2:4 3 moves *",
            "game v3:1 0 moves *",
        ],
    );
}

#[test]
fn a_position_that_the_arbiter_set_is_shown() {
    let mut set = Sheet::with_moves(RULES, &MOVES[..2]).on_line(1);
    let position = position("W:W28,31:B1,23");
    set.plies[1].after = position;
    let goes_on = set.clone().with_move("28x19");
    let messages = [Event(paired(RULES)), started(2), Play(set.state()), Play(goes_on.state())];
    check(
        &messages,
        &[
            "tournament, players, rounds, game v0 0 moves *, standings",
            "game v3 2 moves *",
            "game v1:3 2 moves *",
            "v1:4 ply 3 28x19",
        ],
    );
    let game = shown(&messages[..3]);
    assert_eq!((&game.moves[1].fen, &game.fen), (&position.fen(), &position.fen()));
    assert_eq!(game.moves[1].irregular, None);
    assert_eq!(shown(&messages).fen, "B:W19,31:B1");
}

#[test]
fn a_position_that_was_set_before_the_first_move_is_the_start() {
    let at = Timestamp::from_millis(1000);
    let input = InputId::new(DeviceId::new("desk").unwrap(), 1);
    let position = position("B:W28,31:B1,23");
    let usual = Position::start(RULES.variant());
    let mut log = Game::default();
    for event in [
        GameEvent::Started { rules: RULES, start: usual, at },
        GameEvent::PositionSet { position, input, at },
    ] {
        log.apply(&event);
    }
    let game = shown(&[Event(paired(RULES)), started(0), Play(GameState::from(&log))]);
    assert_eq!((game.start.as_str(), game.fen.as_str()), ("B:W28,31:B1,23", "B:W28,31:B1,23"));
}

#[test]
fn a_result_disappears_once_the_tournament_withdraws_it() {
    let resumed = Sheet::with_moves(RULES, &MOVES[..2]).on_line(1);
    let mut over = resumed.clone().with_move("28x19");
    over.outcome = Some(white_won());
    let recorded = || with_result(paired(RULES), Score::WhiteWins);
    let mut withdrawn = recorded();
    withdrawn.apply(&tournament::Event::ResultWithdrawn {
        round: RoundNumber::FIRST,
        table: tournament::TableNumber::FIRST,
    });
    let game_v0 = "tournament, players, rounds, game v0 0 moves *, standings";
    check(
        &[
            Event(paired(RULES)),
            super::over(2, white_won()),
            Event(recorded()),
            Play(resumed.state()),
            Event(withdrawn.clone()),
            Play(over.state()),
            Event(with_result(withdrawn, Score::WhiteWins)),
        ],
        &[
            game_v0,
            "game v4 2 moves 2-0",
            "standings",
            // The result of the tournament is valid until it is withdrawn.
            "game v1:3 2 moves 2-0",
            "rounds, game v1:3 2 moves *, standings",
            "v1:4 ply 3 28x19, v1:5 2-0",
            "standings",
        ],
    );
}

#[test]
fn a_game_on_paper_shows_its_first_ply_on_paper_until_it_is_completed() {
    let mut on_paper = Sheet::with_moves(RULES, &MOVES[..2]).on_line(1);
    on_paper.on_paper_from = 3;
    let mut resigned = on_paper.clone();
    resigned.outcome = Some(white_won());
    let completed = Sheet::with_moves(RULES, &MOVES).on_line(2);
    let mut completed_late = completed.clone();
    completed_late.outcome = Some(white_won());
    for (middle, end, expected) in [
        (None, completed, ["", "game v2:5 4 moves *"]),
        (Some(resigned), completed_late, ["v1:4 2-0", "game v2:6 4 moves 2-0"]),
    ] {
        let middle = middle.unwrap_or_else(|| on_paper.clone());
        let messages = [
            Event(paired(RULES)),
            started(2),
            Play(on_paper.state()),
            Play(middle.state()),
            Play(end.state()),
        ];
        check(
            &messages,
            &[
                "tournament, players, rounds, game v0 0 moves *, standings",
                "game v3 2 moves *",
                "game v1:3 2 moves * paper 3",
                expected[0],
                expected[1],
            ],
        );
        assert_eq!(shown(&messages[..4]).on_paper_from, Some(3));
        assert_eq!(shown(&messages).on_paper_from, None);
    }
}

#[test]
fn the_bonus_of_a_draw_is_shown_only_with_a_draw_that_counts() {
    let rules = RuleSet::International2006;
    let mut drawn = Sheet::with_moves(rules, &MOVES);
    drawn.outcome = Some(Outcome::new(Score::Draw, Reason::Repetition));
    drawn.bonus = Some(-3);
    let bonus = |tournament, sheet: &Sheet| {
        let result = shown(&[Event(tournament), Play(sheet.state())]).result.unwrap();
        (result.text, result.bonus)
    };
    assert_eq!(bonus(paired(rules), &drawn), ("1-1".to_owned(), Some(-3)));
    let by = |score| with_result(paired(rules), score);
    assert_eq!(bonus(by(Score::Draw), &drawn), ("1-1".to_owned(), Some(-3)));
    assert_eq!(bonus(by(Score::WhiteWins), &drawn), ("2-0".to_owned(), None));
    drawn.bonus = None;
    assert_eq!(bonus(paired(rules), &drawn), ("1-1".to_owned(), None));
}
