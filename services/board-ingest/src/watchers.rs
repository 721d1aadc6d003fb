//! Calls that watch verdicts and alarms.

use live_game::table::Verdict;
use proto::subject::GameKey;
use tokio::sync::broadcast;

use crate::alarms::Alarm;

/// How many notifications a watcher may be behind before it has to watch anew.
const BEHIND_MAX: usize = 1024;

/// A notification for all watchers.
#[derive(Clone, Debug)]
pub(crate) enum Notification {
    /// The verdict on an input of a game.
    Verdict(GameKey, Verdict),
    /// Something that the arbiter has to look at.
    Alarm(Alarm),
}

/// All watchers. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Watchers {
    notifications: broadcast::Sender<Notification>,
}

impl Watchers {
    /// Returns a set without watchers.
    pub(crate) fn new() -> Self {
        let (notifications, _nobody) = broadcast::channel(BEHIND_MAX);
        Self { notifications }
    }

    /// Returns every notification from now on, of every tournament.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Notification> {
        self.notifications.subscribe()
    }

    /// Returns whether anybody watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.notifications.receiver_count() > 0
    }

    /// Sends a notification to all watchers.
    pub(crate) fn notify(&self, notification: Notification) {
        // An error only says that nobody watches.
        drop(self.notifications.send(notification));
    }
}
