//! The tournaments in use: which games are open, and which device sits where.
//!
//! Every replica follows TOURNAMENT and the seats. Before a device is refused because something is
//! unknown, the log is read; calls that need the same read share it, and others do not wait for it.
//! A tournament without calls is forgotten, and read again on demand.

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use live_game::{
    DeviceId,
    table::{AnsweredCall, CallMatter, InputKind, Seat, SeatAdmission, SeatCommand, Seats},
};
use lru::LruCache;
use proto::{
    convert::{StoredInput, round, table},
    subject::{GameKey, Stream, Subject, TournamentKey},
};
use runtime::{
    Categorize as _, EventLog, Ledger, LedgerError, LogEntry, Mirror, Snapshot, TransactionLimits,
    error_chain, lock,
};
use tokio::{
    sync::watch,
    time::{Instant, timeout_at},
};
use tournament::Tournament;

use crate::{
    alarms::alarms,
    error::Error,
    listed_tables::{self, TableState},
    metrics, presses, rounds, seat_news,
    watchers::{Notification, Watchers},
};

/// Number of attempts to change seats while others change them too.
const TRIES: u32 = 10;
/// Number of games whose start is kept in memory; the least recently used one makes room.
const STARTS_KEPT: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// A tournament and its seats as far as they were read.
#[derive(Clone, Debug)]
pub(crate) struct TournamentAndSeats {
    pub(crate) tournament: Snapshot<Tournament>,
    pub(crate) seats: Snapshot<Seats>,
}

/// A tournament and its seats, as they change.
type Watched = (watch::Receiver<Snapshot<Tournament>>, watch::Receiver<Snapshot<Seats>>);

/// The start of a game, made of the tournament and the seats as they were at these sequences of
/// TOURNAMENT and INPUT.
type Start = ([u64; 2], Arc<StoredInput>);

/// The tournaments that were used lately. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Tournaments {
    tournaments: Mirror<Tournament>,
    seats: Mirror<Seats>,
    starts: Arc<Mutex<LruCache<GameKey, Start>>>,
    watchers: Watchers,
}

impl fmt::Debug for Tournaments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tournaments").finish_non_exhaustive()
    }
}

/// The right of a device to submit an input for a game.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    /// The admission to the seat of the device.
    pub(crate) seat: SeatAdmission,
    /// The first input of the game.
    pub(crate) start: Arc<StoredInput>,
    /// Longest time that an input may take to arrive; `None` if the desk has not set it.
    pub(crate) grace: Option<Duration>,
}

impl Tournaments {
    pub(crate) fn new(log: EventLog, watchers: Watchers) -> Self {
        Self {
            tournaments: Mirror::new(log.clone()),
            seats: Mirror::new(log),
            starts: Arc::new(Mutex::new(LruCache::new(STARTS_KEPT))),
            watchers,
        }
    }

    /// Applies a message of TOURNAMENT or of the seats.
    pub(crate) async fn apply(&self, entry: &LogEntry) {
        let key = &entry.subject.tournament;
        let alarms = alarms(entry).into_iter().inspect(|alarm| metrics::alarm(&alarm.alarm));
        let alarms = alarms.map(Notification::Alarm);
        for notification in alarms.chain(seat_news::told(entry)) {
            self.watchers.notify(key, notification);
        }
        let applied = match entry.subject.stream {
            Stream::Tournament => self.tournaments.apply_if_held(entry).await,
            Stream::Input => self.seats.apply_if_held(entry).await,
            Stream::Game | Stream::Clock | Stream::Access => Ok(()),
        };
        if let Err(error) = applied {
            tracing::warn!(error = error_chain(&error), "follow a tournament");
        }
    }

    /// Forgets the tournaments that were not used since the last call; returns their number.
    pub(crate) fn forget_unused(&self) -> usize {
        self.seats.forget_unused();
        self.tournaments.forget_unused()
    }

    /// Returns a tournament that exists, and was not deleted, as far as it is known; follows it
    /// from then on.
    pub(crate) async fn known(&self, key: &TournamentKey) -> Result<TournamentAndSeats, Error> {
        let tournament = self.tournaments.load(&Subject::log(key)).await?;
        let exists = |known: &Snapshot<Tournament>| !known.state().is_deleted();
        let tournament = tournament.filter(exists);
        let tournament = tournament.ok_or_else(|| Error::UnknownTournament(key.clone()))?;
        let tables = Subject::tables(key);
        let seats = self.seats.load(&tables).await?;
        let seats = seats.unwrap_or_else(|| Arc::new(Ledger::new(tables)));
        Ok(TournamentAndSeats { tournament, seats })
    }

