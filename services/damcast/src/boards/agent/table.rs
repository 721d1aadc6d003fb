//! Follows the table of the device: the game there, and whether its inputs may be lost.

use std::{convert::Infallible, future, time::Duration};

use anyhow::Context as _;
use board_feed::GameRecord;
use draughts::{Position, RuleSet, Variant, fen};
use proto::v1::{
    DeviceKind, GameRef, ReportPresenceRequest, TableGame, WatchTableRequest, WatchVerdictsRequest,
};
use runtime::WallClock;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::{super::input::Orders, device::Device, outbox::until_taken, status::BoardStatus};

/// The service gives a sign of life every five seconds.
const SILENT: Duration = Duration::from_secs(12);
/// Interval at which the board tells that it is there.
const TELL_EVERY: Duration = Duration::from_secs(10);
/// The shortest time between two reports, in which the changes of a move go together.
const TELL_PAUSE: Duration = Duration::from_millis(700);
/// Pause before it is watched anew.
const PAUSE: Duration = Duration::from_millis(500);

/// The game at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameAtTable {
    pub(super) game: GameRef,
    pub(super) table: u32,
    pub(super) variant: Variant,
    pub(super) record: GameRecord,
    pub(super) is_open: bool,
    pub(super) is_over: bool,
    /// The orders of the desk to the board.
    pub(super) orders: Orders,
}

impl GameAtTable {
    fn new(table: u32, game: &TableGame, orders: Orders) -> anyhow::Result<Self> {
        let rules = RuleSet::try_from(game.rules())?;
        let variant = rules.variant();
        let position = if game.fen.is_empty() {
            Position::start(variant)
        } else {
            fen::parse(&game.fen, variant).context("the position of the game")?
        };
        let ply = u32::try_from(game.moves.len())?;
        Ok(Self {
            game: game.game.clone().context("a game without a name")?,
            table,
            variant,
            record: GameRecord { line: game.line, ply, position },
            is_open: game.is_open && !game.fen.is_empty(),
            is_over: game.outcome.is_some(),
            orders,
        })
    }
}

/// Waits until another game than this one is played at the table.
pub(super) async fn until_other_game(
    mut table: watch::Receiver<Option<GameAtTable>>,
    game: &GameRef,
) {
    let is_other = |shown: &Option<GameAtTable>| {
        shown.as_ref().is_some_and(|shown| shown.is_open && shown.game != *game)
    };
    if table.wait_for(is_other).await.is_err() {
        // The table is not followed any more.
        future::pending::<()>().await;
    }
}

/// Follows the table for ever. `seat` is its number, 0 while it is not known; `doubts` counts the
/// moments at which inputs may have been lost.
pub(super) async fn follow(
    device: &Device,
    (shown, seat): (&watch::Sender<Option<GameAtTable>>, &watch::Sender<u32>),
    doubts: &watch::Sender<u64>,
    status: &watch::Receiver<BoardStatus>,
) -> Infallible {
    loop {
        tokio::select! {
            () = watch_table(device, shown, seat) => {}
            () = watch_doubts(device, doubts) => {}
            never = tell_presence(device, status.clone()) => match never {},
        }
        sleep(PAUSE).await;
    }
}

/// Tells that the board is there, so that the desk hears when it is not, and how it stands: at once
/// when that changes.
async fn tell_presence(device: &Device, mut status: watch::Receiver<BoardStatus>) -> Infallible {
    loop {
        let now = status.borrow_and_update().clone();
        let mut request = ReportPresenceRequest {
            tournament: Some(device.tournament.clone()),
            device: device.id.clone(),
            unsent: Some(now.unsent),
            board: Some(now.report()),
            sent_at_ms: WallClock::system().now().millis(),
            ..ReportPresenceRequest::default()
        };
        request.set_kind(DeviceKind::Board);
        // The next one tells it again.
        if let Err(status) = device.ingest.clone().report_presence(request).await {
            tracing::debug!(%status, "the service did not hear that the board is there");
        }
        sleep(TELL_PAUSE).await;
        // A sender that is gone changes nothing more.
        if let Ok(Err(_gone)) = timeout(TELL_EVERY, status.changed()).await {
            sleep(TELL_EVERY).await;
        }
    }
}

/// Follows the table until the connection is lost.
async fn watch_table(
    device: &Device,
    shown: &watch::Sender<Option<GameAtTable>>,
    seat: &watch::Sender<u32>,
) {
    let request = WatchTableRequest {
        tournament: Some(device.tournament.clone()),
        device: device.id.clone(),
    };
    let mut tables = until_taken(device, "follow the table", || {
        let (mut ingest, request) = (device.ingest.clone(), request.clone());
        async move { ingest.watch_table(request).await }
    })
    .await;
    while let Ok(Ok(Some(table))) = timeout(SILENT, tables.message()).await {
        if table.unchanged {
            continue;
        }
        // Before its game: what was reported until now was at the table before.
        seat.send_replace(table.table);
        let told = table.board.unwrap_or_default();
        let orders =
            Orders { is_rotated: told.rotated, is_muted: told.muted, restarts: told.restarts };
        let shown_game = table.game.as_ref();
        match shown_game.map(|game| GameAtTable::new(table.table, game, orders)).transpose() {
            Ok(game) => {
                shown.send_if_modified(|before| {
                    let is_new = *before != game;
                    *before = game;
                    is_new
                });
            }
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the table cannot be read");
            }
        }
    }
}

/// Counts a doubt after each connection, and whenever the service says that there is one.
async fn watch_doubts(device: &Device, doubts: &watch::Sender<u64>) {
    let request = WatchVerdictsRequest {
        tournament: Some(device.tournament.clone()),
        device: device.id.clone(),
        language: String::new(),
    };
    let mut verdicts = until_taken(device, "follow the verdicts", || {
        let (mut ingest, request) = (device.ingest.clone(), request.clone());
        async move { ingest.watch_verdicts(request).await }
    })
    .await;
    doubts.send_modify(|count| *count += 1);
    // It ends with the connection of the table, which has signs of life.
    while let Ok(Some(news)) = verdicts.message().await {
        if news.inputs_in_doubt.is_some() {
            doubts.send_modify(|count| *count += 1);
        }
    }
}
