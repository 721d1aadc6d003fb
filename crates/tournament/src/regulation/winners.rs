//! The way in which the winners of several groups decide who is first of all.

/// The way in which the winners of several groups decide who is first of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WinnersRule {
    /// Nothing: every group has a winner of its own.
    #[default]
    Apart,
    /// Whoever has most points in the group is the first of all; those who are equal play for it (A
    /// art. 5).
    MostPoints,
    /// They are a group of their own and play by its schedule, in the same order (D art. 6).
    Group,
}
