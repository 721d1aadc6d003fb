//! Notations of legal moves, one JSON line per position.

use std::process::ExitCode;

use draughts::{Move, Notations, Position, Variant, fen};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::question::{LINE_BYTES_MAX, NoPosition};
use crate::{
    json,
    question::{AnswerLine, Form, Reply},
};

const FORM: Form =
    Form { id: "id", line_bytes_max: LINE_BYTES_MAX, remarks: &["x_alone", "moves"] };

/// A position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NotationQuestion {
    #[serde(default, deserialize_with = "json::present")]
    id: Option<Value>,
    #[serde(deserialize_with = "json::parsed")]
    variant: Variant,
    fen: String,
}

/// The position as given, and its moves in every notation.
#[derive(Serialize)]
struct Notated {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    variant: &'static str,
    fen: String,
    /// True if a bare `x` is a move, because there is one move and it captures.
    x_alone: bool,
    moves: Vec<Forms>,
}

/// A move in every notation.
#[derive(Serialize)]
struct Forms {
    from: u8,
    to: u8,
    cap: Vec<u8>,
    /// Start and end.
    short: String,
    /// True if another move has the same short form.
    ambiguous: bool,
    scan: String,
    hub: String,
    /// Start, every landing square and end.
    path: String,
    /// Number of ways to make the move, by the landing squares.
    paths: u32,
}

impl Reply for Notated {
    fn line(&self) -> serde_json::Result<String> {
        json::spaced(self)
    }
}

pub(super) fn run() -> anyhow::Result<ExitCode> {
    FORM.run(answer)
}

fn answer(line: &[u8]) -> AnswerLine {
    FORM.answer(line, |NotationQuestion { id, variant, fen }| {
        let position = fen::parse(&fen, variant)?;
        let moves = position.legal_moves();
        let notations = Notations::new(&position, &moves);
        let x_alone = matches!(moves.as_slice(), [mv] if mv.is_capture());
        let moves = moves.iter().map(|mv| forms(&position, notations, mv)).collect();
        Ok::<_, NoPosition>(Notated { id, variant: variant.as_str(), fen, x_alone, moves })
    })
}

fn forms(position: &Position, notations: Notations<'_>, mv: &Move) -> Forms {
    Forms {
        from: mv.from().get(),
        to: mv.to().get(),
        cap: mv.captured().squares().map(|square| square.get()).collect(),
        short: mv.to_string(),
        ambiguous: notations.is_ambiguous(mv),
        scan: notations.scan(mv),
        hub: position.hub_move(mv),
        path: position.full_notation(mv),
        paths: notations.paths(mv),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_as_the_oracle_has_them() {
        let oracle = test_data::text("rules/notation.jsonl");
        let mut answers = Vec::new();
        assert!(FORM.answer_all(oracle.as_bytes(), &mut answers, answer).unwrap());
        assert_eq!(String::from_utf8(answers).unwrap(), oracle);
        assert_eq!(oracle.lines().count(), 60);
    }

    #[test]
    fn a_bad_line_costs_no_other_an_answer() {
        let input = "{\"id\":1,\"variant\":\"frisian\",\"fen\":\"W:W28:B23\"}\nnonsense\n\
            {\"id\":\"a\",\"variant\":\"frisian\",\"fen\":\"?:W28:B23\"}\n\
            {\"variant\":\"frisian\",\"fen\":\"W:W:B23\"}\n\
            {\"id\":2,\"variant\":\"frisian\",\"fen\":\"W:W:B23\",\"no\":1}\n";
        let expected = "{\"id\": 1, \"variant\": \"frisian\", \"fen\": \"W:W28:B23\", \
            \"x_alone\": true, \"moves\": [{\"from\": 28, \"to\": 19, \"cap\": [23], \"short\": \
            \"28x19\", \"ambiguous\": false, \"scan\": \"28x19\", \"hub\": \"28x19x23\", \"path\": \
            \"28x19\", \"paths\": 1}]}\n\
            {\"id\":null,\"error\":\"not JSON: expected ident at line 1 column 2\"}\n\
            {\"id\":\"a\",\"error\":\"fen: the side to move is unknown, W or B is needed\"}\n\
            {\"variant\": \"frisian\", \"fen\": \"W:W:B23\", \"x_alone\": false, \"moves\": []}\n\
            {\"id\":2,\"error\":\"no: unknown field `no`, expected one of `id`, `variant`, \
            `fen`\"}\n";
        let mut answers = Vec::new();
        assert!(!FORM.answer_all(input.as_bytes(), &mut answers, answer).unwrap());
        assert_eq!(String::from_utf8(answers).unwrap(), expected);
    }
}
