//! Checks the positions that the benches measure.

#[path = "../benches/positions/mod.rs"]
mod positions;

use draughts::Variant;

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
