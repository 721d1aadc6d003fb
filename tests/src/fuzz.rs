//! The bodies of the fuzz targets as plain functions: `tests/fuzz` feeds them random bytes, the
//! test `fuzz_corpus` feeds them the inputs that fuzzing found.
//!
//! A body panics if a property does not hold, and only then.

#![expect(clippy::missing_panics_doc, clippy::panic, reason = "a fuzz target fails by a panic")]

use broadcast::{
    cursor::Cursor,
    websocket::{ClientError, ClientFrame, Inbox, accept, pong},
};
use draughts::{
    Bitboard, Board, Color, KingRun, MoveText, Notations, Outcome, Piece, PlayError, Position,
    Reason, Role, RuleSet, Score, Setup, Square, Timestamp, Variant, fen as fen_text,
    pdn as pdn_text, pdn::Record,
};
use game_clock::{AbsenceLimit, Clock, ClockDisplay, DgtMessage, DgtSide, Moves, TimeControl};
use live_game::{DeviceId, Game, GameClock, GameCommand, GameEvent, InputId};
use phrases::Language;
use prost::Message as _;
use proto::{convert::Aggregate, subject::Subject, v1::Envelope};
use std::time::Duration;
use tournament::{
    RoundNumber, Tournament,
    crosstable::{Crosstable, Layout, Person},
    ranking::{Order, Running, rank},
    swiss::FirstRound,
    trf::{self as trf_text, LineEnd},
};

#[path = "../../crates/draughts/tests/common/slow.rs"]
mod slow;

/// The body of a target.
pub type Body = fn(&[u8]);

/// The name and body of every target.
pub const TARGETS: [(&str, Body); 12] = [
    ("fen", fen),
    ("pdn", pdn),
    ("envelope", envelope),
    ("game", game),
    ("subject", subject),
    ("legal_moves", legal_moves),
    ("trf", trf),
    ("time_control", time_control),
    ("clock", clock),
    ("dgt", dgt),
    ("websocket", websocket),
    ("cursor", cursor),
];

/// Checks that a client's bytes mean the same in pieces of any length, and that answers are bounded.
/// The first byte is the length of a piece.
pub fn websocket(data: &[u8]) {
    let Some((&length, bytes)) = data.split_first() else { return };
    let read = |length: usize| {
        let (mut inbox, mut frames) = (Inbox::default(), Vec::new());
        for piece in bytes.chunks(length) {
            frames.extend(inbox.take(piece)?);
        }
        Ok::<_, ClientError>(frames)
    };
    let whole = read(bytes.len().max(1));
    assert_eq!(read(usize::from(length).max(1)), whole);
    for frame in whole.iter().flatten() {
        let ClientFrame::Ping(content) = frame else { continue };
        assert!(content.len() <= 125, "a control frame has at most 125 bytes of content");
        assert_eq!(pong(content).len(), content.len() + 2);
    }
    let key = String::from_utf8_lossy(bytes);
    assert!(accept(&key).is_none_or(|accepted| accepted.len() == 28), "{key:?}");
}

