//! An OpenTelemetry collector that keeps the received spans for a test to check.

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context as _, Result};
use opentelemetry_proto::tonic::{
    collector::{
        metrics::v1::{
            ExportMetricsServiceRequest, ExportMetricsServiceResponse,
            metrics_service_server::{MetricsService, MetricsServiceServer},
        },
        trace::v1::{
            ExportTraceServiceRequest, ExportTraceServiceResponse,
            trace_service_server::{TraceService, TraceServiceServer},
        },
    },
    common::v1::{KeyValue, any_value::Value},
};
use tokio::{net::TcpListener, task::JoinSet};
use tonic::{
    Request, Response, Status,
    transport::{Server, server::TcpIncoming},
};

/// The parts of a span that tests check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSpan {
    /// `service.name` of the process that sent it.
    pub service: String,
    /// Name of the span.
    pub name: String,
    /// Id of its trace, 32 hexadecimal digits.
    pub trace: String,
    /// Id of the span, 16 hexadecimal digits.
    pub id: String,
    /// Id of its parent span; empty for a root span.
    pub parent: String,
    /// Its attributes that are texts.
    pub attributes: BTreeMap<String, String>,
}

impl SeenSpan {
    /// Returns the text of an attribute; empty if there is none.
    #[must_use]
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map(String::as_str).unwrap_or_default()
    }
}

/// A collector on loopback, which runs until it is dropped.
#[derive(Debug)]
pub struct Collector {
    address: SocketAddr,
    received: ReceivedSpans,
    _serving: JoinSet<()>,
}

impl Collector {
    /// Starts to listen on a port that the system chooses.
    ///
    /// # Errors
    /// If the system gives no port.
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let (address, received) = (listener.local_addr()?, ReceivedSpans::default());
        let server = Server::builder()
            .add_service(TraceServiceServer::new(received.clone()))
            .add_service(MetricsServiceServer::new(received.clone()))
            .serve_with_incoming(TcpIncoming::from(listener));
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            // If the collector breaks, the test misses spans.
            drop(server.await);
        });
        Ok(Self { address, received, _serving: serving })
    }

    /// Returns the URL for `--otlp-endpoint`.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns every received span, in the order of arrival.
    #[must_use]
    pub fn spans(&self) -> Vec<SeenSpan> {
        self.received.lock().clone()
    }

    /// Returns the span with this id.
    ///
    /// # Errors
    /// If no such span has arrived.
    pub fn span(&self, id: &str) -> Result<SeenSpan> {
        let found = self.spans().into_iter().find(|span| span.id == id);
        found.with_context(|| format!("no span {id} came"))
    }
}

#[derive(Clone, Debug, Default)]
struct ReceivedSpans(Arc<Mutex<Vec<SeenSpan>>>);

impl ReceivedSpans {
    fn lock(&self) -> MutexGuard<'_, Vec<SeenSpan>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tonic::async_trait]
impl TraceService for ReceivedSpans {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for of_process in request.into_inner().resource_spans {
            let resource = of_process.resource.unwrap_or_default();
            let service = service_name(resource.attributes);
            let spans = of_process.scope_spans.into_iter().flat_map(|scope| scope.spans);
            let spans = spans.map(|span| SeenSpan {
                service: service.clone(),
                name: span.name,
                trace: hex(&span.trace_id),
                id: hex(&span.span_id),
                parent: hex(&span.parent_span_id),
                attributes: texts(span.attributes),
            });
            self.lock().extend(spans);
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for ReceivedSpans {
    async fn export(
        &self,
        _request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

fn service_name(attributes: Vec<KeyValue>) -> String {
    texts(attributes).remove("service.name").unwrap_or_default()
}

fn texts(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for attribute in attributes {
        if let Some(Value::StringValue(text)) = attribute.value.and_then(|any| any.value) {
            texts.insert(attribute.key, text);
        }
    }
    texts
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
