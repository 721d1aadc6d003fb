//! What has happened in a tournament.

use crate::TableNumber;
use crate::{Pairing, PairingSystem, Player, PlayerId, PlayingTime, RoundNumber, Scoring};
use draughts::{Outcome, RuleSet};

/// What has happened in a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The tournament was created.
    Created {
        /// The name, with single spaces and none around it.
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
    /// A round ended.
    RoundClosed {
        /// The round.
        round: RoundNumber,
    },
}
