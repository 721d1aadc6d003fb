//! Metrics: numbers for operators, as instruments of OpenTelemetry.
//!
//! Each is a `static` with all its series, so that no value that is measured makes a new one.
//! Counters and gauges are atomics, which are read when somebody asks; a histogram also takes an
//! uncontended lock. Without an exporter histograms record nothing.

mod calls;
mod endpoint;
mod exemplars;
mod histogram;
mod open_metrics;
mod service;

use std::{
    fmt,
    sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering},
    time::Duration,
};

use opentelemetry::{KeyValue, metrics::Meter};

pub(crate) use self::service::{
    ACTOR_MESSAGES, ACTORS, CALLS_REFUSED, CONNECTIONS, CONNECTIONS_LIMIT, CONNECTIONS_REFUSED,
    CONSUMER_INTERRUPTIONS, CONSUMER_PENDING, CONSUMER_TAKEOVERS, CONSUMER_UNACKNOWLEDGED,
    LOG_APPEND_DURATION, LOG_PASSED_OVER, LOG_SET_BACKS, NATS_CONNECTED, READY, TIME_OF_DAY_OFFSET,
    TLS_EXPIRY, consumer_series, outcome_series, service_series, stream_series,
};
pub(crate) use self::{calls::measure, endpoint::Endpoint};
pub use self::{
    endpoint::EndpointError,
    exemplars::Exemplars,
    histogram::Histogram,
    service::{MOVE_AGE, OF_SERVICES, ONE, SERVICE_METRICS, SERVICES, Stage, given_up},
};

/// The labels of one series, by name.
pub type Labels = &'static [(&'static str, &'static str)];

/// True once somebody may ask for metrics.
static EXPORTED: AtomicBool = AtomicBool::new(false);

/// Returns true if somebody may ask for metrics, so that it makes sense to ask NATS for some.
#[must_use]
pub fn are_exported() -> bool {
    EXPORTED.load(Ordering::Relaxed)
}

/// The form of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number that only grows, until the process ends.
    Counter,
    /// A number that goes up and down.
    Gauge,
    /// Durations, counted by length.
    Histogram,
}

/// The description of a metric.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name, by the conventions of OpenTelemetry.
    pub name: &'static str,
    /// The form.
    pub kind: Kind,
    /// The unit, by UCUM: `s`, `By`, or a word in braces for a number of things.
    pub unit: &'static str,
    /// A sentence that says what is measured.
    pub about: &'static str,
    /// The labels of each series.
    pub series: &'static [Labels],
}

impl Definition {
    /// Returns the name under which Prometheus has it; of a histogram that of its family.
    #[must_use]
    pub fn prometheus_name(&self) -> String {
        let unit = match self.unit {
            "s" => "_seconds",
            "By" => "_bytes",
            _things => "",
        };
        let total = if self.kind == Kind::Counter { "_total" } else { "" };
        format!("{}{unit}{total}", self.name.replace('.', "_"))
    }
}

/// A metric in the table of all metrics.
pub trait Metric: fmt::Debug + Sync {
    /// Returns its description.
    fn definition(&self) -> &Definition;

    /// Makes its instrument.
    fn register(&'static self, meter: &Meter);

    /// Returns the traces that are examples of what it measured; only a histogram has some.
    fn exemplars(&self) -> Option<&Exemplars> {
        None
    }
}

/// Makes the instruments of `metrics`.
pub(crate) fn register(metrics: &[&'static dyn Metric], meter: &Meter) {
    for metric in metrics {
        metric.register(meter);
    }
    EXPORTED.store(true, Ordering::Relaxed);
}

fn attributes(labels: Labels) -> Vec<KeyValue> {
    labels.iter().map(|(key, value)| KeyValue::new(*key, *value)).collect()
}

/// A number of events, in `N` series.
#[derive(Debug)]
pub struct Counter<const N: usize> {
    definition: Definition,
    values: [AtomicU64; N],
}

impl<const N: usize> Counter<N> {
    /// Makes a counter of nothing yet.
    #[must_use]
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        series: &'static [Labels; N],
    ) -> Self {
        let definition = Definition { name, kind: Kind::Counter, unit, about, series };
        Self { definition, values: [const { AtomicU64::new(0) }; N] }
    }

    /// Counts `number` events in a series, the place of its labels; does nothing for one that there
    /// is not.
    pub fn add(&self, series: usize, number: u64) {
        if let Some(value) = self.values.get(series) {
            value.fetch_add(number, Ordering::Relaxed);
        }
    }

    /// Sets a series to a total that another process counts; it falls when that process begins
    /// anew. Does nothing for a series that there is not.
    pub fn set_total(&self, series: usize, total: u64) {
        if let Some(value) = self.values.get(series) {
            value.store(total, Ordering::Relaxed);
        }
    }
}

impl<const N: usize> Metric for Counter<N> {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn register(&'static self, meter: &Meter) {
        let Definition { name, unit, about, series, .. } = self.definition;
        let series: Vec<_> = series.iter().map(|labels| attributes(labels)).collect();
        let observed = meter.u64_observable_counter(name).with_unit(unit).with_description(about);
        observed
            .with_callback(move |observer| {
                for (labels, value) in series.iter().zip(&self.values) {
                    observer.observe(value.load(Ordering::Relaxed), labels);
                }
            })
            .build();
    }
}

/// A number that goes up and down, in `N` series. A series is absent until something is known of
/// it.
#[derive(Debug)]
pub struct Gauge<const N: usize> {
    definition: Definition,
    /// In thousandths, if the unit is a second.
    values: [AtomicI64; N],
}

/// The value of a gauge of which nothing is known.
const UNKNOWN: i64 = i64::MIN;

impl<const N: usize> Gauge<N> {
    /// Makes a gauge of which nothing is known.
    #[must_use]
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        series: &'static [Labels; N],
    ) -> Self {
        let definition = Definition { name, kind: Kind::Gauge, unit, about, series };
        Self { definition, values: [const { AtomicI64::new(UNKNOWN) }; N] }
    }

