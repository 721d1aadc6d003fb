//! Estimates of the devices' clocks, in memory. After a restart, the estimate of a device is
//! computed again from its inputs in the log for the same game.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use game_clock::DeviceClock;
use live_game::{
    DeviceId,
    table::{Arrival, Moment},
};
use lru::LruCache;
use proto::{
    convert::Record,
    subject::{GameKey, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, LedgerError, lock};
use tokio::time::{Instant, timeout_at};

use crate::error::Error;

/// Number of devices that are kept; the least recently used one is dropped first.
const KEPT: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// The estimates of all devices. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct DeviceClocks {
    log: EventLog,
    kept: Arc<Mutex<LruCache<(TournamentKey, DeviceId), DeviceClock>>>,
}

impl DeviceClocks {
    pub(super) fn new(log: EventLog) -> Self {
        Self { log, kept: Arc::new(Mutex::new(LruCache::new(KEPT))) }
    }

    /// Returns the moment at which an input counts, and updates the estimate of its device.
    ///
    /// # Errors
    /// [`Error::Late`] if the log does not answer by `by`; [`Error::Ledger`] if it cannot be read.
    pub(super) async fn moment(
        &self,
        game: &GameKey,
        device: &DeviceId,
        arrival: Arrival,
        grace: Duration,
        by: Instant,
    ) -> Result<Moment, Error> {
        // The clock of a device can only be estimated from inputs with the time of sending.
        if arrival.stamps.sent_at_ms == 0 {
            return Ok(arrival.count(&mut DeviceClock::default(), grace));
        }
        let key = (game.tournament.clone(), device.clone());
        if let Some(clock) = lock(&self.kept).get_mut(&key) {
            return Ok(arrival.count(clock, grace));
        }
        let read = timeout_at(by, self.read(game, device)).await.unwrap_or(Err(Error::Late))?;
        let mut kept = lock(&self.kept);
        Ok(arrival.count(kept.get_or_insert_mut(key, || read), grace))
    }

    /// Computes the estimate for a device from its stored inputs in a game.
    async fn read(&self, game: &GameKey, device: &DeviceId) -> Result<DeviceClock, Error> {
        let entries = self.log.entries(&Subject::game(Stream::Input, game), 1).await?;
        let mut clock = DeviceClock::default();
        for entry in entries {
            let entry = entry.map_err(LedgerError::from)?;
            let Record::Input(input) = &entry.record else { continue };
            if input.id.device == *device
                && let Some(sent) = input.sent_at()
            {
                // The finding was reported when the input came.
                let _finding = clock.observe(sent, entry.recorded_at);
            }
        }
        Ok(clock)
    }
}
