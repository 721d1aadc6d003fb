//! The five services in one process, each on a port of its own that answers for the others, too:
//! pages need one origin.
//!
//! A service that ends by itself, as after the store was set back, is started again: what it keeps
//! is then made of the log. No other service notices more than a server that answers late.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use proto::v1::{
    access_service_server, board_ingest_service_server, broadcast_service_server,
    clock_service_server, pairing_service_server, rules_validation_service_server,
    season_service_server,
};
use runtime::{
    Connections, Nats, Port, RunError, ServeError, SharedRoutes, Tasks, bind,
    client::TrustConfig,
    config::{CallerConfig, HallConfig, MetricsConfig, NatsConfig, ServeConfig, TlsConfig},
    error_chain, existing_streams,
    metrics::SERVICES,
    provision,
};
use tokio::{net::TcpListener, sync::mpsc};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tracing::Instrument as _;

use crate::{
    metrics::SERVICE_RESTARTS,
    nats_server::{NatsServer, User},
    replay::calls::Targets,
};

/// The time limit of a stop in seconds; connections that are still open then are cut off.
const STOP_GRACE_S: u64 = 5;
/// The usual port of https.
const HTTPS: u16 = 443;
/// The pause before a service that ended by itself is started again.
const REST: Duration = Duration::from_secs(1);
/// The gRPC services, each of which is reached at every port.
const API: [&str; 7] = [
    access_service_server::SERVICE_NAME,
    board_ingest_service_server::SERVICE_NAME,
    broadcast_service_server::SERVICE_NAME,
    clock_service_server::SERVICE_NAME,
    pairing_service_server::SERVICE_NAME,
    rules_validation_service_server::SERVICE_NAME,
    season_service_server::SERVICE_NAME,
];

/// The end of a service.
pub type End = (&'static str, Result<(), RunError>);

/// An event log on a nats-server of our own whose streams and consumers exist, and are on the disk.
#[derive(Debug)]
pub struct LocalLog {
    config: NatsConfig,
}

impl LocalLog {
    /// Makes the streams and consumers that are missing, and writes them to the disk, so that a
    /// power cut does not take them away again.
    ///
    /// # Errors
    /// If NATS refuses, if the store holds messages of a stream that nats-server has lost, or when
    /// a file cannot be written.
    pub async fn prepare(nats: &NatsServer, stopping: &CancellationToken) -> anyhow::Result<Self> {
        let config = nats.config(User::Damcast);
        let connection = Nats::connect("damcast", &config, stopping).await?;
        nats.check_store(&existing_streams(&connection, stopping).await?)?;
        provision(&connection, &config, stopping).await?;
        nats.sync_store().await?;
        tracing::debug!("the event log is on the disk");
        let connection = Some(Arc::new(connection));
        Ok(Self { config: NatsConfig { create_streams: false, connection, ..config } })
    }

    /// Returns the settings of its connection.
    #[must_use]
    pub fn nats(&self) -> &NatsConfig {
        &self.config
    }
}

/// A service's configuration as it is without flags: defaults and environment.
fn defaults<C: clap::Args>() -> Result<C, clap::Error> {
    let matches = C::augment_args(clap::Command::new("up")).try_get_matches_from(["up"])?;
    C::from_arg_matches(&matches)
}

/// The addresses on which the services listen.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    /// gRPC and gRPC-web for devices.
    pub board_ingest: SocketAddr,
    /// gRPC of the judge.
    pub rules_validation: SocketAddr,
    /// gRPC of the clocks.
    pub clock: SocketAddr,
    /// gRPC of the tournaments.
    pub pairing: SocketAddr,
    /// Pages, HTTP and gRPC for spectators.
    pub broadcast: SocketAddr,
    /// The same for the devices and desks of the hall, if they have a port of their own.
    pub hall: Option<SocketAddr>,
}

/// The bound ports.
#[derive(Debug)]
pub struct Listeners {
    board_ingest: TcpListener,
    rules_validation: TcpListener,
    clock: TcpListener,
    pairing: TcpListener,
    broadcast: TcpListener,
    hall: HallConfig,
}

impl Addresses {
    /// Returns all of them.
    pub fn all(&self) -> impl Iterator<Item = SocketAddr> {
        let services =
            [self.board_ingest, self.rules_validation, self.clock, self.pairing, self.broadcast];
        services.into_iter().chain(self.hall)
    }

