//! One subject of the log and the aggregate that its events fold into.

use std::{ops::ControlFlow, time::Duration};

use bytes::Bytes;
use prost::Message as _;
use proto::{
    Timestamp,
    convert::Aggregate,
    schema_of,
    subject::Subject,
    v1::{Cause, Envelope},
};
use tokio_util::sync::CancellationToken;

use crate::{
    error::{AppendError, LedgerError, ReadError, ReadFailure},
    event_log::EventLog,
    log::{
        append::{Era, Expected},
        chain::{Catch, Head},
    },
    log_entry::{LogEntry, Unreadable},
    log_moments::machine_clock,
    retry::{Retry, Stopped},
    stored::{PAGE_SIZE, digest},
};

/// Number of reads of a damaged record before it is read over. NATS asks any of the copies.
const COPIES_ASKED: u32 = 3;

/// An aggregate with its place in the log.
#[derive(Clone, Debug)]
pub struct Ledger<A> {
    subject: Subject,
    state: A,
    head: Head,
    /// The moment when the last entry was written.
    recorded_at: Timestamp,
    /// The log as it was when `head` was found last.
    era: Era,
    /// Number of histories that the log had before this one.
    histories: u64,
    /// The sequence of the first message of this history that was read over.
    damaged_at: Option<u64>,
}

impl<A: Aggregate> Ledger<A> {
    /// Makes the ledger of a subject of which nothing was read yet.
    #[must_use]
    pub fn new(subject: Subject) -> Self {
        let (state, head, era) = (A::default(), Head::default(), Era::default());
        let (recorded_at, histories, damaged_at) = (Timestamp::default(), 0, None);
        Self { subject, state, head, recorded_at, era, histories, damaged_at }
    }

    /// Folds every entry of `subject`.
    ///
    /// # Errors
    /// [`LedgerError`] when NATS does not answer or the history is not sound.
    pub async fn load(log: &EventLog, subject: Subject) -> Result<Self, LedgerError> {
        let mut ledger = Self::new(subject);
        ledger.catch_up(log).await?;
        Ok(ledger)
    }

    /// As [`Ledger::load`], but waits as long as NATS is away.
    ///
    /// # Errors
    /// [`LedgerError`] when the history is not sound, and [`LedgerError::Read`] after
    /// [`HOPELESS_MAX`](crate::HOPELESS_MAX) attempts at which NATS answered and could not give this
    /// history, while it gives others.
    pub async fn reload(log: &EventLog, subject: &Subject) -> Result<Self, LedgerError> {
        let load = || async {
            match Self::load(log, subject.clone()).await {
                Err(LedgerError::Read(error)) => Err(error),
                loaded => Ok(loaded),
            }
        };
        // The task that waits here is dropped when the service stops.
        let never = CancellationToken::new();
        match log.until_settled(&never, subject, load).await {
            Ok(Ok(loaded)) => loaded,
            Ok(Err(error)) => Err(error.into()),
            Err(Stopped) => {
                Err(ReadError::new(&subject.to_string(), ReadFailure::Disconnected).into())
            }
        }
    }

    /// Folds the entries that were appended since the last read, and returns true if that changed
    /// the ledger.
    ///
    /// The leader tells the last sequence of the subject, so no acknowledged entry is missed,
    /// whichever copy answers the rest. If the log has another history than before, because the
    /// store lost its end or was replaced, it is folded again from the first entry. What is missing
    /// or cannot be read is read over where the aggregate allows that
    /// ([`Aggregate::READS_OVER_DAMAGE`]).
    ///
    /// # Errors
    /// As [`Ledger::load`]; the ledger then has the entries before the one that failed.
    pub async fn catch_up(&mut self, log: &EventLog) -> Result<bool, LedgerError> {
        let mut has_changed = false;
        loop {
            let era = log.era();
            match self.read_on(log).await {
                // The store may have lost its end between two parts of what was read.
                Err(LedgerError::Broken { .. }) if era != log.era() => has_changed = true,
                read => {
                    has_changed |= read?;
                    self.era = era;
                    return Ok(has_changed);
                }
            }
        }
    }

