//! `damcast replay`: plays the games of a PDN file as the tablets at the tables, through the public
//! gRPC API.
//!
//! A replay that was interrupted continues from the current state of the games.

pub mod calls;
mod pace;
pub mod plan;
mod progress;
mod round;
mod table;

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, bail};
use futures_util::future::join_all;
use game_clock::TimeControl;
use proto::{
    subject::{GameId, TournamentId, TournamentKey, VenueId},
    v1::{
        CreateTournamentRequest, EnterPlayerRequest, PairingSystem, TablePairing, TournamentCreated,
    },
};

pub(crate) use self::round::{BY, is_closed, rounds};
use self::{
    calls::{Clients, Targets, until_answered},
    round::{open, until_closed},
    table::Table,
};
pub use self::{
    pace::{Pace, PaceError},
    plan::Plan,
    progress::Progress,
    table::tablet,
};
use runtime::client::Credentials;
use tournament::regulation::{Format, Limits, Preset, Regulation};

use crate::stop;

/// Default time control: C art. 3 of the Frisian rulebook.
const CONTROL: &str = "4800+60";

/// Plays the games of a PDN file.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// File to play. Games with the same Round tag are played at once, rounds one after another.
    #[arg(long, value_name = "FILE")]
    pdn: PathBuf,
    /// Speed as a multiple of a human's; 0 is as fast as it goes.
    #[arg(long, env = "DAMCAST_SPEED", default_value = "1", value_name = "X")]
    speed: Pace,
    /// Id of the tournament; made from the name of the file if not given. One that exists goes on.
    #[arg(long, value_name = "ID")]
    tournament: Option<TournamentId>,
    /// The place of the event, as spectators see it.
    #[arg(long, default_value = "", value_name = "NAME")]
    place: String,
    /// Id of the venue.
    #[arg(long, env = "DAMCAST_VENUE", default_value = "main", value_name = "ID")]
    venue: VenueId,
    /// Time per player, "seconds" or "seconds+increment"; that of the file, or 4800+60, if not
    /// given.
    #[arg(long, value_name = "CONTROL")]
    control: Option<TimeControl>,
    /// File with the token by which it calls, of somebody who may do everything about the
    /// tournament (`damcast access token --quiet`). Not needed where the venue has no authority.
    #[arg(long, env = "DAMCAST_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    targets: Targets,
}

