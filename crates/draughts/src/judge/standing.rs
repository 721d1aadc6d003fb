//! The board after an irregular move.

use crate::movegen::{KING_MOVES_IN_A_ROW_MAX, is_on_king_row};
use crate::{Bitboard, KingRun, Piece, Position, Role, Setup, Square, Variant};

impl Position {
    /// Returns the position after an irregular move, unless the rules cannot go on from it.
    pub(super) fn after_irregular(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        taken: Bitboard,
    ) -> Option<Self> {
        let mut board = *self.board();
        for square in taken.squares() {
            board.remove(square);
        }
        board.remove(from);
        let role = if is_on_king_row(piece.color, to) { Role::King } else { piece.role };
        board.put(to, Piece { role, ..piece });
        let (us, them) = (self.turn(), self.turn().other());
        let mut setup = Setup::new(board, them);
        // A quiet move of an own king counts towards article 17, even if irregular.
        let counts = self.variant() == Variant::Frisian
            && piece == (Piece { color: us, role: Role::King })
            && taken.is_empty()
            && !board.men(us).is_empty();
        if counts {
            let before = self.king_run(us).filter(|run| run.square == from);
            let moves = before.map_or(1, |run| (run.moves + 1).min(KING_MOVES_IN_A_ROW_MAX));
            setup.king_runs[us.index()] = Some(KingRun { square: to, moves });
        }
        let stays = |run: &KingRun| {
            run.square != from
                && board.kings(them).contains(run.square)
                && !board.men(them).is_empty()
        };
        setup.king_runs[them.index()] = self.king_run(them).filter(stays);
        Self::from_setup(self.variant(), setup).ok()
    }
}
