//! Fuzz bodies of frames, cursors, subjects and records of the log.

use broadcast::{
    cursor::Cursor,
    websocket::{ClientError, ClientFrame, Inbox, accept, pong},
};
use live_game::{Game, GameClock};
use prost::Message as _;
use proto::{convert::Aggregate, subject::Subject, v1::Envelope};
use tournament::Tournament;

/// Checks that a client's bytes mean the same in pieces of any length, and that answers are
/// bounded. The first byte is the length of a piece.
pub fn websocket(data: &[u8]) {
    let Some((&length, bytes)) = data.split_first() else { return };
    let read = |length: usize| {
        let (mut inbox, mut frames) = (Inbox::default(), Vec::new());
        for piece in bytes.chunks(length) {
            frames.extend(inbox.take(piece)?);
        }
        Ok::<_, ClientError>(frames)
    };
    let whole = read(bytes.len().max(1));
    assert_eq!(read(usize::from(length).max(1)), whole);
    for frame in whole.iter().flatten() {
        let ClientFrame::Ping(content) = frame else { continue };
        assert!(content.len() <= 125, "a control frame has at most 125 bytes of content");
        assert_eq!(pong(content).len(), content.len() + 2);
    }
    let key = String::from_utf8_lossy(bytes);
    assert!(accept(&key).is_none_or(|accepted| accepted.len() == 28), "{key:?}");
}

/// Checks that a cursor that can be read is written as one that reads the same.
pub fn cursor(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(cursor) = text.parse::<Cursor>() else { return };
    assert_eq!(cursor.to_string().parse(), Ok(cursor));
}

/// Checks that a subject that can be read is printed as it was, without the prefix of a copy.
pub fn subject(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(subject) = text.parse::<Subject>() {
        assert_eq!(subject.to_string(), text.strip_prefix("live.").unwrap_or(text));
    }
}

/// Checks that a decoded record can be folded or is refused, and that a folded one is written as it
/// was read.
pub fn envelope(data: &[u8]) {
    fold::<Game>(data);
    fold::<GameClock>(data);
    fold::<Tournament>(data);
}

fn fold<A: Aggregate>(data: &[u8])
where
    A::Event: PartialEq + std::fmt::Debug,
{
    let Ok(envelope) = Envelope::decode(data) else { return };
    let Some(Ok(events)) = envelope.record.map(A::from_record) else { return };
    let mut state = A::default();
    for event in &events {
        state.apply(event);
    }
    assert_eq!(A::from_record(state.to_record(&events)).as_ref(), Ok(&events));
}
