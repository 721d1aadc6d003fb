//! Shows everything to spectators and writes nothing: JSON snapshots, WebSocket and server-sent events
//! with resume, gRPC streams, PDN, and the pages.
//!
//! Any number of replicas run at once; each is rebuilt from the log and shows the same. A message
//! goes `consumer` → `view` → `channel` → `ring`, where it is encoded once, and from there to every
//! `watcher`, who stands behind a `socket`, a stream of events or a gRPC stream.

mod channel;
mod config;
mod consumer;
pub mod cursor;
mod error;
mod frame;
mod freshness;
mod grpc;
mod http;
mod hub;
mod pages;
mod pdn;
mod position;
mod ring;
mod socket;
mod source;
#[cfg(test)]
mod tests;
mod view;
mod watcher;
pub mod websocket;

use std::future::Future;

use proto::v1::broadcast_service_server::BroadcastServiceServer;
use runtime::{MAX_ANSWER, MAX_REQUEST, RunError, Server, Service};
use tokio::net::TcpListener;

pub use config::Config;

use crate::{grpc::Api, hub::Hub};

/// The name of the service wherever it has one.
pub const NAME: &str = "broadcast";

/// Runs the service on `listener` until `shutdown` is ready. It serves once everything is loaded.
///
/// # Errors
/// [`RunError`] when NATS or a stream cannot be used, or serving fails.
pub async fn run(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let service = Service::start(NAME, &config.serve, shutdown).await?;
    let server = start(&service, &config).await;
    service.serve(listener, server).await
}

/// Loads the log, starts the tasks of the service, and answers what it serves.
pub async fn start(service: &Service, config: &Config) -> Server {
    let hub = Hub::of(service.log(), config);
    consumer::start(service.log(), &hub, service.tasks()).await;
    let tasks = service.tasks().clone();
    let api = Api::new(hub.clone(), tasks.clone());
    let grpc = BroadcastServiceServer::new(api)
        .max_decoding_message_size(MAX_REQUEST)
        .max_encoding_message_size(MAX_ANSWER);
    // Without NATS it still shows the last state and its age.
    let server = Server::default().serving_without_nats();
    server.grpc(grpc).pages(http::router(hub, tasks))
}
