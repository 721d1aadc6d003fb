//! The seat of a device, what it may write there, and the reasons to refuse it.

use draughts::Color;
use thiserror::Error;

/// The seat of a device, which decides what it may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// White's tablet at a table.
    White(u32),
    /// Black's tablet at a table.
    Black(u32),
    /// One device for both players at a table: a sensor board or a shared tablet.
    Table(u32),
    /// The arbiter's desk: every table, and rulings.
    Desk,
}

/// The kind of an input, by which its seat may write it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A move.
    Move,
    /// A resignation, an agreement to a draw or a press, for this side.
    Claim(Color),
    /// The display of a physical clock.
    Display,
    /// A ruling of the arbiter.
    Ruling,
}

impl Seat {
    /// Returns the table; `None` for the desk.
    #[must_use]
    pub const fn table(self) -> Option<u32> {
        match self {
            Self::White(table) | Self::Black(table) | Self::Table(table) => Some(table),
            Self::Desk => None,
        }
    }

    /// Returns true for the seat of one player, which one device has at a time.
    #[must_use]
    pub const fn is_of_one_player(self) -> bool {
        matches!(self, Self::White(_) | Self::Black(_))
    }

    /// Checks that a device on this seat may write `kind` for the game at `table`.
    ///
    /// # Errors
    /// [`SeatRefusal`] if it may not.
    pub fn admit(self, table: u32, kind: InputKind) -> Result<(), SeatRefusal> {
        if let Some(own) = self.table().filter(|own| *own != table) {
            return Err(SeatRefusal::OtherTable { table: own });
        }
        match (kind, self) {
            (InputKind::Move, _) | (_, Self::Desk) => Ok(()),
            (InputKind::Claim(color), Self::White(_)) if color != Color::White => {
                Err(SeatRefusal::OtherSide { color })
            }
            (InputKind::Claim(color), Self::Black(_)) if color != Color::Black => {
                Err(SeatRefusal::OtherSide { color })
            }
            (InputKind::Claim(_), _) | (InputKind::Display, Self::Table(_)) => Ok(()),
            (InputKind::Display, Self::White(_) | Self::Black(_)) => Err(SeatRefusal::OwnDevice),
            (InputKind::Ruling, Self::White(table) | Self::Black(table) | Self::Table(table)) => {
                Err(SeatRefusal::NotTheDesk { table })
            }
        }
    }
}

/// The admission of a device to the game at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatAdmission {
    pub(super) seat: Seat,
    /// True if another device asks for the seat, and the desk has not decided yet.
    pub(super) is_contested: bool,
}

impl SeatAdmission {
    /// Returns true if the device is admitted only to a game that it has begun.
    #[must_use]
    pub const fn is_conditional(self) -> bool {
        self.is_contested
    }

    /// Returns the seat from which the device writes, given whether it has begun the game: whether
    /// the game has an input of it, other than displays. A device whose seat another one asks for
    /// goes on with a game that it has begun, and begins none until the desk decides.
    ///
    /// # Errors
    /// [`SeatRefusal::Contested`] if the game is not one that it has begun.
    pub const fn seat(self, has_begun: bool) -> Result<Seat, SeatRefusal> {
        if self.is_contested && !has_begun { Err(SeatRefusal::Contested) } else { Ok(self.seat) }
    }
}

/// The reason for which a device may not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SeatRefusal {
    /// The device has no seat.
    #[error("the device has no seat")]
    UnknownDevice,
    /// The device sits at another table.
    #[error("the device sits at table {table}")]
    OtherTable {
        /// The device's own table.
        table: u32,
    },
    /// The device belongs to the other player.
    #[error("the device does not speak for {color}")]
    OtherSide {
        /// The side that it tried to act for.
        color: Color,
    },
    /// The device does not sit at the desk.
    #[error("the device sits at table {table}, not at the desk")]
    NotTheDesk {
        /// The device's own table.
        table: u32,
    },
    /// The device is a player's own, which cannot read a clock.
    #[error("the device is a player's own and reads no clock")]
    OwnDevice,
    /// The device sits at the desk, and does not say at which table the arbiter is needed.
    #[error("the desk has to say to which table the arbiter is called")]
    NoTable,
    /// The device has asked for the seat of another one at this table, and the desk has not decided
    /// yet.
    #[error("another device has this place at table {table}, and the desk has not decided yet")]
    Claimed {
        /// The table.
        table: u32,
    },
    /// Another device asks for the seat of this one, which has not begun the game, and the desk has
    /// not decided yet.
    #[error("another device asks for this place, and the desk has not decided yet")]
    Contested,
    /// As many calls of the table wait as may, the oldest of them for less than
    /// [`CALL_WAITS_MAX`](super::CALL_WAITS_MAX).
    #[error("table {table} has called the arbiter already, and nobody has come yet")]
    CallsWait {
        /// The table.
        table: u32,
    },
}
