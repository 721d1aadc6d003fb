//! The configuration of services, from flags and the environment.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

pub use crate::{
    connections::ConnectionConfig,
    nats::NatsConfig,
    tls::{PlainHttp, TlsConfig},
};
use crate::{
    origins::{HostName, Origin},
    port::{Port, bind},
    serve_error::ServeError,
    shared_routes::SharedRoutes,
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
    /// The callers that are accepted.
    #[command(flatten)]
    pub callers: CallerConfig,
    /// The connection to NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
    /// The metrics.
    #[command(flatten)]
    pub metrics: MetricsConfig,
    /// The routes that this service shares with others in its process.
    #[arg(skip)]
    pub routes: Option<SharedRoutes>,
}

/// The address of the metrics.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct MetricsConfig {
    /// Address and port at which Prometheus asks for metrics (/metrics), for the operator's
    /// network; closed without.
    #[arg(id = "metrics", long = "metrics", env = "DAMCAST_METRICS", value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
}

impl ServeConfig {
    /// Returns the settings of a service on a port of the system's choice, for tests in memory.
    #[must_use]
    pub fn of_tests() -> Self {
        Self {
            listen: ([127, 0, 0, 1], 0).into(),
            address_file: None,
            stop_grace_s: 1,
            callers: CallerConfig::default(),
            nats: NatsConfig::at(NatsConfig::DEFAULT_URL),
            metrics: MetricsConfig::default(),
            routes: None,
        }
    }

    /// Returns the time limit of a stop.
    #[must_use]
    pub fn stop_grace(&self) -> Duration {
        Duration::from_secs(self.stop_grace_s)
    }
}

/// The pages and names by which a service may be called, the number of connections, and TLS.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CallerConfig {
    /// Origins whose pages may call from a browser (gRPC-web, WebSocket): scheme, host and port,
    /// separated by commas. Pages of the service itself always may.
    #[arg(
        long = "allow-origin",
        env = "DAMCAST_ALLOW_ORIGINS",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    pub allow_origins: Vec<Origin>,
    /// Names by which it may be called, without port, separated by commas: those of its machine, of
    /// a proxy in front of it, of its service in a cluster. IP addresses and localhost always may.
    #[arg(
        long = "allow-host",
        env = "DAMCAST_ALLOW_HOSTS",
        value_delimiter = ',',
        value_name = "NAME"
    )]
    pub allow_hosts: Vec<HostName>,
    /// The number of connections.
    #[command(flatten)]
    pub connections: ConnectionConfig,
    /// The certificate, or the decision to have none.
    #[command(flatten)]
    pub tls: TlsConfig,
}

/// The port of the hall beside that of spectators.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct HallConfig {
    /// Address and port for the devices and desks of the hall: the same pages and calls as at the
    /// port of spectators, with the connections that those leave. Closed without.
    #[arg(id = "hall", long = "hall", env = "DAMCAST_HALL", value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// The port once it is bound.
    #[arg(skip)]
    pub port: Option<Port>,
}

impl HallConfig {
    /// Binds the port, if there is one and it is not bound yet, so that a taken one is known before
    /// anything else begins. Called within a runtime.
    ///
    /// # Errors
    /// [`ServeError::Bind`].
    pub fn bind(&mut self) -> Result<(), ServeError> {
        if self.port.is_none()
            && let Some(address) = self.listen
        {
            self.port = Some(Port::of(bind(address)?)?);
        }
        Ok(())
    }
}

/// The transit grace, which board-ingest and clock have to agree on: it says how old an input may
/// be that still counts, and how long a flag waits for it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TransitConfig {
    /// Longest time that an input made in time may be on its way: a device's stamp counts no
    /// further back, and the flag falls no earlier. The same for board-ingest and clock.
    /// Milliseconds.
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
