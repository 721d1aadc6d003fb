//! Checks the positions that the benches measure.

#[path = "../benches/positions/mod.rs"]
mod positions;
#[path = "common/slow.rs"]
mod slow;

use draughts::{Variant, perft};
use positions::rows::{ROWS, count};

#[test]
fn a_game_is_the_same_each_time_and_of_some_length() {
    for variant in Variant::ALL {
        let game = positions::game(variant);
        assert!(game.len() > 40, "{variant}: {}", game.len());
        assert_eq!(game, positions::game(variant));
    }
}

#[test]
fn each_king_of_the_worst_positions_makes_two_claims() {
    for (variant, claims) in [(Variant::International, 12), (Variant::Frisian, 8)] {
        let position = positions::worst(variant);
        assert_eq!(positions::hostile(&position).len(), claims, "{variant}");
    }
}

#[test]
fn the_counts_of_the_rows_are_those_of_scan() {
    // They were counted by Scan 3.1 before this library counted them.
    for row in &ROWS {
        let (depth, nodes) = row.work(true);
        assert_eq!(perft(&row.position(), depth), nodes, "{}", row.name);
        assert_eq!(row.work(false).0, depth + 1, "{}", row.name);
    }
}

#[test]
fn playing_every_move_and_the_slow_generator_count_the_same() {
    for row in &ROWS {
        let position = row.position();
        let counted = perft(&position, 2);
        assert_eq!(count(&position, 2, true), counted, "{}", row.name);
        let slow: usize = slow::legal_moves(&position)
            .iter()
            .map(|mv| slow::legal_moves(&position.play(mv).expect("a legal move")).len())
            .sum();
        assert_eq!(u64::try_from(slow), Ok(counted), "{}", row.name);
    }
}
