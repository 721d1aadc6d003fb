//! Plays the games of a PDN file as the tablets of their tables, through the public gRPC API.
//!
//! Begun again after it was broken off, it goes on where the games stand.

pub mod calls;
mod pace;
pub mod plan;
mod progress;
mod table;

use std::{collections::BTreeSet, io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, bail};
use draughts::Color;
use futures_util::future::try_join_all;
use game_clock::TimeControl;
use proto::{
    subject::{GameId, TournamentId, TournamentKey, VenueId},
    v1::{
        AssignTableRequest, CreateTournamentRequest, EnterPlayerRequest, GetTournamentRequest,
        OpenRoundRequest, PairRoundRequest, PairingSystem, Round, RoundState, Seat, TablePairing,
        TournamentCreated,
    },
};

pub(crate) use self::table::tablet;
use self::{
    calls::{Clients, Targets, until_answered},
    table::{DESK, Table},
};
use tonic::Code;

pub use self::{pace::Pace, plan::Plan, progress::Progress};
use crate::stop;

/// The default time control: regulation C art. 3 of the Frisian rulebook.
const CONTROL: &str = "4800+60";

/// Plays the games of a PDN file.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// The file. Games with the same Round tag are played at once, rounds one after another.
    #[arg(long, value_name = "FILE")]
    pdn: PathBuf,
    /// Speed as a multiple of a human's; 0 is as fast as it goes.
    #[arg(long, env = "DAMCAST_SPEED", default_value = "1", value_name = "X")]
    speed: Pace,
    /// The tournament's id; the file's name when not given. One that exists goes on.
    #[arg(long, value_name = "ID")]
    tournament: Option<TournamentId>,
    /// The venue's id.
    #[arg(long, env = "DAMCAST_VENUE", default_value = "main", value_name = "ID")]
    venue: VenueId,
    /// Time per player, "seconds" or "seconds+increment"; the file's, or 4800+60, when not given.
    #[arg(long, value_name = "CONTROL")]
    control: Option<TimeControl>,
    #[command(flatten)]
    targets: Targets,
}

impl Replay {
    /// Plays the file.
    ///
    /// # Errors
    /// When the file cannot be read or played, or the services refuse something.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let mut plan = read(&self.pdn).await?;
        if let Some(control) = self.control {
            plan.control = Some(control);
        }
        let tournament = self.tournament.map_or_else(|| id_of(&self.pdn), Ok)?;
        let key = TournamentKey { venue: self.venue, tournament };
        let mut told = std::io::stderr();
        for left_out in &plan.left_out {
            writeln!(told, "not played: {left_out}")?;
        }
        let (rounds, moves) = (plan.rounds.len(), plan.plies());
        let games: usize = plan.rounds.iter().map(Vec::len).sum();
        writeln!(told, "plays {games} games, {moves} moves, in {rounds} rounds as {key}")?;
        let progress = Progress::shown(moves);
        let clients = Clients::new(&self.targets)?;
        let played = tokio::select! {
            played = play(&clients, &key, &plan, self.speed, &progress) => played.map(|()| true),
            () = stop::asked() => Ok(false),
        };
        progress.finish();
        let done = if played? { "all games are over" } else { "broken off; run it again to go on" };
        writeln!(told, "{done}")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The plan of a file; an event without a name is called like the file.
///
/// # Errors
/// When it cannot be read or played.
pub async fn read(path: &std::path::Path) -> anyhow::Result<Plan> {
    let text = tokio::fs::read(path).await.with_context(|| format!("read {}", path.display()))?;
    let mut plan = Plan::read(&text).with_context(|| format!("play {}", path.display()))?;
    if plan.name.is_empty() || plan.name == "?" {
        plan.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(plan)
}

/// A tournament's id from a file's name.
///
/// # Errors
/// When nothing of the name fits an id.
pub fn id_of(path: &std::path::Path) -> anyhow::Result<TournamentId> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let words: Vec<&str> =
        stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let id: String = words.join("-").chars().take(32).collect();
    id.parse().context("the file's name makes no tournament id; give one with --tournament")
}

/// Creates the tournament, enters the players, and plays round after round.
///
/// # Errors
/// When the services refuse something.
pub async fn play(
    clients: &Clients,
    key: &TournamentKey,
    plan: &Plan,
    pace: Pace,
    progress: &Progress,
) -> anyhow::Result<()> {
    let players = enter(clients, key, plan).await?;
    let over = closed_rounds(clients, key).await?;
    for (index, games) in plan.rounds.iter().enumerate() {
        let round = u32::try_from(index + 1)?;
        if over.contains(&round) {
            continue;
        }
        progress.say(&format!("round {round}"));
        let mut pairings = Vec::new();
        for (table, game) in (1..).zip(games) {
            let (Some(&white), Some(&black)) = (players.get(game.white), players.get(game.black))
            else {
                bail!("a game without players");
            };
            pairings.push(TablePairing { table, white, black });
        }
        open(clients, key, round, pairings).await?;
        let tables = (1..).zip(games).map(|(table, game)| {
            let id = GameId::new(round, table);
            let (clients, progress) = (clients.clone(), progress.clone());
            async move {
                let table = Table { clients, key: key.game(id?), pace, progress };
                table.play(game).await
            }
        });
        try_join_all(tables).await?;
    }
    Ok(())
}

/// The rounds that are over, which a replay that was broken off passes by.
pub(crate) async fn closed_rounds(
    clients: &Clients,
    key: &TournamentKey,
) -> anyhow::Result<BTreeSet<u32>> {
    let request = GetTournamentRequest { tournament: Some(key.into()) };
    let found = until_answered("look at the rounds", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.get_tournament(request).await }
    });
    match found.await {
        Ok(found) => {
            let closed = |round: &&Round| round.state() == RoundState::Closed;
            Ok(found.rounds.iter().filter(closed).map(|round| round.number).collect())
        }
        Err(status) if status.code() == Code::NotFound => Ok(BTreeSet::new()),
        Err(status) => Err(status.into()),
    }
}

