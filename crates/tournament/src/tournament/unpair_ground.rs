//! The grounds on which a published pairing is undone (KNDB F6, F7).

/// The ground on which a published pairing of the Swiss system is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnpairGround {
    /// It breaks an absolute norm: B1 or B2 (KNDB F6).
    Norm,
    /// A result was processed wrongly (KNDB F7).
    WrongResult,
    /// A game was played with reversed colours (KNDB F7).
    ReversedColors,
    /// None that the rules name: the chief arbiter decides.
    ChiefArbiter,
}
