//! The devices at the tables, as this replica and the others hear them.
//!
//! [`Presences`] decides which of them are silent. A replica tells the others what it heard every
//! few seconds by core NATS, so that a device that speaks to one of them is silent for none; that a
//! device fell silent, or was heard again, is stored once, whichever replica finds it.

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use draughts::Timestamp;
use futures_util::StreamExt as _;
use live_game::{
    DeviceId,
    table::{DeviceKind, Presences, SeatCommand, SeatEvent},
};
use proto::{
    convert::{Record, heard_devices, presence_signal},
    subject::TournamentKey,
    v1::{BoardReport, HeardBoard},
};
use runtime::{
    EventLog, LogEntry, ReadError, ReadFailure, Retry, Stopped, Tasks, error_chain, lock,
};
use tokio::time::{Instant, sleep};

use crate::{
    boards::{BoardStatus, Boards},
    error::Error,
    heard::HeardDevices,
    tournaments::Tournaments,
    watchers::Watchers,
};

/// Interval at which silences are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Interval at which the other replicas are told of devices.
const TELL_EVERY: Duration = Duration::from_secs(5);
/// The largest number of devices in one signal, which has to fit into a message of NATS.
const SIGNAL_DEVICES_MAX: usize = 50;
/// The time after which a tournament is forgotten that nobody watches and in which no device was
/// heard.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3600);

/// The devices of one tournament.
#[derive(Debug)]
struct OfTournament {
    presences: Presences,
    /// The devices that this replica heard and has not told the others.
    untold: BTreeSet<DeviceId>,
    heard_at: Timestamp,
}

/// Listens for the devices of all tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    log: EventLog,
    tournaments: Tournaments,
    watchers: Watchers,
    /// Longest time that a finding waits for NATS.
    patience: Duration,
    all: Arc<Mutex<BTreeMap<TournamentKey, OfTournament>>>,
    boards: Boards,
}

impl Listener {
    pub(crate) fn new(
        log: &EventLog,
        tournaments: Tournaments,
        watchers: Watchers,
        patience: Duration,
    ) -> Self {
        let (log, all, boards) = (log.clone(), Arc::default(), Boards::default());
        Self { log, tournaments, watchers, patience, all, boards }
    }

    /// Listens to the other replicas, and looks for silences, until the tasks stop.
    pub(crate) fn start(&self, tasks: &Tasks) {
        tasks.spawn(self.clone().listen(tasks.clone()));
        tasks.spawn_until_stop(self.clone().run());
    }

    /// Takes a device with a seat that made a call. `unsent` is the number of inputs that it keeps,
    /// if it told one.
    pub(crate) fn hear(&self, key: &TournamentKey, device: &DeviceId, unsent: Option<u32>) {
        let now = self.now();
        let mut all = self.all();
        let of = all.entry(key.clone()).or_insert_with(|| OfTournament::new(now));
        of.presences.hear(device, unsent, now);
        of.heard_at = now;
        of.untold.insert(device.clone());
    }

    /// Takes a device that tells that it is there.
    ///
    /// # Errors
    /// As for [`Tournaments::seat`]; [`Error`] if its kind is not stored by `by`.
    pub(crate) async fn report(
        &self,
        key: &TournamentKey,
        device: DeviceId,
        kind: DeviceKind,
        unsent: Option<u32>,
        by: Instant,
    ) -> Result<(), Error> {
        self.tournaments.seat(key, &device, by).await?;
        self.hear(key, &device, unsent);
        let command = SeatCommand::TellKind { device: device.clone(), kind };
        self.tournaments.note(key, &device, &command, by).await
    }

    /// Takes the state of a sensor board with a seat, as it reported itself.
    pub(crate) fn hear_board(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        report: BoardReport,
        sent_at_ms: i64,
    ) {
        let status = BoardStatus::new(report, sent_at_ms, self.now());
        self.boards.take(key, device, status);
    }

    /// Returns the sensor boards as they reported themselves.
    pub(crate) fn boards(&self) -> &Boards {
        &self.boards
    }

    /// Applies an entry of the seats: another replica has heard a device.
    pub(crate) fn apply(&self, entry: &LogEntry) {
        if let Record::Tables(SeatEvent::Heard { device, at }) = &entry.record
            && let Some(of) = self.all().get_mut(&entry.subject.tournament)
        {
            of.presences.hear(device, None, *at);
        }
    }

    /// Returns the devices of a tournament as they were heard.
    pub(crate) fn heard(&self, key: &TournamentKey) -> HeardDevices {
        HeardDevices::new(self.all().get(key).map(|of| of.presences.clone()))
    }

