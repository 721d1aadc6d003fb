//! Half-point byes.

/// The half-point byes that a participant may ask for (KNDB F9): none, unless the organisers allow
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HalfPointByes {
    /// The largest number for one participant, at most [`ROUNDS_MAX`](crate::ROUNDS_MAX).
    pub most: u32,
    /// True if the last round is allowed.
    pub in_last_round: bool,
}
