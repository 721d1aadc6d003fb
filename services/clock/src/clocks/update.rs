//! Brings a clock up to date with the record of its game.

use draughts::Timestamp;
use live_game::{ClockDecision, ClockEvent, GameClock, TimedRecord, replay_records};
use proto::{convert::ConvertError, v1::Cause};
use runtime::{Commit, LogEntry, TransactionLimits};

use super::{
    actor::{ClockActor, timed},
    trace::trace,
};
use crate::{error::Error, metrics};

/// A message of GAME, as a clock reads it.
#[derive(Debug)]
pub(crate) struct GameMessage {
    pub(crate) record: TimedRecord,
    cause: Cause,
    recorded_at: Timestamp,
    /// 1, 2, 3 … of its game.
    version: u64,
}

impl GameMessage {
    /// Returns the message that an entry of GAME holds; `None` before the game has begun.
    ///
    /// # Errors
    /// [`ConvertError`] if the entry holds an invalid record or one of another stream.
    pub(crate) fn read(entry: &LogEntry) -> Result<Option<Self>, ConvertError> {
        let record = timed(entry)?;
        let (cause, recorded_at, version) = (entry.as_cause(), entry.recorded_at, entry.version);
        Ok(record.map(|record| Self { record, cause, recorded_at, version }))
    }
}

impl ClockActor {
    /// Brings the clock up to date with a message of its game.
    ///
    /// # Errors
    /// [`enum@Error`] if it could not be read or stored.
    pub(crate) async fn update(&mut self, message: &GameMessage) -> Result<(), Error> {
        let GameMessage { record, cause, recorded_at, version } = message;
        self.shared.graces.load(&self.key.tournament).await?;
        let mut ledger = self.take_ledger().await?;
        let transaction = ledger.transaction(&self.shared.log, TransactionLimits::ACTOR);
        let mut transaction = transaction.not_before(Some(*recorded_at));
        let decided = loop {
            let clock = transaction.ledger().state();
            let mut decided = if *version > self.followed + 1 {
                self.decide_all(record, clock).await?
            } else {
                self.decide(record, clock).await?
            };
            if decided.events.is_empty() && record.lacks_end_of(clock) {
                decided.events = self.go_on(clock).await?;
            }
            let commit = transaction.commit(&decided.events, Some(cause.clone())).await?;
            if commit == Commit::DecideAgain {
                continue;
            }
            trace(&decided.events);
            metrics::stored(&decided.events, self.shared.log.clock().now());
            if !decided.is_partial {
                break decided;
            }
        };
        self.keep_ledger(ledger);
        if self.held.release() {
            // The flag may have waited for this message.
            let now = self.shared.log.clock().now();
            self.shared.deadlines.set(&self.key, Some(now));
        }
        if decided.is_waiting {
            return Err(Error::WaitsForFlag);
        }
        self.followed = *version;
        Ok(())
    }

    /// Returns the events that bring a clock up to date with a record, and with the records before
    /// it that the clock was not given one by one: moves that were played and taken back meanwhile
    /// have pressed it, too.
    async fn decide_all(
        &self,
        record: &TimedRecord,
        clock: &GameClock,
    ) -> Result<ClockDecision, Error> {
        match replay_records(&self.history().await?, clock) {
            Ok(decided) => Ok(decided),
            // A message that cannot be read is missing from the history.
            Err(_gap) => self.decide(record, clock).await,
        }
    }

    /// Returns the events that let a clock run again that has stopped at an end which GAME has
    /// lost.
    async fn go_on(&self, clock: &GameClock) -> Result<Vec<ClockEvent>, Error> {
        // Read after the clock: GAME had the end before CLOCK had the stop.
        let last = self.evidence().await?;
        let now = self.shared.log.clock().now();
        let events = last.map(|last| last.record.go_on(clock, now)).unwrap_or_default();
        if !events.is_empty() {
            tracing::warn!(game = %self.key, "the log has lost the end of the game; its clock goes on");
        }
        Ok(events)
    }
}
