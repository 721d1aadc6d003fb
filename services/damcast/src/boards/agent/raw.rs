//! The bytes of a port, recorded beside the journals in parts, of which the oldest go.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use board_feed::{DgtLine, DgtLineEvent, DgtRecord};
use runtime::private_file;
use tokio::time::{Duration, Instant};

/// The size from which the next part begins.
const PART_BYTES: u64 = 4 * 1024 * 1024;
/// The largest size of all parts of one board together. With a running clock it sends a megabyte in
/// three hours.
pub(super) const BOARD_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// As [`BOARD_BYTES_MAX`], of a bus: its questions and answers are some eight megabytes in an hour,
/// however many boards there are.
pub(super) const BUS_BYTES_MAX: u64 = 512 * 1024 * 1024;
/// The largest number of parts, however small.
const PARTS_MAX: usize = 1_000;
/// Pause after a record that could not be written.
const PAUSE: Duration = Duration::from_secs(60);

/// A recording of a port that must not stop the game: a fault is only told.
#[derive(Debug)]
pub(super) struct RawLog {
    parts: RawParts,
    /// The moment from which records are written.
    from: Instant,
}

impl RawLog {
    pub(super) fn new(parts: RawParts) -> Self {
        Self { parts, from: Instant::now() }
    }

    /// Writes a record. `serial` is the number of the only board at the port, if it is known.
    pub(super) fn write(&mut self, record: &DgtRecord, serial: Option<&str>) {
        let now = Instant::now();
        if now < self.from {
            self.parts.skip(record);
            return;
        }
        if let Err(error) = self.parts.write(record, serial) {
            self.from = now + PAUSE;
            tracing::warn!(%error, "the bytes of the port are not recorded");
        }
    }
}

/// A recording of a port in parts.
#[derive(Debug)]
pub(super) struct RawParts {
    folder: PathBuf,
    /// The first line of each part.
    header: String,
    part: Option<Part>,
    /// The board was reached by the record before, also if that could not be written.
    is_line_open: bool,
    limits: Limits,
}

#[derive(Debug)]
struct Part {
    file: File,
    /// Size of its whole lines.
    bytes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    part: u64,
    all: u64,
    parts: usize,
}

impl RawParts {
    /// Makes the folder of the parts, if there is none. The first record begins a part, whose first
    /// line is that of a recording of such a line. All parts together have at most `bytes_max`.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn open<L: DgtLine>(
        folder: PathBuf,
        port: &Path,
        bytes_max: u64,
    ) -> io::Result<Self> {
        private_file::make_folder(&folder)?;
        let limits = Limits { part: PART_BYTES, all: bytes_max, parts: PARTS_MAX };
        let header = format!("{} {}", L::HEADER, port.display());
        Ok(Self { folder, header, part: None, is_line_open: false, limits })
    }

    /// Writes a record. `serial` is the number of the board at the port, if it is known.
    ///
    /// # Errors
    /// If it cannot be written. The next record begins another part then.
    pub(super) fn write(&mut self, record: &DgtRecord, serial: Option<&str>) -> io::Result<()> {
        let was_line_open = self.is_line_open;
        self.skip(record);
        let mut part = match self.part.take().filter(|part| part.bytes < self.limits.part) {
            Some(part) => part,
            None => {
                let mut part = self.begin()?;
                if was_line_open {
                    let event = DgtLineEvent::Continued(serial.map(str::to_owned));
                    part.append(&DgtRecord { event, ..record.clone() }.to_string())?;
                }
                part
            }
        };
        part.append(&record.to_string())?;
        self.part = Some(part);
        Ok(())
    }

    /// Notes a record that is not written.
    pub(super) fn skip(&mut self, record: &DgtRecord) {
        self.is_line_open = record.event != DgtLineEvent::Closed;
    }

    /// Begins a part, after the oldest ones have made room for it.
    fn begin(&self) -> io::Result<Part> {
        let mut parts = self.parts()?;
        let next = parts.last().map_or(1, |(number, _)| number + 1);
        parts.reverse();
        let mut bytes = self.limits.part;
        for (index, (_, path)) in parts.iter().enumerate() {
            bytes = bytes.saturating_add(fs::metadata(path)?.len());
            if bytes > self.limits.all || index + 1 >= self.limits.parts {
                fs::remove_file(path)?;
            }
        }
        let path = self.folder.join(format!("board-{next:06}.dgt"));
        let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(&path)?;
        let mut part = Part { file, bytes: 0 };
        if let Err(error) = part.append(&self.header) {
            fs::remove_file(&path)?;
            return Err(error);
        }
        Ok(part)
    }

    /// Returns the parts that there are by their numbers.
    fn parts(&self) -> io::Result<Vec<(u64, PathBuf)>> {
        let mut parts = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let number = name.and_then(|name| name.strip_prefix("board-")?.strip_suffix(".dgt"));
            parts
                .extend(number.and_then(|number| number.parse().ok()).map(|it| (it, path.clone())));
        }
        parts.sort();
        Ok(parts)
    }
}

