//! The state that routes share: the tournaments, and the one that a path names.

use std::sync::Arc;

use proto::subject::TournamentKey;
use runtime::Tasks;

use crate::{channel::Channel, error::Error, gzip::Newest, hub::Hub, missing::Missing};

/// The state that every route has. Cheap to clone.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) hub: Hub,
    pub(super) tasks: Tasks,
    /// The compressed list of broadcasts.
    pub(super) list: Arc<Newest>,
}

/// Returns the channel of the tournament that a path names.
///
/// # Errors
/// [`Error`] if the names are none, there is no such tournament, or it cannot be loaded now.
pub(super) async fn find(hub: &Hub, venue: &str, id: &str) -> Result<Arc<Channel>, Error> {
    let key = TournamentKey { venue: venue.parse()?, tournament: id.parse()? };
    let found = hub.find(&key).await?;
    let missing = || Missing::TournamentPage { venue: venue.to_owned(), id: id.to_owned() };
    found.ok_or_else(|| missing().into())
}
