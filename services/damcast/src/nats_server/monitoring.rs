//! The numbers of a nats-server, as it tells them over HTTP (`/varz`, `/jsz`, `/healthz`), and those
//! of its disk.

use std::{path::Path, time::Duration};

use anyhow::ensure;
use http::StatusCode;
use proto::subject::Stream;
use runtime::{
    client::Trust,
    metrics::{Counter, Gauge, Labels, Metric, ONE},
};
use serde::Deserialize;

use super::health::disk;
use crate::http_get;

/// Longest time for all answers.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

static DIRECTIONS: [Labels; 2] = [&[("direction", "received")], &[("direction", "sent")]];

/// In the order of [`Stream::ALL`].
static STREAMS: [Labels; 5] = [
    &[("stream", "INPUT")],
    &[("stream", "GAME")],
    &[("stream", "CLOCK")],
    &[("stream", "TOURNAMENT")],
    &[("stream", "ACCESS")],
];

static UP: Gauge<1> = Gauge::new(
    "damcast.nats_server.up",
    "{server}",
    "1 while nats-server answers, else 0; the other numbers of it are then those of its last answer.",
    &ONE,
);

static HEALTHY: Gauge<1> = Gauge::new(
    "damcast.nats_server.healthy",
    "{server}",
    "1 while nats-server says that it is well (/healthz), else 0.",
    &ONE,
);

static CONNECTIONS: Gauge<1> = Gauge::new(
    "damcast.nats_server.connections",
    "{connection}",
    "Connections of clients to nats-server.",
    &ONE,
);

static MEMORY: Gauge<1> =
    Gauge::new("damcast.nats_server.memory", "By", "Memory that nats-server has taken.", &ONE);

static SLOW_CONSUMERS: Counter<1> = Counter::new(
    "damcast.nats_server.slow_consumers",
    "{connection}",
    "Connections that nats-server closed because they read too slowly.",
    &ONE,
);

static MESSAGES: Counter<2> = Counter::new(
    "damcast.nats_server.messages",
    "{message}",
    "Messages that nats-server received and sent.",
    &DIRECTIONS,
);

static IO: Counter<2> = Counter::new(
    "damcast.nats_server.io",
    "By",
    "Bytes of the messages that nats-server received and sent.",
    &DIRECTIONS,
);

static API_ERRORS: Counter<1> = Counter::new(
    "damcast.nats_server.api_errors",
    "{error}",
    "Requests about streams and consumers that nats-server answered with an error.",
    &ONE,
);

static STORE_SIZE: Gauge<1> =
    Gauge::new("damcast.nats_server.store.size", "By", "Bytes that all streams take.", &ONE);

static STORE_LIMIT: Gauge<1> = Gauge::new(
    "damcast.nats_server.store.limit",
    "By",
    "Bytes that all streams may take; past it nothing is stored.",
    &ONE,
);

static STREAM_MESSAGES: Gauge<5> = Gauge::new(
    "damcast.nats_server.stream.messages",
    "{message}",
    "Messages of a stream.",
    &STREAMS,
);

static STREAM_SIZE: Gauge<5> =
    Gauge::new("damcast.nats_server.stream.size", "By", "Bytes of a stream.", &STREAMS);

static REPLICAS_BEHIND: Gauge<5> = Gauge::new(
    "damcast.nats_server.stream.replicas_behind",
    "{replica}",
    "Copies of a stream that are away or lack messages, as the server tells that leads the stream; else absent.",
    &STREAMS,
);

static DISK_FREE: Gauge<1> =
    Gauge::new("damcast.disk.free", "By", "Free space on the disk of the event log.", &ONE);

static DISK_SIZE: Gauge<1> =
    Gauge::new("damcast.disk.size", "By", "Size of the disk of the event log.", &ONE);

