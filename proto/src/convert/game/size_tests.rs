//! The upper bound of a record's bytes, which decides if it is full, is never below the encoded
//! bytes, and every decision fits into an envelope.

use std::collections::BTreeSet;

use draughts::{Board, Color, Position, RuleSet, Setup, Timestamp, fen};
use game_clock::Terms;
use live_game::{
    ByHand, DeviceId, ENVELOPE_BYTES_MAX, Game, GameCommand, GameEvent, InputId, RECORD_BYTES_MAX,
    Refusal,
};
use prost::Message as _;

use crate::{
    convert::Aggregate as _,
    v1::{Cause, Envelope, MachineClock},
};

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// A moment in six bytes, like every one until 2109.
const NOW: i64 = 1_795_000_000_000;

fn input(device: &str, sequence: u64) -> InputId {
    InputId::new(DeviceId::new(device).unwrap(), sequence)
}

/// Returns the bytes of the largest envelope of these events.
fn encoded(game: &Game, events: &[GameEvent]) -> usize {
    let envelope = Envelope {
        version: u64::MAX,
        previous: vec![0; 32].into(),
        epoch: "0123456789abcdef0123456789abcdef".to_owned(),
        cause: Some(Cause { stream: "INPUT".to_owned(), sequence: u64::MAX }),
        recorded_at_ms: -1,
        schema: u32::MAX,
        machine: Some(MachineClock { boot: vec![0; 16].into(), up_ms: u64::MAX }),
        record: Some(game.to_record(events)),
    };
    envelope.encoded_len()
}

/// Sends a command to a game, and compares the bound with the bytes.
#[track_caller]
fn execute(game: &mut Game, command: &GameCommand) -> Vec<GameEvent> {
    let events = game.decide(command).unwrap();
    events.iter().for_each(|event| game.apply(event));
    let (bytes, bound) = (encoded(game, &events), game.record_bytes_max(&events));
    assert!(bytes <= bound, "{bytes} bytes, bound {bound}: {events:?}");
    assert!(bytes <= ENVELOPE_BYTES_MAX, "{bytes} bytes: {events:?}");
    assert_eq!(Game::from_record(game.to_record(&events)).unwrap(), events);
    events
}

fn by_hand() -> ByHand {
    ByHand::new("\u{1f600}".repeat(100), &"\u{1f600}".repeat(500))
}

fn start(rules: RuleSet, start: Position) -> Game {
    let mut game = Game::default();
    let terms = Some(Terms::of(rules));
    let control = Some("5400".parse().unwrap());
    let command =
        GameCommand::Start { rules, start, control, black_starts: true, terms, at: at(NOW) };
    execute(&mut game, &command);
    game
}

fn play(ply: u32, mv: &str) -> GameCommand {
    let mv = mv.parse().unwrap();
    let input =
        input("a-tablet-with-the-longest-name-that-a-device-can-have-0123456789", ply.into());
    GameCommand::Play { input, ply, mv, at: at(NOW + i64::from(ply) * 1000) }
}

