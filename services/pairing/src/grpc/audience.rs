//! The readers of the results of a tournament: anybody while no embargo is set, and otherwise only
//! callers whom the doors let in.

use access::Act;
use proto::subject::TournamentKey;
use tokio::sync::watch;
use tonic::Request;

use crate::{error::Error, tournaments::Snapshot};

/// The readers of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Anybody, because no embargo was set when the doors decided.
    Public,
    /// Callers who may also read it under an embargo.
    Known,
}

impl Audience {
    /// Returns who reads the answer to a request.
    pub(super) fn of<T>(request: &Request<T>) -> Self {
        let act = request.extensions().get::<Act>();
        if act.is_some_and(|act| act.is_public()) { Self::Public } else { Self::Known }
    }

    /// Checks that the readers may read a snapshot. The doors may have decided by an older one.
    ///
    /// # Errors
    /// [`Error::Contended`] if an embargo was set since: the doors decide on the next call.
    pub(super) fn check(self, key: &TournamentKey, snapshot: &Snapshot) -> Result<(), Error> {
        match self {
            Self::Public if snapshot.state().is_embargoed() => Err(Error::Contended(key.clone())),
            Self::Public | Self::Known => Ok(()),
        }
    }

    /// Waits until the readers of a stream may read it no longer; forever if they always may.
    pub(super) async fn ended(self, mut snapshots: watch::Receiver<Snapshot>) {
        if self == Self::Known
            || snapshots.wait_for(|snapshot| snapshot.state().is_embargoed()).await.is_err()
        {
            std::future::pending::<()>().await;
        }
    }
}
