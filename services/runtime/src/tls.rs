//! TLS on a listener: which connections are private, and with which certificate.
//!
//! A listener that other machines reach speaks TLS, or says by `--plain-http` that it does not. A
//! caller on this machine may speak plain HTTP to every listener: nobody is on the way.

mod certificate;
mod reload;

use std::{io, net::SocketAddr, path::PathBuf, sync::Arc};

use proto::Timestamp;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{self, ServerConfig, crypto::ring, version},
    server::TlsStream,
};

pub use self::certificate::{Certificate, CertificateError};
use self::reload::Current;
use crate::{origins::HostName, tasks::Tasks};

/// The first byte of a client that begins with TLS (RFC 8446 section 5.1: a handshake record).
const HANDSHAKE: u8 = 22;
/// The protocols that are offered, the best first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Callers who are served over a network without TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PlainHttp {
    /// Spectators: the pages, and the calls that these make. Other calls are refused.
    Public,
    /// Everybody: a proxy in front terminates TLS, and nobody is between it and this machine.
    BehindProxy,
}

/// The certificate of a listener, or the decision to have none.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TlsConfig {
    /// File with the certificate for TLS, followed by those of its issuers (PEM). It is read again
    /// when it changes. Callers on this machine may speak plain HTTP all the same.
    #[arg(
        id = "tls_cert",
        long = "tls-cert",
        env = "DAMCAST_TLS_CERT",
        value_name = "FILE",
        requires = "tls_key"
    )]
    pub certificate: Option<PathBuf>,
    /// File with the key of the certificate (PEM), which not everybody may read.
    #[arg(
        id = "tls_key",
        long = "tls-key",
        env = "DAMCAST_TLS_KEY",
        value_name = "FILE",
        requires = "tls_cert"
    )]
    pub key: Option<PathBuf>,
    /// Serves a network without a certificate: "public", the pages for spectators and no other
    /// call; "behind-proxy", everything, as a proxy in front terminates TLS. A certificate counts
    /// more.
    #[arg(
        long,
        env = "DAMCAST_PLAIN_HTTP",
        value_enum,
        num_args = 0..=1,
        default_missing_value = "public",
        value_name = "FOR"
    )]
    pub plain_http: Option<PlainHttp>,
    /// The certificate of an authority of one's own (PEM), which tablets fetch at `/authority.crt`.
    #[arg(skip)]
    pub authority: Option<String>,
    /// The certificate that this service shares with others in its process.
    #[arg(skip)]
    pub shared: Option<Tls>,
}

/// The reason why a listener cannot be served.
#[derive(Debug, Error)]
pub enum TlsError {
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// TLS cannot be set up.
    #[error("set up TLS")]
    SetUp(#[source] rustls::Error),
    /// Other machines reach it, and it has no certificate.
    #[error(
        "{address} is reached over a network: give it a certificate with --tls-cert and --tls-key, or serve it \
         without TLS with --plain-http"
    )]
    NoCertificate {
        /// The address of the listener.
        address: SocketAddr,
    },
}

/// The way in which the connections of a listener are made. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) enum Transport {
    /// Plain HTTP, which only this machine reaches.
    Local,
    /// Plain HTTP, on purpose.
    Plain(PlainHttp),
    /// TLS.
    Tls(Tls),
}

impl Transport {
    /// Returns true if nobody on the way can read along.
    pub(crate) fn is_private(&self) -> bool {
        !matches!(self, Self::Plain(PlainHttp::Public))
    }

    /// Returns its name, as probes tell it.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Plain(PlainHttp::Public) => "plain-public",
            Self::Plain(PlainHttp::BehindProxy) => "plain-behind-proxy",
            Self::Tls(_) => "tls",
        }
    }

    /// Returns the names of its certificate, by which it may be called.
    pub(crate) fn names(&self) -> Vec<HostName> {
        let Self::Tls(tls) = self else { return Vec::new() };
        tls.certificate().names().iter().filter_map(|name| name.parse().ok()).collect()
    }

    /// Returns the moment at which its certificate expires.
    pub(crate) fn expires(&self) -> Option<Timestamp> {
        let Self::Tls(tls) = self else { return None };
        Some(tls.certificate().ends())
    }
}

