//! The games at the tables, as the devices there show them to players.

use std::{fmt, time::Duration};

use ::access::Sector;
use draughts::{Position, Timestamp};
use futures_util::Stream;
use live_game::{
    DeviceId, Game, GameClock,
    table::{BoardOrders, CallClaim, CallMatter, Seat, SeatRefusal, Seats, TableBoard},
};
use proto::{
    convert::{Aggregate, clock_state, confirmations, table},
    subject::{GameId, GameKey, Stream as LogStream, Subject, TournamentKey},
    v1::{self, WatchTableResponse},
};
use runtime::{EventLog, Ledger, LedgerError, LogEntry, Mirror, Snapshot, WallClock, error_chain};
use tokio::sync::watch;
use tournament::{PlayerId, RoundNumber, TableNumber, Tournament};

use crate::{
    error::Error,
    following::{self, Watched},
    rounds,
    tournaments::Tournaments,
};

/// The games at the tables that are watched. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AtTables {
    tournaments: Tournaments,
    games: Mirror<Game>,
    clocks: Mirror<GameClock>,
    clock: WallClock,
}

impl fmt::Debug for AtTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtTables").finish_non_exhaustive()
    }
}

impl AtTables {
    pub(crate) fn new(log: &EventLog, tournaments: Tournaments) -> Self {
        Self {
            tournaments,
            games: Mirror::new(log.clone()),
            clocks: Mirror::new(log.clone()),
            clock: log.clock().clone(),
        }
    }

    /// Applies a message of GAME or CLOCK.
    pub(crate) async fn apply(&self, entry: &LogEntry) {
        let applied = match entry.subject.stream {
            LogStream::Game => self.games.apply_if_held(entry).await,
            LogStream::Clock => self.clocks.apply_if_held(entry).await,
            LogStream::Input | LogStream::Tournament | LogStream::Access => Ok(()),
        };
        if let Err(error) = applied {
            tracing::warn!(error = error_chain(&error), "follow a game at a table");
        }
    }

    /// Forgets the games that nobody asked for since the last call. Whoever watches one asks again.
    pub(crate) fn forget_unused(&self) {
        self.games.forget_unused();
        self.clocks.forget_unused();
    }

    /// Returns the table of a device, and it again after each change that shows, until the device
    /// is released or moved out of `sector`, or something cannot be read: then an error is the
    /// last.
    pub(crate) fn watch(
        self,
        key: TournamentKey,
        device: DeviceId,
        sector: Sector,
    ) -> impl Stream<Item = Result<WatchTableResponse, Error>> + Send {
        let clock = self.clock.clone();
        let watching = TableWatch { tables: self, key, device, sector, followed: None };
        following::follow(watching, clock)
    }
}

/// A device that watches its table.
struct TableWatch {
    tables: AtTables,
    key: TournamentKey,
    device: DeviceId,
    /// The tables that the watcher may see.
    sector: Sector,
    followed: Option<Followed>,
}

/// Everything that an answer is made of.
struct Followed {
    tournament: watch::Receiver<Snapshot<Tournament>>,
    seats: watch::Receiver<Snapshot<Seats>>,
    game: Option<FollowedGame>,
}

struct FollowedGame {
    id: GameId,
    game: watch::Receiver<Snapshot<Game>>,
    clock: watch::Receiver<Snapshot<GameClock>>,
}

impl Watched for TableWatch {
    type Answer = WatchTableResponse;

    /// Players see each move at once.
    const PAUSE: Duration = Duration::ZERO;

    async fn changed(&mut self) {
        let is_followed = match &mut self.followed {
            Some(followed) => followed.changed().await,
            None => false,
        };
        if !is_followed {
            // Something was forgotten, and is read again.
            self.followed = None;
        }
    }

    async fn read(&mut self) -> Result<WatchTableResponse, Error> {
        let (mut tournament, mut seats, before) = match self.followed.take() {
            Some(Followed { tournament, seats, game }) => (tournament, seats, game),
            None => {
                let (tournament, seats) = self.tables.tournaments.watch(&self.key).await?;
                (tournament, seats, None)
            }
        };
        let paired = Snapshot::clone(&tournament.borrow_and_update());
        let seated = Snapshot::clone(&seats.borrow_and_update());
        let seat = seated.state().seat(&self.device);
        let orders = seated.state().board_orders(&self.device);
        let refused = || Error::of_seat(SeatRefusal::UnknownDevice, &self.device, &self.key);
        let seat = seat.ok_or_else(refused)?;
        if let Some(table) = seat.table().filter(|table| !self.sector.contains(*table)) {
            return Err(Error::OtherSector { device: self.device.clone(), table });
        }
        let state = paired.state();
        if state.is_deleted() {
            return Err(Error::UnknownTournament(self.key.clone()));
        }
        let place = seat.table().and_then(|number| table(number).ok());
        let at = place.and_then(|place| Some((state.round_shown_at(place)?, place)));
        let id = at.and_then(|(round, place)| rounds::game_id(round, place));
        let mut game = match (id, before) {
            (Some(id), Some(before)) if before.id == id => Some(before),
            (Some(id), _) => Some(self.follow(id).await?),
            (None, _) => None,
        };
        let shown = at.zip(game.as_mut()).and_then(|((round, place), followed)| {
            let game = Snapshot::clone(&followed.game.borrow_and_update());
            let clock = Snapshot::clone(&followed.clock.borrow_and_update());
            shown(&self.key.game(followed.id), state, (round, place), game.state(), clock.state())
        });
        self.followed = Some(Followed { tournament, seats, game });
        let board = (orders != BoardOrders::default()).then(|| orders.into());
        Ok(WatchTableResponse { board, ..response(state, seat, shown) })
    }

