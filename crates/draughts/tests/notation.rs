//! Compares written and read moves with those of independent programs.

use draughts::{Bitboard, Move, MoveList, Notations, ParseMoveError, Position, Square, fen};
use serde_json::Value;

fn square(value: &Value) -> Square {
    let number = value.as_u64().and_then(|n| u8::try_from(n).ok()).expect("a square");
    Square::new(number).expect("a square")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a text")
}

#[test]
fn moves_are_written_and_read_as_by_independent_programs() {
    let lines = test_data::json_lines("rules/notation.jsonl");
    assert_eq!(lines.len(), 60);
    for line in lines {
        let variant = text(&line, "variant").parse().expect("a variant");
        let position = fen::parse(text(&line, "fen"), variant).expect("a FEN");
        let moves = line["moves"].as_array().expect("moves");
        let legal = position.legal_moves();
        assert_eq!(legal.len(), moves.len(), "{position}");
        assert_eq!(position.parse_move("x").is_ok(), line["x_alone"] == true, "{position}");
        for expected in moves {
            check_move(&position, &legal, expected);
        }
    }
}

fn check_move(position: &Position, moves: &MoveList, expected: &Value) {
    let captured: Bitboard =
        expected["cap"].as_array().expect("captures").iter().map(square).collect();
    let mv = Move::new(square(&expected["from"]), square(&expected["to"]), captured);
    let [short, path, scan, hub] =
        ["short", "path", "scan", "hub"].map(|form| text(expected, form));
    let is_ambiguous = expected["ambiguous"] == true;
    let strict = if is_ambiguous { path } else { short };
    let notations = Notations::new(position, moves);
    assert_eq!(mv.to_string(), short, "{position}");
    assert_eq!(position.full_notation(&mv), path, "{position} {mv:?}");
    assert_eq!(position.hub_move(&mv), hub, "{position} {mv:?}");
    assert_eq!(position.notation(&mv), strict, "{position} {mv:?}");
    assert_eq!(notations.strict(&mv), strict, "{position} {mv:?}");
    assert_eq!(notations.scan(&mv), scan, "{position} {mv:?}");
    assert_eq!(notations.is_ambiguous(&mv), is_ambiguous, "{position} {mv:?}");
    assert_eq!(u64::from(notations.paths(&mv)), expected["paths"], "{position} {mv:?}");
    assert_eq!(position.parse_move(path), Ok(mv), "{position} {path}");
    assert_eq!(position.parse_hub_move(hub), Ok(mv), "{position} {hub}");
    assert_eq!(position.parse_hub_move(scan), Ok(mv), "{position} {scan}");
    match position.parse_move(short) {
        Ok(read) => assert!(read == mv && !is_ambiguous, "{position} {short}"),
        Err(ParseMoveError::Ambiguous { candidates }) => {
            assert!(is_ambiguous && candidates.contains(&mv), "{position} {short}");
        }
        Err(error) => assert_eq!(error.to_string(), "", "{position} {short}"),
    }
}
