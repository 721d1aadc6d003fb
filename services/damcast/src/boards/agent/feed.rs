//! The reports of a board as they come: from a file, a pipe, a port or a connection.

use std::{
    fs::{self, File},
    io::{self, Read},
    net::TcpStream,
    path::PathBuf,
    str::FromStr,
    thread,
    time::Duration,
};

use anyhow::Context as _;
use thiserror::Error;
use tokio::sync::mpsc;

use super::super::track::LINE_BYTES_MAX;
use crate::lines::{InputLine, LineReader};

/// The largest number of lines that wait; a board that sends more waits itself.
pub(super) const WAITING_MAX: usize = 256;
/// Pause before a board that went away is opened again.
const PAUSE: Duration = Duration::from_millis(500);
/// Longest time until a board answers to a connection.
const CONNECT: Duration = Duration::from_secs(3);

/// The source of reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Standard input.
    Pipe,
    /// A host with a port.
    Tcp(String),
    /// A file, a named pipe, or the port of a board that sends lines.
    Path(PathBuf),
}

/// A source on the network without a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("tcp:// takes a host and a port, as in tcp://192.0.2.7:1000")]
pub(super) struct NoPort;

impl FromStr for Source {
    type Err = NoPort;

    fn from_str(text: &str) -> Result<Self, NoPort> {
        match text.strip_prefix("tcp://") {
            Some(host) if host.contains(':') => Ok(Self::Tcp(host.to_owned())),
            Some(_) => Err(NoPort),
            None if text == "-" => Ok(Self::Pipe),
            None => Ok(Self::Path(text.into())),
        }
    }
}

/// A piece of news from a source.
#[derive(Debug)]
pub(super) enum News {
    Line(InputLine),
    /// The board answers, and has nothing to say.
    Heard,
    /// The board went away; it is opened again.
    Down,
    /// The board is there.
    Up,
    /// Nothing more comes.
    End,
    /// It cannot be read.
    Failed(io::Error),
}

/// A source that is being read.
#[derive(Debug)]
pub(super) struct Feed {
    news: mpsc::Receiver<News>,
    /// True for a file of the past: its lines have their own moments, and it ends.
    pub(super) is_recorded: bool,
}

impl Feed {
    /// Begins to read a source.
    ///
    /// # Errors
    /// If there is no such file.
    pub(super) fn start(source: Source) -> anyhow::Result<Self> {
        let is_recorded = match &source {
            Source::Path(path) => {
                let found = fs::metadata(path);
                found.with_context(|| format!("read {}", path.display()))?.is_file()
            }
            Source::Pipe | Source::Tcp(_) => false,
        };
        Self::spawn(is_recorded, move |news| follow(&source, is_recorded, news))
    }

    /// Begins to take the news that `read` sends, until it returns or nobody takes them any more.
    ///
    /// # Errors
    /// If no thread can be made.
    pub(super) fn spawn(
        is_recorded: bool,
        read: impl FnOnce(&mpsc::Sender<News>) + Send + 'static,
    ) -> anyhow::Result<Self> {
        let (sender, news) = mpsc::channel(WAITING_MAX);
        // A thread of its own: reading a pipe cannot be broken off, and nothing waits for its end.
        let reader = thread::Builder::new().name("board".to_owned());
        reader.spawn(move || read(&sender)).context("read the board")?;
        Ok(Self { news, is_recorded })
    }

    /// Takes the news of one of several boards.
    pub(super) const fn of(news: mpsc::Receiver<News>) -> Self {
        Self { news, is_recorded: false }
    }

    pub(super) async fn next(&mut self) -> News {
        self.news.recv().await.unwrap_or(News::End)
    }
}

/// Reads a source until it ends, or for ever if it can come back.
fn follow(source: &Source, is_recorded: bool, news: &mpsc::Sender<News>) {
    let mut was_up = false;
    loop {
        let read = open(source).and_then(|input| {
            if was_up && news.blocking_send(News::Up).is_err() {
                return Ok(());
            }
            was_up = true;
            read(input, news)
        });
        let is_last = is_recorded || *source == Source::Pipe;
        let sent = match read {
            Ok(()) if is_last => news.blocking_send(News::End),
            Err(error) if is_last => news.blocking_send(News::Failed(error)),
            Ok(()) | Err(_) => news.blocking_send(News::Down),
        };
        if is_last || sent.is_err() {
            return;
        }
        thread::sleep(PAUSE);
    }
}

fn open(source: &Source) -> io::Result<Box<dyn Read>> {
    Ok(match source {
        Source::Pipe => Box::new(io::stdin()),
        Source::Path(path) => Box::new(File::open(path)?),
        Source::Tcp(host) => {
            use std::net::ToSocketAddrs as _;
            let address = host.to_socket_addrs()?.next();
            let address = address.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
            Box::new(TcpStream::connect_timeout(&address, CONNECT)?)
        }
    })
}

fn read(input: impl Read, news: &mpsc::Sender<News>) -> io::Result<()> {
    let mut reader = LineReader::new(input, LINE_BYTES_MAX);
    while let Some(line) = reader.next()? {
        if news.blocking_send(News::Line(line)).is_err() {
            return Ok(());
        }
    }
    Ok(())
}
