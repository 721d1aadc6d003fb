//! Standings that are watched, as a stream of answers.

use std::{pin::Pin, sync::Arc};

use futures_util::{Stream, stream};
use tokio::sync::watch;
use tonic::Status;

use crate::{
    error::Error,
    tables::{SharedTables, Tables},
};

/// Answers that come as long as the caller listens.
pub(crate) type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// The tables as they are, then each time that they differ. Who reads slowly misses what was in
/// between. An error is told and is the last.
pub(crate) fn changes(
    mut told: watch::Receiver<Option<SharedTables>>,
) -> impl Stream<Item = Result<Arc<Tables>, Arc<Error>>> + Send {
    told.mark_changed();
    stream::unfold(Some(told), |told| async move {
        let mut told = told?;
        loop {
            told.changed().await.ok()?;
            let made = told.borrow_and_update().clone();
            match made {
                None => {}
                Some(Ok(tables)) => return Some((Ok(tables), Some(told))),
                Some(Err(error)) => return Some((Err(error), None)),
            }
        }
    })
}
