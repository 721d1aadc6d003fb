//! The authorities by which a client knows a server.

use std::{fs, io, net::SocketAddr, path::PathBuf, sync::Arc};

use rustls_native_certs::load_native_certs;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{
        self, ClientConfig, RootCertStore,
        pki_types::{
            CertificateDer, InvalidDnsNameError, ServerName,
            pem::{self, PemObject as _},
        },
    },
};
use tonic::transport::{Certificate, ClientTlsConfig};

/// The authorities that a client trusts for https://.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TrustConfig {
    /// File with the certificate of an authority (PEM), as `damcast tls init` makes it, that is
    /// trusted for https:// beside those of the system.
    #[arg(
        id = "tls_authority",
        long = "tls-authority",
        env = "DAMCAST_TLS_AUTHORITY",
        value_name = "FILE"
    )]
    pub authority: Option<PathBuf>,
}

/// The reason why a server is not reached over TLS, or an authority cannot be trusted.
#[derive(Debug, Error)]
pub enum TrustError {
    /// The file cannot be read.
    #[error("read the authority in {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It holds no certificate.
    #[error("{} holds no certificate (PEM)", path.display())]
    NoCertificate {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: pem::Error,
    },
    /// The certificate is not one of an authority.
    #[error("the authority cannot be trusted")]
    Unusable(#[from] rustls::Error),
    /// A server is called by what is no name.
    #[error("not the name of a server")]
    Name(#[from] InvalidDnsNameError),
    /// The server cannot be reached, or is not who it should be.
    #[error("connect to {address}")]
    Connect {
        /// Its address.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
}

/// The authorities of a client: those of the system, and one of its own. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    pem: Option<Arc<[u8]>>,
}

impl TrustConfig {
    /// Reads the authority.
    ///
    /// # Errors
    /// [`TrustError`] if there is a file and it holds no certificate.
    pub fn read(&self) -> Result<Trust, TrustError> {
        let Some(path) = &self.authority else { return Ok(Trust::default()) };
        let pem =
            fs::read(path).map_err(|source| TrustError::Read { path: path.clone(), source })?;
        if let Err(source) = CertificateDer::from_pem_slice(&pem) {
            return Err(TrustError::NoCertificate { path: path.clone(), source });
        }
        Ok(Trust { pem: Some(pem.into()) })
    }
}

impl Trust {
    /// Returns the settings of a channel.
    pub(super) fn of_channel(&self) -> ClientTlsConfig {
        let config = ClientTlsConfig::new().with_native_roots();
        match &self.pem {
            Some(pem) => config.ca_certificate(Certificate::from_pem(pem)),
            None => config,
        }
    }

    /// Opens a connection over TLS to the server `name`, which is at `stream`.
    ///
    /// # Errors
    /// [`TrustError`] if no authority of these says that it is that server.
    pub async fn connect(
        &self,
        name: &str,
        stream: TcpStream,
    ) -> Result<TlsStream<TcpStream>, TrustError> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(load_native_certs().certs);
        let own = self.pem.iter().flat_map(|pem| CertificateDer::pem_slice_iter(pem)).flatten();
        for certificate in own {
            roots.add(certificate)?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(name.to_owned())?;
        let address = stream.peer_addr();
        let connected = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
        let address = address.unwrap_or_else(|_gone| ([0, 0, 0, 0], 0).into());
        connected.map_err(|source| TrustError::Connect { address, source })
    }
}
