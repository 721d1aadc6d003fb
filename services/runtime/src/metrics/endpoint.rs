//! The endpoint at which Prometheus asks for the metrics of this process.

use std::{
    io,
    net::{SocketAddr, TcpListener},
};

use axum::{
    Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode, header};
use opentelemetry_prometheus::PrometheusExporter;
use opentelemetry_sdk::error::OTelSdkError;
use prometheus::{Registry, TEXT_FORMAT, TextEncoder};
use thiserror::Error;

use crate::tasks::Tasks;

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

    /// Serves `/metrics` until the tasks stop.
    pub(crate) fn serve(self, tasks: &Tasks) {
        let Self { listener, registry } = self;
        let app = Router::new().route("/metrics", get(metrics)).with_state(registry);
        tasks.spawn_until_stop(async move {
            if let Err(error) = axum::serve(listener, app).await {
                tracing::warn!(%error, "metrics are served no more");
            }
        });
    }
}

async fn metrics(State(registry): State<Registry>) -> Response {
    match TextEncoder::new().encode_to_string(&registry.gather()) {
        Ok(text) => {
            let kind = HeaderValue::from_static(TEXT_FORMAT);
            ([(header::CONTENT_TYPE, kind)], text).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "metrics cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
