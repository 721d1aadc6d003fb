//! The health of services.

use anyhow::Result;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{
    client,
    cluster::{Cluster, Service},
    until,
};

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
