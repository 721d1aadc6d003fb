//! The times of the other services, which may run on machines whose clocks differ.
//!
//! [`TimeSignals`] decides what the signals say; this file sends and receives them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use bytes::Bytes;
use futures_util::StreamExt as _;
use game_clock::{ClockMark, Teller, TimeSignal, TimeSignals};
use prost::Message as _;
use proto::{convert::time_signal, v1};
use tokio::{sync::watch, time::Instant};

use crate::{broker::Signals, event_log::EventLog, lock::lock};

/// Interval of the signals.
const SIGNAL_EVERY: Duration = Duration::from_secs(2);
/// Time for which a process that starts listens for a signal.
const FIRST_WITHIN: Duration = Duration::from_secs(3);

/// The times of the other services. Cheap to clone.
#[derive(Clone, Debug)]
pub struct OtherTimes {
    service: &'static str,
    log: EventLog,
    signals: Arc<Mutex<TimeSignals>>,
    heard: Arc<watch::Sender<()>>,
}

impl OtherTimes {
    /// Returns the knowledge of a service that has heard nothing.
    #[must_use]
    pub fn new(service: &'static str, log: EventLog) -> Self {
        let boot = log.clock().mark().boot;
        let signals = TimeSignals::new(Teller { service: service.to_owned(), boot });
        Self { service, log, signals: Arc::new(Mutex::new(signals)), heard: Arc::default() }
    }

    /// Returns the moment that another service tells now, as a mark of this machine; `None` if none
    /// is heard within [`FIRST_WITHIN`].
    pub(crate) async fn first_told(&self) -> Option<ClockMark> {
        let first = async {
            let mut signals = self.log.broker().time_signals().await.ok()?;
            loop {
                let (service, signal) = signals.next().await?;
                if let Some(signal) = read(&service, signal) {
                    return Some(ClockMark { at: signal.at, ..self.log.clock().mark() });
                }
            }
        };
        tokio::time::timeout(FIRST_WITHIN, first).await.ok().flatten()
    }

    /// Tells the others the time, and listens to them. It does not end.
    pub(crate) async fn exchange(self) {
        loop {
            match self.log.broker().time_signals().await {
                Ok(signals) => self.exchange_with(signals).await,
                Err(error) => tracing::debug!(%error, "listen for time signals"),
            }
            tokio::time::sleep(SIGNAL_EVERY).await;
        }
    }

    /// Tells the others the time until the subscription to their signals ends.
    async fn exchange_with(&self, mut signals: Signals) {
        let mut signal_at = Instant::now();
        loop {
            tokio::select! {
                biased;
                () = tokio::time::sleep_until(signal_at) => {
                    self.signal().await;
                    signal_at = Instant::now() + SIGNAL_EVERY;
                }
                received = signals.next() => match received {
                    Some((service, signal)) => self.receive(&service, signal).await,
                    None => return,
                },
            }
        }
    }

    async fn signal(&self) {
        let signal = self.signals().signal(self.log.clock().now());
        let signal = v1::TimeSignal::from(&signal).encode_to_vec();
        self.log.broker().signal_time(self.service, signal.into()).await;
    }

    async fn receive(&self, service: &str, signal: Bytes) {
        let now = self.log.clock().now();
        let Some(signal) = read(service, signal) else { return };
        let is_unknown_to_it = self.signals().hear(&signal, now);
        self.heard.send_replace(());
        if is_unknown_to_it {
            self.signal().await;
        }
    }

    /// Waits until a service of this name was heard, for this long at most.
    pub async fn heard(&self, service: &str, patience: Duration) {
        let mut heard = self.heard.subscribe();
        let is_heard = async {
            // The sender lives as long as this.
            while !self.signals().has_heard(service) && heard.changed().await.is_ok() {}
        };
        if tokio::time::timeout(patience, is_heard).await.is_err() {
            tracing::debug!(service, "no time signal");
        }
    }

    /// Returns the time by which the clock of a service may be behind that of this one; see
    /// [`TimeSignals::behind`].
    #[must_use]
    pub fn behind(&self, service: &str) -> Duration {
        self.signals().behind(service)
    }

    /// Returns the services whose clocks surely differ from that of this one by more than
    /// `tolerance`; see [`TimeSignals::apart`].
    #[must_use]
    pub fn apart(&self, tolerance: Duration) -> BTreeMap<String, i64> {
        let mut signals = self.signals();
        signals.judge(tolerance);
        let apart = signals.apart().into_iter();
        apart.map(|(service, ahead_ms)| (service.to_owned(), ahead_ms)).collect()
    }

    /// Watches for signals: a change for each that is received.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<()> {
        self.heard.subscribe()
    }

    fn signals(&self) -> MutexGuard<'_, TimeSignals> {
        lock(&self.signals)
    }
}

/// Reads a signal; returns `None` if it is none.
fn read(service: &str, signal: Bytes) -> Option<TimeSignal> {
    let signal = v1::TimeSignal::decode(signal).ok()?;
    time_signal(service, &signal).ok()
}
