//! The calls of one connection, by which it is known whether it is in use.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::BoxError;
use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep};
use tonic::Status;

use crate::{connections::Permit, lock::lock};

/// The calls of a connection that are open. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct OpenCalls(Arc<Mutex<Count>>);

#[derive(Debug)]
struct Count {
    open: usize,
    /// True once there was a call.
    is_used: bool,
    /// The moment of the last change of the number.
    since: Instant,
}

/// A call, which is open until this is dropped.
#[derive(Debug)]
pub(crate) struct OpenCall(OpenCalls);

impl OpenCalls {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Count { open: 0, is_used: false, since: Instant::now() })))
    }

    pub(crate) fn begin(&self) -> OpenCall {
        let mut count = self.count();
        count.open += 1;
        count.is_used = true;
        OpenCall(self.clone())
    }

    /// Returns the moment at which the connection has been without a call for too long: `first`
    /// before there was any, `next` after the last. `None` while a call is open.
    pub(crate) fn limit(&self, first: Duration, next: Duration) -> Option<Instant> {
        let count = self.count();
        let wait = if count.is_used { next } else { first };
        (count.open == 0).then(|| count.since + wait)
    }

    fn count(&self) -> MutexGuard<'_, Count> {
        lock(&self.0)
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        let mut count = self.0.count();
        count.open -= 1;
        count.since = Instant::now();
    }
}

/// The body of an answer, whose call is open and has its permit until it was sent.
#[derive(Debug)]
pub(crate) struct AnswerBody {
    body: axum::body::Body,
    _call: OpenCall,
    _permit: Option<Permit>,
}

impl AnswerBody {
    pub(crate) fn new(body: axum::body::Body, call: OpenCall, permit: Option<Permit>) -> Self {
        Self { body, _call: call, _permit: permit }
    }
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a request, which has to be there whole within a limit of time.
#[derive(Debug)]
pub(crate) struct RequestBody {
    body: Incoming,
    limit: Instant,
    /// Made for a body that does not come with its header.
    late: Option<Pin<Box<Sleep>>>,
}

impl RequestBody {
    pub(crate) fn new(body: Incoming, within: Duration) -> Self {
        Self { body, limit: Instant::now() + within, late: None }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Self { body, limit, late } = &mut *self;
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(cx) {
            return Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)));
        }
        let late = late.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(*limit)));
        ready!(late.as_mut().poll(cx));
        Poll::Ready(Some(Err(
            Status::deadline_exceeded("the request did not come whole in time").into()
        )))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
