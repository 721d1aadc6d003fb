//! Replays recorded reports at the pace at which they came.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Write},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use anyhow::Context as _;
use draughts::{Timestamp, Variant};

use super::input::{self, Input};
use super::track::LINE_BYTES_MAX;
use crate::{
    lines::{self, Line, LineReader},
    question::Unreadable,
};

/// Replays recorded reports of boards.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// File with the reports, as `damcast boards record` and the agent write it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Speed as a multiple of that of the board; 0 is as fast as it goes.
    #[arg(long, default_value = "1", value_name = "X", value_parser = speed)]
    speed: f64,
}

impl Replay {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let name = self.file.display();
        let file = File::open(&self.file).with_context(|| format!("read {name}"))?;
        let wait = |time: Duration| {
            if self.speed > 0.0 {
                std::thread::sleep(time.div_f64(self.speed));
            }
        };
        match replay(file, io::stdout().lock(), wait) {
            Ok(Ok(())) => Ok(ExitCode::SUCCESS),
            Ok(Err(Fault { line, error })) => anyhow::bail!("{name}, line {line}: {error}"),
            Err(error) => lines::ended(Err(error)),
        }
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let speed: f64 = text.parse().map_err(|_error| format!("{text:?} is not a number"))?;
    // Slower than this, an hour takes more than a year.
    let is_speed = speed == 0.0 || (0.000_1..=1e9).contains(&speed);
    is_speed.then_some(speed).ok_or_else(|| "the speed is 0, or from 0.0001 up".to_owned())
}

/// A line that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Its number, from 1.
    pub(super) line: u64,
    /// The fault.
    pub(super) error: String,
}

/// Writes the lines of the reports as they are, and lets `wait` pass the time between them.
///
/// # Errors
/// If the input cannot be read or the output cannot be written. A line that cannot be read ends it
/// with a [`Fault`].
pub(super) fn replay(
    input: impl Read,
    output: impl Write,
    mut wait: impl FnMut(Duration),
) -> io::Result<Result<(), Fault>> {
    let mut reader = LineReader::new(input, LINE_BYTES_MAX);
    let mut output = BufWriter::new(output);
    let mut board: Option<(Variant, Option<Timestamp>)> = None;
    let mut number = 0;
    while let Some(line) = reader.next()? {
        number += 1;
        let read = match &line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => input::read(line, board),
            Line::TooLong => Err(Unreadable::TooLong { bytes_max: LINE_BYTES_MAX }.to_string()),
        };
        match (read, &mut board) {
            (Err(error), _) => {
                output.flush()?;
                return Ok(Err(Fault { line: number, error }));
            }
            (Ok(Input::Board { setting, .. }), board) => {
                *board = Some((setting.start.variant(), None));
            }
            (Ok(Input::Report { at, .. } | Input::Game { at, .. }), Some((_, last))) => {
                // Nothing is known of the time before the first report of a board.
                let pause = last.replace(at).map(|last| at.duration_since(last));
                if let Some(pause) = pause.filter(|pause| !pause.is_zero()) {
                    output.flush()?;
                    wait(pause);
                }
            }
            (Ok(Input::Report { .. } | Input::Game { .. }), None) => {}
        }
        if let Line::Whole(line) = &line {
            output.write_all(line)?;
            output.write_all(b"\n")?;
        }
    }
    output.flush()?;
    Ok(Ok(()))
}
