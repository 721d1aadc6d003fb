//! The agent of one board at its table.

use std::path::PathBuf;

use anyhow::Context as _;
use serde_json::Value;
use tokio::sync::{mpsc, watch};

use super::{
    super::input,
    device::Device,
    feed::{Feed, News},
    first_seat::take_first_seat,
    game::{Ended, Playing},
    held::Held,
    readings::{Sending, send_all},
    status::{About, BoardStatus, show},
    table::{self, GameAtTable},
};
use crate::lines::InputLine;

/// The largest number of journals that wait for those before them.
const JOURNALS_MAX: usize = 16;

/// Carries the reports of a board to the table of a device, until they end. The device takes its
/// first seat at `table` itself, if there is one.
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
    let (seat_taken, seated) = watch::channel(0);
    let (doubts, doubted) = watch::channel(0);
    let (status, reported) = watch::channel(BoardStatus::default());
    let (journals, to_send) = mpsc::channel(JOURNALS_MAX);
    let folder = state.clone();
    let mut station = Station {
        device,
        state,
        feed,
        meta: None,
        about: About::default(),
        status,
        held: Held::new(seated),
    };
    let carried = async {
        if let Some(table) = table {
            take_first_seat(device, &folder, table).await?;
        }
        let carried = station.carry(followed, &doubted, &journals).await;
        drop(journals);
        carried
    };
    let carried = async { tokio::join!(carried, send_all(device, to_send)).0 };
    tokio::select! {
        carried = carried => carried,
        never = table::follow(device, (&shown, &seat_taken), &doubts, &reported) => match never {},
    }
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
    held: Held,
}

impl Station<'_> {
    /// Carries one game after another, until the source ends.
    async fn carry(
        &mut self,
        mut table: watch::Receiver<Option<GameAtTable>>,
        doubts: &watch::Receiver<u64>,
        journals: &mpsc::Sender<Sending>,
    ) -> anyhow::Result<()> {
        loop {
            let Some(shown) = self.until_open(&mut table).await? else { return Ok(()) };
            let outbox_doubts = doubts.clone();
            let known = (&mut self.meta, &mut self.about, &mut self.held);
            let ways = (&self.status, journals);
            let playing = Playing::open(self.device, &self.state, &mut self.feed, known, ways);
            let begun = tokio::select! {
                biased;
                begun = playing.begin(&shown) => begun?,
                // The device was moved away: what it still asks for is refused for ever.
                () = table::until_other_game(table.clone(), &shown.game) => continue,
            };
            let Some(playing) = begun else { return Ok(()) };
            // Its future is large.
            match Box::pin(playing.play(&mut table, outbox_doubts)).await? {
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
            if self.meta.as_ref() != Some(&meta) || self.held.is_empty() {
                self.held.describe(&meta);
            }
            self.meta = Some(meta);
            return;
        }
        self.held.take(value, line);
        self.show();
    }

    /// Shows the technician how the board stands before its game.
    fn show(&self) {
        if let Some(report) = self.held.report(&self.about) {
            show(&self.status, report, true);
        }
    }

    /// Waits until a game is played at the table; `None` if the source ends before.
    async fn until_open(
        &mut self,
        table: &mut watch::Receiver<Option<GameAtTable>>,
    ) -> anyhow::Result<Option<GameAtTable>> {
        self.held.begin(self.meta.as_ref());
        loop {
            let shown = table.borrow_and_update().clone();
            let is_playable =
                |shown: &GameAtTable| shown.is_open && (!shown.is_over || self.feed.is_recorded);
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
                    News::Line(InputLine::Whole(line)) => {
                        self.hold(line);
                    }
                    News::Heard => self.show(),
                    News::Line(InputLine::TooLong) | News::Up | News::Down => {}
                    News::End => return Ok(None),
                    News::Failed(error) => return Err(error).context("read the board"),
                },
            }
        }
    }
}
