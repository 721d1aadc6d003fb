//! The connection of one process to the broker, and its faults.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use runtime::broker::ConnectionId;
use tokio::sync::watch;

use crate::seed::Dice;

/// Rates of faults, times in a thousand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) request_lost: u64,
    pub(crate) answer_lost: u64,
    pub(crate) ack_lost: u64,
    pub(crate) live_lost: u64,
    pub(crate) live_twice: u64,
    pub(crate) delivery_lost: u64,
    /// Requests that arrive after the caller has stopped waiting.
    pub(crate) late: u64,
    /// Answers with status 503, as of a cluster that elects a leader.
    pub(crate) unavailable: u64,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Link {
    dice: Dice,
    rates: Mutex<Rates>,
    is_connected: AtomicBool,
    /// Number of times at which it was lost.
    losses: AtomicU64,
    /// A sender for each watcher, in the order in which they began. Tokio wakes the receivers of
    /// one sender in an order that no seed gives.
    watchers: Mutex<Vec<watch::Sender<bool>>>,
    slow_ms: AtomicU64,
}

impl Link {
    pub(crate) fn new(dice: Dice, rates: Rates, is_connected: bool) -> Self {
        Self {
            dice,
            rates: Mutex::new(rates),
            is_connected: AtomicBool::new(is_connected),
            losses: AtomicU64::new(0),
            watchers: Mutex::default(),
            slow_ms: AtomicU64::new(0),
        }
    }

    pub(crate) fn rates(&self) -> Rates {
        *self.rates.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_rates(&self, rates: Rates) {
        *self.rates.lock().unwrap_or_else(PoisonError::into_inner) = rates;
    }

    pub(crate) fn happens(&self, rate: impl Fn(&Rates) -> u64) -> bool {
        let rate = rate(&self.rates());
        rate > 0 && self.dice.happens(rate)
    }

    pub(crate) fn set_connected(&self, is: bool) {
        if self.is_connected.swap(is, Ordering::Relaxed) != is {
            if !is {
                self.losses.fetch_add(1, Ordering::Relaxed);
            }
            for watcher in self.watchers().iter() {
                watcher.send_replace(is);
            }
        }
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }

    /// Returns the connection; while there is none, the next one.
    pub(crate) fn connection(&self) -> ConnectionId {
        let number = self.losses.load(Ordering::Relaxed) + 1;
        ConnectionId { server: "simulated".to_owned(), number }
    }

    /// Returns true while this is the connection.
    pub(crate) fn is_on(&self, connection: &ConnectionId) -> bool {
        self.is_connected() && self.connection() == *connection
    }

    pub(crate) fn connected(&self) -> watch::Receiver<bool> {
        let (watcher, connected) = watch::channel(self.is_connected());
        let mut watchers = self.watchers();
        watchers.retain(|watcher| !watcher.is_closed());
        watchers.push(watcher);
        connected
    }

    fn watchers(&self) -> MutexGuard<'_, Vec<watch::Sender<bool>>> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes each way take up to `millis` longer.
    pub(crate) fn set_slow(&self, millis: u64) {
        self.slow_ms.store(millis, Ordering::Relaxed);
    }

    /// Returns the duration of one way.
    pub(crate) fn way(&self) -> Duration {
        let slow = self.slow_ms.load(Ordering::Relaxed);
        self.dice.millis(1..=2 + slow)
    }
}
