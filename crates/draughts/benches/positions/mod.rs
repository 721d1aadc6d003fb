//! The positions that are measured.

pub(crate) mod rows;

use draughts::{Bitboard, Board, Color, Move, MoveText, Position, Setup, Variant};

/// The most plies of a [`game`].
const PLIES_MAX: usize = 120;
/// Number of squares that a [`hostile`] claim names between its first and its last.
const BETWEEN: usize = 20;

/// Returns the positions of a game that is the same each time: moves of chance, except that a side
/// takes no step that lets the other one capture when it has another.
pub(crate) fn game(variant: Variant) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut position = Position::start(variant);
    let mut chance = 1_u64;
    while positions.len() < PLIES_MAX {
        let moves = position.legal_moves();
        let quiet = |next: &Position| !next.legal_moves().iter().any(Move::is_capture);
        let nexts: Vec<Position> = moves.iter().map(|mv| position.play_unchecked(mv)).collect();
        let mut choices: Vec<&Position> = nexts.iter().filter(|next| quiet(next)).collect();
        if choices.is_empty() {
            choices = nexts.iter().collect();
        }
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = usize::try_from(chance >> 33).unwrap_or(0) % choices.len().max(1);
        positions.push(position);
        match choices.get(index) {
            Some(&&next) => position = next,
            None => break,
        }
    }
    positions
}

/// Returns the position with the most captures that a search for such positions has found, White to
/// move.
pub(crate) fn worst(variant: Variant) -> Position {
    let letters = match variant {
        Variant::Frisian => "eBeeWeBeeBBBeeeBeBBBeeBeeeBeeeeBeBWWeBeBeBBBeWBeBe",
        Variant::International => "eeeeBWBBBBeBeWeeBBeBBeBeeeeeBBBBeeeeWeBBBBBeWWeeeW",
    };
    let board = Board::from_letters(letters).expect("fifty letters");
    Position::from_setup(variant, Setup::new(board, Color::White)).expect("a position")
}

/// Returns claims that each king of the side to move went from its square to a free one over twenty
/// others, in ascending and in descending order.
pub(crate) fn hostile(position: &Position) -> Vec<MoveText> {
    let board = position.board();
    let free: Bitboard = !board.occupied();
    let mut claims = Vec::new();
    for from in board.kings(position.turn()).squares() {
        let Some(to) = free.squares().next_back() else { continue };
        let mut via: Vec<_> = free.squares().filter(|&square| square != to).take(BETWEEN).collect();
        claims.push(MoveText::with_via(from, to, via.clone()));
        via.reverse();
        claims.push(MoveText::with_via(from, to, via));
    }
    claims
}