    fn sent(answer: WatchTableResponse, at: Timestamp) -> WatchTableResponse {
        WatchTableResponse { sent_at_ms: at.millis(), ..answer }
    }

    fn unchanged() -> WatchTableResponse {
        WatchTableResponse { unchanged: true, ..WatchTableResponse::default() }
    }
}

impl TableWatch {
    async fn follow(&self, id: GameId) -> Result<FollowedGame, Error> {
        let key = self.key.game(id);
        let (games, clocks) = (&self.tables.games, &self.tables.clocks);
        let game = follow(games, Subject::game(LogStream::Game, &key)).await?;
        let clock = follow(clocks, Subject::game(LogStream::Clock, &key)).await?;
        Ok(FollowedGame { id, game, clock })
    }
}

impl Followed {
    /// Waits until something changes; returns false if nothing can follow.
    async fn changed(&mut self) -> bool {
        let of_game = async {
            match &mut self.game {
                Some(followed) => tokio::select! {
                    biased;
                    changed = followed.game.changed() => changed,
                    changed = followed.clock.changed() => changed,
                },
                None => std::future::pending().await,
            }
        };
        let changed = tokio::select! {
            biased;
            changed = self.tournament.changed() => changed,
            changed = self.seats.changed() => changed,
            changed = of_game => changed,
        };
        changed.is_ok()
    }
}

/// Watches an aggregate of which nothing need be written yet.
async fn follow<A: Aggregate>(
    mirror: &Mirror<A>,
    subject: Subject,
) -> Result<watch::Receiver<Snapshot<A>>, LedgerError> {
    loop {
        if mirror.watch(&subject).is_none() {
            // Held before it is read, so that nothing is missed in between.
            mirror.show(0, Ledger::new(subject.clone()));
        }
        // Read also if it is held already: another watcher may be reading it still, or have failed
        // to.
        mirror.refresh(&subject).await?;
        if let Some(watching) = mirror.watch(&subject) {
            return Ok(watching);
        }
    }
}

fn response(
    tournament: &Tournament,
    seat: Seat,
    game: Option<v1::TableGame>,
) -> WatchTableResponse {
    let name = tournament.settings().map(|settings| settings.name.clone());
    let mut response = WatchTableResponse {
        tournament: name.unwrap_or_default(),
        table: seat.table().unwrap_or_default(),
        game,
        ..WatchTableResponse::default()
    };
    response.set_seat(seat.into());
    response
}

/// Returns a game as the players at its table may see it.
fn shown(
    key: &GameKey,
    tournament: &Tournament,
    (number, place): (RoundNumber, TableNumber),
    game: &Game,
    clock: &GameClock,
) -> Option<v1::TableGame> {
    let round = tournament.round(number)?;
    let paired = round.game(place)?;
    let regulation = tournament.regulation()?;
    let player = |id: PlayerId| tournament.player(id);
    let name = |id| player(id).map(|player| player.name.clone()).unwrap_or_default();
    let club = |id| player(id).and_then(|player| player.club.clone()).unwrap_or_default();
    let rules = game.rules().unwrap_or(regulation.rules);
    let tablets = tournament.settings()?.tablets;
    let board = TableBoard::of(game, Position::start(rules.variant()));
    let mut shown = v1::TableGame {
        game: Some(key.into()),
        round: number.get(),
        white: name(paired.pairing.white),
        black: name(paired.pairing.black),
        white_club: club(paired.pairing.white),
        black_club: club(paired.pairing.black),
        is_open: tournament.check_takes_inputs(number, place, false).is_ok(),
        terms: game.terms().map(Into::into),
        black_starts: regulation.black_starts,
        fen: board.fen(),
        moves: board.moves().iter().map(Into::into).collect(),
        line: game.line().map_or(0, |line| line.number),
        corrections: game.corrections().map(Into::into).collect(),
        confirmations: confirmations(game),
        draw_agreed: game.is_draw_agreed(),
        on_paper_from: game.on_paper_from().unwrap_or_default(),
        outcome: game.outcome().or(paired.outcome).map(Into::into),
        by_hand: game.by_hand().map(Into::into),
        waits_for_arbiter: !game.conflicts().is_empty(),
        clock: clock_state(clock),
        move_presses: tablets.move_presses,
        shows_moves: tablets.shows_moves,
        signs_sheet: tablets.signs_sheet,
        ..v1::TableGame::default()
    };
    let claims = CallClaim::ALL.into_iter().filter(|claim| claim.is_of(rules));
    let claims = claims.map(|claim| v1::CallMatter::from(CallMatter::Claim(claim)));
    shown.claims = claims.map(Into::into).collect();
    shown.set_rules(rules.into());
    if let Some(color) = game.draw_offer() {
        shown.set_draw_offer(color.into());
    }
    Some(shown)
}
