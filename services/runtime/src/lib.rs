//! The parts that every service of Damcast shares: configuration, telemetry, the connection to
//! NATS, the event log with its consumers, health, a server, and an orderly stop.
//!
//! A service connects and opens the log with [`Service::start`], starts its tasks, and serves with
//! [`Service::serve`]. It keeps its aggregates in [`Ledger`]s, reads commands with [`consume`], and
//! follows streams with [`follow`].

mod ack_queue;
mod answers;
mod appends;
mod backlog;
mod blocking_pool;
mod bounded_attempts;
pub mod broker;
mod burst;
mod changes;
pub mod client;
pub mod config;
mod connections;
mod consumer;
mod descriptors;
mod doors;
mod encoded;
mod error;
mod error_chain;
mod event_log;
mod expiring_map;
mod grpc_server;
mod health;
mod http_server;
mod in_flight;
mod latest;
mod ledger;
mod lock;
mod log;
mod log_entry;
mod log_moments;
mod machine;
mod memory_broker;
pub mod metrics;
mod mirror;
mod nats;
mod nats_broker;
#[cfg(test)]
mod numbers;
mod open_calls;
mod origins;
mod other_times;
mod port;
pub mod private_file;
mod probes;
mod projection;
mod provision;
mod reading_stream;
mod recovery;
mod registry;
mod retry;
mod run_blocking;
mod running_services;
mod schema;
mod seen_ahead;
mod sequence_ranges;
mod serve_error;
mod service;
mod shared_routes;
mod shares;
mod status;
mod stored;
mod stream_facts;
mod stream_maker;
mod stream_troubles;
mod streams;
mod tail;
mod tasks;
pub mod telemetry;
mod throttled;
mod tls;
pub mod trace_context;
mod transaction;
mod wall_clock;

pub use answers::{Answer, AnswerSource, AnswerStream, answers, before_sign_of_life};
pub use backlog::{Backlog, BacklogError};
pub use blocking_pool::{BlockingPool, FullPool, PoolError, PoolTurn, WhenFull};
pub use bounded_attempts::{BoundedAttempts, GiveUp, complain};
pub use broker::{Broker, StreamDamage};
pub use changes::changes;
pub use connections::Connections;
pub use consumer::{ConsumerSpec, Delivery, consume};
pub use doors::{
    AuthoritySecret, CONFIRMATION, Call, CallFacts, Circumstances, Claims, Confirmation,
    GameBeginnings, Peer, Recorded, SIGNATURE, SecretError, key_file, signed_bytes,
};
pub use encoded::{MAX_ANSWER, MAX_REQUEST, TooLong, encoded, message_header};
pub use error::{AppendError, LedgerError, PublishError, ReadError, ReadFailure};
pub use error_chain::error_chain;
pub use event_log::{EventLog, Page};
pub use expiring_map::ExpiringMap;
pub use grpc_server::Server;
pub use ledger::Ledger;
pub use lock::lock;
pub use log::append::Era;
pub use log_entry::{LogEntry, Unreadable, UnreadableReason};
pub use machine::SimulatedMachine;
pub use memory_broker::MemoryBroker;
pub use mirror::{Mirror, Snapshot, Turn};
pub use nats::{ConnectError, Nats};
pub use nats_broker::NatsBroker;
pub use origins::{HostName, HostNameError, Origin, OriginError};
pub use other_times::OtherTimes;
pub use port::{Port, bind};
pub use projection::{Followed, Projection, StartAt, follow};
pub use provision::{existing_streams, provision};
pub use recovery::recover;
pub use registry::{Actor, AtStop, Registry, RegistryConfig};
pub use retry::{Attempts, HOPELESS_MAX, Retry, Stopped};
pub use run_blocking::run_blocking;
pub use running_services::running_services;
pub use schema::NewerSchema;
pub use sequence_ranges::sequence_ranges;
pub use serve_error::ServeError;
pub use service::{RunError, Service};
pub use shared_routes::SharedRoutes;
pub use shares::{DeliveryShares, SharedDelivery};
pub use status::{Categorize, ErrorCategory, Extent, status, status_in_words};
pub use stored::{Stored, digest};
pub use stream_facts::StreamFacts;
pub use stream_maker::{
    StreamMaker, StreamMakerError, new_epoch, note_accepted_loss, note_finished, note_unfinished,
    remake_consumers,
};
pub use streams::{MAX_ENVELOPE, StreamError};
pub use tasks::{ActorLimits, Tasks};
pub use throttled::Throttled;
pub use tls::{Certificate, CertificateError, Tls, TlsError};
pub use transaction::{Commit, Transaction, TransactionError, TransactionLimits};
pub use wall_clock::WallClock;
