//! The judge: fed by INPUT and by the clock's flag falls, it owns every game and is the only writer of
//! GAME. It also answers questions about the rules that belong to no game.

mod answers;
mod clocks;
mod command;
mod config;
mod games;
mod grpc;

use std::future::Future;

use proto::{
    subject::{Stream, consumer},
    v1::rules_validation_service_server::RulesValidationServiceServer,
};
use runtime::{ConsumerSpec, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::{games::Games, grpc::Judge};

pub use config::Config;

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
    let server = start(&service);
    service.serve(listener, server).await
}

/// Starts the tasks of the service, and answers what it serves.
#[must_use]
pub fn start(service: &Service) -> Server {
    let games = Games::new(service.log().clone(), service.tasks().clone());
    for stream in [Stream::Input, Stream::Clock] {
        let spec = ConsumerSpec { stream, name: consumer::RULES_VALIDATION };
        let (log, games, stopping) =
            (service.log().clone(), games.clone(), service.tasks().stopping());
        service.tasks().spawn(async move {
            runtime::consume(&log, spec, stopping, |delivery| games.hand_over(delivery)).await;
        });
    }
    let judge = Judge::new(service.log().clone());
    let api = RulesValidationServiceServer::new(judge).max_decoding_message_size(grpc::MAX_PDN);
    Server::default().grpc(api)
}