    /// Makes a gauge that counts from 0.
    #[must_use]
    pub const fn counting(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        series: &'static [Labels; N],
    ) -> Self {
        let Self { definition, .. } = Self::new(name, unit, about, series);
        Self { definition, values: [const { AtomicI64::new(0) }; N] }
    }

    /// Sets a series, of seconds in milliseconds; does nothing for one that there is not.
    pub fn set(&self, series: usize, now: i64) {
        if let Some(value) = self.values.get(series) {
            value.store(now, Ordering::Relaxed);
        }
    }

    /// Forgets what is known of a series.
    pub fn forget(&self, series: usize) {
        self.set(series, UNKNOWN);
    }

    /// Counts one more in a series until the result is dropped.
    #[must_use]
    pub fn count(&'static self, series: usize) -> Counted {
        let value = self.values.get(series);
        if let Some(value) = value {
            value.fetch_add(1, Ordering::Relaxed);
        }
        Counted(value)
    }
}

impl<const N: usize> Metric for Gauge<N> {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn register(&'static self, meter: &Meter) {
        let Definition { name, unit, about, series, .. } = self.definition;
        let series: Vec<_> = series.iter().map(|labels| attributes(labels)).collect();
        let known = move |value: &AtomicI64| match value.load(Ordering::Relaxed) {
            UNKNOWN => None,
            known => Some(known),
        };
        if unit == "s" {
            let observed = meter.f64_observable_gauge(name).with_unit(unit).with_description(about);
            observed
                .with_callback(move |observer| {
                    for (labels, value) in series.iter().zip(&self.values) {
                        if let Some(millis) = known(value) {
                            observer.observe(seconds(millis), labels);
                        }
                    }
                })
                .build();
        } else {
            let observed = meter.i64_observable_gauge(name).with_unit(unit).with_description(about);
            observed
                .with_callback(move |observer| {
                    for (labels, value) in series.iter().zip(&self.values) {
                        if let Some(value) = known(value) {
                            observer.observe(value, labels);
                        }
                    }
                })
                .build();
        }
    }
}

#[expect(clippy::float_arithmetic, reason = "metrics are measured, and decide nothing")]
fn seconds(millis: i64) -> f64 {
    let seconds = Duration::from_millis(millis.unsigned_abs()).as_secs_f64();
    if millis < 0 { -seconds } else { seconds }
}

/// One that counts in a gauge for as long as this lives.
#[derive(Debug)]
pub struct Counted(Option<&'static AtomicI64>);

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(value) = self.0 {
            value.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_prometheus_tell_the_unit_and_that_a_counter_counts() {
        let definition = |name, kind, unit| Definition { name, kind, unit, about: "", series: &[] };
        for (name, kind, unit, wanted) in [
            ("damcast.frames", Kind::Counter, "{frame}", "damcast_frames_total"),
            ("damcast.disk.free", Kind::Gauge, "By", "damcast_disk_free_bytes"),
            ("damcast.input.age", Kind::Histogram, "s", "damcast_input_age_seconds"),
            ("damcast.actors", Kind::Gauge, "{actor}", "damcast_actors"),
        ] {
            assert_eq!(definition(name, kind, unit).prometheus_name(), wanted);
        }
    }

    #[test]
    fn what_is_counted_counts_no_more_once_it_is_dropped() {
        static SERIES: [Labels; 2] = [&[("side", "left")], &[("side", "right")]];
        static GAUGE: Gauge<2> = Gauge::counting("test.gauge", "{thing}", "Things.", &SERIES);
        let (left, right) = (GAUGE.count(0), GAUGE.count(1));
        drop((left, GAUGE.count(7)));
        let values = GAUGE.values.each_ref().map(|value| value.load(Ordering::Relaxed));
        assert_eq!(values, [0, 1]);
        drop(right);
    }
}
