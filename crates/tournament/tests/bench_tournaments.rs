//! Checks the tournaments that the benches measure.

#[expect(clippy::expect_used, reason = "what fails here is a test, and panics are how it tells")]
#[path = "../benches/invented/mod.rs"]
mod invented;

use std::ops::Range;

use invented::Invented;
use tournament::{
    ranking::{Order, Running, rank},
    swiss::{self, PastRound},
};

#[test]
fn the_stronger_score_more_and_some_games_are_drawn() {
    let mut event = Invented::new(100, 9);
    for _round in 1..=9 {
        let paired = swiss::pair(&event.field()).unwrap();
        event.play(&paired);
    }
    let past = |range: Range<usize>| {
        event.entrants[range].iter().flat_map(|entrant| &entrant.history).map(PastRound::points)
    };
    let (stronger, weaker): (u32, u32) = (past(0..50).sum(), past(50..100).sum());
    assert_eq!(stronger + weaker, 900);
    assert!(stronger > 500, "{stronger} to {weaker}");
    let drawn = past(0..100).filter(|points| *points == 1).count();
    assert!((180..540).contains(&drawn), "{drawn} of 900");
}

#[test]
fn every_player_is_in_the_table_and_every_round_can_be_paired() {
    let mut event = Invented::new(30, 5);
    for round in 1..=5 {
        assert_eq!(event.next().get(), round);
        let paired = swiss::pair(&event.field()).unwrap();
        assert_eq!(paired.pairs.len(), 15);
        event.play(&paired);
    }
    let table = rank(&event.results(), &Order::kndb_swiss(), Running::Draws).unwrap();
    assert_eq!(table.rows.len(), 30);
}
