//! Everything on this machine: nats-server as a child, the five services in this process, and games
//! to look at. What was begun goes on when it is started again, however it ended.

mod announcement;
mod player;

use std::{
    io::Write as _, net::SocketAddr, num::NonZeroU32, path::PathBuf, process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, bail};
use proto::{
    subject::{TournamentId, TournamentKey, VenueId},
    v1::ListTournamentsRequest,
};
use runtime::{
    HOPELESS_MAX, Retry, Tasks, WallClock,
    client::Credentials,
    config::{CallerConfig, HallConfig, MetricsConfig, TlsConfig},
};
use tokio_util::sync::CancellationToken;
use tournament::regulation::Preset;

use self::{announcement::AnnouncedAddresses, player::Player};
use crate::{
    access::{self, KEY_FILE},
    archive,
    metrics::NATS_RESTARTS,
    nats_server::{NatsError, NatsOptions, NatsServer, SyncChoice, find_binary},
    replay::{
        self, Pace, Plan, Progress,
        calls::{Clients, until_answered},
    },
    restore,
    stack::{Addresses, End, Listeners, LocalLog},
    stop, tls,
    tls::authority::{Authority as TlsAuthority, authority_pem, issued_files},
};

/// The games of the demonstration, which Damcast's own move generator played against itself.
const DEMO: &[u8] = include_bytes!("../games/demo.pdn");
const DEMO_NOTICE: &str =
    "Demonstration: these games were played by a computer against itself, not by people.";
/// Short enough that the clocks of a demonstration run down while somebody looks.
const DEMO_CONTROL: &str = "900+5";
/// Interval at which a certificate of one's own is looked at.
const RENEWAL: Duration = Duration::from_secs(3600);
/// A start that takes longer is talked about.
const LONG: Duration = Duration::from_secs(3);

/// Runs everything on this machine.
#[derive(Debug, clap::Args)]
pub struct Up {
    /// Directory of the event store.
    #[arg(long, env = "DAMCAST_DATA", default_value = ".damcast", value_name = "DIR")]
    data: PathBuf,
    /// Pages, HTTP and gRPC for spectators.
    #[arg(
        long,
        env = "DAMCAST_BROADCAST",
        default_value = "127.0.0.1:8080",
        value_name = "ADDR:PORT"
    )]
    broadcast: SocketAddr,
    /// gRPC and gRPC-web for tablets and the arbiter's desk.
    #[arg(
        long,
        env = "DAMCAST_BOARD_INGEST",
        default_value = "127.0.0.1:8081",
        value_name = "ADDR:PORT"
    )]
    board_ingest: SocketAddr,
    /// gRPC of the judge.
    #[arg(
        long,
        env = "DAMCAST_RULES_VALIDATION",
        default_value = "127.0.0.1:8082",
        value_name = "ADDR:PORT"
    )]
    rules_validation: SocketAddr,
    /// gRPC of the clocks.
    #[arg(long, env = "DAMCAST_CLOCK", default_value = "127.0.0.1:8083", value_name = "ADDR:PORT")]
    clock: SocketAddr,
    /// gRPC of the tournaments.
    #[arg(
        long,
        env = "DAMCAST_PAIRING",
        default_value = "127.0.0.1:8084",
        value_name = "ADDR:PORT"
    )]
    pairing: SocketAddr,
    #[command(flatten)]
    hall: HallConfig,
    #[command(flatten)]
    callers: CallerConfig,
    #[command(flatten)]
    pub(crate) metrics: MetricsConfig,
    /// The nats-server program; else the one that `./dev setup` installed, else the one on the
    /// PATH.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    nats_server: Option<PathBuf>,
    /// Port of nats-server on 127.0.0.1; the one of the last time, or any, when not given.
    #[arg(long, env = "DAMCAST_NATS_PORT", value_name = "PORT")]
    nats_port: Option<u16>,
    /// The moment at which a move is on the disk: "always" before it is acknowledged, "1s" within a
    /// second after that, "auto" the first if the disk is fast enough. A power cut costs what is
    /// not on the disk.
    #[arg(long, env = "DAMCAST_SYNC", default_value = "auto", value_enum, value_name = "WHEN")]
    sync: SyncChoice,
    /// Takes over from another machine, which has stopped for good: brings the event log of this
    /// backup back, unless the directory has it already.
    #[arg(long, value_name = "FOLDER")]
    restore: Option<PathBuf>,
    /// Broadcasts the games of this PDN file.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Runs without the demonstration.
    #[arg(long, conflicts_with = "pdn")]
    no_demo: bool,
    /// Leaves the doors open to callers on this machine if the venue has no authority yet; the
    /// pages say so. Else the first start makes its key and its first chief arbiter, and prints the
    /// link by which they sign in.
    #[arg(long, env = "DAMCAST_OPEN")]
    open: bool,
    /// Speed of the games as a multiple of a human's; 0 is as fast as it goes.
    #[arg(long, env = "DAMCAST_SPEED", default_value = "1", value_name = "X")]
    speed: Pace,
    /// The tournament's id for a PDN file; the file's name when not given.
    #[arg(long, value_name = "ID", requires = "pdn")]
    tournament: Option<TournamentId>,
    /// The venue's id.
    #[arg(long, env = "DAMCAST_VENUE", default_value = "main", value_name = "ID")]
    venue: VenueId,
}

