//! The one door for everything that people and devices do at a game. It stores what they say in INPUT,
//! of which it is the only writer, before anyone judges it, and tells them what became of it.

mod alarms;
mod arrivals;
mod config;
mod device_clocks;
mod displays;
mod error;
mod grpc;
mod inputs;
mod judged;
mod rounds;
mod rulings;
mod seats;
mod tables;
mod tournaments;
mod verdicts;

use std::future::Future;

use proto::{
    subject::{Stream, consumer},
    v1::board_ingest_service_server::BoardIngestServiceServer,
};
use runtime::{ConsumerSpec, MAX_REQUEST, RunError, Server, Service};
use tokio::{net::TcpListener, sync::broadcast};

use crate::{
    device_clocks::DeviceClocks, grpc::Door, rounds::Rounds, tables::Tables,
    tournaments::Tournaments,
};

pub use config::Config;

/// Verdicts and alarms that a watcher may be behind; past it, it has to watch anew.
const WATCH: usize = 1024;

/// Name of the service.
pub const NAME: &str = "board-ingest";

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
    let server = start(&service, config).await;
    service.serve(listener, server).await
}

/// Starts the tasks of the service, and answers what it serves.
pub async fn start(service: &Service, config: Config) -> Server {
    let (log, tasks) = (service.log(), service.tasks());
    let (telling, _nobody_yet) = broadcast::channel(WATCH);
    let tournaments = Tournaments::new(log.clone(), telling.clone());
    tournaments.follow(tasks).await;
    let tables = Tables::new(log.clone(), tasks.clone(), telling);
    tables.follow(tasks).await;

    let rounds = Rounds::new(log.clone(), tables.clone(), tasks.clone(), config.store_patience());
    let (log, stopping) = (log.clone(), tasks.stopping());
    tasks.spawn(async move {
        let spec = ConsumerSpec { stream: Stream::Tournament, name: consumer::BOARD_INGEST };
        runtime::consume(&log, spec, stopping, |delivery| rounds.hand_over(delivery)).await;
    });

    let clocks = DeviceClocks::new(service.log().clone());
    let door = Door::new(config, tournaments, tables, clocks, tasks.clone());
    let api = BoardIngestServiceServer::new(door).max_decoding_message_size(MAX_REQUEST);
    Server::default().grpc(api)
}