#[test]
fn the_bound_holds_for_every_kind_of_decision() {
    let rules = RuleSet::Frisian;
    let mut game = start(rules, Position::start(rules.variant()));
    let desk = |sequence| input("desk", sequence);
    let text = |text: &str| text.parse::<draughts::MoveText>().unwrap();
    execute(&mut game, &play(1, "32-28"));
    execute(&mut game, &play(2, "19-23"));
    // An irregular move with its obligatory moves, a conflict, and the arbiter's ruling.
    execute(&mut game, &play(3, "37-32"));
    let board = |sequence, ply, mv: &str| GameCommand::Play {
        input: input("board", sequence),
        ply,
        mv: mv.parse().unwrap(),
        at: at(NOW + 5000),
    };
    execute(&mut game, &board(1, 3, "38-32"));
    execute(&mut game, &board(2, 9, "38-32"));
    let correct = |sequence, ply, mv| GameCommand::Correct {
        input: desk(sequence),
        ply,
        mv: text(mv),
        at: at(NOW + 6000),
    };
    execute(&mut game, &correct(1, 3, "28x19"));
    execute(&mut game, &correct(2, 1, "33-28"));
    execute(&mut game, &correct(3, 1, "1-50"));
    execute(&mut game, &GameCommand::Retract { input: desk(4), from_ply: 1, at: at(-1) });
    let moves: Vec<_> = (0..40).map(|_| text("32-28")).collect();
    execute(&mut game, &GameCommand::Complete { input: desk(5), from_ply: 1, moves, at: at(-1) });
    let reason = "\u{1f600}".repeat(game_clock::Reason::CHARS_MAX);
    let command = game_clock::Command::Adjust {
        color: Color::White,
        remaining: game_clock::Clock::REMAINING_MAX,
        reason: game_clock::Reason::new(&reason).unwrap(),
        at: at(-1),
    };
    execute(&mut game, &GameCommand::ForwardToClock { input: desk(6), command });
    execute(&mut game, &GameCommand::RefuseUnreadable { input: desk(7) });
    let position = fen::parse("W:WK46,K47:BK5", rules.variant()).unwrap();
    execute(&mut game, &GameCommand::SetPosition { input: desk(8), position, at: at(-1) });
    let color = Color::White;
    execute(&mut game, &GameCommand::FlagFell { color, required: None, moves: None, at: at(-1) });
    let outcome = draughts::Outcome::win(color, draughts::Reason::Arbiter);
    execute(
        &mut game,
        &GameCommand::Rule { input: desk(9), outcome, by_hand: by_hand(), at: at(-1) },
    );
    execute(&mut game, &GameCommand::Resume { input: desk(10), by_hand: by_hand(), at: at(-1) });
    // A result that the board does not show.
    let outcome = draughts::Outcome::win(color, draughts::Reason::NoLegalMove);
    let nobody = ByHand::default();
    let ruling = GameCommand::Rule { input: desk(12), outcome, by_hand: nobody, at: at(-1) };
    let events = execute(&mut game, &ruling);
    assert!(matches!(events.last(), Some(GameEvent::Remarked { .. })), "{events:?}");
    execute(&mut game, &GameCommand::Resume { input: desk(13), by_hand: by_hand(), at: at(-1) });
    let reason = game_clock::Reason::new(&"\u{1f600}".repeat(game_clock::Reason::CHARS_MAX));
    let command = game_clock::Command::Pause { reason: reason.ok(), at: at(-1) };
    execute(&mut game, &GameCommand::ForwardToClock { input: desk(14), command });
    execute(&mut game, &GameCommand::GoOnPaper { input: desk(11), at: at(-1) });
}

/// Plays two kings each to and fro until the record is full. No article of the boxed game or of
/// this board ends that in Frisian draughts.
fn full_game() -> Game {
    let rules = RuleSet::Frisian;
    let position = fen::parse("W:WK46,K47:BK4,K5", rules.variant()).unwrap();
    let mut game = start(rules, position);
    for ply in 1..10_000_u32 {
        let legal = game.position().legal_moves();
        let quiet = legal.iter().find(|mv| {
            let after = game.position().play_unchecked(mv);
            !after.legal_moves().iter().any(draughts::Move::is_capture)
        });
        let mv = quiet.unwrap_or(&legal[0]).to_string();
        let events = execute(&mut game, &play(ply, &mv));
        if let [GameEvent::InputRefused { refusal: Refusal::RecordFull, .. }] = events[..] {
            assert_eq!(game.next_ply(), ply);
            return game;
        }
        assert_eq!(game.outcome(), None, "ply {ply}");
    }
    panic!("the record is never full");
}

/// Lets the game give the answers that did not fit; returns the inputs that were answered.
fn answer_the_rest(game: &mut Game) -> BTreeSet<InputId> {
    let mut answered = BTreeSet::new();
    while let Some(at) = game.deadline() {
        let events = execute(game, &GameCommand::TimeCheck { at });
        assert!(!events.is_empty());
        answered.extend(events.iter().flat_map(GameEvent::inputs).cloned());
    }
    answered
}

