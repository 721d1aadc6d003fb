//! The care with which people move their pieces, and the faults of a board.

use std::ops::Range;

/// The habits of the players and the faults of their board. Probabilities are for each ply where
/// nothing else is said.
#[derive(Clone, Debug)]
pub struct Noise {
    /// Time of a scan of all fields.
    pub scan_ms: i64,
    /// Time before a move.
    pub think_ms: Range<i64>,
    /// Time that a piece is in the air.
    pub carry_ms: Range<i64>,
    /// A king slides over the squares between instead of being lifted.
    pub slide: f64,
    /// A landing square of a capture is touched.
    pub touch: f64,
    /// The captured men go while the piece moves, or before; otherwise after it.
    pub remove_during: f64,
    /// See [`Noise::remove_during`].
    pub remove_before: f64,
    /// The captured men go in no order.
    pub remove_anyhow: f64,
    /// The last captured man goes after the player's own press.
    pub remove_after_press: f64,
    /// The last captured man goes after the reply.
    pub remove_after_reply: f64,
    /// The player forgets the clock, or presses before the captured men are off.
    pub forget_press: f64,
    /// See [`Noise::forget_press`].
    pub early_press: f64,
    /// A piece is adjusted: it is gone for a moment.
    pub adjust: f64,
    /// The piece is lifted and put back.
    pub put_back: f64,
    /// The piece is put on another square first.
    pub other_square: f64,
    /// Some pieces are knocked over, and stand again after a while.
    pub knock: f64,
    /// Squares that show nothing for some scans, and squares that show a piece, in an hour.
    pub dropouts: f64,
    /// See [`Noise::dropouts`].
    pub ghosts: f64,
    /// A change is not reported, is reported twice, or a byte of noise precedes it; for each
    /// change.
    pub lost: f64,
    /// See [`Noise::lost`].
    pub doubled: f64,
    /// See [`Noise::lost`].
    pub garbage: f64,
}

impl Noise {
    /// Players who lift, put, take off and press, at a board without faults.
    #[must_use]
    pub const fn clean() -> Self {
        Self {
            scan_ms: 250,
            think_ms: 1_000..9_000,
            carry_ms: 200..700,
            slide: 0.0,
            touch: 0.0,
            remove_during: 0.0,
            remove_before: 0.0,
            remove_anyhow: 0.0,
            remove_after_press: 0.0,
            remove_after_reply: 0.0,
            forget_press: 0.0,
            early_press: 0.0,
            adjust: 0.0,
            put_back: 0.0,
            other_square: 0.0,
            knock: 0.0,
            dropouts: 0.0,
            ghosts: 0.0,
            lost: 0.0,
            doubled: 0.0,
            garbage: 0.0,
        }
    }

    /// Players and boards as they are.
    #[must_use]
    pub const fn usual() -> Self {
        Self {
            slide: 0.4,
            touch: 0.5,
            remove_during: 0.15,
            remove_before: 0.1,
            remove_anyhow: 0.4,
            remove_after_press: 0.05,
            remove_after_reply: 0.006,
            forget_press: 0.02,
            early_press: 0.05,
            adjust: 0.03,
            put_back: 0.04,
            other_square: 0.01,
            knock: 0.002,
            dropouts: 6.0,
            ghosts: 1.0,
            lost: 1e-4,
            doubled: 1e-4,
            garbage: 1e-4,
            ..Self::clean()
        }
    }

    /// Careless players at a board that should be replaced.
    #[must_use]
    pub const fn harsh() -> Self {
        Self {
            scan_ms: 500,
            slide: 0.7,
            remove_during: 0.25,
            remove_before: 0.25,
            remove_anyhow: 1.0,
            remove_after_press: 0.2,
            remove_after_reply: 0.02,
            forget_press: 0.1,
            early_press: 0.2,
            adjust: 0.1,
            put_back: 0.1,
            other_square: 0.03,
            knock: 0.01,
            dropouts: 30.0,
            ghosts: 6.0,
            lost: 1e-3,
            doubled: 1e-3,
            garbage: 1e-3,
            ..Self::usual()
        }
    }

    /// The usual, in a hurry.
    #[must_use]
    pub const fn blitz() -> Self {
        Self { think_ms: 200..2_000, carry_ms: 150..400, ..Self::usual() }
    }

    /// As fast as hands go, without faults: for tests that cannot wait.
    #[must_use]
    pub const fn quick() -> Self {
        Self { think_ms: 250..500, carry_ms: 120..250, ..Self::clean() }
    }
}
