//! The upper bound of a record's bytes, which decides if it is full, is never below the encoded bytes.

use draughts::{Position, RuleSet, Timestamp, fen};
use live_game::{DeviceId, Game, GameCommand, GameEvent, InputId, RECORD_BYTES_MAX};
use prost::Message as _;

use crate::{
    convert::Aggregate as _,
    v1::{Cause, Envelope},
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
    events
}

fn start(rules: RuleSet, start: Position) -> Game {
    let mut game = Game::default();
    let control = Some("5400".parse().unwrap());
    let command = GameCommand::Start { rules, start, control, black_starts: true, at: at(NOW) };
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
        color: draughts::Color::White,
        remaining: game_clock::Clock::REMAINING_MAX,
        reason: game_clock::Reason::new(&reason).unwrap(),
        at: at(-1),
    };
    execute(&mut game, &GameCommand::ForwardToClock { input: desk(6), command });
    execute(&mut game, &GameCommand::RefuseUnreadable { input: desk(7) });
    let position = fen::parse("W:WK46,K47:BK5", rules.variant()).unwrap();
    execute(&mut game, &GameCommand::SetPosition { input: desk(8), position, at: at(-1) });
    let color = draughts::Color::White;
    execute(&mut game, &GameCommand::FlagFell { color, required: None, at: at(-1) });
    let outcome = draughts::Outcome::win(color, draughts::Reason::Arbiter);
    execute(&mut game, &GameCommand::Rule { input: desk(9), outcome, at: at(-1) });
    execute(&mut game, &GameCommand::Resume { input: desk(10), at: at(-1) });
    execute(&mut game, &GameCommand::GoOnPaper { input: desk(11), at: at(-1) });
}

#[test]
fn a_game_is_played_until_its_record_is_full_and_then_ends() {
    // Two kings each go to and fro; no article of the boxed game or of this board ends that in Frisian
    // draughts with men that stand still.
    let rules = RuleSet::Frisian;
    let position = fen::parse("W:WK46,K47:BK4,K5", rules.variant()).unwrap();
    let mut game = start(rules, position);
    let mut full = None;
    for ply in 1..10_000_u32 {
        let legal = game.position().legal_moves();
        let quiet = legal.iter().find(|mv| {
            let after = game.position().play_unchecked(mv);
            !after.legal_moves().iter().any(draughts::Move::is_capture)
        });
        let mv = quiet.unwrap_or(&legal[0]).to_string();
        let events = execute(&mut game, &play(ply, &mv));
        if let [GameEvent::InputRefused { refusal: live_game::Refusal::RecordFull, .. }] =
            events[..]
        {
            full = Some(ply);
            break;
        }
        assert_eq!(game.outcome(), None, "ply {ply}");
    }
    let full = full.expect("the record is full at some time");
    // The encoded bytes are hardly fewer than the bound.
    assert!(encoded(&game, &[]) > RECORD_BYTES_MAX * 9 / 10, "{} bytes", encoded(&game, &[]));
    let last = game.next_ply();
    assert_eq!(last, full);
    let color = draughts::Color::White;
    let resign = GameCommand::Resign { input: input("w", 1), color, at: at(NOW) };
    let events = execute(&mut game, &resign);
    assert!(matches!(events[..], [GameEvent::Finished { .. }]), "{events:?}");
}
