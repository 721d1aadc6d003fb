//! Channels to Damcast's own gRPC APIs.

mod trust;

use std::{sync::Arc, time::Duration};

use http::uri::Scheme;
use tokio::sync::watch;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};

pub use self::trust::{Trust, TrustConfig, TrustError};
use crate::trace_context;

/// A channel that carries the caller's trace and token.
pub type TracedChannel = InterceptedService<Channel, Credentials>;

/// The token by which a client calls, which may be renewed. Cheap to clone; none at first.
#[derive(Clone, Debug, Default)]
pub struct Credentials(Arc<watch::Sender<Option<MetadataValue<Ascii>>>>);

impl Credentials {
    /// Sets the token of the next calls; one that cannot be sent is none.
    pub fn set(&self, token: &str) {
        let value = format!("Bearer {}", token.trim()).parse::<MetadataValue<Ascii>>();
        let value = value.ok().map(|mut value| {
            value.set_sensitive(true);
            value
        });
        self.0.send_replace(value);
    }
}

impl Interceptor for Credentials {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        trace_context::inject_metadata(request.metadata_mut());
        if let Some(token) = self.0.borrow().clone() {
            request.metadata_mut().insert("authorization", token);
        }
        Ok(request)
    }
}

/// A channel to `url` that connects when it is used, notices a dead peer and connects again.
///
/// # Errors
/// If `url` is no URL, or the authorities cannot be used.
pub fn channel(
    url: &str,
    trust: &Trust,
    credentials: &Credentials,
) -> Result<TracedChannel, tonic::transport::Error> {
    let mut endpoint = Endpoint::from_shared(url.to_owned())?;
    if endpoint.uri().scheme() == Some(&Scheme::HTTPS) {
        endpoint = endpoint.tls_config(trust.of_channel())?;
    }
    let channel = endpoint
        .connect_timeout(Duration::from_secs(2))
        .tcp_nodelay(true)
        // Without keep-alive a channel does not recover from a silent partition.
        .http2_keep_alive_interval(Duration::from_secs(2))
        .keep_alive_timeout(Duration::from_secs(2))
        .keep_alive_while_idle(true)
        .connect_lazy();
    Ok(InterceptedService::new(channel, credentials.clone()))
}
