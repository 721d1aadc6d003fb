//! What has happened in a tournament.

use crate::{Pairing, Player, PlayerId, RoundNumber, Settings, TableNumber};
use draughts::{Outcome, Timestamp};

/// What has happened in a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The tournament was created.
    Created {
        /// What is fixed from now on, the texts with single spaces and none around them.
        settings: Settings,
    },
    /// A player was entered, and has the last number in the schedule.
    PlayerEntered {
        /// The player, with their number.
        player: Player,
    },
    /// The numbers in the schedule were given anew.
    LotsDrawn {
        /// Everybody once; the first has number 1.
        order: Vec<PlayerId>,
    },
    /// A round was paired.
    RoundPaired {
        /// The round.
        round: RoundNumber,
        /// The pairings: table n stands at place n - 1.
        pairings: Vec<Pairing>,
        /// Who does not play because the number of players is odd.
        bye: Option<PlayerId>,
    },
    /// The games of a round began.
    RoundOpened {
        /// The round.
        round: RoundNumber,
        /// When the games began.
        at: Timestamp,
    },
    /// A game ended.
    ResultRecorded {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it ended.
        outcome: Outcome,
    },
    /// A recorded result was replaced.
    ResultCorrected {
        /// The round.
        round: RoundNumber,
        /// Where it was played.
        table: TableNumber,
        /// How it really ended.
        outcome: Outcome,
    },
    /// A recorded result no longer holds, because the game goes on; its round is open again.
    ResultWithdrawn {
        /// The round.
        round: RoundNumber,
        /// Where it is played.
        table: TableNumber,
    },
    /// A round ended.
    RoundClosed {
        /// The round.
        round: RoundNumber,
    },
}
