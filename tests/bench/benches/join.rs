//! The price of a join: bytes and CPU time of broadcast for a spectator who comes, as a function of
//! the boards of the round and of the moves that were played. It draws both as plots.
//!
//! A spectator joins by a stream alone, which begins with a snapshot; by a compressed snapshot and
//! a stream that goes on from it; or by the parts that a first view needs (the head, the round and
//! one game, compressed) and such a stream. Without TLS.

use std::{
    fs::{self, File},
    io::Write as _,
    net::SocketAddr,
    path::PathBuf,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use bench::{
    hall::Hall,
    plot::{Line, Plot},
    process::{cpu, program},
};
use clap::Parser as _;
use damcast::nats_server::{NatsOptions, NatsServer, TiedChild, find_binary};
use runtime::{
    Nats,
    config::{NatsConfig, TelemetryConfig},
    provision,
    telemetry::{Measured, Telemetry},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

/// The longest wait for broadcast.
const PATIENCE: Duration = Duration::from_secs(60);
/// The CPU time that a measurement takes at least, which the system tells in hundredths of a
/// second.
const CPU_MIN: Duration = Duration::from_secs(1);
/// Number of joins between two looks at it.
const JOINS: u32 = 100;
/// Moves at each board where boards are compared, and boards where moves are.
const PLIES: u32 = 40;
const BOARDS: u32 = 100;

/// Measures what it costs to let a spectator in.
#[derive(Debug, clap::Parser)]
struct Join {
    /// Numbers of boards that are compared.
    #[arg(long, value_delimiter = ',', default_value = "8,25,50,100", value_name = "N,…")]
    boards: Vec<u32>,
    /// Numbers of moves at each board that are compared.
    #[arg(long, value_delimiter = ',', default_value = "0,20,40,60,80", value_name = "N,…")]
    plies: Vec<u32>,
    /// The folder of the plots.
    #[arg(long, default_value = "docs/plots", value_name = "FOLDER")]
    plots: PathBuf,
    /// The nats-server program.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    nats_server: Option<PathBuf>,
    #[command(flatten)]
    telemetry: TelemetryConfig,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The price of a join.
#[derive(Clone, Copy, Debug)]
struct Price {
    bytes: u64,
    cpu: Duration,
}

/// A way to join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Stream,
    Snapshot,
    Parts,
}

impl Way {
    const ALL: [Self; 3] = [Self::Stream, Self::Snapshot, Self::Parts];

    fn name(self) -> &'static str {
        match self {
            Self::Stream => "by a stream alone",
            Self::Snapshot => "compressed first",
            Self::Parts => "by parts",
        }
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let join = Join::parse();
    let telemetry = Telemetry::start("bench", &join.telemetry, "warn", Measured::default())?;
    let measured = join.run().await;
    telemetry.stop();
    measured
}

impl Join {
    async fn run(&self) -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let binary = find_binary(self.nats_server.as_deref(), ".damcast/tools".as_ref())?;
        let mut options = NatsOptions::new(binary, folder.path().join("nats"));
        options.is_open = true;
        let nats = NatsServer::start(&options).await?;
        let (config, never) = (NatsConfig::at(&nats.url()), CancellationToken::new());
        provision(&Nats::connect("bench", &config, &never).await?, &config, &never).await?;
        let file = folder.path().join("broadcast");
        let arguments = [
            "serve",
            "broadcast",
            "--nats",
            &nats.url(),
            "--address-file",
            &file.display().to_string(),
        ]
        .map(str::to_owned);
        let output = File::create(folder.path().join("broadcast.log"))?;
        let server = TiedChild::start(&program()?, &arguments, &output).await?;
        let end = Instant::now() + PATIENCE;
        while !file.exists() {
            ensure!(Instant::now() < end, "broadcast does not serve");
            sleep(Duration::from_millis(50)).await;
        }
        let address: SocketAddr = fs::read_to_string(&file)?.parse()?;
        let pid = server.pid().as_raw();

        let mut of_boards = Vec::new();
        for &boards in &self.boards {
            let mut hall = Hall::open(&nats.url(), &format!("boards-{boards}"), boards).await?;
            hall.play_all(PLIES).await?;
            of_boards.push((boards, prices(address, pid, &hall).await?));
        }
        let mut of_plies = Vec::new();
        let mut hall = Hall::open(&nats.url(), "plies", BOARDS).await?;
        let mut played = 0;
        for &plies in &self.plies {
            hall.play_all(plies.saturating_sub(played)).await?;
            played = played.max(plies);
            of_plies.push((plies, prices(address, pid, &hall).await?));
        }
        drop(server);
        nats.stop().await;
        let moves = format!("after {PLIES} moves at each board");
        let boards = format!("at {BOARDS} boards");
        self.tell("boards", &moves, &of_boards)?;
        self.tell("moves at each board", &boards, &of_plies)
    }

    /// Prints prices, and draws them.
    fn tell(
        &self,
        of: &str,
        where_: &str,
        rows: &[(u32, [Price; Way::ALL.len()])],
    ) -> anyhow::Result<()> {
        let mut out = std::io::stdout();
        writeln!(out, "A join {where_}, by {of}")?;
        write!(out, "{:>8}", of.split(' ').next().unwrap_or(of))?;
        for way in Way::ALL {
            write!(out, " {:>27}", way.name())?;
        }
        writeln!(out)?;
        for (number, prices) in rows {
            write!(out, "{number:8}")?;
            for Price { bytes, cpu } in prices {
                write!(out, " {bytes:12} B {:9.3} ms", millis(*cpu))?;
            }
            writeln!(out)?;
        }
        fs::create_dir_all(&self.plots)?;
        let name = of.split(' ').next().unwrap_or(of);
        for (unit, file, value) in [
            ("bytes", "bytes", (|price: &Price| whole(price.bytes)) as fn(&Price) -> f64),
            ("ms of CPU", "cpu", |price: &Price| millis(price.cpu)),
        ] {
            let lines = Way::ALL.iter().enumerate().map(|(index, way)| Line {
                name: way.name().to_owned(),
                points: rows
                    .iter()
                    .filter_map(|(number, prices)| {
                        Some((f64::from(*number), value(prices.get(index)?)))
                    })
                    .collect(),
            });
            let plot = Plot {
                title: format!("A join {where_}: {unit}"),
                across: of.to_owned(),
                up: unit.to_owned(),
                lines: lines.collect(),
            };
            let path = self.plots.join(format!("join-{file}-by-{name}.svg"));
            fs::write(&path, plot.svg()).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}

/// Measures both ways once the last move is shown.
async fn prices(
    address: SocketAddr,
    pid: i32,
    hall: &Hall,
) -> anyhow::Result<[Price; Way::ALL.len()]> {
    // What is encoded and compressed for the first is not the price of the others.
    let mut all = Vec::new();
    for way in Way::ALL {
        let mut before = join(address, &hall.path(), way).await?;
        let end = Instant::now() + PATIENCE;
        loop {
            sleep(Duration::from_secs(1)).await;
            let now = join(address, &hall.path(), way).await?;
            if now == before {
                break;
            }
            ensure!(Instant::now() < end, "broadcast does not come to rest");
            before = now;
        }
        let (begin, mut joins, mut bytes) = (cpu(pid)?, 0, 0);
        while cpu(pid)?.saturating_sub(begin) < CPU_MIN {
            for _join in 0..JOINS {
                bytes += join(address, &hall.path(), way).await?;
                joins += 1;
            }
        }
        let cpu = cpu(pid)?.saturating_sub(begin) / joins;
        all.push(Price { bytes: bytes / u64::from(joins), cpu });
    }
    let all: Result<[Price; Way::ALL.len()], _> = all.try_into();
    all.ok().context("a price of each way")
}

/// Joins once; returns the bytes that came.
async fn join(address: SocketAddr, path: &str, way: Way) -> anyhow::Result<u64> {
    if way == Way::Stream {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(watch(&format!("{path}/ws")).as_bytes()).await?;
        return message(&mut stream).await;
    }
    let mut stream = TcpStream::connect(address).await?;
    let mut bytes = 0;
    let mut cursor = String::new();
    let parts: &[&str] = match way {
        Way::Snapshot => &["?recent"],
        Way::Parts | Way::Stream => &["/head", "/rounds/1", "/games/r1-t1"],
    };
    for part in parts {
        let request = format!(
            "GET {path}{part} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let (head, body) = answer(&mut stream).await?;
        bytes += u64::try_from(head.len())? + body;
        let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
        let tag = tag.context("a version")?.trim_matches(['"', 'W', '/']);
        tag.split('"').next().unwrap_or(tag).clone_into(&mut cursor);
    }
    let mut stream = TcpStream::connect(address).await?;
    let asked = watch(&format!("{path}/ws?since={cursor}"));
    stream.write_all(asked.as_bytes()).await?;
    Ok(bytes + message(&mut stream).await?)
}

fn watch(path: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// Reads an answer over HTTP/1.1; returns its head, and the length of its body.
async fn answer(stream: &mut TcpStream) -> anyhow::Result<(String, u64)> {
    let head = head(stream).await?;
    ensure!(head.starts_with("HTTP/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: u64 = length.with_context(|| format!("a length in {head}"))?.parse()?;
    let mut body = vec![0; usize::try_from(length)?];
    stream.read_exact(&mut body).await?;
    Ok((head, length))
}

/// Reads the head of an answer.
async fn head(stream: &mut TcpStream) -> anyhow::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    Ok(String::from_utf8(head)?.to_lowercase().replace("http/1.1", "HTTP/1.1"))
}

/// Reads the head of an answer and the first message of a WebSocket; returns the bytes of both.
async fn message(stream: &mut TcpStream) -> anyhow::Result<u64> {
    let head = head(stream).await?;
    ensure!(head.starts_with("HTTP/1.1 101"), "{head}");
    stream.read_u8().await?;
    let (length, header) = match stream.read_u8().await? {
        126 => (u64::from(stream.read_u16().await?), 4),
        127 => (stream.read_u64().await?, 10),
        short => (u64::from(short), 2),
    };
    let mut body = vec![0; usize::try_from(length)?];
    stream.read_exact(&mut body).await?;
    Ok(u64::try_from(head.len())? + header + length)
}

#[expect(clippy::float_arithmetic, reason = "milliseconds for people to read")]
fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[expect(clippy::as_conversions, reason = "a length is exact in a float")]
fn whole(number: u64) -> f64 {
    number as f64
}
