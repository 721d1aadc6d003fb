//! A DGT board at a port as a source of reports. All bytes are recorded beside the journals.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use board_feed::{DgtRecord, DgtReport, DgtTrouble};
use tokio::{sync::mpsc, time::Instant};

use super::{
    super::{live::LiveBoard, report::DgtOptions},
    feed::{Feed, News},
    raw::RawParts,
};
use crate::lines::Line;

/// Longest time without a look at whether anybody still wants the news.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Pause after a record that could not be written.
const RAW_PAUSE: Duration = Duration::from_secs(60);

/// Begins to follow a board. Its bytes are recorded in the folder `raw` of the agent's.
///
/// # Errors
/// If the port cannot be opened, or the folder cannot be made.
pub(super) fn start(port: PathBuf, options: DgtOptions, state: &Path) -> anyhow::Result<Feed> {
    let live = LiveBoard::open(&port, options.setting())?;
    let raw = RawParts::open(state.join("raw"), &port).context("make the folder raw")?;
    let mut board = DgtFeed { live, port, options, raw, raw_from: Instant::now(), is_known: false };
    Feed::spawn(false, move |news| while board.hand_on(news) {})
}

struct DgtFeed {
    live: LiveBoard,
    port: PathBuf,
    options: DgtOptions,
    raw: RawParts,
    /// The moment from which records are written.
    raw_from: Instant,
    /// True once the board has answered.
    is_known: bool,
}

impl DgtFeed {
    /// Hands the next news on; returns false if nobody takes them any more.
    fn hand_on(&mut self, news: &mpsc::Sender<News>) -> bool {
        let step = self.live.next(LOOK_EVERY);
        for record in &step.records {
            self.record(record);
        }
        if let Some(fault) = step.fault {
            tracing::warn!("{fault}");
        }
        let name = self.port.display().to_string();
        for report in &step.reports {
            self.note(report);
            if let Some(line) = self.options.line(report, &name)
                && news.blocking_send(News::Line(Line::Whole(line.to_string().into()))).is_err()
            {
                return false;
            }
        }
        !news.is_closed()
    }

    /// Writes a record. A disk that is full must not stop the game, so that is only told.
    fn record(&mut self, record: &DgtRecord) {
        let now = Instant::now();
        if now < self.raw_from {
            self.raw.skip(record);
            return;
        }
        let serial = self.live.about().serial.as_deref();
        if let Err(error) = self.raw.write(record, serial) {
            self.raw_from = now + RAW_PAUSE;
            tracing::warn!(%error, "the bytes of the board are not recorded");
        }
    }

    /// Tells what the operator has to know.
    fn note(&mut self, report: &DgtReport) {
        let port = self.port.display();
        match report {
            DgtReport::Board(about) => {
                self.is_known = true;
                let serial = about.serial.as_deref().unwrap_or("without a number");
                let battery = about.battery;
                tracing::info!(serial, battery, "a DGT board answers at {port}");
            }
            DgtReport::Trouble(DgtTrouble::Silent) if !self.is_known => {
                tracing::warn!(
                    "no DGT board answers at {port}: is the board switched on and this its port? \
                     It is asked again and again; `damcast boards list` asks every port"
                );
            }
            DgtReport::Trouble(trouble) => tracing::warn!("{port}: {trouble}"),
            DgtReport::Reading(_) => {}
        }
    }
}