/// Marks a request that others on the way can read, so that no token may be in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InTheClear;

impl TlsConfig {
    /// Reads the certificate once for all services that get a copy of this; a task of `tasks` reads
    /// its files again when they change.
    ///
    /// # Errors
    /// [`TlsError`] if the certificate or its key cannot be used.
    pub fn share(&mut self, tasks: &Tasks) -> Result<(), TlsError> {
        if self.shared.is_none()
            && let Some((certificate, key)) = self.certificate.clone().zip(self.key.clone())
        {
            let current = Arc::new(Current::read(certificate, key)?);
            tasks.spawn_until_stop(Arc::clone(&current).keep());
            self.shared = Some(Tls::new(current)?);
        }
        Ok(())
    }

    /// Checks that a listener at `address` may be served: a network is not served without TLS by
    /// mistake.
    ///
    /// # Errors
    /// [`TlsError::NoCertificate`].
    pub fn check(&self, address: SocketAddr) -> Result<(), TlsError> {
        let has_certificate = self.shared.is_some() || self.certificate.is_some();
        if has_certificate || self.plain_http.is_some() || is_of_this_machine(address) {
            return Ok(());
        }
        Err(TlsError::NoCertificate { address })
    }

    /// Returns the transport of a listener at `address`, with the certificate that was shared.
    ///
    /// # Errors
    /// [`TlsError::NoCertificate`].
    pub(crate) fn transport(&self, address: SocketAddr) -> Result<Transport, TlsError> {
        self.check(address)?;
        if let Some(tls) = &self.shared {
            return Ok(Transport::Tls(tls.clone()));
        }
        let Some(served) = self.plain_http.filter(|_served| !is_of_this_machine(address)) else {
            return Ok(Transport::Local);
        };
        match served {
            PlainHttp::BehindProxy => {
                tracing::warn!(%address, "serves a network without TLS: a proxy in front has to terminate it");
            }
            PlainHttp::Public => {
                tracing::warn!(%address, "serves a network without TLS: the pages for spectators, and no other call");
            }
        }
        Ok(Transport::Plain(served))
    }
}

/// Returns true if nobody but this machine is between both ends.
pub(crate) fn is_of_this_machine(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// TLS with a certificate that may be replaced while connections are open. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tls {
    server: Arc<ServerConfig>,
    current: Arc<Current>,
}

/// A connection of which the beginning was read.
#[derive(Debug)]
pub(crate) enum Opened {
    /// It speaks TLS.
    Tls(Box<TlsStream<TcpStream>>),
    /// It speaks something else.
    Plain(TcpStream),
}

impl Tls {
    fn new(current: Arc<Current>) -> Result<Self, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let mut server = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&version::TLS13, &version::TLS12])
            .map_err(TlsError::SetUp)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::<Current>::clone(&current));
        server.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
        // A spectator who comes back needs no other signature.
        server.ticketer = ring::Ticketer::new().map_err(TlsError::SetUp)?;
        Ok(Self { server: Arc::new(server), current })
    }

    /// Returns the certificate that new connections have.
    #[must_use]
    pub fn certificate(&self) -> Arc<Certificate> {
        self.current.certificate()
    }

    /// Reads the first byte of a connection, and the whole handshake if that begins one.
    ///
    /// # Errors
    /// [`io::Error`] if the other side leaves or breaks the handshake off, or no parameters suit
    /// both.
    pub(crate) async fn open(&self, stream: TcpStream) -> io::Result<Opened> {
        let mut first = [0];
        match stream.peek(&mut first).await? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            _one if first == [HANDSHAKE] => {}
            _one => return Ok(Opened::Plain(stream)),
        }
        let secured = TlsAcceptor::from(Arc::clone(&self.server)).accept(stream).await?;
        Ok(Opened::Tls(Box::new(secured)))
    }
}
