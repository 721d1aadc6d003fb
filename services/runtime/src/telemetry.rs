//! Logs to standard error; traces and metrics to an OpenTelemetry collector when one is named;
//! metrics for Prometheus where a port is named for them.

use std::{error::Error, io, net::SocketAddr};

use opentelemetry::{KeyValue, global, metrics::MeterProvider as _, trace::TracerProvider as _};
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::{
    Resource, metrics::SdkMeterProvider, propagation::TraceContextPropagator,
    trace::SdkTracerProvider,
};
use thiserror::Error;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{EnvFilter, Layer as _, filter::Targets, layer::SubscriberExt as _};

use crate::{
    config::TelemetryConfig,
    metrics::{self, Endpoint, EndpointError, Metric},
    tasks::Tasks,
};

/// The spans that are exported: Damcast's own, down to INFO. Those of the transports beneath would
/// multiply every call, and trace the export of traces itself.
const TRACED: [&str; 7] =
    ["runtime", "board_ingest", "rules_validation", "clock", "pairing", "broadcast", "damcast"];

/// The reason why telemetry could not be started.
#[derive(Debug, Error)]
pub enum TelemetryError {
    /// The log filter is wrong.
    #[error("read the log filter {filter:?}")]
    Filter {
        /// The text that was given.
        filter: String,
        /// The reason.
        source: tracing_subscriber::filter::ParseError,
    },
    /// The address of the collector is wrong.
    #[error("set up the export to {endpoint:?}")]
    Export {
        /// The text that was given.
        endpoint: String,
        /// The reason.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Metrics cannot be asked for.
    #[error(transparent)]
    Metrics(#[from] EndpointError),
    /// Another subscriber receives events already.
    #[error("telemetry was started twice")]
    Twice(#[from] tracing::subscriber::SetGlobalDefaultError),
}

/// The metrics of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured<'a> {
    /// Its metrics.
    pub metrics: &'a [&'static dyn Metric],
    /// The address at which Prometheus asks for them; closed without.
    pub listen: Option<SocketAddr>,
}

/// Telemetry that runs; [`Telemetry::stop`] sends what is left.
#[derive(Debug)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
    metrics: Option<SdkMeterProvider>,
    endpoint: Tasks,
}

impl Telemetry {
    /// Starts logging as `service`, by `usual` where no filter is given, and exporting when a
    /// collector or a port for metrics is configured. It needs a runtime of tokio.
    ///
    /// # Errors
    /// [`TelemetryError`] when the filter or the endpoint cannot be read, or the port is taken.
    pub fn start(
        service: &'static str,
        config: &TelemetryConfig,
        usual: &str,
        measured: Measured<'_>,
    ) -> Result<Self, TelemetryError> {
        let filter = config.log.as_deref().unwrap_or(usual);
        let filter = EnvFilter::try_new(filter)
            .map_err(|source| TelemetryError::Filter { filter: filter.to_owned(), source })?;
        global::set_text_map_propagator(TraceContextPropagator::new());
        let resource = Resource::builder()
            .with_service_name(service)
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let mut running = Self { traces: None, metrics: None, endpoint: Tasks::new() };
        let mut meters = SdkMeterProvider::builder().with_resource(resource.clone());
        if let Some(address) = measured.listen {
            let (endpoint, exporter) = Endpoint::bind(address)?;
            meters = meters.with_reader(exporter);
            endpoint.serve(measured.metrics, &running.endpoint);
        }
        if let Some(endpoint) = &config.otlp_endpoint {
            let export_error = |source: opentelemetry_otlp::ExporterBuildError| {
                TelemetryError::Export { endpoint: endpoint.clone(), source: Box::new(source) }
            };
            let spans = opentelemetry_otlp::SpanExporter::builder()
                .with_tonic()
                .with_endpoint(endpoint)
                .build()
                .map_err(export_error)?;
            let traces = SdkTracerProvider::builder()
                .with_batch_exporter(spans)
                .with_resource(resource)
                .build();
            global::set_tracer_provider(traces.clone());
            let numbers = opentelemetry_otlp::MetricExporter::builder()
                .with_tonic()
                .with_endpoint(endpoint)
                .build()
                .map_err(export_error)?;
            meters = meters.with_periodic_exporter(numbers);
            running.traces = Some(traces);
        }
        if measured.listen.is_some() || config.otlp_endpoint.is_some() {
            let provider = meters.build();
            metrics::register(measured.metrics, &provider.meter("damcast"));
            running.metrics = Some(provider);
        }
        let spans = running.traces.as_ref().map(|traces| {
            let ours = TRACED.map(|target| (target, LevelFilter::INFO));
            tracing_opentelemetry::layer()
                .with_tracer(traces.tracer("damcast"))
                .with_filter(Targets::new().with_targets(ours))
                .boxed()
        });
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
        let lines =
            if config.log_json { lines.json().flatten_event(true).boxed() } else { lines.boxed() };
        let subscriber = tracing_subscriber::registry().with(spans).with(lines.with_filter(filter));
        tracing::subscriber::set_global_default(subscriber)?;
        Ok(running)
    }

    /// Sends what is left to the collector.
    pub fn stop(self) {
        self.endpoint.end();
        if let Some(traces) = self.traces
            && let Err(error) = traces.shutdown()
        {
            tracing::warn!(%error, "the last spans were not exported");
        }
        if let Some(metrics) = self.metrics
            && let Err(error) = metrics.shutdown()
        {
            tracing::warn!(%error, "the last metrics were not exported");
        }
    }
}
