//! `damcast boards agent`: the device at a table that a sensor board is.

mod device;
mod dgt;
mod feed;
mod game;
mod journal;
mod outbox;
mod raw;
mod table;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, bail};
use proto::{
    subject::{TournamentId, VenueId},
    v1::{AssignTableRequest, Seat},
};
use runtime::{
    client::{Credentials, TrustConfig, channel},
    private_file,
};
use serde_json::Value;
use tokio::sync::watch;

use self::{
    device::{Device, Named},
    feed::{Feed, News, Source},
    game::{Ended, Playing},
    outbox::until_taken,
    table::Shown,
};
use super::{input, report::DgtOptions};
use crate::{lines::Line, lock::lock, stop};

/// The largest number of reports between two dumps that are kept before a game.
const HELD_MAX: usize = 1_000;

/// Carries the reports of a board to its table.
#[derive(Debug, clap::Args)]
pub struct Agent {
    /// Serial port of a DGT board, as in `/dev/ttyACM0`; `damcast boards list` shows them.
    #[arg(long, value_name = "PORT", required_unless_present = "input")]
    port: Option<PathBuf>,
    #[command(flatten)]
    dgt: DgtOptions,
    /// A board that sends lines of JSON: a file, a named pipe or a port, `tcp://HOST:PORT`, or `-`
    /// for standard input.
    #[arg(long, value_name = "SOURCE", conflicts_with_all = ["port", "crowns", "white_time"])]
    input: Option<Source>,
    /// Folder of the agent: its key, and a journal of each game.
    #[arg(long, value_name = "DIR")]
    state: PathBuf,
    /// Enrol this agent by a code of the desk (`damcast access enrol board-agent`), which counts
    /// once.
    #[arg(long, value_name = "CODE")]
    enrol: Option<String>,
    /// Id of the venue.
    #[arg(long, env = "DAMCAST_VENUE", default_value = "main", value_name = "ID")]
    venue: VenueId,
    /// Id of the tournament, where the venue has no authority.
    #[arg(long, value_name = "ID")]
    tournament: Option<TournamentId>,
    /// Name of the device, where the venue has no authority.
    #[arg(long, value_name = "NAME")]
    device: Option<String>,
    /// Takes its seat at this table itself, where the venue has no authority; otherwise the desk
    /// gives it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..10_000))]
    table: Option<u32>,
    /// Address of board-ingest.
    #[arg(
        long,
        env = "DAMCAST_BOARD_INGEST_URL",
        default_value = "http://127.0.0.1:8081",
        value_name = "URL"
    )]
    board_ingest: String,
    #[command(flatten)]
    trust: TrustConfig,
}

impl Agent {
    /// Carries the reports until the source ends or somebody stops it.
    ///
    /// # Errors
    /// If the agent cannot begin, the source cannot be read, or the journal cannot be written.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        private_file::make_folder(&self.state)
            .with_context(|| format!("make {}", self.state.display()))?;
        let locked = lock(&self.state).context("lock the folder of the agent")?;
        let Some(_lock) = locked else {
            bail!("another agent works in {}", self.state.display());
        };
        let feed = match (self.port, self.input) {
            (Some(port), _) => dgt::start(port, self.dgt, &self.state)?,
            (None, Some(source)) => Feed::start(source)?,
            (None, None) => bail!("the board is told by --port or --input"),
        };
        let credentials = Credentials::default();
        let channel = channel(&self.board_ingest, &self.trust.read()?, &credentials)?;
        let named = Named { venue: self.venue, tournament: self.tournament, device: self.device };
        let code = self.enrol.as_deref();
        let device = Device::open(&self.state, code, named, channel, credentials).await?;
        let (shown, table) = watch::channel(None);
        let (doubts, doubted) = watch::channel(0);
        let mut station =
            Station { device: &device, state: self.state, feed, meta: None, held: Vec::new() };
        let carried = async {
            if let Some(table) = self.table {
                seat(&device, table).await;
            }
            station.carry(table, &doubted).await
        };
        tokio::select! {
            carried = carried => carried?,
            never = table::follow(&device, &shown, &doubts) => match never {},
            () = stop::asked() => {}
        }
        Ok(ExitCode::SUCCESS)
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
    /// The reports before the game.
    held: Vec<Vec<u8>>,
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
            let playing = Playing::open(self.device, &self.state, &mut self.feed, &mut self.meta);
            let Some(playing) = playing.begin(&shown).await? else { return Ok(()) };
            let held = std::mem::take(&mut self.held);
            match playing.play(held, &mut table, outbox_doubts).await? {
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
            self.meta = Some(value);
            return;
        }
        if value["kind"] == "dump" {
            self.held.clear();
        }
        if self.held.len() < HELD_MAX {
            self.held.push(line);
        }
    }

    /// Waits until a game is played at the table; `None` if the source ends before.
    async fn until_open(
        &mut self,
        table: &mut watch::Receiver<Option<Shown>>,
    ) -> anyhow::Result<Option<Shown>> {
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
                    News::Line(Line::TooLong) | News::Up | News::Down => {}
                    News::End => return Ok(None),
                    News::Failed(error) => return Err(error).context("read the board"),
                },
            }
        }
    }
}
