//! gRPC clients that survive a restart of the service they call, and an HTTP client.

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context as _, Result};
use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, Full};
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use prost::Message;
use proto::v1::{
    CreateTournamentRequest, TournamentCreated, TournamentRef,
    access_service_client::AccessServiceClient,
    board_ingest_service_client::BoardIngestServiceClient,
    broadcast_service_client::BroadcastServiceClient, clock_service_client::ClockServiceClient,
    pairing_service_client::PairingServiceClient,
    rules_validation_service_client::RulesValidationServiceClient,
};
use runtime::MAX_ANSWER;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::JoinSet,
};
use tonic::{
    Code, Status,
    transport::{Channel, Endpoint},
};

use crate::{
    BY,
    cluster::{Cluster, Service},
};

/// Clients of the five services.
#[derive(Clone, Debug)]
pub struct Clients {
    /// Says who may do what.
    pub access: AccessServiceClient<Channel>,
    /// Accepts inputs of devices and the desk.
    pub board_ingest: BoardIngestServiceClient<Channel>,
    /// Judges inputs by the rules.
    pub rules_validation: RulesValidationServiceClient<Channel>,
    /// Keeps the clocks.
    pub clock: ClockServiceClient<Channel>,
    /// Keeps the tournaments.
    pub pairing: PairingServiceClient<Channel>,
    /// Shows tournaments to spectators.
    pub broadcast: BroadcastServiceClient<Channel>,
}

impl Clients {
    /// Returns clients that connect on their first call, and again after a loss.
    ///
    /// # Errors
    /// If an address is not valid.
    pub fn of(cluster: &Cluster) -> Result<Self> {
        let channel = |service| channel(cluster.address(service));
        Ok(Self {
            access: AccessServiceClient::new(channel(Service::BoardIngest)?),
            board_ingest: BoardIngestServiceClient::new(channel(Service::BoardIngest)?),
            rules_validation: RulesValidationServiceClient::new(channel(Service::RulesValidation)?),
            clock: ClockServiceClient::new(channel(Service::Clock)?),
            pairing: pairing(channel(Service::Pairing)?),
            broadcast: broadcast(channel(Service::Broadcast)?),
        })
    }

    /// Switches to another copy of board-ingest.
    pub fn use_board_ingest(&mut self, channel: Channel) {
        self.board_ingest = BoardIngestServiceClient::new(channel);
    }

    /// Switches to another copy of broadcast.
    pub fn use_broadcast(&mut self, channel: Channel) {
        self.broadcast = broadcast(channel);
    }

    /// Switches to another copy of pairing.
    pub fn use_pairing(&mut self, channel: Channel) {
        self.pairing = pairing(channel);
    }
}

fn pairing(channel: Channel) -> PairingServiceClient<Channel> {
    PairingServiceClient::new(channel).max_decoding_message_size(MAX_ANSWER)
}

fn broadcast(channel: Channel) -> BroadcastServiceClient<Channel> {
    BroadcastServiceClient::new(channel).max_decoding_message_size(MAX_ANSWER)
}

/// Returns a channel that notices when its peer is gone without closing the connection.
///
/// # Errors
/// If the address is not valid.
pub fn channel(address: SocketAddr) -> Result<Channel> {
    Ok(Endpoint::from_shared(format!("http://{address}"))?
        .connect_timeout(Duration::from_secs(1))
        .http2_keep_alive_interval(Duration::from_secs(2))
        .keep_alive_timeout(Duration::from_secs(2))
        .keep_alive_while_idle(true)
        .connect_lazy())
}

/// Returns true if the same call may be made again: the service or its broker could not be reached,
/// or the answer was lost on the way.
#[must_use]
pub fn is_transient(status: &Status) -> bool {
    // A status sent by the other side has no source; one made of a broken connection has.
    std::error::Error::source(status).is_some()
        || [Code::Unavailable, Code::Aborted, Code::DeadlineExceeded].contains(&status.code())
}

/// An HTTP response whose body is still to be read.
#[derive(Debug)]
pub struct HttpAnswer {
    response: Response<Incoming>,
    // Drives the connection until the response is dropped.
    _connection: JoinSet<()>,
}

impl HttpAnswer {
    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// Returns the header of this name; empty if there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the next part of the body; `None` at its end.
    ///
    /// # Errors
    /// If the connection breaks.
    pub async fn part(&mut self) -> Result<Option<Bytes>> {
        while let Some(frame) = self.response.body_mut().frame().await {
            if let Ok(data) = frame?.into_data() {
                return Ok(Some(data));
            }
        }
        Ok(None)
    }

    /// Returns the whole body as text.
    ///
    /// # Errors
    /// If the connection breaks or the body is not UTF-8.
    pub async fn text(self) -> Result<String> {
        Ok(String::from_utf8(self.bytes().await?)?)
    }

    /// Returns the whole body.
    ///
    /// # Errors
    /// If the connection breaks.
    pub async fn bytes(mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        while let Some(part) = self.part().await? {
            body.extend_from_slice(&part);
        }
        Ok(body)
    }
}

/// Sends a GET request.
///
/// # Errors
/// If there is no response; a response of any status is a success.
pub async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Result<HttpAnswer> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(address, request.body(Full::new(Bytes::new()))?).await
}

/// Sends a request. Without a host it calls the service by its address.
///
/// # Errors
/// If there is no response; a response of any status is a success.
pub async fn send(address: SocketAddr, mut request: Request<Full<Bytes>>) -> Result<HttpAnswer> {
    let what = format!("{} http://{address}{}", request.method(), request.uri());
    let host = address.to_string().parse()?;
    request.headers_mut().entry(header::HOST).or_insert(host);
    let stream = TcpStream::connect(address).await.with_context(|| what.clone())?;
    send_over(stream, request).await.context(what)
}

/// Sends a request, which names its host, over a connection that was opened for it.
///
/// # Errors
/// If there is no response; a response of any status is a success.
pub async fn send_over(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<HttpAnswer> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let mut carrying = JoinSet::new();
    carrying.spawn(async move {
        // An error of the connection also breaks the response, and is reported there.
        drop(connection.await);
    });
    let response = sender.send_request(request).await?;
    Ok(HttpAnswer { response, _connection: carrying })
}

/// Returns a call by gRPC-web, as a page makes it; its origin is to be added.
///
/// # Errors
/// If the message is too long.
pub fn grpc_web(path: &str, message: &impl Message) -> Result<Request<Full<Bytes>>> {
    let message = message.encode_to_vec();
    let mut body = vec![0];
    body.extend(u32::try_from(message.len())?.to_be_bytes());
    body.extend(message);
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/grpc-web+proto");
    Ok(request.body(Full::new(Bytes::from(body)))?)
}

/// Creates a tournament of the venue `main` by a preset.
///
/// # Errors
/// That of the call.
pub async fn create_by_preset(
    pairing: &mut PairingServiceClient<Channel>,
    id: &str,
    name: &str,
    preset: &str,
) -> Result<()> {
    let request = CreateTournamentRequest {
        tournament: Some(TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() }),
        settings: Some(TournamentCreated { name: name.to_owned(), ..Default::default() }),
        preset: preset.to_owned(),
        by: BY.to_owned(),
        ..Default::default()
    };
    pairing.create_tournament(request).await?;
    Ok(())
}