    /// Ports that the system chooses, on this machine only.
    #[must_use]
    pub fn any() -> Self {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self {
            board_ingest: any,
            rules_validation: any,
            clock: any,
            pairing: any,
            broadcast: any,
            hall: None,
        }
    }

    /// The services for a client on this machine.
    #[must_use]
    pub fn targets(&self) -> Targets {
        let url = |address: SocketAddr| format!("http://{}", reachable(address));
        Targets {
            board_ingest: url(self.board_ingest),
            rules_validation: url(self.rules_validation),
            pairing: url(self.pairing),
            trust: TrustConfig::default(),
        }
    }
}

/// Returns the URL of the pages that a server has, for a browser on this machine.
#[must_use]
pub fn pages_of(server: SocketAddr) -> String {
    let address = reachable(server);
    if address.ip().is_loopback() {
        format!("http://localhost:{}", address.port())
    } else {
        format!("http://{address}")
    }
}

/// Returns the URLs at which others in the networks of this machine reach a server: by the names of
/// its certificate, or by the addresses of the machine if it listens on all of them; none for a
/// server on this machine alone.
pub fn in_the_hall(server: SocketAddr, tls: &TlsConfig) -> Vec<String> {
    if server.ip().is_loopback() {
        return Vec::new();
    }
    let Some(tls) = &tls.shared else {
        let urls = addresses_of(server).into_iter().map(|address| format!("http://{address}"));
        return urls.collect();
    };
    let certificate = tls.certificate();
    let names = certificate.names().iter().filter(|name| is_of_the_hall(name));
    names.map(|name| format!("https://{}", authority(name, server.port()))).collect()
}

/// Returns true for a name or address by which others may reach this machine.
fn is_of_the_hall(name: &str) -> bool {
    let address = name.parse::<IpAddr>();
    let is_local = name == "localhost" || address.is_ok_and(|address| address.is_loopback());
    !is_local && !name.starts_with("*.")
}

/// Returns a name or address with the port of https, if it is another than the usual one.
fn authority(name: &str, port: u16) -> String {
    let name = match name.parse::<IpAddr>() {
        Ok(IpAddr::V6(address)) => format!("[{address}]"),
        _other => name.to_owned(),
    };
    if port == HTTPS { name } else { format!("{name}:{port}") }
}

/// Returns the addresses of this machine at which others in its networks reach a server that
/// listens everywhere; none for a server that listens on one address.
fn addresses_of(server: SocketAddr) -> Vec<SocketAddr> {
    if !server.ip().is_unspecified() {
        return Vec::new();
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<_> = interfaces
        .iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .map(|interface| interface.ip())
        .filter(|address| server.is_ipv6() || address.is_ipv4())
        .map(|address| SocketAddr::new(address, server.port()))
        .collect();
    addresses.sort();
    addresses
}

/// An address that a client on this machine can use.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()))
    } else {
        address
    }
}