/// Checks that a cursor that can be read is written as one that reads the same.
pub fn cursor(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(cursor) = text.parse::<Cursor>() else { return };
    assert_eq!(cursor.to_string().parse(), Ok(cursor));
}

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
fn placed(variant: Variant, first: u8, pieces: &[u8]) -> Option<Position> {
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

/// Checks that a decoded record can be folded or is refused, and that a folded one is written as it
/// was read.
pub fn envelope(data: &[u8]) {
    fold::<Game>(data);
    fold::<GameClock>(data);
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

/// Checks that a game takes any commands in any order: it decides or refuses, remembers its
/// answers, and folding its events again gives the same game.
///
/// The first byte is the number of pieces for positions, two bytes each as for `legal_moves`; then
/// eight bytes each are a command.
pub fn game(data: &[u8]) {
    let Some((&count, rest)) = data.split_first() else { return };
    let (pieces, words) = rest.split_at(rest.len().min(usize::from(count % 48) * 2));
    let (mut game, mut events) = (Game::default(), Vec::new());
    for word in words.chunks_exact(8).take(300) {
        let &[kind, device, sequence, ply, from, to, via, taken] = word else { continue };
        let word = CommandBytes { kind, device, sequence, ply, from, to, via, taken };
        let Some(command) = word.command(&game, pieces) else { continue };
        let decided = match game.decide(&command) {
            Ok(events) => events,
            Err(_refusal) => {
                assert_eq!(command.input(), None, "a device learns why");
                Vec::new()
            }
        };
        for event in &decided {
            if let GameEvent::InputRefused { refusal, .. } = event {
                let told = phrases::game::neutral_refusal(refusal, Language::English);
                assert!(!told.is_empty() && !told.contains("obligatory"), "art. 24: {told}");
            }
        }
        for event in decided {
            game.apply(&event);
            events.push(event);
        }
        if let Some(input) = command.input() {
            assert!(game.has_seen(input), "{input} has no answer");
            assert_eq!(game.decide(&command), Ok(Vec::new()), "{input} is answered twice");
        }
        if let Some(noted) = game.noted() {
            assert_eq!(noted.ply, game.next_ply(), "only the last ply waits for an answer");
        }
        if let (Some(rules), Some(outcome)) = (game.rules(), game.outcome()) {
            assert!(Outcome::checked(outcome.score, outcome.reason).is_ok(), "{outcome}");
            assert!(rules.has_end(outcome.reason), "{outcome} in {rules}");
        }
    }
    let mut again = Game::default();
    for event in &events {
        again.apply(event);
    }
    assert_eq!(again, game);
}

/// The eight bytes of a command.
#[derive(Clone, Copy)]
struct CommandBytes {
    kind: u8,
    device: u8,
    sequence: u8,
    ply: u8,
    from: u8,
    to: u8,
    via: u8,
    taken: u8,
}

impl CommandBytes {
    /// Returns the command; commands that move pieces may choose among the legal moves.
    fn command(self, game: &Game, pieces: &[u8]) -> Option<GameCommand> {
        let Self { kind, sequence, ply, from, to, .. } = self;
        let device = DeviceId::new(format!("d{}", self.device % 4)).ok()?;
        let input = InputId::new(device, u64::from(sequence));
        let at = Timestamp::from_millis(i64::from(sequence) * 1000);
        let color = if from.is_multiple_of(2) { Color::White } else { Color::Black };
        let rules = RuleSet::ALL[usize::from(from) % RuleSet::ALL.len()];
        let (next, ply) = (game.next_ply(), u32::from(ply));
        Some(match kind % 18 {
            0 => {
                let placed = placed(rules.variant(), to, pieces).filter(|_| !pieces.is_empty());
                let start = placed.unwrap_or_else(|| Position::start(rules.variant()));
                GameCommand::Start { rules, start, control: None, black_starts: false, at }
            }
            1 => GameCommand::Resign { input, color, at },
            2 => GameCommand::AgreeDraw { input, by: color, at },
            3 => {
                let score = Score::ALL[usize::from(from) % Score::ALL.len()];
                let reason = Reason::ALL[usize::from(to) % Reason::ALL.len()];
                GameCommand::Rule { input, outcome: Outcome::new(score, reason), at }
            }
            4 => GameCommand::FlagFell { color, required: None, at },
            5 => GameCommand::Play { input, ply, mv: self.claim()?, at },
            6 => {
                let mv = self.legal(&game.position())?;
                GameCommand::Play { input, ply: next.saturating_sub(ply % 4), mv, at }
            }
            7 => GameCommand::Play { input, ply: next + ply % 3, mv: self.claim()?, at },
            8 => GameCommand::Retract { input, from_ply: ply, at },
            9 => GameCommand::LetStand { input, taken: self.taken(), at },
            10 => {
                let before = game.position_after((ply as usize).saturating_sub(1))?;
                GameCommand::Correct { input, ply, mv: self.legal(&before)?, at }
            }
            11 => GameCommand::Correct { input, ply, mv: self.claim()?, at },
            12 => {
                let variant = game.start().variant();
                GameCommand::SetPosition { input, position: placed(variant, to, pieces)?, at }
            }
            13 => GameCommand::GoOnPaper { input, at },
            14 => {
                let first = self.legal(&game.position());
                let moves = [first, self.claim()].into_iter().flatten().collect();
                GameCommand::Complete { input, from_ply: next, moves, at }
            }
            15 => GameCommand::Resume { input, at },
            16 => {
                // The opponent answers the irregular move that waits.
                let after = game.noted()?.irregularity.standing?.after;
                GameCommand::Play { input, ply: next + 1, mv: self.legal(&after)?, at }
            }
            _ => GameCommand::TimeCheck { at },
        })
    }

    /// Returns a claim with its path, or its captured pieces, or both.
    fn claim(self) -> Option<MoveText> {
        let via = Square::new(self.via).into_iter().collect();
        let path =
            MoveText::with_via(Square::new(self.from).ok()?, Square::new(self.to).ok()?, via);
        Some(MoveText { taken: self.taken(), ..path })
    }

    /// Returns the captured pieces of a claim: `None`, none, one, or two with adjacent numbers.
    fn taken(self) -> Option<Bitboard> {
        let square = |number| Square::new(number).ok();
        match self.taken {
            0 => None,
            number @ 1..=50 => Some(square(number).into_iter().collect()),
            number @ 51..=99 => {
                Some([number - 50, number - 49].into_iter().filter_map(square).collect())
            }
            _ => Some(Bitboard::EMPTY),
        }
    }

    /// Returns a legal move, its number taken modulo their count: with captured pieces, by start
    /// and end, or with its whole path.
    fn legal(self, position: &Position) -> Option<MoveText> {
        let legal = position.legal_moves();
        let mv = legal.get(usize::from(self.from) % legal.len().max(1))?;
        let short = MoveText::new(mv.from(), mv.to());
        Some(match self.to % 3 {
            0 => MoveText { taken: Some(mv.captured()), ..short },
            1 => short,
            _ => position.full_notation(mv).parse().ok()?,
        })
    }
}

/// Checks that a report that can be read is written and read again as the same, and that its
/// tournament can be paired and ranked or is refused.
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
        let lines = phrases::crosstable::csv(&table, Language::Dutch).lines().count();
        assert_eq!(lines, ranking.rows.len() + 1);
    }
}