    /// Reads the rest of the log of a tournament. Calls that come during a read share the next one.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`] if the log does not have it any more.
    async fn read_on(&self, key: &TournamentKey) -> Result<TournamentAndSeats, Error> {
        let (log, tables) = (Subject::log(key), Subject::tables(key));
        let (tournament, seats) =
            tokio::try_join!(self.tournaments.refresh(&log), self.seats.refresh(&tables))?;
        if tournament.version() == 0 || tournament.state().is_deleted() {
            return Err(Error::UnknownTournament(key.clone()));
        }
        Ok(TournamentAndSeats { tournament, seats })
    }

    /// Returns the first input of a game.
    ///
    /// # Errors
    /// As for [`rounds::start`].
    fn start(&self, game: &GameKey, known: &TournamentAndSeats) -> Result<Arc<StoredInput>, Error> {
        let TournamentAndSeats { tournament, seats } = known;
        let mut starts = lock(&self.starts);
        let made_of = [tournament.sequence(), seats.sequence()];
        if let Some((_, start)) = starts.get(game).filter(|(sequences, _)| *sequences == made_of) {
            return Ok(Arc::clone(start));
        }
        let start = Arc::new(rounds::start(
            tournament.state(),
            game,
            seats.state().has_device_at(game.game.table()),
        )?);
        starts.put(game.clone(), (made_of, Arc::clone(&start)));
        Ok(start)
    }

    fn admit_now(
        &self,
        known: &TournamentAndSeats,
        game: &GameKey,
        device: &DeviceId,
        kind: InputKind,
    ) -> Result<Admission, Error> {
        let (round, table) = (round(game.game.round())?, table(game.game.table())?);
        let (tournament, seats) = (known.tournament.state(), known.seats.state());
        tournament
            .check_takes_inputs(round, table, kind == InputKind::Ruling)
            .map_err(|refusal| Error::of_game(refusal, game))?;
        let start = self.start(game, known)?;
        let seat = seats
            .admit(device, game.game.table(), kind)
            .map_err(|refusal| Error::of_seat_at(refusal, device, game))?;
        Ok(Admission { seat, start, grace: seats.grace() })
    }

    /// Returns the seat of a device that may submit `kind` for a game now, with the start of the
    /// game.
    ///
    /// # Errors
    /// [`Error`] names what is unknown or not allowed; [`Error::Unread`] if the log does not answer
    /// by `by`.
    pub(crate) async fn admit(
        &self,
        game: &GameKey,
        device: &DeviceId,
        kind: InputKind,
        by: Instant,
    ) -> Result<Admission, Error> {
        ready_by(&game.tournament, by, async {
            let known = self.known(&game.tournament).await?;
            if let Ok(admission) = self.admit_now(&known, game, device, kind) {
                return Ok(admission);
            }
            let known = self.read_on(&game.tournament).await?;
            self.admit_now(&known, game, device, kind)
        })
        .await
    }

    /// Returns the seat of a device in a tournament.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`], [`Error::Seat`]; [`Error::Unread`] if the log does
    /// not answer by `by`.
    pub(crate) async fn seat(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        by: Instant,
    ) -> Result<Seat, Error> {
        ready_by(key, by, async {
            match self.known(key).await {
                Ok(known) => {
                    if let Some(seat) = known.seats.state().seat(device) {
                        return Ok(seat);
                    }
                }
                // A desk keeps its seat in a damaged tournament, so that it can be told of the
                // damage.
                Err(Error::Ledger(error)) if !error.category().is_transient() => {}
                Err(error) => return Err(error),
            }
            let seats = self.seats.refresh(&Subject::tables(key)).await?;
            let seat = seats.state().seat(device);
            seat.ok_or_else(|| Error::of_seat(seats.state().unseated(device), device, key))
        })
        .await
    }