#[test]
fn a_game_is_played_until_its_record_is_full_and_then_ends() {
    let mut game = full_game();
    // The encoded bytes are hardly fewer than the bound.
    assert!(encoded(&game, &[]) > RECORD_BYTES_MAX * 9 / 10, "{} bytes", encoded(&game, &[]));
    let color = Color::White;
    let resign = GameCommand::Resign { input: input("w", 1), color, at: at(NOW) };
    let events = execute(&mut game, &resign);
    assert!(matches!(events[..], [GameEvent::Finished { .. }]), "{events:?}");
}

#[test]
fn a_full_record_gets_and_loses_results_by_hand_with_the_longest_texts() {
    let mut game = full_game();
    let outcome = draughts::Outcome::win(Color::White, draughts::Reason::Arbiter);
    for sequence in 1..20 {
        let input = |sequence| input(InputId::TOURNAMENT, sequence);
        let at = at(NOW);
        let rule =
            GameCommand::Rule { input: input(2 * sequence), outcome, by_hand: by_hand(), at };
        let events = execute(&mut game, &rule);
        assert!(matches!(events[..], [GameEvent::Finished { .. }]), "{events:?}");
        let input = input(2 * sequence + 1);
        let events = execute(&mut game, &GameCommand::Resume { input, by_hand: by_hand(), at });
        assert!(matches!(events[0], GameEvent::Resumed { .. }), "{events:?}");
    }
    assert_eq!(game.corrections().len(), live_game::CORRECTIONS_MAX);
}

#[test]
fn a_full_record_is_taken_back_and_everyone_who_played_a_move_is_answered() {
    let mut game = full_game();
    let played: BTreeSet<InputId> = game.plies().iter().map(|ply| ply.input.clone()).collect();
    let retract = GameCommand::Retract { input: input("desk", 1), from_ply: 1, at: at(-1) };
    let events = execute(&mut game, &retract);
    let mut answered: BTreeSet<InputId> =
        events[1..].iter().flat_map(GameEvent::inputs).cloned().collect();
    assert!(!answered.is_empty() && answered.len() < played.len(), "{} at once", answered.len());
    answered.extend(answer_the_rest(&mut game));
    assert_eq!(answered, played);
}

#[test]
fn a_game_with_a_full_record_ends_however_many_inputs_wait() {
    let mut game = full_game();
    let mut waiting = BTreeSet::new();
    for device in ["white", "black", "board", "spare"] {
        for ahead in 1..=64 {
            let name = format!("{device}-with-the-longest-name-that-a-device-can-have-0123456789");
            let input = input(&name, ahead.into());
            let (ply, mv) = (game.next_ply() + ahead, "46-41".parse().unwrap());
            waiting.insert(input.clone());
            let events = execute(&mut game, &GameCommand::Play { input, ply, mv, at: at(NOW + 1) });
            assert!(matches!(events[..], [GameEvent::InputHeld { .. }]), "{events:?}");
        }
    }
    let outcome = draughts::Outcome::win(Color::White, draughts::Reason::Arbiter);
    let rule =
        GameCommand::Rule { input: input("desk", 1), outcome, by_hand: by_hand(), at: at(NOW + 2) };
    let events = execute(&mut game, &rule);
    assert!(matches!(events[0], GameEvent::Finished { .. }), "{events:?}");
    let mut answered: BTreeSet<InputId> =
        events[1..].iter().flat_map(GameEvent::inputs).cloned().collect();
    assert!(answered.len() < waiting.len(), "{} at once", answered.len());
    answered.extend(answer_the_rest(&mut game));
    assert_eq!(answered, waiting);
    assert!(game.held().is_empty());
}

#[test]
fn a_wrong_move_is_refused_however_many_captures_were_obligatory() {
    let rules = RuleSet::International;
    let kings = "eeeeBWBBBBeBeWeeBBeBBeBeeeeeBBBBeeeeWeBBBBBeWWeeeW";
    let setup = Setup::new(Board::from_letters(kings).unwrap(), Color::White);
    let position = Position::from_setup(rules.variant(), setup).unwrap();
    let mut game = start(rules, position);
    let events = execute(&mut game, &play(1, "6-1"));
    let [GameEvent::IrregularityNoted { irregularity, .. }] = &events[..] else {
        panic!("{events:?}")
    };
    let obliged = irregularity.obliged.as_ref().unwrap();
    assert_eq!((obliged.moves.len(), obliged.others), (20, 10));
}
