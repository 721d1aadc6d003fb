//! Checks that a move for a later ply waits for the one before it, but not for ever, with the
//! rights that `deploy/nats/single.conf` grants.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, GetGameRequest, InputHeader, Seat, SubmitMoveRequest, Verdict, VerdictStatus,
};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    guarded::GuardedNats,
    round::Round,
    script::montpellier,
    verdicts::Verdicts,
};

/// The age of the waiting moves, in milliseconds: rules-validation holds them for one second more.
const AGO_MS: i64 = live_game::HOLD_MS - 1000;

#[tokio::test]
async fn a_move_that_waits_too_long_for_an_earlier_ply_is_refused_and_its_game_goes_on()
-> Result<()> {
    let mut cluster = Cluster::prepare()?;
    // Lets a device's stamp count although the move was made long ago.
    cluster.add_argument(Service::BoardIngest, "--transit-grace-ms", "600000");
    let nats = GuardedNats::start_with_services(&mut cluster).await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "").await?;

    // Black's tablet sends its first move; White's has lost its own.
    round.assign("early", 1, Seat::Table).await?;
    let verdict = early(&clients, &round, 1, 2).await?;
    ensure!(verdict.status() == VerdictStatus::Pending && verdict.reason.is_empty(), "{verdict:?}");
    // rules-validation is killed. Overdue inputs are checked when the next input of their game
    // arrives.
    cluster.kill(Service::RulesValidation).await?;
    cluster.start_service(Service::RulesValidation).await?;
    let verdict = early(&clients, &round, 2, 4).await?;
    ensure!(verdict.status() == VerdictStatus::Pending, "{verdict:?}");
    for sequence in [1, 2] {
        let verdict = desk.next_of("early", |verdict| verdict.reason == "waited-too-long").await?;
        ensure!(
            verdict.sequence == sequence && verdict.status() == VerdictStatus::Refused,
            "{verdict:?}"
        );
    }
    let request = GetGameRequest { game: Some(round.game(1)), ..Default::default() };
    let shown = clients.rules_validation.clone().get_game(request).await?.into_inner();
    ensure!(shown.held.is_empty() && shown.refused.len() == 2, "{shown:?}");

    // A move whose earlier ply arrives in time is played.
    let script = round.scripts().first().context("a game")?.clone();
    let verdict = round.tablet(1, Color::Black).play(2, script.move_text(2)?).await?;
    ensure!(verdict.status() == VerdictStatus::Pending, "{verdict:?}");
    let verdict = round.tablet(1, Color::White).play(1, script.move_text(1)?).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    let accepted = |verdict: &Verdict| verdict.status() == VerdictStatus::Accepted;
    desk.next_of("t1-black", accepted).await?;
    round.play().end().await?;
    cluster.finish().await?;
    nats.ensure_no_violation()
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
        r#move: Some(script.move_text(usize::try_from(ply)?)?),
    };
    let verdict = clients.board_ingest.clone().submit_move(request).await?.into_inner();
    verdict.verdict.context("a verdict")
}
