//! Games and tournaments that stand still while others go on.

use draughts::Timestamp;

/// A game, or a whole tournament, that stands still while others go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standstill {
    /// The moment since when it stands still.
    pub since: Timestamp,
    /// The reason.
    pub reason: StandstillReason,
}

/// The reason why a game or a tournament stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandstillReason {
    /// Its history cannot be read past a message.
    Unreadable {
        /// The name of the stream of the message.
        stream: &'static str,
        /// The sequence of the message in the stream.
        sequence: u64,
    },
    /// Inputs of the game are stored, and could not be judged.
    Unjudged,
    /// The round of the game is open, and the game has no start.
    NotBegun,
    /// The game is over, and its result is not recorded in the tournament.
    Unrecorded,
    /// The tournament has a result of the game, and the game goes on.
    NotEnded,
    /// The clock of the game can be read, and has not followed the last message of the game.
    ClockBehind,
}
