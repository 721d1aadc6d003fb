//! Answers that go on, and end when their reader may no longer read them.

use std::future::Future;

use axum::body::Body;
use futures_util::{StreamExt as _, stream};
use http_body_util::{BodyStream, StreamBody};
use hyper::body::Frame;
use tonic::Status;

/// Returns `body`, which ends with the status that `revoked` returns once it does.
pub(super) fn until(body: Body, revoked: impl Future<Output = Status> + Send + 'static) -> Body {
    let state = Some((BodyStream::new(body), Box::pin(revoked)));
    let frames = stream::unfold(state, |state| async move {
        let (mut frames, mut revoked) = state?;
        tokio::select! {
            biased;
            status = revoked.as_mut() => Some((Ok(trailers(&status)), None)),
            frame = frames.next() => Some((frame?, Some((frames, revoked)))),
        }
    });
    Body::new(StreamBody::new(frames))
}

fn trailers(status: &Status) -> Frame<bytes::Bytes> {
    let mut trailers = http::HeaderMap::new();
    if status.add_header(&mut trailers).is_err() {
        trailers.insert(Status::GRPC_STATUS, http::HeaderValue::from_static("16"));
    }
    Frame::trailers(trailers)
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn an_answer_goes_on_until_it_is_revoked_and_says_so() {
        let (revoke, revoked) = oneshot::channel::<()>();
        let endless = stream::iter([Ok::<_, std::convert::Infallible>(Frame::data("one".into()))]);
        let endless = endless.chain(stream::pending());
        let revoked = async {
            drop(revoked.await);
            Status::unauthenticated("put out")
        };
        let mut body = until(Body::new(StreamBody::new(endless)), revoked);
        let first = body.frame().await.unwrap().unwrap();
        assert_eq!(first.into_data().unwrap(), "one");
        revoke.send(()).unwrap();
        let last = body.frame().await.unwrap().unwrap().into_trailers().unwrap();
        assert_eq!(last["grpc-status"], "16");
        assert!(body.frame().await.is_none());
    }

    #[tokio::test]
    async fn an_answer_that_ends_by_itself_is_as_it_was() {
        let body = until(Body::from("all"), std::future::pending());
        assert_eq!(body.collect().await.unwrap().to_bytes(), "all");
    }
}
