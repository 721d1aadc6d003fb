//! Entries of the event log: stored messages, each read once.

use std::sync::OnceLock;

use async_nats::HeaderMap;
use bytes::Bytes;
use prost::Message as _;
use proto::{
    Timestamp,
    convert::{ConvertError, Record, required},
    subject::{GameKey, Leaf, NameError, Stream, Subject},
    v1::{Cause, Envelope},
};
use thiserror::Error;

use crate::{
    schema::{self, NewerSchema},
    stored::{Stored, digest},
    trace_context,
};

/// A stored message that was read: its place in the log and its record.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// Its subject, as stored (without `live.`).
    pub subject: Subject,
    /// Its sequence in the stream.
    pub sequence: u64,
    /// 1, 2, 3 … on its subject.
    pub version: u64,
    /// The digest of the entry before it on the subject; empty for the first.
    pub previous: Bytes,
    /// The epoch of the store that it was written to.
    pub epoch: String,
    /// Its cause; `None` if a person asked the stream's writer for it.
    pub cause: Option<Cause>,
    /// The moment when it was written.
    pub recorded_at: Timestamp,
    /// Its record.
    pub record: Record,
    headers: HeaderMap,
    payload: Bytes,
    digest: OnceLock<Bytes>,
}

/// A stored message that this program cannot read. Only the owner of its stream can have written
/// it.
#[derive(Clone, Debug, Error)]
#[error("read {subject} at sequence {sequence}{}", self.way_on())]
pub struct Unreadable {
    /// Its subject.
    pub subject: String,
    /// Its sequence in the stream.
    pub sequence: u64,
    /// Its version on the subject; `None` if it has none that can be right, because a subject has
    /// no more messages than its stream.
    pub version: Option<u64>,
    /// The reason.
    #[source]
    pub reason: UnreadableReason,
}

impl Unreadable {
    /// Returns what people can do about it, in parentheses; nothing where a newer program is
    /// needed. A message of INPUT cannot be made anew.
    fn way_on(&self) -> &'static str {
        let is_input = self.subject.split('.').next() == Some(Stream::Input.root());
        match is_input {
            _ if self.is_newer() => "",
            true => " (`damcast rebuild` takes it out)",
            false => " (`damcast rebuild` makes it anew)",
        }
    }

    /// Returns true if a newer program can read it. Otherwise none will.
    #[must_use]
    pub fn is_newer(&self) -> bool {
        matches!(self.reason, UnreadableReason::Newer(_))
    }
}

