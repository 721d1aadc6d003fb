//! The tournaments as board-ingest has to know them: which games are open, and which device sits where.
//!
//! Every replica follows TOURNAMENT and the seats; whoever would refuse for not knowing reads on first.
//! Reading on makes nobody wait who needs no news, and many who need it share one read.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use draughts::{Color, Timestamp};
use live_game::DeviceId;
use proto::{
    convert::{Aggregate, round, table},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::InputRecord,
};
use runtime::{AppendError, EventLog, Ledger, LedgerError, Stored, Tail, Tasks, until_answered};
use tokio::time::{Instant, timeout_at};
use tournament::{RoundState, Tournament};

use crate::{
    alarms::{Telling, Told, alarms},
    device_clocks::{ClockFault, Found},
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

#[derive(Debug)]
struct Keeper {
    /// Held for a look, never while NATS is asked.
    known: Mutex<Known>,
    /// Held over a read; when the last one that succeeded began.
    read_at: tokio::sync::Mutex<Option<Instant>>,
    /// Held over a change of seats: replicas compete in the log, calls of one replica wait here.
    seating: tokio::sync::Mutex<()>,
}

impl Keeper {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Every tournament that was asked for. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    log: EventLog,
    keepers: Arc<Mutex<BTreeMap<TournamentKey, Arc<Keeper>>>>,
    telling: Telling,
}

/// What a device wants to say, as far as its place decides whether it may.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Speech {
    Move,
    Claim(Color),
    /// What a physical clock shows.
    Display,
    Ruling,
}

impl Tournaments {
    pub(crate) fn new(log: EventLog, telling: Telling) -> Self {
        Self { log, keepers: Arc::default(), telling }
    }

    /// Follows what others write until the tasks stop. What they wrote before is read when somebody
    /// asks for it.
    pub(crate) async fn follow(&self, tasks: &Tasks) {
        for (stream, filter) in [
            (Stream::Tournament, Stream::Tournament.subjects()),
            (Stream::Input, Subject::all_tables()),
        ] {
            let read = || async {
                let known = self.log.last_sequence(stream).await?;
                Tail::filtered(&self.log, stream, filter.clone(), known + 1).await
            };
            let read = until_answered(&tasks.stopping(), "the tournaments and seats", read).await;
            let Some(mut tail) = read else { return };
            let (tournaments, ending) = (self.clone(), tasks.clone());
            tasks.spawn_until_stop(async move {
                while let Ok(stored) = tail.next().await {
                    tournaments.note(&stored).await;
                }
                ending.end();
            });
        }
    }

    async fn note(&self, stored: &Stored) {
        let Ok(subject) = stored.subject.parse::<Subject>() else { return };
        for alarm in alarms(&subject, stored) {
            // An error only says that nobody watches.
            drop(self.telling.send(Told::Alarm(alarm)));
        }
        let Some(keeper) = self.cached(&subject.tournament) else { return };
        let folded = match subject.stream {
            Stream::Tournament => keeper.known().tournament.fold(stored),
            Stream::Input => keeper.known().seats.fold(stored),
            Stream::Game | Stream::Clock => Ok(()),
        };
        let noted = match folded {
            // A message is missing: the log has it.
            Err(LedgerError::Broken { .. }) => self.read_on(&keeper).await,
            folded => folded,
        };
        if let Err(error) = noted {
            tracing::warn!(error = runtime::chain(&error), "follow a tournament");
        }
    }

    /// Reads what the log has by now. Whoever waits meanwhile shares the next read.
    async fn read_on(&self, keeper: &Keeper) -> Result<(), LedgerError> {
        let asked_at = Instant::now();
        let mut read_at = keeper.read_at.lock().await;
        if read_at.is_some_and(|began| began >= asked_at) {
            return Ok(());
        }
        let began = Instant::now();
        let Known { mut tournament, mut seats } = keeper.known().clone();
        let before = (tournament.sequence(), seats.sequence());
        tournament.catch_up(&self.log).await?;
        seats.catch_up(&self.log).await?;
        let mut known = keeper.known();
        show(&mut known.tournament, before.0, tournament);
        show(&mut known.seats, before.1, seats);
        *read_at = Some(began);
        Ok(())
    }

