//! Frames: messages to spectators, encoded once for all of them.

use std::sync::{Arc, OnceLock};

use bytes::{BufMut as _, Bytes, BytesMut};
use proto::v1::{self, Change, Changes, Resumed, Time, frame::Frame as Kind};
use serde::Serialize;
use thiserror::Error;

use crate::{cursor::Seen, freshness::Stamp, view::Picture, websocket};

/// The start of a stream of server-sent events: the pause before a browser reconnects, in milliseconds.
pub(crate) const EVENTS_START: &[u8] = b"retry: 1000\n\n";

/// A value could not be written as JSON, which is a bug of the service.
#[derive(Clone, Debug, Error)]
#[error("write JSON: {0}")]
pub(crate) struct EncodeError(Arc<serde_json::Error>);

/// Changes that happened at once. All spectators share its encoded bytes.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The frame as a protobuf message.
    pub(crate) message: v1::Frame,
    /// The messages of the event log that led to the changes.
    pub(crate) sources: Seen,
    socket_header: Bytes,
    event: Bytes,
    json: Bytes,
}

impl Frame {
    /// Encodes `changes`, which take a spectator to `cursor`.
    ///
    /// # Errors
    /// [`EncodeError`] if the changes cannot be encoded as JSON.
    pub(crate) fn new(
        cursor: &str,
        changes: Vec<Change>,
        sources: Seen,
    ) -> Result<Self, EncodeError> {
        let changes = Changes { cursor: cursor.to_owned(), changes };
        let message = v1::Frame { frame: Some(Kind::Changes(changes)) };
        let text = json(&message)?;
        let mut bytes = BytesMut::with_capacity(text.len() + cursor.len() + 32);
        bytes.put_slice(&event_start(cursor));
        let start = bytes.len();
        bytes.put_slice(&text);
        let end = bytes.len();
        bytes.put_slice(EVENT_END);
        let event_length = bytes.len();
        bytes.put_slice(&websocket::text_header(text.len()));
        let all = bytes.freeze();
        Ok(Self {
            message,
            sources,
            socket_header: all.slice(event_length..),
            event: all.slice(..event_length),
            json: all.slice(start..end),
        })
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        // The message holds the same texts a second time.
        2 * self.event.len()
    }
}

/// A snapshot of a tournament, from which a spectator continues with later frames.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The number of the next frame.
    pub(crate) index: u64,
    /// The cursor of the snapshot.
    pub(crate) cursor: String,
    picture: Picture,
    /// The JSON of the picture, encoded for the first spectator who needs it.
    body: OnceLock<Result<Bytes, EncodeError>>,
}

/// The part of a snapshot's JSON that differs each time it is sent. The rest follows in the same object.
#[derive(Serialize)]
struct Head<'a> {
    r#type: &'static str,
    cursor: &'a str,
    now: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh: Option<v1::Freshness>,
}

impl Snapshot {
    /// Returns the snapshot before frame `index`.
    pub(crate) fn new(index: u64, cursor: String, picture: Picture) -> Self {
        Self { index, cursor, picture, body: OnceLock::new() }
    }

    /// Returns the snapshot as a protobuf message.
    pub(crate) fn message(&self, stamp: Stamp) -> v1::Snapshot {
        self.picture.snapshot(self.cursor.clone(), stamp)
    }

    /// Returns the JSON of the snapshot in two pieces: a short head, and a body that is encoded for the
    /// first spectator who needs it and shared by all.
    ///
    /// # Errors
    /// [`EncodeError`] if the snapshot cannot be encoded as JSON.
    pub(crate) fn json(&self, stamp: Stamp) -> Result<[Bytes; 2], EncodeError> {
        let body = self.body.get_or_init(|| json(&self.picture.body()).map(Bytes::from)).clone()?;
        let (now, fresh) = (stamp.now.millis(), stamp.freshness.to_message());
        let head = Head { r#type: "snapshot", cursor: &self.cursor, now, fresh };
        let mut head = json(&head)?;
        // Joins two objects: the closing brace of the head becomes a comma, the body loses its opening
        // brace.
        head.pop();
        head.push(b',');
        Ok([head.into(), body.slice(1..)])
    }
}

/// One message to a spectator.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Changes of the tournament.
    Frame(Arc<Frame>),
    /// The whole tournament.
    Snapshot(Arc<Snapshot>),
    /// A confirmation to a spectator who came back: the stream continues after this cursor.
    Resumed(String),
    /// A sign of life after some time without changes, or a change of the freshness.
    Time,
}

