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
    lines::{self, InputLine, LineReader},
};

/// Format of the questions of a command.
#[derive(Debug)]
pub(crate) struct Form {
    /// Name of the member that identifies a question, and its answer.
    pub(crate) id: &'static str,
    /// Longest line, in bytes.
    pub(crate) line_bytes_max: usize,
    /// Members that rows of published tables of cases have beside the question, such as the
    /// expected answer. They are ignored; every other unknown member is an error.
    pub(crate) remarks: &'static [&'static str],
}

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnswerLine {
    /// The line of JSON.
    pub(crate) line: String,
    /// True if the line holds all that was asked for, and no error.
    pub(crate) is_answered: bool,
}

/// A form that answers a question.
pub(crate) trait Reply: Serialize {
    /// Returns true if the form holds all that was asked for, and no error.
    fn is_answered(&self) -> bool {
        true
    }

    /// Writes the form as one line of JSON.
    ///
    /// # Errors
    /// If a map in the form has keys that are not text.
    fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

impl Form {
    /// Answers the lines of standard input on standard output. The exit code is a failure if a line
    /// could not be answered.
    ///
    /// # Errors
    /// If standard input or output fails.
    pub(crate) fn run(&self, answer: impl Fn(&[u8]) -> AnswerLine) -> anyhow::Result<ExitCode> {
        let answered = self.answer_all(io::stdin().lock(), io::stdout().lock(), answer);
        lines::ended(answered.map(|all| if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
    }

    /// Answers each line of `input` with a line of `output`; returns true if all could be answered.
    ///
    /// Blank lines are skipped. Answers are flushed before waiting for the next line, so that a
    /// program can ask line by line.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written.
    pub(crate) fn answer_all(
        &self,
        input: impl Read,
        output: impl Write,
        answer: impl Fn(&[u8]) -> AnswerLine,
    ) -> io::Result<bool> {
        let mut reader = LineReader::new(input, self.line_bytes_max);
        let mut output = BufWriter::new(output);
        let mut all = true;
        while let Some(line) = reader.next()? {
            let answer = match line {
                InputLine::Whole(line) if line.trim_ascii().is_empty() => continue,
                InputLine::Whole(line) => answer(&line),
                InputLine::TooLong => {
                    let bytes_max = self.line_bytes_max;
                    self.refuse(&Value::Null, &JsonLineError::TooLong { bytes_max })
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

    /// Reads a line as a question and answers it with the reply, or with the error if there is
    /// none.
    pub(crate) fn answer<Q, R, E>(
        &self,
        line: &[u8],
        reply: impl FnOnce(Q) -> Result<R, E>,
    ) -> AnswerLine
    where
        Q: DeserializeOwned,
        R: Reply,
        E: fmt::Display,
    {
        let mut question: Value = match json::parse(line) {
            Ok(question) => question,
            Err(error) => return self.refuse(&Value::Null, &JsonLineError::Json(error)),
        };
        let Some(members) = question.as_object_mut() else {
            return self.refuse(&Value::Null, &JsonLineError::NoObject);
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
            Ok(line) => AnswerLine { line, is_answered: reply.is_answered() },
            Err(error) => self.refuse(&id, &error),
        }
    }

    fn refuse(&self, id: &Value, reason: &dyn fmt::Display) -> AnswerLine {
        let (name, error) = (self.id, Value::from(reason.to_string()));
        AnswerLine { line: format!("{{\"{name}\":{id},\"error\":{error}}}"), is_answered: false }
    }
}

/// A tag of none of the languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("known are en, nl and fy")]
pub(crate) struct UnknownLanguage;

/// The option of tools that explain their answers (`--explain`).
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ExplanationLanguage {
    /// Language of the explanation: en, nl or fy.
    #[arg(
        long,
        value_name = "LANGUAGE",
        default_value = "en",
        hide_default_value = true,
        requires = "explain",
        value_parser = language
    )]
    pub(crate) language: Language,
}

/// Reads the tag of a language on the command line.
///
/// # Errors
/// If there are no sentences in the language.
pub(crate) fn language(tag: &str) -> Result<Language, UnknownLanguage> {
    Language::ALL.into_iter().find(|language| language.tag() == tag).ok_or(UnknownLanguage)
}

/// Reason why a line is not a question.
#[derive(Debug, Error)]
pub(crate) enum JsonLineError {
    #[error("the line is longer than {bytes_max} bytes")]
    TooLong { bytes_max: usize },
    #[error("not JSON: {0}")]
    Json(serde_json::Error),
    #[error("not a JSON object")]
    NoObject,
}
