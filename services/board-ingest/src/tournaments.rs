//! The tournaments in use: which games are open, and which device sits where.
//!
//! Every replica follows TOURNAMENT and the seats. Before a device is refused because something is
//! unknown, the log is read; calls that need the same read share it, and others do not wait for it. A
//! tournament without calls is forgotten, and read again on demand.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use draughts::Timestamp;
use live_game::{
    DeviceId,
    table::{
        ClockFault, ClockFinding, InputKind, Seat, SeatCommand, SeatEvent, SeatRefusal, Seats,
    },
};
use proto::{
    convert::{Aggregate, Record, round, table},
    subject::{GameId, GameKey, Stream, Subject, TournamentKey},
    v1::InputRecord,
};
use runtime::{AppendError, Entry, EventLog, Ledger, LedgerError, Recent, error_chain};
use tokio::time::{Instant, timeout_at};
use tournament::Tournament;

use crate::{
    alarms::alarms,
    error::Error,
    rounds,
    watchers::{Notification, Watchers},
};

/// Number of attempts to change seats while others change them too.
const TRIES: u32 = 10;

/// A tournament and its seats as far as they were read.
#[derive(Clone, Debug)]
struct Known {
    tournament: Ledger<Tournament>,
    seats: Ledger<Seats>,
    starts: Starts,
}

/// The first inputs of games, made on demand for one state of the tournament.
#[derive(Clone, Debug, Default)]
struct Starts {
    /// The sequence of that state in TOURNAMENT.
    sequence: u64,
    made: BTreeMap<GameId, Arc<InputRecord>>,
}

impl Known {
    /// Returns the first input of a game; `None` while its round is not open.
    fn start(&mut self, game: GameId) -> Option<Arc<InputRecord>> {
        let Self { tournament, starts, .. } = self;
        if starts.sequence != tournament.sequence() {
            *starts = Starts { sequence: tournament.sequence(), made: BTreeMap::new() };
        }
        if let Some(start) = starts.made.get(&game) {
            return Some(Arc::clone(start));
        }
        let start = Arc::new(rounds::start(tournament.state(), game)?);
        starts.made.insert(game, Arc::clone(&start));
        Some(start)
    }
}

/// A tournament that is followed.
#[derive(Debug)]
struct Followed {
    /// Locked briefly, never across a call to NATS.
    known: Mutex<Known>,
    /// Locked during a read; holds the moment at which the last successful read began.
    read_at: tokio::sync::Mutex<Option<Instant>>,
    /// Locked during a change of seats, so that calls of one replica do not compete in the log.
    seating: tokio::sync::Mutex<()>,
}

impl Followed {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tournaments that were used lately. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    log: EventLog,
    followed: Arc<Mutex<Recent<TournamentKey, Arc<Followed>>>>,
    watchers: Watchers,
}

/// The right of a device to submit an input for a game.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    /// The seat of the device.
    pub(crate) seat: Seat,
    /// The first input of the game.
    pub(crate) start: Arc<InputRecord>,
    /// Longest time that an input may take to arrive; `None` if the desk has not set it.
    pub(crate) grace: Option<Duration>,
}

impl Tournaments {
    pub(crate) fn new(log: EventLog, watchers: Watchers) -> Self {
        Self { log, followed: Arc::default(), watchers }
    }

    /// Applies a message of TOURNAMENT or of the seats.
    pub(crate) async fn apply(&self, entry: &Entry) {
        let key = &entry.subject.tournament;
        let alarms = alarms(entry).into_iter().map(Notification::Alarm);
        for notification in alarms.chain(seat_change(entry)) {
            self.watchers.notify(key, notification);
        }
        let subject = &entry.subject;
        let followed = self.all().peek(&subject.tournament).cloned();
        let Some(followed) = followed else { return };
        let applied = match subject.stream {
            Stream::Tournament => followed.known().tournament.apply(entry),
            Stream::Input => followed.known().seats.apply(entry),
            Stream::Game | Stream::Clock => Ok(()),
        };
        let done = match applied {
            // A message was missed; the log has it.
            Err(LedgerError::Broken { .. }) => self.read_on(&followed).await,
            applied => applied,
        };
        if let Err(error) = done {
            tracing::warn!(error = error_chain(&error), "follow a tournament");
        }
    }

    /// Forgets the tournaments that were not used since the last call; returns their number.
    pub(crate) fn forget_unused(&self) -> usize {
        self.all().forget_unused()
    }

