//! Frames: messages to spectators, encoded once for all of them.

use std::sync::{Arc, OnceLock};

use bytes::{BufMut as _, Bytes, BytesMut};
use prost::{
    Message as _,
    encoding::{WireType, encode_key, encode_varint, encoded_len_varint, key_len},
};
use proto::v1::{self, Change, Changes, Resumed, Time, WatchResponse, frame::Frame as Kind};
use runtime::{TooLong, message_header};
use serde::Serialize;
use thiserror::Error;

use crate::{
    cursor::Seen, freshness::Stamp, gzip::Packing, resource::Content, view::Picture, websocket,
};

/// The start of a stream of server-sent events: the pause before a browser reconnects, in
/// milliseconds.
pub(crate) const EVENTS_START: &[u8] = b"retry: 1000\n\n";

/// A value could not be encoded, which is a bug of the service or a tournament beyond all limits.
#[derive(Clone, Debug, Error)]
pub(crate) enum EncodeError {
    /// It cannot be written as JSON.
    #[error("write JSON: {0}")]
    Json(Arc<serde_json::Error>),
    /// It is longer than the longest message of gRPC.
    #[error(transparent)]
    Grpc(#[from] TooLong),
}

/// Changes that happened at once. All spectators share its encoded bytes.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The messages of the event log that led to the changes.
    pub(crate) sources: Seen,
    socket_header: Bytes,
    event: Bytes,
    json: Bytes,
    /// The message of a gRPC stream, with its header.
    grpc: Bytes,
}

impl Frame {
    /// Encodes `changes`, which take a spectator to `cursor`.
    ///
    /// # Errors
    /// [`EncodeError`] if the changes cannot be encoded.
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
            sources,
            socket_header: all.slice(event_length..),
            event: all.slice(..event_length),
            json: all.slice(start..end),
            grpc: grpc_message(&WatchResponse { frame: Some(message) })?,
        })
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.event.len() + self.grpc.len()
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
    /// The place for that JSON, without its opening brace, compressed.
    pub(crate) packing: Arc<Packing>,
    /// The picture as part of a protobuf message, encoded for the first spectator who needs it.
    message: OnceLock<Bytes>,
}

/// The part of a JSON that differs each time it is sent. The rest follows in the same object.
#[derive(Serialize)]
struct Head<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'static str>,
    cursor: &'a str,
    now: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh: Option<v1::Freshness>,
}

impl Snapshot {
    /// Returns the snapshot before frame `index`.
    pub(crate) fn new(index: u64, cursor: String, picture: Picture) -> Self {
        let (body, packing, message) = (OnceLock::new(), Arc::default(), OnceLock::new());
        Self { index, cursor, picture, body, packing, message }
    }

    /// Returns the snapshot as a protobuf message, which is sent in the form of
    /// [`Snapshot::to_grpc`].
    #[cfg(test)]
    pub(crate) fn message(&self, stamp: Stamp) -> v1::Snapshot {
        self.picture.snapshot(self.cursor.clone(), stamp)
    }

    /// Returns the gRPC message of which the snapshot is the first field of the first field, and so
    /// on to this depth, in two pieces: a short start, and the rest, which is encoded for the first
    /// spectator who needs it and shared by all.
    ///
    /// # Errors
    /// [`EncodeError`] if the message is too long.
    pub(crate) fn to_grpc(
        &self,
        depth: usize,
        stamp: Stamp,
    ) -> Result<(Bytes, Bytes), EncodeError> {
        let rest = self.message.get_or_init(|| {
            let unstamped = self.picture.snapshot(String::new(), Stamp::default());
            unstamped.encode_to_vec().into()
        });
        let (cursor, now) = (self.cursor.clone(), stamp.now.millis());
        let fresh = stamp.freshness.to_message();
        let head = v1::Snapshot { cursor, now, fresh, ..v1::Snapshot::default() }.encode_to_vec();
        let (mut length, mut lengths) = (head.len() + rest.len(), Vec::new());
        for _inner in 0..depth {
            lengths.push(length as u64);
            length += key_len(FIRST) + encoded_len_varint(length as u64);
        }
        let mut start = BytesMut::from(&message_header(length)?[..]);
        for inner in lengths.into_iter().rev() {
            encode_key(FIRST, WireType::LengthDelimited, &mut start);
            encode_varint(inner, &mut start);
        }
        start.put_slice(&head);
        Ok((start.freeze(), rest.clone()))
    }

    /// Returns the JSON of the snapshot in two pieces: a short head, and a body that is encoded for
    /// the first spectator who needs it and shared by all.
    ///
    /// # Errors
    /// [`EncodeError`] if the snapshot cannot be encoded as JSON.
    pub(crate) fn json(&self, stamp: Stamp) -> Result<[Bytes; 2], EncodeError> {
        let body = self.body.get_or_init(|| json(&self.picture.body()).map(Bytes::from)).clone()?;
        Ok([head(Some("snapshot"), &self.cursor, stamp)?, body.slice(1..)])
    }
}

