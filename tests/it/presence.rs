//! Checks which devices are there: one that speaks to any replica is silent for none, a silence is
//! told once at every desk and over a restart, and the desk decides which of two devices has a
//! place.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    DeviceKind, DeviceSilent, ListTablesRequest, ReportPresenceRequest, Seat, SeatedDevice,
    WatchVerdictsResponse,
};
use tests::{
    client::{Clients, channel},
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
    verdicts::Verdicts,
};
use tonic::Code;

const TABLET: &str = "t1-white";

async fn report(clients: &Clients, round: &Round, unsent: u32) -> Result<()> {
    let request = ReportPresenceRequest {
        tournament: round.reference(),
        device: TABLET.to_owned(),
        kind: DeviceKind::Tablet.into(),
        unsent: Some(unsent),
        ..ReportPresenceRequest::default()
    };
    clients.board_ingest.clone().report_presence(request).await?;
    Ok(())
}

/// Returns White's tablet as the desk lists it.
async fn listed(clients: &Clients, round: &Round) -> Option<SeatedDevice> {
    let request = ListTablesRequest { tournament: round.reference() };
    let tables = clients.board_ingest.clone().list_tables(request).await.ok()?.into_inner().tables;
    let devices = tables.into_iter().find(|table| table.table == 1)?.devices;
    devices.into_iter().find(|device| device.device == TABLET)
}

async fn next_silence(desk: &mut Verdicts) -> Result<DeviceSilent> {
    desk.next("a silence", |told: WatchVerdictsResponse| told.silent).await
}

#[tokio::test]
async fn a_device_is_heard_by_both_replicas_and_its_silence_is_told_once_and_over_a_restart()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    let (second, address) = cluster.replica(Service::BoardIngest).await?;
    let clients = Clients::of(&cluster)?;
    let mut others = clients.clone();
    others.use_board_ingest(channel(address)?);
    let round = Round::open(&clients, "round", vec![Script::of_table(1)]).await?;
    let mut desks = [
        Verdicts::watch(&clients, &round, "desk", "en").await?,
        Verdicts::watch(&others, &round, "desk", "en").await?,
    ];

    report(&clients, &round, 2).await?;
    let elsewhere = until("the other replica to hear the tablet", || async {
        listed(&others, &round).await.filter(|device| device.heard_at_ms > 0)
    })
    .await?;
    ensure!(elsewhere.kind() == DeviceKind::Tablet, "{elsewhere:?}");
    ensure!(elsewhere.unsent == Some(2) && elsewhere.silent_since_ms == 0, "{elsewhere:?}");

    // It says nothing any more.
    let told = next_silence(&mut desks[0]).await?;
    ensure!((told.round, told.table, told.device.as_str()) == (1, 1, TABLET), "{told:?}");
    ensure!(next_silence(&mut desks[1]).await? == told);
    drop(desks);
    drop(second);
    cluster.kill(Service::BoardIngest).await?;
    cluster.start_service(Service::BoardIngest).await?;
    let mut desk = until("the desk to watch", || async {
        Verdicts::watch(&clients, &round, "desk", "en").await.ok()
    })
    .await?;
    ensure!(next_silence(&mut desk).await? == told);
    let silent = listed(&clients, &round).await.context("the tablet")?;
    ensure!(silent.silent_since_ms == told.since_ms, "{silent:?}");

    report(&clients, &round, 0).await?;
    let back = next_silence(&mut desk).await?;
    ensure!(back == DeviceSilent { device: TABLET.to_owned(), ..DeviceSilent::default() });
    let listed = listed(&clients, &round).await.context("the tablet")?;
    ensure!(listed.unsent == Some(0) && listed.silent_since_ms == 0, "{listed:?}");
    cluster.finish().await
}

#[tokio::test]
async fn a_device_takes_the_place_of_another_by_the_desk_which_is_told_what_that_one_kept()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![Script::of_table(1)]).await?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "en").await?;
    report(&clients, &round, 3).await?;
    round.assign("spare", 1, Seat::White).await?;
    let taken = desk.next("a seat that was taken over", |told| told.seat_taken_over).await?;
    ensure!(taken.device == "spare" && taken.seat() == Seat::White, "{taken:?}");
    let replaced: Vec<_> =
        taken.replaced.iter().map(|it| (it.device.as_str(), it.unsent)).collect();
    ensure!(replaced == [(TABLET, Some(3))], "{taken:?}");
    // The replaced one may write no more, and a desk that comes later is told the same.
    let refused = report(&clients, &round, 3).await.unwrap_err();
    let refused = refused.downcast::<tonic::Status>()?;
    ensure!(refused.code() == Code::NotFound, "{refused:?}");
    let mut later = Verdicts::watch(&clients, &round, "desk", "en").await?;
    ensure!(later.next("the same", |told| told.seat_taken_over).await? == taken);
    ensure!(listed(&clients, &round).await.is_none());
    cluster.finish().await
}
