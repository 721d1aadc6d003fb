//! Messages that a process has read or appended under the subjects that a reader of it follows,
//! before that reader came as far.
//!
//! A process may show such a message. If the store then loses it, the reader, which has not come as
//! far, would notice nothing.

use std::sync::{Arc, Mutex, MutexGuard, Weak};

use bytes::Bytes;
use proto::subject::Stream;

use crate::{broker::ConnectionId, lock::lock};

/// A sequence and the bytes of the message that has it.
type Message = (u64, Bytes);

/// The last message of each connection to the log that a process has seen under the subjects of one
/// reader. One of an earlier connection is kept until it is looked for: later messages prove
/// nothing about it, because they may have been stored after it was lost. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenAhead(Arc<Mutex<Vec<Seen>>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    connection: ConnectionId,
    message: Message,
}

impl SeenAhead {
    /// Returns the messages to look for; none before the first.
    pub(crate) fn messages(&self) -> Vec<Message> {
        self.lock().iter().map(|seen| seen.message.clone()).collect()
    }

    /// Forgets a message, because the store has lost it.
    pub(crate) fn forget(&self, lost: &Message) {
        self.lock().retain(|seen| seen.message != *lost);
    }

    /// Keeps only the furthest of these messages, because the store has all of them.
    pub(crate) fn found(&self, found: &[Message]) {
        let furthest = found.iter().max_by_key(|(sequence, _payload)| *sequence);
        let is_nearer = |message: &Message| Some(message) != furthest && found.contains(message);
        self.lock().retain(|seen| !is_nearer(&seen.message));
    }

    fn note(&self, connection: &ConnectionId, sequence: u64, payload: &Bytes) {
        let mut all = self.lock();
        match all.iter_mut().find(|seen| seen.connection == *connection) {
            Some(seen) if sequence <= seen.message.0 => {}
            Some(seen) => seen.message = (sequence, payload.clone()),
            None => {
                let message = (sequence, payload.clone());
                all.push(Seen { connection: connection.clone(), message });
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Seen>> {
        lock(&self.0)
    }
}

/// The readers of a process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readers(Arc<Mutex<Vec<Reader>>>);

#[derive(Debug)]
struct Reader {
    stream: Stream,
    filter: String,
    seen: Weak<Mutex<Vec<Seen>>>,
}

impl Readers {
    /// Returns what is seen from now on under subjects of `stream` that fit `filter`.
    pub(crate) fn add(&self, stream: Stream, filter: &str) -> SeenAhead {
        let seen = SeenAhead::default();
        let noted = Arc::downgrade(&seen.0);
        self.lock().push(Reader { stream, filter: filter.to_owned(), seen: noted });
        seen
    }

    /// Notes a message that was read or appended on a connection.
    pub(crate) fn note(
        &self,
        stream: Stream,
        connection: &ConnectionId,
        subject: &str,
        sequence: u64,
        payload: &Bytes,
    ) {
        self.lock().retain(|reader| {
            let Some(seen) = reader.seen.upgrade() else { return false };
            if reader.stream == stream && fits(&reader.filter, subject) {
                SeenAhead(seen).note(connection, sequence, payload);
            }
            true
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Reader>> {
        lock(&self.0)
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

    fn connection(number: u64) -> ConnectionId {
        ConnectionId { server: "server".to_owned(), number }
    }

    fn sequences(seen: &SeenAhead) -> Vec<u64> {
        seen.messages().into_iter().map(|(sequence, _payload)| sequence).collect()
    }

    #[test]
    fn the_furthest_message_under_the_subjects_of_a_reader_is_kept() {
        let readers = Readers::default();
        let all = readers.add(Stream::Input, "input.>");
        let tables = readers.add(Stream::Input, "input.*.*.tables");
        let game = readers.add(Stream::Game, "game.>");
        let (on, payload) = (connection(1), Bytes::from_static(b"payload"));
        for (subject, sequence, expected) in [
            ("input.main.kk.r1-t1", 4, (vec![4], vec![])),
            ("input.main.kk.tables", 5, (vec![5], vec![5])),
            ("input.main.kk.r1-t1", 6, (vec![6], vec![5])),
            // It was read once more.
            ("input.main.kk.r1-t1", 4, (vec![6], vec![5])),
        ] {
            readers.note(Stream::Input, &on, subject, sequence, &payload);
            assert_eq!((sequences(&all), sequences(&tables)), expected, "{subject} {sequence}");
        }
        assert_eq!(sequences(&game), Vec::<u64>::new());
        tables.forget(&(4, payload.clone()));
        assert_eq!(sequences(&tables), [5]);
        tables.forget(&(5, payload.clone()));
        assert_eq!(sequences(&tables), Vec::<u64>::new());
        readers.note(Stream::Input, &on, "input.main.kk.tables", 3, &payload);
        assert_eq!((sequences(&all), sequences(&tables)), (vec![6], vec![3]));
    }

    #[test]
    fn a_message_of_an_earlier_connection_is_kept_until_it_is_looked_for() {
        let seen = SeenAhead::default();
        let payload = Bytes::from_static(b"payload");
        for (number, sequence, expected) in
            [(1, 73, vec![73]), (1, 74, vec![74]), (2, 72, vec![74, 72]), (2, 75, vec![74, 75])]
        {
            seen.note(&connection(number), sequence, &payload);
            assert_eq!(sequences(&seen), expected, "{number} {sequence}");
        }
        let found = seen.messages();
        // It comes while the store is asked for the others.
        seen.note(&connection(3), 74, &payload);
        seen.note(&connection(3), 76, &payload);
        seen.found(&found);
        assert_eq!(sequences(&seen), [75, 76]);
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
