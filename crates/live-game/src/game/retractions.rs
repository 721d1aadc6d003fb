//! The moves of a line that was taken back.

use draughts::Timestamp;

use crate::InputId;

/// The rulings that took moves back, without those that a later one makes irrelevant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Retractions(Vec<Retraction>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Retraction {
    from_ply: u32,
    input: InputId,
    at: Timestamp,
}

impl Retractions {
    /// Adds a ruling; for each ply only the last one counts, so the list stays short.
    pub(super) fn insert(&mut self, from_ply: u32, input: InputId, at: Timestamp) {
        // The last one is kept apart until here, since a correction takes it out again.
        if let Some(last) = self.0.pop()
            && !self.covers(last.from_ply, last.at)
        {
            self.0.retain(|earlier| earlier.from_ply < last.from_ply || earlier.at > last.at);
            self.0.push(last);
        }
        self.0.push(Retraction { from_ply, input, at });
    }

    /// Removes the last ruling and returns true if it was this one: a ruling that also names the
    /// move played corrects the record, and moves that were made in it still count.
    pub(super) fn is_corrected_by(&mut self, ply: u32, input: &InputId) -> bool {
        self.0.pop_if(|last| last.from_ply == ply && last.input == *input).is_some()
    }

    /// Returns true if a move with this ply and moment belongs to a line that was taken back then
    /// or later.
    pub(super) fn covers(&self, ply: u32, at: Timestamp) -> bool {
        self.0.iter().any(|retraction| retraction.from_ply <= ply && at <= retraction.at)
    }
}

#[cfg(test)]
mod tests {
    use super::Retractions;
    use crate::{DeviceId, InputId};
    use draughts::Timestamp;

    fn ruling(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("desk").unwrap(), sequence)
    }

    const fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_move_made_before_its_ply_was_taken_back_is_covered() {
        let mut retractions = Retractions::default();
        retractions.insert(5, ruling(1), at(100));
        retractions.insert(7, ruling(2), at(200));
        for (ply, millis, expected) in
            [(4, 0, false), (5, 100, true), (6, 101, false), (7, 200, true), (7, 201, false)]
        {
            assert_eq!(retractions.covers(ply, at(millis)), expected, "{ply} at {millis}");
        }
    }

    #[test]
    fn a_correction_covers_nothing_and_keeps_what_was_covered() {
        let mut retractions = Retractions::default();
        retractions.insert(5, ruling(1), at(100));
        retractions.insert(3, ruling(2), at(200));
        assert!(!retractions.is_corrected_by(3, &ruling(1)));
        assert!(retractions.is_corrected_by(3, &ruling(2)));
        assert!(!retractions.covers(3, at(100)));
        assert!(retractions.covers(5, at(100)));
    }

    #[test]
    fn retractions_that_others_cover_are_not_kept() {
        let mut retractions = Retractions::default();
        for n in 0..1000 {
            retractions.insert(5 + n % 3, ruling(1), at(i64::from(n * 7919 % 1000)));
        }
        assert!(retractions.0.len() <= 4, "{}", retractions.0.len());
        assert!(retractions.covers(5, at(900)));
    }
}
