//! Notices of absence.

use super::Refusal;
use crate::REASON_CHARS_MAX;
use draughts::{Timestamp, text};

/// The notice by which a participant's absence became known (C art. 10).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AbsenceNotice {
    /// The reason; may be empty.
    pub reason: String,
    /// The person who told it, such as the player or the captain; may be empty.
    pub told_by: String,
    /// The moment when it was recorded; `None` in older logs.
    pub at: Option<Timestamp>,
}

impl AbsenceNotice {
    /// Returns the notice with its texts checked, recorded at a moment.
    pub(super) fn recorded(&self, at: Timestamp) -> Result<Self, Refusal> {
        let tidy = |text: &str| text::tidy(text, REASON_CHARS_MAX).map_err(Refusal::Reason);
        Ok(Self { reason: tidy(&self.reason)?, told_by: tidy(&self.told_by)?, at: Some(at) })
    }
}
