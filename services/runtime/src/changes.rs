//! A watched value as a stream.

use futures_util::{Stream, StreamExt as _};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_util::sync::CancellationToken;

/// Yields a watched value as it is, and then whenever it has changed, until nobody can change it or
/// `stopping` is cancelled. A slow reader skips the values in between.
pub fn changes<T>(
    watching: watch::Receiver<T>,
    stopping: CancellationToken,
) -> impl Stream<Item = T> + Send + use<T>
where
    T: Clone + Send + Sync + 'static,
{
    WatchStream::new(watching).take_until(stopping.cancelled_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_gets_the_value_and_its_changes_until_the_stop() {
        let (sender, watching) = watch::channel(1);
        let stopping = CancellationToken::new();
        let mut values = std::pin::pin!(changes(watching, stopping.clone()));
        assert_eq!(values.next().await, Some(1));
        sender.send_replace(2);
        sender.send_replace(3);
        assert_eq!(values.next().await, Some(3));
        stopping.cancel();
        assert_eq!(values.next().await, None);
    }
}
