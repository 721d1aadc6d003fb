//! The positions with the most captures that a search for such positions has found.
//!
//! The counts were confirmed by a second way to search: square by square, with a memory of where it
//! has been.

use draughts::{
    Bitboard, Board, Color, Move, PlayError, Position, PositionError, Setup, Square, Variant,
};

const FRISIAN: Variant = Variant::Frisian;
const INTERNATIONAL: Variant = Variant::International;

fn setup(letters: &str, turn: Color) -> Setup {
    Setup::new(Board::from_letters(letters).expect("fifty letters"), turn)
}

#[test]
fn difficult_positions_are_answered() {
    let rows = [
        (FRISIAN, "eBeeWeBeeBBBeeeBeBBBeeBeeeBeeeeBeBWWeBeBeBBBeWBeBe", 1, 20),
        (INTERNATIONAL, "WWeeBWeeBBBBeWeeeBBBBeeeeeeBBBBBeeeeeeWeBBBBBWeeee", 3, 17),
        (INTERNATIONAL, "eeeeBWBBBBeBeWeeBBeBBeBeeeeeBBBBeeeeWeBBBBBeWWeeeW", 30, 17),
        (INTERNATIONAL, "eeWeWWBBBBeeeeeeBBeBBeBeBeeeBBBBeeeeWeBBBBBeeWeBeW", 26, 17),
    ];
    for (variant, letters, count, captured) in rows {
        let position = Position::from_setup(variant, setup(letters, Color::White));
        let position = position.unwrap_or_else(|error| panic!("{letters}: {error}"));
        assert!(position.is_within_budget(), "{letters}");
        let moves = position.legal_moves();
        assert_eq!(moves.len(), count, "{letters}");
        assert!(moves.iter().all(|mv| mv.captured().count() == captured), "{letters}");
    }
}

#[test]
fn what_is_too_complex_is_refused_and_not_cut_short() {
    for letters in [
        "eeeBeWBeBeBeBeBWBeBBeBeBeWBBBBeeBeeWBeBBeBeeWWWWWW",
        "WeBeWWeBeBBBeBeeeBeeBeBeBBeBBBBeeBeeBeeBWeBeWWeBeW",
    ] {
        let color = Color::White;
        for turn in Color::BOTH {
            let refused = Position::from_setup(FRISIAN, setup(letters, turn));
            assert_eq!(refused, Err(PositionError::TooComplex { color }), "{letters}");
        }
        assert!(Position::from_setup(INTERNATIONAL, setup(letters, color)).is_ok());
    }
}

#[test]
fn a_move_to_a_position_that_is_too_complex_is_refused() {
    let letters = "WWWeeeBBeeeeBBBBeBeeeBeBeeBeBeBBeBWWeBeBeBBBWWWeBe";
    let before = Position::from_setup(FRISIAN, setup(letters, Color::Black)).expect("a position");
    let square = |number| Square::new(number).expect("a square");
    let mv = Move::new(square(8), square(12), Bitboard::EMPTY);
    assert!(before.is_legal(&mv));
    let refused = before.play(&mv).expect_err("too many captures");
    assert_eq!(refused, PlayError::TooComplex { mv, color: Color::White });
    assert_eq!(refused.to_string(), "after 8-12 the captures of White are too many to search");
    let after = before.play_unchecked(&mv);
    assert!(!after.is_within_budget());
    assert_eq!(after.legal_moves().len(), 7, "the list is complete, only slow to find");
}
