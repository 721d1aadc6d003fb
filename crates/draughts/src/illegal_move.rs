//! A move against the rules.

use core::fmt;

use thiserror::Error;

use crate::{Breach, MoveText, Obligation};

/// A move against the rules: the claim, the rule that it breaks and the obligatory moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct IllegalMove {
    /// The move as it was claimed.
    pub played: MoveText,
    /// The rule that it breaks.
    pub breach: Breach,
    /// The capture that was obligatory, if one was.
    pub obliged: Option<Obligation>,
}

/// Writes the move and the rule in English, without an article.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { played, breach, obliged } = self;
        write!(f, "{played} is not allowed: {breach}")?;
        match obliged {
            Some(obliged) => write!(f, "; {obliged}"),
            None => Ok(()),
        }
    }
}
