//! Replays recorded reports at the pace at which they came.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, BufWriter, Read, Write},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, bail};
use board_feed::{BusAddress, DgtBoard, DgtBus, DgtBusReport, DgtLine, DgtReport};
use draughts::{Timestamp, Variant};
use serde_json::Value;

use super::{
    input::{self, Input},
    pace::Pace,
    recording::{Fault, Recording, is_recording_of},
    report::DgtOptions,
    track::LINE_BYTES_MAX,
};
use crate::{
    lines::{self, InputLine, LineReader},
    question::JsonLineError,
};

/// Replays recorded reports of boards.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// File with the reports, or with the bytes of a port, as `damcast boards record` and the agent
    /// write it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    pace: Pace,
    /// Draughts that is played on a board whose bytes were recorded.
    #[arg(long, value_name = "VARIANT", default_value = "international")]
    variant: Variant,
    /// Serial number of the board that is chosen from a recording of a bus, as in `01025`.
    #[arg(long, value_name = "SERIAL")]
    board: Option<BusAddress>,
    #[command(flatten)]
    dgt: DgtOptions,
}

impl Replay {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let name = self.file.display();
        let reading = || format!("read {name}");
        let file = File::open(&self.file).with_context(reading)?;
        let mut file = BufReader::new(file);
        let wait = |time| self.pace.pass(time);
        let output = io::stdout().lock();
        let beginning = file.fill_buf().with_context(reading)?;
        let setting = self.dgt.setting();
        let writer = LineWriter { variant: self.variant, options: self.dgt, board: None };
        let replayed = if is_recording_of::<DgtBoard>(beginning) {
            let recording = Recording::new(file, DgtBoard::new(setting));
            replay_bytes(recording, output, writer, Some, wait)
        } else if is_recording_of::<DgtBus>(beginning) {
            let Some(board) = self.board else {
                bail!("{name} is of a bus: choose a board by --board SERIAL");
            };
            let recording = Recording::new(file, DgtBus::new(setting));
            let of_board = |it: DgtBusReport| (it.board == board).then_some(it.report);
            replay_bytes(recording, output, writer, of_board, wait)
        } else {
            replay(file, output, wait)
        };
        match replayed {
            Ok(Ok(())) => Ok(ExitCode::SUCCESS),
            Ok(Err(Fault { line, error })) => anyhow::bail!("{name}, line {line}: {error}"),
            Err(error) => lines::ended(Err(error)),
        }
    }
}

/// Writes the reports of one board as lines.
pub(super) struct LineWriter {
    pub(super) variant: Variant,
    pub(super) options: DgtOptions,
    /// The description that was written last.
    pub(super) board: Option<Value>,
}

impl LineWriter {
    /// Returns the line of a report; `None` if there is none.
    fn line(&mut self, report: &DgtReport, port: &str) -> Option<Value> {
        let mut line = self.options.line(report, port)?;
        if let (DgtReport::Board(_), Some(members)) = (report, line.as_object_mut()) {
            members.insert("variant".to_owned(), self.variant.as_str().into());
            // A board whose port was opened again goes on with its game.
            if self.board.replace(line.clone()).as_ref() == Some(&line) {
                return None;
            }
        }
        Some(line)
    }
}

/// Writes what a board reported whose bytes were recorded, as lines, and lets `wait` pass the time
/// between them. `chosen` returns the reports of that board.
///
/// # Errors
/// If the input cannot be read or the output cannot be written. A line that cannot be read ends it
/// with a [`Fault`].
pub(super) fn replay_bytes<L: DgtLine>(
    mut recording: Recording<impl Read, L>,
    output: impl Write,
    mut writer: LineWriter,
    chosen: impl Fn(L::Report) -> Option<DgtReport>,
    mut wait: impl FnMut(Duration),
) -> io::Result<Result<(), Fault>> {
    let mut output = BufWriter::new(output);
    let mut last: Option<Timestamp> = None;
    while let Some(read) = recording.next()? {
        let (at, reports) = match read {
            Ok(read) => read,
            Err(fault) => {
                output.flush()?;
                return Ok(Err(fault));
            }
        };
        let before = last.replace(at);
        if before.is_some_and(|before| at < before) {
            // Another recording.
            writer.board = None;
        }
        let pause = before.map(|before| at.duration_since(before)).unwrap_or_default();
        if !pause.is_zero() {
            output.flush()?;
            wait(pause);
        }
        for report in reports.into_iter().filter_map(&chosen) {
            if let Some(line) = writer.line(&report, recording.port()) {
                writeln!(output, "{}", input::stamped(line, at))?;
            }
        }
    }
    output.flush()?;
    Ok(Ok(()))
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
            InputLine::Whole(line) if line.trim_ascii().is_empty() => continue,
            InputLine::Whole(line) => input::read(line, board),
            InputLine::TooLong => Err(JsonLineError::TooLong { bytes_max: LINE_BYTES_MAX }.into()),
        };
        match (read, &mut board) {
            (Err(error), _) => {
                output.flush()?;
                return Ok(Err(Fault { line: number, error: error.into() }));
            }
            (Ok(Input::Board { setting, .. }), board) => {
                *board = Some((setting.start.variant(), None));
            }
            (Ok(input), Some((_, last))) => {
                // Nothing is known of the time before the first report of a board.
                let at = input.at();
                let pause = at.and_then(|at| Some(at.duration_since(last.replace(at)?)));
                if let Some(pause) = pause.filter(|pause| !pause.is_zero()) {
                    output.flush()?;
                    wait(pause);
                }
            }
            (Ok(_first), None) => {}
        }
        if let InputLine::Whole(line) = &line {
            output.write_all(line)?;
            output.write_all(b"\n")?;
        }
    }
    output.flush()?;
    Ok(Ok(()))
}
