//! Tests on real sockets.

mod tls;

use std::{future::pending, pin::Pin};

use axum::{
    body::to_bytes,
    routing::{get, post},
};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::{Response, StatusCode};
use hyper::{client::conn::http2, upgrade::OnUpgrade};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    sync::{Notify, mpsc},
};

use super::*;
use crate::config::ConnectionConfig;

const SHORT: Duration = Duration::from_millis(100);
const GET: &str = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Limits that no test reaches.
fn patient() -> TimeLimits {
    let hour = Duration::from_secs(3600);
    TimeLimits {
        handshake: hour,
        first_request: hour,
        next_request: hour,
        idle: hour,
        body: hour,
        farewell: hour,
        ping: hour,
        stall: hour,
    }
}

fn connections(max: usize, reserved: usize) -> Connections {
    Connections::of(&ConnectionConfig {
        max_connections: max,
        reserved_connections: reserved,
        ..ConnectionConfig::default()
    })
}

struct Served {
    address: SocketAddr,
    tasks: Tasks,
    /// Is notified when `/gated` is called.
    entered: Arc<Notify>,
    /// Ends the answer of `/gated`.
    gate: Arc<Notify>,
    /// Receives something when an answer of `/flood` ends.
    flooded: mpsc::Receiver<()>,
}

async fn serve(limits: TimeLimits, connections: &Connections, callers: Callers) -> Served {
    serve_with(limits, connections, callers, Transport::Local).await
}

async fn serve_with(
    limits: TimeLimits,
    connections: &Connections,
    callers: Callers,
    transport: Transport,
) -> Served {
    let (tasks, entered, gate) = (Tasks::new(), Arc::<Notify>::default(), Arc::<Notify>::default());
    let (flood, flooded) = mpsc::channel(1);
    let app = Router::new()
        .route("/", get(async || "here\n"))
        .route("/read", post(read))
        .route("/forever", get(async || Body::from_stream(forever())))
        .route(
            "/gated",
            get({
                let (entered, gate) = (Arc::clone(&entered), Arc::clone(&gate));
                async move || {
                    entered.notify_one();
                    gate.notified().await;
                    "through\n"
                }
            }),
        )
        .route(
            "/flood",
            get(async move || {
                let end = flood.clone();
                let page = Bytes::from(vec![b'x'; 64 * 1024]);
                Body::from_stream(stream::repeat_with(move || {
                    let _ends_with_the_stream = &end;
                    Ok::<_, Infallible>(page.clone())
                }))
            }),
        )
        .route("/upgrade", get(upgrade));
    let server = HttpServer {
        app,
        origins: Origins::new(&[], &[]),
        connections: connections.clone(),
        callers,
        transport,
        is_behind_proxy: false,
        limits,
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tasks.clone();
    tasks.spawn(async move { server.serve(listener, &serving).await });
    Served { address, tasks, entered, gate, flooded }
}

fn forever() -> impl futures_util::Stream<Item = Result<Bytes, Infallible>> {
    stream::iter([Ok(Bytes::from_static(b"begun"))]).chain(stream::once(pending()))
}

async fn read(body: Body) -> StatusCode {
    match to_bytes(body, 100).await {
        Ok(_whole) => StatusCode::OK,
        Err(_late) => StatusCode::REQUEST_TIMEOUT,
    }
}

/// Keeps the upgraded connection open until the client closes it.
async fn upgrade(mut request: Request<Body>) -> Response<Body> {
    let upgrade = request.extensions_mut().remove::<OnUpgrade>().unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(async move {
        let mut upgraded = TokioIo::new(upgrade.await.unwrap());
        drop(upgraded.read_to_end(&mut Vec::new()).await);
    });
    tasks.detach_all();
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    answer.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("echo"));
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    answer
}

/// Connects and sends `text`.
async fn send(address: SocketAddr, text: impl AsRef<[u8]>) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_ref()).await.unwrap();
    stream
}

/// Reads until `end` has come, or the other side closes the connection.
async fn until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    let mut piece = [0; 1024];
    while !text.contains(end) {
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => break,
            Ok(length) => text.push_str(&String::from_utf8_lossy(&piece[..length])),
        }
    }
    text
}

/// Reads until the other side closes the connection.
async fn to_end(stream: &mut TcpStream) -> String {
    until(stream, "\0 never").await
}

/// Asks on new connections until one is answered with 200, and returns it.
async fn once_served(address: SocketAddr) -> TcpStream {
    loop {
        let mut stream = send(address, GET).await;
        if until(&mut stream, "here\n").await.starts_with("HTTP/1.1 200") {
            return stream;
        }
    }
}

async fn over_http2(
    address: SocketAddr,
) -> (http2::SendRequest<String>, impl Future<Output = hyper::Result<()>>) {
    let stream = TcpStream::connect(address).await.unwrap();
    http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap()
}

