//! Records the reports of a board with the moments at which they come.

use std::{
    io::{self, BufWriter, Read, Write},
    process::ExitCode,
};

use draughts::{Timestamp, Variant};
use tokio::time::Instant;

use super::input::{self, Input};
use super::track::LINE_BYTES_MAX;
use crate::{
    lines::{self, Line, LineReader, printable},
    question::Unreadable,
};

/// Records standard input on standard output, from now on.
pub(super) fn run() -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let now = || Timestamp::default().saturating_add(begun.elapsed());
    let recorded = record(io::stdin().lock(), io::stdout().lock(), io::stderr().lock(), now);
    lines::ended(recorded.map(|all| if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

/// Writes each report with its moment of arrival, at once; what cannot be read goes to `troubles`.
/// Returns true if all could be read.
///
/// # Errors
/// If the input cannot be read or an output cannot be written.
pub(super) fn record(
    input: impl Read,
    output: impl Write,
    mut troubles: impl Write,
    now: impl Fn() -> Timestamp,
) -> io::Result<bool> {
    let mut reader = LineReader::new(input, LINE_BYTES_MAX);
    let mut output = BufWriter::new(output);
    let mut board: Option<(Variant, Option<Timestamp>)> = None;
    let (mut all, mut number) = (true, 0_u64);
    while let Some(line) = reader.next()? {
        number += 1;
        let at = now();
        let read = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => input::value(&line).and_then(|value| {
                let line = input::stamped(value, at);
                Ok((input::read_value(line.clone(), board)?, line))
            }),
            Line::TooLong => Err(Unreadable::TooLong { bytes_max: LINE_BYTES_MAX }.to_string()),
        };
        match read {
            Ok((read, line)) => {
                if let Input::Board { setting, .. } = &read {
                    board = Some((setting.start.variant(), None));
                }
                writeln!(output, "{line}")?;
            }
            Err(error) => {
                all = false;
                writeln!(troubles, "line {number}: {}", printable(&error))?;
            }
        }
        if !reader.has_line() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(all)
}
