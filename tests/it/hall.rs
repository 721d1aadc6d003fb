//! Checks that the port of the hall serves its desk and its tablets while spectators, also behind
//! the same address, have taken every place that is theirs.

use std::{fs, net::SocketAddr};

use anyhow::{Context as _, Result, ensure};
use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::Full;
use prost::Message;
use proto::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, DeviceSeat, EnrolDeviceRequest,
    EnrolDeviceResponse, GetOwnAccessRequest, GetOwnAccessResponse, GrantLimits,
    InviteDeviceRequest, InviteDeviceResponse, Role, TableRange, enrol_device_request::Repeated,
};
use tests::{
    client::{HttpAnswer, grpc_web, send_over},
    signer::Signer,
    until,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

use crate::{
    outside::{NAME, Venue},
    strangers::once_answered,
};

/// The venue that `damcast up` has.
const VENUE: &str = "main";
/// Number of connections of the process.
const ALL: usize = 80;
/// Number of these that spectators do not get: a quarter.
const RESERVE: usize = 20;
/// Number of these that one address gets: a half.
const OF_ADDRESS: usize = 40;

#[tokio::test]
async fn a_desk_and_a_tablet_work_at_the_port_of_the_hall_while_spectators_find_no_place()
-> Result<()> {
    let all = ALL.to_string();
    let options = ["--hall", "0.0.0.0:0", "--max-connections", &all];
    let venue = Venue::start_locked(&options).await?;
    let log = venue.cluster.directory().join("up.log");
    let told = until("the addresses", || async {
        let text = fs::read_to_string(&log).ok()?;
        text.lines().any(|line| line.starts_with("  for tablets and desks")).then_some(text)
    })
    .await?;
    // Desk and tablets are sent to the port of the hall.
    let (_before, link) = told.split_once("once, within a day: ").context("a link")?;
    let (hall, secret) = link.split_once("/desk/sign-in#invitation=main.").context("the desk")?;
    let secret = secret.split_whitespace().next().context("a secret")?;
    ensure!(told.contains(&format!("  for tablets and desks: {hall}\n")), "{told}");
    ensure!(told.contains(&format!("table: {hall}/desk/people")), "{told}");
    let port = hall.strip_prefix(&format!("https://{NAME}:")).context("the name")?.parse()?;
    let hall = Port { venue: &venue, at: SocketAddr::new(venue.outside.ip(), port) };
    let public = Port { venue: &venue, at: venue.outside };
    ensure!(hall.at != public.at, "{}", hall.at);

    // Spectators behind the address of the hall have as many places as one address gets.
    let mut spectators = Vec::new();
    for _ in 0..OF_ADDRESS {
        spectators.push(once_answered(public.connect().await?).await?);
    }
    let answer = public.page("/desk").await?;
    ensure!(answer.status() == StatusCode::SERVICE_UNAVAILABLE, "{}", answer.status());
    let text = answer.text().await?;
    ensure!(text.contains("--max-connections-per-address"), "{text}");
    // Those of others, here of this machine, have the rest.
    let here = SocketAddr::from(([127, 0, 0, 1], public.at.port()));
    let mut of_others = Vec::new();
    for _ in OF_ADDRESS..ALL - RESERVE {
        of_others.push(once_answered(TcpStream::connect(here).await?).await?);
    }
    let answer = public.page("/tablet").await?;
    ensure!(answer.status() == StatusCode::SERVICE_UNAVAILABLE, "{}", answer.status());
    let text = answer.text().await?;
    ensure!(text.contains("as it can serve (--max-connections)"), "{text}");

    // The desk opens the link, and signs in.
    for path in ["/desk", "/desk/sign-in", "/tablet", "/", "/api/v1/tournaments", "/authority.crt"]
    {
        let answer = hall.page(path).await?;
        ensure!(answer.status() == StatusCode::OK, "{path}: {}", answer.status());
    }
    let accept = AcceptInvitationRequest { venue: VENUE.to_owned(), secret: secret.to_owned() };
    let came: AcceptInvitationResponse = hall.call("AcceptInvitation", "", &accept).await?;
    let chief = came.signed_in.context("the chief arbiter")?.token;
    // It puts a tablet at a table, which comes with the secret of its code.
    let invite = InviteDeviceRequest {
        venue: VENUE.to_owned(),
        role: Role::PlayerDevice.into(),
        limits: Some(GrantLimits {
            tournament: "kk-2026".to_owned(),
            tables: Some(TableRange { first: 7, last: 7 }),
            participant: 0,
        }),
        seat: DeviceSeat::White.into(),
    };
    let invited: InviteDeviceResponse = until("the chief arbiter to be known", || async {
        hall.call("InviteDevice", &chief, &invite).await.ok()
    })
    .await?;
    let enrol = EnrolDeviceRequest {
        venue: VENUE.to_owned(),
        key: Signer::generate()?.key()?.as_bytes().to_vec().into(),
        repeated: Some(Repeated::Secret(invited.secret)),
    };
    let enrolled: EnrolDeviceResponse = hall.call("EnrolDevice", "", &enrol).await?;
    let tablet = enrolled.signed_in.context("the tablet")?;
    let own = GetOwnAccessRequest { venue: VENUE.to_owned() };
    let known: GetOwnAccessResponse = until("the tablet to be known", || async {
        hall.call("GetOwnAccess", &tablet.token, &own).await.ok()
    })
    .await?;
    ensure!(known.subject.is_some_and(|subject| subject.subject == tablet.subject));
    // A page of another origin may do nothing there either.
    let mut stranger = grpc_web("/damcast.v1.AccessService/GetOwnAccess", &own)?;
    stranger.headers_mut().insert(header::ORIGIN, "https://evil.example".parse()?);
    let answer = hall.send(stranger).await?;
    ensure!(answer.status() == StatusCode::FORBIDDEN, "{}", answer.status());
    // The spectators are still there.
    let answer = public.page("/").await?;
    ensure!(answer.status() == StatusCode::SERVICE_UNAVAILABLE, "{}", answer.status());
    drop((spectators, of_others));
    venue.stop().await
}

/// A port of the venue, called over TLS by an address that counts.
struct Port<'a> {
    venue: &'a Venue,
    at: SocketAddr,
}

