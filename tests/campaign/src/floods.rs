//! Connections and streams that ask and read nothing, and one game with thousands of inputs, while other games
//! are played.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use proto::v1::{
    GameRef, InputHeader, MoveText, SubmitMoveRequest, WatchRequest, WatchVerdictsRequest,
    board_ingest_service_client::BoardIngestServiceClient,
    broadcast_service_client::BroadcastServiceClient,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{Instant, timeout},
};
use tonic_health::pb::health_check_response::ServingStatus;

use crate::{
    hall::{Hall, Part, channel, health, memory_mib},
    kills::finish,
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, device},
    script::scripts,
    spectator::Spectator,
};

/// Number of games that are played beside a flood.
const TABLES: usize = 8;
/// Longest time for a verdict of another game during a flood.
const JUDGED_WITHIN: Duration = Duration::from_secs(5);
/// Longest time in which a service has to answer a newcomer.
const NEWCOMER_WITHIN: Duration = Duration::from_secs(5);
/// Longest time for which a connection may stay open that asks nothing.
const CLOSED_WITHIN: Duration = Duration::from_secs(30);
/// Memory that a flood may cost a service, MiB.
const MEMORY_MIB_MAX: u64 = 400;
/// Number of unread streams of one connection: those that a client opens by the usual limit of HTTP/2.
const STREAMS_OF_CONNECTION: usize = 100;
/// Number of inputs of the flood that are on their way at once.
const AT_ONCE: usize = 64;

/// The services that are flooded.
const FLOODED: [Part; 2] = [Part::BoardIngest, Part::Broadcast];

/// Something that fills a service, and is held while games are played.
#[derive(Clone, Copy, Debug)]
enum Flood {
    Nothing,
    SilentConnections,
    SlowHeaders,
    UnreadStreams,
    OneGame,
}

impl Flood {
    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "without a flood",
            Self::SilentConnections => "silent connections",
            Self::SlowHeaders => "slow headers",
            Self::UnreadStreams => "unread streams",
            Self::OneGame => "one game flooded",
        }
    }
}

/// Floods the services in each way, each with `size` connections, streams or inputs.
pub(crate) async fn floods(size: usize) -> Result<Report> {
    let (mut report, ledger) = (Report::default(), Ledger::default());
    let mut hall = Hall::start().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let mut rounds = Vec::new();
    for flood in [
        Flood::Nothing,
        Flood::SilentConnections,
        Flood::SlowHeaders,
        Flood::UnreadStreams,
        Flood::OneGame,
    ] {
        let id = format!("flood-{}", rounds.len() + 1);
        // The last table is flooded, and nobody plays there.
        let mut scripts = scripts(TABLES + 1)?;
        let round = Round::open(&clients, &id, scripts.clone()).await?;
        scripts.truncate(TABLES);
        let played = Round { scripts, ..round.clone() };
        let spectator = Spectator::watch(hall.address(Part::Broadcast), &id);
        let held = open(flood, size, &hall, &round).await?;
        let playing = Playing::begin(&clients, &played, &ledger, Duration::from_millis(20));
        report.figure(format!("{}: opened", flood.name()), count(&held));
        newcomers(flood, &hall, &mut report).await;
        for error in playing.end().await {
            report.finding(format!("{}: {error}", flood.name()));
        }
        let times = ledger.take_times();
        report.bound(&format!("{}: a verdict", flood.name()), &times.judged_after, JUDGED_WITHIN);
        report.times(&format!("{}: until judged", flood.name()), times.judged_after);
        memory(flood, &hall, &mut report);
        closed(flood, held, &mut report).await;
        rounds.push((played, spectator, round));
    }
    let shown = rounds.into_iter().map(|(played, spectator, _round)| (played, spectator));
    finish(&hall, &ledger, &shown.collect::<Vec<_>>(), &mut report).await?;
    hall.stop().await?;
    Ok(report)
}

/// One part of a flood.
#[derive(Debug)]
enum Held {
    Connection(TcpStream),
    /// Tasks that hold streams or send on, until they are dropped.
    Tasks(JoinSet<()>, usize),
}

/// Returns the number of connections, streams or inputs.
fn count(held: &[Held]) -> usize {
    held.iter().map(|held| if let Held::Tasks(_, count) = held { *count } else { 1 }).sum()
}

async fn open(flood: Flood, size: usize, hall: &Hall, round: &Round) -> Result<Vec<Held>> {
    let addresses = FLOODED.map(|part| hall.address(part));
    let mut held = Vec::new();
    match flood {
        Flood::Nothing => {}
        Flood::SilentConnections => {
            for address in addresses.iter().cycle().take(size) {
                held.push(Held::Connection(TcpStream::connect(address).await?));
            }
        }
        Flood::SlowHeaders => {
            let mut slow = JoinSet::new();
            for address in addresses.into_iter().cycle().take(size) {
                slow.spawn(slow_headers(address));
            }
            held.push(Held::Tasks(slow, size));
        }
        Flood::UnreadStreams => {
            let mut left = size;
            while left > 0 {
                let count = left.min(STREAMS_OF_CONNECTION);
                held.push(unread(hall, round, count).await?);
                left -= count;
            }
        }
        Flood::OneGame => held.push(one_game(hall, round, size)?),
    }
    Ok(held)
}

