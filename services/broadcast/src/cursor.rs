//! Cursors: the position of a spectator in each stream of a tournament, and in which history of it.

use std::{collections::VecDeque, fmt, str::FromStr};

use proto::subject::Stream;
use sha2::{Digest as _, Sha256};

/// The sequence of the last message of a tournament that was seen, in each of three streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Seen {
    /// Sequence in GAME.
    pub(crate) game: u64,
    /// Sequence in CLOCK.
    pub(crate) clock: u64,
    /// Sequence in TOURNAMENT.
    pub(crate) tournament: u64,
}

impl Seen {
    /// Returns the position after one message of one stream. INPUT and ACCESS are not shown to
    /// spectators and are ignored.
    pub(crate) fn one(stream: Stream, sequence: u64) -> Self {
        let mut seen = Self::default();
        match stream {
            Stream::Game => seen.game = sequence,
            Stream::Clock => seen.clock = sequence,
            Stream::Tournament => seen.tournament = sequence,
            Stream::Input | Stream::Access => {}
        }
        seen
    }

    /// Advances each stream to the position in `other`, unless it is further already.
    pub(crate) fn join(&mut self, other: Self) {
        self.game = self.game.max(other.game);
        self.clock = self.clock.max(other.clock);
        self.tournament = self.tournament.max(other.tournament);
    }

    /// Returns true if no stream of `other` is further.
    pub(crate) fn covers(self, other: Self) -> bool {
        self.game >= other.game && self.clock >= other.clock && self.tournament >= other.tournament
    }
}

/// Number of messages of each stream that a tournament remembers. A spectator who comes back to an
/// earlier one gets a snapshot.
const REMEMBERED: usize = 4096;

/// The identity of a message: the first bytes of its digest; zeros for none.
type Identity = [u8; 8];

/// The latest messages of a tournament in each of three streams, by which a cursor is told from one
/// to messages that a stream has lost since.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    game: History,
    clock: History,
    tournament: History,
}

/// The latest messages of one stream, by sequence.
#[derive(Debug, Default)]
struct History(VecDeque<(u64, Identity)>);

impl Histories {
    /// Notes a message with its digest, unless a later one of the stream is known.
    pub(crate) fn note(&mut self, stream: Stream, sequence: u64, digest: &[u8]) {
        match stream {
            Stream::Game => self.game.note(sequence, digest),
            Stream::Clock => self.clock.note(sequence, digest),
            Stream::Tournament => self.tournament.note(sequence, digest),
            Stream::Input | Stream::Access => {}
        }
    }

    /// Returns the mark of a position; `None` if one of its messages is not known.
    pub(crate) fn mark(&self, seen: Seen) -> Option<Mark> {
        let mut hash = Sha256::new();
        hash.update(self.game.at(seen.game)?);
        hash.update(self.clock.at(seen.clock)?);
        hash.update(self.tournament.at(seen.tournament)?);
        Some(Mark(short(&hash.finalize())))
    }

    /// Returns the mark of a position in an edition, which numbers tell apart.
    pub(crate) fn mark_of_edition(&self, seen: Seen, edition: [u64; 3]) -> Mark {
        let mut hash = Sha256::new();
        hash.update(self.game.at(seen.game).unwrap_or_default());
        hash.update(self.clock.at(seen.clock).unwrap_or_default());
        hash.update(self.tournament.at(seen.tournament).unwrap_or_default());
        edition.iter().for_each(|number| hash.update(number.to_be_bytes()));
        Mark(short(&hash.finalize()))
    }

    /// Forgets all messages but the last of each stream.
    pub(crate) fn shrink(&mut self) {
        for History(messages) in [&mut self.game, &mut self.clock, &mut self.tournament] {
            *messages = messages.pop_back().into_iter().collect();
        }
    }
}

impl History {
    fn note(&mut self, sequence: u64, digest: &[u8]) {
        if self.0.back().is_some_and(|(last, _identity)| sequence <= *last) {
            return;
        }
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        let mut identity = Identity::default();
        identity.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
        self.0.push_back((sequence, identity));
    }

    fn at(&self, sequence: u64) -> Option<Identity> {
        if sequence == 0 {
            return Some(Identity::default());
        }
        let found = self.0.binary_search_by_key(&sequence, |(known, _identity)| *known).ok()?;
        self.0.get(found).map(|(_sequence, identity)| *identity)
    }
}

/// The identity of the messages at a position: the first 8 hexadecimal digits of SHA-256 over
/// theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark(String);

