//! Answers to gRPC calls: single ones, and those to somebody who watches: one after another until
//! none can follow or one is an error, with signs of life between changes.

use std::{future::Future, pin::Pin, time::Duration};

use futures_util::{Stream, stream};
use tokio::time::timeout;
use tonic::{Response, Status};

/// The answer to a call.
pub type Answer<T> = Result<Response<T>, Status>;

/// A stream of answers, for as long as the caller listens.
pub type AnswerStream<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// Interval after which a watcher to whom nothing was sent is told that nothing changed.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(5);

/// The source of the answers to one watcher.
pub trait AnswerSource: Send {
    /// An answer.
    type Answer: Send;

    /// The reason why no further answer can be made.
    type Error: Send;

    /// Waits for the next answer; `None` if no other can follow.
    fn next(&mut self) -> impl Future<Output = Option<Result<Self::Answer, Self::Error>>> + Send;
}

/// Returns the answers of a source. An error is the last.
pub fn answers<S: AnswerSource>(
    source: S,
) -> impl Stream<Item = Result<S::Answer, S::Error>> + Send {
    stream::unfold(Some(source), |source| async {
        let mut source = source?;
        let answer = source.next().await?;
        let source = answer.is_ok().then_some(source);
        Some((answer, source))
    })
}

/// Waits for a change; returns `None` once it is time for a sign of life, with the change dropped.
pub async fn before_sign_of_life<T>(change: impl Future<Output = T>) -> Option<T> {
    timeout(SIGN_OF_LIFE_EVERY, change).await.ok()
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;

    use super::*;

    struct Listed(std::vec::IntoIter<Result<u32, &'static str>>);

    impl AnswerSource for Listed {
        type Answer = u32;
        type Error = &'static str;

        async fn next(&mut self) -> Option<Result<u32, &'static str>> {
            self.0.next()
        }
    }

    async fn all(listed: Vec<Result<u32, &'static str>>) -> Vec<Result<u32, &'static str>> {
        answers(Listed(listed.into_iter())).collect().await
    }

    #[tokio::test]
    async fn answers_follow_until_there_is_none_or_one_is_an_error() {
        assert_eq!(all(vec![Ok(1), Ok(2)]).await, [Ok(1), Ok(2)]);
        assert_eq!(all(vec![Ok(1), Err("away"), Ok(2)]).await, [Ok(1), Err("away")]);
        assert_eq!(all(Vec::new()).await, []);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_longer_than_five_seconds_gets_a_sign_of_life() {
        let change =
            |millis| before_sign_of_life(tokio::time::sleep(Duration::from_millis(millis)));
        assert_eq!(change(4_999).await, Some(()));
        assert_eq!(change(5_001).await, None);
    }
}
