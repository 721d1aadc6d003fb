//! Cuts a file of games into chunks that fit into memory, however large the file is.

use std::io::{self, Read};

use thiserror::Error;

/// Number of bytes that are read before they are cut at the last game that begins in them.
const CHUNK_BYTES: usize = 8 << 20;
/// Largest number of bytes in which a game has to begin.
const CHUNK_BYTES_MAX: usize = 64 << 20;
const FIRST_TAG: &[u8] = b"[Event ";

/// Cuts a file before games: empty lines followed by an `Event` tag.
#[derive(Debug)]
pub(super) struct Chunks<R> {
    reader: R,
    held: Vec<u8>,
    /// Number of the first line that is held, from 1.
    line: usize,
    bytes: usize,
    bytes_max: usize,
}

/// Consecutive games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) bytes: Vec<u8>,
    /// Number of lines of the file before the chunk.
    pub(super) lines_before: usize,
}

/// Reason why a file cannot be cut into chunks.
#[derive(Debug, Error)]
pub(super) enum ChunkError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("no game begins within {} MiB", bytes_max >> 20)]
    NoGameBegins { bytes_max: usize },
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(reader: R) -> Self {
        Self::with_sizes(reader, CHUNK_BYTES, CHUNK_BYTES_MAX)
    }

    fn with_sizes(reader: R, bytes: usize, bytes_max: usize) -> Self {
        Self { reader, held: Vec::new(), line: 1, bytes, bytes_max }
    }

    /// Reads the next games; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read, or no game begins within the largest chunk.
    pub(super) fn next(&mut self) -> Result<Option<Chunk>, ChunkError> {
        let mut wanted = self.bytes;
        loop {
            let missing = u64::try_from(wanted.saturating_sub(self.held.len())).unwrap_or(u64::MAX);
            let read = self.reader.by_ref().take(missing).read_to_end(&mut self.held)?;
            if self.held.len() < wanted || (read == 0 && missing > 0) {
                let all = self.held.len();
                return Ok((all > 0).then(|| self.cut(all)));
            }
            if let Some(begin) = last_game(&self.held) {
                return Ok(Some(self.cut(begin)));
            }
            if wanted >= self.bytes_max {
                return Err(ChunkError::NoGameBegins { bytes_max: self.bytes_max });
            }
            wanted = (wanted * 2).min(self.bytes_max);
        }
    }

    fn cut(&mut self, at: usize) -> Chunk {
        let rest = self.held.split_off(at);
        let bytes = std::mem::replace(&mut self.held, rest);
        let lines_before = self.line - 1;
        self.line += bytes.iter().filter(|&&byte| byte == b'\n').count();
        Chunk { bytes, lines_before }
    }
}

/// Returns the index at which the last game begins; `None` if the text holds one game only.
fn last_game(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    loop {
        let at = text[..end].windows(FIRST_TAG.len()).rposition(|window| window == FIRST_TAG)?;
        let before = text[..at].strip_suffix(b"\n").map(|line| line.trim_suffix_blanks());
        if before.is_some_and(|before| before.ends_with(b"\n")) {
            return Some(at);
        }
        end = at + FIRST_TAG.len() - 1;
    }
}

trait TrimBlanks {
    fn trim_suffix_blanks(&self) -> &Self;
}

impl TrimBlanks for [u8] {
    /// Removes trailing blanks, but not the line end before them.
    fn trim_suffix_blanks(&self) -> &Self {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let kept = self.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
        &self[..kept]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, bytes: usize, expected: &[(&str, usize)]) {
        let mut chunks = Chunks::with_sizes(text.as_bytes(), bytes, 64);
        let mut found = Vec::new();
        while let Some(chunk) = chunks.next().unwrap() {
            found.push((String::from_utf8(chunk.bytes).unwrap(), chunk.lines_before));
        }
        let expected: Vec<_> = expected.iter().map(|(text, n)| ((*text).to_owned(), *n)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn files_are_cut_before_games() {
        let (one, two) = ("[Event \"a\"]\n32-28\n\n", "[Event \"b\"]\n31-27\n \r\n");
        let three = "[Event \"c\"]\n*\n";
        let all = [one, two, three].concat();
        check(&all, 64, &[(&all, 0)]);
        check(&all, 40, &[(one, 0), (&[two, three].concat(), 3)]);
        check(&all, 32, &[(one, 0), (two, 3), (three, 6)]);
        check("", 16, &[]);
    }

    #[test]
    fn a_file_is_not_cut_at_a_tag_within_a_game() {
        let text = "[White \"a\"]\n[Event \"b\"]\n32-28\n";
        check(text, 28, &[(text, 0)]);
    }

    #[test]
    fn reading_stops_where_no_game_begins() {
        let mut chunks = Chunks::with_sizes(io::repeat(b' '), 16, 1 << 20);
        let error = chunks.next().unwrap_err();
        assert_eq!(error.to_string(), "no game begins within 1 MiB");
    }
}