/// Returns the first 8 hexadecimal digits of a digest.
fn short(digest: &[u8]) -> String {
    digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// The name of one life of the three streams: it changes when one of them is made anew, so that a
/// cursor from before can be recognized.
///
/// It consists of the first 8 hexadecimal digits of SHA-256 over the epochs of the streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Life(String);

impl Life {
    /// Returns the life of streams with these epochs: of GAME, CLOCK and TOURNAMENT.
    pub(crate) fn of(epochs: [&str; 3]) -> Self {
        let mut hash = Sha256::new();
        for epoch in epochs {
            hash.update(epoch.as_bytes());
            hash.update([0]);
        }
        Self(short(&hash.finalize()))
    }

    /// Returns the cursor for a position in this life.
    pub(crate) fn cursor(&self, seen: Seen, mark: Option<Mark>) -> Cursor {
        Cursor { life: self.0.clone(), seen, mark }
    }

    /// Returns the position of a cursor; `None` if it is of another life.
    pub(crate) fn seen(&self, cursor: &Cursor) -> Option<Seen> {
        (cursor.life == self.0).then_some(cursor.seen)
    }
}

/// A position of a spectator, printed as `5f3a9c1e.120.88.14.0b77d1c2`. Spectators who come back
/// send the cursor that they got last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    life: String,
    seen: Seen,
    /// `None` in a cursor of an older program.
    mark: Option<Mark>,
}

impl Cursor {
    /// Returns true if the messages at its position have a mark.
    pub(crate) fn has(&self, mark: Option<&Mark>) -> bool {
        self.mark.is_some() && self.mark.as_ref() == mark
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { game, clock, tournament } = self.seen;
        write!(f, "{}.{game}.{clock}.{tournament}", self.life)?;
        match &self.mark {
            Some(Mark(mark)) => write!(f, ".{mark}"),
            None => Ok(()),
        }
    }
}

/// The text is not a cursor. A spectator who sends one gets a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let mut parts = text.splitn(5, '.');
        let life = parts.next().filter(|life| life.len() == 8).ok_or(NoCursor)?.to_owned();
        let mut number = || {
            let digits = parts.next().filter(|d| d.bytes().all(|b| b.is_ascii_digit()));
            digits.and_then(|digits| digits.parse().ok()).ok_or(NoCursor)
        };
        let seen = Seen { game: number()?, clock: number()?, tournament: number()? };
        let mark = match parts.next() {
            Some(mark) if mark.len() == 8 => Some(Mark(mark.to_owned())),
            Some(_) => return Err(NoCursor),
            None => None,
        };
        Ok(Self { life, seen, mark })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_cursor_parses_to_itself() {
        let life = Life::of(["a", "b", "c"]);
        let seen = Seen { game: 120, clock: 88, tournament: 14 };
        let text = life.cursor(seen, Some(Mark("0b77d1c2".to_owned()))).to_string();
        assert_eq!(text.split_once('.').map(|(_life, rest)| rest), Some("120.88.14.0b77d1c2"));
        let cursor: Cursor = text.parse().unwrap();
        assert_eq!((cursor.to_string(), life.seen(&cursor)), (text, Some(seen)));
        let older: Cursor = life.cursor(seen, None).to_string().parse().unwrap();
        assert_eq!((life.seen(&older), older.has(None)), (Some(seen), false));
        assert_eq!(Life::of(["a", "b", "d"]).seen(&cursor), None);
        assert_eq!(Life::of(["ab", "", "c"]).seen(&cursor), None);
    }

    #[test]
    fn a_cursor_is_of_the_history_whose_messages_it_names() {
        let (life, seen) = (Life::of(["a", "b", "c"]), Seen { game: 5, clock: 2, tournament: 0 });
        let of = |game: &[u8]| {
            let mut histories = Histories::default();
            histories.note(Stream::Game, 4, b"before");
            histories.note(Stream::Game, 5, game);
            histories.note(Stream::Clock, 2, b"press");
            histories
        };
        let history = of(b"move");
        let cursor = life.cursor(seen, history.mark(seen));
        let is_of = |history: &Histories| cursor.has(history.mark(seen).as_ref());
        assert!(is_of(&history));
        assert!(!is_of(&of(b"other")));
        let mut later = of(b"move");
        later.note(Stream::Game, 7, b"later");
        later.note(Stream::Game, 5, b"of another history");
        assert!(is_of(&later));
        later.shrink();
        assert!(!is_of(&later), "it is not known any more");
        assert_eq!(later.mark(Seen { game: 6, ..seen }), None);
        assert_eq!(Histories::default().mark(seen), None);
    }

    #[test]
    fn a_text_that_is_no_cursor_is_refused() {
        for text in
            ["", "x", "5f3a9c1e", "5f3a9c1e.1.2", "5f3a9c1e.1.2.3.4", "5f3a9c1e.1.-2.3", "5f.1.2.3"]
        {
            assert_eq!(text.parse::<Cursor>(), Err(NoCursor), "{text}");
        }
        assert_eq!("5f3a9c1e.1.99999999999999999999.3".parse::<Cursor>(), Err(NoCursor));
    }
}