impl Listeners {
    /// Binds every port before anything is started, so that a taken one is told at once.
    ///
    /// # Errors
    /// If a port is taken; the error names the flag that chooses another.
    pub fn bind(at: &Addresses) -> anyhow::Result<Self> {
        let port = |flag: &'static str, address: SocketAddr| {
            bind(address).with_context(|| format!("choose another address with --{flag}"))
        };
        let mut hall = HallConfig { listen: at.hall, port: None };
        hall.bind().context("choose another address with --hall")?;
        Ok(Self {
            hall,
            broadcast: port("broadcast", at.broadcast)?,
            board_ingest: port("board-ingest", at.board_ingest)?,
            rules_validation: port("rules-validation", at.rules_validation)?,
            clock: port("clock", at.clock)?,
            pairing: port("pairing", at.pairing)?,
        })
    }

    /// Returns the addresses that were bound.
    ///
    /// # Errors
    /// If the system does not return the addresses.
    pub fn addresses(&self) -> Result<Addresses, ServeError> {
        let of = |listener: &TcpListener| listener.local_addr().map_err(ServeError::Serve);
        Ok(Addresses {
            clock: of(&self.clock)?,
            board_ingest: of(&self.board_ingest)?,
            rules_validation: of(&self.rules_validation)?,
            pairing: of(&self.pairing)?,
            broadcast: of(&self.broadcast)?,
            hall: self.hall.port.as_ref().map(Port::address).transpose()?,
        })
    }

    /// Starts the five services as `tasks`, until `stopping`; each tells how it ended. One that
    /// ends by itself is started again. None of them makes a stream: that is done by
    /// [`LocalLog::prepare`].
    ///
    /// They count the connections of `callers` together, and share their routes and one connection
    /// to NATS. A message that nats-server sends to several of them, such as a judged move, then
    /// wakes this process once.
    ///
    /// `authority_key` is the file with the key of the venue, which may come later.
    ///
    /// Each port answers the calls of all services, except that the ports of broadcast answer those
    /// of broadcast alone where they serve a network without TLS.
    ///
    /// # Errors
    /// If the environment holds a setting that cannot be read, or a listener cannot be used.
    pub fn start(
        self,
        log: LocalLog,
        callers: &CallerConfig,
        authority_key: PathBuf,
        tasks: &Tasks,
        stopping: &CancellationToken,
    ) -> anyhow::Result<mpsc::Receiver<End>> {
        let LocalLog { config: nats } = log;
        let mut callers = callers.clone();
        callers.connections.shared = Some(Connections::of(&callers.connections));
        let routes = SharedRoutes::of(&API);
        let (ends, ended) = mpsc::channel(5);
        let serve = |listen: SocketAddr| ServeConfig {
            listen,
            address_file: None,
            callers: callers.clone(),
            stop_grace_s: STOP_GRACE_S,
            nats: nats.clone(),
            metrics: MetricsConfig::default(),
            routes: Some(routes.clone()),
        };
        macro_rules! start {
            ($service:ident, $listener:expr $(, $field:ident = $value:expr)?) => {{
                let port = Port::of($listener)?;
                let mut config = defaults::<$service::Config>()?;
                config.serve = serve(port.address()?);
                $(config.$field = $value;)?
                let (ends, stopping) = (ends.clone(), stopping.clone());
                let span = tracing::info_span!("service", name = $service::NAME);
                let run = async move {
                    let run = |listener, stop| $service::run(config.clone(), listener, stop);
                    let end = keep(port, &stopping, run).await;
                    // Nobody listens any more once everything is stopped.
                    drop(ends.send(($service::NAME, end)).await);
                };
                tasks.spawn(run.instrument(span));
            }};
        }
        start!(board_ingest, self.board_ingest, authority_key = authority_key);
        start!(rules_validation, self.rules_validation);
        start!(clock, self.clock);
        start!(pairing, self.pairing);
        start!(broadcast, self.broadcast, hall = self.hall);
        Ok(ended)
    }
}

/// Runs a service until `stopping`, anew whenever it ends by itself.
async fn keep<F>(
    port: Port,
    stopping: &CancellationToken,
    run: impl Fn(TcpListener, WaitForCancellationFutureOwned) -> F,
) -> Result<(), RunError>
where
    F: Future<Output = Result<(), RunError>>,
{
    loop {
        match run(port.listener()?, stopping.clone().cancelled_owned()).await {
            Err(error) if error.is_stop() => return Ok(()),
            Err(error @ RunError::ByItself { name }) => {
                tracing::warn!(error = error_chain(&error), "starting it again");
                let place = SERVICES.iter().position(|service| *service == name);
                SERVICE_RESTARTS.add(place.unwrap_or(SERVICES.len()), 1);
            }
            end => return end,
        }
        if stopping.run_until_cancelled(tokio::time::sleep(REST)).await.is_none() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_listens_everywhere_has_addresses_in_the_hall() {
        let tls = TlsConfig::default();
        assert!(in_the_hall("127.0.0.1:8080".parse().unwrap(), &tls).is_empty());
        for address in addresses_of("0.0.0.0:8080".parse().unwrap()) {
            let ip = address.ip();
            assert!(ip.is_ipv4() && !ip.is_loopback() && !ip.is_unspecified(), "{address}");
            assert_eq!(address.port(), 8080);
        }
    }

    #[test]
    fn the_names_of_a_certificate_make_urls() {
        for (name, port, wanted) in [
            ("venue7.example", 443, "venue7.example"),
            ("venue7.example", 8080, "venue7.example:8080"),
            ("192.0.2.7", 8080, "192.0.2.7:8080"),
            ("2001:db8::7", 443, "[2001:db8::7]"),
        ] {
            assert_eq!(authority(name, port), wanted);
            assert!(is_of_the_hall(name));
        }
        for name in ["localhost", "127.0.0.1", "::1", "*.example"] {
            assert!(!is_of_the_hall(name), "{name}");
        }
    }
}
