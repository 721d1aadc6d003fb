//! Checks faults around the services: the broker is down, a stream is configured differently, a
//! port is taken, the disk is full. Each is reported plainly, and heals where it can.

use std::net::TcpListener;

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream::{self, stream};
use http::StatusCode;
use proto::v1::Color;
use serde_json::json;
use tests::{
    client::{Clients, is_transient},
    cluster::{Cluster, Service},
    health::{health, named, probe},
    round::Round,
    script::montpellier,
    until,
};
use tonic::Code;
use tonic_health::pb::health_check_response::ServingStatus;

#[tokio::test]
async fn services_start_without_a_broker_and_serve_when_it_comes() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    for service in Service::ALL {
        cluster.launch(service).await?;
    }
    for service in Service::ALL {
        until(&format!("{} to say that it waits", service.name()), || async {
            cluster.log(service).ok().filter(|log| log.contains("waiting for it"))
        })
        .await?;
        let log = cluster.log(service)?;
        ensure!(log.contains(&cluster.nats_url()), "it does not say for whom: {log}");
    }
    cluster.start_nats().await?;
    for service in Service::ALL {
        cluster.wait_for(service).await?;
    }
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    round.play().end().await?;
    cluster.finish().await
}

#[tokio::test]
async fn services_that_write_are_not_ready_until_a_lost_broker_is_back() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let mut white = round.tablet(1, Color::White);
    let script = round.scripts().first().context("a game")?.clone();
    white.play(1, script.move_text(1)?).await?;

    cluster.kill_nats().await;
    for service in Service::ALL.into_iter().filter(|service| *service != Service::Broadcast) {
        health(&cluster, service, ServingStatus::NotServing).await?;
    }
    health(&cluster, Service::Broadcast, ServingStatus::Serving).await?;
    for service in Service::ALL {
        ensure!(named(&cluster, service, "live").await? == ServingStatus::Serving, "{service:?}");
        ensure!(probe(&cluster, service, "/livez").await?.0 == StatusCode::OK, "{service:?}");
        let (code, said) = probe(&cluster, service, "/readyz").await?;
        let is_ready = code == StatusCode::OK;
        ensure!(is_ready == (service == Service::Broadcast), "{service:?}: {said}");
        ensure!(said["service"] == service.name(), "{said}");
        ensure!(said["troubles"][0]["trouble"] == "nats-away", "{said}");
        let (code, said) = probe(&cluster, service, "/healthz").await?;
        ensure!(code == StatusCode::NOT_FOUND, "{service:?}: {said}");
    }
    let answer = white.try_play(3, script.move_text(3)?).await;
    let status = answer.err().context("nothing can be stored now")?;
    ensure!(is_transient(&status) && status.code() == Code::Unavailable, "{status:?}");

    cluster.start_nats().await?;
    for service in Service::ALL {
        health(&cluster, service, ServingStatus::Serving).await?;
        let (code, said) = probe(&cluster, service, "/readyz").await?;
        ensure!(code == StatusCode::OK && said["troubles"] == json!([]), "{service:?}: {said}");
        let log = cluster.log(service)?;
        let (_before, after) = log.split_once("lost NATS").context("the loss is told")?;
        ensure!(after.contains("NATS is back after "), "{log}");
    }
    let mut black = round.tablet(1, Color::Black);
    let verdict = black.play(2, script.move_text(2)?).await?;
    ensure!(verdict.reason.is_empty(), "{verdict:?}");
    cluster.finish().await
}

#[tokio::test]
async fn a_stream_with_another_configuration_is_reported_and_left_as_it_is() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.expect_error("exists with another configuration");
    cluster.start_nats().await?;
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let other = stream::Config {
        name: "GAME".to_owned(),
        subjects: vec!["game.>".to_owned()],
        ..stream::Config::default()
    };
    context.create_stream(other).await?;
    for service in [Service::RulesValidation, Service::Clock, Service::Broadcast] {
        cluster.launch(service).await?;
        let end = cluster.ended(service).await?;
        ensure!(!end.is_success(), "{} ended with {end}", service.name());
        let log = cluster.log(service)?;
        ensure!(log.contains("GAME exists with another configuration"), "{log}");
    }
    let kept = context.get_stream("GAME").await?.cached_info().config.subjects.clone();
    ensure!(kept == ["game.>"], "{kept:?}");
    cluster.finish().await
}

#[tokio::test]
async fn a_service_that_finds_its_port_in_use_names_it_and_ends() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.expect_error("in use");
    cluster.start_nats().await?;
    let taken = cluster.address(Service::Pairing);
    let _holder = TcpListener::bind(taken)?;
    cluster.launch(Service::Pairing).await?;
    let end = cluster.ended(Service::Pairing).await?;
    ensure!(!end.is_success(), "it ended with {end}");
    let log = cluster.log(Service::Pairing)?;
    ensure!(log.contains(&taken.to_string()) && log.contains("in use"), "{log}");
    cluster.finish().await
}

#[tokio::test]
async fn a_device_is_told_that_the_store_is_full_and_stores_again_once_there_is_room() -> Result<()>
{
    let mut cluster = Cluster::prepare()?;
    cluster.limit_store(400_000);
    // A service that has something to store while it is full says so, such as a clock that starts
    // meanwhile.
    cluster.expect_error("not stored, insufficient resources");
    cluster.start_nats().await?;
    for service in Service::ALL {
        cluster.start_service(service).await?;
    }
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let script = round.scripts().first().context("a game")?.clone();
    let mut tablets = [round.tablet(1, Color::White), round.tablet(1, Color::Black)];
    fill(&cluster).await?;
    let answer = tablets[0].try_play(1, script.move_text(1)?).await;
    let status = answer.err().context("the store is full")?;
    ensure!(status.message().contains("not stored"), "{status:?}");

    // An operator makes room: the same store gets a larger limit.
    cluster.kill_nats().await;
    cluster.limit_store(64 << 30);
    cluster.start_nats().await?;
    for (ply, tablet) in (1..).zip([0, 1, 0, 1, 0, 1]) {
        let verdict = tablets[tablet].play(ply, script.move_text(ply)?).await?;
        ensure!(verdict.reason.is_empty(), "ply {ply}: {verdict:?}");
    }
    cluster.finish().await
}

/// Stores messages beside our streams until the store is full.
async fn fill(cluster: &Cluster) -> Result<()> {
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let ballast = stream::Config {
        name: "BALLAST".to_owned(),
        subjects: vec!["ballast".to_owned()],
        ..stream::Config::default()
    };
    context.create_stream(ballast).await?;
    for size in [8_000, 100] {
        loop {
            let stored = context.publish("ballast", vec![0; size].into()).await?;
            if stored.await.is_err() {
                break;
            }
        }
    }
    Ok(())
}
