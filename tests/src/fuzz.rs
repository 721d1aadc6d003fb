//! What the fuzz targets try, as plain functions: `tests/fuzz` feeds them anything, the test
//! `fuzz_corpus` feeds them what was once found.
//!
//! A body panics when something is wrong, and only then.

#![expect(clippy::missing_panics_doc, clippy::panic, reason = "a panic is how fuzzing is told")]

use draughts::{
    Board, Color, Command, DeviceId, Event, Game, InputId, KingRun, MoveText, Notations, Outcome,
    Piece, Position, Reason, Role, RuleSet, Score, Setup, Square, Timestamp, Variant,
    fen as fen_text, pdn as pdn_text, pdn::Record,
};
use game_clock::Clock;
use prost::Message as _;
use proto::{
    convert::{Aggregate, GameLog},
    subject::Subject,
    v1::Envelope,
};
use tournament::{
    RoundNumber, Tournament,
    crosstable::{Crosstable, Layout, Person},
    ranking::{Order, Running, rank},
    swiss::FirstRound,
    trf::{self as trf_text, LineEnd},
};

#[path = "../../crates/draughts/tests/common/slow.rs"]
mod slow;

/// A body by the name of its target.
pub type Body = fn(&[u8]);

/// Every target.
pub const TARGETS: [(&str, Body); 7] = [
    ("fen", fen),
    ("pdn", pdn),
    ("envelope", envelope),
    ("game", game),
    ("subject", subject),
    ("legal_moves", legal_moves),
    ("trf", trf),
];

/// A position that is read is written in every form and read again as itself, and so are its moves.
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

/// What could be read of a game is written, and read again as the same game.
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

/// A game takes any commands in any order: it decides or refuses, it knows what it has answered, and
/// folding its events again is the same game.
pub fn game(data: &[u8]) {
    let (mut game, mut events) = (Game::default(), Vec::new());
    for word in data.chunks_exact(6).take(400) {
        let &[kind, device, sequence, ply, from, to] = word else { continue };
        let Some(command) = command(&game, [kind, device, sequence, ply, from, to]) else {
            continue;
        };
        let decided = game.decide(&command).unwrap_or_else(|refusal| {
            assert!(!refusal.explain_neutrally(draughts::Language::English).is_empty());
            let refused = |input: &InputId| Event::InputRefused { input: input.clone(), refusal };
            command.input().map(refused).into_iter().collect()
        });
        for event in decided {
            game.apply(&event);
            events.push(event);
        }
        if let Some(input) = command.input() {
            assert!(game.has_seen(input), "{input} has no answer");
            assert_eq!(game.decide(&command), Ok(Vec::new()), "{input} is answered twice");
        }
    }
    let mut again = Game::default();
    for event in &events {
        again.apply(event);
    }
    assert_eq!(again, game);
}

/// The command that six bytes stand for; those that move pieces may choose among the legal moves.
fn command(game: &Game, word: [u8; 6]) -> Option<Command> {
    let [kind, device, sequence, ply, from, to] = word;
    let device = DeviceId::new(format!("d{}", device % 4)).ok()?;
    let input = InputId::new(device, u64::from(sequence));
    let at = Timestamp::from_millis(i64::from(sequence) * 1000);
    let color = if from.is_multiple_of(2) { Color::White } else { Color::Black };
    let rules = RuleSet::ALL[usize::from(from) % RuleSet::ALL.len()];
    let (next, ply) = (game.next_ply(), u32::from(ply));
    Some(match kind % 16 {
        0 => Command::Start { rules, start: Position::start(rules.variant()), at },
        1 => Command::Resign { input, color, at },
        2 => Command::AgreeDraw { input, by: color, at },
        3 => Command::Rule { input, outcome: Outcome::new(Score::Draw, Reason::Arbiter), at },
        4 => Command::FlagFell { color, at },
        5 => Command::Play { input, ply, mv: claim(from, to)?, at },
        6 => {
            let mv = legal(&game.position(), from)?;
            Command::Play { input, ply: next.saturating_sub(ply % 4), mv, at }
        }
        7 => {
            let taken = Some(Square::new(to).ok()?).into_iter().collect();
            let mv = MoveText { taken: Some(taken), ..legal(&game.position(), from)? };
            Command::Play { input, ply: next + ply % 3, mv, at }
        }
        8 => Command::Retract { input, from_ply: ply, at },
        9 => {
            let taken = Square::new(to).ok().map(|square| [square].into_iter().collect());
            Command::LetStand { input, taken, at }
        }
        10 => {
            let before = game.position_after((ply as usize).saturating_sub(1))?;
            Command::Correct { input, ply, mv: legal(&before, from)?, at }
        }
        11 => Command::SetPosition { input, position: two_kings(game, color, from, to)?, at },
        12 => Command::GoOnPaper { input, at },
        13 => {
            let first = legal(&game.position(), from)?;
            let moves = [Some(first), claim(from, to)].into_iter().flatten().collect();
            Command::Complete { input, from_ply: next, moves, at }
        }
        14 => Command::Resume { input, at },
        _ => Command::TimeCheck { at },
    })
}

fn claim(from: u8, to: u8) -> Option<MoveText> {
    Some(MoveText::new(Square::new(from).ok()?, Square::new(to).ok()?))
}

/// The legal move of this number, counted round.
fn legal(position: &Position, number: u8) -> Option<MoveText> {
    let legal = position.legal_moves();
    legal.get(usize::from(number) % legal.len().max(1)).map(MoveText::from)
}

fn two_kings(game: &Game, turn: Color, white: u8, black: u8) -> Option<Position> {
    let mut board = Board::EMPTY;
    for (color, square) in [(Color::White, white), (Color::Black, black)] {
        board.put(Square::new(square).ok()?, Piece { color, role: Role::King });
    }
    Position::from_setup(game.start().variant(), Setup::new(board, turn)).ok()
}

/// A report that is read is written, and read again as the same; what it tells of a tournament can
/// be paired and ranked, or is refused.
pub fn trf(data: &[u8]) {
    let read = trf_text::read(data);
    assert!(read.problems.iter().all(|problem| !problem.kind.to_string().is_empty()));
    for line_end in [LineEnd::CrLf, LineEnd::Lf] {
        let written = (read.trf.write(line_end))
            .unwrap_or_else(|error| panic!("what was read can be written: {error}"));
        assert_eq!(trf_text::read(written.as_bytes()).trf, read.trf, "{written}");
    }
    let field = read.trf.to_field(RoundNumber::FIRST.next(), 9, FirstRound::EntrantsKnown);
    if let Ok(field) = field {
        assert_eq!(field.entrants().len(), read.trf.players.len());
    }
    let Ok(results) = read.trf.to_results() else { return };
    let ranking = rank(&results, &Order::kndb_swiss(), Running::Ignored)
        .unwrap_or_else(|error| panic!("players and games have a table: {error}"));
    for layout in [Layout::RoundRobin, Layout::Swiss] {
        let name = |participant| Person { name: format!("={participant}"), ..Person::default() };
        let table = Crosstable::new(&ranking, &results, layout, name);
        let lines = table.csv(draughts::Language::Dutch).lines().count();
        assert_eq!(lines, ranking.rows.len() + 1);
    }
}

/// A subject that is read is printed as it was, without the mark of a copy.
pub fn subject(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(subject) = text.parse::<Subject>() {
        assert_eq!(subject.to_string(), text.strip_prefix("live.").unwrap_or(text));
    }
}
