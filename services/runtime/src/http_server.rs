//! Serves HTTP/1.1 and HTTP/2 on a listener, over TLS where it is reached over a network, with
//! limits to the number of connections and to the time for which one may do nothing.

mod counted_stream;
mod short_answer;

use std::{
    convert::Infallible, future::ready, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration,
};

use axum::{Router, body::Body};
use futures_util::future::Either;
use http::{HeaderValue, Request, header};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
};
use socket2::{SockRef, TcpKeepalive};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{Instant, sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;

use self::{
    counted_stream::CountedStream,
    short_answer::{BUFFER, answer_once, no_place, no_place_for_call, to_https},
};
use crate::{
    burst::Burst,
    connections::{Admitted, Callers, Connections, Full},
    doors::Peer,
    open_calls::{AnswerBody, OpenCalls, RequestBody},
    origins::Origins,
    tasks::Tasks,
    tls::{InTheClear, Opened, Transport, is_of_this_machine},
};

/// Number of calls that one HTTP/2 connection may have open; others wait.
const STREAMS_MAX: u32 = 200;
/// The paths by which others look whether the process lives.
const PROBES: [&str; 2] = ["/livez", "/readyz"];
/// Number of newcomers at once who are told that there is no place; others are cut off.
const REFUSED_MAX: usize = 32;
/// The pause after an error of the listener, such as that no descriptor is free.
const PAUSE: Duration = Duration::from_secs(1);

/// Keeps browsers on TLS for a week, which is longer than an event and short enough to be
/// forgotten.
const STAY_ON_TLS: HeaderValue = HeaderValue::from_static("max-age=604800");

/// The limits of time of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimits {
    /// From the connection to the end of the handshake of TLS.
    pub handshake: Duration,
    /// From the connection to the header of its first request.
    pub first_request: Duration,
    /// From an answer over HTTP/1.1 to the header of the next request.
    pub next_request: Duration,
    /// From the end of the last call over HTTP/2 to the next.
    pub idle: Duration,
    /// From the header of a request to the end of its body.
    pub body: Duration,
    /// From the request to leave to the end of the connection, and of a newcomer who is refused.
    pub farewell: Duration,
    /// Between two pings of HTTP/2, and until the answer to one.
    pub ping: Duration,
    /// For which the other side may take nothing of what is sent, or be out of reach.
    pub stall: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            handshake: seconds(10),
            first_request: seconds(10),
            next_request: seconds(60),
            idle: seconds(600),
            body: seconds(30),
            farewell: seconds(2),
            ping: seconds(20),
            stall: seconds(30),
        }
    }
}

/// The server of a listener. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct HttpServer {
    pub app: Router,
    pub origins: Origins,
    pub connections: Connections,
    pub callers: Callers,
    pub transport: Transport,
    /// True if a proxy passes every request on.
    pub is_behind_proxy: bool,
    pub limits: TimeLimits,
}

/// The circumstances of a connection that its requests inherit.
#[derive(Clone, Copy, Debug)]
struct Channel {
    peer: SocketAddr,
    /// True if nobody on the way can read along.
    is_private: bool,
    /// True if the browser is told to stay on TLS.
    stays_on_tls: bool,
}

/// The two stages of a stop.
#[derive(Clone, Debug)]
struct Stop {
    /// Lets open calls end.
    gently: CancellationToken,
    /// Ends the connection at once.
    now: CancellationToken,
}

