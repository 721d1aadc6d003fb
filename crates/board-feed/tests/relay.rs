//! Tests of the inputs that follow from readings.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use board_feed::{
    BoardSetting, CallMatter, Capability, Code, Field, GameRecord, Reading, Relay, TableMove,
    Tracker,
};
use draughts::{Color, Position, Score, Square, Timestamp, Variant};

const VARIANT: Variant = Variant::International;

fn relay() -> Relay {
    let setting = BoardSetting {
        capability: Capability::Colour,
        start: Position::start(VARIANT),
        is_rotated: Some(false),
        poll: None,
    };
    Relay::new(Tracker::new(setting), 4)
}

fn after(moves: &[&str]) -> Position {
    let mut position = Position::start(VARIANT);
    for text in moves {
        let played =
            position.legal_moves().iter().find(|mv| position.notation(mv) == *text).copied();
        position = position.play(&played.unwrap()).unwrap();
    }
    position
}

fn dump(position: &Position) -> Reading {
    let mut codes = Box::new([Code::Empty; Field::COUNT]);
    for square in Square::all() {
        if let Some(piece) = position.board().piece_at(square) {
            codes[Field::of(square, false).index()] = Code::Piece(piece);
        }
    }
    Reading::Dump(codes)
}

const fn at(ms: i64) -> Timestamp {
    Timestamp::from_millis(ms)
}

fn inputs(relay: &Relay) -> Vec<(u64, u32, String, i64)> {
    let input =
        |input: &TableMove| (input.sequence, input.ply, input.mv.to_string(), input.at.millis());
    relay.moves().iter().map(input).collect()
}

#[test]
fn moves_are_numbered_after_the_last_input_and_stamped_by_their_press() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    relay.take(&dump(&after(&["32-28"])), at(5_000));
    relay.take(&Reading::Press(Color::White), at(5_100));
    relay.take(&dump(&after(&["32-28", "19-23"])), at(9_000));
    relay.wait(at(20_000));
    let [first, second] = &inputs(&relay)[..] else { panic!("{:?}", relay.moves()) };
    assert_eq!(first, &(5, 1, "32-28 []".to_owned(), 5_100));
    assert_eq!((second.0, second.1, second.2.as_str()), (6, 2, "19-23 []"));
    assert!(second.3 > 9_000, "it was certain later than it was shown");
}

#[test]
fn the_same_readings_make_the_same_inputs_and_calls() {
    let readings = [
        (0, dump(&after(&[]))),
        (5_000, dump(&after(&["32-28"]))),
        (5_100, Reading::Press(Color::White)),
        (9_000, dump(&after(&["32-28", "19-23"]))),
        (30_000, Reading::Result(Score::Draw)),
        (30_500, Reading::Result(Score::Draw)),
    ];
    let told = || {
        let mut relay = relay();
        for (moment, reading) in &readings {
            relay.take(reading, at(*moment));
        }
        (relay.moves().to_vec(), relay.calls().to_vec())
    };
    let (moves, calls) = told();
    assert_eq!((moves.clone(), calls.clone()), told());
    assert_eq!(moves.len(), 2);
    let matters: Vec<_> = calls.into_iter().map(|call| (call.number, call.matter)).collect();
    assert_eq!(matters, [(1, CallMatter::Result(Score::Draw))], "shown twice, told once");
}

#[test]
fn a_record_is_followed_where_the_arbiter_changed_it_and_not_where_it_is_only_ahead() {
    let mut relay = relay();
    let record = |line, moves: &[&str]| GameRecord {
        line,
        ply: u32::try_from(moves.len()).unwrap(),
        position: after(moves),
    };
    assert!(!relay.differs(&record(0, &[])));
    assert!(relay.differs(&record(0, &["32-28"])), "before the first reading");
    relay.take(&dump(&after(&[])), at(0));
    assert!(!relay.differs(&record(0, &["32-28"])), "the board will show it");
    let corrected = record(1, &["33-28"]);
    assert!(relay.differs(&corrected));
    relay.follow(&corrected, at(1_000));
    assert_eq!(relay.tracker().position(), (&after(&["33-28"]), 1));
    assert!(!relay.differs(&corrected));
}

#[test]
fn a_board_that_cannot_be_explained_calls_the_arbiter_once_and_follows_the_tablets() {
    let mut relay = relay();
    relay.take(&dump(&after(&[])), at(0));
    let mut strange = after(&[]).board().to_owned();
    for square in [31, 32] {
        strange.remove(Square::new(square).unwrap());
    }
    let piece = strange.piece_at(Square::new(50).unwrap()).unwrap();
    for square in [24, 25] {
        strange.put(Square::new(square).unwrap(), piece);
    }
    let mut codes = Box::new([Code::Empty; Field::COUNT]);
    for square in Square::all() {
        if let Some(piece) = strange.piece_at(square) {
            codes[Field::of(square, false).index()] = Code::Piece(piece);
        }
    }
    relay.take(&Reading::Press(Color::White), at(4_000));
    relay.take(&Reading::Dump(codes), at(5_000));
    relay.take(&Reading::Press(Color::Black), at(14_000));
    relay.wait(at(40_000));
    let matters: Vec<_> = relay.calls().iter().map(|call| &call.matter).collect();
    assert_eq!(matters, [&CallMatter::OutOfSync { ply: 0 }]);
    let ahead = GameRecord { line: 0, ply: 1, position: after(&["32-28"]) };
    assert!(relay.differs(&ahead));
}
