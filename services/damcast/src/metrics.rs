//! All metrics of the program.

use std::collections::{BTreeMap, BTreeSet};

use runtime::metrics::{Counter, Kind, Labels, Metric, OF_SERVICES, SERVICE_METRICS};

use crate::{backup::progress, nats_metrics::NatsMetrics, nats_server::monitoring};

/// The most values of a label that the table names.
const LISTED_MAX: usize = 20;

static REASONS: [Labels; 2] = [&[("reason", "ended")], &[("reason", "full-disk")]];

/// Services that `damcast up` started again, in the order of `runtime::metrics::SERVICES`.
pub(crate) static SERVICE_RESTARTS: Counter<5> = Counter::new(
    "damcast.service.restarts",
    "{restart}",
    "Services that ended by themselves, as after the store was set back, and that `damcast up` started again.",
    &OF_SERVICES,
);

/// Times at which `damcast up` started nats-server again: since it had ended, or since its disk has
/// room again.
pub(crate) static NATS_RESTARTS: Counter<2> = Counter::new(
    "damcast.nats_server.restarts",
    "{restart}",
    "Times at which `damcast up` started nats-server again.",
    &REASONS,
);

/// The metrics of `damcast up` itself.
static UP_METRICS: [&dyn Metric; 2] = [&SERVICE_RESTARTS, &NATS_RESTARTS];

/// Returns the metrics of a process that runs the service `name`, of `damcast nats-metrics`, of
/// `damcast backup`, or of `damcast up`, which runs all services.
#[must_use]
pub fn of(name: &str) -> Vec<&'static dyn Metric> {
    if name == NatsMetrics::NAME {
        return monitoring::METRICS.to_vec();
    }
    if name == progress::PROCESS {
        return progress::METRICS.to_vec();
    }
    let parts: [(&str, &[&'static dyn Metric]); 8] = [
        (board_ingest::NAME, &board_ingest::METRICS),
        (rules_validation::NAME, &rules_validation::METRICS),
        (clock::NAME, &clock::METRICS),
        (pairing::NAME, &pairing::METRICS),
        (broadcast::NAME, &broadcast::METRICS),
        ("damcast", &UP_METRICS),
        ("damcast", &monitoring::METRICS),
        ("damcast", &progress::METRICS),
    ];
    let of_process =
        parts.into_iter().filter(|(part, _metrics)| *part == name || name == "damcast");
    SERVICE_METRICS
        .into_iter()
        .chain(of_process.flat_map(|(_part, of)| of.iter().copied()))
        .collect()
}

/// Returns the table of all metrics in Markdown, as `docs/metrics.md` has it.
#[must_use]
pub fn table() -> String {
    let mut table = String::from(
        "# Metrics\n\n\
         Every metric that Damcast has, as `damcast::metrics` lists them; a test compares this file. A process has \
         those of the\nservices that it runs. No label names a game, a tournament, a player or a device.\n\n\
         `--metrics ADDR:PORT` (`DAMCAST_METRICS`) opens `/metrics` for Prometheus; `--otlp-endpoint` sends them to \
         a collector\nof OpenTelemetry. Histograms have `_bucket`, `_sum` and `_count`. In Prometheus a dot in the name of a label \
         is an underscore.\n\n\
         Whoever asks for OpenMetrics, as Prometheus does, gets exemplars with the buckets of histograms: the last trace \
         that fell\ninto each, with its `trace_id` and `span_id`. There are some where traces are exported \
         (`--otlp-endpoint`); a Prometheus\nkeeps them with `--enable-feature=exemplar-storage`.\n\n\
         | metric | in Prometheus | labels | meaning |\n|---|---|---|---|\n",
    );
    for metric in of("damcast") {
        let definition = metric.definition();
        let mut labels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (label, value) in definition.series.iter().copied().flatten() {
            labels.entry(label).or_default().insert(value);
        }
        let labels: Vec<String> = labels
            .into_iter()
            .map(|(label, values)| {
                let mut shown: Vec<_> = values.into_iter().collect();
                if shown.len() > LISTED_MAX {
                    shown.truncate(2);
                    shown.push("…");
                }
                format!("{label}: {}", shown.join(", "))
            })
            .collect();
        let kind = match definition.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        let (name, prometheus) = (definition.name, definition.prometheus_name());
        let (labels, about) = (labels.join("; "), definition.about);
        let row = format!("| `{name}` {kind} | `{prometheus}` | {labels} | {about} |\n");
        table.push_str(&row);
    }
    table
}
