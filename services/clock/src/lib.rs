//! Owns the time of every game: moved by what happens in games, it says when a flag falls, and is the
//! only writer of CLOCK.

mod clocks;
mod config;
mod consumer;
mod deadlines;
mod error;
mod flag;
mod graces;
mod grpc;
mod held_flag;

#[cfg(test)]
mod tests;

use std::future::Future;

use proto::{
    subject::{Stream, consumer as durable},
    v1::clock_service_server::ClockServiceServer,
};
use runtime::{ConsumerSpec, MAX_REQUEST, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::{clocks::Clocks, consumer::GameConsumer, graces::Graces, grpc::ClocksService};

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

/// Starts the tasks of the service, and answers what it serves.
pub async fn start(service: &Service, config: &Config) -> Server {
    let tasks = service.tasks().clone();
    let graces = Graces::new(config.transit_grace());
    let clocks = Clocks::new(service.log().clone(), graces.clone());
    let armed = clocks.clone();
    graces.follow(service.log(), &tasks, move |tournament| armed.arm_all(tournament)).await;
    clocks.follow(&tasks).await;
    flag::watch(&clocks, &tasks);
    let consumer = GameConsumer::new(clocks.clone(), tasks.clone());
    let (log, stopping) = (service.log().clone(), tasks.stopping());
    tasks.spawn(async move {
        let spec = ConsumerSpec { stream: Stream::Game, name: durable::CLOCK };
        runtime::consume(&log, spec, stopping, |delivery| consumer.hand_over(delivery)).await;
    });
    let clocks = ClocksService::new(clocks, tasks.stopping());
    let api = ClockServiceServer::new(clocks).max_decoding_message_size(MAX_REQUEST);
    Server::default().grpc(api)
}
