//! Invitations: secrets for one use, by which people and devices come in.

use core::{fmt, time::Duration};

use draughts::Timestamp;
use sha2::{Digest as _, Sha256};

use crate::{Author, Limits, Role, SubjectId};

/// The hash of a secret, so that the log does not hold the secret itself: SHA-256 of that of a
/// link, which nobody guesses, and HMAC with the key of the venue of a code, of which there are
/// few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretHash(pub [u8; Self::BYTES]);

impl SecretHash {
    /// The length of a hash in bytes.
    pub const BYTES: usize = 32;

    /// Returns the hash of a secret.
    #[must_use]
    pub fn of(secret: &[u8]) -> Self {
        Self(Sha256::digest(secret).into())
    }
}

/// The number of an invitation, from 1, in the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InvitationId(pub u32);

impl fmt::Display for InvitationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The seat of a device at its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceSeat {
    /// White's own tablet.
    White,
    /// Black's own tablet.
    Black,
    /// One device for both: a shared tablet, or a sensor board.
    Table,
}

impl DeviceSeat {
    /// Returns the stable name of the seat, such as `white`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Table => "table",
        }
    }
}

/// The person or device that is invited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invitee {
    /// A person who is known.
    Person(SubjectId),
    /// The device that comes first, which is enrolled by that.
    Device {
        /// Its role.
        role: Role,
        /// Its limits.
        limits: Limits,
        /// Its seat at the one table of its limits; `None` if it has none.
        seat: Option<DeviceSeat>,
    },
}

impl Invitee {
    /// Returns the time for which the invitation counts: a day for a person, who may live far away,
    /// a minute for a device with a code, which is in the hand of whoever looks at the desk, and an
    /// hour for one without, whose secret nobody guesses and is carried to it.
    #[must_use]
    pub const fn life(&self, has_code: bool) -> Duration {
        match self {
            Self::Person(_) => Duration::from_secs(24 * 3600),
            Self::Device { .. } if has_code => Duration::from_secs(60),
            Self::Device { .. } => Duration::from_secs(3600),
        }
    }
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The person or device that is invited.
    pub to: Invitee,
    /// The person who made it.
    pub by: Author,
    /// The hash of the secret in the link.
    pub link: SecretHash,
    /// The hash of the code that may be typed in its place; `None` if there is none.
    pub code: Option<SecretHash>,
    /// The moment from which it is refused.
    pub expires: Timestamp,
    /// The person or device that used it; `None` if nobody did.
    pub used_by: Option<SubjectId>,
    /// The moment when they did.
    pub used_at: Option<Timestamp>,
}

/// The secret that a person presents to use an invitation: the link, or the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// That of the link.
    Link(SecretHash),
    /// The code.
    Code(SecretHash),
}

impl Invitation {
    /// Returns true if the secret is that of this invitation.
    #[must_use]
    pub fn has(&self, secret: Secret) -> bool {
        match secret {
            Secret::Link(link) => self.link == link,
            Secret::Code(code) => self.code == Some(code),
        }
    }
}
