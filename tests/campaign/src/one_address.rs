//! A hall behind one address, from which the port of spectators is flooded as well: its tablets and
//! desks go on at the port of the hall, and newcomers of other addresses find a place.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    AcceptInvitationRequest, DeviceSeat, EnrolDeviceRequest, GetOwnAccessRequest, GrantLimits,
    InviteDeviceRequest, Role, TableRange, access_service_client::AccessServiceClient,
    enrol_device_request::Repeated,
};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};
use tonic::transport::{Channel, Endpoint};

use crate::{
    bearer::Bearer,
    connections::{DESCRIPTORS, Flood},
    hall::{Hall, Part},
    network::Network,
    report::Report,
    servers::free_port,
};

/// The venue of the hall.
const VENUE: &str = "main";
/// Number of tablets of the hall.
const TABLETS: u32 = 40;
/// Number of its desks.
const DESKS: usize = 2;
/// The address of the hall, among those of the network.
const HALL: u8 = 2;
/// The addresses from which the port of spectators is flooded: that of the hall, and others.
const FLOODERS: [u8; 4] = [HALL, 3, 4, 5];
/// The addresses of newcomers.
const NEWCOMERS: std::ops::Range<u8> = 6..26;
/// The time for which the hall works during the flood.
const WORK: Duration = Duration::from_secs(40);
/// Pause between two calls of a tablet or a desk.
const THINK: Duration = Duration::from_millis(500);
/// Longest time for a page or a call of the hall, and for a newcomer to find a place.
const SERVED_WITHIN: Duration = Duration::from_secs(5);
/// Longest time until the port of spectators is full.
const FULL_WITHIN: Duration = Duration::from_secs(60);
/// Pause before somebody tries again.
const AGAIN: Duration = Duration::from_secs(1);

/// The ports, as those see them who come.
#[derive(Clone, Copy, Debug)]
struct Ports {
    spectators: SocketAddr,
    hall: SocketAddr,
}

/// The addresses of those who come.
#[derive(Clone, Copy, Debug)]
enum Addresses {
    /// Of a network, which count.
    Others([u8; 3]),
    /// That of this machine for all, which does not count.
    Loopback,
}

/// The course of a flood, as the hall and newcomers saw it.
#[derive(Debug, Default)]
struct Course {
    pages: Vec<Duration>,
    calls: Vec<Duration>,
    newcomers: Vec<Duration>,
    failures: Vec<String>,
}

/// Floods the port of spectators of a `damcast up` with `size` connections at a time; with as many
/// as it has descriptors if those are more, so that they fill it.
pub(crate) async fn one_address(size: usize, report: &mut Report) -> Result<()> {
    let size = size.max(DESCRIPTORS);
    let network = Network::make(NEWCOMERS.end);
    let mut hall = Hall::prepare()?;
    hall.limit_descriptors(DESCRIPTORS);
    let everywhere = |port| SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
    let at = [hall.address(Part::Broadcast).port(), free_port()?];
    let of_hall = everywhere(at[1]).to_string();
    let options = ["--hall", &of_hall, "--plain-http", "behind-proxy"];
    hall.launch_up(&hall.path("data"), everywhere(at[0]), &options)?;
    hall.all_serve().await?;
    let secret = invitation(&hall).await?;
    let name = "a hall behind one address";
    let course = match &network {
        Ok(network) => {
            report.figure(format!("{name}: flooded from"), "four addresses, its own among them");
            let ports = at.map(|port| SocketAddr::new(network.address(1), port));
            let addresses = Addresses::of(network)?;
            network.beyond(move || play(Ports::of(ports), addresses, secret, size)).await?
        }
        Err(error) => {
            let text = format!("this machine alone, which does not count ({error:#})");
            report.figure(format!("{name}: flooded from"), text);
            let ports = at.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
            play(Ports::of(ports), Addresses::Loopback, secret, size).await?
        }
    };
    report.figure(format!("{name}: at the port of spectators"), "503 at the beginning and the end");
    report.figure(format!("{name}: tablets and desks"), format!("{TABLETS} and {DESKS}"));
    report.bound(&format!("{name}: a page"), &course.pages, SERVED_WITHIN);
    report.times(&format!("{name}: pages"), course.pages);
    report.figure(format!("{name}: calls"), course.calls.len());
    report.bound(&format!("{name}: a call"), &course.calls, SERVED_WITHIN);
    report.times(&format!("{name}: calls"), course.calls);
    report.figure(format!("{name}: newcomers of other addresses"), course.newcomers.len());
    report.bound(&format!("{name}: a newcomer"), &course.newcomers, SERVED_WITHIN);
    report.times(&format!("{name}: until newcomers are served"), course.newcomers);
    for failure in course.failures {
        report.finding(format!("{name}: {failure}"));
    }
    hall.stop().await
}