impl Port<'_> {
    async fn connect(&self) -> Result<impl AsyncRead + AsyncWrite + Unpin + Send + use<>> {
        let stream = TcpStream::connect(self.at).await?;
        Ok(self.venue.trust.connect(NAME, stream).await?)
    }

    /// Returns its authority, as a browser has it.
    fn authority(&self) -> String {
        format!("{NAME}:{}", self.at.port())
    }

    async fn send(&self, mut request: Request<Full<Bytes>>) -> Result<HttpAnswer> {
        request.headers_mut().insert(header::HOST, self.authority().parse()?);
        send_over(self.connect().await?, request).await
    }

    async fn page(&self, path: &str) -> Result<HttpAnswer> {
        self.send(Request::get(path).body(Full::default())?).await
    }

    /// Calls `AccessService` as a page of this port does, with a token unless that is empty.
    async fn call<A: Message + Default>(
        &self,
        method: &str,
        token: &str,
        message: &impl Message,
    ) -> Result<A> {
        let mut request = grpc_web(&format!("/damcast.v1.AccessService/{method}"), message)?;
        let origin = format!("https://{}", self.authority());
        request.headers_mut().insert(header::ORIGIN, origin.parse()?);
        if !token.is_empty() {
            let token = format!("Bearer {token}");
            request.headers_mut().insert(header::AUTHORIZATION, token.parse()?);
        }
        let answer = self.send(request).await?;
        let status = format!("{} {:?}", answer.status(), answer.header("grpc-message"));
        let body = answer.bytes().await?;
        // A frame with the message, and one with the trailers.
        let (head, rest) = body.split_first_chunk::<5>().with_context(|| status.clone())?;
        let [kind, length @ ..] = *head;
        ensure!(kind == 0, "{method}: {status}, {}", String::from_utf8_lossy(rest));
        let length = usize::try_from(u32::from_be_bytes(length))?;
        Ok(A::decode(rest.get(..length).context("a part of a message")?)?)
    }
}
