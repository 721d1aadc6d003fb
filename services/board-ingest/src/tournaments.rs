//! The tournaments as board-ingest has to know them: which games are open, and which device sits where.
//!
//! Every replica follows TOURNAMENT and the seats; whoever would refuse for not knowing reads on first.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError},
    time::Duration,
};

use draughts::{Color, DeviceId};
use proto::{
    convert::{Aggregate, round, table},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::InputRecord,
};
use runtime::{AppendError, EventLog, Ledger, LedgerError, ReadError, Stored, Tail, Tasks};
use tokio::sync::Mutex;
use tournament::{RoundState, Tournament};

use crate::{
    error::Error,
    rounds,
    seats::{Place, SeatEvent, Seats},
};

/// How often a change of seats is decided anew when others change seats too.
const TRIES: u32 = 10;

/// A tournament and its seats.
#[derive(Clone, Debug)]
struct Known {
    tournament: Ledger<Tournament>,
    seats: Ledger<Seats>,
}

/// Every tournament that was asked for. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    log: EventLog,
    known: Arc<std::sync::Mutex<BTreeMap<TournamentKey, Arc<Mutex<Known>>>>>,
}

/// What a device wants to say, as far as its place decides whether it may.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Speech {
    Move,
    Claim(Color),
    Ruling,
}

impl Tournaments {
    /// Follows what others write until the tasks stop.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub(crate) async fn start(log: &EventLog, tasks: &Tasks) -> Result<Self, ReadError> {
        let tournaments = Self { log: log.clone(), known: Arc::default() };
        for (stream, filter) in [
            (Stream::Tournament, Stream::Tournament.subjects()),
            (Stream::Input, Subject::all_tables()),
        ] {
            let mut tail = Tail::filtered(log, stream, filter, 1).await?;
            let tournaments = tournaments.clone();
            tasks.spawn_until_stop(async move {
                loop {
                    let stored = tail.next().await;
                    tournaments.follow(&stored).await;
                }
            });
        }
        Ok(tournaments)
    }

    async fn follow(&self, stored: &Stored) {
        let Ok(subject) = stored.subject.parse::<Subject>() else { return };
        let Some(known) = self.cached(&subject.tournament) else { return };
        let mut known = known.lock().await;
        let log = &self.log;
        let folded = match subject.stream {
            Stream::Tournament => fold(&mut known.tournament, stored, log).await,
            Stream::Input => fold(&mut known.seats, stored, log).await,
            Stream::Game | Stream::Clock => Ok(()),
        };
        if let Err(error) = folded {
            tracing::warn!(%error, "follow a tournament");
        }
    }

    fn cached(&self, key: &TournamentKey) -> Option<Arc<Mutex<Known>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// A tournament that exists.
    async fn known(&self, key: &TournamentKey) -> Result<Arc<Mutex<Known>>, Error> {
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        let tournament = Ledger::load(&self.log, Subject::log(key)).await?;
        if tournament.version() == 0 {
            return Err(Error::UnknownTournament(key.clone()));
        }
        let seats = Ledger::load(&self.log, Subject::tables(key)).await?;
        let loaded = Arc::new(Mutex::new(Known { tournament, seats }));
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(all.entry(key.clone()).or_insert(loaded).clone())
    }

    /// Whether `device` may say this about `game` now; answers where it sits, and the game's start.
    ///
    /// # Errors
    /// [`Error`] that says who or what is unknown, or why not.
    pub(crate) async fn admit(
        &self,
        game: &GameKey,
        device: &DeviceId,
        speech: Speech,
    ) -> Result<(Place, InputRecord), Error> {
        let known = self.known(&game.tournament).await?;
        let mut known = known.lock().await;
        match admitted(&known, game, device, speech) {
            Err(_perhaps_news) => {
                known.tournament.catch_up(&self.log).await?;
                known.seats.catch_up(&self.log).await?;
                admitted(&known, game, device, speech)
            }
            admitted => admitted,
        }
    }

    /// Where a device sits in a tournament.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`] or [`Error::UnknownDevice`].
    pub(crate) async fn place(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
    ) -> Result<Place, Error> {
        let known = self.known(key).await?;
        let mut known = known.lock().await;
        if known.seats.state().place(device).is_none() {
            known.seats.catch_up(&self.log).await?;
        }
        known.seats.state().place(device).ok_or_else(|| unknown_device(key, device))
    }

    /// Puts a device at a place, or takes it away with `None`.
    ///
    /// # Errors
    /// [`Error`] when the tournament is unknown or it cannot be stored.
    pub(crate) async fn seat(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        place: Option<Place>,
        patience: Duration,
    ) -> Result<(), Error> {
        let known = self.known(key).await?;
        let mut known = known.lock().await;
        let mut tries = 0;
        loop {
            let seats = known.seats.state();
            let events: Vec<SeatEvent> = match place {
                Some(place) => seats.assign(device, place),
                None => seats.release(device),
            };
            match known.seats.commit(&self.log, &events, None, patience).await {
                Err(AppendError::Conflict { .. }) if tries < TRIES => {
                    tries += 1;
                    known.seats.catch_up(&self.log).await?;
                }
                done => return Ok(done?),
            }
        }
    }

    /// Every table with its devices and the game that is open there, by number.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`], or NATS is away.
    pub(crate) async fn tables(
        &self,
        key: &TournamentKey,
    ) -> Result<BTreeMap<u32, TableState>, Error> {
        let known = self.known(key).await?;
        let mut known = known.lock().await;
        known.tournament.catch_up(&self.log).await?;
        known.seats.catch_up(&self.log).await?;
        let mut tables: BTreeMap<u32, TableState> = BTreeMap::new();
        for (device, place) in known.seats.state().devices() {
            let table = tables.entry(place.table()).or_default();
            table.devices.push((device.clone(), place));
        }
        for round in known.tournament.state().rounds() {
            if round.state() == RoundState::Open {
                for game in round.games().iter().filter(|game| game.outcome.is_none()) {
                    let table = game.pairing.table.get();
                    if let Ok(id) = proto::subject::GameId::new(round.number().get(), table) {
                        tables.entry(table).or_default().game = Some(id);
                    }
                }
            }
        }
        Ok(tables)
    }
}

