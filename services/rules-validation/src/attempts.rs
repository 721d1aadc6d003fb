//! Attempts to read and write the history of a game.

use proto::subject::{GameKey, Subject};
use runtime::{
    AppendError, Attempts, EventLog, HOPELESS_MAX, LedgerError, Retry, Stopped, TransactionError,
    error_chain,
};
use tokio_util::sync::CancellationToken;

/// The reason why no further attempt is made.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The service stops.
    Stopped,
    /// The log has lost records of the game that this service knew.
    SetBack,
    /// The game cannot be read or written, while others can.
    SetAside(TransactionError),
}

impl From<Stopped> for Halt {
    fn from(_stopped: Stopped) -> Self {
        Self::Stopped
    }
}

type Complain = fn(&TransactionError) -> bool;

/// Attempts at work that no other game needs.
#[derive(Debug)]
pub(crate) struct GameAttempts {
    usual: Attempts<Complain>,
    /// A store that has no room is asked less often.
    refused: Attempts<Complain>,
    tries_left: u32,
}

impl GameAttempts {
    /// Begins attempts that end when `stopping` is cancelled.
    pub(crate) fn new(stopping: &CancellationToken) -> Self {
        let complain: Complain = complain;
        let usual = Retry::NATS.attempts(stopping, complain);
        let refused = Retry::USUAL.attempts(stopping, complain);
        Self { usual, refused, tries_left: HOPELESS_MAX }
    }

    /// Takes note of a failed attempt for `game`, and waits until it is time for the next one.
    ///
    /// # Errors
    /// [`Halt::Stopped`] when the service stops first, and [`Halt::SetAside`] after
    /// [`HOPELESS_MAX`] attempts that failed for a reason that concerns this game alone.
    pub(crate) async fn failed(
        &mut self,
        error: TransactionError,
        log: &EventLog,
        game: &GameKey,
    ) -> Result<(), Halt> {
        if is_of_game(&error, log, game).await {
            self.tries_left = self.tries_left.saturating_sub(1);
            if self.tries_left == 0 {
                return Err(Halt::SetAside(error));
            }
        }
        let is_refused = matches!(error, TransactionError::Append(AppendError::Refused { .. }));
        let attempts = if is_refused { &mut self.refused } else { &mut self.usual };
        Ok(attempts.failed(&error).await?)
    }
}

/// Returns true if other games may be read and written in spite of the error.
async fn is_of_game(error: &TransactionError, log: &EventLog, game: &GameKey) -> bool {
    match error {
        TransactionError::Contended { .. } => false,
        TransactionError::Append(error) => error.is_too_large(),
        TransactionError::Ledger(LedgerError::Read(error)) => {
            let elsewhere = Subject::tables(&game.tournament);
            error.reason.is_of_subject() && log.last_sequence_of(&elsewhere).await.is_ok()
        }
        TransactionError::Ledger(_) => true,
    }
}

/// Logs why the history of a game cannot be read or written; returns false for failures that
/// another attempt is expected to settle.
fn complain(error: &TransactionError) -> bool {
    match error {
        TransactionError::Contended { .. } | TransactionError::Ledger(LedgerError::Read(_)) => {
            tracing::debug!(%error, "trying again");
            return false;
        }
        TransactionError::Append(AppendError::Unavailable { .. }) => {
            tracing::warn!(%error, "the decision waits for NATS");
        }
        TransactionError::Append(_) | TransactionError::Ledger(_) => {
            tracing::error!(error = error_chain(error), "the game waits; trying again");
        }
    }
    true
}