    fn now(&self) -> Timestamp {
        self.log.clock().now()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<TournamentKey, OfTournament>> {
        lock(&self.all)
    }

    /// Takes what the other replicas hear until the service stops.
    async fn listen(self, tasks: Tasks) {
        let listen = async || {
            let mut told = self.log.broker().heard().await?;
            while let Some((key, signal)) = told.next().await {
                self.take(key, &signal);
            }
            let what = "the devices that other replicas hear";
            Err::<Infallible, _>(ReadError::new(what, ReadFailure::Disconnected))
        };
        let complain = |error: &ReadError| {
            tracing::warn!(%error, "devices that other replicas hear are not known here");
            true
        };
        let Err(Stopped) = Retry::NATS.until_done(&tasks.stopping(), listen, complain).await;
    }

    fn take(&self, key: TournamentKey, signal: &[u8]) {
        let now = self.now();
        let Some((heard, boards)) = heard_devices(signal, now) else { return };
        self.boards.take_all(&key, boards, now);
        let mut all = self.all();
        let of = all.entry(key).or_insert_with(|| OfTournament::new(now));
        of.heard_at = now;
        for (device, presence) in heard {
            of.presences.hear(&device, presence.unsent, presence.heard_at);
        }
    }

    /// Looks for silences every second and tells the other replicas what was heard, for ever. The
    /// games in play come from the log of the tournament, so nothing but a look finds a new one.
    async fn run(self) {
        let mut connection = self.log.broker().connection();
        let mut tell_at = Instant::now();
        loop {
            sleep(LOOK_EVERY).await;
            let present = self.log.broker().connection();
            if present != connection {
                // Signals of other replicas may have been lost meanwhile.
                let now = self.now();
                self.all().values_mut().for_each(|of| of.presences.start_over(now));
                connection = present;
            }
            self.look().await;
            if tell_at <= Instant::now() {
                self.tell().await;
                tell_at = Instant::now() + TELL_EVERY;
            }
        }
    }

    /// Looks once at every tournament that is watched.
    pub(crate) async fn look(&self) {
        let watched = self.watchers.watched();
        let now = self.now();
        let kept: BTreeSet<TournamentKey> = {
            let mut all = self.all();
            all.retain(|key, of| {
                watched.contains(key) || now.duration_since(of.heard_at) < FORGOTTEN_AFTER
            });
            all.keys().cloned().collect()
        };
        self.boards.keep(|key| kept.contains(key));
        for key in watched {
            if let Err(error) = self.judge(&key).await {
                // It is tried again in a second. The calls of the desk fail, too, which says more.
                tracing::debug!(%key, error = error_chain(&error), "record silent devices");
            }
        }
    }

    async fn judge(&self, key: &TournamentKey) -> Result<(), Error> {
        let known = self.tournaments.known(key).await?;
        let seats = known.seats.state();
        let found = {
            let now = self.now();
            let mut all = self.all();
            let of = all.entry(key.clone()).or_insert_with(|| OfTournament::new(now));
            let in_play = known.tournament.state().games_in_play().into_iter();
            let in_play = in_play.map(|(round, table)| (round.get(), table.get()));
            of.presences.expect(seats, in_play, now);
            of.presences.judge(seats, now)
        };
        for command in found {
            let SeatCommand::JudgePresence { device, .. } = &command else { continue };
            let by = Instant::now() + self.patience;
            self.tournaments.change(key, device, &command, by).await?;
        }
        Ok(())
    }

    /// Tells the other replicas which devices were heard since the last time.
    async fn tell(&self) {
        let now = self.now();
        let mut signals = Vec::new();
        for (key, of) in self.all().iter_mut() {
            let untold = std::mem::take(&mut of.untold);
            let untold: Vec<DeviceId> = untold.into_iter().collect();
            for some in untold.chunks(SIGNAL_DEVICES_MAX) {
                let boards = self.boards.signal(key, some, now);
                signals.push((key.clone(), of.signal(some, boards, now)));
            }
        }
        for (key, signal) in signals {
            self.log.broker().tell_heard(&key, signal.into()).await;
        }
    }
}

impl OfTournament {
    fn new(now: Timestamp) -> Self {
        Self { presences: Presences::new(now), untold: BTreeSet::new(), heard_at: now }
    }

    fn signal(&self, untold: &[DeviceId], boards: Vec<HeardBoard>, now: Timestamp) -> Vec<u8> {
        let heard =
            untold.iter().filter_map(|device| Some((device, self.presences.presence(device)?)));
        presence_signal(heard, boards, now)
    }
}

#[cfg(test)]
mod tests;
