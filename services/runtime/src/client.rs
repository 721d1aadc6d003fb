//! Channels to Damcast's own gRPC APIs.

use std::time::Duration;

use tonic::{
    Request, Status,
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

use crate::trace_context;

/// A channel that carries the caller's trace.
pub type TracedChannel = InterceptedService<Channel, WithTrace>;

/// Writes the current trace context into every call.
#[derive(Clone, Copy, Debug, Default)]
pub struct WithTrace;

impl Interceptor for WithTrace {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        trace_context::inject_metadata(request.metadata_mut());
        Ok(request)
    }
}

/// A channel to `url` that connects when it is used, notices a dead peer and connects again.
///
/// # Errors
/// If `url` is no URL.
pub fn channel(url: &str) -> Result<TracedChannel, tonic::transport::Error> {
    let channel = Endpoint::from_shared(url.to_owned())?
        .connect_timeout(Duration::from_secs(2))
        .tcp_nodelay(true)
        // Without keep-alive a channel does not recover from a silent partition.
        .http2_keep_alive_interval(Duration::from_secs(2))
        .keep_alive_timeout(Duration::from_secs(2))
        .keep_alive_while_idle(true)
        .connect_lazy();
    Ok(InterceptedService::new(channel, WithTrace))
}
