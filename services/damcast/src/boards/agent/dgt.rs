//! A DGT board at a port as a source of reports. All bytes are recorded beside the journals.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use board_feed::{DgtBoard, DgtReport, DgtTrouble};
use tokio::sync::mpsc;

use super::{
    super::{live::LiveLine, report::DgtOptions},
    battery::Battery,
    feed::{Feed, News},
    raw::{BOARD_BYTES_MAX, RawLog, RawParts},
};
use crate::lines::InputLine;

/// Longest time without a look at whether anybody still wants the news.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Begins to follow a board. Its bytes are recorded in the folder `raw` of the agent's.
///
/// # Errors
/// If the port cannot be opened, or the folder cannot be made.
pub(super) fn start(port: PathBuf, options: DgtOptions, state: &Path) -> anyhow::Result<Feed> {
    let live = LiveLine::open(&port, DgtBoard::new(options.setting()))?;
    let raw = RawParts::open::<DgtBoard>(state.join("raw"), &port, BOARD_BYTES_MAX);
    let raw = RawLog::new(raw.context("make the folder raw")?);
    let battery = Battery::default();
    let mut board = DgtFeed { live, port, options, raw, is_known: false, battery };
    Feed::spawn(false, move |news| while board.hand_on(news) {})
}

struct DgtFeed {
    live: LiveLine<DgtBoard>,
    port: PathBuf,
    options: DgtOptions,
    raw: RawLog,
    /// True once the board has answered.
    is_known: bool,
    battery: Battery,
}

impl DgtFeed {
    /// Hands the next news on; returns false if nobody takes them any more.
    fn hand_on(&mut self, news: &mpsc::Sender<News>) -> bool {
        let step = self.live.next(LOOK_EVERY);
        for record in &step.records {
            self.raw.write(record, self.live.line().about().serial.as_deref());
        }
        if let Some(fault) = step.fault {
            tracing::warn!("{fault}");
        }
        let name = self.port.display().to_string();
        for report in &step.reports {
            self.note(report);
            let Some(line) = self.options.line(report, &name) else { continue };
            self.battery.note(report, &line);
            if news.blocking_send(News::Line(InputLine::Whole(line.to_string().into()))).is_err() {
                return false;
            }
        }
        if let Some(line) = self.battery.news(self.live.line().about())
            && news.blocking_send(News::Line(InputLine::Whole(line.to_string().into()))).is_err()
        {
            return false;
        }
        !news.is_closed()
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
