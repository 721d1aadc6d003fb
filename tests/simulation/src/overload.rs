//! More than the services are made for: floods of inputs to single games, and streams without room
//! for a while.

use std::time::Duration;

use proto::subject::Stream;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{broker::Server, seed::Dice};

/// A share of the runs, in a thousand, with floods, and one with full streams.
const OVERLOADED: u64 = 200;
/// The longest time for which a stream is full, milliseconds.
const FULL_MS: u64 = 4_000;

/// A flood of inputs to a game: that of its table, and their number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flood {
    pub(crate) table: u32,
    pub(crate) inputs: u64,
    /// The time after which it begins.
    pub(crate) after: Duration,
}

/// The floods of a run, and whether streams are full now and then. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    pub(crate) floods: Vec<Flood>,
    pub(crate) fills_streams: bool,
    dice: Dice,
}

impl Overload {
    /// Returns the overload of a seed in a round of so many games, with random numbers of its own.
    pub(crate) fn new(seed: u64, games: u32) -> Self {
        let dice = Dice::new(seed.rotate_left(32) ^ u64::MAX);
        let floods = if dice.happens(OVERLOADED) { dice.number(1..=2) } else { 0 };
        let floods = (0..floods).map(|_flood| Flood {
            table: u32::try_from(dice.number(1..=u64::from(games))).unwrap_or(1),
            inputs: dice.number(50..=200),
            after: dice.millis(0..=3_000),
        });
        Self { floods: floods.collect(), fills_streams: dice.happens(OVERLOADED), dice }
    }

    /// Lets streams be full for a while, now and then, until `enough` is cancelled, in some of the
    /// runs.
    pub(crate) async fn fill_streams(self, server: Server, enough: CancellationToken) {
        if !self.fills_streams {
            return;
        }
        let pause = || sleep(self.dice.millis(300..=6_000));
        while enough.run_until_cancelled(pause()).await.is_some() {
            let stream = Stream::ALL[self.dice.below(Stream::ALL.len())];
            let until = Instant::now() + self.dice.millis(50..=FULL_MS);
            server.store().full_until.insert(stream, until);
        }
        server.store().full_until.clear();
    }
}
