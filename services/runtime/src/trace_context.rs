//! W3C trace context in NATS headers and gRPC metadata, so that one trace runs from the tablet's
//! call to the spectator's frame.

use async_nats::HeaderMap;
use opentelemetry::{
    Context, global,
    propagation::{Extractor, Injector},
    trace::TraceContextExt,
};
use tonic::metadata::{MetadataKey, MetadataMap};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

struct NatsHeaders<'a>(&'a HeaderMap);
struct NatsHeadersMut<'a>(&'a mut HeaderMap);
struct MetadataMut<'a>(&'a mut MetadataMap);
struct HttpHeaders<'a>(&'a http::HeaderMap);

impl Extractor for NatsHeaders<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(async_nats::HeaderValue::as_str)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _values)| name.as_ref()).collect()
    }
}

impl Injector for NatsHeadersMut<'_> {
    fn set(&mut self, key: &str, value: String) {
        // The propagator writes an empty `tracestate`; NATS would carry it for nothing.
        if !value.is_empty() {
            self.0.insert(key, value);
        }
    }
}

impl Injector for MetadataMut<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(key), Ok(value)) = (MetadataKey::from_bytes(key.as_bytes()), value.parse()) {
            self.0.insert(key, value);
        }
    }
}

impl Extractor for HttpHeaders<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

/// Writes the current span's context into the headers of a NATS message.
pub fn inject(headers: &mut HeaderMap) {
    let context = Span::current().context();
    if context.span().span_context().is_valid() {
        global::get_text_map_propagator(|propagator| {
            propagator.inject_context(&context, &mut NatsHeadersMut(headers));
        });
    }
}

/// Returns the context of a NATS message.
#[must_use]
pub fn extract(headers: &HeaderMap) -> Context {
    global::get_text_map_propagator(|propagator| propagator.extract(&NatsHeaders(headers)))
}

/// Makes `span` a child of the span that `context` names, if it names one.
pub fn continue_from(span: &Span, context: Context) {
    if context.span().span_context().is_valid() {
        // It fails only where no OpenTelemetry layer listens, and then there is nothing to
        // continue.
        drop(span.set_parent(context));
    }
}

/// Writes the current span's context into the metadata of a gRPC call.
pub fn inject_metadata(metadata: &mut MetadataMap) {
    let context = Span::current().context();
    if context.span().span_context().is_valid() {
        global::get_text_map_propagator(|propagator| {
            propagator.inject_context(&context, &mut MetadataMut(metadata));
        });
    }
}

/// Returns the context of an HTTP request.
#[must_use]
pub fn extract_http(headers: &http::HeaderMap) -> Context {
    global::get_text_map_propagator(|propagator| propagator.extract(&HttpHeaders(headers)))
}
