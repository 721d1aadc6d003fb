//! The reasons why no further attempt is made to read or write the history of a game.

use runtime::{GiveUp, Stopped, TransactionError};

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

impl From<GiveUp<TransactionError>> for Halt {
    fn from(give_up: GiveUp<TransactionError>) -> Self {
        match give_up {
            GiveUp::Stopped => Self::Stopped,
            GiveUp::Hopeless(error) => Self::SetAside(error),
        }
    }
}
