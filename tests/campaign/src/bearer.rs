//! The token by which a client calls.

use anyhow::Result;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::Channel,
};

/// A channel that carries a token.
pub(crate) type Caller = InterceptedService<Channel, Bearer>;

/// A token; none by default, for services that answer every caller of their own machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bearer(Option<MetadataValue<Ascii>>);

impl Bearer {
    /// Returns the bearer of a token.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub(crate) fn of(token: &str) -> Result<Self> {
        Ok(Self(Some(format!("Bearer {token}").parse()?)))
    }
}

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(token) = self.0.clone() {
            request.metadata_mut().insert("authorization", token);
        }
        Ok(request)
    }
}
