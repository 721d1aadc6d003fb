//! What falls, and when: a flag, or the wait for a player who has not come.

use super::face::{Face, Phase};
use super::{AbsenceLimit, Event};
use draughts::{Color, Timestamp};
use std::time::Duration;

/// Somebody's time was used up, or their wait is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fall {
    pub(super) color: Color,
    pub(super) at: Timestamp,
    /// The limit of the player who did not come; nothing when the flag falls.
    pub(super) limit: Option<AbsenceLimit>,
}

impl Face {
    /// When something falls, unless something happens before.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.fall().map(|fall| fall.at)
    }

    /// What falls at the deadline, and when.
    pub(super) fn fall(&self) -> Option<Fall> {
        self.overdue.or_else(|| self.next_fall())
    }

    fn next_fall(&self) -> Option<Fall> {
        let Phase::Running(turn) = self.phase else { return None };
        let color = turn.color();
        let side = self.side(color);
        let left = self.delay(turn).saturating_add(side.remaining);
        let flag = self.after(left).map(|at| Fall { color, at, limit: None });
        let absence = side.absence.and_then(|absence| {
            let limit = absence.limit?;
            let at = self.after(limit.after.saturating_sub(side.used))?.max(absence.at);
            Some(Fall { color, at, limit: Some(limit) })
        });
        match (flag, absence) {
            (Some(flag), Some(absence)) if absence.at < flag.at => Some(absence),
            (Some(flag), _) => Some(flag),
            (None, absence) => absence,
        }
    }

    /// A fall as what has happened.
    pub(super) fn event_of(&self, fall: Fall) -> Event {
        let Fall { color, at, limit } = fall;
        match limit {
            None => {
                let required = self.control.stage_after(self.side(color).moves).ends_at;
                Event::FlagFell { color, at, required }
            }
            Some(limit) => {
                let played = limit.after.saturating_add(self.side(color.other()).used);
                let both = self.side(color.other()).is_missed_after(played);
                Event::AbsenceExceeded { color, limit, both, at }
            }
        }
    }

    /// A moment after the last event; none beyond the last moment there is, which never comes.
    fn after(&self, left: Duration) -> Option<Timestamp> {
        let at = self.as_of.saturating_add(left);
        (at.duration_since(self.as_of) == left).then_some(at)
    }
}
