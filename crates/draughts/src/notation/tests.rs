//! Reading and refusing forms of moves.

use super::Notations;
use crate::{Breach, ParseMoveError, Position, Square, Variant, fen};

fn ambiguous() -> Position {
    fen::parse("B:WK1,K5,14,16,29,34,44:BK3", Variant::International).unwrap()
}

#[test]
fn art22_short_forms_stand_for_one_move() {
    let position = ambiguous();
    let moves = position.legal_moves();
    let notations = Notations::new(&position, &moves);
    let forms: Vec<[String; 4]> = moves
        .iter()
        .filter(|mv| mv.to().get() == 50)
        .map(|mv| {
            let hub = position.hub_move(mv);
            [mv.to_string(), notations.strict(mv), notations.scan(mv), hub]
        })
        .collect();
    assert_eq!(
        forms,
        [
            ["3x50", "3x20x33x50", "3x50x29", "3x50x14x29x44"],
            ["3x50", "3x25x39x50", "3x50x34", "3x50x14x34x44"],
        ]
    );
    let Err(ParseMoveError::Ambiguous { candidates }) = position.parse_move("3x50") else {
        panic!("two captures go from 3 to 50");
    };
    assert_eq!(candidates.len(), 2);
    for text in ["3x20x33x50", "3x33x50", "03 x 20 x 50", "3-20-50", "3:33:50"] {
        assert_eq!(position.parse_move(text), Ok(candidates[0]), "{text}");
    }
}

#[test]
fn captured_squares_are_read_only_when_asked_for() {
    let position = ambiguous();
    let hub = position.parse_hub_move("3x50x29").unwrap();
    assert_eq!(position.full_notation(&hub), "3x20x33x50");
    for text in ["3x50x14x29x44", "3x50x44x29", "3-50-29", " 3 x 50 x 29 "] {
        assert_eq!(position.parse_hub_move(text), Ok(hub), "{text}");
    }
    for text in ["3x14x29x44x50", "3x50x14x29x44", "3x29x50"] {
        assert!(matches!(position.parse_move(text), Err(ParseMoveError::Illegal(_))), "{text}");
    }
    // A claim does not distinguish quiet moves from captures.
    let [from, to, via] = [3, 50, 29].map(|number| Square::new(number).unwrap());
    assert_eq!(position.moves_matching(from, to, &[via]), [hub]);
    assert!(matches!(
        position.parse_hub_move("3x50x14"),
        Err(ParseMoveError::Ambiguous { candidates }) if candidates.len() == 2
    ));
    let Err(ParseMoveError::Illegal(illegal)) = position.parse_hub_move("3x50x5") else {
        panic!("5 is not captured");
    };
    assert_eq!(illegal.played.taken, Some([Square::new(5).unwrap()].into_iter().collect()));
}

#[test]
fn quiet_moves_are_the_same_in_every_form() {
    let position = Position::start(Variant::International);
    let moves = position.legal_moves();
    let notations = Notations::new(&position, &moves);
    for mv in &moves {
        let text = mv.to_string();
        assert_eq!(notations.strict(mv), text);
        assert_eq!(notations.scan(mv), text);
        assert_eq!(position.hub_move(mv), text);
        assert_eq!(position.full_notation(mv), text);
        assert_eq!(notations.paths(mv), 1);
        assert_eq!(position.parse_hub_move(&text), Ok(*mv));
    }
}

#[test]
fn what_is_no_move_is_told() {
    let position = Position::start(Variant::International);
    for text in ["", "32", "32-", "-28", "32-28-x", "a-b", "32–28", &"1x".repeat(30)] {
        assert_eq!(position.parse_move(text), Err(ParseMoveError::NotAMove), "{text}");
        assert_eq!(position.parse_hub_move(text), Err(ParseMoveError::NotAMove), "{text}");
    }
    assert_eq!(position.parse_move("x"), Err(ParseMoveError::NoCapture));
    assert!(matches!(position.parse_move("32-51"), Err(ParseMoveError::Square(_))));
    let Err(ParseMoveError::Illegal(illegal)) = position.parse_move("32-27-28") else {
        panic!("no move goes round a corner");
    };
    assert_eq!(illegal.breach, Breach::Unreachable);
}
