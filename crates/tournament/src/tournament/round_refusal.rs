//! The reasons for which a tournament refuses a step in the life of a round.

use crate::ranking::Participant;
use crate::{RoundNumber, TableNumber};
use draughts::Timestamp;

/// The reason for which a step in the life of a round is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoundRefusal {
    /// Blitz games for places begin after all other games (2006 art. 14e).
    #[error(
        "blitz games begin when all games in the hall are over: table {table} of round {round} still plays"
    )]
    HallInPlay {
        /// The round that is in play.
        round: RoundNumber,
        /// The table of its first game without a result.
        table: TableNumber,
    },
    /// A round would be closed with unfinished games, which the regulation does not allow without a
    /// reason.
    #[error("the game at table {table} of round {round} is not finished")]
    Unfinished {
        /// The round.
        round: RoundNumber,
        /// The table of its first game without a result.
        table: TableNumber,
    },
    /// The named ground for undoing a published pairing does not hold.
    #[error("round {round} stays as it is published")]
    GroundMissing {
        /// The round.
        round: RoundNumber,
    },
    /// A published pairing would be undone, and nobody says on which ground.
    #[error("round {round} is published: name the ground on which it is undone")]
    GroundUnnamed {
        /// The round.
        round: RoundNumber,
    },
    /// Games of the last rounds are not made up, so they cannot be postponed (C art. 13).
    #[error("round {round} table {table}: games of this round are not made up")]
    NotMadeUp {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// Postponed games have to be made up before this round (C art. 13).
    #[error("round {round} table {table} is to be made up first")]
    MakeUpFirst {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// Nobody agreed to the moment at which a game is made up.
    #[error("nobody agreed that round {round} table {table} is made up then")]
    AgreementMissing {
        /// The round.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
    },
    /// A game would be made up after the round before which it has to be played.
    #[error("round {round} table {table} is made up before round {limit} begins")]
    MakeUpTooLate {
        /// The round of the game.
        round: RoundNumber,
        /// The table.
        table: TableNumber,
        /// The round before which it is played.
        limit: RoundNumber,
    },
    /// The players have not had their rest since their last game.
    #[error("players rest before round {round} until {until}")]
    RestNotOver {
        /// The round.
        round: RoundNumber,
        /// The moment from which it may be opened.
        until: Timestamp,
    },
    /// An absence has no reason.
    #[error("the reason for which {participant} cannot play round {round} is missing")]
    AbsenceReasonMissing {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
}

/// Returns the way in which the colour of a final is decided: by the player who may choose, or the
/// lot.
pub(super) fn by(chooser: Option<Participant>) -> String {
    chooser.map_or("drawn by lot".to_owned(), |chooser| format!("chosen by player {chooser}"))
}
