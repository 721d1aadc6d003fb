//! Numbers that count from 1 (players, rounds, tables, lots), and limits of a tournament.

/// The largest number of players; the tables of a schedule have their own, lower limits.
pub const PLAYERS_MAX: usize = 2_000;
/// The largest number of rounds.
pub const ROUNDS_MAX: usize = 1_000;
/// The longest notice, in characters.
pub const NOTICE_CHARS_MAX: usize = 500;
/// The longest reason, in characters.
pub const REASON_CHARS_MAX: usize = 500;

/// The error for a zero where a number of a player, round, table or lot is needed: they count from
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("0 is no {what}: the first is 1")]
pub struct NumberError {
    /// The kind of number.
    pub what: &'static str,
}

/// Defines a number that counts from 1.
macro_rules! counted {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The first number: 1.
            pub const FIRST: Self = Self(std::num::NonZeroU32::MIN);

            /// Checks and makes a number.
            ///
            /// # Errors
            /// [`NumberError`](crate::NumberError) if it is 0.
            pub fn new(number: u32) -> Result<Self, crate::NumberError> {
                match std::num::NonZeroU32::new(number) {
                    Some(number) => Ok(Self(number)),
                    None => Err(crate::NumberError { what: $what }),
                }
            }

            /// Returns the number, from 1.
            pub fn get(self) -> u32 {
                self.0.get()
            }

            /// Returns the next number; the largest number is followed by itself.
            pub fn next(self) -> Self {
                Self(self.0.saturating_add(1))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub(crate) use counted;

/// Defines a number that counts from 1 and corresponds to an index of a list.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $crate::number::counted! { $(#[$doc])* $name, $what }

        impl $name {
            /// Returns the number of an index, which counts from 0.
            pub(crate) fn from_index(index: usize) -> Self {
                let before = u32::try_from(index).unwrap_or(u32::MAX);
                Self(std::num::NonZeroU32::MIN.saturating_add(before))
            }

            /// Returns the index of the number, which counts from 0.
            pub(crate) fn index(self) -> usize {
                usize::try_from(self.0.get().saturating_sub(1)).unwrap_or(usize::MAX)
            }
        }
    };
}
pub(crate) use numbered;

numbered! {
    /// A player of one tournament, numbered in order of entry from 1.
    PlayerId, "player"
}

numbered! {
    /// A round of a tournament, from 1. Rounds of play-offs are counted with the others.
    RoundNumber, "round"
}

numbered! {
    /// A table in a round, from 1.
    TableNumber, "table"
}

numbered! {
    /// A group of a tournament, from 1. Without groups, all participants are in group 1.
    GroupNumber, "group"
}

#[cfg(test)]
mod tests {
    use crate::RoundNumber;

    #[test]
    fn an_index_that_is_too_large_has_the_largest_number() {
        assert_eq!(RoundNumber::from_index(usize::MAX).get(), u32::MAX);
    }
}
