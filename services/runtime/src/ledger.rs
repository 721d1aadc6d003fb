//! One subject of the log and the aggregate that its events fold into.

use std::time::Duration;

use bytes::Bytes;
use prost::Message as _;
use proto::{
    convert::{Aggregate, ConvertError},
    subject::Subject,
    v1::{Cause, Envelope},
};
use thiserror::Error;

use crate::{
    event_log::{
        AppendError, COPY_PAUSE, COPY_TRIES, EventLog, ReadError, ReadFailure, Stored, digest,
    },
    log::chain::{Catch, Head},
    log_entry::{LogEntry, Unreadable, UnreadableReason},
};

/// How many entries are read at once.
const PAGE: u32 = 512;
/// Before NATS is asked again for a log that has to be read anew.
const RELOAD_PAUSE: Duration = Duration::from_millis(200);

/// Why a subject cannot be folded.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// NATS did not answer.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A stored message is not an envelope.
    #[error("decode {subject} at sequence {sequence}")]
    Decode {
        /// Which subject.
        subject: String,
        /// Where in the stream.
        sequence: u64,
        /// What is wrong.
        source: prost::DecodeError,
    },
    /// A stored record cannot be understood.
    #[error("read the record of {subject} at sequence {sequence}")]
    Record {
        /// Which subject.
        subject: String,
        /// Where in the stream.
        sequence: u64,
        /// What is wrong.
        source: ConvertError,
    },
    /// The history is not one history: a version is missing, or does not follow the one before it.
    #[error("{subject} at sequence {sequence} does not follow version {version}")]
    Broken {
        /// Which subject.
        subject: String,
        /// Where in the stream.
        sequence: u64,
        /// The last version that was sound.
        version: u64,
    },
}

impl From<Unreadable> for LedgerError {
    fn from(Unreadable { subject, sequence, reason }: Unreadable) -> Self {
        match reason {
            UnreadableReason::Envelope(source) => Self::Decode { subject, sequence, source },
            UnreadableReason::Record(source) => Self::Record { subject, sequence, source },
            UnreadableReason::Subject(source) => {
                Self::Record { subject, sequence, source: source.into() }
            }
        }
    }
}

/// An aggregate with its place in the log.
#[derive(Clone, Debug)]
pub struct Ledger<A> {
    subject: Subject,
    state: A,
    head: Head,
}

/// An envelope that is not stored yet, and the state that it leads to.
#[derive(Clone, Debug)]
pub struct Prepared<A> {
    after: A,
    payload: Bytes,
}

impl<A> Prepared<A> {
    /// The bytes of the envelope, of which [`MAX_ENVELOPE`](crate::MAX_ENVELOPE) can be stored.
    #[must_use]
    pub fn size(&self) -> usize {
        self.payload.len()
    }
}

impl<A: Aggregate> Ledger<A> {
    /// A subject of which nothing was read yet.
    #[must_use]
    pub fn new(subject: Subject) -> Self {
        Self { subject, state: A::default(), head: Head::default() }
    }

    /// Folds everything that the log has on `subject`.
    ///
    /// # Errors
    /// [`LedgerError`] when NATS does not answer or the history is not sound.
    pub async fn load(log: &EventLog, subject: Subject) -> Result<Self, LedgerError> {
        let mut ledger = Self::new(subject);
        ledger.catch_up(log).await?;
        Ok(ledger)
    }

    /// As [`Ledger::load`], however long NATS is away: for whoever follows a stream and was told of a
    /// message that does not follow on what it knew.
    ///
    /// # Errors
    /// [`LedgerError`] when the history is not sound.
    pub async fn reload(log: &EventLog, subject: &Subject) -> Result<Self, LedgerError> {
        loop {
            match Self::load(log, subject.clone()).await {
                Err(LedgerError::Read(error)) => {
                    tracing::debug!(%subject, %error, "reading the log again");
                    tokio::time::sleep(RELOAD_PAUSE).await;
                }
                loaded => return loaded,
            }
        }
    }

