//! The server of a service: gRPC and gRPC-web with health and reflection, and plain HTTP beside
//! them where a service has any.

use std::{convert::Infallible, iter, net::SocketAddr, path::Path, sync::Arc};

use axum::{Router, extract::Request, response::IntoResponse, routing::get};
use futures_util::future;
use tokio::net::TcpListener;
use tonic::{body::Body, server::NamedService};
use tower::{Service, ServiceExt as _};
use tower_http::{catch_panic::CatchPanicLayer, cors::CorsLayer, trace::TraceLayer};
use tracing::Span;

use crate::{
    config::ServeConfig,
    connections::{Callers, Connections},
    doors::{self, Circumstances, Doors},
    encoded,
    health::{Conditions, HealthReport},
    http_server::{HttpServer, TimeLimits},
    metrics,
    origins::{Origin, Origins},
    port::Port,
    probes,
    serve_error::ServeError,
    status,
    tasks::Tasks,
    tls::{PlainHttp, Transport},
    trace_context,
};

/// The codes that tonic gives a message which is too large, or which it cannot read.
const UNREAD: [&[u8]; 2] = [b"11", b"13"];
/// The code that callers get instead.
const INVALID_ARGUMENT: &str = "3";

/// Writes the bound address to `path`, whole or not at all.
///
/// # Errors
/// [`ServeError::AddressFile`].
pub(crate) async fn write_address(path: &Path, address: SocketAddr) -> Result<(), ServeError> {
    let error = |source| ServeError::AddressFile { path: path.display().to_string(), source };
    let draft = path.with_extension("draft");
    tokio::fs::write(&draft, address.to_string()).await.map_err(error)?;
    tokio::fs::rename(&draft, path).await.map_err(error)
}

/// The services on one listener.
#[derive(Debug, Default)]
pub struct Server {
    grpc: Router,
    pages: Option<Router>,
    services: Vec<&'static str>,
    /// True if it serves also while NATS is away.
    serves_without_nats: bool,
    /// True if anybody may call, and not only devices and desks.
    is_public: bool,
    /// A further port, which is for devices and desks.
    hall: Option<Port>,
    /// The facts that it knows about the objects of its calls.
    circumstances: Option<Arc<dyn Circumstances>>,
}

impl Server {
    /// Adds a gRPC service.
    #[must_use]
    pub fn grpc<S>(mut self, service: S) -> Self
    where
        S: Service<http::Request<Body>, Error = Infallible>
            + NamedService
            + Clone
            + Send
            + Sync
            + 'static,
        S::Response: IntoResponse,
        S::Future: Send + 'static,
    {
        self.services.push(S::NAME);
        self.grpc = self.grpc.route_service(
            &format!("/{}/{{*rest}}", S::NAME),
            service
                .map_request(|request: http::Request<axum::body::Body>| request.map(Body::new))
                .map_response(|response| encoded::with_body(unread(response.into_response()))),
        );
        self
    }

    /// Reports the service as healthy also while NATS is away.
    #[must_use]
    pub fn serving_without_nats(mut self) -> Self {
        self.serves_without_nats = true;
        self
    }

    /// Keeps its callers out of the connections that are reserved for devices and desks.
    #[must_use]
    pub fn public(mut self) -> Self {
        self.is_public = true;
        self
    }

    /// Serves devices and desks at `port`, too, where they have the connections that are reserved
    /// for them.
    #[must_use]
    pub fn hall(mut self, port: Port) -> Self {
        self.hall = Some(port);
        self
    }

    /// Tells the doors what only the service knows about the objects of its calls.
    #[must_use]
    pub fn circumstances(mut self, circumstances: impl Circumstances) -> Self {
        self.circumstances = Some(Arc::new(circumstances));
        self
    }

    /// Returns what the service knows about the objects of its calls.
    pub(crate) fn known(&self) -> Option<Arc<dyn Circumstances>> {
        self.circumstances.clone()
    }

