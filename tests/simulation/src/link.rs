//! The connection of one process to the broker, and what goes wrong on it.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::sync::watch;

use crate::seed::Dice;

/// How often things go wrong, times in a thousand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) request_lost: u64,
    pub(crate) answer_lost: u64,
    pub(crate) ack_lost: u64,
    pub(crate) live_lost: u64,
    pub(crate) live_twice: u64,
    pub(crate) delivery_lost: u64,
    /// Answers that come after the caller has stopped waiting.
    pub(crate) late: u64,
    /// The server says 503, as one that elects a leader.
    pub(crate) unavailable: u64,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Link {
    dice: Dice,
    rates: Mutex<Rates>,
    connected: watch::Sender<bool>,
    slow_ms: AtomicU64,
}

impl Link {
    pub(crate) fn new(dice: Dice, rates: Rates, is_connected: bool) -> Self {
        let (connected, _) = watch::channel(is_connected);
        Self { dice, rates: Mutex::new(rates), connected, slow_ms: AtomicU64::new(0) }
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
        self.connected.send_if_modified(|was| std::mem::replace(was, is) != is);
    }

    pub(crate) fn is_connected(&self) -> bool {
        *self.connected.borrow()
    }

    pub(crate) fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }

    /// Each way takes up to so much longer; 0 ends it.
    pub(crate) fn set_slow(&self, millis: u64) {
        self.slow_ms.store(millis, Ordering::Relaxed);
    }

    /// How long one way takes.
    pub(crate) fn way(&self) -> Duration {
        let slow = self.slow_ms.load(Ordering::Relaxed);
        self.dice.millis(1..=2 + slow)
    }
}
