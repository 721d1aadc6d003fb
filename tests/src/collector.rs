//! An OpenTelemetry collector that keeps the spans it is sent, for a test to look at.

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

/// A span, as far as a test asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSpan {
    /// `service.name` of the process that sent it.
    pub service: String,
    /// Its name.
    pub name: String,
    /// Its trace, 32 hexadecimal digits.
    pub trace: String,
    /// Its id, 16 hexadecimal digits.
    pub id: String,
    /// The id of the span that it is a part of; empty when it is the first.
    pub parent: String,
    /// Those of its attributes that are texts.
    pub attributes: BTreeMap<String, String>,
}

impl SeenSpan {
    /// The text of an attribute, empty when it has none.
    #[must_use]
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map(String::as_str).unwrap_or_default()
    }
}

/// A collector on loopback, until it is dropped.
#[derive(Debug)]
pub struct Collector {
    address: SocketAddr,
    kept: Kept,
    _serving: JoinSet<()>,
}

impl Collector {
    /// Starts to listen on a port that the system chooses.
    ///
    /// # Errors
    /// When the system gives none.
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let (address, kept) = (listener.local_addr()?, Kept::default());
        let server = Server::builder()
            .add_service(TraceServiceServer::new(kept.clone()))
            .add_service(MetricsServiceServer::new(kept.clone()))
            .serve_with_incoming(TcpIncoming::from(listener));
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            // A collector that broke shows in the spans that a test misses.
            drop(server.await);
        });
        Ok(Self { address, kept, _serving: serving })
    }

    /// Where it listens, as `--otlp-endpoint` wants it.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every span that came, in the order of coming.
    #[must_use]
    pub fn spans(&self) -> Vec<SeenSpan> {
        self.kept.lock().clone()
    }

    /// The span with this id.
    ///
    /// # Errors
    /// When none came.
    pub fn span(&self, id: &str) -> Result<SeenSpan> {
        let found = self.spans().into_iter().find(|span| span.id == id);
        found.with_context(|| format!("no span {id} came"))
    }
}

#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Vec<SeenSpan>>>);

impl Kept {
    fn lock(&self) -> MutexGuard<'_, Vec<SeenSpan>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tonic::async_trait]
impl TraceService for Kept {
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
impl MetricsService for Kept {
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
