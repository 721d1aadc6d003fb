//! Falls: a flag that falls, or the end of the wait for an absent player.

use super::side::Side;
use super::{AbsenceLimit, Event};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// The moment when a side's time is used up, or the wait for its player is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fall {
    pub(super) color: Color,
    pub(super) at: Timestamp,
    /// The limit for the absent player; `None` if the flag falls.
    pub(super) limit: Option<AbsenceLimit>,
}

impl Fall {
    /// Returns the fall of a side whose time has run since `as_of`, the first `delay` of it without
    /// counting; `None` if it lies beyond the last possible moment.
    pub(super) fn next(
        color: Color,
        side: &Side,
        as_of: Timestamp,
        delay: Duration,
    ) -> Option<Self> {
        let left = delay.saturating_add(side.remaining);
        let flag = after(as_of, left).map(|at| Self { color, at, limit: None });
        let absence = side.absence.and_then(|absence| {
            let limit = absence.limit?;
            let at = after(as_of, limit.after.saturating_sub(side.used))?.max(absence.at);
            Some(Self { color, at, limit: Some(limit) })
        });
        match (flag, absence) {
            (Some(flag), Some(absence)) if absence.at < flag.at => Some(absence),
            (Some(flag), _) => Some(flag),
            (None, absence) => absence,
        }
    }

    /// Returns the event of the fall, for a side and the side of its opponent.
    pub(super) fn event(self, control: &TimeControl, side: &Side, opponent: &Side) -> Event {
        let Self { color, at, limit } = self;
        match limit {
            None => {
                let required = control.stage_after(side.moves).ends_at;
                Event::FlagFell { color, at, required }
            }
            Some(limit) => {
                let played = limit.after.saturating_add(opponent.used);
                let both = opponent.is_missed_after(played);
                Event::AbsenceExceeded { color, limit, both, at }
            }
        }
    }
}

/// Returns a moment later than another; `None` beyond the last possible moment, which never comes.
fn after(as_of: Timestamp, left: Duration) -> Option<Timestamp> {
    let at = as_of.saturating_add(left);
    (at.duration_since(as_of) == left).then_some(at)
}