    /// Watches a tournament that exists, and its seats.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; [`Error::Ledger`] if the log cannot be read.
    pub(crate) async fn watch(&self, key: &TournamentKey) -> Result<Watched, Error> {
        self.known(key).await?;
        let tournament = self.tournaments.watch(&Subject::log(key));
        let seats = self.seats.watch(&Subject::tables(key));
        tournament.zip(seats).ok_or_else(|| Error::UnknownTournament(key.clone()))
    }

    /// Returns the current state of the tables of a tournament for a new watcher: faults of the
    /// clocks of devices, the calls for the arbiter that wait or were answered last, and after them
    /// the latest alarms that were acknowledged.
    ///
    /// # Errors
    /// [`Error::Unread`] if the log does not answer by `by`.
    pub(crate) async fn lasting_at_tables(
        &self,
        key: &TournamentKey,
        by: Instant,
    ) -> Result<Vec<Notification>, Error> {
        ready_by(key, by, async {
            let seats = self.seats.refresh(&Subject::tables(key)).await?;
            Ok(seat_news::lasting(key, seats.state()))
        })
        .await
    }

    /// Returns the presses at impossible moments in the games of a tournament that are in play, for
    /// a desk; none if the log of the tournament cannot be read, of which the desk is told.
    ///
    /// # Errors
    /// [`Error::Unread`] if the log does not answer by `by`; [`Error::UnknownTournament`].
    pub(crate) async fn irregular_presses(
        &self,
        key: &TournamentKey,
        by: Instant,
    ) -> Result<Vec<Notification>, Error> {
        ready_by(key, by, async {
            let known = match self.known(key).await {
                Err(Error::Ledger(error)) if !error.category().is_transient() => {
                    return Ok(Vec::new());
                }
                known => known?,
            };
            let in_play = known.tournament.state().games_in_play().into_iter();
            let ids = in_play.filter_map(|(round, table)| rounds::game_id(round, table));
            let games: Vec<GameKey> = ids.map(|id| key.game(id)).collect();
            let alarms = presses::irregular(self.seats.log(), games).await?;
            Ok(alarms.into_iter().map(Notification::Alarm).collect())
        })
        .await
    }

    /// Returns the articles of a call in a tournament, as cited; empty if there is none.
    ///
    /// # Errors
    /// [`Error::NoSuchClaim`] if its rules do not give a player such a claim;
    /// [`Error::UnknownTournament`]; [`Error::Unread`] if the log does not answer by `by`.
    pub(crate) async fn articles(
        &self,
        key: &TournamentKey,
        matter: CallMatter,
        by: Instant,
    ) -> Result<String, Error> {
        let known = ready_by(key, by, self.known(key)).await?;
        let regulation = known.tournament.state().regulation();
        let articles = regulation.map_or(Some(String::new()), |it| matter.articles(it.rules));
        articles.ok_or_else(|| Error::NoSuchClaim(key.clone()))
    }

    /// Stores a call for the arbiter by a device, and returns it by the name that the device gave
    /// it; `None` if it is a repeat of one that was answered long ago.
    ///
    /// # Errors
    /// As for [`Tournaments::change`].
    pub(crate) async fn call_arbiter(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        id: &str,
        command: &SeatCommand,
        by: Instant,
    ) -> Result<Option<AnsweredCall>, Error> {
        self.change(key, device, command, by).await?;
        Ok(self.known(key).await?.seats.state().call(device, id).cloned())
    }

    /// Checks that the log of a tournament can be read whole.
    ///
    /// # Errors
    /// [`LedgerError`] if it is damaged, or NATS does not answer.
    pub(crate) async fn check(&self, key: &TournamentKey) -> Result<(), LedgerError> {
        self.tournaments.check(&Subject::log(key)).await
    }

    /// Returns the sequence in INPUT at which the record of the seats is damaged; `None` if it is
    /// whole.
    ///
    /// # Errors
    /// [`LedgerError`] if NATS does not answer.
    pub(crate) async fn damaged_seats(
        &self,
        key: &TournamentKey,
    ) -> Result<Option<u64>, LedgerError> {
        Ok(self.seats.refresh(&Subject::tables(key)).await?.damaged_at())
    }

