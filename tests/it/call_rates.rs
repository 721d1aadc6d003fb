//! Checks that nobody calls too often over the network, and that others are not held up by it.

use access::{Limits, Role};
use anyhow::{Result, ensure};
use futures_util::future::join_all;
use proto::v1::ListPresetsRequest;
use tests::{authority::Authority, client::Clients, cluster::Cluster, until};
use tonic::{Code, Request, Status, metadata::MetadataValue};

/// The calls of one token that are taken at once.
const OF_TOKEN: usize = 1000;
/// The refused calls of one network whose reasons are told at once.
const REFUSED: usize = 100;
/// Number of calls that are made at the same time.
const AT_ONCE: usize = 50;

/// Calls with a token as somebody in another network does: the header tells that the caller is not
/// on this machine. Its address is that of the connection, as the services stand behind no proxy.
async fn call(clients: &Clients, token: &str, from: &str) -> Result<(), Status> {
    let mut request = Request::new(ListPresetsRequest::default());
    let value = |text: &str| {
        MetadataValue::try_from(text).map_err(|error| Status::internal(error.to_string()))
    };
    request.metadata_mut().insert("authorization", value(&format!("Bearer {token}"))?);
    request.metadata_mut().insert("x-forwarded-for", value(from)?);
    clients.pairing.clone().list_presets(request).await.map(drop)
}

/// Calls until a call is answered otherwise than the first ones; returns the number of those, and
/// the answer.
async fn until_other(
    clients: &Clients,
    token: &str,
    from: &str,
    first: Code,
) -> (usize, Option<Status>) {
    let mut made = 0;
    loop {
        let calls = (0..AT_ONCE).map(|_| call(clients, token, from));
        let mut other = None;
        for answer in join_all(calls).await {
            match answer {
                Ok(()) if first == Code::Ok => made += 1,
                Err(status) if status.code() == first => made += 1,
                Ok(()) => return (made, None),
                Err(status) => other = Some(status),
            }
        }
        if other.is_some() {
            return (made, other);
        }
    }
}

fn is_too_often(status: &Status) -> bool {
    let name = status.metadata().get("damcast-refusal").and_then(|name| name.to_str().ok());
    status.code() == Code::ResourceExhausted
        && name == Some("too-often")
        && status.message().contains("try again in")
}

#[tokio::test]
async fn a_token_that_calls_too_often_is_told_to_wait_and_no_other_is() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    for name in ["anna", "berend"] {
        authority.add(name, Role::ChiefArbiter, Limits::default()).await?;
    }
    let (anna, berend) = (authority.token("anna")?, authority.token("berend")?);
    until("the doors to know both", || async {
        let answers = [&anna, &berend].map(|token| call(&clients, token, "203.0.113.7"));
        join_all(answers).await.into_iter().all(|answer| answer.is_ok()).then_some(())
    })
    .await?;
    let (made, refused) = until_other(&clients, &anna, "203.0.113.7", Code::Ok).await;
    ensure!(made >= OF_TOKEN - AT_ONCE, "{made} calls were taken");
    ensure!(refused.as_ref().is_some_and(is_too_often), "{refused:?}");
    // From the same network, another person goes on.
    call(&clients, &berend, "203.0.113.7").await?;
    // The same token has to wait, and not for ever.
    until("the token to be heard again", || async {
        call(&clients, &anna, "203.0.113.7").await.is_ok().then_some(())
    })
    .await?;
    cluster.finish().await
}

#[tokio::test]
async fn who_is_refused_too_often_learns_the_reason_no_longer() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("anna", Role::ChiefArbiter, Limits::default()).await?;
    let anna = authority.token("anna")?;
    until("the doors to know her", || async {
        call(&clients, &anna, "203.0.113.7").await.is_ok().then_some(())
    })
    .await?;
    let (made, refused) =
        until_other(&clients, "v4.public.x", "203.0.113.7", Code::Unauthenticated).await;
    ensure!(made >= REFUSED, "{made} calls were told why they are refused");
    ensure!(refused.as_ref().is_some_and(is_too_often), "{refused:?}");
    // Somebody with a token is not held up.
    call(&clients, &anna, "203.0.113.7").await?;
    cluster.finish().await
}
