//! The resources that were asked for and do not exist.

use proto::subject::{GameId, TournamentKey};
use thiserror::Error;

use crate::{pdn::Selection, resource::Resource};

/// A resource that was asked for and does not exist.
#[derive(Debug, Error)]
pub(crate) enum Missing {
    #[error("no such path; /openapi.json has all")]
    Path,
    #[error("no tournament {0}")]
    Tournament(TournamentKey),
    /// The tournament of a path.
    #[error("no tournament {venue}/{id}")]
    TournamentPage { venue: String, id: String },
    #[error("no {resource} in tournament {venue}/{id}")]
    Part { resource: Resource, venue: String, id: String },
    #[error("no {} in tournament {venue}/{id}", selection.name())]
    File { selection: Selection, venue: String, id: String },
    #[error("no {}", .0.name())]
    Games(Selection),
    #[error("no game {0}")]
    Game(GameId),
    /// A number of a path that is none.
    #[error("{0:?} is no number of a round or player")]
    Number(String),
    /// The explanation of a problem.
    #[error("no problem {0:?}")]
    Problem(String),
    /// The page of an address.
    #[error("{url:?} is no page of {host}")]
    Page { url: String, host: String },
}
