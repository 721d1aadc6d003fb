//! Checks calls for the arbiter: every desk and the caller are told of them and of the answer,
//! once, also after a restart.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AcknowledgeAlarmRequest, CallArbiterRequest, CallArbiterResponse, CallMatter, Seat,
};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
    verdicts::Verdicts,
};
use tonic::{Code, Status};

/// Calls the arbiter because of a clock.
async fn call(
    clients: &Clients,
    round: &Round,
    (device, table): (&str, u32),
    id: &str,
) -> Result<CallArbiterResponse, Status> {
    let request = CallArbiterRequest {
        tournament: round.reference(),
        device: device.to_owned(),
        table,
        id: id.to_owned(),
        matter: CallMatter::Clock.into(),
        text: "  it stands\u{a0}still ".to_owned(),
        gap: None,
        shown: None,
        by: String::new(),
    };
    Ok(clients.board_ingest.clone().call_arbiter(request).await?.into_inner())
}

async fn acknowledge(clients: &Clients, round: &Round, desk: &str, by: &str) -> Result<()> {
    let request = AcknowledgeAlarmRequest {
        tournament: round.reference(),
        device: desk.to_owned(),
        alarm: "call t1 1".to_owned(),
        by: by.to_owned(),
    };
    clients.board_ingest.clone().acknowledge_alarm(request).await?;
    Ok(())
}

#[tokio::test]
async fn a_call_for_the_arbiter_is_told_and_answered_once_at_every_desk_and_over_a_restart()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = vec![Script::of_table(1), Script::of_table(2)];
    let round = Round::open(&clients, "round", scripts).await?;
    round.assign("second-desk", 0, Seat::Desk).await?;
    let mut desks = Vec::new();
    for desk in ["desk", "second-desk"] {
        desks.push(Verdicts::watch(&clients, &round, desk, "en").await?);
    }
    let mut tablet = Verdicts::watch(&clients, &round, "t1-white", "en").await?;

    let called = call(&clients, &round, ("t1-white", 0), "9f-1c").await?;
    let told = called.call.context("a call")?;
    ensure!((told.alarm.as_str(), told.table) == ("call t1 1", 1), "{told:?}");
    ensure!(told.matter() == CallMatter::Clock && told.text == "it stands still", "{told:?}");
    ensure!(called.answer.is_none(), "{:?}", called.answer);
    for watching in desks.iter_mut().chain([&mut tablet]) {
        let heard = watching.next_call().await?;
        ensure!(heard == told, "{heard:?}");
    }
    // The answer was lost, and the tablet calls again.
    let again = call(&clients, &round, ("t1-white", 1), "9f-1c").await?;
    ensure!(again.call.as_ref() == Some(&told), "{again:?}");

    acknowledge(&clients, &round, "desk", "Anna").await?;
    acknowledge(&clients, &round, "second-desk", "Berend").await?;
    for watching in desks.iter_mut().chain([&mut tablet]) {
        let answer = watching.next_acknowledged().await?;
        ensure!((answer.alarm, answer.by) == (told.alarm.clone(), "Anna".to_owned()));
    }
    drop((desks, tablet));
    cluster.kill(Service::BoardIngest).await?;
    cluster.start_service(Service::BoardIngest).await?;
    let called = until("board-ingest to have the call", || async {
        call(&clients, &round, ("t1-white", 0), "9f-1c").await.ok()
    })
    .await?;
    ensure!(called.call.as_ref() == Some(&told), "{called:?}");
    ensure!(called.answer.is_some_and(|answer| answer.by == "Anna"), "{:?}", called.call);
    for device in ["second-desk", "t1-white"] {
        let mut watching = Verdicts::watch(&clients, &round, device, "en").await?;
        ensure!(watching.next_call().await? == told, "{device}");
        ensure!(watching.next_acknowledged().await?.by == "Anna", "{device}");
    }
    cluster.finish().await
}

#[tokio::test]
async fn a_call_that_makes_no_sense_is_refused_and_a_table_calls_a_few_times_at_most() -> Result<()>
{
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![Script::of_table(1)]).await?;
    let refused = async |from: (&str, u32), id: &str| {
        let answer = call(&clients, &round, from, id).await;
        answer.err().map(|status| (status.code(), status.message().to_owned()))
    };
    for (from, id, code, text) in [
        (("t1-white", 2), "a", Code::FailedPrecondition, "assigned to table 1"),
        (("desk", 0), "a", Code::FailedPrecondition, "to which table"),
        (("nobody", 1), "a", Code::NotFound, "unknown device"),
        (("t1-white", 0), "", Code::InvalidArgument, "id"),
        (("t1-white", 0), "a b", Code::InvalidArgument, "id"),
        (("t1-white", 10_000), "a", Code::InvalidArgument, "table"),
    ] {
        let (told, message) = refused(from, id).await.context("it was taken")?;
        ensure!(told == code && message.contains(text), "{from:?} {id:?}: {told:?} {message}");
    }
    for id in ["1", "2", "3", "4", "5"] {
        ensure!(refused(("t1-white", 0), id).await.is_none(), "{id}");
    }
    let (code, message) = refused(("t1-black", 0), "6").await.context("it was taken")?;
    ensure!(code == Code::FailedPrecondition && message.contains("nobody has come"), "{message}");
    ensure!(refused(("desk", 7), "6").await.is_none(), "another table");
    cluster.finish().await
}
