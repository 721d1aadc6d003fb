//! Numbers that count from 1: players, rounds, tables, lots.

/// The error for a zero where a number of a player, round, table or lot is needed; they count from 1.
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

#[cfg(test)]
mod tests {
    use crate::RoundNumber;

    #[test]
    fn an_index_that_is_too_large_has_the_largest_number() {
        assert_eq!(RoundNumber::from_index(usize::MAX).get(), u32::MAX);
    }
}
