//! Streams that nobody reads, one game with thousands of inputs, questions that take long to
//! answer, and compressed snapshots, while other games are played.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::Result;
use proto::v1::{
    GameRef, InputHeader, MoveText, SubmitMoveRequest, ValidatePdnRequest, WatchRequest,
    WatchVerdictsRequest, board_ingest_service_client::BoardIngestServiceClient,
    broadcast_service_client::BroadcastServiceClient,
    rules_validation_service_client::RulesValidationServiceClient,
};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout},
};
use tonic::Code;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::{
    finish::finish,
    hall::{Hall, Part, channel, health, memory_mib},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES, place},
    script::scripts,
    snapshots::{self, SNAPSHOTS, processor_time},
    spectator::Spectator,
};

/// Longest time for a verdict of another game during a flood.
const JUDGED_WITHIN: Duration = Duration::from_secs(5);
/// Longest time in which a service has to answer a newcomer.
const NEWCOMER_WITHIN: Duration = Duration::from_secs(5);
/// Memory that a flood may cost a service, MiB.
const MEMORY_MIB_MAX: u64 = 400;
/// Number of unread streams of one connection: those that a client opens by the usual limit of
/// HTTP/2.
const STREAMS_OF_CONNECTION: usize = 100;
/// Pause before a question is asked again that was refused because the service is busy.
const BUSY_PAUSE: Duration = Duration::from_millis(100);
/// Longest time of the processor for all snapshots: compressed for each caller anew, they took 15
/// s.
const SNAPSHOTS_WITHIN: Duration = Duration::from_secs(5);
/// Number of inputs of the flood that are on their way at once.
const AT_ONCE: usize = 64;

/// The services that are flooded.
const FLOODED: [Part; 3] = [Part::BoardIngest, Part::Broadcast, Part::RulesValidation];

/// Number of questions that are asked at once, each again when it is answered.
const QUESTIONS: usize = 20;
/// Size of the text of a question, the largest that is taken.
const QUESTION_BYTES: usize = 1 << 20;

/// Something that fills a service, and is held while games are played.
#[derive(Clone, Copy, Debug)]
enum Flood {
    Nothing,
    UnreadStreams,
    OneGame,
    HeavyQuestions,
    Snapshots,
}

impl Flood {
    const ALL: [Self; 5] =
        [Self::Nothing, Self::UnreadStreams, Self::OneGame, Self::HeavyQuestions, Self::Snapshots];

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "without a flood",
            Self::UnreadStreams => "unread streams",
            Self::OneGame => "one game flooded",
            Self::HeavyQuestions => "questions of 1 MiB",
            Self::Snapshots => "compressed snapshots",
        }
    }

    /// Returns the number of answers that a flood of calls that end has to get; `None` for one that
    /// goes on.
    fn answers(self, size: usize) -> Option<usize> {
        match self {
            Self::OneGame => Some(size),
            Self::Snapshots => Some(SNAPSHOTS),
            Self::Nothing | Self::UnreadStreams | Self::HeavyQuestions => None,
        }
    }
}

/// Floods the services in each way, each with `size` streams or inputs.
pub(crate) async fn floods(size: usize) -> Result<Report> {
    let (mut report, ledger) = (Report::default(), Ledger::default());
    let mut hall = Hall::start().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let mut rounds = Vec::new();
    for flood in Flood::ALL {
        let id = format!("flood-{}", rounds.len() + 1);
        // The last table is flooded, and nobody plays there.
        let round = Round::open(&clients, &id, scripts(TABLES + 1)?).await?;
        let played = round.without_last();
        let spectator = Spectator::watch(hall.address(Part::Broadcast), &id);
        let before = hall.pid(Part::Broadcast).map(processor_time).unwrap_or_default();
        let answered = Arc::default();
        let mut held = open(flood, size, &hall, &round, &answered).await?;
        let playing = Playing::begin(&clients, &played, &ledger, Duration::from_millis(20));
        report.figure(format!("{}: held at once", flood.name()), held.len());
        newcomers(flood, &hall, &mut report).await;
        for error in playing.end().await {
            report.finding(format!("{}: {error}", flood.name()));
        }
        let times = ledger.take_times();
        report.bound(&format!("{}: a verdict", flood.name()), &times.judged_after, JUDGED_WITHIN);
        report.times(&format!("{}: until judged", flood.name()), times.judged_after);
        memory(flood, &hall, &mut report);
        if let Some(expected) = flood.answers(size) {
            while held.join_next().await.is_some() {}
            let count = answered.load(Ordering::Relaxed);
            if count != expected {
                report.finding(format!("{}: {count} answers to {expected} calls", flood.name()));
            }
        }
        if let Flood::Snapshots = flood {
            let used = hall.pid(Part::Broadcast).map(processor_time).unwrap_or_default();
            let used = used.saturating_sub(before);
            let label = format!("{}: {SNAPSHOTS}, processor of broadcast", flood.name());
            report.bound(&label, &[used], SNAPSHOTS_WITHIN);
            report.figure(label, format!("{used:.1?}"));
        }
        drop(held);
        rounds.push((played, spectator, round));
    }
    let shown = rounds.into_iter().map(|(played, spectator, _round)| (played, spectator));
    finish(&hall, &ledger, &shown.collect::<Vec<_>>(), &mut report).await?;
    hall.stop().await?;
    Ok(report)
}

