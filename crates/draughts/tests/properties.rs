//! Properties of every position and every record of a game.

#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

use draughts::{
    Bitboard, Board, Color, Judgement, Move, MoveText, Outcome, PACKED_BYTES, Piece, Position,
    Reason, Role, Score, Setup, Square, Variant, fen, pdn,
};
use proptest::prelude::*;

fn variant() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::International), Just(Variant::Frisian)]
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn square() -> impl Strategy<Value = Square> {
    (1..=50_u8).prop_map(|number| Square::new(number).expect("a square"))
}

fn pieces() -> impl Strategy<Value = Vec<(Square, Color, bool)>> {
    prop::collection::vec((square(), color(), prop::bool::weighted(0.2)), 0..24)
}

/// Generates any position; men on their own king row become kings.
fn position() -> impl Strategy<Value = Position> {
    (variant(), color(), pieces()).prop_filter_map("at most 20 a side", |(variant, turn, all)| {
        let mut board = Board::EMPTY;
        for (square, color, is_king) in all {
            let last_row = if color == Color::White { 0 } else { 9 };
            let role = if is_king || square.row() == last_row { Role::King } else { Role::Man };
            board.put(square, Piece { color, role });
        }
        Position::from_setup(variant, Setup::new(board, turn)).ok()
    })
}

/// Generates a position reached from the start by random moves, with the moves.
fn playout() -> impl Strategy<Value = (Variant, Vec<Move>, Position)> {
    (variant(), prop::collection::vec(any::<prop::sample::Index>(), 0..120)).prop_map(
        |(variant, choices)| {
            let mut position = Position::start(variant);
            let mut moves = Vec::new();
            for choice in choices {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[choice.index(legal.len())];
                position = position.play(&mv).expect("a legal move");
                moves.push(mv);
            }
            (variant, moves, position)
        },
    )
}

fn outcome() -> impl Strategy<Value = Outcome> {
    (prop::sample::select(Score::ALL.to_vec()), prop::sample::select(Reason::ALL.to_vec()))
        .prop_map(|(score, reason)| Outcome::new(score, reason))
}