    /// Adds plain HTTP beside the gRPC services, for every path that is none of theirs.
    #[must_use]
    pub fn pages(mut self, pages: Router) -> Self {
        self.pages = Some(pages);
        self
    }

    /// Returns the gRPC services alone, to be called within this process.
    pub fn into_routes(self) -> Router {
        self.grpc
    }

    /// Serves behind its doors as the service `name` until the tasks stop: then it takes no new
    /// connection and lets open calls end.
    pub(crate) async fn serve(
        mut self,
        name: &'static str,
        listener: TcpListener,
        config: &ServeConfig,
        doors: Doors,
        conditions: Conditions,
        tasks: &Tasks,
    ) -> Result<(), ServeError> {
        let ServeConfig { callers, routes, .. } = config;
        let of_own = if self.is_public { Callers::Public } else { Callers::Venue };
        let hall = self.hall.take().map(|port| port.listener()).transpose()?;
        let mut listeners = Vec::new();
        let hall = hall.map(|listener| (listener, Callers::Venue));
        for (listener, of) in iter::once((listener, of_own)).chain(hall) {
            let address = listener.local_addr().map_err(ServeError::Serve)?;
            listeners.push((listener, of, callers.tls.transport(address)?));
        }
        let (reporter, health) = tonic_health::server::health_reporter();
        let services = std::mem::take(&mut self.services);
        let report = HealthReport::new(name, services.clone(), self.serves_without_nats, reporter);
        let ready = report.watch();
        report.follow(conditions, tasks);
        // Some clients ask the older version only.
        let (reflection, older) = (descriptors().build_v1()?, descriptors().build_v1alpha()?);
        let served = self.grpc(health).grpc(reflection).grpc(older);
        let grpc = served
            .grpc
            .layer(axum::middleware::from_fn_with_state(doors, doors::guard))
            .layer(axum::middleware::from_fn(metrics::measure))
            .layer(tonic_web::GrpcWebLayer::new())
            .layer(cors(&callers.allow_origins))
            .layer(
                TraceLayer::new_for_grpc()
                    .make_span_with(call_span)
                    .on_request(())
                    .on_response(())
                    .on_eos(())
                    .on_body_chunk(())
                    .on_failure(()),
            );
        // Others answer for it until this is dropped.
        let _part =
            routes.as_ref().map(|routes| routes.add(&services, &grpc, served.pages.clone()));
        let connections = Connections::of(&callers.connections);
        let serving = listeners.into_iter().map(|(listener, of, transport)| {
            let mut probes = probes::router(name, ready.clone(), transport.clone());
            if let Some(authority) = callers.tls.authority.clone() {
                probes = probes.route("/authority.crt", get(async move || certificate(authority)));
            }
            // A desk that signs in where others read along would send its token in the clear.
            let is_for_itself = served.is_public && !transport.is_private();
            let shared = routes.clone().filter(|_routes| !is_for_itself);
            let own = grpc.clone().merge(probes);
            let app = match (shared, served.pages.clone()) {
                (Some(routes), _own) => own.fallback(move |request| routes.clone().answer(request)),
                (None, Some(pages)) => own.merge(pages),
                (None, None) => own.fallback(unimplemented),
            };
            let hosts = [callers.allow_hosts.clone(), transport.names()].concat();
            let has_certificate = matches!(transport, Transport::Tls(_));
            let server = HttpServer {
                app: app.layer(CatchPanicLayer::new()),
                origins: Origins::new(&hosts, &callers.allow_origins),
                connections: connections.clone(),
                callers: of,
                is_behind_proxy: !has_certificate
                    && callers.tls.plain_http == Some(PlainHttp::BehindProxy),
                transport,
                limits: TimeLimits::default(),
            };
            server.serve(listener, tasks)
        });
        future::join_all(serving).await;
        Ok(())
    }
}

