//! Which byes of half a point may be asked for.

/// Which byes of half a point somebody may ask for (KNDB F9): none, unless the organisers allow
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HalfPointByes {
    /// How many one participant may have, at most [`Tournament::ROUNDS_MAX`](crate::Tournament).
    pub most: u32,
    /// Whether one may be of the last round.
    pub in_last_round: bool,
}
