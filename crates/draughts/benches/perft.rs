//! Measures the move generator: counting all games of ten moves, listing the legal moves of the
//! positions of a game as people write them, and answering for the positions with the most
//! captures.
//!
//! Figures of other programs are in `docs/performance.md`.

#![expect(clippy::expect_used, reason = "what fails here is a bench, and panics are how it tells")]

mod positions;

use divan::{Bencher, black_box, counter::ItemsCount};
use draughts::{MoveList, Notations, Position, Variant, perft};
use positions::rows::{ROWS, count};

fn main() {
    divan::main();
}

/// Counts the games from a position of each kind. An item is a position; the last move is counted
/// without playing it.
#[divan::bench(args = 0..ROWS.len(), sample_count = 3, sample_size = 1)]
fn games_by_count(bencher: Bencher<'_, '_>, row: usize) {
    measure(bencher, row, false);
}

/// Counts them by playing every move from a list of the legal ones, one move fewer.
#[divan::bench(args = 0..ROWS.len(), sample_count = 3, sample_size = 1)]
fn games_by_play(bencher: Bencher<'_, '_>, row: usize) {
    measure(bencher, row, true);
}

fn measure(bencher: Bencher<'_, '_>, row: usize, is_played: bool) {
    let row = &ROWS[row];
    let (depth, nodes) = row.work(is_played);
    let position = row.position();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| assert_eq!(count(&position, black_box(depth), is_played), nodes, "{}", row.name));
}

/// Counts the games of ten moves, Frisian article 17 included, on one thread and on two at once. An
/// item is a position; the last move is counted without playing it.
#[divan::bench(args = Variant::ALL, threads = [1, 2], sample_count = 5, sample_size = 1)]
fn games_of_ten_moves(bencher: Bencher<'_, '_>, variant: Variant) {
    // Several independent programs agree on them.
    let nodes = match variant {
        Variant::International => 258_895_763_u64,
        Variant::Frisian => 85_817_725,
    };
    let start = Position::start(variant);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| assert_eq!(perft(&start, black_box(10)), nodes, "{variant}"));
}

/// Lists the legal moves of each position of a game with their notation. An item is a position.
#[divan::bench(args = Variant::ALL)]
fn legal_moves_with_notation(bencher: Bencher<'_, '_>, variant: Variant) {
    let positions = positions::game(variant);
    let (mut moves, mut text) = (MoveList::new(), String::new());
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for position in &positions {
            position.legal_moves_into(&mut moves);
            let notations = Notations::new(position, &moves);
            text.clear();
            for mv in &moves {
                notations.push_strict(mv, &mut text);
                text.push(' ');
            }
            black_box(&text);
        }
    });
}

/// Lists the legal moves of a position with as many captures as a search has found.
#[divan::bench(args = Variant::ALL)]
fn legal_moves_of_the_worst_position(bencher: Bencher<'_, '_>, variant: Variant) {
    let position = positions::worst(variant);
    bencher.bench(|| black_box(&position).legal_moves());
}

/// Judges all claims of the kings of that position that take the longest: with twenty squares
/// between. An item is a claim.
#[divan::bench(args = Variant::ALL)]
fn worst_claims(bencher: Bencher<'_, '_>, variant: Variant) {
    let position = positions::worst(variant);
    let claims = positions::hostile(&position);
    bencher.counter(ItemsCount::new(claims.len())).bench(|| {
        for claim in &claims {
            black_box(position.judge(black_box(claim)));
        }
    });
}