    /// Reads the rest of the log. Calls that come during a read share the next one.
    async fn read_on(&self, followed: &Followed) -> Result<(), LedgerError> {
        let asked_at = Instant::now();
        let mut read_at = followed.read_at.lock().await;
        if read_at.is_some_and(|began| began >= asked_at) {
            return Ok(());
        }
        let began = Instant::now();
        let Known { mut tournament, mut seats, .. } = followed.known().clone();
        let before = (tournament.sequence(), seats.sequence());
        tournament.catch_up(&self.log).await?;
        seats.catch_up(&self.log).await?;
        let mut known = followed.known();
        show(&mut known.tournament, before.0, tournament);
        show(&mut known.seats, before.1, seats);
        *read_at = Some(began);
        Ok(())
    }

    fn all(&self) -> MutexGuard<'_, Recent<TournamentKey, Arc<Followed>>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a tournament that exists, and follows it from then on.
    async fn follow(&self, key: &TournamentKey) -> Result<Arc<Followed>, Error> {
        let followed = self.all().get(key).cloned();
        if let Some(followed) = followed {
            return Ok(followed);
        }
        let tournament = Ledger::load(&self.log, Subject::log(key)).await?;
        if tournament.version() == 0 {
            return Err(Error::UnknownTournament(key.clone()));
        }
        let seats = Ledger::new(Subject::tables(key));
        let made = Arc::new(Followed {
            known: Mutex::new(Known { tournament, seats, starts: Starts::default() }),
            read_at: tokio::sync::Mutex::default(),
            seating: tokio::sync::Mutex::default(),
        });
        // Reading on after the insertion closes the gap between reading and following.
        let followed = Arc::clone(self.all().get_or_insert(key.clone(), || made));
        self.read_on(&followed).await?;
        Ok(followed)
    }

    /// Returns the seat of a device that may submit `kind` for a game now, with the start of the game.
    ///
    /// # Errors
    /// [`Error`] names what is unknown or not allowed; [`Error::Unread`] if the log does not answer by
    /// `by`.
    pub(crate) async fn admit(
        &self,
        game: &GameKey,
        device: &DeviceId,
        kind: InputKind,
        by: Instant,
    ) -> Result<Admission, Error> {
        in_time(&game.tournament, by, async {
            let followed = self.follow(&game.tournament).await?;
            let admitted = || admit(&mut followed.known(), game, device, kind);
            if let Ok(admission) = admitted() {
                return Ok(admission);
            }
            self.read_on(&followed).await?;
            admitted()
        })
        .await
    }

    /// Returns the seat of a device in a tournament.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`], [`Error::UnknownDevice`]; [`Error::Unread`] if the log does not
    /// answer by `by`.
    pub(crate) async fn seat(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        by: Instant,
    ) -> Result<Seat, Error> {
        in_time(key, by, async {
            let followed = self.follow(key).await?;
            let seat = || followed.known().seats.state().seat(device);
            if let Some(seat) = seat() {
                return Ok(seat);
            }
            self.read_on(&followed).await?;
            seat().ok_or_else(|| Error::of_seat(SeatRefusal::UnknownDevice, device, key))
        })
        .await
    }

    /// Stores a finding about a device's clock if it changes anything.
    ///
    /// # Errors
    /// As for [`Tournaments::change`].
    pub(crate) async fn judge_clock(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        finding: ClockFinding,
        at: Timestamp,
        by: Instant,
    ) -> Result<(), Error> {
        let command = SeatCommand::JudgeClock { device: device.clone(), finding, at };
        let followed = self.follow(key).await?;
        // Nearly every finding changes nothing, and needs no lock.
        let changes_nothing = followed.known().seats.state().decide(&command) == Ok(Vec::new());
        if changes_nothing { Ok(()) } else { self.change(key, device, &command, by).await }
    }

    /// Stores a change of the seats, of the grace or of the state of a device's clock. `device` is the
    /// one concerned.
    ///
    /// # Errors
    /// [`Error`] if the tournament is unknown or the change is refused, or if it cannot be stored by
    /// `by`.
    pub(crate) async fn change(
        &self,
        key: &TournamentKey,
        device: &DeviceId,
        command: &SeatCommand,
        by: Instant,
    ) -> Result<(), Error> {
        in_time(key, by, async {
            let followed = self.follow(key).await?;
            let _seating = followed.seating.lock().await;
            let (mut tries, mut is_read) = (0, false);
            loop {
                let mut seats = followed.known().seats.clone();
                let before = seats.sequence();
                let events = match seats.state().decide(command) {
                    Ok(events) => events,
                    Err(refusal) if is_read => return Err(Error::of_seat(refusal, device, key)),
                    Err(_unknown_yet) => {
                        self.read_on(&followed).await?;
                        is_read = true;
                        continue;
                    }
                };
                let patience = by.saturating_duration_since(Instant::now());
                match seats.commit(&self.log, &events, None, patience).await {
                    Err(AppendError::Conflict { .. }) if tries < TRIES => {
                        tries += 1;
                        self.read_on(&followed).await?;
                    }
                    done => {
                        done?;
                        show(&mut followed.known().seats, before, seats);
                        return Ok(());
                    }
                }
            }
        })
        .await
    }