/// A request that tonic does not read, as it is too large or no protobuf, was asked wrongly. An
/// error of the service itself stays one.
fn unread(mut response: axum::response::Response) -> axum::response::Response {
    let headers = response.headers_mut();
    let is_our_fault = headers.remove(status::FAULT).is_some();
    let status = headers.get("grpc-status").map(http::HeaderValue::as_bytes);
    if !is_our_fault && status.is_some_and(|status| UNREAD.contains(&status)) {
        headers.insert("grpc-status", http::HeaderValue::from_static(INVALID_ARGUMENT));
    }
    response
}

/// Lets browsers hand the answers to pages of the origins that may call.
fn cors(allow_origins: &[Origin]) -> CorsLayer {
    let origins = allow_origins.iter().map(|origin| origin.header().clone());
    CorsLayer::new()
        .allow_origin(origins.collect::<Vec<_>>())
        .allow_methods([http::Method::POST])
        .allow_headers(tower_http::cors::AllowHeaders::mirror_request())
        .expose_headers([
            http::HeaderName::from_static("grpc-status"),
            http::HeaderName::from_static("grpc-message"),
            http::HeaderName::from_static("grpc-status-details-bin"),
            http::HeaderName::from_static(doors::REFUSAL),
        ])
}

/// The span of one call, in the caller's trace and not in that of the connection.
fn call_span(request: &Request) -> Span {
    let span = tracing::info_span!(parent: None, "call", path = request.uri().path());
    trace_context::continue_from(&span, trace_context::extract_http(request.headers()));
    span
}

/// Returns the certificate of an authority, as tablets offer to install it.
fn certificate(pem: String) -> impl IntoResponse {
    let kind = http::HeaderValue::from_static("application/x-x509-ca-cert");
    ([(http::header::CONTENT_TYPE, kind)], pem)
}

async fn unimplemented() -> http::Response<Body> {
    tonic::Status::unimplemented("no such method").into_http()
}

