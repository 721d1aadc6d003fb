//! How moves are written and read, agreed by independent programs.

mod common;

use draughts::{Bitboard, Move, ParseMoveError, Position, Square, fen};
use serde_json::Value;

fn square(value: &Value) -> Square {
    let number = value.as_u64().and_then(|n| u8::try_from(n).ok()).expect("a square");
    Square::new(number).expect("a square")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a text")
}

#[test]
fn moves_are_written_and_read_as_by_the_oracle() {
    let lines = common::lines("rules/notation.jsonl");
    assert_eq!(lines.len(), 60);
    for line in lines {
        let variant = text(&line, "variant").parse().expect("a variant");
        let position = fen::parse(text(&line, "fen"), variant).expect("a FEN");
        let moves = line["moves"].as_array().expect("moves");
        assert_eq!(position.legal_moves().len(), moves.len(), "{position}");
        assert_eq!(position.parse_move("x").is_ok(), line["x_alone"] == true, "{position}");
        for expected in moves {
            check_move(&position, expected);
        }
    }
}

fn check_move(position: &Position, expected: &Value) {
    let captured: Bitboard =
        expected["cap"].as_array().expect("captures").iter().map(square).collect();
    let mv = Move::new(square(&expected["from"]), square(&expected["to"]), captured);
    let (short, path) = (text(expected, "short"), text(expected, "path"));
    let is_ambiguous = expected["ambiguous"] == true;
    assert_eq!(mv.to_string(), short, "{position}");
    if mv.is_capture() {
        assert_eq!(position.full_notation(&mv), path, "{position} {mv:?}");
    }
    assert_eq!(position.notation(&mv), if is_ambiguous { path } else { short }, "{position}");
    assert_eq!(position.parse_move(path), Ok(mv), "{position} {path}");
    for form in ["scan", "hub"] {
        let form = text(expected, form);
        // The form of captured squares has the start and end first.
        let mut squares: Vec<&str> = form.split(['x', '-']).collect();
        if squares.len() > 2 {
            let to = squares.remove(1);
            squares.push(to);
        }
        let vias: Vec<Square> = squares[1..squares.len() - 1]
            .iter()
            .map(|s| Square::new(s.parse().expect("a number")).expect("a square"))
            .collect();
        let found = position.moves_matching(mv.from(), mv.to(), &vias);
        assert!(found.contains(&mv), "{position} {form}: {found:?}");
    }
    match position.parse_move(short) {
        Ok(read) => assert!(read == mv && !is_ambiguous, "{position} {short}"),
        Err(ParseMoveError::Ambiguous { candidates }) => {
            assert!(is_ambiguous && candidates.contains(&mv), "{position} {short}");
        }
        Err(error) => assert_eq!(error.to_string(), "", "{position} {short}"),
    }
}