impl HttpServer {
    /// Serves until the tasks stop: then it takes no new connection and lets open calls end. If it
    /// is dropped, open connections end at once.
    pub(crate) async fn serve(self, listener: TcpListener, tasks: &Tasks) {
        let stop = Stop { gently: tasks.stopping().child_token(), now: CancellationToken::new() };
        let _ends_with_this = (stop.gently.clone().drop_guard(), stop.now.clone().drop_guard());
        let open = TaskTracker::new();
        let (full, failed) = (Burst::default(), Burst::default());
        let refused = Arc::new(Semaphore::new(REFUSED_MAX));
        loop {
            let accepted = tokio::select! {
                biased;
                () = stop.gently.cancelled() => break,
                accepted = accept(&listener, &failed) => accepted,
            };
            let (stream, address) = accepted;
            prepare(&stream, self.limits.stall);
            match self.connections.admit(self.callers, address.ip()) {
                Ok(admitted) => {
                    let meeting = self.clone().meet(stream, address, admitted, stop.clone());
                    tasks.spawn(open.track_future(meeting));
                }
                Err(reason) => {
                    if let Some(refused) = full.count() {
                        tracing::warn!(refused, %address, %reason, "newcomers are refused");
                    }
                    // Further connections are cut off while this many are being told.
                    if let Ok(permit) = Arc::clone(&refused).try_acquire_owned() {
                        let server = self.clone();
                        tasks.spawn(open.track_future(async move {
                            server.refuse(stream, reason).await;
                            drop(permit);
                        }));
                    }
                }
            }
        }
        drop(listener);
        open.close();
        open.wait().await;
    }

    /// Serves a connection as its first byte asks for, which counts from the beginning.
    async fn meet(self, stream: TcpStream, peer: SocketAddr, admitted: Admitted, stop: Stop) {
        let plain = |is_private| Channel { peer, is_private, stays_on_tls: false };
        let tls = match &self.transport {
            Transport::Tls(tls) => tls.clone(),
            other @ (Transport::Local | Transport::Plain(_)) => {
                let channel = plain(other.is_private() || is_of_this_machine(peer));
                let io = CountedStream { stream, _admitted: admitted };
                return self.serve_one(io, channel, stop).await;
            }
        };
        let opened = tokio::select! {
            biased;
            () = stop.gently.cancelled() => return,
            opened = timeout(self.limits.handshake, tls.open(stream)) => opened,
        };
        match opened {
            Ok(Ok(Opened::Tls(stream))) => {
                let stays_on_tls = tls.certificate().is_public();
                let channel = Channel { peer, is_private: true, stays_on_tls };
                let io = CountedStream { stream, _admitted: admitted };
                self.serve_one(io, channel, stop).await;
            }
            Ok(Ok(Opened::Plain(stream))) if is_of_this_machine(peer) => {
                let io = CountedStream { stream, _admitted: admitted };
                self.serve_one(io, plain(true), stop).await;
            }
            Ok(Ok(Opened::Plain(stream))) => {
                let origins = self.origins.clone();
                let within = self.limits.first_request;
                answer_once(stream, within, |request| to_https(&origins, request)).await;
                drop(admitted);
            }
            Ok(Err(error)) => tracing::debug!(%error, %peer, "a handshake of TLS failed"),
            Err(_late) => tracing::debug!(%peer, "a handshake of TLS took too long"),
        }
    }

    /// Answers the first request of a newcomer with the reason why there is no place.
    async fn refuse(self, stream: TcpStream, reason: Full) {
        let within = self.limits.farewell;
        let opened = match self.transport {
            Transport::Tls(tls) => timeout(within, tls.open(stream)).await,
            Transport::Local | Transport::Plain(_) => Ok(Ok(Opened::Plain(stream))),
        };
        match opened {
            Ok(Ok(Opened::Plain(stream))) => {
                answer_once(stream, within, |_request| no_place(reason)).await;
            }
            Ok(Ok(Opened::Tls(stream))) => {
                answer_once(stream, within, |_request| no_place(reason)).await;
            }
            _broken_off => tracing::debug!("a newcomer was cut off"),
        }
    }

