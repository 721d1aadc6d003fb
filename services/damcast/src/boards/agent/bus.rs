//! DGT boards on a bus as sources of reports. All bytes are recorded beside the journals.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::Context as _;
use board_feed::{BusAddress, DgtBus, DgtBusReport, DgtReport, DgtTrouble};
use tokio::{sync::mpsc, time::Instant};

use super::{
    super::{live::LiveLine, report::DgtOptions},
    outlet::{FoundBoard, Outlet},
    raw::{BUS_BYTES_MAX, RawLog, RawParts},
    several,
};

/// Longest time without a look at whether anybody still wants the news.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Interval at which tables hear that their boards answer, which tell all their fields more rarely.
const HEARD_EVERY: Duration = Duration::from_secs(10);
/// The number of boards that may wait to be carried.
const FOUND_MAX: usize = 100;

/// Begins to follow the boards on a bus, and returns each as it is found. Those that are `named`,
/// or have folders in `state`, are asked for even if no search finds them.
///
/// # Errors
/// If the port cannot be opened, or a folder cannot be read or made.
pub(super) fn start(
    port: PathBuf,
    options: DgtOptions,
    state: &Path,
    named: Vec<BusAddress>,
) -> anyhow::Result<mpsc::Receiver<FoundBoard>> {
    let mut bus = DgtBus::new(options.setting());
    bus.name(named);
    for entry in fs::read_dir(state).with_context(|| format!("read {}", state.display()))? {
        let name = entry?.file_name();
        let serial = name.to_str().and_then(several::serial_of_folder);
        bus.name(serial.and_then(|serial| serial.parse().ok()));
    }
    let live = LiveLine::open(&port, bus)?;
    let raw = RawParts::open::<DgtBus>(state.join("raw"), &port, BUS_BYTES_MAX);
    let raw = RawLog::new(raw.context("make the folder raw")?);
    let (found, boards) = mpsc::channel(FOUND_MAX);
    let (outlets, heard) = (BTreeMap::new(), Instant::now());
    let mut feed = BusFeed { live, port, options, raw, outlets, heard };
    let reader = thread::Builder::new().name("bus".to_owned());
    reader.spawn(move || while feed.hand_on(&found) {}).context("read the bus")?;
    Ok(boards)
}

const fn is_of_another_game(report: &DgtReport) -> bool {
    matches!(report, DgtReport::Trouble(DgtTrouble::Chess | DgtTrouble::Fields { .. }))
}

struct BusFeed {
    live: LiveLine<DgtBus>,
    port: PathBuf,
    options: DgtOptions,
    raw: RawLog,
    outlets: BTreeMap<BusAddress, Outlet>,
    /// The moment at which the tables heard last that their boards answer.
    heard: Instant,
}

impl BusFeed {
    /// Hands the next news on; returns false if nobody takes them any more.
    fn hand_on(&mut self, found: &mpsc::Sender<FoundBoard>) -> bool {
        let step = self.live.next(LOOK_EVERY);
        for record in &step.records {
            self.raw.write(record, None);
        }
        if let Some(fault) = step.fault {
            tracing::warn!("{fault}");
        }
        for DgtBusReport { board, report } in &step.reports {
            self.note(*board, report);
            let outlet = match self.outlets.get_mut(board) {
                Some(outlet) => outlet,
                // One of another game has no table.
                None if is_of_another_game(report) => continue,
                None => {
                    let (outlet, feed) = Outlet::new();
                    if found.try_send(FoundBoard { serial: board.to_string(), feed }).is_err() {
                        continue;
                    }
                    self.outlets.entry(*board).or_insert(outlet)
                }
            };
            if let Some(line) = self.options.line(report, &board.to_string()) {
                outlet.send(&line);
            }
        }
        for (board, outlet) in &mut self.outlets {
            if outlet.has_to_begin_anew() {
                self.live.tell_line(|bus, at| bus.begin_anew(*board, at));
            }
        }
        if self.heard.elapsed() >= HEARD_EVERY {
            self.heard = Instant::now();
            let boards = self.live.line().boards();
            let up = boards.filter(|(_, _, is_up)| *is_up).map(|(board, _, _)| board);
            for outlet in up.filter_map(|board| self.outlets.get(&board)) {
                outlet.tell_heard();
            }
        }
        !found.is_closed()
    }

    /// Tells what the operator has to know.
    fn note(&self, board: BusAddress, report: &DgtReport) {
        let port = self.port.display();
        match report {
            DgtReport::Board(_) => tracing::info!("DGT board {board} answers at {port}"),
            DgtReport::Trouble(DgtTrouble::Silent) => {
                tracing::warn!("DGT board {board} does not answer at {port}: is its cable in?");
            }
            DgtReport::Trouble(trouble) => tracing::warn!("{port}, board {board}: {trouble}"),
            DgtReport::Reading(_) => {}
        }
    }
}
