//! Passkeys: the answers of authenticators to challenges, verified as WebAuthn Level 2 (W3C
//! Recommendation of 8 April 2021) says in 7.1 for those that are added and in 7.2 for those that
//! sign in.
//!
//! The user has to be verified by the authenticator (a finger, a face, a PIN), as nothing else is
//! asked. Where a passkey comes from is not asked (attestation "none").

mod authenticator;
mod challenge;
mod client_data;
mod error;
mod page_origin;
#[cfg(test)]
mod tests;

use ::access::{ChallengeId, NewPasskey, Passkey, PasskeyKey, SubjectId};
use draughts::Timestamp;
use proto::subject::VenueId;
use ring::{
    digest::{SHA256, digest},
    rsa::PublicKeyComponents,
    signature::{
        ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
        VerificationAlgorithm,
    },
};
use runtime::AuthoritySecret;

use self::{
    authenticator::AuthenticatorData,
    client_data::{CREATE, ClientData, GET},
};

pub(crate) use self::{
    challenge::{Challenge, Purpose},
    error::PasskeyError,
    page_origin::PageOrigin,
};

/// The beginning of what the id of a person for authenticators is made of, so that it is that of
/// nothing else.
const PURPOSE_OF_USERS: &[u8] = b"damcast person 1";

/// The circumstances in which an answer counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ceremony<'a> {
    pub(crate) venue: &'a VenueId,
    pub(crate) secret: &'a AuthoritySecret,
    pub(crate) purpose: Purpose<'a>,
    /// The origin of the page that calls.
    pub(crate) origin: &'a PageOrigin,
    pub(crate) now: Timestamp,
}

/// The answer of an authenticator that signs in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assertion<'a> {
    pub(crate) client_data: &'a [u8],
    pub(crate) authenticator_data: &'a [u8],
    pub(crate) signature: &'a [u8],
    /// The id of the person that the authenticator keeps.
    pub(crate) user: &'a [u8],
}

/// Returns the id of a person for authenticators (user handle), which says nothing about them.
pub(crate) fn user_handle(venue: &VenueId, subject: &SubjectId) -> Vec<u8> {
    let parts = [PURPOSE_OF_USERS, venue.as_str().as_bytes(), subject.as_str().as_bytes()];
    digest(&SHA256, &parts.join(&0)).as_ref().to_vec()
}

/// Verifies the answer of an authenticator that made a passkey (7.1); returns it, and the challenge
/// that it answers.
///
/// # Errors
/// [`PasskeyError`].
pub(crate) fn verify_new(
    asked: Ceremony<'_>,
    name: String,
    client_data: &[u8],
    attestation: &[u8],
) -> Result<(NewPasskey, ChallengeId), PasskeyError> {
    // Steps 5 to 11.
    let challenge = check_client_data(asked, CREATE, client_data)?;
    // Step 12, of which the statement about the maker (steps 18 to 21) is not read.
    let data = authenticator::of_attestation(attestation)?;
    let data = AuthenticatorData::read(&data)?;
    // Steps 13 to 15.
    check_authenticator(&data, asked.origin.host())?;
    // Step 16; the length of the id (Level 3, step 25) is checked as it is read.
    let (credential, key) = data.made.ok_or(PasskeyError::NoKey)?;
    let (host, count) = (asked.origin.host().to_owned(), data.count);
    Ok((NewPasskey { credential, name, host, key, count }, challenge))
}

/// Verifies the answer of an authenticator that signs in with a passkey (7.2); returns its number
/// of signatures, which step 21 judges, and the challenge that it answers.
///
/// # Errors
/// [`PasskeyError`].
pub(crate) fn verify_assertion(
    asked: Ceremony<'_>,
    passkey: &Passkey,
    answer: Assertion<'_>,
) -> Result<(u32, ChallengeId), PasskeyError> {
    // Step 6: nobody is asked for a name, so the authenticator says whose it is.
    if answer.user != user_handle(asked.venue, &passkey.subject) {
        return Err(PasskeyError::OtherPerson);
    }
    // Steps 9 to 14.
    let challenge = check_client_data(asked, GET, answer.client_data)?;
    // A passkey of another host is never asked for by a page of this one.
    if passkey.of.host != asked.origin.host() {
        return Err(PasskeyError::OtherHost);
    }
    // Steps 15 to 17.
    let data = AuthenticatorData::read(answer.authenticator_data)?;
    check_authenticator(&data, &passkey.of.host)?;
    // Steps 19 and 20.
    let hash = digest(&SHA256, answer.client_data);
    let signed = [answer.authenticator_data, hash.as_ref()].concat();
    if !is_signed(&passkey.of.key, &signed, answer.signature) {
        return Err(PasskeyError::NotSigned);
    }
    Ok((data.count, challenge))
}

/// Checks what the browser says: the ceremony, the challenge and the page.
fn check_client_data(
    asked: Ceremony<'_>,
    ceremony: &str,
    client_data: &[u8],
) -> Result<ChallengeId, PasskeyError> {
    let told = ClientData::read(client_data)?;
    if told.ceremony != ceremony {
        return Err(PasskeyError::OtherCeremony);
    }
    let challenge = Challenge::read(&told.challenge)?;
    challenge.check(asked.secret, asked.venue, asked.purpose, asked.now)?;
    if told.origin != asked.origin.as_str() || told.is_cross_origin {
        return Err(PasskeyError::OtherOrigin);
    }
    Ok(challenge.id())
}

/// Checks what the authenticator says: the host, and that a person was there whom it verified.
fn check_authenticator(data: &AuthenticatorData, host: &str) -> Result<(), PasskeyError> {
    if data.host_hash != digest(&SHA256, host.as_bytes()).as_ref() {
        return Err(PasskeyError::OtherHost);
    }
    if data.is_present && data.is_verified { Ok(()) } else { Err(PasskeyError::NotVerified) }
}

fn is_signed(key: &PasskeyKey, signed: &[u8], signature: &[u8]) -> bool {
    let by = |algorithm: &'static dyn VerificationAlgorithm, key: &[u8]| {
        UnparsedPublicKey::new(algorithm, key).verify(signed, signature)
    };
    let verified = match key {
        PasskeyKey::P256(point) => by(&ECDSA_P256_SHA256_ASN1, point.as_bytes()),
        PasskeyKey::Ed25519(point) => by(&ED25519, point),
        PasskeyKey::Rsa { modulus: n, exponent: e } => {
            PublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, signed, signature)
        }
    };
    verified.is_ok()
}