    /// Serves a connection until it ends, is upgraded, is not used for too long, or `stop`.
    async fn serve_one<S>(self, io: CountedStream<S>, channel: Channel, stop: Stop)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Self { app, origins, connections, callers, is_behind_proxy, limits, .. } = self;
        let calls = OpenCalls::new();
        let service = service_fn(|request: Request<Incoming>| {
            let call = calls.begin();
            // A process that is full must not seem to be dead.
            let is_probe = PROBES.contains(&request.uri().path());
            let permit = (!is_probe).then(|| connections.admit_call(callers, channel.peer.ip()));
            let permit = permit.transpose();
            let answer = match (origins.check(&request), &permit) {
                (Ok(()), Ok(_permit)) => {
                    let mut request =
                        request.map(|body| Body::new(RequestBody::new(body, limits.body)));
                    let peer = Peer::of(&request, channel.peer, is_behind_proxy);
                    request.extensions_mut().insert(peer);
                    if !channel.is_private {
                        request.extensions_mut().insert(InTheClear);
                    }
                    Either::Left(app.clone().oneshot(request))
                }
                (Err(stranger), _any) => {
                    Either::Right(ready(Ok(stranger.into_response(request.headers()))))
                }
                (Ok(()), Err(full)) => {
                    Either::Right(ready(Ok(no_place_for_call(*full, request.headers()))))
                }
            };
            async move {
                let mut answer = answer.await?;
                if channel.stays_on_tls {
                    let headers = answer.headers_mut();
                    headers.insert(header::STRICT_TRANSPORT_SECURITY, STAY_ON_TLS);
                }
                Ok::<_, Infallible>(
                    answer.map(|body| AnswerBody::new(body, call, permit.ok().flatten())),
                )
            }
        });
        let builder = builder(&limits);
        let mut connection =
            pin!(builder.serve_connection_with_upgrades(TokioIo::new(io), service));
        let mut is_leaving = false;
        let mut look = pin!(sleep(limits.first_request.min(limits.idle)));
        loop {
            let stopping = if is_leaving { &stop.now } else { &stop.gently };
            tokio::select! {
                biased;
                () = stopping.cancelled() => {
                    if is_leaving {
                        return;
                    }
                    is_leaving = true;
                    connection.as_mut().graceful_shutdown();
                }
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection ended");
                    }
                    return;
                }
                () = look.as_mut() => {
                    let now = Instant::now();
                    match calls.limit(limits.first_request, limits.idle) {
                        None => look.as_mut().reset(now + limits.idle),
                        Some(limit) if limit > now => look.as_mut().reset(limit),
                        Some(_) if is_leaving => return,
                        Some(_) => {
                            is_leaving = true;
                            connection.as_mut().graceful_shutdown();
                            look.as_mut().reset(now + limits.farewell);
                        }
                    }
                }
            }
        }
    }
}

fn builder(limits: &TimeLimits) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.next_request)
        .max_buf_size(BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(limits.ping)
        .keep_alive_timeout(limits.ping)
        .max_concurrent_streams(STREAMS_MAX);
    builder
}

/// Returns the next connection.
async fn accept(listener: &TcpListener, failed: &Burst) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                if let Some(failures) = failed.count() {
                    tracing::warn!(failures, %error, "no connection can be taken");
                }
                sleep(PAUSE).await;
            }
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// Sends small answers at once, and lets the system find out that the other side is gone or takes
/// nothing.
fn prepare(stream: &TcpStream, stall: Duration) {
    let socket = SockRef::from(stream);
    let interval = Duration::from_secs((stall.as_secs() / 3).max(1));
    let probes = TcpKeepalive::new().with_time(stall).with_interval(interval).with_retries(3);
    let prepared = socket.set_tcp_nodelay(true).and_then(|()| socket.set_tcp_keepalive(&probes));
    #[cfg(target_os = "linux")]
    let prepared = prepared.and_then(|()| socket.set_tcp_user_timeout(Some(stall)));
    if let Err(error) = prepared {
        tracing::debug!(%error, "set options of a connection");
    }
}

#[cfg(test)]
mod tests;