/// The games that are played.
enum Programme {
    Nothing,
    Demo(Plan),
    File(TournamentKey, Plan),
}

impl Up {
    /// Runs until a signal.
    ///
    /// # Errors
    /// If a port is taken, NATS cannot be started, a file cannot be played, or a service cannot go
    /// on.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let programme = self.programme().await?;
        let tasks = Tasks::new();
        let callers = self.callers_over_tls(&tasks)?;
        let listeners = Listeners::bind(&self.addresses())?;
        let addresses = listeners.addresses()?;
        let binary = find_binary(self.nats_server.as_deref(), &self.data.join("tools"))?;
        archive::put_back(&self.data)?;
        let mut options = NatsOptions::new(binary, self.data.join("nats"));
        options.port = self.nats_port;
        let (sync, directory) = (self.sync, options.directory.clone());
        options.sync = tokio::task::spawn_blocking(move || sync.choose(&directory)).await?;
        tracing::debug!(sync = %options.sync, "moves are on the disk");
        if let Some(folder) = &self.restore {
            let restored =
                patiently("the backup", Box::pin(restore::take_over(folder, &options))).await;
            restored.with_context(|| format!("restore {}", folder.display()))?;
        }
        let mut nats = patiently("nats-server", NatsServer::start(&options))
            .await
            .context("start nats-server")?;
        // A broker that is started again has to be found where it was.
        options.port = Some(nats.port());

        let stopping = CancellationToken::new();
        let log = tokio::select! {
            biased;
            log = patiently("the event log", LocalLog::prepare(&nats, &stopping)) => log?,
            end = nats.ended() => bail!("nats-server ended ({end}) before the event log was ready"),
        };
        let key = self.data.join(KEY_FILE);
        let sign_in = match self.open {
            true => None,
            false => access::lock(log.nats(), &self.venue, &key).await.context("lock the doors")?,
        };
        let player = Player::new(log.nats().clone(), self.venue.clone(), key.clone());
        let credentials = if matches!(programme, Programme::Nothing) {
            // One that was killed has left its roles.
            player.dismiss().await;
            Credentials::default()
        } else {
            player.engage(&tasks).await?
        };
        let mut ended = listeners.start(log, &callers, key, &tasks, &stopping)?;
        let player = (player, credentials);
        self.play(programme, &addresses, &callers.tls, &player, sign_in, &tasks)?;

