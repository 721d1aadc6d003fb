//! The legal moves of a position as people write them, all at once.

use crate::{MoveList, Position};

impl Position {
    /// Writes the legal moves of this position, in their order, each as
    /// [`Position::notation`] does.
    ///
    /// Moves with the same start and end stand side by side in the list, so that none has to be
    /// compared with all others.
    ///
    /// ```
    /// use draughts::{Position, Variant};
    ///
    /// let start = Position::start(Variant::Frisian);
    /// let written = start.notations(&start.legal_moves());
    /// assert_eq!(written.first().map(String::as_str), Some("31-26"));
    /// ```
    #[must_use]
    pub fn notations(&self, moves: &MoveList) -> Vec<String> {
        let same = |index: usize, other: usize| match (moves.get(index), moves.get(other)) {
            (Some(one), Some(two)) => one.from() == two.from() && one.to() == two.to(),
            _ => false,
        };
        moves
            .iter()
            .enumerate()
            .map(|(index, mv)| {
                let is_ambiguous = same(index, index.wrapping_sub(1)) || same(index, index + 1);
                if is_ambiguous { self.full_notation(mv) } else { mv.to_string() }
            })
            .collect()
    }
}
