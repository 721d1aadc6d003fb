//! Cursors: the position of a spectator in each stream of a tournament.

use std::{fmt, str::FromStr};

use proto::subject::Stream;
use sha2::{Digest as _, Sha256};

/// The sequence of the last message of a tournament that was seen, in each of three streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Sequence in GAME.
    pub(crate) game: u64,
    /// Sequence in CLOCK.
    pub(crate) clock: u64,
    /// Sequence in TOURNAMENT.
    pub(crate) tournament: u64,
}

impl Seen {
    /// Returns the position after one message of one stream. INPUT is not shown to spectators and is
    /// ignored.
    pub(crate) fn one(stream: Stream, sequence: u64) -> Self {
        let mut seen = Self::default();
        match stream {
            Stream::Game => seen.game = sequence,
            Stream::Clock => seen.clock = sequence,
            Stream::Tournament => seen.tournament = sequence,
            Stream::Input => {}
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

/// The name of one life of the three streams: it changes when one of them is made anew, so that a cursor
/// from before can be recognized.
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
        Self(hash.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns the cursor for a position in this life.
    pub(crate) fn cursor(&self, seen: Seen) -> Cursor {
        Cursor { life: self.0.clone(), seen }
    }

    /// Returns the position of a cursor; `None` if it is of another life.
    pub(crate) fn seen(&self, cursor: &Cursor) -> Option<Seen> {
        (cursor.life == self.0).then_some(cursor.seen)
    }
}

/// A position of a spectator, printed as `5f3a9c1e.120.88.14`. Spectators who come back send the cursor
/// that they got last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    life: String,
    seen: Seen,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { game, clock, tournament } = self.seen;
        write!(f, "{}.{game}.{clock}.{tournament}", self.life)
    }
}

/// The text is not a cursor. A spectator who sends one gets a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let mut parts = text.splitn(4, '.');
        let life = parts.next().filter(|life| life.len() == 8).ok_or(NoCursor)?.to_owned();
        let mut number = || {
            let digits = parts.next().filter(|d| d.bytes().all(|b| b.is_ascii_digit()));
            digits.and_then(|digits| digits.parse().ok()).ok_or(NoCursor)
        };
        let seen = Seen { game: number()?, clock: number()?, tournament: number()? };
        Ok(Self { life, seen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_cursor_parses_to_itself() {
        let life = Life::of(["a", "b", "c"]);
        let seen = Seen { game: 120, clock: 88, tournament: 14 };
        let text = life.cursor(seen).to_string();
        assert_eq!(text.split_once('.').map(|(_life, rest)| rest), Some("120.88.14"));
        let cursor: Cursor = text.parse().unwrap();
        assert_eq!(life.seen(&cursor), Some(seen));
        assert_eq!(Life::of(["a", "b", "d"]).seen(&cursor), None);
        assert_eq!(Life::of(["ab", "", "c"]).seen(&cursor), None);
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
