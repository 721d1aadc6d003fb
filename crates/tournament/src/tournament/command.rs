//! What a tournament can be told.

use crate::{Entry, PlayerId, RoundNumber, Settings, TableNumber};
use draughts::{Outcome, Timestamp};

/// What a tournament can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Creates the tournament.
    Create {
        /// What is fixed from now on.
        settings: Settings,
    },
    /// Enters a player: before the first round, or at any time when pairing by hand.
    Enter {
        /// The player.
        entry: Entry,
    },
    /// Gives the numbers in the schedule in another order than that of entry.
    DrawLots {
        /// Everybody once; the first gets number 1.
        order: Vec<PlayerId>,
    },
    /// Pairs the next round, once the round before it is closed.
    Pair {
        /// The round, which must be the next one.
        round: RoundNumber,
        /// White and Black of each table: needed when pairing by hand, forbidden otherwise.
        pairings: Option<Vec<(PlayerId, PlayerId)>>,
    },
    /// Lets the games of a paired round begin.
    OpenRound {
        /// The round.
        round: RoundNumber,
        /// When the games begin.
        at: Timestamp,
    },
    /// A game has ended; the last one closes the round. Postponed games may follow after that.
    RecordResult {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it ended.
        outcome: Outcome,
    },
    /// A result that was recorded was wrong.
    CorrectResult {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it really ended.
        outcome: Outcome,
    },
    /// A game that was over goes on, so its recorded result no longer holds.
    WithdrawResult {
        /// The round.
        round: RoundNumber,
        /// Where it is played.
        table: TableNumber,
    },
    /// Closes a round though results are missing, because those games are postponed.
    CloseRound {
        /// The round.
        round: RoundNumber,
    },
}