        let asked_to_stop = stopping.clone();
        tasks.spawn_until_stop(async move {
            stop::asked().await;
            asked_to_stop.cancel();
        });
        let (nats, done) = loop {
            let end = tokio::select! {
                biased;
                () = stopping.cancelled() => break (Some(nats), Ok(())),
                end = ended.recv() => break (Some(nats), Err(by_itself(end))),
                end = nats.ended() => Some(end),
                () = nats.is_stuck() => None,
            };
            // The store is locked until the old one has gone.
            if let Some(end) = end {
                tracing::warn!(%end, "nats-server ended; starting it again");
                NATS_RESTARTS.add(0, 1);
                drop(nats);
            } else {
                tracing::warn!("the disk has room; starting nats-server again");
                NATS_RESTARTS.add(1, 1);
                nats.stop().await;
            }
            nats = match patiently("nats-server", start_again(&options, &stopping)).await {
                Ok(again) => again,
                Err(error) => break (None, Err(error)),
            };
        };
        stopping.cancel();
        while ended.recv().await.is_some() {}
        tasks.stop(Duration::from_secs(1)).await;
        if let Some(nats) = nats {
            player.0.dismiss().await;
            nats.stop().await;
        }
        done.map(|()| ExitCode::SUCCESS)
    }

    /// Returns the callers of every service, with the certificate that they share: the one that is
    /// named, or else the one that `damcast tls issue` made, which is renewed in time.
    fn callers_over_tls(&self, tasks: &Tasks) -> anyhow::Result<CallerConfig> {
        let mut callers = self.callers.clone();
        let folder = tls::folder(&self.data);
        let (certificate, key) = issued_files(&folder);
        let is_named = callers.tls.certificate.is_some() || callers.tls.plain_http.is_some();
        if !is_named && certificate.exists() {
            callers.tls.authority = authority_pem(&folder);
            (callers.tls.certificate, callers.tls.key) = (Some(certificate), Some(key));
            let renew = move || {
                let authority = TlsAuthority::open(&folder);
                let renewed = authority.and_then(|it| it.renew(WallClock::system().now()));
                if let Err(error) = renewed {
                    let error = format!("{error:#}");
                    tracing::warn!(error, "the certificate for TLS cannot be renewed");
                }
            };
            renew();
            tasks.spawn_every(RENEWAL, renew);
        }
        for address in self.addresses().all() {
            callers.tls.check(address)?;
        }
        callers.tls.share(tasks)?;
        Ok(callers)
    }

    fn addresses(&self) -> Addresses {
        Addresses {
            board_ingest: self.board_ingest,
            rules_validation: self.rules_validation,
            clock: self.clock,
            pairing: self.pairing,
            broadcast: self.broadcast,
            hall: self.hall.listen,
        }
    }

    async fn programme(&self) -> anyhow::Result<Programme> {
        if let Some(path) = &self.pdn {
            let id = self.tournament.clone().map_or_else(|| replay::id_of(path), Ok)?;
            let key = TournamentKey { venue: self.venue.clone(), tournament: id };
            return Ok(Programme::File(key, replay::read(path).await?));
        }
        if self.no_demo {
            return Ok(Programme::Nothing);
        }
        let mut plan = Plan::read(DEMO).context("read the demonstration")?;
        DEMO_NOTICE.clone_into(&mut plan.notice);
        plan.control = Some(DEMO_CONTROL.parse()?);
        plan.preset = Some(Preset::FrisianKk);
        Ok(Programme::Demo(plan))
    }

    /// Plays the programme in the background, through the same API as anybody else.
    fn play(
        &self,
        programme: Programme,
        addresses: &Addresses,
        tls: &TlsConfig,
        (player, credentials): &(Player, Credentials),
        sign_in: Option<String>,
        tasks: &Tasks,
    ) -> anyhow::Result<()> {
        let clients = Clients::new(&addresses.targets(), credentials)?;
        let player = player.clone();
        let (pace, venue) = (self.speed, self.venue.clone());
        let told = AnnouncedAddresses::new(addresses, tls, sign_in);
        tasks.spawn_until_stop(async move {
            patiently("a service", serves(&clients)).await;
            let played = match programme {
                Programme::Nothing => {
                    told.print("");
                    return;
                }
                Programme::File(key, plan) => {
                    told.print(&path_of(&key));
                    replay::play(&clients, &key, &plan, pace, &Progress::hidden()).await
                }
                Programme::Demo(plan) => demonstrate(&clients, &venue, &plan, pace, &told).await,
            };
            player.dismiss().await;
            match played {
                Ok(0) => tracing::info!("all games are over"),
                Ok(stuck) => tracing::warn!(stuck, "some games could not be played to their end"),
                Err(error) => tracing::error!(error = format!("{error:#}"), "the games stopped"),
            }
        });
        Ok(())
    }
}

