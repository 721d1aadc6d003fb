//! Checks that an irregular move made in time counts as a move: no flag falls and no time counts
//! while the arbiter has to decide.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    ClockState, Color, GetClockRequest, MoveText, RetractMoves, Score, TimeControl, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    spectator::{Spectator, Transport},
    until,
};

/// Enough for three moves made at once, and no more.
const CONTROL: TimeControl = TimeControl { base_ms: 3000, increment_ms: 0, stages: Vec::new() };

#[tokio::test]
async fn no_flag_falls_while_an_irregular_move_waits_for_the_arbiter() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let script = Script {
        score: Score::BlackWins,
        moves: vec!["32-28".to_owned(), "19-23".to_owned()],
        ..Script::of_table(1)
    };
    let round = Round::open_timed(&clients, "round", vec![script], CONTROL).await?;
    let tournament = round.reference().context("a tournament")?;
    let transport = Transport::WebSocket(cluster.address(Service::Broadcast));
    let spectator = Spectator::watch(transport, tournament);
    let mv = |from, to| MoveText { from, to, ..Default::default() };
    let mut white = round.tablet(1, Color::White);
    white.play(1, mv(32, 28)).await?;
    round.tablet(1, Color::Black).play(2, mv(19, 23)).await?;
    let verdict = white.play(3, mv(37, 32)).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");

    // White's time would be over by then.
    until("the flag to wait", || async {
        let log = cluster.log(Service::Clock).ok()?;
        log.contains("an irregular move waits for its answer or the arbiter").then_some(())
    })
    .await?;
    let clock = clock(&clients, &round).await.context("a clock")?;
    ensure!(clock.running() == Color::White && clock.flag() == Color::Unspecified, "{clock:?}");
    let mut desk = round.desk();
    let verdict = desk.rule(1, Ruling::Retract(RetractMoves { from_ply: 3 })).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    // From the ruling on, White has the time that was left when the move was made.
    until("White's time to run again", || async {
        let now = self::clock(&clients, &round).await?;
        (now.as_of_ms > clock.as_of_ms && now.running() == Color::White).then_some(())
    })
    .await?;

    // Nobody moves any more, and the flag falls.
    let lost = |seen: &tests::spectator::Seen| seen.results.values().eq(["0-2"]);
    spectator.sees("the flag to fall", lost).await?;
    cluster.finish().await
}

async fn clock(clients: &Clients, round: &Round) -> Option<ClockState> {
    let request = GetClockRequest { game: Some(round.game(1)) };
    clients.clock.clone().get_clock(request).await.ok()?.into_inner().clock?.state
}
