//! `damcast boards agent`: the devices at tables that sensor boards are.

mod battery;
mod bus;
mod device;
mod dgt;
mod displays;
mod enrolment;
mod feed;
mod first_seat;
mod game;
mod held;
mod idle;
mod journal;
mod livechess;
mod outbox;
mod outlet;
mod raw;
mod readings;
mod several;
mod station;
mod status;
mod table;
mod taken;

use std::{convert::Infallible, future, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, bail};
use board_feed::BusAddress;
use futures_util::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};
use proto::subject::{TournamentId, VenueId};
use runtime::{
    client::{Credentials, Trust, TrustConfig, channel},
    private_file,
};
use tokio::sync::mpsc;

use self::{
    device::{Device, Named},
    feed::{Feed, Source},
    outlet::FoundBoard,
    several::ForBoard,
    station::attend,
};
use super::report::DgtOptions;
use crate::{lock::lock, stop};

/// The largest number of a table.
const TABLE_MAX: u32 = 9_999;
/// The number of boards that may wait to be carried.
const FOUND_MAX: usize = 200;

/// Carries the reports of boards to their tables.
#[derive(Debug, clap::Args)]
pub struct Agent {
    /// Serial port of a DGT board, as in `/dev/ttyACM0`; `damcast boards list` shows them.
    #[arg(long, value_name = "PORT", required_unless_present_any = ["bus", "livechess", "input"])]
    port: Option<PathBuf>,
    /// Serial port of a bus of DGT boards, each of which is a device of its own at a table of its
    /// own.
    #[arg(long, value_name = "PORT", conflicts_with_all = ["port", "input"])]
    bus: Option<PathBuf>,
    /// LiveChess, whose boards are taken, as in `ws://127.0.0.1:1982/api/v1.0`; each is a device of
    /// its own at a table of its own.
    #[arg(long, value_name = "URL", value_parser = livechess::address,
        conflicts_with_all = ["port", "bus", "input", "white_time"])]
    livechess: Option<String>,
    #[command(flatten)]
    dgt: DgtOptions,
    /// A board that sends lines of JSON: a file, a named pipe or a port, `tcp://HOST:PORT`, or `-`
    /// for standard input.
    #[arg(long, value_name = "SOURCE", conflicts_with_all = ["port", "crowns", "white_time"])]
    input: Option<Source>,
    /// Folder of the agent: its key, and a journal of each game; of several boards, a folder for
    /// each.
    #[arg(long, value_name = "DIR")]
    state: PathBuf,
    /// Enrol this agent by a code of the desk (`damcast access enrol board-agent`), which counts
    /// once; of several boards each by a code of its own, as in `--enrol 01025=CODE`. A board that
    /// is enrolled already is kept as it is.
    #[arg(long, value_name = "[SERIAL=]CODE")]
    enrol: Vec<ForBoard<String>>,
    /// Enrol all boards of a list at once, a line `SERIAL=CODE` each, as `damcast access enrol
    /// board-agent --board SERIAL=TABLE` prints it; `-` for standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["port", "input"])]
    enrol_from: Option<PathBuf>,
    /// Enrol boards again that are enrolled already, as for another tournament. Each keeps what it
    /// has until its code was taken.
    #[arg(long)]
    anew: bool,
    /// Id of the venue.
    #[arg(long, env = "DAMCAST_VENUE", default_value = "main", value_name = "ID")]
    venue: VenueId,
    /// Id of the tournament, where the venue has no authority.
    #[arg(long, value_name = "ID")]
    tournament: Option<TournamentId>,
    /// Name of the device, where the venue has no authority; of several boards the name of each
    /// goes on with its serial number, as in `hall-01025`.
    #[arg(long, value_name = "NAME")]
    device: Option<String>,
    /// Takes its first seat at this table itself, where the venue has no authority; from then on,
    /// also at later starts, the desk says where it is. Of several boards each, as in `--table
    /// 01025=3`.
    #[arg(long, value_name = "[SERIAL=]N")]
    table: Vec<ForBoard<u32>>,
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