    fn cached(&self, key: &TournamentKey) -> Option<Arc<Keeper>> {
        self.keepers.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// A tournament that exists.
    async fn keeper(&self, key: &TournamentKey) -> Result<Arc<Keeper>, Error> {
        if let Some(keeper) = self.cached(key) {
            return Ok(keeper);
        }
        let tournament = Ledger::load(&self.log, Subject::log(key)).await?;
        if tournament.version() == 0 {
            return Err(Error::UnknownTournament(key.clone()));
        }
        let known = Known { tournament, seats: Ledger::new(Subject::tables(key)) };
        let keeper = Arc::new(Keeper {
            known: Mutex::new(known),
            read_at: tokio::sync::Mutex::default(),
            seating: tokio::sync::Mutex::default(),
        });
        // Read on once it is kept, and so followed: nothing is missed in between.
        let kept = {
            let mut keepers = self.keepers.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(keepers.entry(key.clone()).or_insert(keeper))
        };
        self.read_on(&kept).await?;
        Ok(kept)
    }

    /// Whether `device` may say this about `game` now; answers where it sits, and the game's start.
    ///
    /// # Errors
    /// [`Error`] that says who or what is unknown, or why not; [`Error::Unread`] when that is not
    /// known `by` then.
    pub(crate) async fn admit(
        &self,
        game: &GameKey,
        device: &DeviceId,
        speech: Speech,
        by: Instant,
    ) -> Result<(Place, InputRecord), Error> {
        in_time(&game.tournament, by, async {
            let keeper = self.keeper(&game.tournament).await?;
            let admitted = || admitted(&keeper.known(), game, device, speech);
            if let Ok(admitted) = admitted() {
                return Ok(admitted);
            }
            self.read_on(&keeper).await?;
            admitted()
        })
        .await
    }

    /// Where a device sits in a tournament.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`] or [`Error::UnknownDevice`]; as [`Tournaments::admit`].
    pub(crate) async fn place(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        by: Instant,
    ) -> Result<Place, Error> {
        in_time(key, by, async {
            let keeper = self.keeper(key).await?;
            let place = || keeper.known().seats.state().place(device);
            if let Some(place) = place() {
                return Ok(place);
            }
            self.read_on(&keeper).await?;
            place().ok_or_else(|| unknown_device(key, device))
        })
        .await
    }

    /// Puts a device at a place, or takes it away with `None`.
    ///
    /// # Errors
    /// [`Error`] when the tournament is unknown or it cannot be stored `by` then.
    pub(crate) async fn seat(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        place: Option<Place>,
        by: Instant,
    ) -> Result<(), Error> {
        let change = |seats: &Seats| match place {
            Some(place) => seats.assign(device, place),
            None => seats.release(device),
        };
        self.change(key, by, change).await
    }

    /// Sets how long an input may be on its way; only the desk may.
    ///
    /// # Errors
    /// As [`Tournaments::seat`]; [`Error::UnknownDevice`] or [`Error::NotTheDesk`].
    pub(crate) async fn set_grace(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        grace_ms: u32,
        by: Instant,
    ) -> Result<(), Error> {
        let place = self.place(key, device, by).await?;
        if place != Place::Desk {
            let device = device.as_str().to_owned();
            return Err(Error::NotTheDesk { device, table: place.table() });
        }
        self.change(key, by, |seats| seats.set_grace(device, grace_ms)).await
    }

    /// Takes note of what was found of a device's clock.
    ///
    /// # Errors
    /// As [`Tournaments::seat`].
    pub(crate) async fn judge_clock(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        (found, at): (Found, Timestamp),
        by: Instant,
    ) -> Result<(), Error> {
        let keeper = self.keeper(key).await?;
        // Nearly always nothing changes, and nobody waits for another.
        if keeper.known().seats.state().judge_clock(device, found, at).is_empty() {
            return Ok(());
        }
        self.change(key, by, |seats| seats.judge_clock(device, found, at)).await
    }

    /// How long an input of a tournament may be on its way, where the desk has set it.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; as [`Tournaments::admit`].
    pub(crate) async fn grace(
        &self,
        key: &TournamentKey,
        by: Instant,
    ) -> Result<Option<Duration>, Error> {
        in_time(key, by, async {
            let keeper = self.keeper(key).await?;
            let grace = keeper.known().seats.state().grace();
            Ok(grace)
        })
        .await
    }

    /// Stores a change of seats or of the grace.
    async fn change(
        &self,
        key: &TournamentKey,
        by: Instant,
        change: impl Fn(&Seats) -> Vec<SeatEvent>,
    ) -> Result<(), Error> {
        in_time(key, by, async {
            let keeper = self.keeper(key).await?;
            let _seating = keeper.seating.lock().await;
            let mut tries = 0;
            loop {
                let mut seats = keeper.known().seats.clone();
                let before = seats.sequence();
                let events = change(seats.state());
                let patience = by.saturating_duration_since(Instant::now());
                match seats.commit(&self.log, &events, None, patience).await {
                    Err(AppendError::Conflict { .. }) if tries < TRIES => {
                        tries += 1;
                        self.read_on(&keeper).await?;
                    }
                    done => {
                        done?;
                        show(&mut keeper.known().seats, before, seats);
                        return Ok(());
                    }
                }
            }
        })
        .await
    }

    /// The games of a round that go on, by table.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; [`Error::NoGames`] when none goes on; as [`Tournaments::admit`].
    pub(crate) async fn open_games(
        &self,
        key: &TournamentKey,
        number: u32,
        by: Instant,
    ) -> Result<Vec<GameKey>, Error> {
        let number = round(number)?.get();
        let tables = self.tables(key, by).await?;
        let games = tables.into_values().filter_map(|table| table.game);
        let games: Vec<GameKey> =
            games.filter(|game| game.round() == number).map(|game| key.game(game)).collect();
        if games.is_empty() {
            return Err(Error::NoGames { tournament: key.clone(), round: number });
        }
        Ok(games)
    }

    /// Every table with its devices and the game that is open there, by number.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; as [`Tournaments::admit`].
    pub(crate) async fn tables(
        &self,
        key: &TournamentKey,
        by: Instant,
    ) -> Result<BTreeMap<u32, TableState>, Error> {
        in_time(key, by, async {
            let keeper = self.keeper(key).await?;
            self.read_on(&keeper).await?;
            let tables = tables(&keeper.known());
            Ok(tables)
        })
        .await
    }
}

/// What `asked` answers, if it does so in time.
async fn in_time<T>(
    key: &TournamentKey,
    by: Instant,
    asked: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    timeout_at(by, asked).await.unwrap_or_else(|_late| Err(Error::Unread(key.clone())))
}

/// Shows what was read or written from sequence `before` on, unless something newer is shown already. A
/// log that lost its tail is shown too, as nothing newer was heard since.
fn show<A: Aggregate>(shown: &mut Ledger<A>, before: u64, ledger: Ledger<A>) {
    if shown.sequence() == before || ledger.sequence() > shown.sequence() {
        *shown = ledger;
    }
}

fn tables(known: &Known) -> BTreeMap<u32, TableState> {
    let mut tables: BTreeMap<u32, TableState> = BTreeMap::new();
    for (device, place) in known.seats.state().devices() {
        let table = tables.entry(place.table()).or_default();
        let fault = known.seats.state().clock_fault(device);
        table.devices.push((device.clone(), place, fault));
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
    tables
}

/// One table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableState {
    /// Each with what is wrong with its clock.
    pub(crate) devices: Vec<(DeviceId, Place, Option<ClockFault>)>,
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
        Speech::Display if place.reads_clocks() => {}
        Speech::Display => return Err(Error::NoBoard { device: named() }),
        Speech::Ruling if place == Place::Desk => {}
        Speech::Ruling => {
            return Err(Error::NotTheDesk { device: named(), table: place.table() });
        }
    }
    Ok((place, start))
}
