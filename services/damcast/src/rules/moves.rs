//! Legal moves, one JSON line per position.

use std::process::ExitCode;

use draughts::{Move, Variant, fen};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::question::{LINE_BYTES_MAX, NoPosition};
use crate::{
    json,
    question::{AnswerLine, Form, Reply},
};

const FORM: Form = Form {
    id: "id",
    line_bytes_max: LINE_BYTES_MAX,
    remarks: &["n", "moves", "src", "reachable", "tags"],
};

/// A position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesQuestion {
    #[serde(default)]
    id: Value,
    #[serde(deserialize_with = "json::parsed")]
    variant: Variant,
    fen: String,
}

/// Legal moves of a position, sorted by start, end and captured squares.
#[derive(Serialize)]
struct LegalMoves {
    id: Value,
    n: usize,
    moves: Vec<LegalMove>,
}

/// A move; squares are 1 to 50.
#[derive(Serialize)]
struct LegalMove {
    from: u8,
    to: u8,
    cap: Vec<u8>,
}

impl Reply for LegalMoves {}

pub(super) fn run() -> anyhow::Result<ExitCode> {
    FORM.run(answer)
}

fn answer(line: &[u8]) -> AnswerLine {
    FORM.answer(line, |MovesQuestion { id, variant, fen }| {
        let position = fen::parse(&fen, variant)?;
        let moves: Vec<LegalMove> = position.legal_moves().iter().map(LegalMove::from).collect();
        Ok::<_, NoPosition>(LegalMoves { id, n: moves.len(), moves })
    })
}

impl From<&Move> for LegalMove {
    fn from(mv: &Move) -> Self {
        let cap = mv.captured().squares().map(|square| square.get()).collect();
        Self { from: mv.from().get(), to: mv.to().get(), cap }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expected: &str) {
        assert_eq!(answer(question.as_bytes()).line, expected, "{question}");
    }

    #[test]
    fn moves_are_written_as_the_oracle_has_them() {
        let oracle = test_data::text("rules/moves.jsonl.gz");
        let mut answers = Vec::new();
        assert!(FORM.answer_all(oracle.as_bytes(), &mut answers, answer).unwrap());
        let answers = String::from_utf8(answers).unwrap();
        assert_eq!(answers.lines().count(), 1852);
        for (answer, expected) in answers.lines().zip(oracle.lines()) {
            let read: Value = serde_json::from_str(expected).unwrap();
            // The text is compared, so that the form is fixed and not only the values.
            let (_, moves) = expected.split_once("\"moves\":").unwrap();
            let (id, n) = (&read["id"], &read["n"]);
            assert_eq!(answer, format!("{{\"id\":{id},\"n\":{n},\"moves\":{moves}"));
        }
    }

    #[test]
    fn the_text_of_an_answer_is_fixed() {
        check(
            r#"{"id":"a","variant":"international","fen":"W:W28:B22","src":"any"}"#,
            r#"{"id":"a","n":1,"moves":[{"from":28,"to":17,"cap":[22]}]}"#,
        );
        check(r#"{"variant":"frisian","fen":"B:W28:B"}"#, r#"{"id":null,"n":0,"moves":[]}"#);
    }

    #[test]
    fn an_unreadable_line_is_answered_with_the_reason() {
        check("nonsense", r#"{"id":null,"error":"not JSON: expected ident at line 1 column 2"}"#);
        check(
            r#"{"id":1,"fen":"W:W31:B20","id":2}"#,
            r#"{"id":null,"error":"not JSON: the key \"id\" is repeated at line 1 column 30"}"#,
        );
        check("[1]", r#"{"id":null,"error":"not a JSON object"}"#);
        check(r#"{"id":7,"fen":"W:W1:B2"}"#, r#"{"id":7,"error":"missing field `variant`"}"#);
        check(
            r#"{"id":"a","variant":"chess","fen":""}"#,
            r#"{"id":"a","error":"variant: unknown variant \"chess\", known are international and frisian"}"#,
        );
        check(
            r#"{"id":"a","variant":"frisian","fen":"W:W28:B","no":1}"#,
            r#"{"id":"a","error":"no: unknown field `no`, expected one of `id`, `variant`, `fen`"}"#,
        );
        check(
            r#"{"id":"a","variant":"frisian","fen":3}"#,
            r#"{"id":"a","error":"fen: invalid type: integer `3`, expected a string"}"#,
        );
        check(
            r#"{"id":"a","variant":"frisian","fen":"W:W51:B1"}"#,
            r#"{"id":"a","error":"fen: 51 is not a square, squares are 1 to 50"}"#,
        );
    }

    #[test]
    fn a_bad_line_costs_no_other_an_answer() {
        let good = r#"{"id":1,"variant":"frisian","fen":"W:WK1:B"}"#;
        let long = "x".repeat(FORM.line_bytes_max + 1);
        let input = [good.as_bytes(), b"\n\xff\n\n", long.as_bytes(), b"\n", good.as_bytes()];
        let mut answers = Vec::new();
        assert!(!FORM.answer_all(input.concat().as_slice(), &mut answers, answer).unwrap());
        let answers = String::from_utf8(answers).unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with(r#"{"id":1,"n":9,"#), "{}", lines[0]);
        assert!(lines[1].starts_with(r#"{"id":null,"error":"not JSON"#), "{}", lines[1]);
        assert!(lines[2].contains("longer than 65536 bytes"), "{}", lines[2]);
        assert_eq!(lines[3], lines[0]);
    }
}