fn descriptors() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(proto::DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, StatusCode, header::HOST};
    use http_body_util::{BodyExt as _, Full};
    use hyper::client::conn::http1;
    use hyper_util::rt::TokioIo;
    use tokio::{net::TcpStream, sync::watch};
    use tonic::{Code, transport::Endpoint};
    use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

    use super::*;
    use crate::{
        Categorize, ErrorCategory, appends::Appends, bind, config::CallerConfig,
        error::LedgerError, memory_broker::MemoryBroker, stream_troubles::StreamNotes,
    };

    const CHECK: &str = "/grpc.health.v1.Health/Check";
    /// An empty message, framed.
    const EMPTY: &[u8] = &[0, 0, 0, 0, 0];

    fn serve() -> (SocketAddr, Tasks) {
        let callers = CallerConfig {
            allow_origins: vec!["https://desk.example".parse().unwrap()],
            allow_hosts: vec!["board-ingest".parse().unwrap()],
            ..CallerConfig::default()
        };
        let config = ServeConfig { callers, ..ServeConfig::of_tests() };
        let listener = bind(([127, 0, 0, 1], 0).into()).unwrap();
        let (address, tasks) = (listener.local_addr().unwrap(), Tasks::new());
        let (connected, is_connected) = watch::channel(true);
        let streams = StreamNotes::default().watch();
        let conditions =
            Conditions { connected: is_connected, appends: Appends::default(), streams };
        let serving = tasks.clone();
        tasks.spawn(async move {
            let server = Server::default();
            let log = MemoryBroker::default().log();
            let doors = Doors::follow(&log, &serving, "clock", server.known()).await.unwrap();
            server.serve("clock", listener, &config, doors, conditions, &serving).await.unwrap();
            drop(connected);
        });
        (address, tasks)
    }

    /// Calls over gRPC-web, as a page does; returns the status of HTTP, the headers and the text.
    async fn call(
        address: SocketAddr,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> (StatusCode, HeaderMap, String) {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        let mut request = Request::post(CHECK).header("content-type", "application/grpc-web+proto");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(bytes::Bytes::copy_from_slice(body))).unwrap();
        let (answer, _connection) = tokio::join!(
            async {
                let answer = sender.send_request(request).await.unwrap();
                drop(sender);
                let (head, body) = answer.into_parts();
                (head, body.collect().await.unwrap().to_bytes())
            },
            connection
        );
        let (head, body) = answer;
        (head.status, head.headers, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn a_page_of_another_origin_cannot_call() {
        let (address, _tasks) = serve();
        let here = address.to_string();
        let own = format!("http://{address}");
        for origin in [own.as_str(), "https://desk.example"] {
            let (status, headers, text) =
                call(address, &[("host", &here), ("origin", origin)], EMPTY).await;
            assert_eq!(status, StatusCode::OK, "{origin}: {text}");
            assert!(text.contains("grpc-status:0"), "{origin}: {text:?}");
            let shown = headers.get("access-control-allow-origin");
            assert_eq!(shown.is_some(), origin != own, "{origin}");
        }
        for origin in ["http://evil.example", "null", "https://desk.example.evil.example"] {
            let (status, _headers, text) =
                call(address, &[("host", &here), ("origin", origin)], EMPTY).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{origin}");
            assert!(text.contains("--allow-origin"), "{text}");
        }
    }

    #[tokio::test]
    async fn a_name_that_was_led_here_is_not_answered() {
        let (address, _tasks) = serve();
        for host in ["localhost", "board-ingest:8081"] {
            let (status, _headers, text) = call(address, &[("host", host)], EMPTY).await;
            assert_eq!(status, StatusCode::OK, "{host}: {text}");
        }
        let rebound = [("host", "evil.example"), ("origin", "http://evil.example")];
        let (status, _headers, text) = call(address, &rebound, EMPTY).await;
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST);
        assert!(text.contains("--allow-host"), "{text}");

        for (name, code) in [("localhost", Code::Ok), ("evil.example", Code::PermissionDenied)] {
            let origin = format!("http://{name}").parse().unwrap();
            let channel = Endpoint::from_shared(format!("http://{address}")).unwrap();
            let channel = channel.origin(origin).connect_lazy();
            let asked = HealthClient::new(channel).check(HealthCheckRequest::default()).await;
            let (got, text) = asked.map_or_else(
                |status| (status.code(), status.message().to_owned()),
                |_health| (Code::Ok, String::new()),
            );
            assert_eq!(got, code, "{name}: {text}");
            assert_eq!(text.contains("--allow-host"), code != Code::Ok, "{text}");
        }
    }

    #[tokio::test]
    async fn a_request_that_cannot_be_read_is_the_callers_fault() {
        let (address, _tasks) = serve();
        let here = address.to_string();
        let too_large = [0, 0, 255, 255, 255];
        let not_protobuf = [0, 0, 0, 0, 3, 0xff, 0xff, 0xff];
        let not_utf8 = [0, 0, 0, 0, 3, 0x0a, 1, 0xff];
        let cut = [0, 0, 0, 0, 9, 1];
        let packed = [1, 0, 0, 0, 0];
        for body in [&too_large[..], &not_protobuf, &not_utf8, &cut, &packed, &[7, 0, 0, 0, 0], &[]]
        {
            let (status, headers, text) = call(address, &[(HOST.as_str(), &here)], body).await;
            assert_eq!(status, StatusCode::OK, "{body:?}: {text}");
            let code = headers.get("grpc-status").map(|code| code.to_str().unwrap());
            assert_eq!(code, Some(INVALID_ARGUMENT), "{body:?}: {text}");
        }
    }

    #[test]
    fn a_fault_of_the_service_stays_one() {
        let broken =
            LedgerError::Broken { subject: "game.main.kk.r1-t1".into(), sequence: 7, version: 3 };
        let category = Categorize::category(&broken);
        assert_eq!(category, ErrorCategory::Internal);
        let answer = unread(status(&broken).into_http());
        assert_eq!(answer.headers()["grpc-status"], "13");
        assert!(!answer.headers().contains_key(status::FAULT));
    }
}
