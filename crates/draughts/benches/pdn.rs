//! Measures the reading of game records: with every move replayed, and as a visitor of their parts.

use divan::{Bencher, black_box, counter::BytesCount};
use draughts::pdn::{self, Visitor};

/// The files of games that the tests read, one after the other.
fn games() -> Vec<u8> {
    let files = ["engine_selfplay_frisian.pdn", "lidraughts_frisian_human.pdn"];
    files.iter().flat_map(|file| test_data::bytes(&format!("pdn/frisian/{file}"))).collect()
}

fn main() {
    divan::main();
}

/// Reads and replays all games.
#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let text = games();
    bencher.counter(BytesCount::new(text.len())).bench(|| pdn::read(black_box(&text)));
}

/// Shows the parts of all games to a visitor that counts moves.
#[divan::bench]
fn visit(bencher: Bencher<'_, '_>) {
    struct Moves(u32);

    impl Visitor for Moves {
        fn mv(&mut self, _text: &str) {
            self.0 += 1;
        }
    }

    let text = games();
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let mut moves = Moves(0);
        pdn::visit(black_box(&text), &mut moves);
        moves.0
    });
}
