//! The overall first place among the winners of several groups.

/// The rule by which the winners of several groups decide the overall first place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WinnersRule {
    /// No overall first place: every group has its own winner.
    #[default]
    Apart,
    /// The winner with most points is first; those who are equal play for it (A art. 5).
    MostPoints,
    /// The winners form a group of their own and play by its schedule, ranked by the same order (D
    /// art. 6).
    Group,
}
