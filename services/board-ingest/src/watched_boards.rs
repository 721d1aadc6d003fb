//! The sensor boards of a tournament for whoever watches them, with what they were told.

use std::time::Duration;

use draughts::Timestamp;
use futures_util::Stream;
use live_game::{
    DeviceId,
    table::{DeviceKind, Seats},
};
use proto::{
    subject::TournamentKey,
    v1::{WatchBoardsResponse, WatchedBoard},
};
use runtime::{Snapshot, WallClock};
use tokio::sync::watch;
use tournament::Tournament;

use crate::{
    error::Error,
    following::{Watched, follow},
    listed_tables,
    presence::Listener,
    tournaments::Tournaments,
};

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
    let watching = BoardsWatch { tournaments, presence, key, heard, followed: None };
    follow(watching, clock)
}

/// Somebody who watches the boards.
struct BoardsWatch {
    tournaments: Tournaments,
    presence: Listener,
    key: TournamentKey,
    heard: watch::Receiver<u64>,
    followed: Option<Followed>,
}

impl Watched for BoardsWatch {
    type Answer = WatchBoardsResponse;

    /// The changes of many boards go together.
    const PAUSE: Duration = Duration::from_millis(300);

    async fn changed(&mut self) {
        let Some((tournament, seats)) = &mut self.followed else { return };
        let changed = tokio::select! {
            biased;
            changed = tournament.changed() => changed,
            changed = seats.changed() => changed,
            changed = self.heard.changed() => changed,
        };
        if changed.is_err() {
            // Something was forgotten, and is read again.
            self.followed = None;
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

    fn sent(answer: WatchBoardsResponse, at: Timestamp) -> WatchBoardsResponse {
        WatchBoardsResponse { sent_at_ms: at.millis(), ..answer }
    }

    fn unchanged() -> WatchBoardsResponse {
        WatchBoardsResponse { unchanged: true, ..WatchBoardsResponse::default() }
    }
}

impl BoardsWatch {
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
