//! Looks at a running Damcast from outside: by the probes of the services, and by what nats-server
//! says of the event log.

use std::{collections::BTreeMap, path::Path, time::Duration};

use proto::{
    Timestamp,
    subject::{Stream, VenueId, consumer},
};
use runtime::{
    LogEntry, WallClock,
    client::{Trust, TrustConfig, TrustError},
    config::NatsConfig,
};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::{
    devices::{DevicesSeen, Inputs},
    durability::OnDisk,
    growth,
    keys::{self, KeySeen},
    venues::{self, Beats, VenueSeen},
};
use crate::{
    access::KEY_FILE,
    http_get,
    log_reader::{LogReader, LogReaderError},
    nats_server,
};

/// The name of the connection, and of its inbox.
const NAME: &str = "status";
/// Longest time for an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// The addresses of the services.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ServiceUrls {
    /// Address of board-ingest.
    #[arg(
        long,
        env = "DAMCAST_BOARD_INGEST_URL",
        default_value = "http://127.0.0.1:8081",
        value_name = "URL"
    )]
    board_ingest: String,
    /// Address of rules-validation.
    #[arg(
        long,
        env = "DAMCAST_RULES_VALIDATION_URL",
        default_value = "http://127.0.0.1:8082",
        value_name = "URL"
    )]
    rules_validation: String,
    /// Address of clock.
    #[arg(
        long,
        env = "DAMCAST_CLOCK_URL",
        default_value = "http://127.0.0.1:8083",
        value_name = "URL"
    )]
    clock: String,
    /// Address of pairing.
    #[arg(
        long,
        env = "DAMCAST_PAIRING_URL",
        default_value = "http://127.0.0.1:8084",
        value_name = "URL"
    )]
    pairing: String,
    /// Address of broadcast.
    #[arg(
        long,
        env = "DAMCAST_BROADCAST_URL",
        default_value = "http://127.0.0.1:8080",
        value_name = "URL"
    )]
    broadcast: String,
    /// The authorities of https://.
    #[command(flatten)]
    pub(crate) trust: TrustConfig,
}

/// A running Damcast as it is seen from outside.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Observed {
    /// The services.
    pub(crate) services: Vec<ServiceSeen>,
    /// The address of nats-server.
    pub(crate) nats: String,
    /// The event log; `None` if nats-server does not answer.
    pub(crate) log: Option<LogSeen>,
    /// The disk of the event log, if it is on this machine.
    pub(crate) disk: Option<DiskSeen>,
    /// The moment at which a message is on the disk of nats-server; `None` if nobody tells it.
    pub(crate) sync: Option<OnDisk>,
    /// The moment at which this was asked.
    #[serde(skip)]
    pub(crate) now: Timestamp,
}

/// A service.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ServiceSeen {
    /// Its name.
    pub(crate) service: &'static str,
    /// Its host and port.
    pub(crate) address: String,
    /// Its answer; `None` if there is none.
    pub(crate) answer: Option<Readiness>,
}

/// The answer of a service to `/readyz`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Readiness {
    /// Its version.
    pub(crate) version: String,
    /// `ready` or `not-ready`.
    pub(crate) status: String,
    /// Its troubles.
    pub(crate) troubles: Vec<ServiceTrouble>,
    /// The way in which it is reached: `local`, `plain-public`, `plain-behind-proxy` or `tls`.
    #[serde(default)]
    pub(crate) transport: String,
    /// The moment at which its certificate expires, in milliseconds since the Unix epoch.
    #[serde(default)]
    pub(crate) certificate_ends_ms: Option<i64>,
}

/// A trouble of a service.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct ServiceTrouble {
    /// Its kind: `nats-away`, `log-takes-nothing`, `stopping`, `stream-remade`, `stream-unreadable`
    /// or `stream-shortened`.
    pub(crate) trouble: String,
    /// The stream that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stream: Option<String>,
    /// Number of seconds since a stream was shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds_ago: Option<u64>,
}

/// The event log.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct LogSeen {
    /// The streams.
    pub(crate) streams: Vec<StreamSeen>,
    /// The durable consumers that can be asked about.
    pub(crate) consumers: Vec<ConsumerSeen>,
    /// The venues.
    pub(crate) venues: Vec<VenueSeen>,
    /// The devices of tournaments in which something was handed in within the last day.
    pub(crate) devices: Vec<DevicesSeen>,
    /// The venues whose key is not beside the data, if nats-server is that of `damcast up`.
    pub(crate) keys: Vec<KeySeen>,
}

