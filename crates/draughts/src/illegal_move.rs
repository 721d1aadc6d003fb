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

impl IllegalMove {
    /// Writes the move as it was claimed (rules art. 22): with `x` if it was a capture.
    #[must_use]
    pub fn written(&self) -> String {
        self.played.written(self.played.is_capture_against(self.breach))
    }
}

impl MoveText {
    /// Returns true if the claim that breaks this rule was certainly a capture.
    pub(crate) fn is_capture_against(&self, breach: Breach) -> bool {
        let takes = self.taken.is_some_and(|taken| !taken.is_empty()) || !self.via.is_empty();
        takes || matches!(breach, Breach::MaximumCapture | Breach::KingFirst)
    }
}

/// Writes the move and the rule in English, without an article.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        explain(f, &self.written(), self.breach, self.obliged.as_ref())
    }
}

/// Writes a move, the rule that it breaks and the capture that was obligatory.
pub(crate) fn explain(
    f: &mut fmt::Formatter<'_>,
    written: &str,
    breach: Breach,
    obliged: Option<&Obligation>,
) -> fmt::Result {
    write!(f, "{written} is not allowed: {breach}")?;
    match obliged {
        Some(obliged) => write!(f, "; {obliged}"),
        None => Ok(()),
    }
}
