//! The change of a game's result by one decision.

use draughts::Outcome;

use super::GameEvent;
use crate::InputId;

/// The change of a game's result by one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultChange {
    /// The game ended, or its result was corrected.
    Ended {
        /// The result.
        outcome: Outcome,
        /// True if it replaces another result.
        is_correction: bool,
    },
    /// The game was over and goes on.
    Resumed,
}

impl ResultChange {
    /// Returns the change by the last of these events that sets or withdraws the result; `None` if
    /// no event does, or it only follows a result that was recorded or taken back in the
    /// tournament.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "other events leave the result as it is")]
    pub fn of(events: &[GameEvent]) -> Option<Self> {
        let ended = |outcome, is_correction| Some(Self::Ended { outcome, is_correction });
        let is_of_tournament =
            |event: &GameEvent| event.input().is_some_and(InputId::is_of_tournament);
        if events.iter().any(is_of_tournament) {
            return None;
        }
        events.iter().fold(None, |last, event| match event {
            // If the same decision has withdrawn or set a result before, this one replaces it.
            GameEvent::Finished { outcome, .. } => ended(*outcome, last.is_some()),
            GameEvent::ResultCorrected { outcome, .. } => ended(*outcome, true),
            GameEvent::Resumed { .. } => Some(Self::Resumed),
            _ => last,
        })
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Reason, Score, Timestamp};

    use super::*;
    use crate::{DeviceId, InputId};

    const AT: Timestamp = Timestamp::from_millis(1);
    const WHITE: Outcome = Outcome::new(Score::WhiteWins, Reason::Resignation);
    const DRAW: Outcome = Outcome::new(Score::Draw, Reason::Agreement);

    #[test]
    fn the_last_result_of_a_decision_counts() {
        let input = || InputId::new(DeviceId::new("desk").unwrap(), 1);
        let finished =
            |outcome| GameEvent::Finished { outcome, input: None, by_hand: None, at: AT };
        let corrected = |outcome| GameEvent::ResultCorrected {
            outcome,
            input: Some(input()),
            by_hand: None,
            at: AT,
        };
        let resumed = || GameEvent::Resumed { input: input(), by_hand: None, at: AT };
        // An event that leaves the result as it is.
        let other = || GameEvent::BlackStarts;
        let ended = |outcome, is_correction| Some(ResultChange::Ended { outcome, is_correction });
        for (events, expected) in [
            (vec![], None),
            (vec![other()], None),
            (vec![other(), finished(WHITE)], ended(WHITE, false)),
            (vec![corrected(DRAW)], ended(DRAW, true)),
            (vec![finished(WHITE), corrected(DRAW)], ended(DRAW, true)),
            (vec![resumed(), other()], Some(ResultChange::Resumed)),
            (vec![resumed(), other(), finished(WHITE)], ended(WHITE, true)),
        ] {
            assert_eq!(ResultChange::of(&events), expected, "{events:?}");
        }
        // The tournament knows the results that were recorded in it.
        let round = InputId::new(DeviceId::new(InputId::TOURNAMENT).unwrap(), 9);
        let by_hand =
            GameEvent::Finished { outcome: WHITE, input: Some(round), by_hand: None, at: AT };
        assert_eq!(ResultChange::of(&[by_hand]), None);
    }
}
