//! Tracks the games on boards.

use std::{
    io::{self, BufWriter, Read, Write},
    process::ExitCode,
};

use board_feed::{Event, GameRecord, Reading, Tracker};
use draughts::{Timestamp, Variant};
use serde_json::Value;

use super::{
    input::{self, Input},
    output::Output,
};
use crate::{
    lines::{self, InputLine, LineReader},
    question::JsonLineError,
};

/// The longest line has room for a dump and long names.
pub(super) const LINE_BYTES_MAX: usize = 16 * 1024;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    let tracked = track(io::stdin().lock(), io::stdout().lock());
    lines::ended(tracked.map(|all| if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

/// Writes what follows from the reports; returns true if all could be read.
///
/// Flushes its lines before it waits for the next one.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub(super) fn track(input: impl Read, output: impl Write) -> io::Result<bool> {
    let mut reader = LineReader::new(input, LINE_BYTES_MAX);
    let mut tracking = BoardTracking { output: BufWriter::new(output), board: None };
    let (mut all, mut number) = (true, 0);
    while let Some(line) = reader.next()? {
        number += 1;
        let read = match line {
            InputLine::Whole(line) if line.trim_ascii().is_empty() => continue,
            InputLine::Whole(line) => {
                let of = tracking.board.as_ref().map(|board| (board.variant, board.last));
                input::read(&line, of)
            }
            InputLine::TooLong => Err(JsonLineError::TooLong { bytes_max: LINE_BYTES_MAX }.into()),
        };
        match read {
            Ok(Input::Board { id, setting }) => {
                tracking.end()?;
                let variant = setting.start.variant();
                tracking.board =
                    Some(Board { id, variant, tracker: Tracker::new(setting), last: None });
            }
            Ok(Input::Report { at, reading }) => tracking.take(&reading, at)?,
            Ok(Input::Game { at, known }) => tracking.follow(&known.record, at)?,
            Ok(Input::Wait { at }) => tracking.wait_for_position(at),
            Ok(Input::Order { at, orders }) => {
                if let Some(is_rotated) = orders.is_rotated {
                    tracking.take(&Reading::Turned { is_rotated }, at)?;
                }
            }
            Err(error) => {
                all = false;
                tracking.refuse(number, &error.to_string())?;
            }
        }
        if !reader.has_line() {
            tracking.output.flush()?;
        }
    }
    tracking.end()?;
    tracking.output.flush()?;
    Ok(all)
}

/// The board whose reports are read, and the way out.
struct BoardTracking<W: Write> {
    output: BufWriter<W>,
    board: Option<Board>,
}

struct Board {
    id: Value,
    variant: Variant,
    tracker: Tracker,
    /// The time of the last report.
    last: Option<Timestamp>,
}

impl<W: Write> BoardTracking<W> {
    fn take(&mut self, reading: &Reading, at: Timestamp) -> io::Result<()> {
        let Some(board) = &mut self.board else { return Ok(()) };
        board.last = Some(at);
        let events = board.tracker.take(reading, at);
        self.write(&events)
    }

    fn follow(&mut self, record: &GameRecord, at: Timestamp) -> io::Result<()> {
        let Some(board) = &mut self.board else { return Ok(()) };
        // The first one says how the game stood before the first report.
        let is_first = board.last.replace(at).is_none();
        if is_first {
            board.tracker.wait_for_position();
        }
        if is_first && board.tracker.position() == (&record.position, record.ply) {
            return Ok(());
        }
        let position = Box::new(record.position);
        let events = board.tracker.take(&Reading::Setup { position, ply: record.ply }, at);
        self.write(&events)
    }

    fn wait_for_position(&mut self, at: Timestamp) {
        if let Some(board) = &mut self.board {
            board.last = Some(at);
            board.tracker.wait_for_position();
        }
    }

    /// Lets the timers of the board run out.
    fn end(&mut self) -> io::Result<()> {
        while let Some(board) = &mut self.board
            && let Some(deadline) = board.tracker.deadline()
        {
            let events = board.tracker.wait(deadline);
            self.write(&events)?;
        }
        self.board = None;
        Ok(())
    }

    fn write(&mut self, events: &[(Timestamp, Event)]) -> io::Result<()> {
        let Some(board) = &self.board else { return Ok(()) };
        for (at, event) in events {
            write_line(&mut self.output, &Output::event(&board.id, *at, event))?;
        }
        Ok(())
    }

    fn refuse(&mut self, line: u64, error: &str) -> io::Result<()> {
        let (id, last) = match &self.board {
            Some(board) => (&board.id, board.last),
            None => (&Value::Null, None),
        };
        write_line(&mut self.output, &Output::error(id, last, line, error))
    }
}

fn write_line(output: &mut impl Write, line: &Output<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")
}
