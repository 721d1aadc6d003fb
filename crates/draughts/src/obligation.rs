//! The capture that a side is obliged to make.

use core::fmt;

use crate::Move;

/// The capture that a side is obliged to make: its worth, and the moves that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Number of kings taken.
    pub kings: u32,
    /// Number of men taken.
    pub men: u32,
    /// The legal moves, each of which fulfils it; at least one.
    pub moves: Vec<Move>,
}

/// Writes the obligation in English: `obligatory was to take 1 king and 2 men by 28x8 or 28x19`.
impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u32, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        let (kings, men) = (counted(self.kings, "king", "kings"), counted(self.men, "man", "men"));
        let worth = match (self.kings, self.men) {
            (_, 0) => kings,
            (0, _) => men,
            (_, _) => format!("{kings} and {men}"),
        };
        let moves = match Move::told_apart(&self.moves).as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        };
        write!(f, "obligatory was to take {worth} by {moves}")
    }
}
