//! The alarms that somebody at the desk has taken notice of.

use std::collections::VecDeque;

use draughts::Timestamp;

/// The largest number of acknowledgements that are kept; the oldest one makes room.
pub const ACKNOWLEDGED_MAX: usize = 256;

/// An alarm that somebody at the desk has taken notice of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The alarm, as desks name it.
    pub alarm: String,
    /// The name of the person.
    pub by: String,
    /// The moment.
    pub at: Timestamp,
}

/// The alarms of one tournament that were acknowledged, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Acknowledgements(VecDeque<Acknowledgement>);

impl Acknowledgements {
    pub(super) fn has(&self, alarm: &str) -> bool {
        self.0.iter().any(|known| known.alarm == alarm)
    }

    pub(super) fn add(&mut self, acknowledgement: Acknowledgement) {
        if self.0.len() >= ACKNOWLEDGED_MAX {
            self.0.pop_front();
        }
        self.0.push_back(acknowledgement);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Acknowledgement> {
        self.0.iter()
    }
}
