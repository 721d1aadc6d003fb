//! The configuration of services, from flags and the environment.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use crate::{
    connections::Connections,
    nats::Nats,
    origins::{HostName, Origin},
};

/// The addresses of a service and of NATS.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeConfig {
    /// Address and port of the service's API; port 0 lets the system choose.
    #[arg(long, env = "DAMCAST_LISTEN", default_value = "127.0.0.1:0", value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// File that the bound address is written to once the service serves.
    #[arg(long, env = "DAMCAST_ADDRESS_FILE", value_name = "FILE")]
    pub address_file: Option<PathBuf>,
    /// Time limit of a stop, in which open calls end and decisions are stored. Seconds.
    #[arg(long, env = "DAMCAST_STOP_GRACE_S", default_value_t = 10, value_name = "SECONDS")]
    pub stop_grace_s: u64,
    /// Who may call the service.
    #[command(flatten)]
    pub callers: CallerConfig,
    /// The connection to NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl ServeConfig {
    /// Returns the time limit of a stop.
    #[must_use]
    pub fn stop_grace(&self) -> Duration {
        Duration::from_secs(self.stop_grace_s)
    }
}

/// Number of connections that a process serves at most, unless the configuration says otherwise.
const MAX_CONNECTIONS: usize = 16_384;
/// Number of these that spectators leave to devices and desks.
const RESERVED_CONNECTIONS: usize = 2_048;

/// The pages and names by which a service may be called, and the number of connections.
#[derive(Clone, Debug, clap::Args)]
pub struct CallerConfig {
    /// Origins whose pages may call from a browser (gRPC-web, WebSocket): scheme, host and port, separated
    /// by commas. Pages of the service itself always may.
    #[arg(
        long = "allow-origin",
        env = "DAMCAST_ALLOW_ORIGINS",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    pub allow_origins: Vec<Origin>,
    /// Names by which it may be called, without port, separated by commas: those of its machine, of a proxy
    /// in front of it, of its service in a cluster. IP addresses and localhost always may.
    #[arg(
        long = "allow-host",
        env = "DAMCAST_ALLOW_HOSTS",
        value_delimiter = ',',
        value_name = "NAME"
    )]
    pub allow_hosts: Vec<HostName>,
    /// Number of connections that this process serves at most; fewer if the system allows fewer open
    /// descriptors.
    #[arg(
        long,
        env = "DAMCAST_MAX_CONNECTIONS",
        default_value_t = MAX_CONNECTIONS,
        value_name = "N"
    )]
    pub max_connections: usize,
    /// Number of these that spectators leave to devices and desks, at most a quarter.
    #[arg(
        long,
        env = "DAMCAST_RESERVED_CONNECTIONS",
        default_value_t = RESERVED_CONNECTIONS,
        value_name = "N"
    )]
    pub reserved_connections: usize,
    /// Number of connections from one address; half of all when not given. A whole hall may be behind one.
    /// Those from this machine are not counted.
    #[arg(long, env = "DAMCAST_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    pub max_connections_per_address: Option<usize>,
    /// The count of connections that this service shares with others in its process.
    #[arg(skip)]
    pub connections: Option<Connections>,
}

impl Default for CallerConfig {
    fn default() -> Self {
        Self {
            allow_origins: Vec::new(),
            allow_hosts: Vec::new(),
            max_connections: MAX_CONNECTIONS,
            reserved_connections: RESERVED_CONNECTIONS,
            max_connections_per_address: None,
            connections: None,
        }
    }
}

/// The transit grace, which board-ingest and clock have to agree on: it says how old an input may be that
/// still counts, and how long a flag waits for it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TransitConfig {
    /// Longest time that an input made in time may be on its way: a device's stamp counts no further back,
    /// and the flag falls no earlier. The same for board-ingest and clock. Milliseconds.
    #[arg(
        long,
        env = "DAMCAST_TRANSIT_GRACE_MS",
        default_value_t = 2000,
        value_name = "MILLISECONDS"
    )]
    pub transit_grace_ms: u64,
}

impl TransitConfig {
    /// Returns the longest time that an input made in time may be on its way.
    #[must_use]
    pub fn grace(&self) -> Duration {
        Duration::from_millis(self.transit_grace_ms)
    }
}

/// The connection to NATS, and the settings of its streams.
#[derive(Clone, Debug, clap::Args)]
pub struct NatsConfig {
    /// Servers, separated by commas.
    #[arg(
        long = "nats",
        env = "DAMCAST_NATS_URL",
        default_value = "nats://127.0.0.1:4222",
        value_name = "URL[,URL…]"
    )]
    pub url: String,
    /// User name, when the server asks for one.
    #[arg(long = "nats-user", env = "DAMCAST_NATS_USER", value_name = "NAME")]
    pub user: Option<String>,
    /// Password of the user.
    #[arg(
        long = "nats-password",
        env = "DAMCAST_NATS_PASSWORD",
        value_name = "PASSWORD",
        hide_env_values = true
    )]
    pub password: Option<String>,
    /// File with the seed of an nkey, when the server asks for one.
    #[arg(long = "nats-nkey-file", env = "DAMCAST_NATS_NKEY_FILE", value_name = "FILE")]
    pub nkey_file: Option<PathBuf>,
    /// Copies of every stream in the cluster: 1, 3 or 5.
    #[arg(
        long = "stream-replicas",
        env = "DAMCAST_STREAM_REPLICAS",
        default_value_t = 1,
        value_name = "N"
    )]
    pub replicas: usize,
    /// With "true", makes streams and consumers that do not exist; with "false", waits until "damcast
    /// streams" has made them.
    #[arg(
        long = "create-streams",
        env = "DAMCAST_CREATE_STREAMS",
        default_value_t = true,
        action = clap::ArgAction::Set,
        value_name = "BOOL"
    )]
    pub create_streams: bool,
    /// A connection that exists, which is used in place of one of its own.
    #[arg(skip)]
    pub connection: Option<Arc<Nats>>,
}

impl NatsConfig {
    /// Returns the configuration for a server without credentials, with one copy of each stream; missing
    /// streams are made.
    #[must_use]
    pub fn at(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            user: None,
            password: None,
            nkey_file: None,
            replicas: 1,
            create_streams: true,
            connection: None,
        }
    }
}

/// The settings of logs, traces and metrics.
#[derive(Clone, Debug, clap::Args)]
pub struct TelemetryConfig {
    /// The filter of the log, as in "info,draughts=debug". Default: changes of state; of "up" only
    /// failures.
    #[arg(long, env = "DAMCAST_LOG", global = true, value_name = "FILTER")]
    pub log: Option<String>,
    /// Logs as JSON, a line an event, instead of text.
    #[arg(long, env = "DAMCAST_LOG_JSON", global = true)]
    pub log_json: bool,
    /// OpenTelemetry collector (OTLP over gRPC), silent without. URL of its port 4317.
    #[arg(long, env = "DAMCAST_OTLP_ENDPOINT", global = true, value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}
