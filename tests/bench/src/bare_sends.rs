//! The floor of a broadcast: one thread that sends the same bytes on each connection, one system
//! call a message, and does nothing else.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    thread::sleep,
    time::Duration,
};

use anyhow::ensure;
use tokio::time::Instant;

/// Interval at which is looked whether sending begins.
const LOOK: Duration = Duration::from_millis(50);

/// The messages that are sent.
#[derive(Clone, Copy, Debug)]
pub struct Sends {
    /// Number of connections.
    pub connections: usize,
    /// Number of messages on each.
    pub messages: u32,
    /// Time from one to the next.
    pub every: Duration,
    /// Bytes of a message, 126 to 65,535.
    pub bytes: u16,
}

/// Accepts the connections, waits until the file `begin` exists, and sends.
///
/// # Errors
/// If a connection fails.
pub fn send(listener: &TcpListener, sends: Sends, begin: &Path) -> anyhow::Result<()> {
    let mut sockets = Vec::with_capacity(sends.connections);
    while sockets.len() < sends.connections {
        let (mut stream, _address) = listener.accept()?;
        upgrade(&mut stream)?;
        stream.set_nodelay(true)?;
        sockets.push(stream);
    }
    let [high, low] = sends.bytes.to_be_bytes();
    let mut message = vec![0x81, 126, high, low];
    message.resize(4 + usize::from(sends.bytes), b'x');
    while !begin.exists() {
        sleep(LOOK);
    }
    let start = Instant::now();
    for number in 0..sends.messages {
        sleep((start + sends.every * number).saturating_duration_since(Instant::now()));
        for socket in &mut sockets {
            socket.write_all(&message)?;
        }
    }
    // Until the process is ended.
    loop {
        sleep(LOOK);
    }
}

/// Answers a request for a WebSocket as its reader needs it.
fn upgrade(stream: &mut TcpStream) -> anyhow::Result<()> {
    let (mut head, mut piece) = (Vec::new(), [0; 512]);
    while !head.ends_with(b"\r\n\r\n") {
        let length = stream.read(&mut piece)?;
        ensure!(length > 0, "a spectator closed a connection");
        head.extend_from_slice(piece.get(..length).unwrap_or_default());
    }
    stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")?;
    Ok(())
}
