//! Ports for servers under test.

use std::{
    net::{Ipv4Addr, TcpListener},
    sync::atomic::{AtomicU16, Ordering},
};

use anyhow::{Result, bail};

/// Returns a free port below the range that the system uses for outgoing connections: a client that
/// reconnects while a service is down must not be given the service's own port.
///
/// # Errors
/// If a thousand ports in a row are taken.
pub fn free_port() -> Result<u16> {
    static TRIED: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 1000)?;
    for _ in 0..1000 {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        let port = 10_000 + (first * 20 + tried) % 20_000;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no port is free between 10000 and 30000")
}
