//! The comparison of a physical clock with the computed times.

use super::ClockDisplay;
use super::face::Face;
use draughts::{Color, Timestamp};

/// The result of comparing a physical clock with the computed times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DisplayAgreement {
    /// The same seconds, or times that cannot be used: another side runs, because a press is on its
    /// way.
    Same,
    /// Different seconds, within the tolerance.
    Otherwise,
    /// Times beyond the tolerance, or too much drift.
    TooFar,
}

impl Face {
    /// Compares a display with the times computed for a moment.
    pub(super) fn judge(&self, display: &ClockDisplay, at: Timestamp) -> DisplayAgreement {
        let sides = Color::BOTH.map(|color| (color, self.side_at(color, at)));
        let agrees = sides.iter().all(|(color, side)| {
            let is_near = side.remaining.abs_diff(display.of(*color)) <= ClockDisplay::TOLERANCE;
            let replaces = display.replaces(*color, side.remaining);
            is_near && replaces.is_none_or(|shown| side.drift_at(shown) <= ClockDisplay::DRIFT_MAX)
        });
        if !agrees {
            return DisplayAgreement::TooFar;
        }
        let is_same =
            sides.iter().all(|(color, side)| display.replaces(*color, side.remaining).is_none());
        if is_same || display.running != self.running() {
            DisplayAgreement::Same
        } else {
            DisplayAgreement::Otherwise
        }
    }
}
