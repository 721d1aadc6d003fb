//! Connections that ask nothing, or never finish what they ask, at every service, of which each may
//! have 1,024 descriptors open, while games are played.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{Instant, timeout},
};
use tonic_health::pb::health_check_response::ServingStatus;

use crate::{
    finish::finish,
    hall::{Hall, Part, health},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    spectator::Spectator,
};

/// Number of descriptors that a service may have open: what many systems allow.
pub(crate) const DESCRIPTORS: usize = 1024;
/// Longest time for a verdict during a flood.
const JUDGED_WITHIN: Duration = Duration::from_secs(5);
/// Longest time for which a connection may stay open.
const CLOSED_WITHIN: Duration = Duration::from_secs(60);
/// Pause of a player before a move.
const THINK: Duration = Duration::from_millis(20);
/// Pause before a newcomer tries again.
const PAUSE: Duration = Duration::from_millis(100);

/// A kind of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flood {
    /// Sends nothing.
    Silent,
    /// Sends a header a second, and never the end of them.
    SlowHeaders,
    /// Sends a part of a body, and nothing more.
    HalfBodies,
}

impl Flood {
    fn name(self) -> &'static str {
        match self {
            Self::Silent => "silent connections",
            Self::SlowHeaders => "slow headers",
            Self::HalfBodies => "half bodies",
        }
    }

    /// Returns the longest time for which newcomers may find a service full: so long it waits for a
    /// request, or for its body.
    fn room_within(self) -> Duration {
        Duration::from_secs(match self {
            Self::Silent | Self::SlowHeaders => 15,
            Self::HalfBodies => 40,
        })
    }

    /// Holds a connection until the service closes it.
    pub(crate) async fn hold(self, mut stream: TcpStream) {
        let body = "POST /grpc.health.v1.Health/Check HTTP/1.1\r\nHost: localhost\r\n\
             Content-Type: application/grpc-web+proto\r\nContent-Length: 1000\r\n\r\nhalf";
        let mut sent = match self {
            Self::Silent => Ok(()),
            Self::SlowHeaders => stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").await,
            Self::HalfBodies => stream.write_all(body.as_bytes()).await,
        };
        while sent.is_ok() {
            let mut answer = [0; 1024];
            match timeout(Duration::from_secs(1), stream.read(&mut answer)).await {
                Ok(Ok(0) | Err(_)) => return,
                Ok(Ok(_read)) => {}
                Err(_elapsed) if matches!(self, Self::SlowHeaders) => {
                    sent = stream.write_all(b"X: y\r\n").await;
                }
                Err(_elapsed) => {}
            }
        }
    }
}

/// Floods every service with `size` connections of each kind.
pub(crate) async fn connections(size: usize) -> Result<Report> {
    let (_soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
    let (mut report, ledger) = (Report::default(), Ledger::default());
    let mut hall = Hall::prepare()?;
    hall.limit_descriptors(DESCRIPTORS);
    hall.launch_all().await?;
    hall.all_serve().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let mut rounds = Vec::new();
    for flood in [Flood::Silent, Flood::SlowHeaders, Flood::HalfBodies] {
        let (id, name) = (format!("connections-{}", rounds.len() + 1), flood.name());
        let round = Round::open(&clients, &id, scripts(TABLES)?).await?;
        let spectator = Spectator::watch(hall.address(Part::Broadcast), &id);
        let (began, services) =
            (Instant::now(), Part::ALL.into_iter().filter(|part| *part != Part::Nats));
        let mut held = JoinSet::new();
        for part in services.clone() {
            for _connection in 0..size {
                let stream = TcpStream::connect(hall.address(part)).await?;
                held.spawn(flood.hold(stream));
            }
        }
        report.figure(format!("{name}: opened"), held.len());
        let playing = Playing::begin(&clients, &round, &ledger, THINK);
        let newcomers = services.map(|part| newcomer(hall.address(part)));
        let waited = futures_util::future::join_all(newcomers).await;
        report.times(&format!("{name}: until newcomers are served"), waited.clone());
        report.bound(&format!("{name}: a newcomer"), &waited, flood.room_within());
        for error in playing.end().await {
            report.finding(format!("{name}: {error}"));
        }
        let times = ledger.take_times();
        report.bound(&format!("{name}: a verdict"), &times.judged_after, JUDGED_WITHIN);
        report.times(&format!("{name}: until judged"), times.judged_after);
        let all = async { while held.join_next().await.is_some() {} };
        if timeout(CLOSED_WITHIN.saturating_sub(began.elapsed()), all).await.is_err() {
            let open = held.len();
            report.finding(format!("{name}: {open} are still open after {CLOSED_WITHIN:?}"));
        }
        report.figure(format!("{name}: all closed after"), format!("{:.1?}", began.elapsed()));
        rounds.push((round, spectator));
    }
    finish(&hall, &ledger, &rounds, &mut report).await?;
    hall.stop().await?;
    Ok(report)
}

/// Returns the time until a service answers who was not connected before.
async fn newcomer(address: SocketAddr) -> Duration {
    let began = Instant::now();
    while began.elapsed() < CLOSED_WITHIN && health(address).await != Some(ServingStatus::Serving) {
        tokio::time::sleep(PAUSE).await;
    }
    began.elapsed()
}
