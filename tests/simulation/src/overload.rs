//! More than the services are made for: floods of inputs to single games, and streams without room
//! for a while.

use std::time::Duration;

use proto::subject::Stream;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{broker::Server, seed::Dice};

/// A share of the runs, in a thousand, with floods, one with full streams, and one with full disks.
const OVERLOADED: u64 = 200;
/// The floods of one game in a run in which work takes time: more than the broker delivers before
/// any input is judged.
const OF_ONE_GAME: u64 = 3;
/// Inputs of each of these floods.
const INPUTS_OF_ONE_GAME: u64 = 200;
/// The numbers of the inputs of a flood are above a multiple of this.
const NUMBERS: u64 = 10_000;
/// The longest time for which a stream is full, milliseconds.
const FULL_MS: u64 = 4_000;
/// The longest time for which the disk is full, milliseconds: until somebody makes room.
const DISK_FULL_MS: u64 = 20_000;

/// A flood of inputs to a game: that of its table, and their number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flood {
    pub(crate) table: u32,
    pub(crate) inputs: u64,
    /// The numbers of the inputs are above this.
    pub(crate) numbers_from: u64,
    /// The time after which it begins.
    pub(crate) after: Duration,
}

/// The floods of a run, and whether streams are full now and then. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    pub(crate) floods: Vec<Flood>,
    pub(crate) fills_streams: bool,
    /// True if the disk is full once, so that nothing is stored.
    pub(crate) fills_disk: bool,
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
            numbers_from: NUMBERS,
            after: dice.millis(0..=3_000),
        });
        let floods = floods.collect();
        let (fills_streams, fills_disk) = (dice.happens(OVERLOADED), dice.happens(OVERLOADED));
        Self { floods, fills_streams, fills_disk, dice }
    }

    /// Returns the overload of a run in which work takes time: floods of one game by several at
    /// once.
    pub(crate) fn of_one_game(seed: u64, games: u32) -> Self {
        let dice = Dice::new(seed.rotate_left(32) ^ u64::MAX);
        let table = u32::try_from(dice.number(1..=u64::from(games))).unwrap_or(1);
        let floods = (1..=OF_ONE_GAME).map(|number| Flood {
            table,
            inputs: INPUTS_OF_ONE_GAME,
            numbers_from: number * NUMBERS,
            after: dice.millis(0..=1_000),
        });
        Self { floods: floods.collect(), fills_streams: false, fills_disk: false, dice }
    }

    /// Returns the games that are flooded.
    pub(crate) fn flooded(&self) -> Vec<String> {
        self.floods.iter().map(|flood| format!("r1-t{}", flood.table)).collect()
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

    /// Lets the disk be full once for a while, until `enough` is cancelled, in some of the runs.
    pub(crate) async fn fill_disk(self, server: Server, enough: CancellationToken) {
        if !self.fills_disk {
            return;
        }
        let (pause, lasts) = (self.dice.millis(0..=8_000), self.dice.millis(50..=DISK_FULL_MS));
        if enough.run_until_cancelled(sleep(pause)).await.is_some() {
            server.store().is_disk_full = true;
            let _or_enough = enough.run_until_cancelled(sleep(lasts)).await;
            server.store().is_disk_full = false;
        }
    }
}