/// Creates the tournament, enters the players, and opens a first round in which neighbours in the list
/// sit at `tables` tables.
///
/// # Errors
/// When the services refuse something.
pub(crate) async fn prepare(
    clients: &Clients,
    key: &TournamentKey,
    plan: &Plan,
    tables: u32,
) -> anyhow::Result<()> {
    let players = enter(clients, key, plan).await?;
    let pairings = (1..=tables).zip(players.chunks(2)).filter_map(|(table, pair)| match *pair {
        [white, black] => Some(TablePairing { table, white, black }),
        _ => None,
    });
    open(clients, key, 1, pairings.collect()).await
}

/// Creates the tournament and enters the players; answers their ids.
async fn enter(clients: &Clients, key: &TournamentKey, plan: &Plan) -> anyhow::Result<Vec<u32>> {
    let control = plan.control.map_or_else(|| CONTROL.parse(), Ok)?;
    let mut settings = TournamentCreated {
        name: plan.name.chars().take(100).collect(),
        notice: plan.notice.clone(),
        control: Some(control.into()),
        ..Default::default()
    };
    settings.set_rules(plan.rules.into());
    settings.set_system(PairingSystem::Manual);
    let request =
        CreateTournamentRequest { tournament: Some(key.into()), settings: Some(settings) };
    until_answered("create the tournament", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.create_tournament(request).await }
    })
    .await
    .with_context(|| format!("create {key}"))?;
    let mut ids = Vec::new();
    for name in &plan.players {
        let request = EnterPlayerRequest {
            tournament: Some(key.into()),
            name: name.clone(),
            ..Default::default()
        };
        let entered = until_answered("enter a player", || {
            let (mut pairing, request) = (clients.pairing.clone(), request.clone());
            async move { pairing.enter_player(request).await }
        })
        .await
        .with_context(|| format!("enter {name:?}"))?;
        ids.push(entered.player.map_or(0, |player| player.id));
    }
    Ok(ids)
}

/// Pairs a round, gives every table its tablets, and opens it.
async fn open(
    clients: &Clients,
    key: &TournamentKey,
    round: u32,
    pairings: Vec<TablePairing>,
) -> anyhow::Result<()> {
    let mut seats = vec![(DESK.to_owned(), 0, Seat::Desk)];
    for pairing in &pairings {
        seats.push((tablet(pairing.table, Color::White), pairing.table, Seat::White));
        seats.push((tablet(pairing.table, Color::Black), pairing.table, Seat::Black));
    }
    for (device, table, seat) in seats {
        let mut request = AssignTableRequest {
            tournament: Some(key.into()),
            device,
            table,
            ..Default::default()
        };
        request.set_seat(seat);
        until_answered("assign a tablet", || {
            let (mut ingest, request) = (clients.ingest.clone(), request.clone());
            async move { ingest.assign_table(request).await }
        })
        .await
        .context("assign a tablet")?;
    }
    let request = PairRoundRequest { tournament: Some(key.into()), round, pairings };
    until_answered("pair a round", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.pair_round(request).await }
    })
    .await
    .with_context(|| format!("pair round {round}"))?;
    let request = OpenRoundRequest { tournament: Some(key.into()), round };
    until_answered("open a round", || {
        let (mut pairing, request) = (clients.pairing.clone(), request.clone());
        async move { pairing.open_round(request).await }
    })
    .await
    .with_context(|| format!("open round {round}"))?;
    Ok(())
}
