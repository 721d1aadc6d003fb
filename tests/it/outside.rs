//! Tries what strangers try from outside, and compares the answers: plain HTTP and old TLS at a
//! port of TLS, strange names and origins, frames around the desk, slow and huge requests, and
//! tokens in the clear.

use std::{
    fs,
    net::{IpAddr, SocketAddr},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use damcast::{nats_server::TiedChild, stack::in_the_hall};
use nix::sys::signal::Signal;
use runtime::{
    client::{Trust, TrustConfig},
    config::TlsConfig,
};
use tests::{
    cluster::{Cluster, Service},
    free_port::free_port,
    until,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
};

/// The name in the certificate of the venue.
pub(crate) const NAME: &str = "venue7.example";
/// The service's call that changes something, by gRPC-web with an empty message.
const CREATE: &str = "/damcast.v1.PairingService/CreateTournament";
const EMPTY: &str = "\0\0\0\0\0";

/// Runs `damcast tls` on the folder of `damcast up`; returns what it printed, and whether all was
/// well.
fn tls(cluster: &Cluster, arguments: &[&str]) -> Result<(bool, String)> {
    let data = cluster.data_of_up();
    let mut run = Command::new(cluster.program());
    let output = run.args(["tls", "--data"]).arg(data).args(arguments).output()?;
    let text = [output.stdout, output.stderr].concat();
    Ok((output.status.success(), String::from_utf8(text)?))
}

/// Returns an address of this machine in a network: who calls it counts as somebody from outside.
fn address_in_a_network() -> Result<IpAddr> {
    let everywhere = SocketAddr::from(([0, 0, 0, 0], 80));
    let urls = in_the_hall(everywhere, &TlsConfig::default());
    let url = urls.first().context("this machine is in no network")?;
    let address: SocketAddr = url.trim_start_matches("http://").parse()?;
    Ok(address.ip())
}

/// A `damcast up` whose port for pages is reached over a network.
pub(crate) struct Venue {
    pub(crate) cluster: Cluster,
    up: TiedChild,
    /// The port of pages, as others call it.
    pub(crate) outside: SocketAddr,
    pub(crate) trust: Trust,
}

impl Venue {
    /// Starts it with open doors and these options, once its certificate was issued.
    async fn start(options: &[&str]) -> Result<Self> {
        Self::start_locked(&[&["--open"], options].concat()).await
    }

    /// Starts it with these options, once its certificate was issued; its doors are locked.
    pub(crate) async fn start_locked(options: &[&str]) -> Result<Self> {
        let mut cluster = Cluster::prepare()?;
        let address = address_in_a_network()?;
        let (made, text) = tls(&cluster, &["init"])?;
        ensure!(made && text.contains("authority.crt"), "{text}");
        let (issued, text) = tls(&cluster, &["issue", NAME, &address.to_string()])?;
        ensure!(issued && text.contains(NAME), "{text}");
        let port = cluster.address(Service::Broadcast).port();
        cluster.listen_everywhere(&[Service::Broadcast, Service::Pairing]);
        let mut arguments = cluster.arguments_of_locked_up();
        let more = options.iter().copied().chain(["--no-demo"]);
        arguments.extend(more.map(str::to_owned));
        let up = cluster.run("up", &arguments).await?;
        let authority = Some(cluster.data_of_up().join("tls/authority.crt"));
        let trust = TrustConfig { authority }.read()?;
        let outside = SocketAddr::new(address, port);
        let venue = Self { cluster, up, outside, trust };
        until("the pages", || async {
            let local = SocketAddr::from(([127, 0, 0, 1], port));
            let answer = tests::client::get(local, "/readyz", &[]).await.ok()?;
            (answer.status() == 200).then_some(())
        })
        .await?;
        Ok(venue)
    }

    async fn plain(&self) -> Result<TcpStream> {
        Ok(TcpStream::connect(self.outside).await?)
    }

    /// Sends bytes over plain TCP; returns the answer up to the end of the connection.
    async fn in_the_clear(&self, bytes: impl AsRef<[u8]>) -> Result<String> {
        exchange(self.plain().await?, bytes.as_ref()).await
    }

    /// Sends bytes over TLS; returns the answer up to the end of the connection.
    async fn over_tls(&self, bytes: impl AsRef<[u8]>) -> Result<String> {
        let stream = self.trust.connect(NAME, self.plain().await?).await?;
        exchange(stream, bytes.as_ref()).await
    }

    pub(crate) async fn stop(self) -> Result<()> {
        self.up.signal(Signal::SIGTERM);
        let end = self.up.ended().await;
        ensure!(end.is_success(), "it ended with {end}");
        self.cluster.finish().await
    }
}

/// Sends bytes; returns what comes until the other side closes the connection.
async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, bytes: &[u8]) -> Result<String> {
    // A server that answers before it has read everything may close what is still being written.
    drop(stream.write_all(bytes).await);
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer).await);
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Returns a request that ends its connection.
fn request(method: &str, path: &str, host: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
}

