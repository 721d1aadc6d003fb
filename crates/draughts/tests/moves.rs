//! Compares the legal moves of 1852 positions with those on which independent generators agree.

use draughts::{Move, Square, fen};
use serde_json::Value;

fn square(value: &Value) -> Square {
    let number = value.as_u64().and_then(|n| u8::try_from(n).ok()).expect("a square");
    Square::new(number).expect("a square")
}

#[test]
fn legal_moves_agree_with_independent_generators() {
    let lines = test_data::json_lines("rules/moves.jsonl.gz");
    assert_eq!(lines.len(), 1852);
    for line in lines {
        let variant = line["variant"].as_str().expect("a variant").parse().expect("a variant");
        let position = fen::parse(line["fen"].as_str().expect("a FEN"), variant)
            .unwrap_or_else(|error| panic!("{}: {error}", line["id"]));
        let expected: Vec<Move> = line["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|mv| {
                let captured = mv["cap"].as_array().expect("captures").iter().map(square).collect();
                Move::new(square(&mv["from"]), square(&mv["to"]), captured)
            })
            .collect();
        assert_eq!(position.legal_moves().as_slice(), expected, "{}: {position}", line["id"]);
        let fen = position.fen();
        assert_eq!(fen::parse(&fen, variant).as_ref(), Ok(&position), "{fen}");
    }
}
