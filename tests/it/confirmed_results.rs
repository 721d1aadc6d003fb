//! Checks what players say of their result: it is kept with the game, changes no result, and is
//! asked for anew when the result is another one.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, GetGameRequest, Outcome, Reason, RecordResultRequest, Score, VerdictStatus,
};
use tests::{
    BY,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
};

/// Returns what the sides say, as the desk reads it: White 1, Black 2, and true if the side agrees.
async fn said(clients: &Clients, round: &Round) -> Option<Vec<(i32, bool)>> {
    let request = GetGameRequest { game: Some(round.game(1)), ..GetGameRequest::default() };
    let game = clients.rules_validation.clone().get_game(request).await.ok()?.into_inner();
    let said = game.state?.confirmations.into_iter().map(|it| (it.color, !it.disagrees));
    Some(said.collect())
}

#[tokio::test]
async fn players_confirm_a_result_or_not_and_another_one_anew() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![Script::of_table(1)]).await?;
    let (mut white, mut black) = (round.tablet(1, Color::White), round.tablet(1, Color::Black));
    let lost = Outcome { score: Score::BlackWins.into(), reason: Reason::Resignation.into() };
    let drawn = Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() };
    let early = white.confirm(lost, true).await?;
    ensure!(early.status() == VerdictStatus::Refused, "{early:?}");
    white.resign().await?;
    for (tablet, agrees) in [(&mut white, true), (&mut black, false)] {
        let verdict = tablet.confirm(lost, agrees).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    }
    let other = black.confirm(drawn, true).await?;
    ensure!(other.status() == VerdictStatus::Refused, "{other:?}");
    let both = vec![(1, true), (2, false)];
    ensure!(said(&clients, &round).await.context("the game")? == both);
    ensure!(round.end(1).await? == (Score::BlackWins, Reason::Resignation));

    cluster.kill(Service::RulesValidation).await?;
    cluster.start_service(Service::RulesValidation).await?;
    until("the game to be read again", || async {
        said(&clients, &round).await.filter(|said| *said == both)
    })
    .await?;
    let request = RecordResultRequest {
        tournament: round.reference(),
        round: 1,
        table: 1,
        outcome: Some(drawn),
        correct: true,
        reason: "they had agreed before".to_owned(),
        by: BY.to_owned(),
        ..RecordResultRequest::default()
    };
    clients.pairing.clone().record_result(request).await?;
    until("the words on the former result to be forgotten", || async {
        said(&clients, &round).await.filter(Vec::is_empty)
    })
    .await?;
    let anew = black.confirm(drawn, true).await?;
    ensure!(anew.status() == VerdictStatus::Accepted, "{anew:?}");
    ensure!(said(&clients, &round).await.context("the game")? == [(2, true)]);
    cluster.finish().await
}
