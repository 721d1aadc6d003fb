//! Passkeys: keys on the devices of a person by which they sign in (WebAuthn Level 2).

use draughts::Timestamp;
use thiserror::Error;

use crate::{DeviceKey, SubjectId};

/// The number of a passkey, from 1, in the order in which they were added at a venue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PasskeyId(pub u32);

/// The id that an authenticator gave to a passkey (WebAuthn: credential ID), 1 to 1023 bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CredentialId(Vec<u8>);

/// The reason for which bytes are not the id of a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the id of a passkey has 1 to 1023 bytes, not {bytes}")]
pub struct CredentialIdError {
    /// The number of bytes.
    pub bytes: usize,
}

impl CredentialId {
    /// The largest length in bytes (WebAuthn Level 3, 7.1, step 25).
    pub const BYTES_MAX: usize = 1023;

    /// Makes an id.
    ///
    /// # Errors
    /// [`CredentialIdError`] if there are no bytes, or too many.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, CredentialIdError> {
        let bytes = bytes.into();
        match bytes.len() {
            1..=Self::BYTES_MAX => Ok(Self(bytes)),
            bytes => Err(CredentialIdError { bytes }),
        }
    }

    /// Returns the bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The public half of the key of a passkey, with its algorithm (RFC 9053, 2; RFC 8812, 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasskeyKey {
    /// ES256: ECDSA with P-256 and SHA-256.
    P256(Box<DeviceKey>),
    /// EdDSA with Ed25519.
    Ed25519([u8; 32]),
    /// RS256: PKCS #1 1.5 with SHA-256; the modulus and the exponent are big-endian.
    Rsa {
        /// The modulus.
        modulus: Vec<u8>,
        /// The public exponent.
        exponent: Vec<u8>,
    },
}

/// A challenge that was answered: random bytes, never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChallengeId(pub [u8; Self::BYTES]);

impl ChallengeId {
    /// The length in bytes.
    pub const BYTES: usize = 16;
}

/// A passkey that somebody adds, as their authenticator made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    /// The id that the authenticator gave.
    pub credential: CredentialId,
    /// The name that the person gives, such as that of the device, 1 to 100 characters.
    pub name: String,
    /// The host of the pages for which it counts (WebAuthn: RP ID).
    pub host: String,
    /// The key.
    pub key: PasskeyKey,
    /// Number of signatures that the authenticator told; 0 if it does not count.
    pub count: u32,
}

/// A passkey of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The person.
    pub subject: SubjectId,
    /// The passkey as it was added, with the number of signatures as it was told last.
    pub of: NewPasskey,
    /// The moment when it was added.
    pub added: Timestamp,
    /// The moment when somebody signed in with it the last time; `None` if nobody did.
    pub used: Option<Timestamp>,
    /// True if its number of signatures went back, as that of a copy does; nobody signs in with it
    /// then.
    pub is_doubted: bool,
}

/// The proof that somebody at a desk is the person who signed in there, before they change how they
/// sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof<'a> {
    /// None: they have just signed in by an invitation or a passkey, or have nothing that they
    /// could repeat.
    Nothing,
    /// They repeat their passphrase, whose hash this is.
    Passphrase(&'a str),
    /// They repeat their PIN, whose hash this is.
    Pin(&'a str),
    /// They sign in with their passkey again.
    SignInAgain,
}
