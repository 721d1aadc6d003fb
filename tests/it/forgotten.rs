//! Checks that broadcast forgets a tournament that nobody uses, and still shows the same when it is
//! asked for or told something.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{Color, ResumeGame, submit_ruling_request::Ruling};
use serde_json::Value;
use tests::{
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    until,
};

#[tokio::test]
async fn a_forgotten_tournament_is_listed_shown_the_same_and_followed_again() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.add_argument(Service::Broadcast, "--forget-after-s", "1");
    cluster.start_nats().await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let script = montpellier()?.into_iter().next().context("a game")?;
    let round = Round::open(&clients, "forgotten", vec![script.clone()]).await?;
    round.tablet(1, Color::White).play(1, script.move_text(1)?).await?;
    round.tablet(1, Color::Black).resign().await?;
    until("the game to be over", || async {
        let shown = shown(&cluster, &round.path()).await.ok()?;
        (shown["rounds"][0]["state"] == "closed" && shown["games"][0]["result"]["score"] == "white")
            .then_some(())
    })
    .await?;
    until("the clock to stand still", || async {
        let shown = shown(&cluster, &round.path()).await.ok()?;
        let clock = shown["games"][0]["clock"].as_object()?;
        clock["running"].is_null().then_some(())
    })
    .await?;
    until("the result to be in the standings", || async {
        let shown = shown(&cluster, &round.path()).await.ok()?;
        (shown["standings"][0]["points"] == 2).then_some(())
    })
    .await?;

    let (before, forgotten) = (shown(&cluster, &round.path()).await?, forgotten(&cluster)?);
    until_forgotten(&cluster, forgotten).await?;
    ensure!(running(&cluster).await? == 0, "{}", list(&cluster).await?);
    let after = shown(&cluster, &round.path()).await?;
    ensure!(after == before, "{after}\nis not\n{before}");

    let forgotten = self::forgotten(&cluster)?;
    until_forgotten(&cluster, forgotten).await?;
    round.desk().rule(1, Ruling::Resume(ResumeGame {})).await?;
    until("the list to count the game that goes on", || async {
        (running(&cluster).await.ok()? == 1).then_some(())
    })
    .await?;
    cluster.finish().await
}

/// Returns how often broadcast has forgotten tournaments.
fn forgotten(cluster: &Cluster) -> Result<usize> {
    Ok(cluster.log(Service::Broadcast)?.matches("forgot idle tournaments").count())
}

async fn until_forgotten(cluster: &Cluster, before: usize) -> Result<()> {
    until("the tournament to be forgotten", || async {
        (forgotten(cluster).ok()? > before).then_some(())
    })
    .await
}

/// Returns a snapshot without the time at which it was taken.
async fn shown(cluster: &Cluster, path: &str) -> Result<Value> {
    let mut shown = json(cluster, path).await?;
    shown.as_object_mut().context("a snapshot")?.remove("now").context("a time")?;
    Ok(shown)
}

async fn list(cluster: &Cluster) -> Result<Value> {
    json(cluster, "/api/v1/tournaments").await
}

/// Returns the number of games in play, by the list of broadcasts.
async fn running(cluster: &Cluster) -> Result<u64> {
    let list = list(cluster).await?;
    list["tournaments"][0]["running"].as_u64().with_context(|| format!("running in {list}"))
}

async fn json(cluster: &Cluster, path: &str) -> Result<Value> {
    let answer = client::get(cluster.address(Service::Broadcast), path, &[]).await?;
    ensure!(answer.status().is_success(), "{path}: {}", answer.status());
    Ok(serde_json::from_str(&answer.text().await?)?)
}
