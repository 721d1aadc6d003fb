//! From `SubmitMove` to the frame at a spectator's WebSocket, beside the floor of the same run.

use std::{
    collections::BTreeMap,
    io::Write as _,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};

use futures_util::{StreamExt as _, future::try_join_all};
use proto::{
    subject::{GameId, TournamentKey},
    v1::{InputHeader, SubmitMoveRequest},
};
use runtime::Tasks;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use tokio_util::sync::CancellationToken;

use crate::{
    bench::{floor::Floor, quantiles::Sample},
    nats_server::{NatsOptions, NatsServer, find_binary},
    replay::{self, Plan, calls::Clients, plan::PlannedGame, tablet},
    stack::{Addresses, Listeners, LocalLog},
};

/// Games for the tables.
const GAMES: &[u8] = include_bytes!("../../games/international.pdn");

/// From `SubmitMove` to a spectator's WebSocket frame.
#[derive(Debug, clap::Args)]
pub struct Latency {
    /// Boards, each with a move a second; several counts are measured one after another.
    #[arg(long, value_delimiter = ',', default_value = "8,100", value_name = "N,…")]
    boards: Vec<u32>,
    /// How long floor and system are measured in turn, each. Seconds.
    #[arg(long, default_value_t = 8, value_name = "SECONDS")]
    seconds: u64,
    /// How many turns.
    #[arg(long, default_value_t = 3, value_name = "N")]
    turns: u32,
    /// The nats-server program.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    nats_server: Option<std::path::PathBuf>,
}

/// When a move was handed in, by game and ply.
type Sent = Arc<Mutex<BTreeMap<(String, u64), Instant>>>;

impl Latency {
    /// Measures and prints.
    ///
    /// # Errors
    /// When the system cannot be started or refuses something.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let directory = tempfile::tempdir()?;
        let binary = find_binary(self.nats_server.as_deref(), ".damcast/tools".as_ref())?;
        let nats =
            NatsServer::start(&NatsOptions::new(binary, directory.path().join("nats"))).await?;
        let (tasks, stopping) = (Tasks::new(), CancellationToken::new());
        let listeners = Listeners::bind(&Addresses::any()).await?;
        let addresses = listeners.addresses()?;
        let log = LocalLog::prepare(&nats, &stopping).await?;
        let mut ended = listeners.start(&log, &tasks, &stopping)?;
        let url = nats.url();
        let measured = tokio::select! {
            measured = self.measure(&addresses, &url) => measured,
            end = ended.recv() => Err(anyhow::anyhow!("a service ended: {end:?}")),
        };
        stopping.cancel();
        while ended.recv().await.is_some() {}
        nats.stop().await;
        measured.map(|()| ExitCode::SUCCESS)
    }

    async fn measure(&self, addresses: &Addresses, nats: &str) -> anyhow::Result<()> {
        let clients = Clients::new(&addresses.targets())?;
        let mut floor = Floor::new(nats).await?;
        let mut told = std::io::stdout();
        for &boards in &self.boards {
            let mut system = Vec::new();
            let mut beneath = Vec::new();
            let stage = Stage::set(&clients, addresses, boards).await?;
            let mut round = 0;
            for _turn in 0..self.turns {
                beneath.extend(floor.measure(boards, self.seconds).await?);
                round = stage.measure(self.seconds, round, &mut system).await?;
            }
            let (system, beneath) = (Sample::new(system), Sample::new(beneath));
            writeln!(told, "{boards} boards, a move a second each")?;
            writeln!(told, "  SubmitMove to WebSocket frame   {system}")?;
            writeln!(told, "  floor: two acks and a delivery  {beneath}")?;
            writeln!(
                told,
                "  ratio                           p50 {:.2} x     p99 {:.2} x",
                system.ratio(&beneath, 50),
                system.ratio(&beneath, 99)
            )?;
        }
        Ok(())
    }
}

/// A tournament with its tables, its moves and a spectator.
struct Stage {
    clients: Clients,
    key: TournamentKey,
    boards: u32,
    games: Vec<PlannedGame>,
    page: String,
}

