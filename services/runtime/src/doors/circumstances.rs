//! The circumstances of calls that only their service knows.

use std::{fmt, time::Duration};

use access::{Act, SubjectId};
use async_trait::async_trait;
use proto::{
    Timestamp,
    subject::{Stream, Subject},
};
use tokio::time::timeout;

use super::call::Call;
use crate::event_log::EventLog;

/// Longest time that a call waits for the log before it is decided without it.
const PATIENCE: Duration = Duration::from_secs(1);

/// The facts that a service knows about the object of a call.
#[derive(Clone, Debug, Default)]
pub struct CallFacts {
    /// The row of the matrix, where a call has several; without it, all of them have to allow the
    /// call.
    pub act: Option<Act>,
    /// True if the first round of the tournament is paired.
    pub is_paired: bool,
    /// The person who recorded what the call changes; `None` if it is not known, or nobody did.
    pub recorded: Option<Recorded>,
    /// True if some of it could not be read: a refusal may follow from that.
    pub is_unread: bool,
}

impl CallFacts {
    /// Returns the moment when a caller recorded what the call changes; `None` if somebody else
    /// did.
    pub(super) fn recorded_by(&self, caller: &SubjectId) -> Option<Timestamp> {
        let recorded = self.recorded.as_ref().filter(|recorded| recorded.by == *caller)?;
        Some(recorded.at)
    }
}

/// The person or device that recorded something, and the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The person or device.
    pub by: SubjectId,
    /// The moment.
    pub at: Timestamp,
}

/// Finds the circumstances of calls.
#[async_trait]
pub trait Circumstances: fmt::Debug + Send + Sync + 'static {
    /// Returns what is known about the object of a call.
    async fn of(&self, _call: &Call) -> CallFacts {
        CallFacts::default()
    }

    /// Returns the moment when the game began that a call is about; `None` if it is about none that
    /// is in play. Only asked where the token may expire, or has.
    async fn game_began(&self, _call: &Call) -> Option<Timestamp> {
        None
    }
}

/// The beginnings of games, as a stream has them, for a service that shows games: what a device
/// sees of its game does not end with its token.
#[derive(Clone, Debug)]
pub struct GameBeginnings {
    log: EventLog,
    stream: Stream,
}

impl GameBeginnings {
    /// Finds them in a stream that has a subject for each game.
    #[must_use]
    pub const fn new(log: EventLog, stream: Stream) -> Self {
        Self { log, stream }
    }
}

#[async_trait]
impl Circumstances for GameBeginnings {
    /// Returns the moment of the first entry of the game, also of one that is over.
    async fn game_began(&self, call: &Call) -> Option<Timestamp> {
        let game = call.tournament()?.game(call.game()?);
        let subject = Subject::game(self.stream, &game).to_string();
        let first = timeout(PATIENCE, self.log.page(self.stream, &subject, 1, 1)).await;
        let first = first.ok()?.ok()?.entries.into_iter().next()?.ok()?;
        Some(first.recorded_at)
    }
}