/// One table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableState {
    pub(crate) devices: Vec<(DeviceId, Place)>,
    pub(crate) game: Option<proto::subject::GameId>,
}

fn unknown_device(key: &TournamentKey, device: &DeviceId) -> Error {
    Error::UnknownDevice { device: device.as_str().to_owned(), tournament: key.clone() }
}

fn admitted(
    known: &Known,
    game: &GameKey,
    device: &DeviceId,
    speech: Speech,
) -> Result<(Place, InputRecord), Error> {
    let unknown = || Error::UnknownGame(game.clone());
    let (round_number, table_number) = (round(game.game.round())?, table(game.game.table())?);
    let round = known.tournament.state().round(round_number).ok_or_else(unknown)?;
    round.game(table_number).ok_or_else(unknown)?;
    let start = rounds::start(known.tournament.state(), game.game)
        .ok_or_else(|| Error::NotOpen(game.clone()))?;
    let place = known
        .seats
        .state()
        .place(device)
        .ok_or_else(|| unknown_device(&game.tournament, device))?;
    let named = || device.as_str().to_owned();
    if !place.serves(game.game.table()) {
        return Err(Error::OtherTable {
            device: named(),
            table: place.table(),
            game: game.clone(),
        });
    }
    match speech {
        Speech::Move => {}
        Speech::Claim(color) if place.speaks_for(color) => {}
        Speech::Claim(color) => return Err(Error::OtherSide { device: named(), color }),
        Speech::Ruling if place == Place::Desk => {}
        Speech::Ruling => {
            return Err(Error::NotTheDesk { device: named(), table: place.table() });
        }
    }
    Ok((place, start))
}

/// Folds a message that was followed; where one is missing, the log is read.
async fn fold<A: Aggregate>(
    ledger: &mut Ledger<A>,
    stored: &Stored,
    log: &EventLog,
) -> Result<(), LedgerError> {
    match ledger.fold(stored) {
        Err(LedgerError::Broken { .. }) => ledger.catch_up(log).await.map(|_read| ()),
        folded => folded,
    }
}
