//! Standings as a stream of answers.

use std::pin::Pin;

use futures_util::{Stream, StreamExt as _};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::standings::SharedStandings;

/// A stream of answers, for as long as the caller listens.
pub(crate) type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// Streams the current tables, and then every version that differs. A slow reader skips those in
/// between. An error is the last item, because the tables are not computed again after it.
pub(crate) fn changes(
    tables: watch::Receiver<Option<SharedStandings>>,
    stopping: CancellationToken,
) -> impl Stream<Item = SharedStandings> + Send {
    runtime::changes(tables, stopping).filter_map(std::future::ready)
}
