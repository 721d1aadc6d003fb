//! Tests of a tracker with readings that no board gives.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]
#![expect(clippy::disallowed_types, reason = "the strategies of proptest share their parts")]

use std::time::Duration;

use board_feed::{BoardSetting, Capability, Code, Event, Field, Reading, Tracker};
use draughts::{Color, Position, Square, Timestamp, Variant};
use proptest::prelude::*;

/// Returns the starting position after one step of a man of either side, all fields told.
fn step() -> impl Strategy<Value = Reading> {
    (0_usize..9, any::<bool>()).prop_map(|(index, replies)| {
        let mut position = Position::start(Variant::Frisian);
        for _ in 0..=usize::from(replies) {
            let moves = position.legal_moves();
            position = position.play(&moves[index % moves.len()]).unwrap();
        }
        let mut codes = Box::new([Code::Empty; Field::COUNT]);
        for square in Square::all() {
            if let Some(piece) = position.board().piece_at(square) {
                codes[Field::of(square, false).index()] = Code::Piece(piece);
            }
        }
        Reading::Dump(codes)
    })
}

fn any_reading() -> impl Strategy<Value = Reading> {
    let code = || prop::sample::select(vec!['e', 'w', 'b', 'W', 'B', '?']);
    let code = move || code().prop_map(|letter| Code::from_letter(letter).unwrap());
    let side = prop::sample::select(Color::BOTH.to_vec());
    prop_oneof![
        12 => (0_u32..100, code()).prop_map(|(field, code)| {
            Reading::Field { field: Field::new(field).unwrap(), code }
        }),
        2 => prop::collection::vec(code(), 100).prop_map(|codes| Reading::Dump(Box::new(codes.try_into().unwrap()))),
        4 => side.prop_map(Reading::Press),
        6 => step(),
        1 => Just(Reading::Link { is_up: false }),
        1 => (0_u32..1000).prop_map(|ply| {
            Reading::Setup { position: Box::new(Position::start(Variant::Frisian)), ply }
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// The tracker stays in order with any readings: its plies are numbered without a gap, it needs
    /// no more than a few conclusions for a reading, and it offers a few continuations.
    #[test]
    fn no_readings_bring_it_out_of_order(
        readings in prop::collection::vec((0_i64..4_000, any_reading()), 0..120),
        capability in prop::sample::select(Capability::ALL.to_vec()),
        is_rotated in prop::option::of(any::<bool>()),
        poll in prop::option::of(0_u64..9_000),
    ) {
        let start = Position::start(Variant::Frisian);
        let poll = poll.map(Duration::from_millis);
        let mut tracker = Tracker::new(BoardSetting { capability, start, is_rotated, poll });
        let mut now = 0;
        for (wait, reading) in &readings {
            now += wait;
            let before = tracker.position().1;
            let events = tracker.take(reading, Timestamp::from_millis(now));
            prop_assert!(events.len() <= 64, "{events:?}");
            if readings.len() < 12 {
                let continuations = tracker.continuations();
                prop_assert!(continuations.len() <= 8, "{continuations:?}");
            }
            let is_setup = matches!(reading, Reading::Setup { .. });
            let mut ply = before;
            for (_, event) in events {
                match event {
                    Event::Final { ply: next, .. } | Event::Irregular { ply: next, .. } => {
                        prop_assert!(is_setup || next == ply + 1, "{next} after {ply}");
                        ply = next;
                    }
                    Event::Revised { ply: next, played } => {
                        prop_assert!(is_setup || next <= ply + 1);
                        ply = if played.is_some() { next } else { next - 1 };
                    }
                    Event::Tentative { .. }
                    | Event::OutOfSync { .. }
                    | Event::InSync { .. }
                    | Event::NotCrowned { .. }
                    | Event::AfterGame => {}
                }
            }
        }
    }
}
