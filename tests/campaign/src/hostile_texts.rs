//! Names that change what a page says, and requests of arbitrary bytes.

use std::time::Duration;

use anyhow::{Context as _, Result};
use bytes::Bytes;
use faults::RawCodec;
use proto::v1::{
    CreateTournamentRequest, EnterPlayerRequest, GetSnapshotRequest, TournamentCreated,
    TournamentRef, broadcast_service_client::BroadcastServiceClient,
};
use tokio::time::timeout;
use tonic::{Code, Status, client::Grpc, transport::Channel};

use crate::{
    finish::finish,
    hall::{Hall, Part},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    spectator::Spectator,
};

/// Characters that are not shown, or change how others are shown.
const UNSEEN: [char; 16] = [
    '\u{202e}',
    '\u{202d}',
    '\u{2066}',
    '\u{2067}',
    '\u{2069}',
    '\u{200e}',
    '\u{200f}',
    '\u{061c}',
    '\u{200b}',
    '\u{2060}',
    '\u{feff}',
    '\u{00ad}',
    '\u{e0041}',
    '\u{0000}',
    '\u{001b}',
    '\u{0085}',
];
/// Other texts that no name is.
const ODD: [&str; 8] = [
    "<script>alert(1)</script>",
    "a\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}\u{0301}",
    "line\nbreak",
    "  ",
    "]\n[Result \"2-0\"]\n",
    "\u{0430}dmin",
    "=cmd|' /C calc'!A0",
    "\u{fffe}",
];
/// Longest time for an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// Number of bytes of the largest arbitrary request.
const BYTES_MAX: usize = 2_000;

/// Hands in `count` texts and as many arbitrary requests to each method, and then plays a round.
pub(crate) async fn hostile_texts(count: usize) -> Result<Report> {
    let (mut report, ledger) = (Report::default(), Ledger::default());
    let mut hall = Hall::start().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    names(&hall, &clients, count, &mut report).await?;
    requests(&hall, count, &mut report).await?;

    let round = Round::open(&clients, "after", scripts(TABLES)?).await?;
    let spectator = Spectator::watch(hall.address(Part::Broadcast), "after");
    for error in Playing::begin(&clients, &round, &ledger, Duration::ZERO).end().await {
        report.finding(error);
    }
    finish(&hall, &ledger, &[(round, spectator)], &mut report).await?;
    hall.stop().await?;
    Ok(report)
}

/// Enters players with hostile names, and looks at what shows them.
async fn names(hall: &Hall, clients: &Clients, count: usize, report: &mut Report) -> Result<()> {
    let mut pairing = clients.pairing.clone();
    let tournament =
        Some(TournamentRef { venue: "main".to_owned(), tournament: "texts".to_owned() });
    let settings = TournamentCreated { name: "Texts".to_owned(), ..TournamentCreated::default() };
    let request = CreateTournamentRequest {
        tournament: tournament.clone(),
        settings: Some(settings),
        preset: "frisian-kk".to_owned(),
        by: "Arbiter".to_owned(),
        ..CreateTournamentRequest::default()
    };
    pairing.create_tournament(request).await?;
    let (mut taken, mut refused) = (0, 0);
    for number in 0..count {
        let request = EnterPlayerRequest {
            tournament: tournament.clone(),
            name: hostile(number),
            club: hostile(number + 1),
            by: "Arbiter".to_owned(),
            ..EnterPlayerRequest::default()
        };
        let name = request.name.clone();
        match timeout(ANSWER_LIMIT, pairing.enter_player(request)).await.context("no answer")? {
            Ok(entered) => {
                // Blanks of all kinds become spaces.
                let entered = entered.into_inner().player.map(|player| player.name);
                if entered.as_deref().is_none_or(is_unseen) {
                    report.finding(format!("{name:?} was entered as {entered:?}"));
                }
                taken += 1;
            }
            Err(status)
                if [Code::InvalidArgument, Code::FailedPrecondition, Code::AlreadyExists]
                    .contains(&status.code()) =>
            {
                refused += 1;
            }
            Err(status) => report.finding(format!("{name:?}: {status}")),
        }
    }
    report.figure("hostile names entered / refused", format!("{taken} / {refused}"));
    let mut broadcast = BroadcastServiceClient::new(hall.channel(Part::Broadcast)?)
        .max_decoding_message_size(64 << 20);
    let shown = broadcast.get_snapshot(GetSnapshotRequest { tournament }).await?.into_inner();
    let shown = serde_json::to_string(&shown.snapshot)?;
    if is_unseen(&shown) {
        report.finding("a snapshot has characters that are not seen");
    }
    Ok(())
}

/// Returns the next hostile text.
fn hostile(number: usize) -> String {
    match number % 3 {
        0 => {
            let unseen = UNSEEN[fastrand::usize(..UNSEEN.len())];
            format!("Jan{unseen} {number}")
        }
        1 => format!("{} {number}", ODD[fastrand::usize(..ODD.len())]),
        _ => (0..fastrand::usize(1..40)).map(|_letter| fastrand::char(..)).collect(),
    }
}

fn is_unseen(text: &str) -> bool {
    text.contains(UNSEEN)
}

/// Sends arbitrary bytes to each service as gRPC messages.
async fn requests(hall: &Hall, count: usize, report: &mut Report) -> Result<()> {
    let mut codes = std::collections::BTreeMap::<String, usize>::new();
    for (part, method) in [
        (Part::BoardIngest, "BoardIngestService/SubmitMove"),
        (Part::BoardIngest, "BoardIngestService/SubmitRuling"),
        (Part::RulesValidation, "RulesValidationService/ValidatePdn"),
        (Part::Clock, "ClockService/GetClock"),
        (Part::Pairing, "PairingService/CreateTournament"),
        (Part::Pairing, "PairingService/EnterPlayer"),
        (Part::Broadcast, "BroadcastService/GetSnapshot"),
    ] {
        let channel = hall.channel(part)?;
        for _request in 0..count {
            let bytes: Vec<u8> =
                (0..fastrand::usize(..BYTES_MAX)).map(|_byte| fastrand::u8(..)).collect();
            let answer = timeout(ANSWER_LIMIT, send(&channel, method, bytes)).await;
            let code = match answer {
                Ok(Ok(_answer)) => Code::Ok,
                Ok(Err(status)) => status.code(),
                Err(_elapsed) => Code::DeadlineExceeded,
            };
            if [Code::Internal, Code::Unknown, Code::DeadlineExceeded, Code::DataLoss]
                .contains(&code)
            {
                report.finding(format!("{method} answers arbitrary bytes with {code:?}"));
            }
            *codes.entry(format!("{code:?}")).or_default() += 1;
        }
    }
    report.figure("arbitrary requests, by answer", format!("{codes:?}"));
    Ok(())
}

async fn send(channel: &Channel, method: &str, bytes: Vec<u8>) -> Result<Bytes, Status> {
    let mut grpc = Grpc::new(channel.clone());
    let is_ready = grpc.ready().await;
    is_ready.map_err(|error| Status::unavailable(error.to_string()))?;
    let path = format!("/damcast.v1.{method}").parse();
    let path = path.map_err(|_invalid| Status::unavailable("no path"))?;
    grpc.unary(tonic::Request::new(Bytes::from(bytes)), path, RawCodec)
        .await
        .map(tonic::Response::into_inner)
}