proptest! {
    #[test]
    fn a_position_is_read_back_from_its_fen(position in position()) {
        prop_assert_eq!(fen::parse(&position.fen(), position.variant()), Ok(position));
    }

    #[test]
    fn a_reached_position_is_read_back_from_its_fen((variant, _, position) in playout()) {
        prop_assert_eq!(fen::parse(&position.fen(), variant), Ok(position));
        let letters = position.board().to_letters();
        prop_assert_eq!(Board::from_letters(&letters), Ok(*position.board()));
    }

    #[test]
    fn a_reached_position_is_unpacked_and_flipped_back((_, _, position) in playout()) {
        prop_assert_eq!(Position::unpack(&position.pack()), Ok(position));
        let flipped = position.flip();
        prop_assert_eq!(flipped.flip(), position);
        let mut moves: Vec<Move> = flipped
            .legal_moves()
            .iter()
            .map(|mv| Move::new(mv.from().flip(), mv.to().flip(), mv.captured().flip()))
            .collect();
        moves.sort_unstable();
        let legal = position.legal_moves();
        prop_assert_eq!(moves.as_slice(), legal.as_slice());
    }

    #[test]
    fn any_bytes_that_unpack_pack_to_the_same(mut bytes in any::<[u8; PACKED_BYTES]>()) {
        if let Ok(position) = Position::unpack(&bytes) {
            prop_assert_eq!(position.pack(), bytes);
        }
        // Few pieces, so that more of them are positions.
        for byte in &mut bytes[2..] {
            *byte &= *byte >> 4;
        }
        if let Ok(position) = Position::unpack(&bytes) {
            prop_assert_eq!(position.pack(), bytes);
        }
    }

    #[test]
    fn keys_change_with_moves_as_they_are_made_anew((_, _, position) in playout()) {
        for mv in &position.legal_moves() {
            let after = position.play_unchecked(mv);
            prop_assert_eq!(position.zobrist_after(position.zobrist(), &after), after.zobrist());
            prop_assert_ne!(position.zobrist(), after.zobrist());
        }
    }

    #[test]
    fn squares_and_sets_are_read_back(square in square(), bits in any::<u64>()) {
        prop_assert_eq!(square.to_string().parse(), Ok(square));
        prop_assert_eq!(Square::new(51 - square.get()), Ok(square.flip()));
        prop_assert!(Bitboard::from_square(square).flip().contains(square.flip()));
        let set = Bitboard::from_bits(bits & Bitboard::ALL.bits()).expect("squares");
        prop_assert_eq!(set.bits(), bits & Bitboard::ALL.bits());
        prop_assert_eq!(set.squares().collect::<Bitboard>(), set);
        let mut back: Vec<_> = set.squares().rev().collect();
        back.reverse();
        prop_assert_eq!(back, set.squares().collect::<Vec<_>>());
    }

    #[test]
    fn a_move_is_read_back_from_its_notation(position in position()) {
        for mv in &position.legal_moves() {
            prop_assert_eq!(position.parse_move(&position.notation(mv)), Ok(*mv));
            prop_assert_eq!(position.parse_hub_move(&position.hub_move(mv)), Ok(*mv));
            let captured: Vec<_> = mv.captured().squares().collect();
            prop_assert_eq!(position.moves_matching(mv.from(), mv.to(), &captured), [*mv]);
            let claim = MoveText::from(mv);
            prop_assert_eq!((claim.via.len(), claim.taken), (0, Some(mv.captured())));
            prop_assert_eq!(position.judge(&claim), Judgement::Legal(*mv));
        }
    }

    #[test]
    fn legal_moves_ascend_and_lead_to_positions(position in position()) {
        let moves = position.legal_moves();
        prop_assert!(moves.windows(2).all(|pair| pair[0] < pair[1]));
        for mv in &moves {
            let next = position.play(mv).expect("a legal move");
            let mut setup = Setup::new(*next.board(), next.turn());
            setup.king_runs = [next.king_run(Color::White), next.king_run(Color::Black)];
            prop_assert_eq!(Position::from_setup(position.variant(), setup), Ok(next));
            let us = position.turn();
            prop_assert_eq!(next.board().side(us).count(), position.board().side(us).count());
            prop_assert_eq!(
                next.board().side(us.other()),
                position.board().side(us.other()) - mv.captured()
            );
        }
    }

    #[test]
    fn sets_of_squares_are_ordered_as_their_lists(
        one in prop::collection::vec(square(), 0..6),
        two in prop::collection::vec(square(), 0..6),
    ) {
        let (one, two): (Bitboard, Bitboard) = (one.into_iter().collect(), two.into_iter().collect());
        let lists: [Vec<Square>; 2] = [one.squares().collect(), two.squares().collect()];
        prop_assert_eq!(one.cmp(&two), lists[0].cmp(&lists[1]));
    }

    #[test]
    fn a_game_is_read_back_from_its_pdn((variant, moves, _) in playout(), score in outcome()) {
        let score = Some(score.score).filter(|score| *score != Score::Unplayed);
        let terminator = pdn::Terminator::Result;
        let start = Position::start(variant);
        let record = pdn::Record::of_moves(start, moves.iter().copied()).expect("legal moves");
        let text = pdn::write(&pdn::Export { tags: &[], record: &record, score, terminator });
        let read = pdn::read(text.as_bytes());
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(read[0].moves().collect::<Vec<_>>(), moves);
        prop_assert_eq!(read[0].score, score);
        prop_assert_eq!(&read[0].warnings, &[]);
    }

    #[test]
    fn any_text_is_read_as_pdn_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), text in ".{0,200}") {
        let _games = pdn::read(&bytes);
        let _games = pdn::read(text.as_bytes());
        let _position = fen::parse(&text, Variant::Frisian).is_ok();
        let _move = Position::start(Variant::Frisian).parse_move(&text).is_ok();
    }

    #[test]
    fn any_record_is_read_as_pdn_without_a_panic(text in "([\\[\\]{}()\"A-C 0-9x*./$%;\n-]|\\[A \"b\"\\]|32-28|19-23|/FEN \"W:W31:B1\"/){0,60}") {
        for game in pdn::read(text.as_bytes()) {
            prop_assert!(game.warnings.len() <= pdn::WARNINGS_MAX);
        }
    }
}
