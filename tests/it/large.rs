//! Checks that a tournament of two thousand players and nine rounds is shown whole, in answers
//! larger than a gRPC client's usual limit.

use std::{fs, time::Duration};

use anyhow::{Context as _, Result, ensure};
use draughts::{Color, Outcome, Position, Reason, RuleSet, Timestamp, pdn};
use live_game::{DeviceId, Game, GameEvent, InputId};
use prost::Message as _;
use proto::{
    subject::{GameId, Stream, Subject, TournamentKey},
    v1::{
        GetSnapshotRequest, GetStandingsRequest, GetTournamentRequest, Snapshot, Standing,
        TournamentRef, WatchRequest, WatchStandingsRequest, frame::Frame,
    },
};
use runtime::{EventLog, Ledger, Nats, Tasks, config::NatsConfig};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
};
use tokio::time::timeout;
use tournament::{
    Event, PairedRound, Pairing, PairingMethod, Player, PlayerId, RoundKind, RoundNumber, Settings,
    TableNumber, Tournament, regulation::Format,
};

const PLAYERS: u32 = 2000;
const ROUNDS: u32 = 9;
/// Number of the first rounds whose games have moves.
const PLAYED_ROUNDS: u32 = 2;
/// Number of moves in each of these games.
const PLIES: u32 = 60;
/// Number of events in one message.
const AT_ONCE: usize = 250;
/// A gRPC client's usual limit for one message, in bytes.
const USUAL_MAX: usize = 4 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_tournament_of_two_thousand_players_is_shown_whole() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    write(&cluster).await?;
    for service in [Service::Pairing, Service::Broadcast] {
        cluster.start_service(service).await?;
    }
    let Clients { mut pairing, mut broadcast, .. } = Clients::of(&cluster)?;
    let tournament =
        Some(TournamentRef { venue: "main".to_owned(), tournament: "large".to_owned() });

    let request = GetTournamentRequest { tournament: tournament.clone(), ..Default::default() };
    let whole = pairing.get_tournament(request).await?.into_inner();
    let games: usize = whole.rounds.iter().map(|round| round.games.len()).sum();
    ensure!((whole.players.len(), games) == (2000, 9000), "{games} games");
    official(&whole.standings)?;

    let language = "nl".to_owned();
    let request = GetStandingsRequest {
        tournament: tournament.clone(),
        language: language.clone(),
        ..Default::default()
    };
    let asked = pairing.get_standings(request).await?.into_inner();
    official(&asked.standings)?;

    let request =
        WatchStandingsRequest { tournament: tournament.clone(), language, ..Default::default() };
    let mut standings = pairing.watch_standings(request).await?.into_inner();
    let streamed = timeout(tests::LIMIT, standings.message()).await??.context("the standings")?;
    ensure!((&streamed.standings, &streamed.tables) == (&asked.standings, &asked.tables), "others");

    let request = GetSnapshotRequest { tournament: tournament.clone() };
    let snapshot = broadcast.get_snapshot(request).await?.into_inner().snapshot;
    let snapshot = snapshot.context("a snapshot")?;
    shown(&snapshot, &asked.standings)?;
    let request = WatchRequest { tournament, since: String::new() };
    let mut frames = broadcast.watch(request).await?.into_inner();
    let first = timeout(tests::LIMIT, frames.message()).await??.context("a frame")?;
    let Some(Frame::Snapshot(streamed)) = first.frame.and_then(|frame| frame.frame) else {
        anyhow::bail!("a stream begins with a snapshot");
    };
    shown(&streamed, &asked.standings)?;

    let sizes = [whole.encoded_len(), asked.encoded_len(), snapshot.encoded_len()];
    ensure!(sizes.iter().any(|size| *size > USUAL_MAX), "{sizes:?} bytes are nothing unusual");
    drop((standings, frames));
    cluster.finish().await
}

/// Checks the official table: the player with White at a table wins there, and has White in the
/// next round too.
fn official(standings: &[Standing]) -> Result<()> {
    ensure!(standings.len() == 2000, "{} rows", standings.len());
    for (row, points) in standings.iter().zip([18, 0].into_iter().flat_map(|it| [it; 1000])) {
        ensure!((row.points, row.played) == (points, ROUNDS), "{row:?}");
    }
    Ok(())
}

