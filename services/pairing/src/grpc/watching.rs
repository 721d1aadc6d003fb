//! Something of a tournament, told again each time it differs.

use std::{pin::Pin, sync::Arc};

use futures_util::{Stream, stream};
use tokio::sync::watch;
use tonic::Status;

use crate::tournaments::Shown;

/// Answers that come as long as the caller listens.
pub(crate) type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// What is made of the tournament as it is, then each time that differs. Who reads slowly misses what
/// was in between. An error is told and is the last.
pub(crate) fn changes<T, E, F>(
    mut watching: watch::Receiver<Shown>,
    make: impl Fn(Shown) -> F + Clone + Send,
) -> impl Stream<Item = Result<T, E>> + Send
where
    T: PartialEq + Clone + Send,
    E: Send,
    F: Future<Output = Result<T, E>> + Send,
{
    watching.mark_changed();
    let seen: Option<T> = None;
    stream::unfold(Some((watching, seen)), move |state| {
        let make = make.clone();
        async move {
            let (mut watching, seen) = state?;
            loop {
                watching.changed().await.ok()?;
                let shown = Arc::clone(&watching.borrow_and_update());
                match make(shown).await {
                    Err(error) => return Some((Err(error), None)),
                    Ok(made) if seen.as_ref() == Some(&made) => {}
                    Ok(made) => return Some((Ok(made.clone()), Some((watching, Some(made))))),
                }
            }
        }
    })
}
