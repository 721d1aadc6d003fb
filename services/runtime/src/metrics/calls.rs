//! The duration of each gRPC call, by method and status, as the conventions of OpenTelemetry name
//! them (<https://opentelemetry.io/docs/specs/semconv/rpc/rpc-metrics/>).

use std::{
    collections::BTreeMap,
    pin::Pin,
    sync::LazyLock,
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    middleware::Next,
    response::Response,
};
use http::HeaderMap;
use hyper::body::{Frame, SizeHint};
use opentelemetry::metrics::Meter;
use tokio::time::Instant;
use tracing::Span;

use super::{Definition, Exemplars, Kind, Labels, Metric, histogram::Durations};
use crate::doors;

/// The name of every method that the contract does not have.
const OTHER: &str = "_OTHER";
/// The names of the codes of gRPC, by their numbers.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];
const CANCELLED: usize = 1;
const UNKNOWN: usize = 2;

/// The calls of all services; a call of a watch lasts until the watch ends.
pub(crate) static CALL_DURATION: CallDuration = CallDuration(Durations::new());

/// The series of the contract: all codes of each method, and of all other methods together.
static SERIES: LazyLock<Series> = LazyLock::new(Series::of_the_contract);

#[derive(Debug)]
pub(crate) struct CallDuration(Durations);

#[derive(Debug)]
struct Series {
    definition: Definition,
    /// The place of each method, by its name.
    methods: BTreeMap<&'static str, usize>,
}

impl Series {
    /// Makes the labels of all series, once for the life of the process.
    fn of_the_contract() -> Self {
        let names = doors::methods().into_iter().map(|name| &*name.leak()).chain([OTHER]);
        let methods: BTreeMap<&'static str, usize> =
            names.enumerate().map(|(place, name)| (name, place)).collect();
        let mut by_place: Vec<_> = methods.iter().collect();
        by_place.sort_by_key(|(_name, place)| **place);
        let series = by_place.into_iter().flat_map(|(name, _place)| {
            CODES.map(|code| -> Labels {
                let system = ("rpc.system.name", "grpc");
                vec![system, ("rpc.method", *name), ("rpc.response.status_code", code)].leak()
            })
        });
        let definition = Definition {
            name: "rpc.server.call.duration",
            kind: Kind::Histogram,
            unit: "s",
            about: "Time from the arrival of a gRPC call until the end of its answer; of a watch, until it ends.",
            series: series.collect::<Vec<_>>().leak(),
        };
        Self { definition, methods }
    }

    /// Returns the place of a method by the path of its calls, such as
    /// `/damcast.v1.PairingService/PairRound`.
    fn method(&self, path: &str) -> usize {
        let place = self.methods.get(path.trim_start_matches('/')).or(self.methods.get(OTHER));
        place.copied().unwrap_or_default()
    }
}

impl Metric for CallDuration {
    fn definition(&self) -> &Definition {
        &SERIES.definition
    }

    fn register(&'static self, meter: &Meter) {
        self.0.register(self.definition(), meter);
    }

    fn exemplars(&self) -> Option<&Exemplars> {
        Some(&self.0.exemplars)
    }
}

/// Measures a call until its answer has ended.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let method = SERIES.method(request.uri().path());
    let mut call = Call { method, began: Instant::now(), span: Span::current(), code: None };
    let answer = next.run(request).await;
    call.read(answer.headers());
    answer.map(|body| Body::new(Measured { body, call }))
}

/// A call that is answered. Dropping it records it; without a code it was cancelled.
struct Call {
    method: usize,
    began: Instant,
    span: Span,
    code: Option<usize>,
}

impl Call {
    /// Reads the code, if these are the headers or trailers that have it.
    fn read(&mut self, headers: &HeaderMap) {
        if let Some(code) = headers.get("grpc-status") {
            let code = code.to_str().ok().and_then(|code| code.parse().ok());
            self.code = Some(code.filter(|code| *code < CODES.len()).unwrap_or(UNKNOWN));
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let series = self.method * CODES.len() + self.code.unwrap_or(CANCELLED);
        let duration = self.began.elapsed();
        self.span.in_scope(|| CALL_DURATION.0.record(&SERIES.definition, series, duration));
    }
}

/// The body of an answer, whose trailers have the code.
struct Measured {
    body: Body,
    call: Call,
}

impl hyper::body::Body for Measured {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        match &frame {
            Some(Ok(frame)) => {
                if let Some(trailers) = frame.trailers_ref() {
                    self.call.read(trailers);
                }
            }
            // It ended without a code.
            None | Some(Err(_)) => {
                self.call.code.get_or_insert(UNKNOWN);
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_has_a_series_for_each_code_and_all_others_share_theirs() {
        let series = &*SERIES;
        let labels = |path, code: usize| {
            let labels = series.definition.series[series.method(path) * CODES.len() + code];
            labels.iter().map(|(_key, value)| *value).collect::<Vec<_>>()
        };
        let known = "damcast.v1.PairingService/PairRound";
        assert_eq!(labels("/damcast.v1.PairingService/PairRound", 0), ["grpc", known, "OK"]);
        assert_eq!(labels("/damcast.v1.PairingService/Harm", 12), ["grpc", OTHER, "UNIMPLEMENTED"]);
        assert_eq!(labels("/grpc.health.v1.Health/Check", 16), ["grpc", OTHER, "UNAUTHENTICATED"]);
        assert_eq!(series.definition.series.len(), series.methods.len() * CODES.len());
    }

    #[test]
    fn the_code_of_a_call_is_that_of_its_headers_or_trailers() {
        let mut call = Call { method: 0, began: Instant::now(), span: Span::none(), code: None };
        for (text, wanted) in
            [(None, None), (Some("5"), Some(5)), (Some("99"), Some(2)), (Some("x"), Some(2))]
        {
            let headers = text.map(|text| {
                let value = http::HeaderValue::from_static(text);
                HeaderMap::from_iter([(http::HeaderName::from_static("grpc-status"), value)])
            });
            call.code = None;
            call.read(&headers.unwrap_or_default());
            assert_eq!(call.code, wanted, "{text:?}");
        }
    }
}
