//! Questions in JSON lines, and their answers.

use std::{
    fmt,
    io::{self, BufWriter, Read, Write},
    process::ExitCode,
};

use draughts::Language;
use serde_json::Value;
use thiserror::Error;

use crate::lines::{self, Line, LineReader, Object};

/// What the questions of a command have in common.
#[derive(Debug)]
pub(crate) struct Form {
    /// The member that names a question, and its answer.
    pub(crate) id: &'static str,
    /// The longest line.
    pub(crate) line_bytes_max: usize,
}

/// What is said to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The line of JSON.
    pub(crate) line: String,
    /// Whether it holds what was asked for, or else an error.
    pub(crate) is_answered: bool,
}

impl Form {
    /// Answers standard input on standard output; the command fails at the end if a line could not
    /// be answered.
    ///
    /// # Errors
    /// When standard input or output fails.
    pub(crate) fn run(&self, answer: impl Fn(&[u8]) -> Answer) -> anyhow::Result<ExitCode> {
        let answered = self.answer_all(io::stdin().lock(), io::stdout().lock(), answer);
        lines::ended(answered.map(|all| if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
    }

    /// Answers every line of `input` with a line of `output`, and tells whether all could be
    /// answered.
    ///
    /// Blank lines are passed over. What has been answered is written before the next line is
    /// waited for, so that a program can ask line by line.
    ///
    /// # Errors
    /// When the input cannot be read or the output not be written.
    pub(crate) fn answer_all(
        &self,
        input: impl Read,
        output: impl Write,
        answer: impl Fn(&[u8]) -> Answer,
    ) -> io::Result<bool> {
        let mut reader = LineReader::new(input, self.line_bytes_max);
        let mut output = BufWriter::new(output);
        let mut all = true;
        while let Some(line) = reader.next()? {
            let answer = match line {
                Line::Whole(line) if line.trim_ascii().is_empty() => continue,
                Line::Whole(line) => answer(&line),
                Line::TooLong => {
                    let bytes_max = self.line_bytes_max;
                    self.refuse(&Value::Null, &Unreadable::TooLong { bytes_max })
                }
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

    /// Reads one line and answers it: `reply` gets the question, and the answer that begins with
    /// the question's name. Members that nothing asks for are passed over.
    pub(crate) fn answer<E: fmt::Display>(
        &self,
        line: &[u8],
        reply: impl FnOnce(&Value, Object) -> Result<Answer, E>,
    ) -> Answer {
        let question: Value = match serde_json::from_slice(line) {
            Ok(question) => question,
            Err(error) => return self.refuse(&Value::Null, &Unreadable::Json(error)),
        };
        let id = question.get(self.id).unwrap_or(&Value::Null);
        if !question.is_object() {
            return self.refuse(id, &Unreadable::NoObject);
        }
        let reply = reply(&question, Object::new().json(self.id, id));
        reply.unwrap_or_else(|reason| self.refuse(id, &reason))
    }

    fn refuse(&self, id: &Value, reason: &dyn fmt::Display) -> Answer {
        let line = Object::new().json(self.id, id).member("error", reason.to_string()).finish();
        Answer { line, is_answered: false }
    }
}

/// Returns a member that is a text.
pub(crate) fn text<'a>(question: &'a Value, name: &'static str) -> Result<&'a str, Unreadable> {
    member(question, name)?.as_str().ok_or(Unreadable::NoText { name })
}

/// Returns a member that is a list of texts.
pub(crate) fn texts<'a>(
    question: &'a Value,
    name: &'static str,
) -> Result<Vec<&'a str>, Unreadable> {
    let list = member(question, name)?.as_array().ok_or(Unreadable::NoTexts { name })?;
    list.iter().map(|text| text.as_str().ok_or(Unreadable::NoTexts { name })).collect()
}

/// Returns a member that is a whole number.
pub(crate) fn number(question: &Value, name: &'static str) -> Result<u32, Unreadable> {
    as_number(member(question, name)?).ok_or(Unreadable::NoNumber { name })
}

/// Returns a value that is a whole number.
pub(crate) fn as_number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

/// Returns a member that is a list.
pub(crate) fn list<'a>(question: &'a Value, name: &'static str) -> Result<&'a [Value], Unreadable> {
    let list = member(question, name)?.as_array().ok_or(Unreadable::NoList { name })?;
    Ok(list)
}

/// Says that a member is none of the words that are known.
pub(crate) fn unknown(name: &'static str, found: &str, known: &'static str) -> Unreadable {
    Unreadable::Unknown { name, found: found.to_owned(), known }
}

/// Reads the tag of a language on the command line.
///
/// # Errors
/// When it is none of those spoken here.
pub(crate) fn language(tag: &str) -> Result<Language, String> {
    let known = Language::ALL.into_iter().find(|language| language.tag() == tag);
    known.ok_or_else(|| "known are en, nl and fy".to_owned())
}

/// Returns a member.
pub(crate) fn member<'a>(question: &'a Value, name: &'static str) -> Result<&'a Value, Unreadable> {
    question.get(name).ok_or(Unreadable::Missing { name })
}

/// Why a line is no question.
#[derive(Debug, Error)]
pub(crate) enum Unreadable {
    #[error("the line is longer than {bytes_max} bytes")]
    TooLong { bytes_max: usize },
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
    #[error("{name:?} is not a number from 0 to {}", u32::MAX)]
    NoNumber { name: &'static str },
    #[error("{name:?} is not a list")]
    NoList { name: &'static str },
    #[error("{name:?} is {found:?}, known are {known}")]
    Unknown { name: &'static str, found: String, known: &'static str },
}
