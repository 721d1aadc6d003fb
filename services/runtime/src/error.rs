//! Errors of the log: of a publish, of an append, of a read, and of folding what was read.

use proto::subject::Stream;
use thiserror::Error;

use crate::log_entry::Unreadable;

/// The reason why a publish was not answered with a sequence.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PublishError {
    /// No answer came in time, or the connection was lost. The message may be stored, now or later.
    #[error("NATS did not answer in time")]
    Unanswered,
    /// The message is larger than the server takes.
    #[error("the message is too large")]
    TooLarge,
    /// The server answered with an error.
    #[error("{description}")]
    Answered {
        /// JetStream's error code, such as 10071.
        code: u64,
        /// The class of the error, as in HTTP: 400, 503 and so on.
        status: usize,
        /// The server's text, with its codes.
        description: String,
    },
}

/// The reason why an append failed.
#[derive(Debug, Error)]
pub enum AppendError {
    /// Another writer was first: read on and decide again.
    #[error("append to {subject}: another writer was first")]
    Conflict {
        /// The subject.
        subject: String,
    },
    /// The broker refuses the message: its storage is full, or the message is too large.
    #[error("append to {subject}: not stored, {reason}")]
    Refused {
        /// The subject.
        subject: String,
        /// The broker's reason.
        reason: PublishError,
    },
    /// The broker did not answer in time. The message may still be stored, once.
    #[error("append to {subject}: NATS did not answer in time")]
    Unavailable {
        /// The subject.
        subject: String,
    },
}

impl AppendError {
    /// Returns true if the broker refuses the message because of its size, and so for ever.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        /// JetStream's error code for a message that is larger than the stream takes.
        const EXCEEDS_MAXIMUM: u64 = 10_054;
        let Self::Refused { reason, .. } = self else { return false };
        matches!(
            reason,
            PublishError::TooLarge | PublishError::Answered { code: EXCEEDS_MAXIMUM, .. }
        )
    }
}

/// A failed read.
#[derive(Debug, Error)]
#[error("read {what}: {reason}")]
pub struct ReadError {
    /// The subject, filter or stream.
    pub what: String,
    /// The reason.
    pub reason: ReadFailure,
}

impl ReadError {
    /// Makes the error of a read of `what`.
    #[must_use]
    pub fn new(what: &str, reason: ReadFailure) -> Self {
        Self { what: what.to_owned(), reason }
    }

    /// Returns the stream that was read; `None` for a read of something else.
    pub(crate) fn stream(&self) -> Option<Stream> {
        let root = self.what.split('.').next();
        let mut streams = Stream::ALL.into_iter();
        streams.find(|stream| self.what == stream.name() || root == Some(stream.root()))
    }
}

/// The reason why a read failed.
#[derive(Debug, Error)]
pub enum ReadFailure {
    /// The connection was lost during the read.
    #[error("the connection was lost")]
    Disconnected,
    /// No answer came in time.
    #[error("NATS did not answer in time")]
    Unanswered,
    /// No server has the stream.
    #[error("no stream answers")]
    NoResponders,
    /// The server answered with an error.
    #[error("{status} {text}")]
    Status {
        /// Its number, as in HTTP.
        status: u16,
        /// Its text.
        text: String,
    },
    /// An answer lacks its subject or its sequence.
    #[error("an answer without subject or sequence")]
    Unreadable,
    /// Every copy that answered is behind the leader.
    #[error("no copy of the stream has reached sequence {sequence}")]
    Behind {
        /// The last sequence of the leader.
        sequence: u64,
    },
    /// The client library failed.
    #[error("{0}")]
    Nats(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl ReadFailure {
    pub(crate) fn nats(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Nats(Box::new(source))
    }
}

/// The reason why a subject cannot be folded.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// NATS did not answer.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A stored message cannot be read by this program.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// An entry does not follow the one before it, or entries between them are missing.
    #[error(
        "{subject} at sequence {sequence} does not follow version {version} (`damcast verify` says what to do)"
    )]
    Broken {
        /// The subject.
        subject: String,
        /// The sequence of the entry in its stream.
        sequence: u64,
        /// The last version that could be folded.
        version: u64,
    },
}

impl LedgerError {
    /// Returns true if no program can read the history on: a message is damaged, or one is missing.
    pub(crate) fn is_damage(&self) -> bool {
        match self {
            Self::Read(_) => false,
            Self::Unreadable(unreadable) => !unreadable.is_newer(),
            Self::Broken { .. } => true,
        }
    }
}