/// Returns the secret of the link that `damcast up` prints at its first start.
async fn invitation(hall: &Hall) -> Result<String> {
    let began = Instant::now();
    while began.elapsed() < FULL_WITHIN {
        let told = hall.log("up");
        // A whole line.
        if let Some((_before, link)) = told.split_once("#invitation=main.")
            && let Some((secret, _rest)) = link.split_once('\n')
        {
            return Ok(secret.to_owned());
        }
        sleep(AGAIN).await;
    }
    bail!("damcast up prints no link")
}

impl Ports {
    fn of([spectators, hall]: [SocketAddr; 2]) -> Self {
        Self { spectators, hall }
    }
}

impl Addresses {
    fn of(network: &Network) -> Result<Self> {
        let IpAddr::V4(address) = network.address(1) else { bail!("not of IPv4") };
        let [first, second, third, _this] = address.octets();
        Ok(Self::Others([first, second, third]))
    }

    fn at(self, number: u8) -> IpAddr {
        match self {
            Self::Others([first, second, third]) => {
                Ipv4Addr::new(first, second, third, number).into()
            }
            Self::Loopback => Ipv4Addr::LOCALHOST.into(),
        }
    }
}

/// Enrols the tablets, floods the port of spectators, and lets the hall work meanwhile.
async fn play(ports: Ports, addresses: Addresses, secret: String, size: usize) -> Result<Course> {
    let of_hall = addresses.at(HALL);
    let chief = AccessServiceClient::new(channel(of_hall, ports.hall)?);
    let bearers = sign_in(chief, secret).await?;
    let mut flood = JoinSet::new();
    for address in FLOODERS.iter().cycle().take(size) {
        flood.spawn(hold_again(addresses.at(*address), ports.spectators));
    }
    let began = Instant::now();
    while page(of_hall, ports.spectators, "/").await? != "503" {
        ensure!(began.elapsed() < FULL_WITHIN, "{size} connections do not fill the port");
        sleep(AGAIN).await;
    }
    let (mut work, end) = (JoinSet::new(), Instant::now() + WORK);
    for (bearer, path) in bearers {
        work.spawn(device(of_hall, ports.hall, path, bearer, end));
    }
    let mut course = Course::default();
    if matches!(addresses, Addresses::Others(_)) {
        for number in NEWCOMERS {
            course.newcomers.push(newcomer(addresses.at(number), ports.spectators).await?);
            // They come all the time.
            sleep(AGAIN).await;
        }
    }
    while let Some(worked) = work.join_next().await {
        match worked? {
            Ok((page, calls)) => {
                course.pages.push(page);
                course.calls.extend(calls);
            }
            Err(error) => course.failures.push(format!("{error:#}")),
        }
    }
    // Places come free when half bodies are given up, and the flood takes them again.
    let still = page(of_hall, ports.spectators, "/").await?;
    ensure!(still == "503", "the port of spectators had room for the flood: {still}");
    Ok(course)
}

