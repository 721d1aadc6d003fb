//! The DGT boards at a serial port, as they are now.

use std::{
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use board_feed::{DgtLine, DgtLineEvent, DgtRecord};
use draughts::Timestamp;
use runtime::WallClock;
use tokio::time::Instant;

use super::port::{LockedPort, PortError};

/// The pauses before a port that was lost is opened again: twice as long each time, until its board
/// answers.
const PAUSE_MIN: Duration = Duration::from_millis(500);
const PAUSE_MAX: Duration = Duration::from_secs(8);
/// The largest number of bytes that are read at once.
const READ_BYTES_MAX: usize = 1_024;

/// One board or a bus of them at a port, which is opened again whenever it is lost.
#[derive(Debug)]
pub(super) struct LiveLine<L: DgtLine> {
    name: PathBuf,
    port: Option<LockedPort>,
    line: L,
    begun: Instant,
    wall: WallClock,
    pause: Duration,
    /// The moment at which a port that was lost is opened again.
    retry: Instant,
    /// The fault that was told last while the port is lost.
    told: String,
    /// News since the last step.
    step: Step<L::Report>,
}

/// The news of a line.
#[derive(Debug)]
pub(super) struct Step<R> {
    /// The moment since the port was opened first.
    pub(super) at: Timestamp,
    /// The events of the line.
    pub(super) records: Vec<DgtRecord>,
    /// The reports of the boards.
    pub(super) reports: Vec<R>,
    /// The reason why the port was lost or cannot be opened, if it was not reported before.
    pub(super) fault: Option<String>,
}

impl<R> Default for Step<R> {
    fn default() -> Self {
        let at = Timestamp::default();
        Self { at, records: Vec::new(), reports: Vec::new(), fault: None }
    }
}

impl<L: DgtLine> LiveLine<L> {
    /// Opens a port, at which `line` speaks.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(name: &Path, line: L) -> Result<Self, PortError> {
        let port = LockedPort::open(name)?;
        let mut live = Self {
            name: name.to_owned(),
            port: None,
            line,
            begun: Instant::now(),
            wall: WallClock::system(),
            pause: PAUSE_MIN,
            retry: Instant::now(),
            told: String::new(),
            step: Step::default(),
        };
        live.begin(port);
        Ok(live)
    }

    /// Returns the end of the line.
    pub(super) const fn line(&self) -> &L {
        &self.line
    }

    /// Tells the end of the line something at a moment.
    pub(super) fn tell_line(&mut self, tell: impl FnOnce(&mut L, Timestamp)) {
        let now = self.now();
        tell(&mut self.line, now);
    }

    /// Waits for news of the line for at most a time, and returns them, perhaps none.
    pub(super) fn next(&mut self, within: Duration) -> Step<L::Report> {
        match self.port.take() {
            Some(port) => self.listen(port, within),
            None => self.retry(within),
        }
        if self.line.is_up() {
            self.pause = PAUSE_MIN;
            self.told.clear();
        }
        let at = self.now();
        Step { at, ..std::mem::take(&mut self.step) }
    }

    /// Begins with a port that was opened.
    fn begin(&mut self, port: LockedPort) {
        let now = self.now();
        self.line.open(now);
        self.record(now, DgtLineEvent::Opened);
        self.send(port, now);
    }

    fn retry(&mut self, within: Duration) {
        let pause = self.retry.duration_since(Instant::now());
        thread::sleep(pause.min(within));
        if pause > within {
            return;
        }
        match LockedPort::open(&self.name) {
            Ok(port) => self.begin(port),
            Err(error) => {
                self.put_off();
                self.complain(error.to_string());
            }
        }
    }

    /// Lets a pause pass before the port is opened again.
    fn put_off(&mut self) {
        self.retry = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(PAUSE_MAX);
    }

    fn listen(&mut self, mut port: LockedPort, within: Duration) {
        let until = self.line.deadline().map(|deadline| deadline.duration_since(self.now()));
        let within = until.map_or(within, |until| until.min(within));
        let mut bytes = [0; READ_BYTES_MAX];
        // The port counts in whole milliseconds, and rounds down.
        let read = port.read(&mut bytes, within + Duration::from_millis(1));
        let now = self.now();
        match read {
            Ok(0) => {
                let reports = self.line.wait(now);
                self.step.reports.extend(reports);
            }
            Ok(count) => {
                let bytes = bytes.iter().copied().take(count).collect::<Vec<_>>();
                let reports = self.line.take(&bytes, now);
                self.step.reports.extend(reports);
                self.record(now, DgtLineEvent::Received(bytes));
            }
            Err(error) => return self.lose(now, &error),
        }
        self.send(port, now);
    }

    /// Sends what the board is to be told, and keeps the port if that goes well.
    fn send(&mut self, port: LockedPort, now: Timestamp) {
        let commands = self.line.commands();
        if !commands.is_empty() {
            if let Err(error) = port.write(&commands) {
                return self.lose(now, &error);
            }
            self.record(now, DgtLineEvent::Sent(commands));
        }
        self.port = Some(port);
    }

    fn lose(&mut self, now: Timestamp, error: &io::Error) {
        let reports = self.line.close();
        self.step.reports.extend(reports);
        self.record(now, DgtLineEvent::Closed);
        self.put_off();
        self.complain(format!("{} was lost: {error}; it is opened again", self.name.display()));
    }

    fn complain(&mut self, fault: String) {
        if fault != self.told {
            self.told.clone_from(&fault);
            self.step.fault = Some(fault);
        }
    }

    fn record(&mut self, at: Timestamp, event: DgtLineEvent) {
        self.step.records.push(DgtRecord { at, wall: self.wall.now(), event });
    }

    fn now(&self) -> Timestamp {
        Timestamp::default().saturating_add(self.begun.elapsed())
    }
}