impl Stage {
    async fn set(clients: &Clients, addresses: &Addresses, boards: u32) -> anyhow::Result<Self> {
        let games: Vec<PlannedGame> =
            Plan::read(GAMES)?.rounds.into_iter().flatten().cycle().take(boards as usize).collect();
        ensure!(games.len() == boards as usize, "there are no games to play");
        let key = TournamentKey {
            venue: "bench".parse()?,
            tournament: format!("boards-{boards}").parse()?,
        };
        let mut plan = Plan::read(GAMES)?;
        format!("{boards} boards").clone_into(&mut plan.name);
        plan.players = (1..=2 * boards).map(|number| format!("Player {number}")).collect();
        replay::prepare(clients, &key, &plan, boards).await?;
        let page = format!(
            "ws://{}/api/v1/tournaments/{}/{}/ws",
            addresses.broadcast, key.venue, key.tournament
        );
        Ok(Self { clients: clients.clone(), key, boards, games, page })
    }

    /// Plays for `seconds` from ply index `from`, and answers where the next turn goes on.
    async fn measure(
        &self,
        seconds: u64,
        from: usize,
        measured: &mut Vec<Duration>,
    ) -> anyhow::Result<usize> {
        let (mut frames, _answer) =
            connect_async(&self.page).await.context("connect as a spectator")?;
        // The snapshot is there before the first move is made.
        frames.next().await.context("the stream ended")??;
        let sent: Sent = Arc::default();
        let upto = from + usize::try_from(seconds)?;
        let watch = async {
            let wanted = usize::try_from(u64::from(self.boards) * seconds)?;
            let mut seen = Vec::with_capacity(wanted);
            while seen.len() < wanted {
                let frame = frames.next().await.context("the stream ended")??;
                let arrived = Instant::now();
                let Message::Text(text) = frame else { continue };
                let frame: serde_json::Value = serde_json::from_str(&text)?;
                for change in frame["changes"].as_array().into_iter().flatten() {
                    if change["kind"] == "move" {
                        let game = change["game"].as_str().unwrap_or_default().to_owned();
                        let ply = change["ply"].as_u64().unwrap_or_default();
                        let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
                        if let Some(begin) = sent.remove(&(game, ply)) {
                            seen.push(arrived - begin);
                        }
                    }
                }
            }
            anyhow::Ok(seen)
        };
        let play = try_join_all(
            (1..).zip(&self.games).map(|(table, game)| self.play(table, game, from..upto, &sent)),
        );
        let both = async { tokio::try_join!(watch, play) };
        let patience = Duration::from_secs(seconds + 10);
        let Ok(done) = tokio::time::timeout(patience, both).await else {
            bail!("not every move reached the spectator");
        };
        measured.extend(done?.0);
        Ok(upto)
    }

    /// A move a second at one table; the tables are spread over the second.
    async fn play(
        &self,
        table: u32,
        game: &PlannedGame,
        plies: std::ops::Range<usize>,
        sent: &Sent,
    ) -> anyhow::Result<()> {
        let mut ingest = self.clients.ingest.clone();
        let game_id = GameId::new(1, table)?;
        let offset = Duration::from_secs(1) * (table - 1) / self.boards;
        let mut tick = tokio::time::interval_at(Instant::now() + offset, Duration::from_secs(1));
        tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
        for index in plies {
            let planned = game.moves.get(index).context("the bench's games are too short")?;
            tick.tick().await;
            let ply = u32::try_from(index + 1)?;
            let request = SubmitMoveRequest {
                header: Some(InputHeader {
                    game: Some((&self.key.game(game_id)).into()),
                    device: tablet(table, planned.color),
                    sequence: u64::from(ply),
                    ..Default::default()
                }),
                ply,
                r#move: Some((&planned.mv).into()),
            };
            let key = (game_id.to_string(), u64::from(ply));
            sent.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Instant::now());
            ingest.submit_move(request).await?;
        }
        Ok(())
    }
}
