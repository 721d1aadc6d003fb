//! The kinds of devices that tell that they are there, and their silences.

use draughts::Timestamp;

/// The kind of a device at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// A tablet, or a phone, on which players enter what they do.
    Tablet,
    /// A board that reads the moves.
    Board,
}

/// The silence of a device during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// The round of the game.
    pub round: u32,
    /// The table of the game.
    pub table: u32,
    /// The moment when the device was heard last; for one that was never heard, the moment from
    /// which the service listened.
    pub since: Timestamp,
}

/// A finding about a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresenceFinding {
    /// It is silent.
    Silent(Silence),
    /// It was heard at this moment.
    Heard(Timestamp),
}
