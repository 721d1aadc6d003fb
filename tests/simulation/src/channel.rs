//! Calls within the process, to one of the replicas of a service, over a network that loses some.

use std::{
    error::Error,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body as AxumBody;
use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use http_body_util::{BodyExt as _, BodyStream, Full, StreamBody};
use tokio::time::sleep;
use tonic::body::Body;
use tower::ServiceExt as _;

use crate::{credentials::Credentials, replica::Replica, seed::Dice};

type StdError = Box<dyn Error + Send + Sync>;

/// A channel to a service. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct LossyChannel {
    replicas: Vec<Replica>,
    dice: Dice,
    /// The replica that is called first.
    favourite: usize,
    /// Rate of lost requests and of lost answers, times in a thousand.
    lost: u64,
    /// The caller at the doors of a locked hall.
    bearer: Option<(Credentials, String)>,
}

impl LossyChannel {
    pub(crate) fn new(replicas: Vec<Replica>, dice: Dice, lost: u64) -> Self {
        let favourite = dice.below(replicas.len());
        Self { replicas, dice, favourite, lost, bearer: None }
    }

    /// Returns the channel of a caller at the doors of a locked hall.
    pub(crate) fn of(&self, credentials: &Credentials, bearer: &str) -> Self {
        Self { bearer: Some((credentials.clone(), bearer.to_owned())), ..self.clone() }
    }

    /// Returns the channel of another caller, if the hall is locked.
    pub(crate) fn as_bearer(&self, bearer: &str) -> Self {
        match &self.bearer {
            Some((credentials, _other)) => self.of(credentials, bearer),
            None => self.clone(),
        }
    }
}

impl tower::Service<Request<Body>> for LossyChannel {
    type Response = Response<Body>;
    type Error = StdError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, StdError>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), StdError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if self.dice.happens(150) {
            self.favourite = self.dice.below(self.replicas.len());
        }
        let order = (0..self.replicas.len()).map(|n| (self.favourite + n) % self.replicas.len());
        let found = order.filter_map(|at| self.replicas.get(at)?.routes()).next();
        let (dice, lost, bearer) = (self.dice.clone(), self.lost, self.bearer.clone());
        Box::pin(async move {
            let request = match bearer {
                Some((credentials, bearer)) => signed(request, &credentials, &bearer).await?,
                None => request,
            };
            let (routes, crashed) = found.ok_or("connection refused")?;
            let (is_request_lost, is_answer_lost) =
                (lost > 0 && dice.happens(lost), lost > 0 && dice.happens(lost));
            sleep(dice.millis(1..=3)).await;
            if is_request_lost {
                return Err("the request was lost".into());
            }
            let answer = tokio::select! {
                biased;
                () = crashed.cancelled() => return Err("connection reset".into()),
                answer = routes.oneshot(request) => answer?,
            };
            sleep(Duration::from_millis(1)).await;
            if is_answer_lost {
                return Err("the answer was lost".into());
            }
            Ok(answer.map(|body| until_crash(body, crashed)))
        })
    }
}

/// Returns a call with the token of its bearer and the signature of a device.
async fn signed(
    request: Request<Body>,
    credentials: &Credentials,
    bearer: &str,
) -> Result<Request<Body>, StdError> {
    let (mut head, body) = request.into_parts();
    let body = body.collect().await?.to_bytes();
    credentials.sign(bearer, head.uri.path(), &body, &mut head.headers);
    Ok(Request::from_parts(head, Body::new(Full::new(body))))
}

/// Returns the body, which ends with an error when the process crashes.
fn until_crash(body: AxumBody, crashed: tokio_util::sync::CancellationToken) -> Body {
    let frames = BodyStream::new(body).map(|frame| frame.map_err(StdError::from));
    let broken = crashed.clone();
    let frames = frames.take_until(crashed.cancelled_owned()).chain(
        futures_util::stream::once(async move {
            broken.is_cancelled().then_some(Err::<http_body::Frame<Bytes>, _>("reset".into()))
        })
        .filter_map(std::future::ready),
    );
    Body::new(StreamBody::new(frames))
}
