//! Keeps the time of every game: follows the games, decides when a flag falls, and is the only
//! writer of CLOCK.

mod clocks;
mod config;
mod consumer;
mod deadlines;
mod error;
mod graces;
mod grpc;
mod metrics;
mod recovery;
mod views;

#[cfg(test)]
mod tests;

use std::future::Future;

use proto::{subject::Stream, v1::clock_service_server::ClockServiceServer};
use runtime::{GameBeginnings, MAX_REQUEST, RunError, Server, Service};
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
pub use metrics::METRICS;

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
    // An error means that the service stops; then it serves nothing.
    let _stopped = service.keep_time(&[Stream::Clock, Stream::Game, Stream::Input]).await;
    let (log, tasks) = (service.log().clone(), service.tasks().clone());
    let deadlines = Deadlines::new(log.clock().clone());
    let other_times = service.other_times().clone();
    let graces = Graces::new(config.transit.grace(), log.clone(), other_times);
    let views = Views::new(deadlines.clone(), graces.clone());
    let _stopped = consumer::follow(&log, &graces, &views, &tasks).await;
    let shared = Shared {
        log: log.clone(),
        views: views.clone(),
        deadlines: deadlines.clone(),
        graces: graces.clone(),
    };
    let clocks = Clocks::new(shared, &tasks);
    clocks.watch_flags(&deadlines, &graces, &tasks);
    let consumer = GameConsumer::new(&log, clocks, views.clone(), &tasks);
    recovery::recover(&log, &consumer, &tasks);
    consumer::consume(&log, consumer, &tasks);
    let beginnings = GameBeginnings::new(log.clone(), Stream::Clock);
    let service = ClocksService::new(log, views, tasks.stopping());
    let api = ClockServiceServer::new(service).max_decoding_message_size(MAX_REQUEST);
    Server::default().grpc(api).circumstances(beginnings)
}
