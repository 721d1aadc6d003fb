//! A move for a later ply waits for the one before it, and not for ever.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, GetGameRequest, InputHeader, Seat, SubmitMoveRequest, Verdict, VerdictStatus,
};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    verdicts::Verdicts,
};

/// So long ago the moves were made that wait: the judge waits for them a second more.
const AGO_MS: i64 = live_game::HOLD_MS - 1000;

#[tokio::test]
async fn a_move_that_waits_too_long_is_refused_and_holds_nobody_up() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    // A device may be believed that a move was made long ago.
    cluster.give(Service::BoardIngest, "--transit-grace-ms", "600000");
    cluster.start_nats().await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "").await?;

    // Black's tablet tells its first move; White's has lost its own.
    round.assign("early", 1, Seat::Table).await?;
    let told = early(&clients, &round, 1, 2).await?;
    ensure!(told.status() == VerdictStatus::Pending && told.reason.is_empty(), "{told:?}");
    // The judge dies over it. What waits is looked at when the game is spoken of again.
    cluster.kill(Service::RulesValidation).await?;
    cluster.start_service(Service::RulesValidation).await?;
    let told = early(&clients, &round, 2, 4).await?;
    ensure!(told.status() == VerdictStatus::Pending, "{told:?}");
    for sequence in [1, 2] {
        let told = desk.next_of("early", |told| told.reason == "waited-too-long").await?;
        ensure!(told.sequence == sequence && told.status() == VerdictStatus::Refused, "{told:?}");
    }
    let request = GetGameRequest { game: Some(round.game(1)), ..Default::default() };
    let shown = clients.rules_validation.clone().get_game(request).await?.into_inner();
    ensure!(shown.held.is_empty() && shown.refused.len() == 2, "{shown:?}");

    // One that is not missed for long is played when the other comes.
    let script = round.scripts().first().context("a game")?.clone();
    let verdict = round.tablet(1, Color::Black).play(2, script.told(2)?).await?;
    ensure!(verdict.status() == VerdictStatus::Pending, "{verdict:?}");
    let verdict = round.tablet(1, Color::White).play(1, script.told(1)?).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    let accepted = |told: &Verdict| told.status() == VerdictStatus::Accepted;
    desk.next_of("t1-black", accepted).await?;
    round.play().end().await?;
    cluster.finish().await
}

async fn early(clients: &Clients, round: &Round, sequence: u64, ply: u32) -> Result<Verdict> {
    let script = round.scripts().first().context("a game")?;
    let request = SubmitMoveRequest {
        header: Some(InputHeader {
            game: Some(round.game(1)),
            device: "early".to_owned(),
            sequence,
            seen_at_ms: runtime::WallClock::system().now().millis() - AGO_MS,
            wait_ms: 5000,
            ..Default::default()
        }),
        ply,
        r#move: Some(script.told(usize::try_from(ply)?)?),
    };
    let told = clients.board_ingest.clone().submit_move(request).await?.into_inner();
    told.verdict.context("a verdict")
}