/// Checks that a subject that can be read is printed as it was, without the prefix of a copy.
pub fn subject(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(subject) = text.parse::<Subject>() {
        assert_eq!(subject.to_string(), text.strip_prefix("live.").unwrap_or(text));
    }
}

/// Checks that a time control that can be read is written in both forms and read again as itself,
/// and that an error fits one line.
pub fn time_control(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<TimeControl>() {
        Ok(control) => {
            assert_eq!(control.to_string().parse(), Ok(control), "{control}");
            let readable = control.readable().to_string();
            assert_eq!(readable.parse(), Ok(control), "{readable}");
            assert_eq!(control.given(0), control.base());
            for moves in [1, 50, u32::MAX] {
                assert!(control.given(moves) >= control.base(), "{control} after {moves}");
                let reached = control.stage_after(moves);
                assert!(reached.ends_at.is_none_or(|ends_at| ends_at > moves || moves == u32::MAX));
            }
        }
        Err(error) => {
            let said = error.to_string();
            assert!(!said.is_empty() && said.len() < 1000, "{said}");
        }
    }
}

/// Checks that a message of a DGT clock is read or refused with one line, that its times are below
/// ten hours, and that exchanging the colors exchanges the times.
pub fn dgt(data: &[u8]) {
    match DgtMessage::read(data) {
        Ok(DgtMessage::Times(times)) => {
            let [left, right] = DgtSide::BOTH.map(|white| times.display(white));
            assert_eq!((left.white, left.black), (right.black, right.white));
            assert_eq!(left.running, right.running.map(Color::other));
            assert_eq!(left.flag, right.flag.map(Color::other));
            for shown in [left.white, left.black] {
                assert!(shown < Duration::from_secs(36_000) && shown.subsec_nanos() == 0);
            }
        }
        Ok(DgtMessage::Ack(_) | DgtMessage::Blank | DgtMessage::NoClock) => {}
        Err(error) => assert!((1..100).contains(&error.to_string().len()), "{error}"),
    }
}

