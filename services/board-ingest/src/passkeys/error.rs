//! Reasons for which the answer of an authenticator does not count.

use ::access::CredentialIdError;
use runtime::ErrorCategory;
use thiserror::Error;

/// The reason for which a passkey is not added, or signs nobody in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PasskeyError {
    /// A program calls, or a page of no host.
    #[error("passkeys are for pages: the call has no origin with a host")]
    NoOrigin,
    /// The page is called by an address, or without TLS: browsers have no passkeys there.
    #[error("passkeys need pages with a name, by HTTPS or on localhost, not {0:?}")]
    NoDomain(String),
    /// The client data cannot be read.
    #[error("the client data is no JSON with type, challenge and origin")]
    ClientData,
    /// The client data is of another ceremony, such as adding instead of signing in.
    #[error("the client data is of another ceremony")]
    OtherCeremony,
    /// The challenge is not one of this venue for this purpose.
    #[error("the challenge was not given out for this")]
    OtherChallenge,
    /// The answer came too late.
    #[error("the challenge has expired: begin again")]
    Late,
    /// It answers a page of another origin, or one within another page.
    #[error("the answer is for a page of another origin")]
    OtherOrigin,
    /// The authenticator data cannot be read.
    #[error("the data of the authenticator cannot be read: {0}")]
    AuthenticatorData(&'static str),
    /// The id of the passkey is too long.
    #[error(transparent)]
    CredentialId(#[from] CredentialIdError),
    /// It made no key.
    #[error("the authenticator made no key")]
    NoKey,
    /// Its key is of no algorithm that was asked for.
    #[error("the key of the passkey is none of ES256, EdDSA and RS256")]
    OtherAlgorithm,
    /// The passkey is for another host.
    #[error("the passkey is for another host")]
    OtherHost,
    /// Nobody was there, or the authenticator did not verify who.
    #[error("the authenticator did not verify who is there")]
    NotVerified,
    /// There is no such passkey.
    #[error("there is no such passkey")]
    Unknown,
    /// It is of another person.
    #[error("the passkey is of another person")]
    OtherPerson,
    /// Another key signed it, or something else was signed.
    #[error("the passkey did not sign this")]
    NotSigned,
}

impl PasskeyError {
    /// Returns true if somebody does not come in by it, as by a wrong passphrase; false if the page
    /// or the browser is at fault, or too late.
    pub(crate) const fn is_wrong(&self) -> bool {
        match self {
            Self::OtherChallenge
            | Self::OtherOrigin
            | Self::OtherHost
            | Self::NotVerified
            | Self::Unknown
            | Self::OtherPerson
            | Self::NotSigned => true,
            Self::NoOrigin
            | Self::NoDomain(_)
            | Self::ClientData
            | Self::OtherCeremony
            | Self::Late
            | Self::AuthenticatorData(_)
            | Self::CredentialId(_)
            | Self::NoKey
            | Self::OtherAlgorithm => false,
        }
    }

    pub(crate) const fn category(&self) -> ErrorCategory {
        match self {
            Self::Late | Self::NoDomain(_) => ErrorCategory::Precondition,
            Self::NoOrigin
            | Self::ClientData
            | Self::OtherCeremony
            | Self::OtherChallenge
            | Self::OtherOrigin
            | Self::AuthenticatorData(_)
            | Self::CredentialId(_)
            | Self::NoKey
            | Self::OtherAlgorithm
            | Self::OtherHost
            | Self::NotVerified
            | Self::Unknown
            | Self::OtherPerson
            | Self::NotSigned => ErrorCategory::Invalid,
        }
    }
}
