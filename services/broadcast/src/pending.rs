//! Changes that wait for the end of a window, to be one frame and one write at each connection.

use std::collections::BTreeSet;

use proto::v1::{Change, change::Kind};

use crate::{cursor::Seen, view::Effect};

/// The changes of a window.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// Those that are in no frame, in order.
    effect: Effect,
    /// True if spectators were not woken since a change was added. It may be in a frame, because a
    /// newcomer came.
    is_untold: bool,
}

impl Pending {
    /// Adds the changes of a message.
    pub(crate) fn add(&mut self, added: Effect) {
        self.effect.changes.extend(added.changes);
        self.effect.sources.join(added.sources);
        self.is_untold = true;
    }

    /// Returns true once after changes of which spectators were not told.
    pub(crate) fn take_untold(&mut self) -> bool {
        std::mem::take(&mut self.is_untold)
    }

    /// Takes all changes that are in no frame; of the clock of a game the last alone, which says
    /// everything. `None` if there are none.
    pub(crate) fn take(&mut self) -> Option<(Vec<Change>, Seen)> {
        let Effect { mut changes, sources } = std::mem::take(&mut self.effect);
        let mut later = BTreeSet::new();
        changes.reverse();
        changes.retain(|change| match &change.kind {
            Some(Kind::Clock(clock)) => later.insert(clock.game.clone()),
            _other => true,
        });
        changes.reverse();
        (!changes.is_empty()).then_some((changes, sources))
    }
}