    /// Returns the games of a round that may be in progress, by table.
    ///
    /// # Errors
    /// [`Error::UnknownTournament`]; [`Error::NoGames`] if there is none; [`Error::Unread`] if the log
    /// does not answer by `by`.
    pub(crate) async fn open_games(
        &self,
        key: &TournamentKey,
        number: u32,
        by: Instant,
    ) -> Result<Vec<GameKey>, Error> {
        let number = round(number)?;
        in_time(key, by, async {
            let followed = self.follow(key).await?;
            self.read_on(&followed).await?;
            let in_play = followed.known().tournament.state().games_in_play();
            let in_round = in_play.into_iter().filter(|(round, _)| *round == number);
            let ids = in_round.filter_map(|(round, table)| rounds::game_id(round, table));
            let games: Vec<GameKey> = ids.map(|id| key.game(id)).collect();
            if games.is_empty() {
                return Err(Error::NoGames { tournament: key.clone(), round: number.get() });
            }
            Ok(games)
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
        in_time(key, by, async {
            let followed = self.follow(key).await?;
            self.read_on(&followed).await?;
            let tables = tables(&followed.known());
            Ok(tables)
        })
        .await
    }
}

/// Returns the result of `asked`.
///
/// # Errors
/// The error of `asked`; [`Error::Unread`] if it is not ready by `by`.
async fn in_time<T>(
    key: &TournamentKey,
    by: Instant,
    asked: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    timeout_at(by, asked).await.unwrap_or_else(|_late| Err(Error::Unread(key.clone())))
}

/// Replaces `shown` by `ledger`, unless `shown` has become newer since it stood at sequence `before`. If
/// nothing newer came, this also holds for a log that has lost its end.
fn show<A: Aggregate>(shown: &mut Ledger<A>, before: u64, ledger: Ledger<A>) {
    if shown.sequence() == before || ledger.sequence() > shown.sequence() {
        *shown = ledger;
    }
}

fn tables(known: &Known) -> BTreeMap<u32, TableState> {
    let mut tables: BTreeMap<u32, TableState> = BTreeMap::new();
    for (device, seat) in known.seats.state().devices() {
        let table = tables.entry(seat.table().unwrap_or(0)).or_default();
        let fault = known.seats.state().clock_fault(device);
        table.devices.push((device.clone(), seat, fault));
    }
    for (table, round) in known.tournament.state().games_at_tables() {
        tables.entry(table.get()).or_default().game = rounds::game_id(round, table);
    }
    tables
}

/// Returns the change of a device's seat in an entry of the seats.
fn seat_change(entry: &Entry) -> Option<Notification> {
    let Record::Tables(event) = &entry.record else { return None };
    match event {
        SeatEvent::Assigned { device, seat } => {
            Some(Notification::Seat(device.clone(), Some(*seat)))
        }
        SeatEvent::Released { device } => Some(Notification::Seat(device.clone(), None)),
        SeatEvent::GraceSet { .. } | SeatEvent::ClockJudged { .. } => None,
    }
}

/// A table with its devices and its open game.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableState {
    /// The devices, each with its seat and the fault of its clock if it has one.
    pub(crate) devices: Vec<(DeviceId, Seat, Option<ClockFault>)>,
    pub(crate) game: Option<GameId>,
}

fn admit(
    known: &mut Known,
    game: &GameKey,
    device: &DeviceId,
    kind: InputKind,
) -> Result<Admission, Error> {
    let unknown = || Error::UnknownGame(game.clone());
    let (round_number, table_number) = (round(game.game.round())?, table(game.game.table())?);
    let tournament = known.tournament.state();
    let round = tournament.round(round_number).ok_or_else(unknown)?;
    let paired = round.game(table_number).ok_or_else(unknown)?;
    // The arbiter may still rule on a game that had begun.
    if kind != InputKind::Ruling && tournament.is_off(round, paired) {
        return Err(Error::GameIsOff(game.clone()));
    }
    let start = known.start(game.game).ok_or_else(|| Error::NotOpen(game.clone()))?;
    let seats = known.seats.state();
    let seat = seats
        .admit(device, game.game.table(), kind)
        .map_err(|refusal| Error::of_seat_at(refusal, device, game))?;
    Ok(Admission { seat, start, grace: seats.grace() })
}
