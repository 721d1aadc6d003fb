//! Keeps tournaments: entries, rounds, results, standings. They change by calls and by games that
//! end; the service is the only writer of TOURNAMENT.

mod circumstances;
mod config;
mod consumer;
mod decisions;
mod error;
mod files;
mod grpc;
mod listing;
mod metrics;
mod page;
mod recovery;
mod result_provenance;
mod running;
mod standings;
mod table_cache;
mod tournaments;
mod trace;

#[cfg(test)]
mod tests;

use std::{future::Future, sync::Arc};

use futures_util::FutureExt as _;
use proto::{
    subject::Stream,
    v1::{
        pairing_service_server::PairingServiceServer, season_service_server::SeasonServiceServer,
    },
};
use runtime::{BlockingPool, MAX_ANSWER, RunError, Server, Service};
use tokio::net::TcpListener;

use crate::{
    circumstances::CallCircumstances,
    consumer::Results,
    grpc::{Seasons, TournamentService},
    result_provenance::ProvenanceReader,
    table_cache::TableCache,
    tournaments::Tournaments,
};

pub use config::Config;
pub use metrics::METRICS;

/// Bytes of the largest request: the longest file, with room for the message around it.
const REQUEST_MAX: usize = files::IMPORT_MAX + runtime::MAX_REQUEST;

/// Name of the service.
pub const NAME: &str = "pairing";

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
    let _stopped = service.keep_time(&[Stream::Tournament, Stream::Game, Stream::Input]).await;
    let tasks = service.tasks().clone();
    let (tournaments, to_look_at) = Tournaments::new(service.log().clone(), config.unpaired_max);
    let _stopped = consumer::follow(&tournaments, &tasks).await;
    let provenances = ProvenanceReader::new(service.log().clone());
    let results = Results::new(tournaments.clone(), provenances.clone(), &tasks);
    recovery::recover(&tournaments, &results, &tasks);
    recovery::follow(&tournaments, &results, to_look_at, &tasks);
    consumer::consume(service.log(), results, &tasks);
    // A pool of its own: however many tables spectators ask for, the pool of `tournaments`, in
    // which the commands of arbiters are decided, has room.
    let pool = BlockingPool::new();
    let (log, made_by) = (service.log().clone(), pool.clone());
    let tables = TableCache::new(tasks.clone(), move |(key, query), snapshot, when_full| {
        let (log, pool) = (log.clone(), made_by.clone());
        let make = async move { query.make(&log, (&pool, when_full), &key, snapshot).await };
        make.map(|made| made.map(Arc::new).map_err(Arc::new)).boxed()
    });
    let seasons = SeasonServiceServer::new(Seasons::new(tournaments.clone(), pool.clone()))
        .max_decoding_message_size(runtime::MAX_REQUEST);
    let circumstances = CallCircumstances { tournaments: tournaments.clone(), provenances };
    let tournaments = TournamentService::new(tournaments, (tables, pool), tasks.stopping());
    let api = PairingServiceServer::new(tournaments)
        .max_decoding_message_size(REQUEST_MAX)
        .max_encoding_message_size(MAX_ANSWER);
    Server::default().grpc(api).grpc(seasons).circumstances(circumstances)
}
