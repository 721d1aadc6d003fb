//! Checks that a ruling can be looked at before it is made, which changes nothing.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, GetGameRequest, PreviewRulingRequest, RetractMoves, SubmitRulingRequest, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tests::{client::Clients, cluster::Cluster, round::Round, script::montpellier};

#[tokio::test]
async fn a_ruling_is_looked_at_and_nothing_is_recorded() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let script = round.scripts().first().context("a game")?.clone();
    for (ply, color) in [(1, Color::White), (2, Color::Black)] {
        let verdict = round.tablet(1, color).play(ply, script.move_text(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    }
    let game = || GetGameRequest { game: Some(round.game(1)), ..Default::default() };
    let before = clients.rules_validation.clone().get_game(game()).await?.into_inner();
    let retract = |from_ply| PreviewRulingRequest {
        game: Some(round.game(1)),
        ruling: Some(SubmitRulingRequest {
            ruling: Some(Ruling::Retract(RetractMoves { from_ply })),
            ..Default::default()
        }),
        language: "nl".to_owned(),
    };
    let state = before.state.as_ref().context("a state")?;
    let preview = clients.rules_validation.clone().preview_ruling(retract(2)).await?.into_inner();
    ensure!(preview.refusal.is_empty() && preview.fen_before == state.fen, "{preview:?}");
    ensure!(preview.fen != state.fen && preview.notations == before.notations[..1], "{preview:?}");
    let refused = clients.rules_validation.clone().preview_ruling(retract(9)).await?.into_inner();
    ensure!(refused.refusal.contains('9') && refused.fen == refused.fen_before, "{refused:?}");
    let none = PreviewRulingRequest { ruling: None, ..retract(1) };
    let none = clients.rules_validation.clone().preview_ruling(none).await;
    ensure!(none.is_err_and(|status| status.code() == tonic::Code::InvalidArgument));
    let after = clients.rules_validation.clone().get_game(game()).await?.into_inner();
    ensure!(after == before, "{after:?}");
    cluster.finish().await
}