/// The reason why a stored message cannot be read.
#[derive(Clone, Debug, Error)]
pub enum UnreadableReason {
    /// A newer program wrote it.
    #[error(transparent)]
    Newer(#[from] NewerSchema),
    /// Its subject is none of Damcast's.
    #[error(transparent)]
    Subject(#[from] NameError),
    /// It is not an envelope.
    #[error("decode the envelope")]
    Envelope(#[from] prost::DecodeError),
    /// Its record has no meaning.
    #[error(transparent)]
    Record(#[from] ConvertError),
}

impl LogEntry {
    /// Reads a stored message.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn read(stored: Stored) -> Result<Self, Unreadable> {
        match parse(&stored) {
            Ok((subject, envelope, record)) => Ok(Self {
                subject,
                sequence: stored.sequence,
                version: envelope.version,
                previous: envelope.previous,
                epoch: envelope.epoch,
                cause: envelope.cause,
                recorded_at: Timestamp::from_millis(envelope.recorded_at_ms),
                record,
                headers: stored.headers,
                payload: stored.payload,
                digest: OnceLock::new(),
            }),
            Err(reason) => {
                let Stored { subject, sequence, payload, .. } = stored;
                let envelope = Envelope::decode(payload).ok();
                let version = envelope.map(|envelope| envelope.version);
                let version = version.filter(|version| (1..=sequence).contains(version));
                Err(Unreadable { subject, sequence, version, reason })
            }
        }
    }

    /// Returns the game that it is of, if it is of one.
    #[must_use]
    pub fn game(&self) -> Option<GameKey> {
        self.subject.game_key()
    }

    /// Returns the sequence in `stream` of the message that caused it, if one of that stream did.
    #[must_use]
    pub fn caused_by(&self, stream: Stream) -> Option<u64> {
        let cause = self.cause.as_ref().filter(|cause| cause.stream == stream.name());
        cause.map(|cause| cause.sequence)
    }

    /// Returns how an entry names this one as its cause.
    #[must_use]
    pub fn as_cause(&self) -> Cause {
        Cause { stream: self.subject.stream.name().to_owned(), sequence: self.sequence }
    }

    /// Returns SHA-256 of its bytes, which the next entry on its subject carries as `previous`.
    #[must_use]
    pub fn digest(&self) -> &Bytes {
        self.digest.get_or_init(|| digest(&self.payload))
    }

    /// Returns a span for handling it, in the trace of its writer.
    #[must_use]
    pub fn span(&self) -> tracing::Span {
        let (subject, sequence) = (tracing::field::display(&self.subject), self.sequence);
        let span = tracing::info_span!("handle", subject, sequence);
        self.continue_trace(&span);
        span
    }

    /// Makes `span` part of the trace of its writer.
    pub fn continue_trace(&self, span: &tracing::Span) {
        trace_context::continue_from(span, trace_context::extract(&self.headers));
    }
}

fn parse(stored: &Stored) -> Result<(Subject, Envelope, Record), UnreadableReason> {
    schema::check(&stored.payload)?;
    let subject: Subject = stored.subject.parse()?;
    let mut envelope = Envelope::decode(stored.payload.clone())?;
    schema::check_kind(&envelope, &stored.payload)?;
    let record = Record::try_from(required(envelope.record.take(), "record")?)?;
    let fits = match (&record, subject.stream, subject.leaf) {
        (Record::Input(_), Stream::Input, Leaf::Game(_))
        | (Record::Tables(_), Stream::Input, Leaf::Tables)
        | (Record::Game(_), Stream::Game, _)
        | (Record::Clock(_), Stream::Clock, _)
        | (Record::Tournament(_), Stream::Tournament, _)
        | (Record::Access(_), Stream::Access, _) => true,
        (
            Record::Input(_)
            | Record::Tables(_)
            | Record::Game(_)
            | Record::Clock(_)
            | Record::Tournament(_)
            | Record::Access(_),
            _,
            _,
        ) => false,
    };
    if fits { Ok((subject, envelope, record)) } else { Err(ConvertError::OtherRecord.into()) }
}

#[cfg(test)]
mod tests {
    use proto::v1::{GameRecord, GameState, InputRecord, envelope};

    use super::*;

    const GAME: &str = "game.main.kk-2026.r1-t2";

    fn game() -> envelope::Record {
        envelope::Record::Game(GameRecord { events: vec![], state: Some(GameState::default()) })
    }

    fn envelope(record: Option<envelope::Record>) -> Envelope {
        Envelope {
            version: 3,
            previous: Bytes::from_static(b"before"),
            epoch: "one".to_owned(),
            cause: Some(Cause { stream: "INPUT".to_owned(), sequence: 17 }),
            recorded_at_ms: 1_000,
            schema: 0,
            machine: None,
            record,
        }
    }

    fn stored(subject: &str, payload: Vec<u8>) -> Stored {
        let subject = subject.to_owned();
        Stored { subject, sequence: 9, headers: HeaderMap::new(), payload: payload.into() }
    }

    #[test]
    fn an_entry_tells_where_it_stands_and_what_it_holds() {
        let payload = envelope(Some(game())).encode_to_vec();
        let entry = LogEntry::read(stored(GAME, payload.clone())).unwrap();
        assert_eq!(entry.subject.to_string(), GAME);
        assert_eq!(entry.game(), entry.subject.game_key());
        assert_eq!((entry.sequence, entry.version, entry.epoch.as_str()), (9, 3, "one"));
        assert_eq!((entry.previous.as_ref(), entry.digest()), (&b"before"[..], &digest(&payload)));
        assert_eq!(entry.recorded_at.millis(), 1_000);
        assert_eq!(entry.caused_by(Stream::Input), Some(17));
        assert_eq!(entry.caused_by(Stream::Clock), None);
        assert_eq!(entry.as_cause(), Cause { stream: "GAME".to_owned(), sequence: 9 });
        assert!(matches!(entry.record, Record::Game(_)));
    }

    #[test]
    fn what_cannot_be_understood_says_where_it_stands_and_why() {
        use UnreadableReason::{Envelope as Decode, Newer, Record, Subject};
        let whole = |record| envelope(record).encode_to_vec();
        let device = || "board".to_owned();
        let input =
            || envelope::Record::Input(InputRecord { device: device(), ..InputRecord::default() });
        type Check = fn(&UnreadableReason) -> bool;
        let newer = || {
            Envelope { schema: 1 + proto::NEWEST_SCHEMA, ..envelope(Some(game())) }.encode_to_vec()
        };
        // Field 99, a message of two bytes.
        let unknown = || [whole(None), vec![0x9a, 6, 2, 8, 1]].concat();
        let rows: [(&str, Vec<u8>, Check); 8] = [
            ("game.main", whole(Some(game())), |reason| matches!(reason, Subject(_))),
            (GAME, vec![0xff], |reason| matches!(reason, Decode(_))),
            (
                GAME,
                newer(),
                |reason| matches!(reason, Newer(NewerSchema::Schema { schema }) if *schema > proto::NEWEST_SCHEMA),
            ),
            // A newer program may also have other subjects.
            ("game.main", newer(), |reason| matches!(reason, Newer(_))),
            (GAME, unknown(), |reason| matches!(reason, Newer(NewerSchema::Kind { schema: 0 }))),
            (GAME, whole(None), |reason| {
                matches!(reason, Record(ConvertError::Missing { field: "record" }))
            }),
            (GAME, whole(Some(input())), |reason| {
                matches!(reason, Record(ConvertError::OtherRecord))
            }),
            ("input.main.kk-2026.tables", whole(Some(input())), |reason| {
                matches!(reason, Record(ConvertError::OtherRecord))
            }),
        ];
        for (subject, payload, check) in rows {
            let unreadable = LogEntry::read(stored(subject, payload)).unwrap_err();
            assert_eq!((unreadable.subject.as_str(), unreadable.sequence), (subject, 9));
            let version = (!matches!(unreadable.reason, Decode(_))).then_some(3);
            assert_eq!(unreadable.version, version, "{unreadable:?}");
            assert!(check(&unreadable.reason), "{unreadable:?}");
            let way_on = match subject.starts_with("input") {
                _ if unreadable.is_newer() => None,
                true => Some("(`damcast rebuild` takes it out)"),
                false => Some("(`damcast rebuild` makes it anew)"),
            };
            let text = unreadable.to_string();
            assert_eq!(text.split_once(" (").is_some(), way_on.is_some(), "{text}");
            assert!(way_on.is_none_or(|way_on| text.ends_with(way_on)), "{text}");
        }
    }
}
