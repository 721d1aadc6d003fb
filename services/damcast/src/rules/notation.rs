//! The forms of legal moves, a JSON line per position.

use std::process::ExitCode;

use draughts::{Move, Notations, Position};
use serde_json::Value;

use super::{FORM, Unreadable, moves};
use crate::question::Answer;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    FORM.run(answer)
}

/// Answers one line, `{"variant":…,"fen":…}`; an `id` comes back in front.
fn answer(line: &[u8]) -> Answer {
    FORM.answer(line, |question, _object| {
        let position = moves::position(question)?;
        Ok::<_, Unreadable>(Answer { line: notation(question, &position), is_answered: true })
    })
}

/// Writes the position as it was told, and its moves.
fn notation(question: &Value, position: &Position) -> String {
    let told: Vec<String> = ["id", "variant", "fen"]
        .into_iter()
        .filter_map(|name| Some(format!("\"{name}\": {}", question.get(name)?)))
        .collect();
    let moves = position.legal_moves();
    let notations = Notations::new(position, &moves);
    let is_x_alone = matches!(moves.as_slice(), [mv] if mv.is_capture());
    let moves: Vec<String> = moves.iter().map(|mv| forms(position, notations, mv)).collect();
    let (told, moves) = (told.join(", "), moves.join(", "));
    format!("{{{told}, \"x_alone\": {is_x_alone}, \"moves\": [{moves}]}}")
}

fn forms(position: &Position, notations: Notations<'_>, mv: &Move) -> String {
    let captured: Vec<String> = mv.captured().squares().map(|square| square.to_string()).collect();
    format!(
        "{{\"from\": {}, \"to\": {}, \"cap\": [{}], \"short\": \"{mv}\", \"ambiguous\": {}, \
         \"scan\": \"{}\", \"hub\": \"{}\", \"path\": \"{}\", \"paths\": {}}}",
        mv.from(),
        mv.to(),
        captured.join(", "),
        notations.is_ambiguous(mv),
        notations.scan(mv),
        position.hub_move(mv),
        position.full_notation(mv),
        notations.paths(mv),
    )
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
    fn what_cannot_be_read_costs_no_other_an_answer() {
        let input = "{\"id\":1,\"variant\":\"frisian\",\"fen\":\"W:W28:B23\"}\nnonsense\n\
            {\"id\":\"a\",\"variant\":\"frisian\",\"fen\":\"?:W28:B23\"}\n\
            {\"variant\":\"frisian\",\"fen\":\"W:W:B23\"}\n";
        let expected = "{\"id\": 1, \"variant\": \"frisian\", \"fen\": \"W:W28:B23\", \
            \"x_alone\": true, \"moves\": [{\"from\": 28, \"to\": 19, \"cap\": [23], \"short\": \
            \"28x19\", \"ambiguous\": false, \"scan\": \"28x19\", \"hub\": \"28x19x23\", \"path\": \
            \"28x19\", \"paths\": 1}]}\n\
            {\"id\":null,\"error\":\"not JSON: expected ident at line 1 column 2\"}\n\
            {\"id\":\"a\",\"error\":\"fen: the side to move is unknown, W or B is needed\"}\n\
            {\"variant\": \"frisian\", \"fen\": \"W:W:B23\", \"x_alone\": false, \"moves\": []}\n";
        let mut answers = Vec::new();
        assert!(!FORM.answer_all(input.as_bytes(), &mut answers, answer).unwrap());
        assert_eq!(String::from_utf8(answers).unwrap(), expected);
    }
}