impl Replay {
    /// Plays the file. The exit code is a failure if a game could not be played to its end.
    ///
    /// # Errors
    /// If the file cannot be read or played, or a service refuses the tournament or a round.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let mut plan = read(&self.pdn).await?;
        plan.place = self.place;
        if let Some(control) = self.control {
            plan.control = Some(control);
        }
        let tournament = self.tournament.map_or_else(|| id_of(&self.pdn), Ok)?;
        let key = TournamentKey { venue: self.venue, tournament };
        let mut notes = std::io::stderr();
        for left_out in &plan.left_out {
            writeln!(notes, "not played: {left_out}")?;
        }
        let (rounds, moves) = (plan.rounds.len(), plan.plies());
        let games: usize = plan.rounds.iter().map(Vec::len).sum();
        writeln!(notes, "plays {games} games, {moves} moves, in {rounds} rounds as {key}")?;
        let progress = Progress::shown(moves);
        let credentials = Credentials::default();
        if let Some(path) = &self.token_file {
            let token = tokio::fs::read_to_string(path).await;
            credentials.set(&token.with_context(|| format!("read {}", path.display()))?);
        }
        let clients = Clients::new(&self.targets, &credentials)?;
        let played = tokio::select! {
            played = play(&clients, &key, &plan, self.speed, &progress) => played.map(Some),
            () = stop::asked() => Ok(None),
        };
        progress.finish();
        match played? {
            None => writeln!(notes, "broken off; run it again to go on")?,
            Some(0) => writeln!(notes, "all games are over")?,
            Some(stuck) => {
                writeln!(notes, "{stuck} of {games} games could not be played to their end")?;
                return Ok(ExitCode::FAILURE);
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads the plan of a PDN file. An event without a name gets that of the file.
///
/// # Errors
/// If the file cannot be read or played.
pub async fn read(path: &std::path::Path) -> anyhow::Result<Plan> {
    let text = tokio::fs::read(path).await.with_context(|| format!("read {}", path.display()))?;
    let mut plan = Plan::read(&text).with_context(|| format!("play {}", path.display()))?;
    if plan.name.is_empty() || plan.name == "?" {
        plan.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(plan)
}

/// Makes the id of a tournament from the name of a file.
///
/// # Errors
/// If the name has no letter or digit that an id can have.
pub fn id_of(path: &std::path::Path) -> anyhow::Result<TournamentId> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let words: Vec<&str> =
        stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let id: String = words.join("-").chars().take(32).collect();
    id.parse().context("the file's name makes no tournament id; give one with --tournament")
}

/// Creates the tournament, enters the players, and plays the rounds one after another. A game that
/// cannot go on is logged and does not stop the others; its round waits until the arbiter has ended
/// it. Returns the number of such games.
///
/// # Errors
/// If a service refuses the tournament or a round.
pub async fn play(
    clients: &Clients,
    key: &TournamentKey,
    plan: &Plan,
    pace: Pace,
    progress: &Progress,
) -> anyhow::Result<usize> {
    let players = enter(clients, key, plan).await?;
    let mut stuck = 0;
    for (number, games) in (1..).zip(&plan.rounds) {
        let mut pairings = Vec::new();
        let mut tables = Vec::new();
        for (table, game) in (1..).zip(games) {
            let (Some(&white), Some(&black)) = (players.get(game.white), players.get(game.black))
            else {
                bail!("a game without players");
            };
            pairings.push(TablePairing { table, white, black });
            let key = key.game(GameId::new(number, table)?);
            let (clients, progress) = (clients.clone(), progress.clone());
            tables.push((Table { clients, key, pace, progress }, game));
        }
        if !open(clients, key, number, pairings).await? {
            continue;
        }
        progress.show(&format!("round {number}"));
        let played = join_all(tables.into_iter().map(|(table, game)| async move {
            let played = table.play(game).await;
            if let Err(error) = &played {
                let error = format!("{error:#}");
                tracing::warn!(game = %table.key, error, "the game goes no further");
            }
            played.is_err()
        }));
        let stuck_here = played.await.into_iter().filter(|is_stuck| *is_stuck).count();
        stuck += stuck_here;
        // After the last round there is nothing left to play, so nothing waits for the arbiter.
        let is_last = usize::try_from(number)? == plan.rounds.len();
        if stuck_here == 0 || !is_last {
            until_closed(clients, key, number).await?;
        }
    }
    Ok(stuck)
}

/// Creates the tournament, enters the players, and opens a first round of `tables` games between
/// neighbours in the list of players.
///
/// # Errors
/// If a service refuses a call.
pub async fn prepare(
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
    open(clients, key, 1, pairings.collect()).await?;
    Ok(())
}

/// Returns the regulation of a preset, changed for a replay: with the rules and the time control of
/// the games, paired by hand, for any number of players.
fn by_hand(preset: Preset, plan: &Plan, control: TimeControl) -> proto::v1::Regulation {
    let printed = Regulation::of(preset);
    let limits = Limits { entrants_min: 2, entrants_max: None, younger_than: None };
    let regulation = Regulation {
        rules: plan.rules,
        time_control: Some(control),
        format: Format::Manual,
        limits,
        ..printed
    };
    (&regulation).into()
}

/// Creates the tournament and enters the players; returns their ids.
async fn enter(clients: &Clients, key: &TournamentKey, plan: &Plan) -> anyhow::Result<Vec<u32>> {
    let control = plan.control.map_or_else(|| CONTROL.parse(), Ok)?;
    let mut settings = TournamentCreated {
        name: plan.name.chars().take(100).collect(),
        notice: plan.notice.clone(),
        place: plan.place.clone(),
        control: Some(control.into()),
        regulation: plan.preset.map(|preset| by_hand(preset, plan, control)),
        ..Default::default()
    };
    settings.set_rules(plan.rules.into());
    settings.set_system(PairingSystem::Manual);
    let request = CreateTournamentRequest {
        tournament: Some(key.into()),
        settings: Some(settings),
        by: BY.to_owned(),
        ..Default::default()
    };
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
            by: BY.to_owned(),
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