fn asking(path: &str) -> Request<String> {
    Request::get(format!("http://localhost{path}")).body(String::new()).unwrap()
}

#[tokio::test]
async fn a_connection_that_asks_nothing_is_closed() {
    let limits = TimeLimits { first_request: SHORT, farewell: SHORT, ..patient() };
    let served = serve(limits, &connections(100, 0), Callers::Venue).await;
    for begun in ["", "G", "GET / HTTP/1.1\r\nHost: localhost\r\nx-slow: ", "PRI * HTTP/2.0\r\n"] {
        let mut stream = send(served.address, begun).await;
        assert_eq!(to_end(&mut stream).await, "", "{begun:?}");
    }
    let mut http2 = send(served.address, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    to_end(&mut http2).await;
}

#[tokio::test]
async fn a_connection_over_http_1_is_closed_if_no_other_request_comes() {
    let limits = TimeLimits { next_request: SHORT, ..patient() };
    let served = serve(limits, &connections(100, 0), Callers::Venue).await;
    for more in ["", "GET / HTTP/1.1\r\nHost: loc"] {
        let mut stream = send(served.address, format!("{GET}{more}")).await;
        let answer = to_end(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("here\n"), "{answer}");
    }
    // An answer that is still being sent needs no other request.
    let mut watching = send(served.address, GET.replace("/ ", "/forever ")).await;
    until(&mut watching, "begun").await;
    to_end(&mut send(served.address, GET).await).await;
    assert_eq!(watching.try_read(&mut [0; 1]).unwrap_err().kind(), io::ErrorKind::WouldBlock);
}

#[tokio::test]
async fn a_connection_over_http_2_is_closed_if_it_has_no_call_for_long() {
    let limits = TimeLimits { idle: SHORT, ..patient() };
    let served = serve(limits, &connections(100, 0), Callers::Venue).await;
    let (mut watcher, connection) = over_http2(served.address).await;
    served.tasks.spawn_until_stop(async move { drop(connection.await) });
    let mut watched = watcher.send_request(asking("/forever")).await.unwrap();

    let (mut asker, connection) = over_http2(served.address).await;
    let (answer, ended) = tokio::join!(asker.send_request(asking("/")), connection);
    assert_eq!(answer.unwrap().status(), 200);
    ended.unwrap();
    // The other was there longer, and is in use.
    assert_eq!(watcher.send_request(asking("/")).await.unwrap().status(), 200);
    let frame =
        std::future::poll_fn(|cx| hyper::body::Body::poll_frame(Pin::new(watched.body_mut()), cx));
    assert_eq!(frame.await.unwrap().unwrap().into_data().unwrap(), "begun");
    served.tasks.end();
}

#[tokio::test]
async fn a_client_of_http_2_that_answers_no_ping_is_cut_off() {
    let limits = TimeLimits { ping: SHORT, ..patient() };
    let served = serve(limits, &connections(100, 0), Callers::Venue).await;
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    let preface = [&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..], &settings].concat();
    to_end(&mut send(served.address, preface).await).await;
}

#[tokio::test]
async fn a_request_has_to_come_whole() {
    let limits = TimeLimits { body: SHORT, ..patient() };
    let served = serve(limits, &connections(100, 0), Callers::Venue).await;
    let post = "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n";
    let mut whole = send(served.address, format!("{post}0123456789")).await;
    assert!(until(&mut whole, "\r\n\r\n").await.starts_with("HTTP/1.1 200"));
    let mut half = send(served.address, format!("{post}01234")).await;
    assert!(until(&mut half, "\r\n\r\n").await.starts_with("HTTP/1.1 408"));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_reader_who_takes_nothing_is_cut_off() {
    let limits = TimeLimits { stall: Duration::from_secs(1), ..patient() };
    let mut served = serve(limits, &connections(100, 0), Callers::Public).await;
    let mut stalled = send(served.address, GET.replace("/ ", "/flood ")).await;
    until(&mut stalled, "HTTP/1.1 200").await;
    // The server stops once the answer has ended.
    served.tasks.end();
    assert_eq!(served.flooded.recv().await, None);
    drop(stalled);
}

#[tokio::test]
async fn a_newcomer_to_a_full_service_is_told_so() {
    let served = serve(patient(), &connections(2, 0), Callers::Public).await;
    let first = once_served(served.address).await;
    let mut second = once_served(served.address).await;
    let refused = to_end(&mut send(served.address, GET).await).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("retry-after: 5\r\n"), "{refused}");
    assert!(refused.ends_with("Try again soon.\n"), "{refused}");
    // HTTP/2 has no short answer.
    let (mut newcomer, connection) = over_http2(served.address).await;
    let (answer, ended) = tokio::join!(newcomer.send_request(asking("/")), connection);
    drop(ended);
    answer.unwrap_err();
    // Connections that are open are served on.
    second.write_all(GET.as_bytes()).await.unwrap();
    assert!(until(&mut second, "here\n").await.starts_with("HTTP/1.1 200"));
    drop(first);
    once_served(served.address).await;
}

