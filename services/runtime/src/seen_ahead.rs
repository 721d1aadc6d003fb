//! Messages that a process has read or appended under the subjects that a reader of it follows, before that reader
//! came as far.
//!
//! A process may show such a message. If the store then loses it, the reader, which has not come as far, would notice
//! nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bytes::Bytes;
use proto::subject::Stream;

/// A sequence and the bytes of the message that has it.
type Message = (u64, Bytes);

/// The last message that a process has seen under the subjects of one reader. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenAhead(Arc<Mutex<Option<Message>>>);

impl SeenAhead {
    /// Returns the message; `None` before the first.
    pub(crate) fn last(&self) -> Option<Message> {
        self.lock().clone()
    }

    /// Forgets the message with this sequence, because the store has lost it.
    pub(crate) fn forget(&self, sequence: u64) {
        self.lock().take_if(|(last, _payload)| *last == sequence);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Message>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The readers of a process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readers(Arc<Mutex<Vec<Reader>>>);

#[derive(Debug)]
struct Reader {
    stream: Stream,
    filter: String,
    last: Weak<Mutex<Option<Message>>>,
}

impl Readers {
    /// Returns the last message that is seen from now on under subjects of `stream` that fit `filter`.
    pub(crate) fn add(&self, stream: Stream, filter: &str) -> SeenAhead {
        let seen = SeenAhead::default();
        let last = Arc::downgrade(&seen.0);
        self.lock().push(Reader { stream, filter: filter.to_owned(), last });
        seen
    }

    /// Notes a message that was read or appended.
    pub(crate) fn note(&self, stream: Stream, subject: &str, sequence: u64, payload: &Bytes) {
        self.lock().retain(|reader| {
            let Some(last) = reader.last.upgrade() else { return false };
            if reader.stream == stream && fits(&reader.filter, subject) {
                let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
                if last.as_ref().is_none_or(|(known, _payload)| *known < sequence) {
                    *last = Some((sequence, payload.clone()));
                }
            }
            true
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if a subject fits a filter with the wildcards of NATS.
fn fits(filter: &str, subject: &str) -> bool {
    let mut tokens = subject.split('.');
    for wanted in filter.split('.') {
        match (wanted, tokens.next()) {
            (">", Some(_rest)) => return true,
            ("*", Some(_any)) => {}
            (wanted, token) if token == Some(wanted) => {}
            _ => return false,
        }
    }
    tokens.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_message_under_the_subjects_of_a_reader_is_kept() {
        let readers = Readers::default();
        let all = readers.add(Stream::Input, "input.>");
        let tables = readers.add(Stream::Input, "input.*.*.tables");
        let game = readers.add(Stream::Game, "game.>");
        let payload = Bytes::from_static(b"payload");
        let rows = [
            ("input.main.kk.r1-t1", 4, (Some(4), None)),
            ("input.main.kk.tables", 5, (Some(5), Some(5))),
            ("input.main.kk.r1-t1", 6, (Some(6), Some(5))),
            // It was read once more.
            ("input.main.kk.r1-t1", 4, (Some(6), Some(5))),
        ];
        let last = |seen: &SeenAhead| seen.last().map(|(sequence, _payload)| sequence);
        for (subject, sequence, expected) in rows {
            readers.note(Stream::Input, subject, sequence, &payload);
            assert_eq!((last(&all), last(&tables)), expected, "{subject} {sequence}");
        }
        assert_eq!(last(&game), None);
        tables.forget(4);
        assert_eq!(last(&tables), Some(5));
        tables.forget(5);
        assert_eq!(last(&tables), None);
        readers.note(Stream::Input, "input.main.kk.tables", 3, &payload);
        assert_eq!((last(&all), last(&tables)), (Some(6), Some(3)));
    }

    #[test]
    fn subjects_fit_wildcards_as_nats_has_them() {
        for (filter, subject, expected) in [
            ("game.>", "game.main.kk.r1-t1", true),
            ("game.>", "game", false),
            ("input.*.*.tables", "input.main.kk.tables", true),
            ("input.*.*.tables", "input.main.kk.r1-t1", false),
            ("input.*.*.tables", "input.main.kk", false),
            ("input.main.kk.tables", "input.main.kk.tables", true),
            ("input.main.kk", "input.main.kk.tables", false),
        ] {
            assert_eq!(fits(filter, subject), expected, "{filter} {subject}");
        }
    }
}
