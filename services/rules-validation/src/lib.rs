//! Keeps every game: decides on inputs and fallen flags, and is the only writer of GAME. Also
//! answers questions about the rules that belong to no game.

mod config;
mod consumer;
mod error;
mod games;
mod grpc;
mod halt;
mod history;
mod metrics;
mod recovery;

use std::future::Future;

use proto::{subject::Stream, v1::rules_validation_service_server::RulesValidationServiceServer};
use runtime::{GameBeginnings, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::grpc::RulesService;

pub use config::Config;
pub use metrics::METRICS;

/// Name of the service.
pub const NAME: &str = "rules-validation";

/// Runs the service until `shutdown` is ready.
///
/// # Errors
/// [`RunError`] when it cannot connect, open the event log or serve.
pub async fn run(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let service = Service::start(NAME, &config.serve, shutdown).await?;
    let server = start(&service).await;
    service.serve(listener, server).await
}

/// Starts the tasks of the service and returns its API.
pub async fn start(service: &Service) -> Server {
    // An error means that the service stops; then it serves nothing.
    let _stopped = service.keep_time(&[Stream::Game, Stream::Input, Stream::Clock]).await;
    let games = games::games(service.log(), service.tasks());
    recovery::recover(service.log(), &games, service.tasks());
    consumer::consume(service.log(), &games, service.tasks());
    let rules = RulesService::new(service.log().clone());
    let api = RulesValidationServiceServer::new(rules).max_decoding_message_size(grpc::MAX_PDN);
    let beginnings = GameBeginnings::new(service.log().clone(), Stream::Game);
    Server::default().grpc(api).circumstances(beginnings)
}
