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
    /// Number of further such moves that were left out; see [`Obligation::shorten`].
    pub others: u32,
}

impl Obligation {
    /// Keeps the first `most` moves and counts the others.
    pub fn shorten(&mut self, most: usize) {
        let left_out = self.moves.len().saturating_sub(most);
        self.moves.truncate(most);
        self.others = self.others.saturating_add(u32::try_from(left_out).unwrap_or(u32::MAX));
    }
}

/// Writes the obligation in English: `obligatory was to take 1 king and 2 men by 28x8 or 28x19`,
/// and `by 28x8, 28x19 or 3 other ways` if moves were left out.
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
        let mut moves = Move::told_apart(&self.moves);
        if self.others > 0 {
            moves.push(counted(self.others, "other way", "other ways"));
        }
        let moves = match moves.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        };
        write!(f, "obligatory was to take {worth} by {moves}")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Variant, fen};

    #[test]
    fn moves_that_were_left_out_are_counted() {
        let position = fen::parse("W:WK46:B41", Variant::International).unwrap();
        let mut obliged = position.obligation().unwrap();
        assert_eq!((obliged.moves.len(), obliged.others), (8, 0));
        obliged.shorten(2);
        obliged.shorten(1);
        assert_eq!((obliged.moves.len(), obliged.others), (1, 7));
        let first = &obliged.moves[0];
        let expected = format!("obligatory was to take 1 man by {first} or 7 other ways");
        assert_eq!(obliged.to_string(), expected);
    }
}
