//! The health of services.

use anyhow::{Context as _, Result};
use http::StatusCode;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{
    client,
    cluster::{Cluster, Service},
    until,
};

/// The answer of a probe over HTTP: its status, and the JSON that it says.
///
/// # Errors
/// If the service does not answer, or not in JSON.
pub async fn probe(
    cluster: &Cluster,
    service: Service,
    path: &str,
) -> Result<(StatusCode, serde_json::Value)> {
    let answer = client::get(cluster.address(service), path, &[]).await?;
    let status = answer.status();
    let text = answer.text().await?;
    let body = serde_json::from_str(&text).with_context(|| format!("{path}: {text}"))?;
    Ok((status, body))
}

/// Returns what a service says of its part `name` by the health of gRPC.
///
/// # Errors
/// If the service does not answer.
pub async fn named(cluster: &Cluster, service: Service, name: &str) -> Result<ServingStatus> {
    let mut client = HealthClient::new(client::channel(cluster.address(service))?);
    let answer = client.check(HealthCheckRequest { service: name.to_owned() }).await?;
    Ok(answer.into_inner().status())
}

/// Waits until a service answers this status to a health check.
///
/// # Errors
/// If it does not within the limit.
pub async fn health(cluster: &Cluster, service: Service, wanted: ServingStatus) -> Result<()> {
    let client = HealthClient::new(client::channel(cluster.address(service))?);
    until(&format!("{} to be {wanted:?}", service.name()), || {
        let mut client = client.clone();
        async move {
            let answer = client.check(HealthCheckRequest::default()).await;
            (answer.ok()?.into_inner().status() == wanted).then_some(())
        }
    })
    .await
}