/// Sends a header a second, and never the end of the request.
async fn slow_headers(address: SocketAddr) {
    let Ok(mut stream) = TcpStream::connect(address).await else { return };
    let mut text = "GET / HTTP/1.1\r\nHost: localhost\r\n".to_owned();
    while stream.write_all(text.as_bytes()).await.is_ok() {
        "X: y\r\n".clone_into(&mut text);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Opens streams over one connection, half at each service, and reads none of them.
async fn unread(hall: &Hall, round: &Round, count: usize) -> Result<Held> {
    let mut tasks = JoinSet::new();
    let mut board_ingest = BoardIngestServiceClient::new(channel(hall.address(Part::BoardIngest))?);
    let mut broadcast = BroadcastServiceClient::new(channel(hall.address(Part::Broadcast))?);
    for number in 0..count {
        let tournament = round.reference();
        if number % 2 == 0 {
            let request = WatchRequest { tournament, since: String::new() };
            let stream = timeout(NEWCOMER_WITHIN, broadcast.watch(request)).await;
            let Ok(Ok(stream)) = stream else { continue };
            tasks.spawn(hold(stream));
        } else {
            let (device, language) = (device(1, "white"), String::new());
            let request = WatchVerdictsRequest { tournament, device, language };
            let stream = timeout(NEWCOMER_WITHIN, board_ingest.watch_verdicts(request)).await;
            let Ok(Ok(stream)) = stream else { continue };
            tasks.spawn(hold(stream));
        }
    }
    let count = tasks.len();
    Ok(Held::Tasks(tasks, count))
}

async fn hold<T>(stream: T) {
    let _stream = stream;
    std::future::pending::<()>().await;
}

/// Sends inputs to one game, many at once, each of which is refused.
fn one_game(hall: &Hall, round: &Round, count: usize) -> Result<Held> {
    let (mut tasks, table) = (JoinSet::new(), u32::try_from(round.scripts.len())?);
    let game = GameRef {
        venue: "main".to_owned(),
        tournament: round.tournament.clone(),
        game: format!("r1-t{table}"),
    };
    let client = BoardIngestServiceClient::new(channel(hall.address(Part::BoardIngest))?);
    for first in 0..AT_ONCE {
        let (mut client, game) = (client.clone(), game.clone());
        tasks.spawn(async move {
            for sequence in (first + 1..=count).step_by(AT_ONCE) {
                let header = InputHeader {
                    game: Some(game.clone()),
                    device: device(table, "white"),
                    sequence: sequence as u64,
                    ..InputHeader::default()
                };
                let mv = MoveText { from: 1, to: 50, via: Vec::new(), taken: None };
                let request = SubmitMoveRequest { header: Some(header), ply: 1, r#move: Some(mv) };
                // A flood does not look at its answers.
                drop(client.submit_move(request).await);
            }
        });
    }
    Ok(Held::Tasks(tasks, count))
}

/// Checks that newcomers are answered during the flood.
async fn newcomers(flood: Flood, hall: &Hall, report: &mut Report) {
    let mut longest = Duration::ZERO;
    for part in FLOODED {
        for _newcomer in 0..5 {
            let began = Instant::now();
            let answered = timeout(NEWCOMER_WITHIN, health(hall.address(part))).await;
            if answered != Ok(Some(ServingStatus::Serving)) {
                report.finding(format!(
                    "{}: {} did not answer a newcomer",
                    flood.name(),
                    part.name()
                ));
            }
            longest = longest.max(began.elapsed());
        }
    }
    report.figure(format!("{}: slowest newcomer", flood.name()), format!("{longest:.0?}"));
}

fn memory(flood: Flood, hall: &Hall, report: &mut Report) {
    for part in FLOODED {
        let mib = hall.pid(part).map_or(0, memory_mib);
        report.figure(format!("{}: memory of {}", flood.name(), part.name()), format!("{mib} MiB"));
        if mib > MEMORY_MIB_MAX {
            let name = part.name();
            report
                .finding(format!("{}: {name} has {mib} MiB, over {MEMORY_MIB_MAX}", flood.name()));
        }
    }
}

/// Checks that connections which ask nothing are closed by the services.
async fn closed(flood: Flood, held: Vec<Held>, report: &mut Report) {
    let (began, mut open) = (Instant::now(), 0);
    for held in held {
        let left = CLOSED_WITHIN.saturating_sub(began.elapsed()).max(Duration::from_millis(1));
        match held {
            Held::Connection(mut stream) => {
                let read = timeout(left, stream.read_to_end(&mut Vec::new())).await;
                open += usize::from(read.is_err());
            }
            Held::Tasks(mut tasks, _count) if matches!(flood, Flood::SlowHeaders) => {
                let all = async { while tasks.join_next().await.is_some() {} };
                let is_late = timeout(left, all).await.is_err();
                open += if is_late { tasks.len() } else { 0 };
            }
            Held::Tasks(..) => {}
        }
    }
    if open > 0 {
        let name = flood.name();
        report.finding(format!("{name}: {open} are still open after {CLOSED_WITHIN:?}"));
    }
}
