//! The board while no game is played on it: the pieces should stand as for one.

use board_feed::{Capability, Code, Field, Tracker};
use draughts::{Timestamp, Variant};
use proto::v1::BoardReport;
use serde_json::Value;
use tokio::time::Instant;

use super::{
    super::input::{self, Input, Orders},
    status::About,
};

/// A board on which no game is played.
pub(super) struct Idle {
    tracker: Tracker,
    capability: Capability,
    variant: Variant,
    /// A moment of this process.
    since: Instant,
}

impl Idle {
    /// Returns the board of a description; `None` if it is none.
    pub(super) fn new(mut meta: Value) -> Option<Self> {
        // The pieces of both variants stand alike at the beginning.
        let variant = Variant::International.as_str();
        meta.as_object_mut()?.entry("variant").or_insert_with(|| variant.into());
        let Ok(Input::Board { setting, .. }) = input::read_value(meta, None) else { return None };
        let (capability, variant) = (setting.capability, setting.start.variant());
        let tracker = Tracker::new(setting);
        Some(Self { tracker, capability, variant, since: Instant::now() })
    }

    /// Takes a report of the board.
    pub(super) fn take(&mut self, value: Value) {
        let elapsed = i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX);
        let stamped = input::stamped(value, Timestamp::from_millis(elapsed));
        if let Ok(Input::Report { at, reading }) =
            input::read_value(stamped, Some((self.variant, None)))
        {
            // Whatever it looks like, no game is played.
            self.tracker.take(&reading, at);
        }
    }

    /// Returns true if the pieces stand as for a game.
    pub(super) fn is_set_up(&self) -> bool {
        let differs = self.tracker.differences();
        self.tracker.position().1 == 0 && differs.is_some_and(|squares| squares.is_empty())
    }

    /// Returns true if no more than the first move of a game was played, or begun.
    pub(super) fn is_beginning(&self) -> bool {
        let differs = self.tracker.differences();
        self.tracker.position().1 <= 1 && differs.is_some_and(|squares| squares.count() <= 2)
    }

    /// Returns the codes of all fields; `None` while the board is silent.
    pub(super) fn fields(&self) -> Option<[Code; Field::COUNT]> {
        self.tracker.fields()
    }

    /// Returns what the technician sees of the board.
    pub(super) fn report(&self, about: &About) -> BoardReport {
        about.report(&self.tracker, self.capability, ("", false, Orders::default()))
    }
}
