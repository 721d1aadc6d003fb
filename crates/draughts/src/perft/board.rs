//! Positions in bits, for counting.

use crate::KingRun;

/// A position in bits, from the side to move.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) kings: u64,
    /// The running king moves of the side to move and of the other one (art. 17).
    pub(super) runs: [Run; 2],
}

/// A [`KingRun`] in bits; 0 without a king.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) king: u64,
    pub(super) moves: u8,
}

impl Run {
    pub(super) const NONE: Self = Self { king: 0, moves: 0 };

    pub(super) const fn new(run: KingRun) -> Self {
        Self { king: 1 << run.square.bit(), moves: run.moves }
    }
}