    /// Checks that a game is paired, and returns the seat of a device in its tournament.
    ///
    /// # Errors
    /// As for [`Tournaments::seat`]; [`Error::UnknownGame`].
    pub(crate) async fn check_seated(
        &self,
        game: &GameKey,
        device: &DeviceId,
        by: Instant,
    ) -> Result<Seat, Error> {
        let seat = self.seat(&game.tournament, device, by).await?;
        let (round, table) = (round(game.game.round())?, table(game.game.table())?);
        ready_by(&game.tournament, by, async {
            let known = self.known(&game.tournament).await?;
            let paired = known.tournament.state().game(round, table);
            paired.map(|_game| seat).ok_or_else(|| Error::UnknownGame(game.clone()))
        })
        .await
    }

    /// Stores a change of the seats if it changes anything. `device` is the one concerned.
    ///
    /// # Errors
    /// As for [`Tournaments::change`].
    pub(crate) async fn note(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        command: &SeatCommand,
        by: Instant,
    ) -> Result<(), Error> {
        let known = self.known(key).await?;
        // Nearly always nothing changes, and then nothing is read.
        let changes_nothing = known.seats.state().decide(command) == Ok(Vec::new());
        if changes_nothing { Ok(()) } else { self.change(key, device, command, by).await }
    }

    /// Stores a change of the seats, of the grace or of the state of a device's clock. `device` is
    /// the one concerned.
    ///
    /// # Errors
    /// [`Error`] if the tournament is unknown or the change is refused, or if it cannot be stored
    /// by `by`.
    pub(crate) async fn change(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        command: &SeatCommand,
        by: Instant,
    ) -> Result<(), Error> {
        ready_by(key, by, async {
            self.known(key).await?;
            let subject = Subject::tables(key);
            let patience = by.saturating_duration_since(Instant::now());
            let limits = TransactionLimits { tries: TRIES, patience };
            let decide = |seats: &Seats| {
                let decided = seats.decide(command).map(|events| (events, ()));
                decided.map_err(|refusal| Error::of_seat(refusal, device, key))
            };
            self.seats.transaction(&subject, limits, decide).await.map(drop)
        })
        .await
    }

    /// Returns the games of a round that may be in progress, by table.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; [`Error::NoGames`] if there is none; [`Error::Unread`] if the
    /// log does not answer by `by`.
    pub(crate) async fn open_games(
        &self,
        key: &TournamentKey,
        number: u32,
        by: Instant,
    ) -> Result<Vec<GameKey>, Error> {
        let number = round(number)?;
        ready_by(key, by, async {
            // Only a tournament that exists is read on.
            self.known(key).await?;
            let known = self.read_on(key).await?;
            let in_play = known.tournament.state().games_in_play().into_iter();
            let in_round = in_play.filter(|(round, _)| *round == number);
            let ids = in_round.filter_map(|(round, table)| rounds::game_id(round, table));
            let games: Vec<GameKey> = ids.map(|id| key.game(id)).collect();
            if games.is_empty() {
                return Err(Error::NoGames { tournament: key.clone(), round: number.get() });
            }
            Ok(games)
        })
        .await
    }

    /// Returns the result of `asked` about a tournament that exists.
    ///
    /// # Errors
    /// The error of `asked`; [`Error::UnknownTournament`]; [`Error::Unread`] if the log does not
    /// answer by `by`.
    pub(crate) async fn read<T>(
        &self,
        key: &TournamentKey,
        by: Instant,
        asked: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        ready_by(key, by, async {
            self.known(key).await?;
            asked.await
        })
        .await
    }

    /// Returns every table with its devices and its open game, by number; the desk is number 0.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; [`Error::Unread`] if the log does not answer by `by`.
    pub(crate) async fn tables(
        &self,
        key: &TournamentKey,
        by: Instant,
    ) -> Result<BTreeMap<u32, TableState>, Error> {
        ready_by(key, by, async {
            // Only a tournament that exists is read on.
            self.known(key).await?;
            let known = self.read_on(key).await?;
            Ok(listed_tables::tables(known.tournament.state(), known.seats.state()))
        })
        .await
    }
}

/// Returns the result of `asked`.
///
/// # Errors
/// The error of `asked`; [`Error::Unread`] if it is not ready by `by`.
async fn ready_by<T>(
    key: &TournamentKey,
    by: Instant,
    asked: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    timeout_at(by, asked).await.unwrap_or_else(|_late| Err(Error::Unread(key.clone())))
}

#[cfg(test)]
mod tests;
