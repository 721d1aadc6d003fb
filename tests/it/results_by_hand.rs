//! A result that is recorded in the tournament ends the game and its clock; one that is taken back
//! brings both back.

use anyhow::{Result, ensure};
use proto::v1::{
    Color, GetGameRequest, Outcome, Reason, RecordResultRequest, Score, WithdrawResultRequest,
};
use tests::{
    BY,
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
};

#[tokio::test]
async fn a_result_by_hand_ends_the_clock_and_the_game_and_taken_back_brings_both_back() -> Result<()>
{
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let script = Script { moves: vec!["32-28".to_owned()], ..Script::of_table(1) };
    let round = Round::open(&clients, "by-hand", vec![script]).await?;
    round.clock("White's time", 1, |state| state.running() == Color::White).await?;

    let drawn = Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() };
    let request = RecordResultRequest {
        tournament: round.reference(),
        round: 1,
        table: 1,
        outcome: Some(drawn),
        by: BY.to_owned(),
        reason: "the tablet was off".to_owned(),
        ..Default::default()
    };
    clients.pairing.clone().record_result(request).await?;
    let stopped = |state: &proto::v1::ClockState| {
        state.running() == Color::Unspecified && state.deadline_ms == 0
    };
    round.clock("a clock that was stopped", 1, stopped).await?;
    ensure!(round.end(1).await? == (Score::Draw, Reason::Agreement));
    let address = cluster.address(Service::Broadcast);
    let who = format!("\"byHand\":{{\"by\":\"{BY}\",\"reason\":\"the tablet was off\"}}");
    until("spectators to see who gave the result and why", || async {
        let shown = client::get(address, &round.path(), &[]).await.ok()?.text().await.ok()?;
        shown.contains(&who).then_some(())
    })
    .await?;
    let pdn = client::get(address, &format!("{}/games/r1-t1.pdn", round.path()), &[]).await?;
    let pdn = pdn.text().await?;
    let corrected = pdn.split(&format!("{{corrected by {BY} at ")).nth(1);
    let what = corrected.and_then(|text| text.split_once(": "));
    ensure!(what.is_some_and(|(_, what)| what.starts_with("result 1-1, the tablet was")), "{pdn}");

    let request = WithdrawResultRequest {
        tournament: round.reference(),
        round: 1,
        table: 1,
        reason: String::new(),
        by: BY.to_owned(),
    };
    clients.pairing.clone().withdraw_result(request).await?;
    round.clock("White's time again", 1, |state| state.running() == Color::White).await?;
    until("the game to go on", || async {
        let request = GetGameRequest { game: Some(round.game(1)), ..Default::default() };
        let answer = clients.rules_validation.clone().get_game(request).await.ok()?;
        let state = answer.into_inner().state?;
        state.outcome.is_none().then_some(())
    })
    .await?;
    until("spectators to see that the game goes on", || async {
        let shown = client::get(address, &round.path(), &[]).await.ok()?.text().await.ok()?;
        (!shown.contains("byHand") && shown.contains("\"result\":null")).then_some(())
    })
    .await?;
    cluster.finish().await
}
