//! Accepts inputs from people and devices: stores each in INPUT, of which it is the only writer,
//! before it is judged, and returns the verdict.

mod access_error;
mod access_marks;
mod alarms;
mod at_table;
mod authorities;
mod boards;
mod circumstances;
mod config;
mod consumer;
mod damages;
mod error;
mod following;
mod grpc;
mod guesses;
mod heard;
mod history;
mod listed_tables;
mod metrics;
mod passkeys;
mod passphrases;
mod presence;
mod presses;
mod readings;
mod recovery;
mod refusals;
mod round_games;
mod rounds;
mod seat_acts;
mod seat_news;
mod standstills;
mod tables;
mod tournaments;
mod unreadable;
mod watched_boards;
mod watchers;

use std::future::Future;

use proto::{
    subject::Stream,
    v1::{
        access_service_server::AccessServiceServer,
        board_ingest_service_server::BoardIngestServiceServer,
    },
};
use runtime::{MAX_REQUEST, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::{
    at_table::AtTables,
    authorities::Authorities,
    circumstances::CallCircumstances,
    grpc::{TableService, access::People},
    presence::Listener,
    readings::Readings,
    refusals::Refusals,
    tables::Tables,
    tournaments::Tournaments,
    watchers::Watchers,
};

pub use config::Config;
pub use metrics::METRICS;

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

/// Starts the tasks of the service and returns its API.
pub async fn start(service: &Service, config: Config) -> Server {
    // An error means that the service stops; then it serves nothing.
    let _stopped = service.keep_time(&Stream::ALL).await;
    let (log, tasks) = (service.log(), service.tasks());
    let (watchers, patience) = (Watchers::default(), config.store_patience());
    let (venue, grace) = (config.venue.clone(), config.transit.grace());
    let tournaments = Tournaments::new(log.clone(), watchers.clone());
    let authorities = Authorities::new(log.clone(), config.authority_key.clone(), patience);
    let at_tables = AtTables::new(log, tournaments.clone());
    let presence = Listener::new(log, tournaments.clone(), watchers.clone(), patience);
    let tables = Tables::new(config, log, tasks, tournaments.clone(), watchers.clone());
    let at_seats = (&tournaments, &presence);
    let _stopped = consumer::follow(log, at_seats, (&tables, &at_tables), &watchers, tasks).await;
    presence.start(tasks);
    tasks.spawn_until_stop(consumer::beat(log.clone(), venue));
    tasks.spawn_until_stop(damages::watch(log.clone(), authorities.clone(), watchers.clone()));
    let other_times = service.other_times().clone();
    tasks.spawn_until_stop(consumer::watch_machines(other_times, watchers.clone(), grace));
    consumer::consume(log, tables.clone(), tasks, patience);

    let refusals = Refusals::record(log, authorities.clone(), tasks);
    let circumstances =
        CallCircumstances { tournaments: tournaments.clone(), authorities, refusals };
    let people = People::new(circumstances.clone(), patience);
    let people = AccessServiceServer::new(people).max_decoding_message_size(MAX_REQUEST);
    let readings = Readings::new(log, tournaments.clone());
    let (at_tables, told) = ((tables, at_tables, readings), (watchers, presence));
    let api = TableService::new(service, patience, tournaments, at_tables, told);
    let api = BoardIngestServiceServer::new(api).max_decoding_message_size(MAX_REQUEST);
    Server::default().grpc(api).grpc(people).circumstances(circumstances)
}