    /// Folds what the log has by now, and returns true if that changed the ledger.
    async fn read_on(&mut self, log: &EventLog) -> Result<bool, LedgerError> {
        let last = log.last(&self.subject).await?;
        let (sequence, payload) =
            last.map_or((0, Bytes::new()), |last| (last.sequence, last.payload));
        let (mut era, digest) = (log.era(), digest(&payload));
        let mut read = match self.head.catch(sequence, &digest) {
            Catch::Known => return Ok(false),
            Catch::ReadOn => {
                let known = self.head.clone();
                match self.read_to(log, sequence).await {
                    Err(LedgerError::Broken { .. }) if self.has_lost(log, &known).await? => {
                        era = self.begin_anew(log, known.version);
                        self.read_to(log, sequence).await
                    }
                    read => read,
                }
            }
            Catch::ReadAnew => {
                era = self.begin_anew(log, self.head.version);
                self.read_to(log, sequence).await
            }
        };
        if A::READS_OVER_DAMAGE {
            let is_damaged = |read: &Result<(), LedgerError>| {
                read.as_ref().err().is_some_and(LedgerError::is_damage) && log.era() == era
            };
            // Another copy of the stream may be whole.
            for _again in 1..COPIES_ASKED {
                if is_damaged(&read) {
                    read = Box::pin(self.read_to(log, sequence)).await;
                }
            }
            if is_damaged(&read) {
                // Boxed, because the future holds another aggregate.
                read = Box::pin(self.read_over(log, sequence, digest)).await;
            }
        }
        read?;
        Ok(true)
    }

    /// Returns true if the log has another message, or none, where `known` was.
    async fn has_lost(&self, log: &EventLog, known: &Head) -> Result<bool, ReadError> {
        if known.sequence == 0 {
            return Ok(false);
        }
        let stored = log.broker().at(self.subject.stream, known.sequence).await?;
        Ok(stored.is_none_or(|stored| digest(&stored.payload) != known.digest))
    }

    /// Forgets all entries, of which the last known one had version `known`, because the log has
    /// another history than before; returns the era that begins with this loss. It is noted before
    /// the new history is read, which may be damaged.
    fn begin_anew(&mut self, log: &EventLog, known: u64) -> Era {
        let histories = self.histories + 1;
        *self = Self { histories, ..Self::new(self.subject.clone()) };
        tracing::error!(
            subject = %self.subject,
            known,
            "the log holds another history than before; it is folded again"
        );
        log.note_loss();
        log.era()
    }

    /// Folds the entries after the last one, at least up to the sequence `last`.
    async fn read_to(&mut self, log: &EventLog, last: u64) -> Result<(), LedgerError> {
        let subject = self.subject.to_string();
        let mut copy = Retry::copy(&subject, last);
        loop {
            let mut is_more = true;
            while is_more {
                let from = self.head.sequence + 1;
                let page = log.page(self.subject.stream, &subject, from, PAGE_SIZE).await?;
                for entry in page.entries {
                    self.apply(&entry?)?;
                }
                is_more = page.is_more;
            }
            if self.head.sequence >= last {
                return Ok(());
            }
            copy.is_behind().await?;
        }
    }

    /// Folds what can be read of the subject from the first entry on. `last` and `digest` are those
    /// of its last message: the next one is written after it, whatever it is.
    async fn read_over(
        &mut self,
        log: &EventLog,
        last: u64,
        digest: Bytes,
    ) -> Result<(), LedgerError> {
        let mut over = Self { histories: self.histories, ..Self::new(self.subject.clone()) };
        let fold = |entry: Result<LogEntry, Unreadable>| {
            let (sequence, is_next) = match &entry {
                Ok(entry) => (entry.sequence, over.follows(entry)),
                Err(unreadable) => (unreadable.sequence, false),
            };
            // The version of a record without meaning still counts; that of a message that has none
            // follows on the version before it.
            let version = match &entry {
                Ok(entry) => Some(entry.version),
                Err(unreadable) => unreadable.version,
            };
            let version = version.unwrap_or(over.head.version + 1).max(over.head.version);
            let is_folded = entry.is_ok_and(|entry| over.fold(&entry).is_ok());
            if !is_next || !is_folded {
                over.damaged_at.get_or_insert(sequence);
            }
            over.head.version = version;
            ControlFlow::Continue(())
        };
        log.for_each(&self.subject, 1, fold).await?;
        if over.head.sequence < last {
            over.head = Head { version: over.head.version, sequence: last, digest };
        }
        if over.damaged_at.is_some() && over.damaged_at != self.damaged_at {
            tracing::error!(
                subject = %self.subject,
                sequence = over.damaged_at,
                "a record is damaged; what can be read of it counts (`damcast rebuild` mends it)"
            );
        }
        *self = over;
        Ok(())
    }

