//! Keeps the time of every game: follows the games, decides when a flag falls, and is the only writer
//! of CLOCK.

mod clocks;
mod config;
mod consumer;
mod deadlines;
mod error;
mod flag;
mod graces;
mod grpc;
mod views;

#[cfg(test)]
mod tests;

use std::future::Future;

use proto::{
    subject::{Stream, consumer as durable},
    v1::clock_service_server::ClockServiceServer,
};
use runtime::{ConsumerSpec, MAX_REQUEST, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::{
    clocks::{Clocks, Shared},
    consumer::GameConsumer,
    deadlines::Deadlines,
    graces::Graces,
    grpc::ClocksService,
    views::Views,
};

pub use config::Config;

/// Name of the service.
pub const NAME: &str = "clock";

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
    let server = start(&service, &config).await;
    service.serve(listener, server).await
}

/// Starts the tasks of the service and returns its API.
pub async fn start(service: &Service, config: &Config) -> Server {
    let (log, tasks) = (service.log().clone(), service.tasks().clone());
    let deadlines = Deadlines::new(log.clock());
    let graces = Graces::new(config.transit_grace(), log.clone());
    let views = Views::new(deadlines.clone(), graces.clone());
    let armed = views.clone();
    // An error means that the service stops; then it serves nothing.
    let _stopped = graces.follow(&tasks, move |tournament| armed.arm_all(tournament)).await;
    let _stopped = views.follow(&log, &tasks).await;
    let shared =
        Shared { log: log.clone(), views: views.clone(), deadlines: deadlines.clone(), graces };
    let clocks = Clocks::new(shared, &tasks);
    flag::watch(&clocks, &deadlines, &tasks);
    let consumer = GameConsumer::new(clocks, views.clone(), tasks.clone());
    let service = ClocksService::new(log.clone(), views, tasks.stopping());
    let stopping = tasks.stopping();
    tasks.spawn(async move {
        let spec = ConsumerSpec { stream: Stream::Game, name: durable::CLOCK };
        runtime::consume(&log, spec, stopping, |delivery| consumer.hand_over(delivery)).await;
    });
    let api = ClockServiceServer::new(service).max_decoding_message_size(MAX_REQUEST);
    Server::default().grpc(api)
}
