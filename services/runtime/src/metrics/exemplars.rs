//! Exemplars: for each bucket of a histogram the last trace that fell into it.
//!
//! The SDK of OpenTelemetry has a place for them and leaves it empty, so they are kept here.

use std::{collections::BTreeMap, fmt, sync::Mutex};

use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt as _, TraceId};
use proto::Timestamp;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::{lock::lock, machine::system_time_of_day};

/// The last trace of each bucket of each series of a histogram.
#[derive(Debug)]
pub struct Exemplars(Mutex<BTreeMap<(usize, usize), Exemplar>>);

/// A duration, and the span in which it was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exemplar {
    trace: TraceId,
    span: SpanId,
    seconds: f64,
    at: Timestamp,
}

impl Exemplars {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Notes a duration that was measured in the current span, if that span is exported.
    pub(super) fn note(&self, series: usize, bucket: usize, seconds: f64) {
        let context = Span::current().context();
        self.note_in(context.span().span_context(), series, bucket, seconds);
    }

    pub(super) fn note_in(&self, span: &SpanContext, series: usize, bucket: usize, seconds: f64) {
        if !span.is_sampled() {
            return;
        }
        let (trace, span, at) = (span.trace_id(), span.span_id(), system_time_of_day());
        let exemplar = Exemplar { trace, span, seconds, at };
        let mut kept = lock(&self.0);
        kept.insert((series, bucket), exemplar);
    }

    /// Returns the last one of a bucket.
    pub(super) fn get(&self, series: usize, bucket: usize) -> Option<Exemplar> {
        lock(&self.0).get(&(series, bucket)).copied()
    }
}

/// Writes it as `OpenMetrics` has it behind the value of a bucket.
impl fmt::Display for Exemplar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { trace, span, seconds, at } = self;
        let at_ms = at.millis();
        let (whole, thousandths) = (at_ms.div_euclid(1000), at_ms.rem_euclid(1000));
        write!(
            formatter,
            r#" # {{trace_id="{trace}",span_id="{span}"}} {seconds} {whole}.{thousandths:03}"#
        )
    }
}
