//! Complete answers to somebody who watches: the current one, and a new one after each change that
//! it shows, with signs of life between.

use std::{future::Future, time::Duration};

use draughts::Timestamp;
use futures_util::Stream;
use runtime::{AnswerSource, WallClock, before_sign_of_life};
use tokio::time::sleep;

use crate::error::Error;

/// A source of complete answers that change.
pub(crate) trait Watched: Send {
    /// An answer. Two answers without their moments are equal if nothing has changed.
    type Answer: Clone + PartialEq + Send;

    /// The shortest time between two answers; changes within it are answered together.
    const PAUSE: Duration;

    /// Waits until something may have changed.
    fn changed(&mut self) -> impl Future<Output = ()> + Send;

    /// Returns the current answer without its moment, and follows the state from which it was made.
    fn read(&mut self) -> impl Future<Output = Result<Self::Answer, Error>> + Send;

    /// Returns an answer with its moment.
    fn sent(answer: Self::Answer, at: Timestamp) -> Self::Answer;

    /// Returns the sign of life: an answer that says that nothing has changed.
    fn unchanged() -> Self::Answer;
}

/// Returns the first answer and each that differs from the one before, until something cannot be
/// read: then an error is the last.
pub(crate) fn follow<W: Watched>(
    watched: W,
    clock: WallClock,
) -> impl Stream<Item = Result<W::Answer, Error>> + Send {
    runtime::answers(Following { watched, clock, last: None })
}

struct Following<W: Watched> {
    watched: W,
    clock: WallClock,
    /// The last answer, without its moment.
    last: Option<W::Answer>,
}

impl<W: Watched> AnswerSource for Following<W> {
    type Answer = W::Answer;
    type Error = Error;

    async fn next(&mut self) -> Option<Result<W::Answer, Error>> {
        Some(self.differing().await)
    }
}

impl<W: Watched> Following<W> {
    /// Waits for the next answer that differs from the last, or says that none does.
    async fn differing(&mut self) -> Result<W::Answer, Error> {
        loop {
            if self.last.is_some() {
                if before_sign_of_life(self.watched.changed()).await.is_none() {
                    return Ok(W::sent(W::unchanged(), self.clock.now()));
                }
                if !W::PAUSE.is_zero() {
                    sleep(W::PAUSE).await;
                }
            }
            let answer = self.watched.read().await?;
            if self.last.as_ref() != Some(&answer) {
                self.last = Some(answer.clone());
                return Ok(W::sent(answer, self.clock.now()));
            }
        }
    }
}