    /// Folds what the log has beyond what is known, and answers how many messages that were.
    ///
    /// The leader says how far the subject is, so nothing that was acknowledged is missed, whichever
    /// copy answers the rest. A log that tells another history than before (a store that lost its
    /// tail, or was replaced) is folded anew from its first message.
    ///
    /// # Errors
    /// As [`Ledger::load`]; the ledger stays at the last sound message.
    pub async fn catch_up(&mut self, log: &EventLog) -> Result<usize, LedgerError> {
        let last = log.last(&self.subject).await?;
        let (sequence, payload) =
            last.map_or((0, Bytes::new()), |last| (last.sequence, last.payload));
        match self.head.catch(sequence, &digest(&payload)) {
            Catch::Known => return Ok(0),
            Catch::ReadOn => {}
            Catch::ReadAnew => {
                tracing::error!(
                    subject = %self.subject,
                    version = self.head.version,
                    "the log holds another history than before; folding it again"
                );
                *self = Self::new(self.subject.clone());
            }
        }
        let subject = self.subject.to_string();
        let mut folded = 0;
        for _try in 0..COPY_TRIES {
            let mut is_more = true;
            while is_more {
                let from = self.head.sequence + 1;
                let page = log.page(self.subject.stream, &subject, from, PAGE).await?;
                folded += page.entries.len();
                for entry in page.entries {
                    self.apply(&entry?)?;
                }
                is_more = page.is_more;
            }
            if self.head.sequence >= sequence {
                return Ok(folded);
            }
            tokio::time::sleep(COPY_PAUSE).await;
        }
        Err(ReadError::new(&subject, ReadFailure::Behind { sequence }).into())
    }

    /// Applies one entry of the subject. One that is known already changes nothing.
    ///
    /// # Errors
    /// [`LedgerError::Broken`] when entries between are missing, and [`LedgerError::Record`] when the
    /// record is another stream's or holds what no version wrote.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), LedgerError> {
        if entry.sequence <= self.head.sequence {
            return Ok(());
        }
        if !self.head.is_followed_by(entry.version, &entry.previous) {
            let (subject, sequence) = (self.subject.to_string(), entry.sequence);
            return Err(LedgerError::Broken { subject, sequence, version: self.head.version });
        }
        let events = A::events(&entry.record).map_err(|source| Unreadable {
            subject: self.subject.to_string(),
            sequence: entry.sequence,
            reason: source.into(),
        })?;
        for event in events.iter() {
            self.state.apply(event);
        }
        let (version, sequence) = (entry.version, entry.sequence);
        self.head = Head { version, sequence, digest: entry.digest().clone() };
        Ok(())
    }

    /// As [`Ledger::apply`], of a message as it is stored.
    ///
    /// # Errors
    /// As [`Ledger::apply`].
    pub fn fold(&mut self, message: &Stored) -> Result<(), LedgerError> {
        if message.sequence <= self.head.sequence {
            return Ok(());
        }
        self.apply(&LogEntry::read(message.clone())?)
    }

    /// Appends the events of one decision and applies them; without events it does nothing.
    ///
    /// # Errors
    /// [`AppendError`]; the ledger is as it was. After [`AppendError::Conflict`], catch up and decide
    /// again.
    pub async fn commit(
        &mut self,
        log: &EventLog,
        events: &[A::Event],
        cause: Option<Cause>,
        patience: Duration,
    ) -> Result<(), AppendError> {
        match self.prepare(log, events, cause) {
            Some(prepared) => self.append(log, prepared, patience).await,
            None => Ok(()),
        }
    }

    /// Makes the envelope of one decision; `None` without events.
    #[must_use]
    pub fn prepare(
        &self,
        log: &EventLog,
        events: &[A::Event],
        cause: Option<Cause>,
    ) -> Option<Prepared<A>> {
        if events.is_empty() {
            return None;
        }
        let mut after = self.state.clone();
        for event in events {
            after.apply(event);
        }
        let envelope = Envelope {
            version: self.head.version + 1,
            previous: self.head.digest.clone(),
            epoch: log.epoch(self.subject.stream).to_owned(),
            cause,
            recorded_at_ms: log.clock().now().millis(),
            record: Some(after.to_record(events)),
        };
        Some(Prepared { after, payload: envelope.encode_to_vec().into() })
    }

    /// Appends what was prepared of this ledger as it is, and applies it.
    ///
    /// # Errors
    /// As [`Ledger::commit`].
    pub async fn append(
        &mut self,
        log: &EventLog,
        Prepared { after, payload }: Prepared<A>,
        patience: Duration,
    ) -> Result<(), AppendError> {
        let version = self.head.version + 1;
        let id = format!("{}/{version}", self.subject);
        let sequence =
            log.append(&self.subject, &id, self.head.sequence, payload.clone(), patience).await?;
        self.state = after;
        self.head = Head { version, sequence, digest: digest(&payload) };
        Ok(())
    }

    /// The aggregate as it is.
    #[must_use]
    pub fn state(&self) -> &A {
        &self.state
    }

    /// The subject that it is folded from.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The version of the last envelope; 0 when there is none.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.head.version
    }

    /// The sequence of the last envelope in its stream; 0 when there is none.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.head.sequence
    }
}
