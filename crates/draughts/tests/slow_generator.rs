//! Compares the legal moves with those of a slow, obvious generator.

#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

#[path = "common/slow.rs"]
mod slow;

use draughts::{
    Bitboard, Board, Color, KingRun, Move, PIECES_MAX, Piece, Position, Role, Setup, Square,
    Variant, perft,
};
use proptest::prelude::*;

fn variant() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::International), Just(Variant::Frisian)]
}

fn square() -> impl Strategy<Value = Square> {
    (1..=50_u8).prop_map(|number| Square::new(number).expect("a square"))
}

/// Generates a placement with few enough pieces for the slow generator, of which a share of `kings`
/// are kings.
fn placement(kings: f64, pieces: usize) -> impl Strategy<Value = Position> {
    let color = prop_oneof![Just(Color::White), Just(Color::Black)];
    let piece = (square(), color.clone(), prop::bool::weighted(kings));
    let run = prop::option::of((any::<prop::sample::Index>(), 1..=3_u8));
    (variant(), color, prop::collection::vec(piece, 1..pieces), run).prop_map(
        |(variant, turn, pieces, run)| {
            let mut board = Board::EMPTY;
            for (square, color, is_king) in pieces {
                if board.side(color).count() == PIECES_MAX {
                    continue;
                }
                let last_row = if color == Color::White { 0 } else { 9 };
                let role = if is_king || square.row() == last_row { Role::King } else { Role::Man };
                board.put(square, Piece { color, role });
            }
            let mut setup = Setup::new(board, turn);
            let own: Vec<Square> = board.kings(turn).squares().collect();
            if let Some((index, moves)) = run
                && variant == Variant::Frisian
                && !own.is_empty()
                && !board.men(turn).is_empty()
            {
                let run = KingRun { square: own[index.index(own.len())], moves };
                setup.king_runs[usize::from(turn == Color::Black)] = Some(run);
            }
            Position::from_setup(variant, setup).expect("few pieces")
        },
    )
}

fn agree(position: &Position) -> Result<(), TestCaseError> {
    let moves = position.legal_moves();
    prop_assert_eq!(moves.as_slice(), slow::legal_moves(position), "{}", position);
    prop_assert_eq!(position.count_legal_moves(), moves.len(), "{}", position);
    prop_assert_eq!(position.has_legal_move(), !moves.is_empty(), "{}", position);
    prop_assert!(moves.iter().all(|mv| position.is_legal(mv)), "{}", position);
    Ok(())
}

/// Counts the sequences of moves of a length by playing every one of them.
fn slow_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = slow::legal_moves(position);
    moves.iter().map(|mv| slow_perft(&position.play(mv).expect("a legal move"), depth - 1)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn legal_moves_agree_on_placements_of_men(position in placement(0.1, 30)) {
        agree(&position)?;
    }

    #[test]
    fn legal_moves_agree_on_placements_of_kings(position in placement(0.6, 18)) {
        agree(&position)?;
    }

    #[test]
    fn legal_moves_agree_on_all_positions_of_a_game(
        variant in variant(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..160),
    ) {
        let mut position = Position::start(variant);
        for choice in choices {
            agree(&position)?;
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position = position.play(&legal[choice.index(legal.len())]).expect("a legal move");
        }
    }

    #[test]
    fn a_move_is_legal_if_it_is_on_the_list(
        position in placement(0.5, 12),
        from in square(),
        to in square(),
        captured in prop::collection::vec(square(), 0..3),
    ) {
        let mv = Move::new(from, to, captured.into_iter().collect());
        prop_assert_eq!(position.is_legal(&mv), position.legal_moves().contains(&mv));
        let quiet = Move::new(from, to, Bitboard::EMPTY);
        prop_assert_eq!(position.is_legal(&quiet), position.legal_moves().contains(&quiet));
    }

    #[test]
    fn perft_counts_agree(position in placement(0.4, 10)) {
        for depth in 0..=3 {
            prop_assert_eq!(perft(&position, depth), slow_perft(&position, depth), "{}", position);
        }
    }
}
