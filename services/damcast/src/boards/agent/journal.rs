//! The journal of a game at a table: every report that came, and how the game stood, on the disk.
//!
//! The inputs of the agent follow from it, with their numbers, as long as the tracker is of the
//! same revision. So nothing is lost or made twice by an end of the agent at any moment: it takes
//! its journal again, and sends what the service does not have.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

/// The largest journal. A game of ten hours has some ten megabytes; a board that reports more is
/// out of order.
const BYTES_MAX: u64 = 64 * 1024 * 1024;

/// A journal that is open.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    bytes: u64,
    /// The number of its lines.
    lines: u64,
    is_synced: bool,
}

impl Journal {
    /// Opens a journal, or makes it, and returns its lines. A last line that was not written whole
    /// is taken off.
    ///
    /// # Errors
    /// If it cannot be read or written, or is no text.
    pub(super) fn open(path: &Path) -> io::Result<(Self, Vec<String>)> {
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path)?;
        let mut text = Vec::new();
        (&file).take(BYTES_MAX + 1).read_to_end(&mut text)?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        text.truncate(whole);
        let bytes = u64::try_from(whole).unwrap_or(u64::MAX);
        file.set_len(bytes)?;
        file.seek(SeekFrom::End(0))?;
        let text = String::from_utf8(text).map_err(io::Error::other)?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
        Ok((Self { file, bytes, lines: count, is_synced: false }, lines))
    }

    /// Takes all lines off.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        (self.bytes, self.lines) = (0, 0);
        self.file.set_len(0)
    }

    /// Returns the number of its lines.
    pub(super) const fn lines(&self) -> u64 {
        self.lines
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written, or the journal is full.
    pub(super) fn append(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        self.bytes += u64::try_from(line.len()).unwrap_or(u64::MAX);
        if self.bytes > BYTES_MAX {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("the board has reported more than {BYTES_MAX} bytes in this game"),
            ));
        }
        self.is_synced = false;
        self.file.write_all(line.as_bytes())?;
        self.lines += 1;
        Ok(())
    }

    /// Makes sure that all lines are on the disk.
    ///
    /// # Errors
    /// If they cannot be brought there.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        if !self.is_synced {
            self.file.sync_data()?;
            self.is_synced = true;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_keeps_its_whole_lines_and_takes_off_a_torn_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let (mut journal, lines) = Journal::open(&path).unwrap();
        assert!(lines.is_empty());
        for line in ["one", "", "three"] {
            journal.append(line).unwrap();
        }
        journal.sync().unwrap();
        std::fs::write(&path, "one\n\nthree\ntor").unwrap();
        let (mut journal, lines) = Journal::open(&path).unwrap();
        assert_eq!(lines, ["one", "", "three"]);
        journal.append("four").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\n\nthree\nfour\n");
    }

    #[test]
    fn a_journal_takes_no_more_than_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(&folder.path().join("game.jsonl")).unwrap();
        journal.bytes = BYTES_MAX - 4;
        journal.append("abc").unwrap();
        let full = journal.append("").unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::FileTooLarge);
    }
}
