//! Positions with the most captures that a search has found.
//!
//! A second search confirmed the counts: square by square, with a memory of visited squares.

use draughts::{
    Bitboard, Board, Breach, Color, Judgement, Move, MoveText, Notations, PlayError, Position,
    PositionError, Setup, Square, Variant,
};

const FRISIAN: Variant = Variant::Frisian;
const INTERNATIONAL: Variant = Variant::International;

fn setup(letters: &str, turn: Color) -> Setup {
    Setup::new(Board::from_letters(letters).expect("fifty letters"), turn)
}

#[test]
fn the_captures_of_difficult_positions_are_found() {
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
fn a_position_that_is_too_complex_is_refused_and_not_cut_short() {
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

#[test]
fn the_paths_of_twenty_captures_are_counted_and_judged() {
    let letters = "eBeeWeBeeBBBeeeBeBBBeeBeeeBeeeeBeBWWeBeBeBBBeWBeBe";
    let position = Position::from_setup(FRISIAN, setup(letters, Color::White)).expect("a position");
    let moves = position.legal_moves();
    let notations = Notations::new(&position, &moves);
    assert_eq!(notations.paths(&moves[0]), 1240);
    let path = "46x48x26x3x1x21x24x15x4x22x50x30x39x9x6x26x28x37x39x48x50";
    assert_eq!(position.full_notation(&moves[0]), path);
    assert_eq!(position.parse_move(path), Ok(moves[0]));
    let square = |number| Square::new(number).expect("a square");
    let free: Vec<Square> =
        (!position.board().occupied()).squares().filter(|&free| free != square(50)).collect();
    let via = |squares: &[Square]| MoveText::with_via(square(46), square(50), squares.to_vec());
    let told = via(&free[..20]);
    for (claimed, breach) in [
        // Twenty squares on which the piece can land, though not in this order.
        (told.clone(), Breach::Unreachable),
        (MoveText { from: square(35), ..told }, Breach::MaximumCapture),
        // A landing square is empty, and a capture has no more landing squares than the opponent
        // has pieces.
        (via(&[square(45), square(44)]), Breach::Unreachable),
        (via(&free[..21]), Breach::Unreachable),
    ] {
        let Judgement::Irregular(irregularity) = position.judge(&claimed) else {
            panic!("{claimed} is not irregular")
        };
        assert_eq!((irregularity.breach, irregularity.standing), (breach, None), "{claimed}");
    }
}

#[test]
fn of_many_captures_the_one_with_the_claimed_path_is_found() {
    // Thousands of captures end on 48; one of them lands on these squares.
    let letters = "eBeeWeBeeBBBeeeBeBBBeeBeeeBeeeeBeBWWeBeBeBBBeWBeBe";
    let position = Position::from_setup(FRISIAN, setup(letters, Color::White)).expect("a position");
    let claimed: MoveText =
        "46x48x26x3x1x21x24x15x4x22x50x30x39x9x6x26x28x37x39x48".parse().expect("a move");
    let Judgement::Irregular(irregularity) = position.judge(&claimed) else {
        panic!("a longer capture is obligatory")
    };
    assert_eq!(irregularity.breach, Breach::MaximumCapture);
    let taken = irregularity.standing.map(|standing| format!("{:?}", standing.mv.captured()));
    let all_but_22 = "{2, 7, 10, 11, 12, 16, 18, 19, 20, 23, 27, 32, 34, 38, 40, 42, 43, 44, 47}";
    assert_eq!(taken.as_deref(), Some(all_but_22));
}