/// Returns the start of a JSON object, which goes on with a body that has lost its opening brace.
fn head(r#type: Option<&'static str>, cursor: &str, stamp: Stamp) -> Result<Bytes, EncodeError> {
    let (now, fresh) = (stamp.now.millis(), stamp.freshness.to_message());
    let mut head = json(&Head { r#type, cursor, now, fresh })?;
    // The closing brace becomes a comma.
    head.pop();
    head.push(b',');
    Ok(head.into())
}

/// A part of a tournament as JSON, encoded and compressed once for all who ask for it.
#[derive(Debug)]
pub(crate) struct Part {
    /// Without its opening brace.
    body: Bytes,
    /// The place for the body, compressed.
    pub(crate) packing: Arc<Packing>,
}

impl Part {
    /// Encodes the content of a part.
    ///
    /// # Errors
    /// [`EncodeError`] if it cannot be written as JSON.
    pub(crate) fn new(content: &Content) -> Result<Self, EncodeError> {
        let body = Bytes::from(json(content)?).slice(1..);
        Ok(Self { body, packing: Arc::default() })
    }

    /// Returns its JSON in two pieces: a short head, and a body that all share.
    ///
    /// # Errors
    /// [`EncodeError`] if the head cannot be written as JSON.
    pub(crate) fn json(&self, cursor: &str, stamp: Stamp) -> Result<[Bytes; 2], EncodeError> {
        Ok([head(None, cursor, stamp)?, self.body.clone()])
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
            Self::Resumed(cursor) => out.extend(text(&resumed(cursor, stamp))?),
            Self::Time => out.extend(text(&time(stamp))?),
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
            Self::Resumed(cursor) => {
                out.push(short_event(event_start(cursor), &resumed(cursor, stamp))?);
            }
            // Sent without an id, so that the browser keeps the last one.
            Self::Time => out.push(short_event(b"data: ".to_vec(), &time(stamp))?),
        }
        Ok(())
    }

    /// Returns the message of a gRPC stream: its start, and the rest of a snapshot, which all
    /// share.
    ///
    /// # Errors
    /// [`EncodeError`] if it is too long.
    pub(crate) fn to_grpc(&self, stamp: Stamp) -> Result<(Bytes, Option<Bytes>), EncodeError> {
        Ok(match self {
            Self::Frame(frame) => (frame.grpc.clone(), None),
            Self::Snapshot(snapshot) => {
                let (start, rest) = snapshot.to_grpc(2, stamp)?;
                (start, Some(rest))
            }
            Self::Resumed(cursor) => {
                (grpc_message(&WatchResponse { frame: Some(resumed(cursor, stamp)) })?, None)
            }
            Self::Time => (grpc_message(&WatchResponse { frame: Some(time(stamp)) })?, None),
        })
    }

    /// Returns the message of a gRPC stream whose first field is the JSON of the message: its
    /// start, and the rest of a snapshot, which all share.
    ///
    /// # Errors
    /// [`EncodeError`] if it cannot be encoded, or is too long.
    pub(crate) fn to_grpc_text(&self, stamp: Stamp) -> Result<(Bytes, Option<Bytes>), EncodeError> {
        let (text, rest) = match self {
            Self::Frame(frame) => (frame.json.clone(), None),
            Self::Snapshot(snapshot) => {
                let [head, body] = snapshot.json(stamp)?;
                (head, Some(body))
            }
            Self::Resumed(cursor) => (json(&resumed(cursor, stamp))?.into(), None),
            Self::Time => (json(&time(stamp))?.into(), None),
        };
        let length = text.len() + rest.as_ref().map_or(0, Bytes::len);
        let field = key_len(FIRST) + encoded_len_varint(length as u64);
        let mut start = BytesMut::from(&message_header(field + length)?[..]);
        encode_key(FIRST, WireType::LengthDelimited, &mut start);
        encode_varint(length as u64, &mut start);
        start.put_slice(&text);
        Ok((start.freeze(), rest))
    }
}

fn resumed(cursor: &str, stamp: Stamp) -> v1::Frame {
    let (now, fresh) = (stamp.now.millis(), stamp.freshness.to_message());
    let resumed = Resumed { cursor: cursor.to_owned(), now, fresh };
    v1::Frame { frame: Some(Kind::Resumed(resumed)) }
}

fn time(stamp: Stamp) -> v1::Frame {
    let (now, fresh) = (stamp.now.millis(), stamp.freshness.to_message());
    v1::Frame { frame: Some(Kind::Time(Time { now, fresh })) }
}

fn text(message: &v1::Frame) -> Result<[Bytes; 2], EncodeError> {
    let text = json(message)?;
    Ok([websocket::text_header(text.len()), text.into()])
}

fn short_event(mut event: Vec<u8>, message: &v1::Frame) -> Result<Bytes, EncodeError> {
    event.extend(json(message)?);
    event.extend(EVENT_END);
    Ok(event.into())
}

fn grpc_message(message: &impl prost::Message) -> Result<Bytes, EncodeError> {
    let length = message.encoded_len();
    let mut bytes = BytesMut::with_capacity(5 + length);
    bytes.put_slice(&message_header(length)?);
    bytes.put_slice(&message.encode_to_vec());
    Ok(bytes.freeze())
}

/// The number of a first field.
const FIRST: u32 = 1;

const EVENT_END: &[u8] = b"\n\n";

fn event_start(cursor: &str) -> Vec<u8> {
    format!("id: {cursor}\ndata: ").into_bytes()
}

/// Returns the JSON of a value.
///
/// # Errors
/// [`EncodeError`] if the value cannot be encoded.
pub(crate) fn json(view: &impl Serialize) -> Result<Vec<u8>, EncodeError> {
    serde_json::to_vec(view).map_err(|error| EncodeError::Json(Arc::new(error)))
}
