//! The part of an entry that everybody may see: a person chooses it, or the event does for all who
//! do not.

/// The part of an entry that everybody sees, in the order in which it is less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Publicity {
    /// The name as it was entered, with club, rating and category.
    #[default]
    FullName,
    /// The initials, with club, rating and category.
    Initials,
    /// The number of the entry alone.
    Anonymous,
}

impl Publicity {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::FullName, Self::Initials, Self::Anonymous];

    /// Returns the stable name, such as `initials`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FullName => "full-name",
            Self::Initials => "initials",
            Self::Anonymous => "anonymous",
        }
    }
}
