//! Standings as a stream of answers.

use std::{pin::Pin, sync::Arc};

use futures_util::{Stream, stream};
use tokio::sync::watch;
use tonic::Status;

use crate::{
    error::Error,
    standings::{SharedStandings, Standings},
};

/// A stream of answers, for as long as the caller listens.
pub(crate) type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// Streams the current tables, and then every version that differs. A slow reader skips those in
/// between. An error is the last item.
pub(crate) fn changes(
    mut receiver: watch::Receiver<Option<SharedStandings>>,
) -> impl Stream<Item = Result<Arc<Standings>, Arc<Error>>> + Send {
    receiver.mark_changed();
    stream::unfold(Some(receiver), |receiver| async move {
        let mut receiver = receiver?;
        loop {
            receiver.changed().await.ok()?;
            let made = receiver.borrow_and_update().clone();
            match made {
                None => {}
                Some(Ok(tables)) => return Some((Ok(tables), Some(receiver))),
                Some(Err(error)) => return Some((Err(error), None)),
            }
        }
    })
}
