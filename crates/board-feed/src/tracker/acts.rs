//! Acts against the rules that a board may show.

use draughts::{Bitboard, Color, Irregularity, Judgement, MoveText, Position, Square};

use crate::{IrregularKind, sensed::Sensed};

/// Returns the acts against the rules that lead from a position to a board: one piece was moved,
/// and opponents of it were taken off.
pub(super) fn acts(position: &Position, target: Sensed) -> Vec<(Irregularity, IrregularKind)> {
    let mut found = Vec::new();
    if is_under_way(position, Sensed::like(position.board(), target), target) {
        return found;
    }
    for (from, to, taken) in displacements(position, target) {
        let claim = MoveText { from, to, via: Vec::new(), taken: Some(taken) };
        if let Judgement::Irregular(act) = position.judge(&claim)
            && act.standing.is_some()
        {
            let kind = act.breach.into();
            found.push((*act, kind));
        }
    }
    found
}

/// Returns true if a legal capture looks like this once more of its pieces are taken off.
pub(super) fn is_under_way(position: &Position, sensed: Sensed, target: Sensed) -> bool {
    let (turn, moves) = (position.turn(), position.legal_moves());
    moves.iter().filter(|mv| mv.is_capture()).any(|mv| {
        let left = target.differences(sensed.after(turn, mv));
        (left - mv.captured()).is_empty()
            && left.squares().all(|square| target.may_hold(square, turn.other()))
    })
}

/// Returns the displacements of one piece that, with pieces of the other side taken off, make a
/// position look like a board.
fn displacements(position: &Position, target: Sensed) -> Vec<(Square, Square, Bitboard)> {
    let board = position.board();
    let turn = position.turn();
    let occupied = target.occupied();
    let gone = board.occupied() - occupied;
    let filled = occupied - board.occupied();
    let mut filled = filled.squares();
    let (Some(to), None) = (filled.next(), filled.next()) else { return Vec::new() };
    let fits = |&from: &Square| {
        let color =
            if board.side(Color::White).contains(from) { Color::White } else { Color::Black };
        let taken = gone - Bitboard::from_square(from);
        let is_possible = (taken - board.side(color.other())).is_empty()
            && target.may_hold(to, color)
            // A piece of the opponent is moved, but nothing is captured with it.
            && (color == turn || taken.is_empty());
        is_possible.then_some((from, to, taken))
    };
    let stay = |&(_, to, taken): &(Square, Square, Bitboard)| {
        // All other squares look as before.
        let moved = taken | Bitboard::from_square(to);
        (target.differences(Sensed::like(board, target)) - gone - moved).is_empty()
    };
    gone.squares().filter_map(|from| fits(&from)).filter(stay).collect()
}
