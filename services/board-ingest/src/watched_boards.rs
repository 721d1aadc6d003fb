//! The sensor boards of a tournament for whoever watches them, with what they were told.

use std::time::Duration;

use futures_util::{Stream, stream};
use live_game::{
    DeviceId,
    table::{DeviceKind, Seats},
};
use proto::{
    subject::TournamentKey,
    v1::{WatchBoardsResponse, WatchedBoard},
};
use runtime::{Snapshot, WallClock};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use tournament::Tournament;

use crate::{error::Error, listed_tables, presence::Listener, tournaments::Tournaments};

/// Interval after which a watcher to whom nothing was sent is told that nothing changed.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(5);
/// The shortest time between two answers, in which the changes of many boards go together.
const PAUSE: Duration = Duration::from_millis(300);

/// A tournament and its seats, with their changes.
type Followed = (watch::Receiver<Snapshot<Tournament>>, watch::Receiver<Snapshot<Seats>>);

/// Returns the boards of a tournament, and all of them again after each change, until something
/// cannot be read: then an error is the last.
pub(crate) fn watch(
    tournaments: Tournaments,
    presence: Listener,
    clock: WallClock,
    key: TournamentKey,
) -> impl Stream<Item = Result<WatchBoardsResponse, Error>> + Send {
    let heard = presence.boards().subscribe();
    let watching =
        Watching { tournaments, presence, clock, key, heard, followed: None, last: None };
    stream::unfold(Some(watching), |watching| async {
        let mut watching = watching?;
        let answer = watching.next().await;
        let watching = answer.is_ok().then_some(watching);
        Some((answer, watching))
    })
}

/// Somebody who watches the boards.
struct Watching {
    tournaments: Tournaments,
    presence: Listener,
    clock: WallClock,
    key: TournamentKey,
    heard: watch::Receiver<u64>,
    followed: Option<Followed>,
    /// The last answer, without its moment.
    last: Option<WatchBoardsResponse>,
}

impl Watching {
    /// Waits until something may have changed; returns false if nothing can follow.
    async fn changed(&mut self) -> bool {
        let Some((tournament, seats)) = &mut self.followed else { return false };
        let changed = tokio::select! {
            biased;
            changed = tournament.changed() => changed,
            changed = seats.changed() => changed,
            changed = self.heard.changed() => changed,
        };
        changed.is_ok()
    }

    /// Waits for the next answer that differs from the last, or says that none does.
    async fn next(&mut self) -> Result<WatchBoardsResponse, Error> {
        loop {
            if self.last.is_some() {
                let Ok(is_followed) = timeout(SIGN_OF_LIFE_EVERY, self.changed()).await else {
                    let sent_at_ms = self.clock.now().millis();
                    let unchanged = true;
                    return Ok(WatchBoardsResponse { sent_at_ms, unchanged, ..Default::default() });
                };
                if !is_followed {
                    // Something was forgotten, and is read again.
                    self.followed = None;
                }
                sleep(PAUSE).await;
            }
            let response = self.read().await?;
            if self.last.as_ref() != Some(&response) {
                self.last = Some(response.clone());
                let sent_at_ms = self.clock.now().millis();
                return Ok(WatchBoardsResponse { sent_at_ms, ..response });
            }
        }
    }

    async fn read(&mut self) -> Result<WatchBoardsResponse, Error> {
        let (mut tournament, mut seats) = match self.followed.take() {
            Some(followed) => followed,
            None => self.tournaments.watch(&self.key).await?,
        };
        self.heard.mark_unchanged();
        let paired = Snapshot::clone(&tournament.borrow_and_update());
        let seated = Snapshot::clone(&seats.borrow_and_update());
        self.followed = Some((tournament, seats));
        if paired.state().is_deleted() {
            return Err(Error::UnknownTournament(self.key.clone()));
        }
        let boards = self.boards(paired.state(), seated.state());
        Ok(WatchBoardsResponse { boards, ..WatchBoardsResponse::default() })
    }

    fn boards(&self, tournament: &Tournament, seats: &Seats) -> Vec<WatchedBoard> {
        let heard = self.presence.heard(&self.key);
        let of_tables = listed_tables::tables(tournament, seats);
        let mut boards = Vec::new();
        for (table, state) in of_tables {
            let at_table = state.for_desk(table, &heard);
            for device in at_table.devices {
                let Ok(id) = DeviceId::new(device.device.as_str()) else { continue };
                if seats.kind(&id) != Some(DeviceKind::Board) {
                    continue;
                }
                let status = self.presence.boards().status(&self.key, &id);
                boards.push(WatchedBoard {
                    table,
                    game: at_table.game.clone(),
                    ahead_ms: status.as_ref().and_then(|status| status.ahead_ms),
                    report: status.map(|status| status.report),
                    orders: Some(seats.board_orders(&id).into()),
                    device: Some(device),
                });
            }
        }
        boards
    }
}
