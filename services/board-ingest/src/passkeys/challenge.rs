//! Challenges for authenticators: random, for one purpose and a time, sealed with the key of the
//! venue. No replica keeps those that are open, and the log has those that were answered.

use ::access::{Access, ChallengeId, TokenId};
use draughts::Timestamp;
use proto::subject::VenueId;
use runtime::AuthoritySecret;

use super::error::PasskeyError;

const TIME: usize = 8;
const SEAL: usize = 32;

/// The ceremony that a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose<'a> {
    /// The bearer of a token adds a passkey, and has proved who they are.
    Add(&'a TokenId),
    /// Somebody signs in.
    SignIn,
}

impl Purpose<'_> {
    fn as_bytes(&self) -> Vec<u8> {
        match self {
            Self::Add(token) => [b"add", token.as_str().as_bytes()].join(&0),
            Self::SignIn => b"sign-in".to_vec(),
        }
    }
}

/// A challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Challenge {
    id: ChallengeId,
    /// The moment from which it is refused.
    expires: Timestamp,
    seal: [u8; SEAL],
}

impl Challenge {
    /// Makes a challenge of random bytes at the moment `now`.
    pub(crate) fn new(
        random: [u8; ChallengeId::BYTES],
        secret: &AuthoritySecret,
        venue: &VenueId,
        purpose: Purpose<'_>,
        now: Timestamp,
    ) -> Self {
        let (id, expires) = (ChallengeId(random), now.saturating_add(Access::CHALLENGE_LIFE));
        let seal = secret.seal_of_challenge(&sealed(id, expires, venue, purpose));
        Self { id, expires, seal }
    }

    pub(crate) fn to_bytes(self) -> Vec<u8> {
        [&self.id.0[..], &self.expires.millis().to_be_bytes(), &self.seal].concat()
    }

    /// Reads a challenge of which nothing is believed yet.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PasskeyError> {
        let parts = bytes.split_first_chunk::<{ ChallengeId::BYTES }>().and_then(|(id, rest)| {
            let (expires, rest) = rest.split_first_chunk::<TIME>()?;
            Some((id, expires, <[u8; SEAL]>::try_from(rest).ok()?))
        });
        let (id, expires, seal) = parts.ok_or(PasskeyError::OtherChallenge)?;
        let expires = Timestamp::from_millis(i64::from_be_bytes(*expires));
        Ok(Self { id: ChallengeId(*id), expires, seal })
    }

    /// Checks that this venue gave it out for a purpose, and that it counts at the moment `now`.
    pub(super) fn check(
        &self,
        secret: &AuthoritySecret,
        venue: &VenueId,
        purpose: Purpose<'_>,
        now: Timestamp,
    ) -> Result<(), PasskeyError> {
        let content = sealed(self.id, self.expires, venue, purpose);
        if !secret.is_seal_of_challenge(&content, &self.seal) {
            return Err(PasskeyError::OtherChallenge);
        }
        if now >= self.expires { Err(PasskeyError::Late) } else { Ok(()) }
    }

    pub(super) const fn id(&self) -> ChallengeId {
        self.id
    }
}

fn sealed(id: ChallengeId, expires: Timestamp, venue: &VenueId, purpose: Purpose<'_>) -> Vec<u8> {
    let (expires, purpose) = (expires.millis().to_be_bytes(), purpose.as_bytes());
    [&id.0[..], &expires, venue.as_str().as_bytes(), &[0], &purpose].concat()
}