impl LogSeen {
    /// Returns the number of copies that each stream has at least.
    pub(crate) fn copies(&self) -> usize {
        let there = self.streams.iter().filter(|stream| stream.exists);
        there.map(|stream| stream.copies).min().unwrap_or(0)
    }

    /// Returns the largest number of copies of a stream that are away or lack messages.
    pub(crate) fn copies_behind(&self) -> usize {
        self.streams.iter().map(|stream| stream.copies_behind).max().unwrap_or(0)
    }
}

/// A stream.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct StreamSeen {
    /// Its name.
    pub(crate) stream: &'static str,
    /// True if it exists.
    pub(crate) exists: bool,
    /// Number of its messages.
    pub(crate) messages: u64,
    /// Bytes of its messages.
    pub(crate) bytes: u64,
    /// Number of its copies.
    pub(crate) copies: usize,
    /// Number of the copies that are away or lack messages.
    pub(crate) copies_behind: usize,
    /// The settings that differ from those that Damcast needs.
    pub(crate) differences: String,
    /// The folder with the copies of a rebuild that has not finished; empty if there is none.
    pub(crate) unfinished: String,
    /// Number of messages that it has lost.
    pub(crate) lacking: u64,
    /// Bytes that it got in the last 24 hours, about; `None` if its messages may not be read.
    pub(crate) bytes_of_a_day: Option<u64>,
}

/// A durable consumer.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ConsumerSeen {
    /// Its stream.
    pub(crate) stream: &'static str,
    /// The service that reads it.
    pub(crate) service: &'static str,
    /// Number of messages that are not handled.
    pub(crate) pending: u64,
    /// The moment at which the first of them was stored, in milliseconds since the Unix epoch;
    /// `None` if there is none.
    pub(crate) waits_since_ms: Option<i64>,
    /// True if somebody reads it.
    pub(crate) is_read: bool,
}

/// The disk of the event log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct DiskSeen {
    /// Free bytes.
    pub(crate) free: u64,
    /// All bytes.
    pub(crate) size: u64,
}

impl DiskSeen {
    /// Returns how much is free, in percent.
    pub(crate) fn percent(self) -> u64 {
        self.free.saturating_mul(100).checked_div(self.size).unwrap_or(0)
    }
}

impl Observed {
    /// Asks everything at once; `monitoring` is the address at which nats-server tells its state.
    ///
    /// # Errors
    /// If the authority of https:// cannot be used.
    pub(crate) async fn ask(
        urls: &ServiceUrls,
        (nats, monitoring): (&NatsConfig, Option<&str>),
        data: &Path,
    ) -> Result<Self, TrustError> {
        let trust = urls.trust.read()?;
        let now = WallClock::system().now();
        let key = nats_server::is_of(nats, data).then(|| data.join(KEY_FILE));
        let log = ask_log(nats, key.as_deref());
        let sync = OnDisk::ask(monitoring, nats, data);
        let (services, log, sync) = tokio::join!(ask_services(urls, &trust), log, sync);
        let disk = nats_server::disk(data).map(|(free, size)| DiskSeen { free, size });
        Ok(Self { services, nats: nats.url.clone(), log, disk, sync, now })
    }

    /// Returns true if nothing answers.
    pub(crate) fn is_silent(&self) -> bool {
        self.log.is_none() && self.services.iter().all(|service| service.answer.is_none())
    }
}

async fn ask_services(urls: &ServiceUrls, trust: &Trust) -> Vec<ServiceSeen> {
    let ServiceUrls { board_ingest, rules_validation, clock, pairing, broadcast, trust: _ } = urls;
    let (a, b, c, d, e) = tokio::join!(
        ask_service(board_ingest::NAME, board_ingest, trust),
        ask_service(rules_validation::NAME, rules_validation, trust),
        ask_service(clock::NAME, clock, trust),
        ask_service(pairing::NAME, pairing, trust),
        ask_service(broadcast::NAME, broadcast, trust),
    );
    vec![a, b, c, d, e]
}

async fn ask_service(service: &'static str, url: &str, trust: &Trust) -> ServiceSeen {
    let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let asked = timeout(ANSWER_LIMIT, http_get::get(url, trust, "/readyz")).await;
    let answer = match asked {
        Ok(Ok((_status, body))) => serde_json::from_slice(&body).ok(),
        Ok(Err(error)) => {
            tracing::debug!(service, %error, "a service does not answer");
            None
        }
        Err(_late) => None,
    };
    ServiceSeen { service, address, answer }
}

