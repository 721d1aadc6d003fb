//! Recordings of the bytes of DGT boards, read line by line.

use std::{
    io::{self, Read},
    string::FromUtf8Error,
};

use board_feed::{DgtLine, DgtRecordError, DgtReplay};
use draughts::Timestamp;
use thiserror::Error;

use super::{input::LineError, track::LINE_BYTES_MAX};
use crate::{
    lines::{InputLine, LineReader, printable},
    question::JsonLineError,
};

/// A line that cannot be read.
#[derive(Debug)]
pub(super) struct Fault {
    /// Its number, from 1.
    pub(super) line: u64,
    /// The reason.
    pub(super) error: FaultReason,
}

/// The reason why a line cannot be read.
#[derive(Debug, Error)]
pub(super) enum FaultReason {
    /// It is none of a recording of reports.
    #[error(transparent)]
    Report(#[from] LineError),
    /// It is too long.
    #[error(transparent)]
    TooLong(#[from] JsonLineError),
    /// It is no text.
    #[error(transparent)]
    NoText(#[from] FromUtf8Error),
    /// It is none of a recording of bytes.
    #[error(transparent)]
    Bytes(#[from] DgtRecordError),
}

/// Returns true if a file that begins with these bytes is a recording of such a line.
pub(super) fn is_recording_of<L: DgtLine>(beginning: &[u8]) -> bool {
    beginning.starts_with(L::HEADER.as_bytes())
}

/// The reports of the boards at a moment, or the line that cannot be read.
pub(super) type TimedReports<R> = Result<(Timestamp, Vec<R>), Fault>;

/// A recording that is being read.
#[derive(Debug)]
pub(super) struct Recording<R, L> {
    lines: LineReader<R>,
    number: u64,
    replay: DgtReplay<L>,
    port: String,
}

impl<R: Read, L: DgtLine> Recording<R, L> {
    /// Begins with an end of the line that was never opened.
    pub(super) fn new(input: R, fresh: L) -> Self {
        let lines = LineReader::new(input, LINE_BYTES_MAX);
        Self { lines, number: 0, replay: DgtReplay::new(fresh), port: String::new() }
    }

    /// Returns the name of the port at which it was taken.
    pub(super) fn port(&self) -> &str {
        &self.port
    }

    /// Reads the next line with a moment, and returns what the boards reported then; `None` at the
    /// end.
    ///
    /// # Errors
    /// If the input cannot be read. A line that cannot be read is a [`Fault`].
    pub(super) fn next(&mut self) -> io::Result<Option<TimedReports<L::Report>>> {
        while let Some(line) = self.lines.next()? {
            self.number += 1;
            let fault = |error: FaultReason| Fault { line: self.number, error };
            let line = match line {
                InputLine::Whole(line) => String::from_utf8(line).map_err(FaultReason::from),
                InputLine::TooLong => {
                    Err(JsonLineError::TooLong { bytes_max: LINE_BYTES_MAX }.into())
                }
            };
            let line = match line {
                Ok(line) if line.is_empty() => continue,
                Ok(line) => line,
                Err(error) => return Ok(Some(Err(fault(error)))),
            };
            match self.replay.take(&line) {
                Ok(Some(reports)) => return Ok(Some(Ok(reports))),
                Ok(None) => {
                    let port = line.strip_prefix(L::HEADER).unwrap_or_default();
                    self.port = printable(port.trim_ascii());
                }
                Err(error) => return Ok(Some(Err(fault(error.into())))),
            }
        }
        Ok(None)
    }
}
