//! The stream of one spectator over gRPC.

use std::{collections::VecDeque, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use runtime::metrics::Counted;
use tonic::Status;

use crate::{
    channel::Channel,
    error::Error,
    frame::{EncodeError, Item},
    freshness::Stamp,
    loans::Lent,
    metrics::{self, Transport},
    watcher::Watcher,
};

/// Encodes a message: its start, and the rest of a snapshot, which all share.
type Encode = fn(&Item, Stamp) -> Result<(Bytes, Option<Bytes>), EncodeError>;

/// Returns the messages of a spectator, in pieces. Nothing is prepared before it can be sent: a
/// spectator who does not read has one piece of a snapshot, and then takes part in what all share.
pub(super) fn messages(
    channel: Arc<Channel>,
    watcher: Watcher,
    encode: Encode,
) -> impl Stream<Item = Result<Bytes, Status>> + Send {
    let counted = metrics::spectator(Transport::Grpc);
    let watching = Watching {
        channel,
        watcher,
        encode,
        ready: VecDeque::new(),
        rest: None,
        _counted: counted,
    };
    stream::unfold(watching, |mut watching| async move {
        let piece = watching.next().await.transpose()?;
        Some((piece.map_err(Status::from), watching))
    })
}

/// Returns a message in pieces: its start, and the rest, which all share.
pub(super) fn pieces(start: Bytes, rest: Lent) -> impl Stream<Item = Result<Bytes, Status>> + Send {
    let rest = stream::unfold(rest, |mut rest| async move {
        let piece = rest.next_piece().transpose()?;
        Some((piece.map_err(|error| Error::from(error).into()), rest))
    });
    stream::iter([Ok(start)]).chain(rest)
}

struct Watching {
    channel: Arc<Channel>,
    watcher: Watcher,
    encode: Encode,
    /// Messages that come after the one that is being sent.
    ready: VecDeque<(Stamp, Item)>,
    /// The rest of the snapshot that is being sent.
    rest: Option<Lent>,
    _counted: Counted,
}

impl Watching {
    /// Waits for the next piece; `None` when the service stops.
    async fn next(&mut self) -> Result<Option<Bytes>, Error> {
        if let Some(rest) = &mut self.rest {
            if let Some(piece) = rest.next_piece()? {
                return Ok(Some(piece));
            }
            self.rest = None;
        }
        if self.ready.is_empty() {
            let Some((stamp, items)) = self.watcher.next().await else { return Ok(None) };
            self.ready.extend(items.into_iter().map(|item| (stamp, item)));
        }
        let Some((stamp, item)) = self.ready.pop_front() else { return Ok(None) };
        let (start, shared) = (self.encode)(&item, stamp)?;
        self.rest = shared.map(|shared| self.channel.lend(&shared));
        Ok(Some(start))
    }
}