#[tokio::test]
async fn a_call_beyond_those_of_a_service_is_refused_and_its_connection_goes_on() {
    // Four calls for each connection; those from this machine count for no address.
    let served = serve(patient(), &connections(1, 0), Callers::Public).await;
    let (mut caller, connection) = over_http2(served.address).await;
    served.tasks.spawn_until_stop(async move { drop(connection.await) });
    let mut open = Vec::new();
    for _call in 0..4 {
        open.push(caller.send_request(asking("/forever")).await.unwrap());
    }
    let refused = caller.send_request(asking("/")).await.unwrap();
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.headers()["retry-after"], "5");
    let mut call = asking("/");
    let grpc = HeaderValue::from_static("application/grpc");
    call.headers_mut().insert(header::CONTENT_TYPE, grpc);
    let refused = caller.send_request(call).await.unwrap();
    assert_eq!(refused.status(), 200);
    assert_eq!(refused.headers()["grpc-status"], "14");
    // Probes are answered still: the service has none here.
    assert_eq!(caller.send_request(asking("/livez")).await.unwrap().status(), 404);
    // A call that has ended leaves its permit to another, once the server has heard of it.
    open.pop();
    let mut asked = 0..1_000;
    let mut is_served = false;
    while !is_served && asked.next().is_some() {
        is_served = caller.send_request(asking("/")).await.unwrap().status() == 200;
    }
    assert!(is_served);
    served.tasks.end();
}

#[tokio::test]
async fn an_upgraded_connection_counts_until_it_ends() {
    let served = serve(patient(), &connections(1, 0), Callers::Public).await;
    let upgrade = "GET /upgrade HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\n\
                   Upgrade: echo\r\n\r\n";
    let mut upgraded = send(served.address, upgrade).await;
    assert!(until(&mut upgraded, "\r\n\r\n").await.starts_with("HTTP/1.1 101"));
    let refused = to_end(&mut send(served.address, GET).await).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    drop(upgraded);
    once_served(served.address).await;
}

#[tokio::test]
async fn a_thousand_silent_connections_keep_nobody_out() {
    let shared = connections(100, 25);
    let limits = TimeLimits { first_request: SHORT, farewell: SHORT, ..patient() };
    let public = serve(limits, &shared, Callers::Public).await;
    let desk = serve(patient(), &shared, Callers::Venue).await;
    let mut silent = Vec::new();
    for _ in 0..1000 {
        silent.push(TcpStream::connect(public.address).await.unwrap());
        if silent.len() % 100 == 0 {
            // The desk is served at once, on the reserve.
            let mut asked = send(desk.address, GET).await;
            let answer = until(&mut asked, "here\n").await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
    }
    once_served(public.address).await;
}

#[tokio::test]
async fn a_stop_lets_open_calls_end_and_closes_idle_connections() {
    let served = serve(patient(), &connections(100, 0), Callers::Venue).await;
    let mut kept = once_served(served.address).await;
    let mut silent = send(served.address, "").await;
    let mut open = send(served.address, GET.replace("/ ", "/gated ")).await;
    served.entered.notified().await;
    served.tasks.end();
    for idle in [&mut kept, &mut silent] {
        assert_eq!(to_end(idle).await, "");
    }
    served.gate.notify_one();
    assert!(to_end(&mut open).await.ends_with("through\n"));
    assert!(served.tasks.stop(Duration::from_secs(60)).await);
    TcpStream::connect(served.address).await.unwrap_err();
}

#[tokio::test]
async fn connections_end_with_a_server_that_is_dropped() {
    let connections = connections(100, 0);
    let server = HttpServer {
        app: Router::new().route("/forever", get(async || Body::from_stream(forever()))),
        origins: Origins::new(&[], &[]),
        connections,
        callers: Callers::Venue,
        transport: Transport::Local,
        is_behind_proxy: false,
        limits: patient(),
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let tasks = Tasks::new();
    let watching = async {
        let mut watching = send(address, GET.replace("/ ", "/forever ")).await;
        until(&mut watching, "begun").await;
        tasks.end();
        watching
    };
    let mut watching = tokio::select! {
        biased;
        // It waits for the open call, so it does not end before.
        () = server.serve(listener, &tasks) => panic!("there is an open call"),
        watching = watching => watching,
    };
    to_end(&mut watching).await;
    assert!(tasks.stop(Duration::from_secs(60)).await);
}