/// Returns the tasks of a flood, which hold what they opened until they are dropped.
async fn open(
    flood: Flood,
    size: usize,
    hall: &Hall,
    round: &Round,
    answered: &Arc<AtomicUsize>,
) -> Result<JoinSet<()>> {
    let mut tasks = JoinSet::new();
    match flood {
        Flood::Nothing => {}
        Flood::UnreadStreams => {
            for first in (0..size).step_by(STREAMS_OF_CONNECTION) {
                let count = STREAMS_OF_CONNECTION.min(size - first);
                unread(hall, round, count, &mut tasks).await?;
            }
        }
        Flood::OneGame => one_game(hall, round, size, &mut tasks, answered)?,
        Flood::HeavyQuestions => heavy_questions(hall, &mut tasks)?,
        Flood::Snapshots => {
            let broadcast = hall.address(Part::Broadcast);
            snapshots::ask(broadcast, &round.tournament, &mut tasks, answered);
        }
    }
    Ok(tasks)
}

/// Opens streams over one connection, half at each service, and reads none of them.
async fn unread(hall: &Hall, round: &Round, count: usize, tasks: &mut JoinSet<()>) -> Result<()> {
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
            let (device, language) = (place(1, "white"), String::new());
            let request = WatchVerdictsRequest { tournament, device, language };
            let stream = timeout(NEWCOMER_WITHIN, board_ingest.watch_verdicts(request)).await;
            let Ok(Ok(stream)) = stream else { continue };
            tasks.spawn(hold(stream));
        }
    }
    Ok(())
}

async fn hold<T>(stream: T) {
    let _stream = stream;
    std::future::pending::<()>().await;
}

/// Sends inputs to one game, many at once, each of which is stored and not carried out, or refused
/// because the game has had too many; counts the answers.
fn one_game(
    hall: &Hall,
    round: &Round,
    count: usize,
    tasks: &mut JoinSet<()>,
    answered: &Arc<AtomicUsize>,
) -> Result<()> {
    let table = u32::try_from(round.scripts.len())?;
    let game = GameRef {
        venue: "main".to_owned(),
        tournament: round.tournament.clone(),
        game: format!("r1-t{table}"),
    };
    let client = BoardIngestServiceClient::new(channel(hall.address(Part::BoardIngest))?);
    for first in 0..AT_ONCE {
        let (mut client, game, answered) = (client.clone(), game.clone(), Arc::clone(answered));
        tasks.spawn(async move {
            for sequence in (first + 1..=count).step_by(AT_ONCE) {
                let header = InputHeader {
                    game: Some(game.clone()),
                    device: place(table, "white"),
                    sequence: sequence as u64,
                    ..InputHeader::default()
                };
                let mv = MoveText { from: 1, to: 50, via: Vec::new(), taken: None };
                let request = SubmitMoveRequest { header: Some(header), ply: 1, r#move: Some(mv) };
                let is_answer = match client.submit_move(request).await {
                    Ok(_stored) => true,
                    Err(status) => status.code() == Code::FailedPrecondition,
                };
                answered.fetch_add(usize::from(is_answer), Ordering::Relaxed);
            }
        });
    }
    Ok(())
}

/// Asks for the check of a large PDN text, many at once, again and again.
fn heavy_questions(hall: &Hall, tasks: &mut JoinSet<()>) -> Result<()> {
    let file = test_data::text("pdn/international/Montpellier_Open_Serie_A.pdn");
    let text: Vec<u8> = file.bytes().cycle().take(QUESTION_BYTES - 1024).collect();
    for _question in 0..QUESTIONS {
        // A connection each, as strangers have.
        let channel = channel(hall.address(Part::RulesValidation))?;
        let mut client = RulesValidationServiceClient::new(channel);
        let request = ValidatePdnRequest { pdn: text.clone().into(), ..Default::default() };
        tasks.spawn(async move {
            loop {
                if client.validate_pdn(request.clone()).await.is_err() {
                    tokio::time::sleep(BUSY_PAUSE).await;
                }
            }
        });
    }
    Ok(())
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
