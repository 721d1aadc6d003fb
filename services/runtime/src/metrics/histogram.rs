//! Durations, counted by length.

use std::{sync::OnceLock, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{Histogram as Recorder, Meter},
};

use super::{Definition, Exemplars, Kind, Labels, Metric, attributes};

/// Upper bounds of the buckets, in seconds.
pub(super) const BOUNDS: [f64; 14] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// Durations in seconds, in `N` series.
#[derive(Debug)]
pub struct Histogram<const N: usize> {
    definition: Definition,
    durations: Durations,
}

impl<const N: usize> Histogram<N> {
    /// Makes a histogram without durations.
    #[must_use]
    pub const fn new(
        name: &'static str,
        about: &'static str,
        series: &'static [Labels; N],
    ) -> Self {
        let definition = Definition { name, kind: Kind::Histogram, unit: "s", about, series };
        Self { definition, durations: Durations::new() }
    }

    /// Records a duration in a series, the place of its labels; does nothing for one that there is
    /// not. The trace of the current span becomes an example of it.
    pub fn record(&self, series: usize, duration: Duration) {
        self.durations.record(&self.definition, series, duration);
    }
}

impl<const N: usize> Metric for Histogram<N> {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn register(&'static self, meter: &Meter) {
        self.durations.register(&self.definition, meter);
    }

    fn exemplars(&self) -> Option<&Exemplars> {
        Some(&self.durations.exemplars)
    }
}

/// The durations of a histogram.
#[derive(Debug)]
pub(super) struct Durations {
    recorder: OnceLock<Recorder<f64>>,
    pub(super) exemplars: Exemplars,
}

impl Durations {
    pub(super) const fn new() -> Self {
        Self { recorder: OnceLock::new(), exemplars: Exemplars::new() }
    }

    pub(super) fn record(&self, definition: &Definition, series: usize, duration: Duration) {
        let Some(recorder) = self.recorder.get() else { return };
        let Some(labels) = definition.series.get(series) else { return };
        let seconds = duration.as_secs_f64();
        match labels {
            [] => recorder.record(seconds, &[]),
            [(a, of_a)] => recorder.record(seconds, &[KeyValue::new(*a, *of_a)]),
            [(a, of_a), (b, of_b)] => {
                let labels = [KeyValue::new(*a, *of_a), KeyValue::new(*b, *of_b)];
                recorder.record(seconds, &labels);
            }
            labels => recorder.record(seconds, &attributes(labels)),
        }
        let bucket = BOUNDS.partition_point(|bound| *bound < seconds);
        self.exemplars.note(series, bucket, seconds);
    }

    pub(super) fn register(&self, definition: &Definition, meter: &Meter) {
        let Definition { name, unit, about, .. } = *definition;
        let recorder = meter.f64_histogram(name).with_unit(unit).with_description(about);
        // A second registration, as of a second exporter, changes nothing.
        drop(self.recorder.set(recorder.with_boundaries(BOUNDS.to_vec()).build()));
    }
}
