//! Errors of calls about people and devices.

use std::time::Duration;

use ::access::{CommandRefusal, PinError};
use proto::subject::VenueId;
use runtime::{LedgerError, PoolError, SecretError, TransactionError, key_file};
use thiserror::Error;

use crate::passkeys::PasskeyError;

/// The reason why a call about people and devices failed.
#[derive(Debug, Error)]
pub(crate) enum AccessError {
    /// It makes no sense now, or the author may not.
    #[error(transparent)]
    Refused(#[from] CommandRefusal),
    /// A field of the request is missing or invalid.
    #[error(transparent)]
    Convert(#[from] proto::convert::ConvertError),
    /// The name and the passphrase do not belong together.
    #[error("the name and the passphrase do not belong together")]
    WrongPassphrase,
    /// The PIN is not that of the caller.
    #[error("the PIN is wrong")]
    WrongPin,
    /// The caller has no PIN to confirm by.
    #[error("there is no PIN to confirm by")]
    NoPin,
    /// A text is not a PIN.
    #[error(transparent)]
    Pin(#[from] PinError),
    /// A passkey is not added, or signs nobody in.
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
    /// Somebody without a passphrase has to show their passkey before they change how they sign in.
    #[error("sign in with the passkey again, and change this within a quarter of an hour")]
    SignInAgain,
    /// The passphrase is too short, or too long.
    #[error("a passphrase has {shortest} to {longest} characters")]
    PassphraseLength { shortest: usize, longest: usize },
    /// Somebody tries too often.
    #[error("too often: try again in {} s", retry.as_secs() + 1)]
    TooOften { retry: Duration },
    /// There is no key to sign with.
    #[error(
        "the key of the venue is not at {path}: give the file of `damcast access init` with --authority-key"
    )]
    NoKey { path: String },
    /// The key is not the one with which the venue signs now.
    #[error("the key at {path} is not the one of {venue}")]
    OtherKey { path: String, venue: VenueId },
    #[error(transparent)]
    KeyFile(#[from] key_file::KeyFileError),
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// Many passphrases are checked, or many old changes read, at the same time.
    #[error(transparent)]
    Busy(#[from] PoolError),
    /// A passphrase cannot be hashed.
    #[error("the passphrase cannot be hashed")]
    Hash,
    #[error("the system gives no random numbers")]
    NoRandomness,
    #[error(transparent)]
    Transaction(#[from] TransactionError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("{0}: NATS did not answer in time, try again")]
    Late(VenueId),
    #[error("the service is stopping, try again")]
    Stopping,
}
