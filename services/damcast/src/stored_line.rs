//! A stored message as a line of JSON, in copies of the event log.

use std::io::{self, Write};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::subject::Stream;
use runtime::Stored;
use serde::{Deserialize, Serialize};

/// A message in a file.
#[derive(Debug, Serialize, Deserialize)]
struct MessageLine {
    stream: String,
    subject: String,
    sequence: u64,
    /// The envelope, in base64.
    payload: String,
}

/// Writes a message of a stream.
pub(crate) fn write(file: &mut impl Write, stream: Stream, stored: &Stored) -> io::Result<()> {
    let line = MessageLine {
        stream: stream.name().to_owned(),
        subject: stored.subject.clone(),
        sequence: stored.sequence,
        payload: STANDARD.encode(&stored.payload),
    };
    serde_json::to_writer(&mut *file, &line)?;
    writeln!(file)
}

/// Reads a message. Its headers, which only carry traces, are in no copy.
pub(crate) fn read(line: &str) -> anyhow::Result<Stored> {
    let MessageLine { subject, sequence, payload, .. } = serde_json::from_str(line)?;
    let payload = STANDARD.decode(payload)?.into();
    Ok(Stored { subject, sequence, headers: Default::default(), payload })
}
