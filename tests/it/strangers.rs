//! Checks that a page of another site cannot act through the browser of somebody in the hall, and
//! that spectators without number keep neither devices nor desk out.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result, ensure};
use http::StatusCode;
use proto::v1::{
    CreateTournamentRequest, ListTournamentsRequest, PairingSystem, RuleSet, TimeControl,
    TournamentCreated, TournamentRef,
};
use tests::{
    BY,
    client::{self, Clients, HttpAnswer, grpc_web},
    cluster::{Cluster, Service},
    free_port::free_port,
    round::Round,
    script::montpellier,
    until,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
};

const EVIL: &str = "http://evil.example";

#[tokio::test]
async fn a_page_of_another_site_can_read_what_is_public_and_nothing_else() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    for service in Service::ALL {
        cluster.add_argument(service, "--allow-host", "venue.example");
        cluster.add_argument(service, "--allow-origin", "https://desk.example");
    }
    cluster.start_nats().await?;
    cluster.start_services().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(1).collect();
    let round = Round::open(&clients, "round", scripts).await?;

    for (host, origin, status) in [
        ("", EVIL, StatusCode::FORBIDDEN),
        ("", "null", StatusCode::FORBIDDEN),
        // DNS that was made to lead here: same origin, but a strange name.
        ("evil.example", EVIL, StatusCode::MISDIRECTED_REQUEST),
    ] {
        let answer = create(&cluster, "stolen", host, origin).await?;
        ensure!(answer.status() == status, "{host} {origin}: {}", answer.status());
        let text = answer.text().await?;
        ensure!(text.contains("--allow-"), "it names the option: {text}");
    }
    ensure!(tournaments(&clients).await? == ["round"], "nothing was made");
    for (id, host, origin) in [
        ("from-the-desk", "", "https://desk.example"),
        ("from-itself", "localhost", "https://localhost"),
        // By that name others call, through a proxy; the page is not refused, and its caller is: no
        // token says who it is.
        ("from-elsewhere", "venue.example", "https://venue.example"),
    ] {
        let answer = create(&cluster, id, host, origin).await?;
        ensure!(answer.status() == StatusCode::OK, "{id}: {}", answer.status());
    }
    until("both tournaments", || async {
        let mut made = tournaments(&clients).await.ok()?;
        made.sort_unstable();
        (made == ["from-itself", "from-the-desk", "round"]).then_some(())
    })
    .await?;

    let broadcast = cluster.address(Service::Broadcast);
    let here = round.path();
    let own = format!("http://{broadcast}");
    for (origin, status) in [
        (EVIL, StatusCode::FORBIDDEN),
        (own.as_str(), StatusCode::SWITCHING_PROTOCOLS),
        ("https://desk.example", StatusCode::SWITCHING_PROTOCOLS),
    ] {
        let upgrade = [
            ("origin", origin),
            ("upgrade", "websocket"),
            ("connection", "upgrade"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let answer = client::get(broadcast, &format!("{here}/ws"), &upgrade).await?;
        ensure!(answer.status() == status, "{origin}: {}", answer.status());
    }
    let public = client::get(broadcast, &here, &[("origin", EVIL)]).await?;
    ensure!(public.status() == StatusCode::OK, "{}", public.status());
    ensure!(public.header("access-control-allow-origin") == "*", "every page may read it");
    for (host, status) in [
        ("evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("venue.example:8080", StatusCode::OK),
        ("localhost", StatusCode::OK),
    ] {
        let answer = client::get(broadcast, &here, &[("host", host)]).await?;
        ensure!(answer.status() == status, "{host}: {}", answer.status());
    }
    cluster.finish().await
}

/// Makes a tournament over gRPC-web, as a page does. An empty `host` is the service's address.
async fn create(cluster: &Cluster, id: &str, host: &str, origin: &str) -> Result<HttpAnswer> {
    let message = CreateTournamentRequest {
        tournament: Some(TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() }),
        settings: Some(TournamentCreated {
            name: id.to_owned(),
            rules: RuleSet::International.into(),
            control: Some(TimeControl { base_ms: 60_000, ..Default::default() }),
            system: PairingSystem::Manual.into(),
            ..Default::default()
        }),
        by: BY.to_owned(),
        ..Default::default()
    };
    let mut request = grpc_web("/damcast.v1.PairingService/CreateTournament", &message)?;
    request.headers_mut().insert("origin", origin.parse()?);
    if !host.is_empty() {
        request.headers_mut().insert("host", host.parse()?);
    }
    client::send(cluster.address(Service::Pairing), request).await
}

async fn tournaments(clients: &Clients) -> Result<Vec<String>> {
    let listed =
        clients.pairing.clone().list_tournaments(ListTournamentsRequest::default()).await?;
    let id = |tournament: TournamentRef| tournament.tournament;
    let tournaments = listed.into_inner().tournaments.into_iter();
    Ok(tournaments.filter_map(|listed| listed.tournament.map(id)).collect())
}

#[tokio::test]
async fn a_full_broadcast_says_so_and_serves_those_who_are_there() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    let hall = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
    cluster.add_argument(Service::Broadcast, "--max-connections", "20");
    cluster.add_argument(Service::Broadcast, "--hall", &hall.to_string());
    cluster.start_nats().await?;
    cluster.start_services().await?;
    let broadcast = cluster.address(Service::Broadcast);
    // Fifteen places and a reserve of five, into which no spectator gets.
    let mut spectators = Vec::new();
    for _ in 0..15 {
        spectators.push(spectator(broadcast).await?);
    }
    let answer = client::get(broadcast, "/api/v1/tournaments", &[]).await?;
    ensure!(answer.status() == StatusCode::SERVICE_UNAVAILABLE, "{}", answer.status());
    ensure!(answer.header("retry-after") == "5", "it says when to come again");
    let text = answer.text().await?;
    ensure!(text.contains("--max-connections"), "{text}");
    // At the port of the hall there is the reserve.
    let mut of_hall = Vec::new();
    for _ in 0..5 {
        of_hall.push(spectator(hall).await?);
    }
    let answer = client::get(hall, "/api/v1/tournaments", &[]).await?;
    ensure!(answer.status() == StatusCode::SERVICE_UNAVAILABLE, "{}", answer.status());
    drop(of_hall);
    // Those who ask nothing do not stay.
    drop(spectators);
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(TcpStream::connect(broadcast).await?);
    }
    until("a place", || async {
        let answer = client::get(broadcast, "/api/v1/tournaments", &[]).await.ok()?;
        (answer.status() == StatusCode::OK).then_some(())
    })
    .await?;
    let closed = silent.first_mut().context("a silent connection")?.read(&mut [0; 1]).await?;
    ensure!(closed == 0, "it was closed");
    cluster.finish().await
}

async fn spectator(broadcast: SocketAddr) -> Result<TcpStream> {
    once_answered(TcpStream::connect(broadcast).await?).await
}

/// Asks for the list on a connection that is kept, and returns it once it is answered.
pub(crate) async fn once_answered<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S) -> Result<S> {
    stream.write_all(b"GET /api/v1/tournaments HTTP/1.1\r\nHost: localhost\r\n\r\n").await?;
    let mut answer = [0; 15];
    stream.read_exact(&mut answer).await?;
    ensure!(answer == *b"HTTP/1.1 200 OK", "{}", String::from_utf8_lossy(&answer));
    Ok(stream)
}