/// The metrics of nats-server.
pub(crate) static METRICS: [&dyn Metric; 15] = [
    &DISK_FREE,
    &DISK_SIZE,
    &UP,
    &HEALTHY,
    &CONNECTIONS,
    &MEMORY,
    &SLOW_CONSUMERS,
    &MESSAGES,
    &IO,
    &API_ERRORS,
    &STORE_SIZE,
    &STORE_LIMIT,
    &STREAM_MESSAGES,
    &STREAM_SIZE,
    &REPLICAS_BEHIND,
];

/// The answer to `/varz`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Server {
    server_name: String,
    connections: u64,
    mem: u64,
    slow_consumers: u64,
    in_msgs: u64,
    out_msgs: u64,
    in_bytes: u64,
    out_bytes: u64,
}

/// The answer to `/jsz?streams=true`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Store {
    storage: u64,
    config: StoreConfig,
    api: Api,
    account_details: Vec<Account>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct StoreConfig {
    max_storage: u64,
    sync_always: bool,
    /// In nanoseconds; 0 if the server tells none.
    sync_interval: u64,
}

impl StoreConfig {
    fn time_to_disk(&self) -> Option<Duration> {
        match (self.sync_always, self.sync_interval) {
            (true, _) => Some(Duration::ZERO),
            (false, 0) => None,
            (false, nanos) => Some(Duration::from_nanos(nanos)),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Api {
    errors: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Account {
    stream_detail: Vec<StreamDetail>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct StreamDetail {
    name: String,
    cluster: Option<Cluster>,
    state: StreamState,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct StreamState {
    messages: u64,
    bytes: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Cluster {
    leader: String,
    replicas: Vec<Replica>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Replica {
    current: bool,
    offline: bool,
}

impl StreamDetail {
    /// Returns the number of copies that are not current; `None` if another server leads the
    /// stream, and knows.
    fn behind(&self, server: &str) -> Option<usize> {
        let Some(cluster) = &self.cluster else { return Some(0) };
        let is_behind = |replica: &&Replica| replica.offline || !replica.current;
        let leads = cluster.leader.is_empty() || cluster.leader == server;
        leads.then(|| cluster.replicas.iter().filter(is_behind).count())
    }
}

/// Notes the free space and the size of the disk of a directory.
pub(crate) fn note_disk(directory: &Path) {
    if let Some((free, size)) = disk(directory) {
        DISK_FREE.set(0, signed(free));
        DISK_SIZE.set(0, signed(size));
    }
}

/// Asks the nats-server whose monitoring is at `url`, and notes what it tells.
pub(crate) async fn note(url: &str) {
    match tokio::time::timeout(ANSWER_LIMIT, ask(url)).await {
        Ok(Ok((server, store, is_healthy))) => {
            UP.set(0, 1);
            HEALTHY.set(0, i64::from(is_healthy));
            note_server(&server);
            note_store(&server.server_name, &store);
        }
        Ok(Err(error)) => {
            tracing::debug!(error = format!("{error:#}"), "nats-server does not tell its numbers");
            UP.set(0, 0);
        }
        Err(_late) => UP.set(0, 0),
    }
}

/// Returns how long after its acknowledgement a message is on the disk of the nats-server whose
/// monitoring is at `url`, at most: 0 if it is there before. `None` if nobody tells it.
pub(crate) async fn time_to_disk(url: &str) -> Option<Duration> {
    let trust = Trust::default();
    let asked = tokio::time::timeout(ANSWER_LIMIT, http_get::get(url, &trust, "/jsz")).await;
    let (_status, answer) = asked.ok()?.ok()?;
    let store: Store = serde_json::from_slice(&answer).ok()?;
    store.config.time_to_disk()
}

fn note_server(server: &Server) {
    CONNECTIONS.set(0, signed(server.connections));
    MEMORY.set(0, signed(server.mem));
    SLOW_CONSUMERS.set_total(0, server.slow_consumers);
    MESSAGES.set_total(0, server.in_msgs);
    MESSAGES.set_total(1, server.out_msgs);
    IO.set_total(0, server.in_bytes);
    IO.set_total(1, server.out_bytes);
}

fn note_store(server: &str, store: &Store) {
    API_ERRORS.set_total(0, store.api.errors);
    STORE_SIZE.set(0, signed(store.storage));
    STORE_LIMIT.set(0, signed(store.config.max_storage));
    let details = || store.account_details.iter().flat_map(|account| &account.stream_detail);
    for (series, stream) in Stream::ALL.into_iter().enumerate() {
        let Some(detail) = details().find(|detail| detail.name == stream.name()) else {
            for gauge in [&STREAM_MESSAGES, &STREAM_SIZE, &REPLICAS_BEHIND] {
                gauge.forget(series);
            }
            continue;
        };
        STREAM_MESSAGES.set(series, signed(detail.state.messages));
        STREAM_SIZE.set(series, signed(detail.state.bytes));
        match detail.behind(server) {
            Some(behind) => REPLICAS_BEHIND.set(series, i64::try_from(behind).unwrap_or(i64::MAX)),
            None => REPLICAS_BEHIND.forget(series),
        }
    }
}

async fn ask(url: &str) -> anyhow::Result<(Server, Store, bool)> {
    let trust = Trust::default();
    let (server, store, health) = tokio::try_join!(
        http_get::get(url, &trust, "/varz"),
        http_get::get(url, &trust, "/jsz?streams=true"),
        http_get::get(url, &trust, "/healthz"),
    )?;
    for (status, _body) in [&server, &store] {
        ensure!(*status == StatusCode::OK, "nats-server answered with {status}");
    }
    let is_healthy = health.0 == StatusCode::OK;
    Ok((serde_json::from_slice(&server.1)?, serde_json::from_slice(&store.1)?, is_healthy))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two streams as one of three servers tells them, which leads the first.
    const STORE: &str = r#"{
        "storage": 12, "config": {"max_storage": 100}, "api": {"errors": 3},
        "account_details": [{"name": "DAMCAST", "stream_detail": [
            {"name": "GAME", "state": {"messages": 7, "bytes": 900}, "cluster": {"leader": "nats-0", "replicas": [
                {"name": "nats-1", "current": true, "active": 1}, {"name": "nats-2", "current": false, "lag": 9}]}},
            {"name": "CLOCK", "state": {"messages": 1, "bytes": 90}, "cluster": {"leader": "nats-1", "replicas": [
                {"name": "nats-1", "current": false}, {"name": "nats-2", "current": true, "offline": true}]}}]}]}"#;

    #[test]
    fn a_server_tells_when_a_message_is_on_its_disk() {
        for (config, expected) in [
            (r#"{"sync_interval": 120000000000, "sync_always": true}"#, Some(Duration::ZERO)),
            (r#"{"sync_interval": 1000000000}"#, Some(Duration::from_secs(1))),
            (r#"{"max_storage": 1}"#, None),
        ] {
            let config: StoreConfig = serde_json::from_str(config).unwrap();
            assert_eq!(config.time_to_disk(), expected, "{config:?}");
        }
    }

    #[test]
    fn only_the_leader_of_a_stream_tells_which_copies_are_behind() {
        let store: Store = serde_json::from_str(STORE).unwrap();
        let [account] = &*store.account_details else { panic!("one account") };
        let behind = |server| {
            account.stream_detail.iter().map(|stream| stream.behind(server)).collect::<Vec<_>>()
        };
        assert_eq!(behind("nats-0"), [Some(1), None]);
        assert_eq!(behind("nats-1"), [None, Some(2)]);
        assert_eq!(StreamDetail::default().behind("damcast"), Some(0));
        assert_eq!((store.storage, store.config.max_storage, store.api.errors), (12, 100, 3));
        assert_eq!(account.stream_detail[0].state.messages, 7);
    }
}
