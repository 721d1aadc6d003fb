//! Legal moves, a JSON line per position.

use std::{
    io::{self, BufWriter, Read, Write},
    process::ExitCode,
};

use draughts::{
    Move, Position, Variant, VariantError,
    fen::{self, FenError},
};
use serde_json::Value;
use thiserror::Error;

use crate::lines::{self, Line, LineReader, Object};

/// Longer than any position with all that may stand beside it.
const LINE_BYTES_MAX: usize = 64 * 1024;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    let answered = answer_all(io::stdin().lock(), io::stdout().lock());
    lines::ended(answered.map(|all| if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

/// Answers every line of `input` with a line of `output`, and tells whether all could be answered.
///
/// Blank lines are passed over. What has been answered is written before the next line is waited
/// for, so that a program can ask line by line.
///
/// # Errors
/// When the input cannot be read or the output not be written.
pub fn answer_all(input: impl Read, output: impl Write) -> io::Result<bool> {
    answer_lines(input, output, answer)
}

/// Answers every line as [`answer_all`] does, by any answer.
pub(super) fn answer_lines(
    input: impl Read,
    output: impl Write,
    answer: impl Fn(&[u8]) -> Answer,
) -> io::Result<bool> {
    let mut reader = LineReader::new(input, LINE_BYTES_MAX);
    let mut output = BufWriter::new(output);
    let mut all = true;
    while let Some(line) = reader.next()? {
        let answer = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => answer(&line),
            Line::TooLong => Answer::refuse(&Value::Null, &Unreadable::TooLong),
        };
        all &= answer.is_answered;
        writeln!(output, "{}", answer.line)?;
        if !reader.has_line() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(all)
}

/// What is said to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line of JSON.
    pub line: String,
    /// Whether it holds an answer, or else an error.
    pub is_answered: bool,
}

impl Answer {
    pub(super) fn refuse(id: &Value, reason: &Unreadable) -> Self {
        let line = Object::new().json("id", id).member("error", reason.to_string()).finish();
        Self { line, is_answered: false }
    }
}

/// Answers one line, `{"id":…,"variant":…,"fen":…}`; other members are passed over.
#[must_use]
pub fn answer(line: &[u8]) -> Answer {
    let question: Value = match serde_json::from_slice(line) {
        Ok(question) => question,
        Err(error) => return Answer::refuse(&Value::Null, &Unreadable::Json(error)),
    };
    let id = question.get("id").unwrap_or(&Value::Null);
    match position(&question) {
        Ok(position) => Answer { line: moves(id, &position), is_answered: true },
        Err(reason) => Answer::refuse(id, &reason),
    }
}

fn moves(id: &Value, position: &Position) -> String {
    let moves = position.legal_moves();
    let list: Vec<String> = moves.iter().map(move_object).collect();
    Object::new()
        .json("id", id)
        .member("n", moves.len())
        .json("moves", &format_args!("[{}]", list.join(",")))
        .finish()
}

fn move_object(mv: &Move) -> String {
    let captured: Vec<u8> = mv.captured().squares().map(|square| square.get()).collect();
    Object::new()
        .member("from", mv.from().get())
        .member("to", mv.to().get())
        .member("cap", captured)
        .finish()
}

pub(super) fn position(question: &Value) -> Result<Position, Unreadable> {
    if !question.is_object() {
        return Err(Unreadable::NoObject);
    }
    let variant: Variant = text(question, "variant")?.parse()?;
    Ok(fen::parse(text(question, "fen")?, variant)?)
}

fn text<'a>(question: &'a Value, name: &'static str) -> Result<&'a str, Unreadable> {
    match question.get(name) {
        Some(value) => value.as_str().ok_or(Unreadable::NoText { name }),
        None => Err(Unreadable::Missing { name }),
    }
}

/// Why a line is no question.
#[derive(Debug, Error)]
pub(super) enum Unreadable {
    #[error("the line is longer than {LINE_BYTES_MAX} bytes")]
    TooLong,
    #[error("not JSON: {0}")]
    Json(serde_json::Error),
    #[error("not a JSON object")]
    NoObject,
    #[error("{name:?} is missing")]
    Missing { name: &'static str },
    #[error("{name:?} is not a text")]
    NoText { name: &'static str },
    #[error(transparent)]
    Variant(#[from] VariantError),
    #[error("fen: {0}")]
    Fen(#[from] FenError),
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::*;

    fn shared(path: &str) -> String {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
        let path = PathBuf::from(root).join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[track_caller]
    fn check(question: &str, expected: &str) {
        assert_eq!(answer(question.as_bytes()).line, expected, "{question}");
    }

    #[test]
    fn moves_are_written_as_the_oracle_has_them() {
        let oracle = shared("rules/moves.jsonl");
        let mut answers = Vec::new();
        assert!(answer_all(oracle.as_bytes(), &mut answers).unwrap());
        let answers = String::from_utf8(answers).unwrap();
        assert_eq!(answers.lines().count(), 1852);
        for (answer, expected) in answers.lines().zip(oracle.lines()) {
            let read: Value = serde_json::from_str(expected).unwrap();
            // The text of the moves and not only their values.
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
    fn what_cannot_be_read_is_answered_with_its_reason() {
        check("nonsense", r#"{"id":null,"error":"not JSON: expected ident at line 1 column 2"}"#);
        check("[1]", r#"{"id":null,"error":"not a JSON object"}"#);
        check(r#"{"id":7,"fen":"W:W1:B2"}"#, r#"{"id":7,"error":"\"variant\" is missing"}"#);
        check(
            r#"{"id":"a","variant":"chess","fen":""}"#,
            r#"{"id":"a","error":"unknown variant \"chess\", known are international and frisian"}"#,
        );
        check(
            r#"{"id":"a","variant":"frisian","fen":3}"#,
            r#"{"id":"a","error":"\"fen\" is not a text"}"#,
        );
        check(
            r#"{"id":"a","variant":"frisian","fen":"W:W51:B1"}"#,
            r#"{"id":"a","error":"fen: 51 is not a square, squares are 1 to 50"}"#,
        );
    }

    #[test]
    fn a_bad_line_costs_no_other_an_answer() {
        let good = r#"{"id":1,"variant":"frisian","fen":"W:WK1:B"}"#;
        let long = "x".repeat(LINE_BYTES_MAX + 1);
        let input = [good.as_bytes(), b"\n\xff\n\n", long.as_bytes(), b"\n", good.as_bytes()];
        let mut answers = Vec::new();
        assert!(!answer_all(input.concat().as_slice(), &mut answers).unwrap());
        let answers = String::from_utf8(answers).unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with(r#"{"id":1,"n":9,"#), "{}", lines[0]);
        assert!(lines[1].starts_with(r#"{"id":null,"error":"not JSON"#), "{}", lines[1]);
        assert!(lines[2].contains("longer than 65536 bytes"), "{}", lines[2]);
        assert_eq!(lines[3], lines[0]);
    }
}
