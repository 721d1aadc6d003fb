//! Server reflection, by which tools list the calls of a service.

use anyhow::{Context as _, Result, ensure};
use tests::{
    client,
    cluster::{Cluster, Service},
};
use tonic_reflection::pb::{v1, v1alpha};

/// Asks a service for the names of its gRPC services, in one version of the reflection protocol.
macro_rules! listed {
    ($version:ident, $cluster:expr, $service:expr) => {{
        let channel = client::channel($cluster.address($service))?;
        let mut client = $version::server_reflection_client::ServerReflectionClient::new(channel);
        let request = $version::ServerReflectionRequest {
            host: String::new(),
            message_request: Some(
                $version::server_reflection_request::MessageRequest::ListServices(String::new()),
            ),
        };
        let answers = client.server_reflection_info(futures_util::stream::iter([request])).await?;
        let answer = answers.into_inner().message().await?.context("an answer")?;
        let answer = answer.message_response.context("a list")?;
        let $version::server_reflection_response::MessageResponse::ListServicesResponse(list) =
            answer
        else {
            anyhow::bail!("{answer:?}")
        };
        list.service.into_iter().map(|service| service.name).collect::<Vec<_>>()
    }};
}

#[tokio::test]
async fn a_service_lists_its_calls_to_old_and_new_tools() -> Result<()> {
    let cluster = Cluster::start().await?;
    for names in
        [listed!(v1, cluster, Service::Broadcast), listed!(v1alpha, cluster, Service::Broadcast)]
    {
        for name in ["damcast.v1.BroadcastService", "grpc.health.v1.Health"] {
            ensure!(names.iter().any(|listed| listed == name), "{names:?}");
        }
    }
    cluster.finish().await
}