/// Signs the chief arbiter in, for each desk, and enrols the tablets; returns their tokens, each
/// with its page.
async fn sign_in(
    mut access: AccessServiceClient<Channel>,
    secret: String,
) -> Result<Vec<(Bearer, &'static str)>> {
    let venue = || VENUE.to_owned();
    let accept = AcceptInvitationRequest { venue: venue(), secret };
    let came = access.accept_invitation(accept).await.context("sign in")?.into_inner();
    let chief = Bearer::of(&came.signed_in.context("a token")?.token)?;
    let mut bearers = vec![(chief.clone(), "/desk"); DESKS];
    for table in 1..=TABLETS {
        let invite = InviteDeviceRequest {
            venue: venue(),
            role: Role::PlayerDevice.into(),
            limits: Some(GrantLimits {
                tournament: "one-address".to_owned(),
                tables: Some(TableRange { first: table, last: table }),
                participant: 0,
            }),
            seat: DeviceSeat::White.into(),
        };
        let began = Instant::now();
        let invited = loop {
            // All services have to hear of the arbiter first.
            match access.invite_device(chief.request(invite.clone())).await {
                Ok(invited) => break invited.into_inner(),
                Err(status) => ensure!(began.elapsed() < FULL_WITHIN, "invite a device: {status}"),
            }
            sleep(AGAIN).await;
        };
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random);
        let document = document.ok().context("no random numbers")?;
        let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random);
        let key = key.ok().context("a key")?.public_key().as_ref().to_vec();
        let repeated = Some(Repeated::Secret(invited.secret));
        let enrol = EnrolDeviceRequest { venue: venue(), key: key.into(), repeated };
        let enrolled = access.enrol_device(enrol).await.context("enrol a device")?.into_inner();
        let tablet = enrolled.signed_in.context("an enrolment without a token")?;
        bearers.push((Bearer::of(&tablet.token)?, "/tablet"));
    }
    Ok(bearers)
}

/// A tablet or a desk: loads its page, and calls on a connection of its own until `end`. Returns
/// how long the page and each call took.
async fn device(
    from: IpAddr,
    hall: SocketAddr,
    path: &'static str,
    bearer: Bearer,
    end: Instant,
) -> Result<(Duration, Vec<Duration>)> {
    let began = Instant::now();
    let status = page(from, hall, path).await?;
    let loaded = began.elapsed();
    ensure!(status == "200", "{path} at the port of the hall: {status}");
    let mut access = AccessServiceClient::new(channel(from, hall)?);
    let mut calls = Vec::new();
    while Instant::now() < end {
        let began = Instant::now();
        let own = GetOwnAccessRequest { venue: VENUE.to_owned() };
        access.get_own_access(bearer.request(own)).await.with_context(|| format!("of {path}"))?;
        calls.push(began.elapsed());
        sleep(THINK).await;
    }
    Ok((loaded, calls))
}

/// Returns the time until somebody sees the first page who was not connected before.
async fn newcomer(from: IpAddr, spectators: SocketAddr) -> Result<Duration> {
    let began = Instant::now();
    while began.elapsed() < FULL_WITHIN && page(from, spectators, "/").await? != "200" {
        sleep(AGAIN).await;
    }
    Ok(began.elapsed())
}

/// Holds a connection with half a body, and another one whenever it is closed.
async fn hold_again(from: IpAddr, to: SocketAddr) {
    loop {
        if let Ok(stream) = connect(from, to).await {
            Flood::HalfBodies.hold(stream).await;
        }
        sleep(AGAIN).await;
    }
}

/// Asks for a page; returns the status of the answer, or an empty text where the connection was cut
/// off.
async fn page(from: IpAddr, at: SocketAddr, path: &str) -> Result<String> {
    let asked = async {
        let mut stream = connect(from, at).await?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        std::io::Result::Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = timeout(FULL_WITHIN, asked).await.context("no answer")?.unwrap_or_default();
    Ok(answer.split_whitespace().nth(1).unwrap_or_default().to_owned())
}

/// Opens a connection from an address of this side.
async fn connect(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(to).await
}

/// Returns a gRPC channel from an address of this side.
fn channel(from: IpAddr, to: SocketAddr) -> Result<Channel> {
    let endpoint = Endpoint::from_shared(format!("http://{to}"))?;
    Ok(endpoint.local_address(Some(from)).connect_timeout(SERVED_WITHIN).connect_lazy())
}
