//! Spectators in a process of their own, which count what they receive and look at nothing else.

use std::{
    fmt,
    io::Write as _,
    net::SocketAddr,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use futures_util::future::join_all;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{Instant, interval},
};

use crate::Sample;

/// Number of spectators who come at once.
const BURST: u64 = 1000;
/// Bytes that are read at once.
const PIECE: usize = 2048;

/// The counts so far, as a line of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number of connections on which messages may come.
    pub open: u64,
    /// Number of messages.
    pub messages: u64,
    /// Bytes of all messages with their headers.
    pub bytes: u64,
    /// The time that 99 of 100 connections took to be accepted, in microseconds.
    pub accepted_us: u64,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { open, messages, bytes, accepted_us } = self;
        write!(f, "{open} {messages} {bytes} {accepted_us}")
    }
}

impl FromStr for Counted {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<Self> {
        let numbers: Vec<u64> =
            line.split(' ').map(str::parse).collect::<Result<_, _>>().context("numbers")?;
        let [open, messages, bytes, accepted_us] = numbers[..] else {
            anyhow::bail!("four numbers, here is {line:?}")
        };
        Ok(Self { open, messages, bytes, accepted_us })
    }
}

#[derive(Debug, Default)]
struct Counts {
    open: AtomicU64,
    messages: AtomicU64,
    bytes: AtomicU64,
    accepted_us: AtomicU64,
}

/// Opens `count` connections, a thousand at once, and prints the counts ten times a second, until
/// the process is ended.
///
/// # Errors
/// If a connection fails.
pub async fn watch(address: SocketAddr, path: &str, count: u64) -> anyhow::Result<()> {
    let counts = Arc::new(Counts::default());
    let mut watching = JoinSet::new();
    let telling = Arc::clone(&counts);
    watching.spawn(async move {
        let mut tick = interval(Duration::from_millis(100));
        loop {
            tick.tick().await;
            let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
            let Counts { open, messages, bytes, accepted_us } = &*telling;
            let [open, messages, bytes, accepted_us] =
                [open, messages, bytes, accepted_us].map(read);
            let mut out = std::io::stdout();
            writeln!(out, "{}", Counted { open, messages, bytes, accepted_us })?;
            out.flush()?;
        }
    });
    let mut accepted = Vec::new();
    let mut left = count;
    while left > 0 {
        let burst = left.min(BURST);
        left -= burst;
        let connected = join_all((0..burst).map(|_one| connect(address))).await;
        for stream in connected {
            let (stream, took) = stream?;
            accepted.push(took);
            watching.spawn(receive(stream, path.to_owned(), Arc::clone(&counts)));
        }
        let slowest = Sample::new(accepted.clone()).percentile(99);
        let micros = u64::try_from(slowest.as_micros()).unwrap_or(u64::MAX);
        counts.accepted_us.store(micros, Ordering::Relaxed);
    }
    while let Some(ended) = watching.join_next().await {
        ended??;
    }
    Ok(())
}

async fn connect(address: SocketAddr) -> anyhow::Result<(TcpStream, Duration)> {
    let begin = Instant::now();
    let stream = TcpStream::connect(address).await?;
    Ok((stream, begin.elapsed()))
}

/// Receives messages on one connection.
async fn receive(mut stream: TcpStream, path: String, counts: Arc<Counts>) -> anyhow::Result<()> {
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut piece = vec![0; PIECE];
    let mut head = Vec::new();
    let rest = loop {
        let length = stream.read(&mut piece).await?;
        ensure!(length > 0, "the server closed a connection");
        head.extend_from_slice(&piece[..length]);
        if let Some(at) = head.windows(4).position(|four| four == b"\r\n\r\n") {
            ensure!(head.starts_with(b"HTTP/1.1 101"), "the server refused a connection");
            break head.split_off(at + 4);
        }
    };
    drop(head);
    counts.open.fetch_add(1, Ordering::Relaxed);
    let mut messages = Messages::default();
    let mut note = |bytes: &[u8]| {
        counts.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        counts.messages.fetch_add(messages.count(bytes), Ordering::Relaxed);
    };
    note(&rest);
    loop {
        let length = stream.read(&mut piece).await?;
        ensure!(length > 0, "the server closed a connection");
        note(&piece[..length]);
    }
}

/// Counts the text messages of a server in the pieces in which they arrive.
#[derive(Debug, Default)]
struct Messages {
    header: Vec<u8>,
    skip: u64,
}

impl Messages {
    fn count(&mut self, mut piece: &[u8]) -> u64 {
        let mut count = 0;
        while !piece.is_empty() {
            let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(piece.len());
            self.skip -= skipped as u64;
            piece = &piece[skipped..];
            let [first, rest @ ..] = piece else { break };
            self.header.push(*first);
            piece = rest;
            let length = match *self.header.as_slice() {
                [_kind, short @ 0..=125] => u64::from(short),
                [_kind, 126, high, low] => u64::from(u16::from_be_bytes([high, low])),
                [_kind, 127, a, b, c, d, e, f, g, h] => {
                    u64::from_be_bytes([a, b, c, d, e, f, g, h])
                }
                _ => continue,
            };
            count += u64::from(self.header.first() == Some(&0x81));
            self.header.clear();
            self.skip = length;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_counted_in_whatever_pieces_they_arrive() {
        let mut bytes = vec![0x81, 2, b'h', b'i'];
        bytes.extend([0x81, 126, 0, 200]);
        bytes.extend([7; 200]);
        bytes.extend([0x89, 0]);
        for size in [1, 3, 64, bytes.len()] {
            let mut messages = Messages::default();
            let count: u64 = bytes.chunks(size).map(|piece| messages.count(piece)).sum();
            assert_eq!(count, 2, "{size}");
        }
    }

    #[test]
    fn counts_are_read_as_they_were_told() {
        let counted = Counted { open: 1, messages: 2, bytes: 3, accepted_us: 4 };
        assert_eq!(counted.to_string().parse::<Counted>().unwrap(), counted);
    }
}