/// Plays one demonstration after another; one that was broken off goes on.
async fn demonstrate(
    clients: &Clients,
    venue: &VenueId,
    plan: &Plan,
    pace: Pace,
    told: &AnnouncedAddresses,
) -> anyhow::Result<usize> {
    for number in 1..=9999 {
        let tournament: TournamentId = format!("demo-{number}").parse()?;
        let key = TournamentKey { venue: venue.clone(), tournament };
        let rounds = replay::rounds(clients, &key).await?;
        if rounds.iter().filter(|round| replay::is_closed(round)).count() >= plan.rounds.len() {
            continue;
        }
        told.print(&path_of(&key));
        replay::play(clients, &key, plan, pace, &Progress::hidden()).await?;
        // Spectators see the end of a demonstration before the next one begins.
        tokio::time::sleep(Duration::from_secs(60)).await;
    }
    bail!("there were 9999 demonstrations; give --data another directory")
}

/// Waits until the tournaments can be asked for, which is when there is something to show.
async fn serves(clients: &Clients) {
    let listed = until_answered("list the tournaments", || {
        let mut pairing = clients.pairing.clone();
        async move { pairing.list_tournaments(ListTournamentsRequest::default()).await }
    });
    if let Err(status) = listed.await {
        tracing::warn!(error = status.message(), "list the tournaments");
    }
}

/// Describes the end of a service that nobody stopped.
fn by_itself(end: Option<End>) -> anyhow::Error {
    match end {
        Some((name, Err(error))) => anyhow::Error::from(error).context(format!("run {name}")),
        Some((name, Ok(()))) => anyhow::anyhow!("{name} ended by itself"),
        None => anyhow::anyhow!("every service ended by itself"),
    }
}

/// Says once that something takes long to start, for whoever sits before an empty terminal.
async fn patiently<T>(what: &str, start: impl Future<Output = T>) -> T {
    tokio::pin!(start);
    if let Ok(started) = tokio::time::timeout(LONG, &mut start).await {
        return started;
    }
    // A closed standard error has no reader.
    drop(writeln!(std::io::stderr(), "{what} takes long to start; still waiting"));
    start.await
}

/// Starts nats-server and prepares the event log on it; tries again if nats-server ends meanwhile,
/// as one that is killed does. Returns it unprepared once `stopping` is cancelled, so that it is
/// closed in order.
///
/// # Errors
/// As [`NatsServer::start`] and [`LocalLog::prepare`]; [`NatsError::Ended`] after [`HOPELESS_MAX`]
/// tries.
async fn start_again(
    options: &NatsOptions,
    stopping: &CancellationToken,
) -> anyhow::Result<NatsServer> {
    let start = async || {
        let nats = NatsServer::start(options).await.context("start nats-server again")?;
        let prepare = nats.while_running(Box::pin(LocalLog::prepare(&nats, stopping)));
        if let Some(prepared) = stopping.run_until_cancelled(prepare).await {
            prepared.context("prepare the event log again")?;
        }
        Ok(nats)
    };
    let is_passing = |error: &anyhow::Error| {
        let has_ended = matches!(error.downcast_ref(), Some(NatsError::Ended { .. }));
        if has_ended {
            tracing::warn!(error = format!("{error:#}"), "nats-server does not start");
        }
        has_ended
    };
    let tries = NonZeroU32::new(HOPELESS_MAX).unwrap_or(NonZeroU32::MIN);
    Retry::USUAL.with_tries(tries).while_passing(start, is_passing).await
}

/// Returns the path of a tournament's page.
fn path_of(key: &TournamentKey) -> String {
    format!("/t/{}/{}", key.venue, key.tournament)
}
