//! The agent of one board at its table.

use std::path::PathBuf;

use anyhow::Context as _;
use proto::v1::{AssignTableRequest, Seat};
use serde_json::Value;
use tokio::sync::watch;

use super::{
    super::input,
    device::Device,
    feed::{Feed, News},
    game::{Ended, Playing},
    idle::Idle,
    outbox::until_taken,
    status::{About, BoardStatus, show},
    table::{self, Shown},
};
use crate::lines::Line;

/// The largest number of reports between two dumps that are kept before a game.
const HELD_MAX: usize = 1_000;

/// Carries the reports of a board to the table of a device, until they end. The device takes its
/// seat at `table` itself, if there is one.
///
/// # Errors
/// If the source cannot be read, or the journal cannot be written.
pub(super) async fn attend(
    device: &Device,
    state: PathBuf,
    feed: Feed,
    table: Option<u32>,
) -> anyhow::Result<()> {
    let (shown, followed) = watch::channel(None);
    let (doubts, doubted) = watch::channel(0);
    let (status, reported) = watch::channel(BoardStatus::default());
    let mut station = Station {
        device,
        state,
        feed,
        meta: None,
        about: About::default(),
        status,
        held: Vec::new(),
        set_up: None,
        idle: None,
    };
    let carried = async {
        if let Some(table) = table {
            seat(device, table).await;
        }
        station.carry(followed, &doubted).await
    };
    tokio::select! {
        carried = carried => carried,
        never = table::follow(device, &shown, &doubts, &reported) => match never {},
    }
}

async fn seat(device: &Device, table: u32) {
    let mut request = AssignTableRequest {
        tournament: Some(device.tournament.clone()),
        device: device.id.clone(),
        table,
        ..AssignTableRequest::default()
    };
    request.set_seat(Seat::Table);
    until_taken(device, "take the seat", || {
        let (mut ingest, request) = (device.ingest.clone(), request.clone());
        async move { ingest.assign_table(request).await }
    })
    .await;
}

/// The agent at its table.
struct Station<'a> {
    device: &'a Device,
    state: PathBuf,
    feed: Feed,
    /// The description of the board, as it came last.
    meta: Option<Value>,
    about: About,
    status: watch::Sender<BoardStatus>,
    /// The reports before the game.
    held: Vec<Vec<u8>>,
    /// The last dump at which the pieces stood as for a game. It tells which way the board lies,
    /// even if somebody moves before the game is known here.
    set_up: Option<Vec<u8>>,
    /// The board while no game is played on it.
    idle: Option<Idle>,
}

impl Station<'_> {
    /// Carries one game after another, until the source ends.
    async fn carry(
        &mut self,
        mut table: watch::Receiver<Option<Shown>>,
        doubts: &watch::Receiver<u64>,
    ) -> anyhow::Result<()> {
        loop {
            let Some(shown) = self.until_open(&mut table).await? else { return Ok(()) };
            let outbox_doubts = doubts.clone();
            self.idle = None;
            let known = (&mut self.meta, &mut self.about);
            let playing =
                Playing::open(self.device, &self.state, &mut self.feed, known, &self.status);
            let begun = tokio::select! {
                biased;
                begun = playing.begin(&shown) => begun?,
                // The device was moved away: what it still asks for is refused for ever.
                () = table::until_other_game(table.clone(), &shown.game) => continue,
            };
            let Some(playing) = begun else { return Ok(()) };
            let set_up = self.set_up.take().filter(|_dump| shown.record.ply == 0);
            let held = set_up.into_iter().chain(std::mem::take(&mut self.held)).collect();
            // Its future is large.
            match Box::pin(playing.play(held, &mut table, outbox_doubts)).await? {
                Ended::Source => return Ok(()),
                Ended::Game => {}
            }
        }
    }

    /// Keeps what the board shows until a game begins: its description, and its reports since the
    /// last dump.
    fn hold(&mut self, line: Vec<u8>) {
        let Ok(value) = input::value(&line) else { return };
        if value["kind"] == "meta" {
            let meta = self.about.take(value);
            if self.meta.as_ref() != Some(&meta) || self.idle.is_none() {
                (self.idle, self.set_up) = (Idle::new(meta.clone()), None);
            }
            self.meta = Some(meta);
            return;
        }
        if let Some(idle) = &mut self.idle {
            idle.take(value.clone());
        }
        self.show();
        if value["kind"] == "dump" {
            if self.idle.as_ref().is_some_and(Idle::is_set_up) {
                self.set_up = Some(line.clone());
            }
            self.held.clear();
        }
        if self.held.len() < HELD_MAX {
            self.held.push(line);
        }
    }

    /// Shows the technician how the board stands before its game.
    fn show(&self) {
        if let Some(idle) = &self.idle {
            show(&self.status, idle.report(&self.about), true);
        }
    }

    /// Waits until a game is played at the table; `None` if the source ends before.
    async fn until_open(
        &mut self,
        table: &mut watch::Receiver<Option<Shown>>,
    ) -> anyhow::Result<Option<Shown>> {
        if self.idle.is_none() {
            self.idle = self.meta.clone().and_then(Idle::new);
        }
        loop {
            let shown = table.borrow_and_update().clone();
            let is_playable =
                |shown: &Shown| shown.is_open && (!shown.is_over || self.feed.is_recorded);
            if let Some(shown) = shown.filter(is_playable) {
                return Ok(Some(shown));
            }
            if self.feed.is_recorded {
                table.changed().await.context("follow the table")?;
                continue;
            }
            tokio::select! {
                changed = table.changed() => changed.context("follow the table")?,
                news = self.feed.next() => match news {
                    News::Line(Line::Whole(line)) => {
                        self.hold(line);
                    }
                    News::Heard => self.show(),
                    News::Line(Line::TooLong) | News::Up | News::Down => {}
                    News::End => return Ok(None),
                    News::Failed(error) => return Err(error).context("read the board"),
                },
            }
        }
    }
}
