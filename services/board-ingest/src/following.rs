//! Answers to somebody who watches: the whole as it is, and again after each change that shows,
//! with signs of life between.

use std::{future::Future, time::Duration};

use draughts::Timestamp;
use futures_util::{Stream, stream};
use runtime::WallClock;
use tokio::time::{sleep, timeout};

use crate::error::Error;

/// Interval after which a watcher to whom nothing was sent is told that nothing changed.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(5);

/// Something that is watched.
pub(crate) trait Watched: Send {
    /// An answer; without its moment it is the same as long as nothing changes.
    type Answer: Clone + PartialEq + Send;

    /// The shortest time between two answers, in which changes go together.
    const PAUSE: Duration;

    /// Waits until something may have changed.
    fn changed(&mut self) -> impl Future<Output = ()> + Send;

    /// Returns the answer as of now, without its moment, and follows what it was made of.
    fn read(&mut self) -> impl Future<Output = Result<Self::Answer, Error>> + Send;

    /// Returns an answer with its moment.
    fn sent(answer: Self::Answer, at: Timestamp) -> Self::Answer;

    /// Returns the answer that nothing has changed.
    fn unchanged() -> Self::Answer;
}

/// Returns the first answer and each that differs from the one before, until something cannot be
/// read: then an error is the last.
pub(crate) fn follow<W: Watched>(
    watched: W,
    clock: WallClock,
) -> impl Stream<Item = Result<W::Answer, Error>> + Send {
    let following = Following { watched, clock, last: None };
    stream::unfold(Some(following), |following| async {
        let mut following = following?;
        let answer = following.next().await;
        let following = answer.is_ok().then_some(following);
        Some((answer, following))
    })
}

struct Following<W: Watched> {
    watched: W,
    clock: WallClock,
    /// The last answer, without its moment.
    last: Option<W::Answer>,
}

impl<W: Watched> Following<W> {
    /// Waits for the next answer that differs from the last, or says that none does.
    async fn next(&mut self) -> Result<W::Answer, Error> {
        loop {
            if self.last.is_some() {
                if timeout(SIGN_OF_LIFE_EVERY, self.watched.changed()).await.is_err() {
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
