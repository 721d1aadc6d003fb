//! The token by which a client calls.

use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Result;
use tonic::{
    Request, Status,
    metadata::{Ascii, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::Channel,
};

/// The metadata that carries a token.
const AUTHORIZATION: &str = "authorization";

/// A channel that carries a token.
pub(crate) type Caller = InterceptedService<Channel, Bearer>;

/// A token; none by default, for services that answer every caller of their own machine. Cheap to
/// clone; all clones have the same token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bearer(Arc<RwLock<Option<MetadataValue<Ascii>>>>);

impl Bearer {
    /// Returns the bearer of a token.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub(crate) fn of(token: &str) -> Result<Self> {
        let bearer = Self::default();
        bearer.set(token)?;
        Ok(bearer)
    }

    /// Puts another token in the place of the one until now.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub(crate) fn set(&self, token: &str) -> Result<()> {
        let value = format!("Bearer {token}").parse()?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(value);
        Ok(())
    }

    /// Returns a call with the token.
    pub(crate) fn request<T>(&self, message: T) -> Request<T> {
        self.added_to(Request::new(message))
    }

    /// Adds the token to a call that has none of its own.
    fn added_to<T>(&self, mut request: Request<T>) -> Request<T> {
        let token = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(token) = token.filter(|_| !request.metadata().contains_key(AUTHORIZATION)) {
            request.metadata_mut().insert(AUTHORIZATION, token);
        }
        request
    }
}

impl Interceptor for Bearer {
    fn call(&mut self, request: Request<()>) -> Result<Request<()>, Status> {
        Ok(self.added_to(request))
    }
}