impl Part {
    fn append(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // A line that is torn would make the part unreadable.
            self.file.set_len(self.bytes)?;
            return Err(error);
        }
        self.bytes += u64::try_from(line.len()).unwrap_or(u64::MAX);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use board_feed::{DgtBoard, DgtReplay, DgtSetting};
    use draughts::Timestamp;

    use super::*;

    fn record(millis: i64, event: DgtLineEvent) -> DgtRecord {
        let at = Timestamp::from_millis(millis);
        DgtRecord { at, wall: Timestamp::from_millis(1_764_246_000_000 + millis), event }
    }

    fn parts_of(folder: &Path, limits: Limits) -> RawParts {
        let port = Path::new("/dev/ttyACM0");
        let raw = RawParts::open::<DgtBoard>(folder.join("raw"), port, BOARD_BYTES_MAX).unwrap();
        RawParts { limits, ..raw }
    }

    #[test]
    fn the_oldest_parts_go_and_each_part_can_be_read_alone() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits { part: 200, all: 800, parts: 100 };
        let mut raw = parts_of(folder.path(), limits);
        raw.write(&record(0, DgtLineEvent::Opened), None).unwrap();
        for millis in 1..100 {
            let event = DgtLineEvent::Received(vec![0x8e, 0, 5, 0, 1]);
            raw.write(&record(millis, event), Some("01025")).unwrap();
        }
        let parts = raw.parts().unwrap();
        let bytes: u64 = parts.iter().map(|(_, path)| fs::metadata(path).unwrap().len()).sum();
        assert!(parts.first().unwrap().0 > 1 && (600..=800).contains(&bytes), "{parts:?} {bytes}");
        for (_, path) in parts {
            let text = fs::read_to_string(path).unwrap();
            assert!(text.lines().nth(1).unwrap().ends_with("continued 01025"), "{text}");
            let mut replay = DgtReplay::new(DgtBoard::new(DgtSetting::default()));
            for line in text.lines() {
                replay.take(line).unwrap();
            }
        }
    }

    #[test]
    fn a_line_that_was_closed_is_not_continued_and_small_parts_go_too() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits { part: 1, all: 10_000, parts: 3 };
        let mut raw = parts_of(folder.path(), limits);
        for millis in 0..10 {
            raw.write(&record(millis, DgtLineEvent::Closed), Some("01025")).unwrap();
        }
        let parts = raw.parts().unwrap();
        let numbers: Vec<u64> = parts.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [8, 9, 10]);
        let text = fs::read_to_string(&parts[2].1).unwrap();
        assert_eq!(text, "damcast-board 1 /dev/ttyACM0\n0.009 1764246000009 closed\n");
    }

    #[test]
    fn a_board_that_stays_open_is_continued_after_records_that_could_not_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits { part: 1, all: 10_000, parts: 3 };
        let mut raw = parts_of(folder.path(), limits);
        raw.write(&record(0, DgtLineEvent::Opened), None).unwrap();
        fs::remove_dir_all(folder.path().join("raw")).unwrap();
        let received = DgtLineEvent::Received(vec![0x8e, 0, 5, 0, 1]);
        assert!(raw.write(&record(1, received.clone()), Some("01025")).is_err());
        raw.skip(&record(2, received.clone()));
        fs::create_dir(folder.path().join("raw")).unwrap();
        raw.write(&record(3, received.clone()), Some("01025")).unwrap();
        let text = fs::read_to_string(&raw.parts().unwrap()[0].1).unwrap();
        assert!(text.lines().nth(1).unwrap().ends_with("continued 01025"), "{text}");
        for skipped in [DgtLineEvent::Closed, DgtLineEvent::Opened] {
            raw.skip(&record(4, skipped));
        }
        raw.write(&record(5, received), None).unwrap();
        let text = fs::read_to_string(&raw.parts().unwrap()[1].1).unwrap();
        assert!(text.lines().nth(1).unwrap().ends_with("continued"), "{text}");
    }
}
