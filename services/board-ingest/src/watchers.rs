//! Calls that watch verdicts and alarms.

use live_game::table::Verdict;
use proto::subject::GameKey;
use tokio::sync::broadcast;

use crate::alarms::Alarm;

/// Number of notifications that a watcher may fall behind before it has to watch anew.
const BEHIND_MAX: usize = 1024;

/// A notification for all watchers.
#[derive(Clone, Debug)]
pub(crate) enum Notification {
    /// The verdict on an input of a game.
    Verdict(GameKey, Verdict),
    /// A fault that needs the arbiter's attention.
    Alarm(Alarm),
}

/// All watchers. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Watchers {
    notifications: broadcast::Sender<Notification>,
}

impl Watchers {
    /// Returns an empty set.
    pub(crate) fn new() -> Self {
        let (notifications, _nobody) = broadcast::channel(BEHIND_MAX);
        Self { notifications }
    }

    /// Returns a receiver of all notifications from now on, for all tournaments.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Notification> {
        self.notifications.subscribe()
    }

    /// Returns true if there is at least one watcher.
    pub(crate) fn is_watched(&self) -> bool {
        self.notifications.receiver_count() > 0
    }

    /// Sends a notification to all watchers.
    pub(crate) fn notify(&self, notification: Notification) {
        // An error only says that there are no watchers.
        drop(self.notifications.send(notification));
    }
}
