//! What an irregular move makes of the board.

use std::collections::BTreeSet;

use super::Breach;
use crate::movegen::{KING_MOVES_IN_A_ROW_MAX, View, Visitor, is_on_king_row};
use crate::{
    Bitboard, KingRun, Move, MoveText, Piece, Position, Role, Setup, Square, Standing, Variant,
};

/// How many captures with one start and end are looked at to find the one that a claim means.
const FITTING_MAX: usize = 64;

impl Position {
    /// Tells why no board could show what is claimed, if none could.
    ///
    /// A piece has to stand where the move starts, only opponents of that piece can be taken off,
    /// and no other piece may be left where it ends. A piece that ends where it started has moved
    /// only if it captured.
    pub(super) fn impossibility(&self, claimed: &MoveText) -> Option<Breach> {
        let Some(piece) = self.board().piece_at(claimed.from) else {
            return Some(Breach::NoPiece);
        };
        let taken = claimed.taken.unwrap_or_default();
        if !(taken - self.board().side(piece.color.other())).is_empty() {
            return Some(Breach::WrongPiecesTaken);
        }
        if claimed.to == claimed.from {
            let captures = match claimed.taken {
                Some(taken) => !taken.is_empty(),
                None => !self.captures_fitting(piece, claimed).is_empty(),
            };
            return if captures { None } else { Some(Breach::Unreachable) };
        }
        let is_free = !self.board().occupied().contains(claimed.to) || taken.contains(claimed.to);
        if is_free { None } else { Some(Breach::Occupied) }
    }

    /// Returns the move as it stands if nobody demands another; `None` while it is open which
    /// pieces were taken off, and when the rules cannot go on from the position.
    pub(super) fn standing(&self, claimed: &MoveText) -> Option<Standing> {
        let piece = self.board().piece_at(claimed.from)?;
        let taken = self.taken_off(piece, claimed)?;
        let after = self.after_irregular(piece, claimed.from, claimed.to, taken)?;
        Some(Standing { mv: Move::new(claimed.from, claimed.to, taken), after })
    }

    fn taken_off(&self, piece: Piece, claimed: &MoveText) -> Option<Bitboard> {
        if claimed.taken.is_some() {
            return claimed.taken;
        }
        if claimed.via.is_empty() && self.can_slide(piece, claimed.from, claimed.to) {
            return Some(Bitboard::EMPTY);
        }
        match self.captures_fitting(piece, claimed).as_slice() {
            [] if claimed.via.is_empty() => Some(Bitboard::EMPTY),
            [taken] => Some(*taken),
            _ => None,
        }
    }

    fn can_slide(&self, piece: Piece, from: Square, to: Square) -> bool {
        let Some(mover) = self.seen_by_owner(piece) else { return false };
        let view = View::new(&mover);
        let slides = match piece.role {
            Role::Man => view.man_steps(from.bit()),
            Role::King => view.king_slides(from.bit()),
        };
        slides >> to.bit() & 1 != 0
    }

    /// Returns what the captures take that fit a claim, at most [`FITTING_MAX`] of them; they need
    /// be neither complete nor the most valuable.
    fn captures_fitting(&self, piece: Piece, claimed: &MoveText) -> Vec<Bitboard> {
        let Some(mover) = self.seen_by_owner(piece) else { return Vec::new() };
        let view = View::new(&mover);
        let mut fitting = Fitting { to: claimed.to.bit(), captured: BTreeSet::new() };
        view.walk_captures(claimed.from.bit(), &mut fitting);
        let captured: Vec<Bitboard> =
            fitting.captured.into_iter().map(Bitboard::from_bits).collect();
        if claimed.via.is_empty() {
            return captured;
        }
        // As with legal moves, the squares between are a way, or else the captured squares.
        let passes = |&captured: &Bitboard| {
            mover.passes(&Move::new(claimed.from, claimed.to, captured), &claimed.via)
        };
        let on_the_way: Vec<Bitboard> = captured.iter().copied().filter(passes).collect();
        if !on_the_way.is_empty() {
            return on_the_way;
        }
        let told: Bitboard = claimed.via.iter().copied().collect();
        if captured.contains(&told) {
            return vec![told];
        }
        captured.into_iter().filter(|&captured| (told - captured).is_empty()).collect()
    }

    /// The position with the owner of a piece to move.
    fn seen_by_owner(&self, piece: Piece) -> Option<Self> {
        if piece.color == self.turn() {
            return Some(*self);
        }
        Self::from_setup(self.variant(), Setup::new(*self.board(), piece.color)).ok()
    }

    fn after_irregular(
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
        // A quiet move of an own king counts towards article 17, however it went.
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

/// The captures that stand on one square, complete or not.
struct Fitting {
    to: u32,
    captured: BTreeSet<u64>,
}

impl Visitor for Fitting {
    fn visit(&mut self, landings: u64, captured: u64, _pieces: u32) {
        if landings >> self.to & 1 != 0 && self.captured.len() < FITTING_MAX {
            self.captured.insert(captured);
        }
    }
}
