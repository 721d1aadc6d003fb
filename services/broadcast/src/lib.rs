//! Shows tournaments to spectators and writes nothing: JSON snapshots, WebSocket and server-sent
//! events with resume, gRPC streams, PDN, and the pages.
//!
//! Any number of replicas run at once; each is built from the log and shows the same. A message
//! goes `consumer` → `gate` → `channel` → `view`; the changes are encoded once into a frame in the `ring`,
//! from where each `watcher` sends it over a WebSocket (`socket`), server-sent events (`http`) or a
//! gRPC stream (`grpc`).

mod channel;
mod config;
mod consumer;
pub mod cursor;
mod error;
mod frame;
mod freshness;
mod gate;
mod grpc;
mod gzip;
mod http;
mod hub;
mod loans;
mod log_state;
mod metrics;
mod missing;
mod pages;
mod pdn;
mod pending;
mod position;
mod public_log;
mod release;
mod resource;
mod ring;
mod socket;
mod view;
mod waits;
mod watcher;
pub mod websocket;
mod window;

#[cfg(test)]
mod tests;

use std::future::Future;

use proto::{subject::Stream, v1::broadcast_service_server::BroadcastServiceServer};
use runtime::{MAX_ANSWER, MAX_REQUEST, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::{grpc::SpectatorService, hub::Hub};

pub use config::Config;
pub use metrics::METRICS;

/// Name of the service.
pub const NAME: &str = "broadcast";

/// Runs the service until `shutdown` is ready.
///
/// # Errors
/// [`RunError`] when it cannot connect, open the event log or serve.
pub async fn run(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let mut hall = config.hall.clone();
    hall.bind()?;
    let service = Service::start(NAME, &config.serve, shutdown).await?;
    let mut server = start(&service, &config).await;
    if let Some(port) = hall.port {
        server = server.hall(port);
    }
    service.serve(listener, server).await
}

/// Starts the tasks of the service and returns its API.
pub async fn start(service: &Service, config: &Config) -> Server {
    let streams = [Stream::Game, Stream::Clock, Stream::Tournament];
    // An error means that the service stops; then it serves nothing.
    let _stopped = service.keep_time(&streams).await;
    let hub = Hub::of(service.log(), config);
    let _stopped = consumer::follow(service.log(), &hub, service.tasks()).await;
    let tasks = service.tasks().clone();
    let api = SpectatorService::new(hub.clone(), tasks.clone());
    let grpc = BroadcastServiceServer::new(api)
        .max_decoding_message_size(MAX_REQUEST)
        .max_encoding_message_size(MAX_ANSWER);
    // Without NATS the service still shows the last state and its age.
    let server = Server::default().serving_without_nats().public();
    server.grpc(grpc).pages(http::router(hub, tasks))
}
