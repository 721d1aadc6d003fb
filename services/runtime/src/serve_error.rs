//! The reason why a service cannot serve.

use std::{io, net::SocketAddr};

use thiserror::Error;

use crate::tls::TlsError;

/// The reason why a service cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The port is taken, or the address belongs to another machine.
    #[error("listen on {address}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The address file cannot be written.
    #[error("write the address to {path}")]
    AddressFile {
        /// The path of the file.
        path: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The descriptors of the contract cannot be used.
    #[error("set up reflection")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// The listener cannot be used.
    #[error("serve")]
    Serve(#[source] io::Error),
    /// The listener may not be served, or not with its certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
}
