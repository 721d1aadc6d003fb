//! Serves HTTP/1.1 and HTTP/2 on a listener, with limits to the number of connections and to the time for
//! which one may do nothing.

use std::{
    convert::Infallible,
    future::ready,
    io::{self, IoSlice},
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, body::Body};
use futures_util::future::Either;
use http::{HeaderValue, Request, Response, StatusCode, header};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
};
use socket2::{SockRef, TcpKeepalive};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{Instant, sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;

use crate::{
    burst::Burst,
    connections::{Admitted, Callers, Connections, Full},
    doors::Peer,
    open_calls::{AnswerBody, OpenCalls, RequestBody},
    origins::Origins,
    tasks::Tasks,
};

/// Number of calls that one HTTP/2 connection may have open; others wait.
const STREAMS_MAX: u32 = 200;
/// Bytes of the largest header, and of what HTTP/1.1 reads and writes at once.
const BUFFER: usize = 64 * 1024;
/// Number of newcomers at once who are told that there is no place; others are cut off.
const REFUSED_MAX: usize = 32;
/// The pause after an error of the listener, such as that no descriptor is free.
const PAUSE: Duration = Duration::from_secs(1);

/// The limits of time of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimits {
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
    pub limits: TimeLimits,
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
    /// Serves until the tasks stop: then it takes no new connection and lets open calls end. If it is
    /// dropped, open connections end at once.
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
                    let io = CountedStream { stream, _admitted: admitted };
                    let connection = self.clone().serve_one(io, Peer(address), stop.clone());
                    tasks.spawn(open.track_future(connection));
                }
                Err(reason) => {
                    if let Some(refused) = full.count() {
                        tracing::warn!(refused, %address, %reason, "newcomers are refused");
                    }
                    // Further connections are cut off while this many are being told.
                    if let Ok(permit) = Arc::clone(&refused).try_acquire_owned() {
                        let within = self.limits.farewell;
                        tasks.spawn(open.track_future(async move {
                            refuse(stream, reason, within).await;
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

    /// Serves a connection until it ends, is upgraded, is not used for too long, or `stop`.
    async fn serve_one(self, io: CountedStream, peer: Peer, stop: Stop) {
        let Self { app, origins, limits, .. } = self;
        let calls = OpenCalls::new();
        let service = service_fn(|request: Request<Incoming>| {
            let call = calls.begin();
            let answer = match origins.check(&request) {
                Ok(()) => {
                    let mut request =
                        request.map(|body| Body::new(RequestBody::new(body, limits.body)));
                    request.extensions_mut().insert(peer);
                    Either::Left(app.clone().oneshot(request))
                }
                Err(stranger) => {
                    Either::Right(ready(Ok(stranger.into_response(request.headers()))))
                }
            };
            async move { answer.await.map(|answer| answer.map(|body| AnswerBody::new(body, call))) }
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

/// Sends small answers at once, and lets the system find out that the other side is gone or takes nothing.
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

/// Answers the first request of a newcomer with the reason why there is no place. Who speaks HTTP/2 or does
/// not ask in time is cut off.
async fn refuse(stream: TcpStream, reason: Full, within: Duration) {
    let service = service_fn(|_request: Request<Incoming>| {
        let mut answer = Response::new(format!("{reason}\n"));
        *answer.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        let headers = answer.headers_mut();
        let text = HeaderValue::from_static("text/plain; charset=utf-8");
        headers.insert(header::CONTENT_TYPE, text);
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        ready(Ok::<_, Infallible>(answer))
    });
    let mut http1 = http1::Builder::new();
    http1.keep_alive(false).max_buf_size(BUFFER);
    let told = timeout(within, http1.serve_connection(TokioIo::new(stream), service)).await;
    if !matches!(told, Ok(Ok(()))) {
        tracing::debug!("a newcomer was cut off");
    }
}

/// A connection that counts for as long as it is open, also after an upgrade.
#[derive(Debug)]
struct CountedStream {
    stream: TcpStream,
    _admitted: Admitted,
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests;