/// The source of an agent's reports.
enum Boards {
    One(Feed),
    /// Boards as they are found; they are read by the work beside them, if not by a thread.
    Several(mpsc::Receiver<FoundBoard>, BoxFuture<'static, Infallible>),
}

impl Agent {
    /// Carries the reports until the source ends or somebody stops it.
    ///
    /// # Errors
    /// If the agent cannot begin, the source cannot be read, or the journal cannot be written.
    pub async fn run(mut self) -> anyhow::Result<ExitCode> {
        if let Some(table) = self.table.iter().find(|it| !(1..=TABLE_MAX).contains(&it.value)) {
            bail!("--table {}: tables are 1 to {TABLE_MAX}", table.value);
        }
        private_file::make_folder(&self.state)
            .with_context(|| format!("make {}", self.state.display()))?;
        let locked = lock(&self.state).context("lock the folder of the agent")?;
        let Some(_lock) = locked else {
            bail!("another agent works in {}", self.state.display());
        };
        if let Some(file) = &self.enrol_from {
            self.enrol.extend(several::read_codes(file)?);
        }
        let boards = self.boards()?;
        let trust = self.trust.read()?;
        self.enrol(&trust).await?;
        let carried = async {
            match boards {
                Boards::One(feed) => {
                    let device = self.device(None, &trust)?;
                    let table = ForBoard::of(&self.table, None).copied();
                    Box::pin(attend(&device, self.state.clone(), feed, table)).await
                }
                Boards::Several(found, read) => tokio::select! {
                    carried = self.carry_all(found, &trust) => carried,
                    never = read => match never {},
                },
            }
        };
        tokio::select! {
            carried = carried => carried?,
            () = stop::asked() => {}
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Begins to read the boards.
    fn boards(&self) -> anyhow::Result<Boards> {
        let serials = self.enrol.iter().map(|it| &it.serial);
        let mut serials = serials.chain(self.table.iter().map(|it| &it.serial));
        if let Some(port) = &self.bus {
            let named = serials.map(|serial| {
                let serial = serial.as_deref().context(
                    "boards on a bus have numbers: --enrol SERIAL=CODE, --table SERIAL=N",
                )?;
                serial.parse::<BusAddress>().context(format!("board {serial}"))
            });
            let named = named.collect::<anyhow::Result<_>>()?;
            let found = bus::start(port.clone(), self.dgt, &self.state, named)?;
            return Ok(Boards::Several(found, future::pending().boxed()));
        }
        if let Some(url) = &self.livechess {
            let unnamed = serials.any(|serial| serial.is_none());
            if unnamed {
                bail!("boards of LiveChess have numbers: --enrol SERIAL=CODE, --table SERIAL=N");
            }
            let (found, boards) = mpsc::channel(FOUND_MAX);
            let read = livechess::follow(url.clone(), self.dgt, found);
            return Ok(Boards::Several(boards, read.boxed()));
        }
        if let Some(serial) = serials.find_map(Option::as_deref) {
            bail!("{serial}= names one of several boards, and here is only one");
        }
        let feed = match (&self.port, &self.input) {
            (Some(port), _) => dgt::start(port.clone(), self.dgt, &self.state)?,
            (None, Some(source)) => Feed::start(source.clone())?,
            (None, None) => bail!("the boards are told by --port, --bus, --livechess or --input"),
        };
        Ok(Boards::One(feed))
    }

    /// Enrols the boards for which there are codes, at once and one after another: a code counts
    /// for a minute, and its board may be found later. One of several that is refused leaves the
    /// others as they are.
    async fn enrol(&self, trust: &Trust) -> anyhow::Result<()> {
        for ForBoard { serial, value: code } in &self.enrol {
            let folder = self.folder(serial.as_deref())?;
            let channel = channel(&self.board_ingest, trust, &Credentials::default())?;
            let enrolled = enrolment::enrol(&folder, code, self.anew, &self.venue, channel).await;
            match (serial, enrolled) {
                (Some(serial), Err(error)) => {
                    let error = format!("{error:#}");
                    tracing::error!(serial, error, "the board is not enrolled");
                }
                (None, Err(error)) => return Err(error),
                (_, Ok(())) => {}
            }
        }
        Ok(())
    }

    /// Returns the folder of the only board, or of the one of a serial number.
    fn folder(&self, serial: Option<&str>) -> anyhow::Result<PathBuf> {
        let folder = match serial {
            Some(serial) => self.state.join(several::folder(serial)),
            None => self.state.clone(),
        };
        private_file::make_folder(&folder).with_context(|| format!("make {}", folder.display()))?;
        Ok(folder)
    }

    /// Opens the device that the only board is, or the one of a serial number.
    fn device(&self, serial: Option<&str>, trust: &Trust) -> anyhow::Result<Device> {
        let credentials = Credentials::default();
        let channel = channel(&self.board_ingest, trust, &credentials)?;
        let name = self.device.as_ref().map(|name| match serial {
            Some(serial) => format!("{name}-{serial}"),
            None => name.clone(),
        });
        let (venue, tournament) = (self.venue.clone(), self.tournament.clone());
        let named = Named { venue, tournament, device: name };
        Device::open(&self.folder(serial)?, named, channel, credentials)
    }

    /// Carries the reports of each board that is found, for ever.
    async fn carry_all(
        &self,
        mut found: mpsc::Receiver<FoundBoard>,
        trust: &Trust,
    ) -> anyhow::Result<()> {
        let mut carried = FuturesUnordered::new();
        loop {
            tokio::select! {
                next = found.recv() => match next {
                    Some(found) => carried.push(self.carry(found, trust)),
                    None => bail!("the boards are not read any more"),
                },
                Some((serial, ended)) = carried.next(), if !carried.is_empty() => {
                    // The others go on.
                    if let Err(error) = ended {
                        let error = format!("{error:#}");
                        tracing::error!(serial, error, "the board is left out until the next start");
                    }
                }
            }
        }
    }

    async fn carry(&self, found: FoundBoard, trust: &Trust) -> (String, anyhow::Result<()>) {
        let FoundBoard { serial, feed } = found;
        let carried = async {
            let device = self.device(Some(&serial), trust)?;
            let table = ForBoard::of(&self.table, Some(&serial)).copied();
            let state = self.state.join(several::folder(&serial));
            Box::pin(attend(&device, state, feed, table)).await
        };
        let carried = carried.await;
        (serial, carried)
    }
}
