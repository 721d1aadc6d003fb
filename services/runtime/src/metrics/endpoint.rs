//! The endpoint at which Prometheus asks for the metrics of this process.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
};

use axum::{
    Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use opentelemetry_prometheus::PrometheusExporter;
use opentelemetry_sdk::error::OTelSdkError;
use prometheus::{Registry, TEXT_FORMAT, TextEncoder};
use thiserror::Error;

use super::{
    Metric,
    open_metrics::{self, OpenMetrics},
};
use crate::{
    connections::{Callers, Connections},
    http_server::{HttpServer, TimeLimits},
    origins::Origins,
    tasks::Tasks,
    tls::{PlainHttp, Transport},
};

/// Number of connections to the port of metrics. There is room for more than one Prometheus, and
/// none for a flood on descriptors that the services need.
const CONNECTIONS_MAX: usize = 16;

/// The reason why metrics cannot be asked for.
#[derive(Debug, Error)]
pub enum EndpointError {
    /// The port is taken, or the address belongs to another machine.
    #[error("listen on {address} for metrics; choose another address with --metrics")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The exporter cannot be used.
    #[error("export metrics")]
    Export(#[from] OTelSdkError),
}

/// An endpoint that has its port.
#[derive(Debug)]
pub(crate) struct Endpoint {
    listener: tokio::net::TcpListener,
    registry: Registry,
}

impl Endpoint {
    /// Binds `address`; returns the endpoint, and the exporter whose metrics it serves.
    pub(crate) fn bind(address: SocketAddr) -> Result<(Self, PrometheusExporter), EndpointError> {
        let error = |source| EndpointError::Bind { address, source };
        let listener = TcpListener::bind(address).map_err(error)?;
        listener.set_nonblocking(true).map_err(error)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(error)?;
        let registry = Registry::new();
        let exporter = opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            // All instruments are of this program; its version is in `target_info`.
            .scope_info_enabled(false)
            .build()?;
        Ok((Self { listener, registry }, exporter))
    }

    /// Serves `metrics` at `/metrics` until the tasks stop.
    pub(crate) fn serve(self, metrics: &[&'static dyn Metric], tasks: &Tasks) {
        let Self { listener, registry } = self;
        let measured = Measured { registry, metrics: metrics.into() };
        let app = Router::new().route("/metrics", get(answer)).with_state(measured);
        let server = HttpServer {
            app,
            origins: Origins::of_any_name(),
            connections: Connections::few(CONNECTIONS_MAX),
            callers: Callers::Venue,
            transport: Transport::Plain(PlainHttp::Public),
            is_behind_proxy: false,
            limits: TimeLimits::default(),
        };
        let serving = tasks.clone();
        tasks.spawn(async move { server.serve(listener, &serving).await });
    }
}

/// The metrics that are served.
#[derive(Clone, Debug)]
struct Measured {
    registry: Registry,
    metrics: Arc<[&'static dyn Metric]>,
}

/// Answers in the format of `OpenMetrics` to whoever takes it, as Prometheus does, else in the
/// older one.
async fn answer(State(measured): State<Measured>, headers: HeaderMap) -> Response {
    let Measured { registry, metrics } = measured;
    let families = registry.gather();
    if takes_open_metrics(&headers) {
        let text = OpenMetrics { families: &families, metrics: &metrics }.to_string();
        return of_kind(open_metrics::FORMAT, text);
    }
    match TextEncoder::new().encode_to_string(&families) {
        Ok(text) => of_kind(TEXT_FORMAT, text),
        Err(error) => {
            tracing::warn!(%error, "metrics cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn of_kind(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
}

fn takes_open_metrics(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let texts = accepted.filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|kind| {
        let name = kind.split(';').next().unwrap_or_default();
        name.trim().eq_ignore_ascii_case("application/openmetrics-text")
    })
}
