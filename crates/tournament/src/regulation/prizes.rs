//! Categories of prizes.

/// The rule by which a player's category of prizes is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum PrizeRule {
    /// The category that was entered.
    #[default]
    Entered,
    /// The category that was entered is a class, from which the category follows; without one the
    /// player is no member (F art. 5).
    FrisianClasses,
}
