//! Frames: what is sent to spectators, encoded once for all of them.

use std::sync::{Arc, OnceLock};

use bytes::{BufMut as _, Bytes, BytesMut};
use draughts::Timestamp;
use proto::v1::{self, Change, Changes, Resumed, Time, frame::Frame as Kind};
use serde::Serialize;

use crate::{cursor::Seen, view::Picture, websocket};

/// How a stream of server-sent events begins: the pause before a browser comes back, milliseconds.
pub(crate) const EVENTS_START: &[u8] = b"retry: 1000\n\n";

/// Changes that happened at once. All spectators share its bytes.
#[derive(Debug)]
pub(crate) struct Frame {
    /// For those who read protobuf.
    pub(crate) message: v1::Frame,
    /// The messages of the event log that it tells of.
    pub(crate) tells: Seen,
    socket_header: Bytes,
    event: Bytes,
    json: Bytes,
}

impl Frame {
    /// Encodes `changes`, after which a spectator is at `cursor`.
    pub(crate) fn new(cursor: &str, changes: Vec<Change>, tells: Seen) -> Self {
        let changes = Changes { cursor: cursor.to_owned(), changes };
        let message = v1::Frame { frame: Some(Kind::Changes(changes)) };
        let text = json(&message);
        let mut bytes = BytesMut::with_capacity(text.len() + cursor.len() + 32);
        bytes.put_slice(&event_start(cursor));
        let start = bytes.len();
        bytes.put_slice(&text);
        let end = bytes.len();
        bytes.put_slice(EVENT_END);
        let event_length = bytes.len();
        bytes.put_slice(&websocket::text_header(text.len()));
        let all = bytes.freeze();
        Self {
            message,
            tells,
            socket_header: all.slice(event_length..),
            event: all.slice(..event_length),
            json: all.slice(start..end),
        }
    }

    /// Bytes that it takes to keep it, roughly.
    pub(crate) fn size(&self) -> usize {
        // The message holds the same texts once more.
        2 * self.event.len()
    }
}

/// A tournament at one moment, from which a spectator can go on.
#[derive(Debug)]
pub(crate) struct Moment {
    /// The frame to go on with.
    pub(crate) index: u64,
    /// Its name.
    pub(crate) cursor: String,
    picture: Picture,
    text: OnceLock<SnapshotText>,
}

/// The JSON of a snapshot in two parts; between them stands the time at which it is sent.
#[derive(Debug)]
struct SnapshotText {
    before: Bytes,
    after: Bytes,
}

impl Moment {
    /// The moment before frame `index`.
    pub(crate) fn new(index: u64, cursor: String, picture: Picture) -> Self {
        Self { index, cursor, picture, text: OnceLock::new() }
    }

    /// The snapshot, for those who read protobuf.
    pub(crate) fn message(&self, now: Timestamp) -> v1::Snapshot {
        self.picture.snapshot(self.cursor.clone(), now)
    }

    /// The JSON of the snapshot, in pieces. It is encoded for the first who asks, and shared.
    pub(crate) fn json(&self, now: Timestamp) -> [Bytes; 3] {
        let text = self.text.get_or_init(|| {
            let snapshot = self.message(Timestamp::from_millis(0));
            let whole = Bytes::from(json(&v1::Frame { frame: Some(Kind::Snapshot(snapshot)) }));
            // The cursor before it has neither quotes nor commas.
            let field: &[u8] = b"\"now\":0,";
            let place = whole.windows(field.len()).position(|window| window == field);
            let place = place.expect("a snapshot has its time") + field.len() - 2;
            SnapshotText { before: whole.slice(..place), after: whole.slice(place + 1..) }
        });
        let now = Bytes::from(now.millis().to_string());
        [text.before.clone(), now, text.after.clone()]
    }
}

/// What a spectator is sent next.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Changes.
    Frame(Arc<Frame>),
    /// The tournament as it is.
    Snapshot(Arc<Moment>),
    /// The stream goes on after this cursor.
    Resumed(String),
    /// Nothing happened for a while.
    Time,
}

impl Item {
    /// Puts its WebSocket message onto `out`.
    pub(crate) fn to_socket(&self, now: Timestamp, out: &mut Vec<Bytes>) {
        match self {
            Self::Frame(frame) => out.extend([frame.socket_header.clone(), frame.json.clone()]),
            Self::Snapshot(moment) => {
                let parts = moment.json(now);
                out.push(websocket::text_header(parts.iter().map(Bytes::len).sum()));
                out.extend(parts);
            }
            Self::Resumed(_) | Self::Time => {
                let text = json(&self.to_message(now));
                out.extend([websocket::text_header(text.len()), text.into()]);
            }
        }
    }

    /// Puts its server-sent event onto `out`.
    pub(crate) fn to_event(&self, now: Timestamp, out: &mut Vec<Bytes>) {
        match self {
            Self::Frame(frame) => out.push(frame.event.clone()),
            Self::Snapshot(moment) => {
                out.push(event_start(&moment.cursor).into());
                out.extend(moment.json(now));
                out.push(Bytes::from_static(EVENT_END));
            }
            Self::Resumed(cursor) => out.push(self.short_event(event_start(cursor), now)),
            // Without an id: the browser keeps the one it has.
            Self::Time => out.push(self.short_event(b"data: ".to_vec(), now)),
        }
    }

    fn short_event(&self, mut event: Vec<u8>, now: Timestamp) -> Bytes {
        event.extend(json(&self.to_message(now)));
        event.extend(EVENT_END);
        event.into()
    }

    /// Its protobuf message.
    pub(crate) fn to_message(&self, now: Timestamp) -> v1::Frame {
        let kind = match self {
            Self::Frame(frame) => return frame.message.clone(),
            Self::Snapshot(moment) => Kind::Snapshot(moment.message(now)),
            Self::Resumed(cursor) => {
                Kind::Resumed(Resumed { cursor: cursor.clone(), now: now.millis() })
            }
            Self::Time => Kind::Time(Time { now: now.millis() }),
        };
        v1::Frame { frame: Some(kind) }
    }
}

const EVENT_END: &[u8] = b"\n\n";

fn event_start(cursor: &str) -> Vec<u8> {
    format!("id: {cursor}\ndata: ").into_bytes()
}

/// The JSON of a view.
pub(crate) fn json(view: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(view).expect("views have texts as keys and write to memory")
}
