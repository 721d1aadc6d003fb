//! Ports: bound before anything else begins, and kept while what they serve is started again.

use std::{
    net::{SocketAddr, TcpListener as StdListener},
    sync::Arc,
};

use tokio::net::{TcpListener, TcpSocket};

use crate::serve_error::ServeError;

/// Number of connections that may wait to be accepted: a crowd comes at once, and whoever finds no
/// place comes again a second later. The system keeps to its own limit, too
/// (`net.core.somaxconn`).
const BACKLOG: u32 = 16_384;

/// Binds `address`, so that a taken port is known before anything else begins. Called within a
/// runtime.
///
/// # Errors
/// [`ServeError::Bind`].
pub fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let listen = || {
        let socket = if address.is_ipv6() { TcpSocket::new_v6() } else { TcpSocket::new_v4() }?;
        // A service that is started again takes its port although connections of the last one
        // linger.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|source| ServeError::Bind { address, source })
}

/// A bound port. Cheap to clone; it is free again once all clones and listeners are dropped.
///
/// While nothing listens, connections wait, and no other program can take the port.
#[derive(Clone, Debug)]
pub struct Port(Arc<StdListener>);

impl Port {
    /// Keeps the port of `listener`.
    ///
    /// # Errors
    /// [`ServeError::Serve`] if the listener cannot be used.
    pub fn of(listener: TcpListener) -> Result<Self, ServeError> {
        listener.into_std().map(|port| Self(Arc::new(port))).map_err(ServeError::Serve)
    }

    /// Returns its address.
    ///
    /// # Errors
    /// [`ServeError::Serve`] if the system does not tell it.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        self.0.local_addr().map_err(ServeError::Serve)
    }

    /// Returns a listener on it. Called within a runtime.
    ///
    /// # Errors
    /// [`ServeError::Serve`] if there are no descriptors left.
    pub fn listener(&self) -> Result<TcpListener, ServeError> {
        self.0.try_clone().and_then(TcpListener::from_std).map_err(ServeError::Serve)
    }
}
