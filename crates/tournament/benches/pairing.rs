//! Measures how long a round of a Swiss tournament takes to pair, how much memory, and how long the
//! table takes to make.
//!
//! Figures of another program are in `docs/performance.md`.

#![expect(clippy::expect_used, reason = "what fails here is a bench, and panics are how it tells")]

mod invented;

use std::{cell::RefCell, collections::BTreeMap, fmt};

use divan::{AllocProfiler, Bencher, black_box};
use invented::Invented;
use tournament::{
    RoundNumber,
    ranking::{Order, Running, rank},
    swiss,
};

/// The rounds of each tournament.
const ROUNDS: u32 = 9;
/// The players of each tournament.
const PLAYERS: [u32; 3] = [200, 1000, 2000];

/// Tells the memory of each bench.
#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

thread_local! {
    /// The tournaments by their number of players, as far as they were played. All benches run on
    /// one thread.
    static PLAYED: RefCell<BTreeMap<u32, Invented>> = const { RefCell::new(BTreeMap::new()) };
}

fn main() {
    divan::main();
}

/// A round of a tournament.
#[derive(Clone, Copy)]
struct Case {
    players: u32,
    round: RoundNumber,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} players, round {}", self.players, self.round.get())
    }
}

/// Returns every round but the first, which goes by lot: there is nothing to search.
fn cases() -> Vec<Case> {
    let rounds = |players| {
        (2..=ROUNDS).map(move |round| {
            let round = RoundNumber::new(round).expect("a number");
            Case { players, round }
        })
    };
    PLAYERS.into_iter().flat_map(rounds).collect()
}

/// Returns a tournament that was played to just before `round`.
fn played_to(played: &mut BTreeMap<u32, Invented>, Case { players, round }: Case) -> &mut Invented {
    let event = played.entry(players).or_insert_with(|| Invented::new(players, ROUNDS));
    if event.next() > round {
        *event = Invented::new(players, ROUNDS);
    }
    while event.next() < round {
        let paired = swiss::pair(&event.field()).expect("a pairing");
        event.play(&paired);
    }
    event
}

/// Pairs a round.
#[divan::bench(args = cases(), sample_count = 3, sample_size = 1)]
fn pair(bencher: Bencher<'_, '_>, case: Case) {
    PLAYED.with_borrow_mut(|played| {
        let event = played_to(played, case);
        let field = event.field();
        let mut paired = None;
        bencher.bench_local(|| paired = Some(swiss::pair(black_box(&field)).expect("a pairing")));
        if let Some(paired) = paired {
            event.play(&paired);
        }
    });
}

/// Makes the table after eight rounds, with its ties.
#[divan::bench(args = PLAYERS, sample_count = 5, sample_size = 1)]
fn standings(bencher: Bencher<'_, '_>, players: u32) {
    let round = RoundNumber::new(ROUNDS).expect("a number");
    let case = Case { players, round };
    let results = PLAYED.with_borrow_mut(|played| played_to(played, case).results());
    let order = Order::kndb_swiss();
    bencher.bench_local(|| rank(black_box(&results), &order, Running::Draws).expect("a table"));
}
