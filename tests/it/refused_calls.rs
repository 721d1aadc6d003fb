//! Checks that calls which are refused while NATS or board-ingest is away come on record once they
//! are back, each with the moment at which it was refused.

use std::time::Duration;

use access::{Limits, Role};
use anyhow::{Result, ensure};
use proto::v1;
use tests::{
    authority::{Authority, VENUE},
    client::Clients,
    cluster::{Cluster, Service},
    until,
};
use tonic::{Code, Request};

fn with<T>(token: &str, message: T) -> Result<Request<T>> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
    Ok(request)
}

/// Returns the refused calls of a screen that are on record, each in words with its moment in
/// milliseconds.
async fn on_record(clients: &Clients, token: &str) -> Result<Vec<(String, i64)>> {
    let request = v1::ListChangesRequest {
        venue: VENUE.to_owned(),
        subject: "screen".to_owned(),
        kind: "attempts-refused".to_owned(),
        ..Default::default()
    };
    let listed = clients.access.clone().list_changes(with(token, request)?).await?.into_inner();
    Ok(listed.changes.into_iter().map(|change| (change.text, change.at_ms)).collect())
}

#[tokio::test]
async fn calls_that_are_refused_while_nobody_stores_them_are_on_record_later() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("screen", Role::WallScreen, Limits::default()).await?;
    let (ids, screen) = (authority.token("ids")?, authority.token("screen")?);
    let tournament = || v1::GetTournamentRequest { tournament: None, ..Default::default() };
    let decisions = || v1::ListDecisionsRequest::default();
    let access = || v1::ListAccessRequest { venue: VENUE.to_owned() };
    let own = || v1::GetOwnAccessRequest { venue: VENUE.to_owned() };
    until("both doors to know the screen", || async {
        let call = with(&screen, own()).ok()?;
        clients.access.clone().get_own_access(call).await.ok()?;
        let call = with(&screen, v1::ExplainPairingRequest::default()).ok()?;
        let refused = clients.pairing.clone().explain_pairing(call).await.unwrap_err();
        (refused.code() == Code::PermissionDenied).then_some(())
    })
    .await?;

    cluster.kill_nats().await;
    let refused = clients.pairing.clone().get_tournament(with(&screen, tournament())?).await;
    ensure!(refused.unwrap_err().code() == Code::PermissionDenied);
    let refused = clients.access.clone().list_access(with(&screen, access())?).await;
    ensure!(refused.unwrap_err().code() == Code::PermissionDenied);
    let without_nats = authority.now();
    cluster.start_nats().await?;
    let expected = ["PairingService/GetTournament", "AccessService/ListAccess"];
    let seen = until("the refused calls to be on record", || async {
        let seen = on_record(&clients, &ids).await.ok()?;
        let has = |call: &&str| seen.iter().any(|(text, _at)| text.contains(*call));
        expected.iter().all(has).then_some(seen)
    })
    .await?;
    for (text, at) in seen {
        // The clocks of two processes differ by less.
        let latest = without_nats.saturating_add(Duration::from_millis(500)).millis();
        ensure!(at <= latest, "{text} at {at}, and NATS was back after {latest}");
    }

    cluster.kill(Service::BoardIngest).await?;
    let refused = clients.pairing.clone().list_decisions(with(&screen, decisions())?).await;
    ensure!(refused.unwrap_err().code() == Code::PermissionDenied);
    cluster.start_service(Service::BoardIngest).await?;
    until("the call that was refused meanwhile to be on record", || async {
        let seen = on_record(&clients, &ids).await.ok()?;
        seen.iter().any(|(text, _at)| text.contains("ListDecisions")).then_some(())
    })
    .await?;
    cluster.finish().await
}
