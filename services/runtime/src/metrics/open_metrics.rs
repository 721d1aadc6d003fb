//! Metrics in the text format of `OpenMetrics` 1.0, which has exemplars; the older format of
//! Prometheus has none.

use std::fmt;

use prometheus::proto::{Histogram, LabelPair, MetricFamily, MetricType};

use super::{Definition, Exemplars, Metric};

/// The media type.
pub(super) const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The gathered metrics of a process; writes them.
#[derive(Debug)]
pub(super) struct OpenMetrics<'a> {
    /// The metrics as they were gathered.
    pub(super) families: &'a [MetricFamily],
    /// The metrics that have exemplars.
    pub(super) metrics: &'a [&'static dyn Metric],
}

impl fmt::Display for OpenMetrics<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for family in self.families {
            self.write(family, out)?;
        }
        out.write_str("# EOF\n")
    }
}

impl OpenMetrics<'_> {
    fn write(&self, family: &MetricFamily, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = family.name();
        let kind = family.get_field_type();
        // The family of a counter is named without the suffix of its samples, and so is an info.
        let (of_family, word) = match kind {
            MetricType::COUNTER => (name.strip_suffix("_total").unwrap_or(name), "counter"),
            MetricType::HISTOGRAM => (name, "histogram"),
            MetricType::GAUGE | MetricType::SUMMARY | MetricType::UNTYPED => {
                name.strip_suffix("_info").map_or((name, "gauge"), |of| (of, "info"))
            }
        };
        writeln!(out, "# TYPE {of_family} {word}")?;
        if let Some(unit) =
            ["seconds", "bytes"].into_iter().find(|unit| of_family.ends_with(&format!("_{unit}")))
        {
            writeln!(out, "# UNIT {of_family} {unit}")?;
        }
        writeln!(out, "# HELP {of_family} {}", escaped(family.help()))?;
        let measured =
            self.metrics.iter().find(|metric| metric.definition().prometheus_name() == name);
        for series in family.get_metric() {
            let labels = series.get_label();
            match kind {
                MetricType::COUNTER => {
                    let value = series.get_counter().get_value();
                    writeln!(out, "{name}{} {value}", braced(labels, None))?;
                }
                MetricType::HISTOGRAM => {
                    let exemplars = measured.and_then(|metric| {
                        Some((metric.exemplars()?, place(metric.definition(), labels)?))
                    });
                    histogram(name, labels, series.get_histogram(), exemplars, out)?;
                }
                MetricType::GAUGE | MetricType::SUMMARY | MetricType::UNTYPED => {
                    let value = series.get_gauge().get_value();
                    writeln!(out, "{name}{} {value}", braced(labels, None))?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a series of a histogram, with the exemplars of this place.
fn histogram(
    name: &str,
    labels: &[LabelPair],
    histogram: &Histogram,
    exemplars: Option<(&Exemplars, usize)>,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let count = histogram.get_sample_count();
    let buckets = histogram.get_bucket().iter();
    let bounded =
        buckets.map(|bucket| (format!("{:?}", bucket.upper_bound()), bucket.cumulative_count()));
    for (place, (bound, count)) in bounded.chain([("+Inf".to_owned(), count)]).enumerate() {
        write!(out, "{name}_bucket{} {count}", braced(labels, Some(&bound)))?;
        if let Some(exemplar) =
            exemplars.and_then(|(exemplars, series)| exemplars.get(series, place))
        {
            write!(out, "{exemplar}")?;
        }
        writeln!(out)?;
    }
    let labels = braced(labels, None);
    writeln!(out, "{name}_count{labels} {count}")?;
    writeln!(out, "{name}_sum{labels} {}", histogram.get_sample_sum())
}

/// Returns the place of the series with these labels.
fn place(definition: &Definition, labels: &[LabelPair]) -> Option<usize> {
    definition.series.iter().position(|series| {
        series.len() == labels.len()
            && series.iter().all(|(key, value)| {
                let is_same = |label: &&LabelPair| {
                    label.value() == *value && label.name() == key.replace('.', "_")
                };
                labels.iter().any(|label| is_same(&label))
            })
    })
}

/// Returns labels with the upper bound of a bucket, as a sample has them.
fn braced(labels: &[LabelPair], bound: Option<&str>) -> String {
    let own = labels.iter().map(|label| (label.name(), label.value()));
    let pairs: Vec<String> = own
        .chain(bound.map(|bound| ("le", bound)))
        .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
        .collect();
    if pairs.is_empty() { String::new() } else { format!("{{{}}}", pairs.join(",")) }
}

fn escaped(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use opentelemetry::{
        metrics::MeterProvider as _,
        trace::{SpanContext, SpanId, TraceFlags, TraceId, TraceState},
    };
    use opentelemetry_sdk::metrics::SdkMeterProvider;
    use prometheus::Registry;

    use super::*;
    use crate::metrics::{Counter, Gauge, Histogram, Labels};

    static LABELS: [Labels; 2] = [&[("rpc.method", "one")], &[("rpc.method", "a \"two\"")]];
    static COUNTED: Counter<2> = Counter::new("test.things", "{thing}", "Things.", &LABELS);
    static FREE: Gauge<2> = Gauge::new("test.free", "By", "Free bytes.", &LABELS);
    static TOOK: Histogram<2> = Histogram::new("test.took", "Time that it took.", &LABELS);

    #[test]
    fn a_bucket_has_its_last_trace_as_an_exemplar() {
        let registry = Registry::new();
        let exporter = opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .scope_info_enabled(false)
            .build()
            .unwrap();
        let provider = SdkMeterProvider::builder().with_reader(exporter).build();
        let metrics: [&'static dyn Metric; 3] = [&COUNTED, &FREE, &TOOK];
        for metric in metrics {
            metric.register(&provider.meter("test"));
        }
        COUNTED.add(0, 3);
        FREE.set(1, 7);
        TOOK.record(0, Duration::from_millis(40));
        let context = |sampled| {
            let (trace, span) = (TraceId::from(0xabc_u128), SpanId::from(0xd_u64));
            SpanContext::new(
                trace,
                span,
                TraceFlags::default().with_sampled(sampled),
                false,
                TraceState::default(),
            )
        };
        let exemplars = TOOK.exemplars().unwrap();
        exemplars.note_in(&context(true), 0, 5, 0.04);
        exemplars.note_in(&context(false), 0, 14, 60.0);
        let text = OpenMetrics { families: &registry.gather(), metrics: &metrics }.to_string();
        for wanted in [
            "# TYPE test_things counter\n",
            "test_things_total{rpc_method=\"one\"} 3\n",
            "# TYPE test_free_bytes gauge\n# UNIT test_free_bytes bytes\n# HELP test_free_bytes Free bytes.\n",
            "test_free_bytes{rpc_method=\"a \\\"two\\\"\"} 7\n",
            "test_took_seconds_bucket{rpc_method=\"one\",le=\"0.025\"} 0\n",
            "test_took_seconds_bucket{rpc_method=\"one\",le=\"1.0\"} 1\n",
            "test_took_seconds_bucket{rpc_method=\"one\",le=\"+Inf\"} 1\n",
            "test_took_seconds_count{rpc_method=\"one\"} 1\n",
            "# TYPE target info\n",
        ] {
            assert!(text.contains(wanted), "{wanted} in\n{text}");
        }
        let begin = format!(
            "test_took_seconds_bucket{{rpc_method=\"one\",le=\"0.05\"}} 1 # {{trace_id=\"{:032x}\",span_id=\"{:016x}\"}} 0.04 ",
            0xabc, 0xd
        );
        assert_eq!(text.matches(" # {").count(), 1, "{text}");
        assert!(text.contains(&begin), "{begin} in\n{text}");
        assert!(text.ends_with("\n# EOF\n"), "{text}");
    }
}
