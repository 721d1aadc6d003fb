//! Questions in JSON lines, and their answers.

use std::{
    fmt,
    io::{self, BufWriter, Read, Write},
    process::ExitCode,
};

use phrases::Language;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use thiserror::Error;

use crate::{
    json,
    lines::{self, Line, LineReader},
};

/// The members that the questions of a command share, and their limits.
#[derive(Debug)]
pub(crate) struct Form {
    /// The member that names a question, and its answer.
    pub(crate) id: &'static str,
    /// The longest line, in bytes.
    pub(crate) line_bytes_max: usize,
    /// Members that a row of a published table of cases has beside the question, such as the answer
    /// that is expected. They are passed over; every other member that is not known is an error.
    pub(crate) remarks: &'static [&'static str],
}

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The line of JSON.
    pub(crate) line: String,
    /// Whether it holds all that was asked for, and no error.
    pub(crate) is_answered: bool,
}

/// A form that answers a question.
pub(crate) trait Reply: Serialize {
    /// Returns whether it holds all that was asked for, and no error.
    fn is_answered(&self) -> bool {
        true
    }

    /// Writes the form on one line.
    ///
    /// # Errors
    /// When it has a key that is no text.
    fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
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

    /// Reads one line as a question and answers it with a reply, or with the reason why there is
    /// none.
    pub(crate) fn answer<Q, R, E>(
        &self,
        line: &[u8],
        reply: impl FnOnce(Q) -> Result<R, E>,
    ) -> Answer
    where
        Q: DeserializeOwned,
        R: Reply,
        E: fmt::Display,
    {
        let mut question: Value = match serde_json::from_slice(line) {
            Ok(question) => question,
            Err(error) => return self.refuse(&Value::Null, &Unreadable::Json(error)),
        };
        let Some(members) = question.as_object_mut() else {
            return self.refuse(&Value::Null, &Unreadable::NoObject);
        };
        for remark in self.remarks {
            members.remove(*remark);
        }
        let id = members.get(self.id).cloned().unwrap_or_default();
        let question = match json::read(question) {
            Ok(question) => question,
            Err(error) => return self.refuse(&id, &error),
        };
        let reply = match reply(question) {
            Ok(reply) => reply,
            Err(error) => return self.refuse(&id, &error),
        };
        match reply.line() {
            Ok(line) => Answer { line, is_answered: reply.is_answered() },
            Err(error) => self.refuse(&id, &error),
        }
    }

    fn refuse(&self, id: &Value, reason: &dyn fmt::Display) -> Answer {
        let (name, error) = (self.id, Value::from(reason.to_string()));
        Answer { line: format!("{{\"{name}\":{id},\"error\":{error}}}"), is_answered: false }
    }
}

/// Reads the tag of a language on the command line.
///
/// # Errors
/// When it is none of those spoken here.
pub(crate) fn language(tag: &str) -> Result<Language, String> {
    let known = Language::ALL.into_iter().find(|language| language.tag() == tag);
    known.ok_or_else(|| "known are en, nl and fy".to_owned())
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
}
