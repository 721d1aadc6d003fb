//! The sensor boards at the tables, as they report themselves, for the technician.
//!
//! Nothing of it is stored: each board says it again every ten seconds, and whenever it changes.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use draughts::Timestamp;
use live_game::DeviceId;
use proto::{
    convert::{board_report, device},
    subject::TournamentKey,
    v1::{BoardReport, HeardBoard},
};
use runtime::lock;
use tokio::sync::watch;

/// The largest number of boards of one tournament that are remembered.
const BOARDS_MAX: usize = 2_000;

/// A board as it reported itself last.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoardStatus {
    pub(crate) report: BoardReport,
    /// The milliseconds by which its clock is ahead; `None` if it does not tell.
    pub(crate) ahead_ms: Option<i64>,
    heard_at: Timestamp,
}

/// The boards of all tournaments. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boards {
    all: Arc<Mutex<BTreeMap<TournamentKey, BTreeMap<DeviceId, BoardStatus>>>>,
    /// Counts the reports.
    heard: Arc<watch::Sender<u64>>,
}

impl BoardStatus {
    /// Returns a report that arrives now, from a board that sent it at a moment by its own clock;
    /// 0 if it has none.
    pub(crate) fn new(report: BoardReport, sent_at_ms: i64, now: Timestamp) -> Self {
        let ahead_ms = (sent_at_ms != 0).then(|| sent_at_ms.saturating_sub(now.millis()));
        Self { report, ahead_ms, heard_at: now }
    }
}

impl Boards {
    /// Takes what a board reported.
    pub(crate) fn take(&self, key: &TournamentKey, device: &DeviceId, status: BoardStatus) {
        {
            let mut all = self.all();
            let boards = all.entry(key.clone()).or_default();
            let is_older = boards.get(device).is_some_and(|it| it.heard_at > status.heard_at);
            let is_too_many = boards.len() >= BOARDS_MAX && !boards.contains_key(device);
            if is_older || is_too_many {
                return;
            }
            boards.insert(device.clone(), status);
        }
        self.heard.send_modify(|count| *count += 1);
    }

    /// Takes the boards that another replica has heard.
    pub(crate) fn take_all(&self, key: &TournamentKey, heard: Vec<HeardBoard>, now: Timestamp) {
        for HeardBoard { device: name, ago_ms, report, ahead_ms } in heard {
            let (Ok(device), Some(report)) = (device(name), report) else { continue };
            let Ok(report) = board_report(report) else { continue };
            let heard_at = now.saturating_sub(Duration::from_millis(ago_ms.into()));
            self.take(key, &device, BoardStatus { report, ahead_ms, heard_at });
        }
    }

    /// Returns these boards, as far as they reported themselves, for the other replicas.
    pub(crate) fn signal<'a>(
        &self,
        key: &TournamentKey,
        devices: impl IntoIterator<Item = &'a DeviceId>,
        now: Timestamp,
    ) -> Vec<HeardBoard> {
        let all = self.all();
        let Some(boards) = all.get(key) else { return Vec::new() };
        let heard = devices.into_iter().filter_map(|device| {
            let BoardStatus { report, ahead_ms, heard_at } = boards.get(device)?.clone();
            let ago = now.duration_since(heard_at).as_millis();
            Some(HeardBoard {
                device: device.as_str().to_owned(),
                ago_ms: u32::try_from(ago).unwrap_or(u32::MAX),
                report: Some(report),
                ahead_ms,
            })
        });
        heard.collect()
    }

    /// Watches the number of reports.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.heard.subscribe()
    }

    /// Forgets the boards of tournaments that are not among these.
    pub(crate) fn keep(&self, is_known: impl Fn(&TournamentKey) -> bool) {
        self.all().retain(|key, _boards| is_known(key));
    }

    /// Returns a board as it reported itself last; `None` if it did not.
    pub(crate) fn status(&self, key: &TournamentKey, device: &DeviceId) -> Option<BoardStatus> {
        self.all().get(key)?.get(device).cloned()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<TournamentKey, BTreeMap<DeviceId, BoardStatus>>> {
        lock(&self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> TournamentKey {
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk".parse().unwrap() }
    }

    fn report(ply: u32) -> BoardReport {
        BoardReport { ply, ..BoardReport::default() }
    }

    #[test]
    fn the_newest_report_counts_whichever_replica_heard_it() {
        let (here, there) = (Boards::default(), Boards::default());
        let board = DeviceId::new("board-1").unwrap();
        let at = |ms| Timestamp::from_millis(ms);
        here.take(&key(), &board, BoardStatus::new(report(1), 990, at(1_000)));
        there.take(&key(), &board, BoardStatus::new(report(2), 0, at(9_000)));
        let told = here.signal(&key(), [&board], at(1_500));
        assert_eq!((told[0].ago_ms, told[0].ahead_ms), (500, Some(-10)));
        // It was heard half a second ago there, and a second ago here.
        there.take_all(&key(), told, at(10_000));
        let status = there.status(&key(), &board).unwrap();
        assert_eq!((status.report.ply, status.heard_at), (1, at(9_500)));
        there.take(&key(), &board, BoardStatus::new(report(3), 0, at(9_400)));
        assert_eq!(there.status(&key(), &board).unwrap().report.ply, 1);
        there.keep(|_key| false);
        assert_eq!(there.status(&key(), &board), None);
    }
}