impl Item {
    /// Returns true if the message carries the time and the freshness.
    pub(crate) fn has_stamp(&self) -> bool {
        match self {
            Self::Frame(_) => false,
            Self::Snapshot(_) | Self::Resumed(_) | Self::Time => true,
        }
    }

    /// Appends the WebSocket message to `out`.
    ///
    /// # Errors
    /// [`EncodeError`] if it cannot be encoded as JSON.
    pub(crate) fn to_socket(&self, stamp: Stamp, out: &mut Vec<Bytes>) -> Result<(), EncodeError> {
        match self {
            Self::Frame(frame) => out.extend([frame.socket_header.clone(), frame.json.clone()]),
            Self::Snapshot(snapshot) => {
                let parts = snapshot.json(stamp)?;
                out.push(websocket::text_header(parts.iter().map(Bytes::len).sum()));
                out.extend(parts);
            }
            Self::Resumed(_) | Self::Time => {
                let text = json(&self.to_message(stamp))?;
                out.extend([websocket::text_header(text.len()), text.into()]);
            }
        }
        Ok(())
    }

    /// Appends the server-sent event to `out`.
    ///
    /// # Errors
    /// [`EncodeError`] if it cannot be encoded as JSON.
    pub(crate) fn to_event(&self, stamp: Stamp, out: &mut Vec<Bytes>) -> Result<(), EncodeError> {
        match self {
            Self::Frame(frame) => out.push(frame.event.clone()),
            Self::Snapshot(snapshot) => {
                out.push(event_start(&snapshot.cursor).into());
                out.extend(snapshot.json(stamp)?);
                out.push(Bytes::from_static(EVENT_END));
            }
            Self::Resumed(cursor) => out.push(self.short_event(event_start(cursor), stamp)?),
            // Sent without an id, so that the browser keeps the last one.
            Self::Time => out.push(self.short_event(b"data: ".to_vec(), stamp)?),
        }
        Ok(())
    }

    fn short_event(&self, mut event: Vec<u8>, stamp: Stamp) -> Result<Bytes, EncodeError> {
        event.extend(json(&self.to_message(stamp))?);
        event.extend(EVENT_END);
        Ok(event.into())
    }

    /// Returns the protobuf message.
    pub(crate) fn to_message(&self, stamp: Stamp) -> v1::Frame {
        let (now, fresh) = (stamp.now.millis(), stamp.freshness.to_message());
        let kind = match self {
            Self::Frame(frame) => return frame.message.clone(),
            Self::Snapshot(snapshot) => Kind::Snapshot(snapshot.message(stamp)),
            Self::Resumed(cursor) => Kind::Resumed(Resumed { cursor: cursor.clone(), now, fresh }),
            Self::Time => Kind::Time(Time { now, fresh }),
        };
        v1::Frame { frame: Some(kind) }
    }
}

const EVENT_END: &[u8] = b"\n\n";

fn event_start(cursor: &str) -> Vec<u8> {
    format!("id: {cursor}\ndata: ").into_bytes()
}

/// Returns the JSON of a value.
///
/// # Errors
/// [`EncodeError`] if the value cannot be encoded.
pub(crate) fn json(view: &impl Serialize) -> Result<Vec<u8>, EncodeError> {
    serde_json::to_vec(view).map_err(|error| EncodeError(Arc::new(error)))
}