/// Checks that spectators see the same table.
fn shown(snapshot: &Snapshot, standings: &[Standing]) -> Result<()> {
    let rows = snapshot.standings.iter().map(|row| (row.rank, row.player, row.points));
    let expected = standings.iter().map(|row| (row.rank, row.player, row.points));
    ensure!(rows.eq(expected), "broadcast shows another table");
    ensure!((snapshot.players.len(), snapshot.games.len()) == (2000, 9000), "not all are there");
    Ok(())
}

/// Writes the tournament's log in the form that pairing writes.
async fn write(cluster: &Cluster) -> Result<()> {
    let config = NatsConfig::at(&cluster.nats_url());
    let stopping = Tasks::new().stopping();
    let nats = Nats::connect("large", &config, &stopping).await?;
    let log = EventLog::open(nats, &config, &stopping).await?;
    let key = TournamentKey { venue: "main".parse()?, tournament: "large".parse()? };
    let played = moves()?;
    for round in 1..=PLAYED_ROUNDS {
        for table in 1..=PLAYERS / 2 {
            let subject = Subject::game(Stream::Game, &key.game(GameId::new(round, table)?));
            Ledger::<Game>::new(subject).commit(&log, &played, None, None, PATIENCE).await?;
        }
    }
    let mut ledger = Ledger::<Tournament>::new(Subject::log(&key));
    for events in events()?.chunks(AT_ONCE) {
        ledger.commit(&log, events, None, None, PATIENCE).await?;
    }
    Ok(())
}

/// Returns the events of the first `PLIES` moves of a real game.
fn moves() -> Result<Vec<GameEvent>> {
    let file = test_data::path("pdn/frisian/lidraughts_frisian_human.pdn");
    let games = pdn::read_as(&fs::read(file)?, RuleSet::Frisian.variant());
    let game = games.first().context("a game")?;
    let at = Timestamp::from_millis(1);
    let start = Position::start(RuleSet::Frisian.variant());
    let mut events = vec![GameEvent::Started { rules: RuleSet::Frisian, start, at }];
    for (ply, mv) in (1..=PLIES).zip(game.moves()) {
        let input = InputId::new(DeviceId::new("tablet")?, ply.into());
        events.push(GameEvent::MovePlayed { ply, mv, input, at });
    }
    Ok(events)
}

fn events() -> Result<Vec<Event>> {
    let control = "80m + 60s".parse()?;
    let settings = Settings::plain("Large", RuleSet::Frisian, control, Format::Manual);
    let mut events = vec![Event::Created { settings: Box::new(settings) }];
    for number in 1..=PLAYERS {
        let player = Player {
            id: PlayerId::new(number)?,
            name: format!("Player number {number} of two thousand"),
            club: Some("Damclub with a name of some length".to_owned()),
            rating: Some(1500),
            category: None,
            birth_year: None,
            member: None,
            publicity: None,
        };
        events.push(Event::PlayerEntered { player });
    }
    let won = Outcome::win(Color::White, Reason::Resignation);
    for number in 1..=ROUNDS {
        let (round, at) = (RoundNumber::new(number)?, Timestamp::from_millis(number.into()));
        let pairing = |table| {
            let white = PlayerId::new(table)?;
            // Everybody meets a different opponent each round.
            let black = PlayerId::new(1001 + (table + number) % 1000)?;
            anyhow::Ok(Pairing { table: TableNumber::new(table)?, white, black })
        };
        let paired = PairedRound {
            round,
            kind: RoundKind::Regular,
            pairings: (1..=PLAYERS / 2).map(pairing).collect::<Result<_>>()?,
            matches: Vec::new(),
            byes: Vec::new(),
            absent: Vec::new(),
            method: PairingMethod::ByHand(Vec::new()),
        };
        events.push(Event::RoundPaired { paired: Box::new(paired) });
        events.push(Event::RoundOpened { round, at });
        for table in 1..=PLAYERS / 2 {
            let table = TableNumber::new(table)?;
            events.push(Event::ResultRecorded { round, table, outcome: won, men_ahead: None });
        }
        events.push(Event::RoundClosed { round, at: None });
    }
    Ok(events)
}
