//! Fuzz bodies of positions, moves and game records.

use draughts::{
    Board, Color, KingRun, Notations, Piece, PlayError, Position, Role, Setup, Square, Variant,
    fen as fen_text, pdn as pdn_text, pdn::Record,
};

use super::slow;

/// Checks that a position that can be read is written in every form and read again as itself, and
/// so are its moves.
pub fn fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for variant in [Variant::International, Variant::Frisian] {
        let Ok(read) = fen_text::read(text, variant) else { continue };
        let position = read.position;
        assert_eq!(fen_text::read(&read.to_string(), variant), Ok(read));
        assert_eq!(fen_text::parse(&position.fen(), variant), Ok(position));
        let hub = fen_text::parse(&position.hub(), variant)
            .unwrap_or_else(|error| panic!("{}: {error}", position.hub()));
        assert_eq!((hub.board(), hub.turn()), (position.board(), position.turn()));
        let moves = position.legal_moves();
        let notations = Notations::new(&position, &moves);
        for mv in &moves {
            assert!(position.play(mv).is_ok(), "{mv:?} is legal and cannot be played");
            assert_eq!(position.parse_move(&position.full_notation(mv)).as_ref(), Ok(mv));
            assert_eq!(position.parse_move(&notations.strict(mv)).as_ref(), Ok(mv));
            assert_eq!(position.parse_hub_move(&position.hub_move(mv)).as_ref(), Ok(mv));
            assert_eq!(position.parse_hub_move(&notations.scan(mv)).as_ref(), Ok(mv));
            assert!(notations.paths(mv) > 0, "{mv:?} has no way");
        }
    }
}

/// Checks that legal moves are those of the slow generator and that each can be played, before and
/// after one of them. The first byte chooses variant and turn, then two bytes each place a piece.
pub fn legal_moves(data: &[u8]) {
    let Some((&first, pieces)) = data.split_first() else { return };
    let variant = if first & 1 == 0 { Variant::Frisian } else { Variant::International };
    let Some(mut position) = placed(variant, first, pieces) else { return };
    for choice in pieces.iter().take(8) {
        let moves = position.legal_moves();
        assert_eq!(moves.as_slice(), slow::legal_moves(&position), "{position}");
        for mv in &moves {
            let played = position.play(mv);
            let is_played = matches!(played, Ok(_) | Err(PlayError::TooComplex { .. }));
            assert!(is_played, "{mv:?} is legal and cannot be played");
        }
        let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { return };
        let Ok(next) = position.play(mv) else { return };
        position = next;
    }
}

/// Returns the position of these pieces, two bytes each; the first byte gives the turn and a run of
/// king moves.
pub(super) fn placed(variant: Variant, first: u8, pieces: &[u8]) -> Option<Position> {
    const PIECES_MAX: u32 = 20;
    let mut board = Board::EMPTY;
    for piece in pieces.chunks_exact(2) {
        let &[number, kind] = piece else { continue };
        let Ok(square) = Square::new(number % 50 + 1) else { continue };
        let color = if kind & 1 == 0 { Color::White } else { Color::Black };
        let role = if kind & 2 == 0 { Role::Man } else { Role::King };
        if board.side(color).count() < PIECES_MAX {
            board.put(square, Piece { color, role });
        }
    }
    let turn = if first & 2 == 0 { Color::White } else { Color::Black };
    let mut setup = Setup::new(board, turn);
    let (nth, moves) = (usize::from(first >> 4), first >> 2 & 3);
    if variant == Variant::Frisian && moves > 0 && !board.men(turn).is_empty() {
        let square = board.kings(turn).squares().nth(nth);
        setup.king_runs[usize::from(turn == Color::Black)] =
            square.map(|square| KingRun { square, moves });
    }
    Position::from_setup(variant, setup).ok()
}

/// Checks that the readable part of a game is written and read again as the same game.
pub fn pdn(data: &[u8]) {
    for read in pdn_text::read(data) {
        let record = Record::try_from(&read)
            .unwrap_or_else(|error| panic!("what was read can be played: {error}"));
        let written = written(&record, &read);
        let games = pdn_text::read(written.as_bytes());
        let [again] = games.as_slice() else { panic!("one game became {}", games.len()) };
        let same = Record::try_from(again)
            .unwrap_or_else(|error| panic!("what was written can be played: {error}"));
        assert_eq!(same.start(), record.start(), "{written}");
        assert_eq!(same.end(), record.end(), "{written}");
        // Times are written in whole seconds.
        let moves = |record: &Record| -> Vec<_> {
            let plies = record.plies().iter();
            plies.map(|ply| (ply.before, ply.mv, ply.after, ply.breach)).collect()
        };
        assert_eq!(moves(&same), moves(&record), "{written}");
    }
}

fn written(record: &Record, game: &pdn_text::PdnGame) -> String {
    let terminator = pdn_text::Terminator::Result;
    pdn_text::write(&pdn_text::Export { tags: &game.tags, record, score: game.score, terminator })
}