/// Returns a call by gRPC-web, as a page makes it.
fn call(host: &str, headers: &str, body: &str) -> String {
    let kind = "Content-Type: application/grpc-web+proto\r\n";
    request("POST", CREATE, host, &format!("{kind}{headers}"), body)
}

#[tokio::test]
async fn attempts_from_outside_at_a_port_of_tls_have_their_answers() -> Result<()> {
    let venue = Venue::start(&[]).await?;
    let here = format!("{NAME}:{}", venue.outside.port());
    let there = format!("location: https://{here}/desk");
    let get = |path: &str, host: &str, headers: &str| request("GET", path, host, headers, "");
    let too_large = format!("\0\0\u{1}\u{1}\0{}", "x".repeat(0x10100));
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let evil_socket = format!("Origin: https://evil.example\r\n{upgrade}");

    // Plain HTTP to the port of TLS.
    for (attempt, sent, status, text) in [
        ("a page in the clear", get("/desk", &here, ""), "307", there.as_str()),
        (
            "a page under a strange name",
            get("/desk", "evil.example", ""),
            "421",
            "no host that is served",
        ),
        (
            "a token in the clear",
            call(&here, "Authorization: Bearer secret\r\n", EMPTY),
            "403",
            "This port speaks HTTPS",
        ),
    ] {
        let answer = venue.in_the_clear(sent).await?;
        let head = answer.lines().next().unwrap_or_default();
        ensure!(head.contains(status) && answer.contains(text), "{attempt}: {answer}");
        ensure!(!answer.contains("secret"), "{attempt}: {answer}");
    }
    for (attempt, sent) in [
        ("HTTP/2 without TLS", &b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..]),
        ("no protocol at all", b"\0\0\0\0"),
    ] {
        let answer = venue.in_the_clear(sent).await?;
        ensure!(!answer.contains(" 200"), "{attempt}: {answer}");
    }
    // A hello of TLS 1.1: an alert, "protocol_version".
    let mut hello = vec![22, 3, 1, 0, 55, 1, 0, 0, 51, 3, 2];
    hello.extend([7; 32]);
    hello.extend([0, 0, 2, 0xc0, 0x13, 1, 0, 0, 8, 0, 13, 0, 4, 0, 2, 4, 3]);
    let alert = venue.in_the_clear(hello).await?;
    ensure!(alert.as_bytes().first() == Some(&21) && alert.ends_with("\u{2}F"), "{alert:?}");
    // A name that is not in the certificate, and an authority that is not known.
    let other = venue.trust.connect("desk.example", venue.plain().await?).await;
    ensure!(format!("{:?}", other.unwrap_err()).contains("NotValidForName"));
    let stranger = Trust::default().connect(NAME, venue.plain().await?).await;
    ensure!(format!("{:?}", stranger.unwrap_err()).contains("UnknownIssuer"));

    // Over TLS.
    let own = format!("Origin: https://{here}\r\n");
    for (attempt, sent, status, text) in [
        ("the list of tournaments", get("/api/v1/tournaments", &here, ""), "200", ""),
        (
            "the certificate of the authority",
            get("/authority.crt", &here, ""),
            "200",
            "x509-ca-cert",
        ),
        ("DNS rebinding", get("/api/v1/tournaments", "evil.example", ""), "421", "--allow-host"),
        (
            "cross-origin",
            call(&here, "Origin: https://evil.example\r\n", EMPTY),
            "403",
            "--allow-origin",
        ),
        ("an opaque origin", call(&here, "Origin: null\r\n", EMPTY), "403", "--allow-origin"),
        (
            "a form of another page (CSRF)",
            request(
                "POST",
                CREATE,
                &here,
                "Content-Type: text/plain\r\nOrigin: https://evil.example\r\n",
                EMPTY,
            ),
            "403",
            "--allow-origin",
        ),
        (
            "a form without an origin",
            request("POST", CREATE, &here, "Content-Type: text/plain\r\n", EMPTY),
            "4",
            "",
        ),
        ("a WebSocket of another page", get("/ws", &here, &evil_socket), "403", "--allow-origin"),
        ("a call without a token", call(&here, &own, EMPTY), "200", "damcast-refusal"),
        (
            "a forged token",
            call(&here, "Authorization: Bearer v4.public.x\r\n", EMPTY),
            "200",
            "damcast-refusal",
        ),
    ] {
        let answer = venue.over_tls(sent).await?;
        let head = answer.lines().next().unwrap_or_default();
        let is_answered = head.starts_with(&format!("HTTP/1.1 {status}"));
        ensure!(is_answered && answer.contains(text), "{attempt}: {answer}");
        let is_private = !answer.contains("strict-transport-security");
        ensure!(is_private, "{attempt}: an authority of one's own binds no browser");
    }

    for (attempt, sent) in [
        ("a message that is too large", call(&here, &own, &too_large)),
        ("headers that are too large", get("/", &here, &format!("X: {}\r\n", "x".repeat(70_000)))),
        ("a path that is too long", get(&format!("/{}", "x".repeat(70_000)), &here, "")),
    ] {
        let answer = venue.over_tls(sent).await?;
        let is_refused = !answer.contains(" 200 ") || answer.contains("damcast-refusal");
        ensure!(is_refused, "{attempt}: {answer}");
    }

    // Frames around the pages, and what they load: by a policy, in a build that has them.
    let dist = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/dist/desk.html");
    if fs::exists(dist)? {
        for (path, frames) in [("/desk", "frame-ancestors 'none'"), ("/", "frame-ancestors 'self'")]
        {
            let answer = venue.over_tls(get(path, &here, "")).await?;
            ensure!(
                answer.contains("default-src 'self'") && answer.contains(frames),
                "{path}: {answer}"
            );
        }
    }

    // Slow requests end: a handshake, a header.
    let silent = exchange(venue.plain().await?, &[22, 3, 1]);
    let halting = venue.over_tls("GET / HTTP/1.1\r\nHost: loc");
    let (silent, halting) = tokio::join!(silent, halting);
    ensure!(silent?.is_empty() && !halting?.contains(" 200"));
    venue.stop().await
}

