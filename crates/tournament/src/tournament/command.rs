//! What a tournament can be told.

use crate::{Entry, PairingSystem, PlayerId, RoundNumber, Scoring, TableNumber};
use draughts::{Outcome, RuleSet};
use std::time::Duration;

/// What each player is given to think, for the clocks that will time the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayingTime {
    /// The time for the whole game.
    pub base: Duration,
    /// What each move adds; zero is sudden death.
    pub increment: Duration,
}

/// What a tournament can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Creates the tournament.
    Create {
        /// The name as it is to be shown, at most 100 characters.
        name: String,
        /// The rules of its games.
        rules: RuleSet,
        /// What each player is given to think.
        playing_time: PlayingTime,
        /// How results become points.
        scoring: Scoring,
        /// Where the pairings come from.
        pairing: PairingSystem,
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
    /// Closes a round though results are missing, because those games are postponed.
    CloseRound {
        /// The round.
        round: RoundNumber,
    },
}
