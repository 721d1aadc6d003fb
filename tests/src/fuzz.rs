//! What the fuzz targets try, as plain functions: `tests/fuzz` feeds them anything, the test
//! `fuzz_corpus` feeds them what was once found.
//!
//! A body panics when something is wrong, and only then.

#![expect(clippy::missing_panics_doc, clippy::panic, reason = "a panic is how fuzzing is told")]

use draughts::{
    Board, Color, Command, DeviceId, Event, Game, InputId, KingRun, MoveText, Outcome, Piece,
    Position, Reason, Role, RuleSet, Score, Setup, Square, Timestamp, Variant, fen as fen_text,
    pdn as pdn_text,
};
use game_clock::Clock;
use prost::Message as _;
use proto::{
    convert::{Aggregate, GameLog},
    subject::Subject,
    v1::Envelope,
};
use tournament::Tournament;

#[path = "../../crates/draughts/tests/common/slow.rs"]
mod slow;

/// A body by the name of its target.
pub type Body = fn(&[u8]);

/// Every target.
pub const TARGETS: [(&str, Body); 6] = [
    ("fen", fen),
    ("pdn", pdn),
    ("envelope", envelope),
    ("game", game),
    ("subject", subject),
    ("legal_moves", legal_moves),
];

/// A position that is read is written and read again as itself, and every legal move can be played.
pub fn fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for variant in [Variant::International, Variant::Frisian] {
        let Ok(position) = fen_text::parse(text, variant) else { continue };
        assert_eq!(fen_text::parse(&position.fen(), variant).as_ref(), Ok(&position));
        for mv in &*position.legal_moves() {
            assert!(position.play(mv).is_ok(), "{mv:?} is legal and cannot be played");
            assert_eq!(position.parse_move(&position.full_notation(mv)).as_ref(), Ok(mv));
        }
    }
}

/// Legal moves are those of the slow generator, and each can be played; then the same holds after
/// one of them. A byte chooses variant and turn, then two bytes each put a piece on the board.
pub fn legal_moves(data: &[u8]) {
    /// More pieces of a side would take the slow generator too long.
    const PIECES_MAX: u32 = 9;
    let Some((&first, pieces)) = data.split_first() else { return };
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
    let variant = if first & 1 == 0 { Variant::Frisian } else { Variant::International };
    let turn = if first & 2 == 0 { Color::White } else { Color::Black };
    let mut setup = Setup::new(board, turn);
    let square = board.kings(turn).squares().nth(usize::from(first >> 4));
    setup.king_runs[usize::from(turn == Color::Black)] =
        square.map(|square| KingRun { square, moves: first >> 2 & 3 });
    let Ok(mut position) = Position::from_setup(variant, setup) else { return };
    for choice in pieces.iter().take(8) {
        let moves = position.legal_moves();
        assert_eq!(moves.as_slice(), slow::legal_moves(&position), "{position}");
        for mv in &moves {
            assert!(position.play(mv).is_ok(), "{mv:?} is legal and cannot be played");
        }
        let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { return };
        position = position.play_unchecked(mv);
    }
}

/// A legal game that is read is written and read again with the same moves and result.
pub fn pdn(data: &[u8]) {
    for read in pdn_text::read(data) {
        let first = read.plies.first().map_or(read.start, |ply| ply.before);
        let continuous = read.plies.windows(2).all(|plies| match plies {
            [one, next] => one.before.play(&one.mv).is_ok_and(|after| after == next.before),
            _ => true,
        });
        if read.status != pdn_text::Status::Ok || !continuous || first != read.start {
            continue;
        }
        let moves: Vec<_> = read.moves().collect();
        let written = pdn_text::write(&pdn_text::Export {
            tags: &read.tags,
            start: read.start,
            moves: &moves,
            score: read.score,
            terminator: pdn_text::Terminator::Result,
        });
        let written = written.unwrap_or_else(|error| panic!("legal moves: {error}"));
        let again = pdn_text::read(written.as_bytes());
        let [again] = again.as_slice() else { panic!("one game became {}", again.len()) };
        assert_eq!(again.moves().collect::<Vec<_>>(), moves);
    }
}

/// Whatever decodes can be folded or is refused, and what was folded is written as it was read.
pub fn envelope(data: &[u8]) {
    fold::<GameLog>(data);
    fold::<Clock>(data);
    fold::<Tournament>(data);
}

fn fold<A: Aggregate>(data: &[u8])
where
    A::Event: PartialEq + std::fmt::Debug,
{
    let Ok(envelope) = Envelope::decode(data) else { return };
    let Some(Ok(events)) = envelope.record.map(A::from_record) else { return };
    let mut state = A::default();
    for event in &events {
        state.apply(event);
    }
    assert_eq!(A::from_record(state.to_record(&events)).as_ref(), Ok(&events));
}

/// A game takes any commands in any order: it decides or refuses, and folding its events again is the
/// same game.
pub fn game(data: &[u8]) {
    let (mut game, mut events) = (Game::default(), Vec::new());
    for word in data.chunks_exact(6).take(400) {
        let &[kind, device, sequence, ply, from, to] = word else { continue };
        let Some(command) = command(kind, device, sequence, u32::from(ply), from, to) else {
            continue;
        };
        let decided = game.decide(&command).unwrap_or_else(|refusal| {
            assert!(!refusal.public_text().is_empty());
            let refused = |input: &InputId| Event::InputRefused { input: input.clone(), refusal };
            command.input().map(refused).into_iter().collect()
        });
        for event in decided {
            game.apply(&event);
            events.push(event);
        }
    }
    let mut again = Game::default();
    for event in &events {
        again.apply(event);
    }
    assert_eq!(again, game);
}

fn command(kind: u8, device: u8, sequence: u8, ply: u32, from: u8, to: u8) -> Option<Command> {
    let device = DeviceId::new(format!("d{}", device % 4)).ok()?;
    let input = InputId::new(device, u64::from(sequence));
    let at = Timestamp::from_millis(i64::from(sequence) * 1000);
    let color = if from.is_multiple_of(2) { Color::White } else { Color::Black };
    let rules = RuleSet::ALL[usize::from(from) % RuleSet::ALL.len()];
    Some(match kind % 8 {
        0 => Command::Start { rules, start: Position::start(rules.variant()), at },
        1 => Command::Resign { input, color, at },
        2 => Command::AgreeDraw { input, by: color, at },
        3 => Command::Rule { input, outcome: Outcome::new(Score::Draw, Reason::Arbiter), at },
        4 => Command::FlagFell { color, at },
        _ => {
            let (from, to) = (Square::new(from).ok()?, Square::new(to).ok()?);
            Command::Play { input, ply, mv: MoveText::new(from, to), at }
        }
    })
}

/// A subject that is read is printed as it was, without the mark of a copy.
pub fn subject(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(subject) = text.parse::<Subject>() {
        assert_eq!(subject.to_string(), text.strip_prefix("live.").unwrap_or(text));
    }
}
