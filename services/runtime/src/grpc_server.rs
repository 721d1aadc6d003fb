//! The server of a service: gRPC and gRPC-web with health and reflection, and plain HTTP beside them
//! where a service has any.

use std::{convert::Infallible, io, net::SocketAddr, path::Path};

use axum::{Router, extract::Request, response::IntoResponse, serve::ListenerExt as _};
use thiserror::Error;
use tokio::{net::TcpListener, sync::watch};
use tonic::{body::Body, server::NamedService};
use tower::{Service, ServiceExt as _};
use tower_http::{catch_panic::CatchPanicLayer, cors::CorsLayer, trace::TraceLayer};
use tracing::Span;

use crate::{encoded, health, tasks::Tasks, trace_context};

/// Bytes of the largest gRPC message that is read; larger ones are refused unread.
pub const MAX_REQUEST: usize = 64 * 1024;

/// The number of the code that tonic gives a message which is too large.
const OUT_OF_RANGE: &[u8] = b"11";
/// The number of the code that callers get instead.
const INVALID_ARGUMENT: &str = "3";

/// The reason why a service cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The port is taken, or the address belongs to another machine.
    #[error("listen on {address}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The address file cannot be written.
    #[error("write the address to {path}")]
    AddressFile {
        /// The path of the file.
        path: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The descriptors of the contract cannot be used.
    #[error("set up reflection")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// The listener failed.
    #[error("serve")]
    Serve(#[source] io::Error),
}

/// Binds `address`, so that a taken port is known before anything else begins.
///
/// # Errors
/// [`ServeError::Bind`].
pub async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|source| ServeError::Bind { address, source })
}

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
                .map_response(|response| encoded::with_body(too_large(response.into_response()))),
        );
        self
    }

    /// Reports the service as healthy also while NATS is away.
    #[must_use]
    pub fn serving_without_nats(mut self) -> Self {
        self.serves_without_nats = true;
        self
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

    /// Serves until the tasks stop: then it takes no new connection and lets open calls end.
    pub(crate) async fn serve(
        mut self,
        listener: TcpListener,
        allow_origins: &[http::HeaderValue],
        connected: &watch::Receiver<bool>,
        tasks: &Tasks,
    ) -> Result<(), ServeError> {
        let (reporter, health) = tonic_health::server::health_reporter();
        for service in std::mem::take(&mut self.services) {
            let serves_without_nats = self.serves_without_nats;
            let (connected, reporter) = (connected.clone(), reporter.clone());
            health::follow(tasks, connected, reporter, service, serves_without_nats);
        }
        let reflection = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(proto::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
            .build_v1()?;
        let served = self.grpc(health).grpc(reflection);
        let grpc =
            served.grpc.layer(tonic_web::GrpcWebLayer::new()).layer(cors(allow_origins)).layer(
                TraceLayer::new_for_grpc()
                    .make_span_with(call_span)
                    .on_request(())
                    .on_response(())
                    .on_eos(())
                    .on_body_chunk(())
                    .on_failure(()),
            );
        let app = match served.pages {
            Some(pages) => grpc.merge(pages),
            None => grpc.fallback(unimplemented),
        };
        let stopping = tasks.stopping();
        let listener = listener.tap_io(|connection| {
            // Moves are small and wanted at once.
            if let Err(error) = connection.set_nodelay(true) {
                tracing::debug!(%error, "set TCP_NODELAY");
            }
        });
        axum::serve(listener, app.layer(CatchPanicLayer::new()))
            .with_graceful_shutdown(async move { stopping.cancelled().await })
            .await
            .map_err(ServeError::Serve)
    }
}

/// A request that is larger than is read was asked wrongly, as one that cannot be parsed is.
fn too_large(mut response: axum::response::Response) -> axum::response::Response {
    let status = response.headers().get("grpc-status").map(http::HeaderValue::as_bytes);
    if status == Some(OUT_OF_RANGE) {
        let invalid = http::HeaderValue::from_static(INVALID_ARGUMENT);
        response.headers_mut().insert("grpc-status", invalid);
    }
    response
}

/// Pages of other origins may call only where that is allowed: a page that somebody opens in the hall
/// is not to speak for the desk.
fn cors(allow_origins: &[http::HeaderValue]) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(allow_origins.to_vec())
        .allow_methods([http::Method::POST])
        .allow_headers(tower_http::cors::AllowHeaders::mirror_request())
        .expose_headers([
            http::HeaderName::from_static("grpc-status"),
            http::HeaderName::from_static("grpc-message"),
        ])
}

/// The span of one call, in the caller's trace.
fn call_span(request: &Request) -> Span {
    let span = tracing::info_span!("call", path = request.uri().path());
    trace_context::continue_from(&span, trace_context::extract_http(request.headers()));
    span
}

async fn unimplemented() -> http::Response<Body> {
    tonic::Status::unimplemented("no such method").into_http()
}
