//! Questions in JSON lines, and their answers.

use std::io::{self, BufWriter, Read, Write};

use draughts::{RuleSetError, VariantError, fen::FenError};
use serde_json::Value;
use thiserror::Error;

use crate::lines::{Line, LineReader, Object};

/// Longer than any position with all that may stand beside it, and than any game.
pub(super) const LINE_BYTES_MAX: usize = 64 * 1024;

/// What is said to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The line of JSON.
    pub(super) line: String,
    /// Whether it holds what was asked for, or else an error.
    pub(super) is_answered: bool,
}

impl Answer {
    fn refuse(id: &Value, reason: &Unreadable) -> Self {
        let line = Object::new().json("id", id).member("error", reason.to_string()).finish();
        Self { line, is_answered: false }
    }
}

/// Answers every line of `input` with a line of `output`, and tells whether all could be answered.
///
/// Blank lines are passed over. What has been answered is written before the next line is waited
/// for, so that a program can ask line by line.
///
/// # Errors
/// When the input cannot be read or the output not be written.
pub(super) fn answer_all(
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

/// Reads one line and answers it: `reply` gets the question, and the answer that begins with the
/// question's `id`. Members that nothing asks for are passed over.
pub(super) fn answer(
    line: &[u8],
    reply: impl FnOnce(&Value, Object) -> Result<Answer, Unreadable>,
) -> Answer {
    let question: Value = match serde_json::from_slice(line) {
        Ok(question) => question,
        Err(error) => return Answer::refuse(&Value::Null, &Unreadable::Json(error)),
    };
    let id = question.get("id").unwrap_or(&Value::Null);
    let reply = if question.is_object() {
        reply(&question, Object::new().json("id", id))
    } else {
        Err(Unreadable::NoObject)
    };
    reply.unwrap_or_else(|reason| Answer::refuse(id, &reason))
}

/// Returns a member that is a text.
pub(super) fn text<'a>(question: &'a Value, name: &'static str) -> Result<&'a str, Unreadable> {
    member(question, name)?.as_str().ok_or(Unreadable::NoText { name })
}

/// Returns a member that is a list of texts.
pub(super) fn texts<'a>(
    question: &'a Value,
    name: &'static str,
) -> Result<Vec<&'a str>, Unreadable> {
    let list = member(question, name)?.as_array().ok_or(Unreadable::NoTexts { name })?;
    list.iter().map(|text| text.as_str().ok_or(Unreadable::NoTexts { name })).collect()
}

fn member<'a>(question: &'a Value, name: &'static str) -> Result<&'a Value, Unreadable> {
    question.get(name).ok_or(Unreadable::Missing { name })
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
    #[error("{name:?} is not a list of texts")]
    NoTexts { name: &'static str },
    #[error(transparent)]
    Variant(#[from] VariantError),
    #[error(transparent)]
    RuleSet(#[from] RuleSetError),
    #[error("fen: {0}")]
    Fen(#[from] FenError),
}
