//! Orders of the desk to sensor boards.

/// An order to a sensor board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardOrder {
    /// Black sits where its fields count White, or does not.
    Rotate(bool),
    /// Let nothing that it shows become a move or a call, or no longer.
    Mute(bool),
    /// Begin anew from the record of the game.
    Restart,
}

/// The orders that hold for a sensor board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardOrders {
    /// True if Black sits where its fields count White; `None` to let it find out.
    pub is_rotated: Option<bool>,
    /// True while nothing that it shows becomes a move or a call.
    pub is_muted: bool,
    /// The number of times at which it was told to begin anew.
    pub restarts: u32,
}

impl BoardOrders {
    /// Returns what holds after a further order.
    #[must_use]
    pub const fn after(self, order: BoardOrder) -> Self {
        match order {
            BoardOrder::Rotate(is_rotated) => Self { is_rotated: Some(is_rotated), ..self },
            BoardOrder::Mute(is_muted) => Self { is_muted, ..self },
            BoardOrder::Restart => Self { restarts: self.restarts.saturating_add(1), ..self },
        }
    }
}