#[tokio::test]
async fn plain_http_on_purpose_shows_what_is_public_and_takes_no_token() -> Result<()> {
    let hall = free_port()?;
    let everywhere = format!("0.0.0.0:{hall}");
    let venue = Venue::start(&["--hall", &everywhere, "--plain-http"]).await?;
    let here = venue.outside.to_string();
    let page = venue.in_the_clear(request("GET", "/api/v1/tournaments", &here, "", "")).await?;
    ensure!(page.starts_with("HTTP/1.1 200") && page.contains("tournaments"), "{page}");
    // The port of the pages answers for no other service, and that of pairing takes no token.
    let token = "Authorization: Bearer secret\r\n";
    let elsewhere = venue.in_the_clear(call(&here, token, EMPTY)).await?;
    ensure!(elsewhere.starts_with("HTTP/1.1 405"), "{elsewhere}");
    let hall = SocketAddr::new(venue.outside.ip(), hall);
    let sent = call(&hall.to_string(), token, EMPTY);
    let of_hall = exchange(TcpStream::connect(hall).await?, sent.as_bytes()).await?;
    ensure!(of_hall.starts_with("HTTP/1.1 405"), "{of_hall}");
    let pairing =
        SocketAddr::new(venue.outside.ip(), venue.cluster.address(Service::Pairing).port());
    let refused =
        exchange(TcpStream::connect(pairing).await?, call(&here, token, EMPTY).as_bytes()).await?;
    ensure!(refused.contains("damcast-refusal: plain-http"), "{refused}");
    ensure!(!refused.contains("secret"), "{refused}");
    let port = venue.outside.port();
    let url = format!("http://127.0.0.1:{port}");
    let mut doctor = Command::new(venue.cluster.program());
    doctor.args(["doctor", "--broadcast", &url, "--data"]).arg(venue.cluster.data_of_up());
    let told = String::from_utf8(doctor.output()?.stdout)?;
    ensure!(told.contains("broadcast serves a network without TLS"), "{told}");
    venue.stop().await
}

#[tokio::test]
async fn a_network_is_not_served_without_tls_by_mistake() -> Result<()> {
    let cluster = Cluster::prepare()?;
    for (arguments, wanted) in [
        (&["serve", "clock", "--listen", "0.0.0.0:0"][..], "--tls-cert"),
        (&["serve", "broadcast", "--hall", "0.0.0.0:0"], "--tls-cert"),
        (&["up", "--no-demo", "--broadcast", "0.0.0.0:0"], "--plain-http"),
        (&["up", "--no-demo", "--hall", "0.0.0.0:0"], "--plain-http"),
        (&["up", "--no-demo", "--tls-cert", "none.crt"], "--tls-key"),
        (&["up", "--no-demo", "--tls-cert", "none.crt", "--tls-key", "none.key"], "read none.crt"),
    ] {
        let mut run = Command::new(cluster.program());
        let output = run.args(arguments).env("DAMCAST_DATA", cluster.directory().join("other"));
        let output = output.output()?;
        let text = String::from_utf8(output.stderr)?;
        ensure!(!output.status.success() && text.contains(wanted), "{arguments:?}: {text}");
    }
    cluster.finish().await
}