    /// Applies one entry of the subject. An entry that was applied before changes nothing.
    ///
    /// # Errors
    /// [`LedgerError::Broken`] if entries between are missing, and [`LedgerError::Unreadable`] if
    /// the record is of another stream or has no meaning.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), LedgerError> {
        if entry.sequence <= self.head.sequence {
            return Ok(());
        }
        if !self.follows(entry) {
            let (subject, sequence) = (self.subject.to_string(), entry.sequence);
            return Err(LedgerError::Broken { subject, sequence, version: self.head.version });
        }
        Ok(self.fold(entry)?)
    }

    /// Returns true if an entry follows on the last one that was applied.
    fn follows(&self, entry: &LogEntry) -> bool {
        self.head.is_followed_by(entry.version, &entry.previous)
    }

    /// Applies an entry, and goes on from it.
    fn fold(&mut self, entry: &LogEntry) -> Result<(), Unreadable> {
        let events = A::events(&entry.record).map_err(|source| Unreadable {
            subject: self.subject.to_string(),
            sequence: entry.sequence,
            version: Some(entry.version),
            reason: source.into(),
        })?;
        for event in events.iter() {
            self.state.apply(event);
        }
        let (version, sequence) = (entry.version, entry.sequence);
        self.head = Head { version, sequence, digest: entry.digest().clone() };
        self.recorded_at = entry.recorded_at;
        Ok(())
    }

    /// Appends the events of one decision and applies them; does nothing without events.
    ///
    /// The entry is recorded as of now, or as of `not_before` if that is later: the clock of whoever
    /// wrote the cause may be ahead of this machine's.
    ///
    /// # Errors
    /// [`AppendError`]; the ledger stays as it was. After [`AppendError::Conflict`], catch up and
    /// decide again.
    pub async fn commit(
        &mut self,
        log: &EventLog,
        events: &[A::Event],
        cause: Option<Cause>,
        not_before: Option<Timestamp>,
        patience: Duration,
    ) -> Result<(), AppendError> {
        if events.is_empty() {
            return Ok(());
        }
        let mut after = self.state.clone();
        for event in events {
            after.apply(event);
        }
        let version = self.head.version + 1;
        let mark = log.clock().mark();
        let recorded_at = not_before.map_or(mark.at, |earliest| mark.at.max(earliest));
        let record = after.to_record(events);
        let envelope = Envelope {
            version,
            previous: self.head.digest.clone(),
            epoch: log.epoch(self.subject.stream).to_owned(),
            cause,
            recorded_at_ms: recorded_at.millis(),
            schema: schema_of(&record),
            // A clock goes on from a moment that it has told itself.
            machine: (recorded_at == mark.at).then(|| machine_clock(mark)),
            record: Some(record),
        };
        let (id, payload) = (format!("{}/{version}", self.subject), envelope.encode_to_vec());
        let Head { sequence, digest, .. } = self.head.clone();
        let last = Expected { sequence, digest, era: self.era.clone() };
        let appended = log.append_after(last, &self.subject, &id, payload.into(), patience).await?;
        let Expected { sequence, digest, era } = appended;
        (self.state, self.era, self.recorded_at) = (after, era, recorded_at);
        self.head = Head { version, sequence, digest };
        Ok(())
    }

    /// Returns the aggregate.
    #[must_use]
    pub fn state(&self) -> &A {
        &self.state
    }

    /// Returns the moment when the last entry was written; the epoch of Unix if there is none.
    #[must_use]
    pub fn recorded_at(&self) -> Timestamp {
        self.recorded_at
    }

    /// Returns the subject that is folded.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Returns the number of histories that were found in the log before this one.
    #[must_use]
    pub fn histories(&self) -> u64 {
        self.histories
    }

    /// Returns the sequence of the first message that cannot be read, or before which others are
    /// missing, if the rest counts all the same ([`Aggregate::READS_OVER_DAMAGE`]).
    #[must_use]
    pub fn damaged_at(&self) -> Option<u64> {
        self.damaged_at
    }

    /// Returns the version of the last envelope; 0 if there is none.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.head.version
    }

    /// Returns SHA-256 of the last envelope; empty if there is none.
    #[must_use]
    pub fn digest(&self) -> &Bytes {
        &self.head.digest
    }

    /// Returns the sequence of the last envelope in its stream; 0 if there is none.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.head.sequence
    }
}

#[cfg(test)]
mod tests;