/// Checks that a clock takes any commands in any order: the time given is the sum of time used and
/// time left, its events never go back in time, folding them again gives the same clock, and a flag
/// falls at the deadline.
///
/// The first byte chooses the control, then six bytes each are a command.
pub fn clock(data: &[u8]) {
    const CONTROLS: [&str; 6] = ["60", "30+2", "60d5", "60b5", "2/20:10", "3/20b2:2/10+1"];
    let Some((&first, words)) = data.split_first() else { return };
    let Ok(control) = CONTROLS[usize::from(first) % CONTROLS.len()].parse() else { return };
    let (mut clock, mut events) = (Clock::default(), Vec::new());
    for word in words.chunks_exact(6).take(300) {
        let &[kind, side, early, late, some, more] = word else { continue };
        let command = clock_command(control, [kind, side, early, late, some, more]);
        let Ok(decided) = clock.decide(&command) else { continue };
        for event in decided {
            clock.apply(&event);
            events.push(event);
        }
        for now in [0, i64::from(late) * 1000, i64::MAX].map(Timestamp::from_millis) {
            for color in Color::BOTH {
                let used = clock.used(color, now);
                let sum = clock.remaining(color, now).zip(used).map(|(left, used)| left + used);
                assert_eq!(sum, clock.given(color, now), "{color} after {command:?}");
            }
        }
        let check = |at, grace| clock.decide(&game_clock::Command::TimeCheck { at, grace });
        if let Some(deadline) = clock.deadline() {
            let before = Timestamp::from_millis(deadline.millis().saturating_sub(1));
            assert_eq!(check(before, Duration::ZERO), Ok(Vec::new()));
            let fallen = check(deadline, Duration::ZERO).unwrap_or_default();
            assert!(fallen.iter().map(game_clock::Event::at).eq([deadline]), "{fallen:?}");
        } else {
            assert_eq!(check(Timestamp::from_millis(i64::MAX), Duration::ZERO), Ok(Vec::new()));
        }
    }
    assert!(events.is_sorted_by_key(game_clock::Event::at), "{events:?}");
    let mut again = Clock::default();
    events.iter().for_each(|event| again.apply(event));
    assert_eq!(again, clock);
}

/// Returns the command of six bytes: its kind, a side, a moment in quarters of a second, and two
/// numbers.
fn clock_command(control: TimeControl, word: [u8; 6]) -> game_clock::Command {
    use game_clock::Command;
    let [kind, side, early, late, some, more] = word;
    let at = Timestamp::from_millis(i64::from(u16::from_be_bytes([late, early])) * 250);
    let color = if side & 1 == 0 { Color::White } else { Color::Black };
    let running = (side & 2 != 0).then_some(color);
    let time = Duration::from_millis(u64::from(some) * 500);
    match kind % 14 {
        0 => Command::Start { control, at },
        1 => Command::Open { control, at },
        2 => Command::Begin { by: color, at },
        3 => {
            let received = Timestamp::from_millis(at.millis() + i64::from(some) * 10);
            Command::Press { by: color, at, received }
        }
        4 => Command::Pause { at },
        5 => Command::Resume { running, at },
        6 => match game_clock::Reason::new("why") {
            Ok(reason) => Command::Adjust { color, remaining: time, reason, at },
            Err(_) => Command::Pause { at },
        },
        7 => {
            let moves = Moves { white: u32::from(some), black: u32::from(more) };
            Command::Correct { line: u32::from(early), running, moves: Some(moves), at }
        }
        8 => Command::PlayOn { moves: running.map(|_| u32::from(some)), running, at },
        9 => Command::MarkAbsent { color, limit: running.map(|_| AbsenceLimit::arbiter(time)), at },
        10 => Command::MarkPresent { color, at },
        11 => {
            let black = Duration::from_millis(u64::from(more) * 500);
            Command::Follow {
                display: ClockDisplay { white: time, black, running, flag: running },
                at,
            }
        }
        12 => Command::Stop { at },
        _ => Command::TimeCheck { at, grace: time },
    }
}
