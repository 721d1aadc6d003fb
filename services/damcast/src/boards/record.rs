//! Records the reports of a board, or the bytes of its port, with the moments at which they come.

use std::{
    convert::Infallible,
    fs::File,
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::Context as _;
use board_feed::{DgtBoard, DgtLine as _, DgtReport, DgtSetting};
use draughts::{Timestamp, Variant};
use tokio::time::Instant;

use super::{
    input::{self, Input},
    live::LiveLine,
    track::LINE_BYTES_MAX,
};
use crate::{
    lines::{self, InputLine, LineReader, printable},
    question::JsonLineError,
};

/// Longest wait for a board at once.
const WAIT: Duration = Duration::from_secs(60);

/// Records a board.
#[derive(Debug, clap::Args)]
pub struct Record {
    /// Serial port of a DGT board, whose bytes are recorded instead, as in `/dev/ttyACM0`.
    #[arg(long, value_name = "PORT", requires = "file")]
    port: Option<PathBuf>,
    /// File that is made for the bytes of the port.
    #[arg(value_name = "FILE", requires = "port")]
    file: Option<PathBuf>,
}

impl Record {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match (&self.port, &self.file) {
            (Some(port), Some(file)) => match record_port(port, file)? {},
            _ => record_lines(),
        }
    }
}

/// Records the bytes of a port until the program is stopped.
fn record_port(port: &Path, file: &Path) -> anyhow::Result<Infallible> {
    let mut live = LiveLine::open(port, DgtBoard::new(DgtSetting::default()))?;
    let name = file.display();
    let mut output = File::create_new(file).with_context(|| format!("make {name}"))?;
    let writing = || format!("write {name}");
    writeln!(output, "{} {}", DgtBoard::HEADER, port.display()).with_context(writing)?;
    loop {
        let step = live.next(WAIT);
        let mut text = String::new();
        for record in &step.records {
            text.push_str(&format!("{record}\n"));
        }
        output.write_all(text.as_bytes()).with_context(writing)?;
        let told = step.reports.iter().filter_map(|report| match report {
            DgtReport::Board(about) => {
                let serial = about.serial.as_deref().unwrap_or("without a serial number");
                Some(format!("DGT board {serial} answers; Ctrl-C ends the recording"))
            }
            DgtReport::Trouble(trouble) => Some(format!("{}: {trouble}", port.display())),
            DgtReport::Reading(_) => None,
        });
        for line in told.chain(step.fault) {
            writeln!(io::stderr(), "{line}")?;
        }
    }
}

/// Records standard input on standard output, from now on.
fn record_lines() -> anyhow::Result<ExitCode> {
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
            InputLine::Whole(line) if line.trim_ascii().is_empty() => continue,
            InputLine::Whole(line) => input::value(&line).and_then(|value| {
                let line = input::stamped(value, at);
                Ok((input::read_value(line.clone(), board)?, line))
            }),
            InputLine::TooLong => Err(JsonLineError::TooLong { bytes_max: LINE_BYTES_MAX }.into()),
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
                writeln!(troubles, "line {number}: {}", printable(&error.to_string()))?;
            }
        }
        if !reader.has_line() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(all)
}