/// `key` is the file of the venue's key, if it should be on this machine.
async fn ask_log(nats: &NatsConfig, key: Option<&Path>) -> Option<LogSeen> {
    let connected = timeout(ANSWER_LIMIT, LogReader::connect(NAME, nats)).await;
    let reader = match connected {
        Ok(Ok(reader)) => reader,
        Ok(Err(error)) => {
            tracing::debug!(%error, "nats-server does not answer");
            return None;
        }
        Err(_late) => return None,
    };
    let (streams, beats) = tokio::join!(ask_streams(&reader), venues::listen(&reader));
    let (mut log, ends) = streams?;
    match timeout(ANSWER_LIMIT, ask_hall(&reader, &ends, beats, key, &mut log)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "venues and devices are not known"),
        Err(_late) => tracing::debug!("venues and devices are not known in time"),
    }
    Some(log)
}

/// The parts of streams that tell of venues and devices, by their sequences.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    /// The first message of INPUT in the last 24 hours; `None` if its messages may not be read.
    first_input: Option<u64>,
    last_input: u64,
    last_access: u64,
}

/// Asks for streams and consumers; `None` if nats-server does not answer.
async fn ask_streams(reader: &LogReader) -> Option<(LogSeen, Ends)> {
    let (mut log, mut ends) = (LogSeen::default(), Ends::default());
    for stream in Stream::ALL {
        let asked = timeout(ANSWER_LIMIT, reader.facts(stream)).await;
        let Ok(Ok(facts)) = asked else { return None };
        let exists = facts.is_some();
        let facts = facts.unwrap_or_default();
        let asked = timeout(ANSWER_LIMIT, growth::first_of_a_day(reader, stream, &facts)).await;
        let first = asked.ok().and_then(Result::ok);
        match stream {
            Stream::Input => {
                (ends.first_input, ends.last_input) = (first, facts.last_sequence);
            }
            Stream::Access => ends.last_access = facts.last_sequence,
            Stream::Game | Stream::Clock | Stream::Tournament => {}
        }
        log.streams.push(StreamSeen {
            stream: stream.name(),
            exists,
            messages: facts.messages,
            bytes: facts.bytes,
            copies: facts.copies,
            copies_behind: facts.copies_behind,
            lacking: facts.lacking(),
            bytes_of_a_day: first.map(|first| growth::bytes(&facts, first)),
            differences: facts.differences,
            unfinished: facts.unfinished,
        });
        for (_stream, service) in consumer::ALL.into_iter().filter(|(of, _name)| *of == stream) {
            let asked = timeout(ANSWER_LIMIT, reader.consumer(stream, service)).await;
            if let Ok(Some(info)) = asked {
                let pending = facts.last_sequence.saturating_sub(info.handled);
                log.consumers.push(ConsumerSeen {
                    stream: stream.name(),
                    service,
                    pending,
                    waits_since_ms: match pending {
                        0 => None,
                        _waiting => stored_ms(reader, stream, info.handled + 1).await,
                    },
                    is_read: info.waiting > 0 || info.pinned,
                });
            }
        }
    }
    Some((log, ends))
}

/// Returns the moment at which the first message of a stream from a sequence on was stored.
async fn stored_ms(reader: &LogReader, stream: Stream, sequence: u64) -> Option<i64> {
    let asked = timeout(ANSWER_LIMIT, reader.first_from(stream, sequence)).await;
    let message = asked.ok()?.ok()??;
    Some(LogEntry::read(message).ok()?.recorded_at.millis())
}

/// Asks for venues, devices and keys.
async fn ask_hall(
    reader: &LogReader,
    ends: &Ends,
    beats: Result<Beats, LogReaderError>,
    key: Option<&Path>,
    log: &mut LogSeen,
) -> Result<(), LogReaderError> {
    let mut wrote: BTreeMap<VenueId, Option<Timestamp>> = BTreeMap::new();
    for (venue, at) in venues::of_access(reader, ends.last_access).await? {
        wrote.insert(venue, Some(at));
    }
    if let Some(file) = key {
        log.keys = keys::at_fault(reader, wrote.keys(), file).await?;
    }
    if let Some(first) = ends.first_input {
        let inputs = Inputs::read(reader, first, ends.last_input).await?;
        for (tournament, at) in inputs.tournaments() {
            let wrote = wrote.entry(tournament.venue.clone()).or_default();
            *wrote = (*wrote).max(Some(at));
        }
        log.devices = inputs.devices(reader).await?;
    }
    log.venues = venues::seen(&beats?, wrote);
    Ok(())
}
