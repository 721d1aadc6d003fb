//! What the fuzz targets try, as plain functions: `tests/fuzz` feeds them anything, the test
//! `fuzz_corpus` feeds them what was once found.
//!
//! A body panics when something is wrong, and only then.

#![expect(clippy::missing_panics_doc, clippy::panic, reason = "a panic is how fuzzing is told")]

use draughts::{
    Color, Command, DeviceId, Event, Game, InputId, MoveText, Notations, Outcome, Position, Reason,
    RuleSet, Score, Square, Timestamp, Variant, fen as fen_text, pdn as pdn_text, pdn::Record,
};
use game_clock::Clock;
use prost::Message as _;
use proto::{
    convert::{Aggregate, GameLog},
    subject::Subject,
    v1::Envelope,
};
use tournament::Tournament;

/// A body by the name of its target.
pub type Body = fn(&[u8]);

/// Every target.
pub const TARGETS: [(&str, Body); 5] =
    [("fen", fen), ("pdn", pdn), ("envelope", envelope), ("game", game), ("subject", subject)];

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
