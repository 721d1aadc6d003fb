//! The boards that were shown of late.

use std::collections::VecDeque;

use crate::sensed::Sensed;

/// The largest number of boards that are kept.
const SHOWN_MAX: usize = 48;

/// A board that was shown for a time, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownBoard {
    pub(super) sensed: Sensed,
    pub(super) from: i64,
    /// The time of the change that ended it; `None` for the board as it is now.
    pub(super) until: Option<i64>,
    /// True if a dump has told all fields, so that no report is missing.
    pub(super) is_whole: bool,
    /// The time of the last press while it was shown.
    pub(super) pressed: Option<i64>,
    /// True if it was searched for sequences of plies.
    pub(super) is_searched: bool,
}

impl ShownBoard {
    /// Returns for how long it was shown.
    pub(super) fn length(&self, now: i64) -> i64 {
        self.until.unwrap_or(now) - self.from
    }

    /// Returns for how long it was shown after a press.
    pub(super) fn length_after_press(&self, now: i64) -> Option<i64> {
        self.pressed.map(|pressed| self.until.unwrap_or(now) - pressed)
    }
}

/// The boards that were shown of late, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    shown: VecDeque<ShownBoard>,
}

impl History {
    /// Notes that the board has changed; `None` if it is silent now.
    pub(super) fn change(&mut self, sensed: Option<Sensed>, at: i64) {
        if let Some(last) = self.shown.back_mut() {
            last.until.get_or_insert(at);
        }
        if self.shown.len() == SHOWN_MAX {
            self.shown.pop_front();
        }
        self.shown.extend(sensed.map(|sensed| ShownBoard {
            sensed,
            from: at,
            until: None,
            is_whole: false,
            pressed: None,
            is_searched: false,
        }));
    }

    /// Returns the board as it is now; `None` while it is silent.
    pub(super) fn current(&mut self) -> Option<&mut ShownBoard> {
        self.shown.back_mut().filter(|shown| shown.until.is_none())
    }

    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = &ShownBoard> {
        self.shown.iter()
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut ShownBoard> {
        self.shown.iter_mut()
    }

    pub(super) fn clear_before(&mut self, at: i64) {
        while self.shown.front().is_some_and(|shown| shown.until.is_some_and(|until| until < at)) {
            self.shown.pop_front();
        }
    }
}
