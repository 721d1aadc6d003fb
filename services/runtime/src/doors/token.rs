//! Tokens (PASETO v4.public): who somebody is, signed with the key of their venue.
//!
//! The footer names the venue, so that the key is known before anything else is believed. What the
//! bearer may do stands in the log alone.

use std::{fmt, sync::Arc};

use access::{AuthorityKey, Code, Credential, IdError, Role, SecretHash, SubjectId, TokenId};
use pasetors::{
    Public,
    keys::{AsymmetricKeyPair, AsymmetricPublicKey, AsymmetricSecretKey, Generate as _},
    token::UntrustedToken,
    version4::{PublicToken, V4},
};
use proto::{
    Timestamp,
    subject::{NameError, VenueId},
};
use ring::hmac;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Bytes of the longest token that is looked at.
const TOKEN_MAX: usize = 2048;

/// The beginning of what the hash of a code is made of, so that it is that of nothing else.
const PURPOSE_OF_CODES: &[u8] = b"damcast code 1\0";
/// The beginning of what a challenge is sealed with.
const PURPOSE_OF_CHALLENGES: &[u8] = b"damcast challenge 1\0";

/// The reason why a token says nothing.
#[derive(Debug, Error)]
pub(super) enum TokenError {
    /// It is not a token, or another key signed it.
    #[error("the token is not one of this venue")]
    Forged,
    /// It is signed, and its content cannot be read; only a faulty program can have made it.
    #[error("the content of the token cannot be read")]
    Content(#[source] serde_json::Error),
    /// It is signed, and names two venues; only a faulty program can have made it.
    #[error("the token contradicts itself about its venue")]
    OtherVenue,
    /// It names no venue.
    #[error("the token names no venue")]
    Venue(#[from] NameError),
    /// An id in it is none.
    #[error(transparent)]
    Id(#[from] IdError),
}

/// The content of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The venue whose key signs it.
    pub venue: VenueId,
    /// The bearer, the generation of the key, and how far it reaches.
    pub credential: Credential,
    /// The role of the bearer when it was given out, to be shown. The log says what they may do.
    pub role: Option<Role>,
}

/// The content of a token that is signed, as JSON with its members in the order of the alphabet.
/// Times are in milliseconds since 1970.
#[derive(Deserialize, Serialize)]
struct SignedContent {
    exp_ms: i64,
    #[serde(rename = "gen")]
    generation: u32,
    iat_ms: i64,
    jti: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    sub: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tournament: Option<String>,
    venue: String,
}

/// The key that signs the tokens of a venue: secret and public half.
#[derive(Clone)]
pub struct AuthoritySecret(Arc<AsymmetricKeyPair<V4>>);

impl fmt::Debug for AuthoritySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthoritySecret").finish_non_exhaustive()
    }
}

/// The reason why there is no key.
#[derive(Debug, Error)]
pub enum SecretError {
    /// The bytes are not a key.
    #[error("it does not hold the key of a venue")]
    NoKey,
    /// The system gives no random numbers.
    #[error("make a key: the system gives no random numbers")]
    NoRandomness,
    /// The content that is to be signed cannot be written as JSON, which is a bug.
    #[error("the content cannot be written")]
    Content(#[from] serde_json::Error),
}

impl AuthoritySecret {
    /// The length of a key as text.
    const HEX: usize = 128;

    /// Makes a new key.
    ///
    /// # Errors
    /// [`SecretError::NoRandomness`].
    pub fn generate() -> Result<Self, SecretError> {
        AsymmetricKeyPair::generate()
            .map(|pair| Self(Arc::new(pair)))
            .map_err(|_error| SecretError::NoRandomness)
    }

    /// Reads a key as [`AuthoritySecret::to_text`] writes it.
    ///
    /// # Errors
    /// [`SecretError::NoKey`].
    pub fn from_text(text: &str) -> Result<Self, SecretError> {
        let no_key = |_error| SecretError::NoKey;
        let text = text.trim();
        if text.len() != Self::HEX || !text.is_ascii() {
            return Err(SecretError::NoKey);
        }
        let digits =
            |at| u8::from_str_radix(&text[at..at + 2], 16).map_err(|_digits| SecretError::NoKey);
        let bytes = (0..Self::HEX).step_by(2).map(digits).collect::<Result<Vec<u8>, _>>()?;
        // The library panics at a seed of zeros.
        if bytes.iter().all(|byte| *byte == 0) {
            return Err(SecretError::NoKey);
        }
        let secret = AsymmetricSecretKey::<V4>::from(&bytes).map_err(no_key)?;
        let public = AsymmetricPublicKey::<V4>::try_from(&secret).map_err(no_key)?;
        Ok(Self(Arc::new(AsymmetricKeyPair { public, secret })))
    }

    /// Writes the key as 128 hexadecimal digits, for a file that nobody else may read.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.secret.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the public half.
    ///
    /// # Errors
    /// [`SecretError::NoKey`]; never, as far as is known.
    pub fn public(&self) -> Result<AuthorityKey, SecretError> {
        let bytes = self.0.public.as_bytes().try_into();
        bytes.map(AuthorityKey).map_err(|_length| SecretError::NoKey)
    }

    /// Returns the hash of a code, of which there are so few that whoever reads it could try them
    /// all without the key.
    #[must_use]
    pub fn hash_of_code(&self, code: Code) -> SecretHash {
        SecretHash(self.seal(&[PURPOSE_OF_CODES, code.as_bytes()].concat()))
    }

    /// Returns the seal of a challenge for an authenticator, by which every replica knows it again.
    #[must_use]
    pub fn seal_of_challenge(&self, content: &[u8]) -> [u8; SecretHash::BYTES] {
        self.seal(&[PURPOSE_OF_CHALLENGES, content].concat())
    }

    /// Returns true if this key sealed a challenge; takes as long for every seal.
    #[must_use]
    pub fn is_seal_of_challenge(&self, content: &[u8], seal: &[u8]) -> bool {
        let content = [PURPOSE_OF_CHALLENGES, content].concat();
        hmac::verify(&self.key_of_seals(), &content, seal).is_ok()
    }

    fn key_of_seals(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, self.0.secret.as_bytes())
    }

    fn seal(&self, content: &[u8]) -> [u8; SecretHash::BYTES] {
        let tag = hmac::sign(&self.key_of_seals(), content);
        let mut seal = [0; SecretHash::BYTES];
        seal.copy_from_slice(tag.as_ref());
        seal
    }

    /// Signs a message that counts for one purpose alone.
    ///
    /// # Errors
    /// [`SecretError::NoKey`].
    pub(super) fn sign_for(&self, purpose: &[u8], message: &[u8]) -> Result<String, SecretError> {
        PublicToken::sign(&self.0.secret, message, None, Some(purpose))
            .map_err(|_error| SecretError::NoKey)
    }

    /// Signs a token.
    ///
    /// # Errors
    /// [`SecretError::NoKey`]; [`SecretError::Content`], never, as far as is known.
    pub fn sign(&self, claims: &Claims) -> Result<String, SecretError> {
        let Claims { venue, credential, role } = claims;
        let content = SignedContent {
            exp_ms: credential.expires.millis(),
            generation: credential.generation,
            iat_ms: credential.issued.millis(),
            jti: credential.token.as_str().to_owned(),
            role: role.map(|role| role.as_str().to_owned()),
            sub: credential.subject.as_str().to_owned(),
            tournament: credential.tournament.clone(),
            venue: venue.as_str().to_owned(),
        };
        let (message, footer) = (serde_json::to_vec(&content)?, venue.as_str());
        PublicToken::sign(&self.0.secret, &message, Some(footer.as_bytes()), None)
            .map_err(|_error| SecretError::NoKey)
    }
}

/// A token of which nothing is believed yet.
#[derive(Debug)]
pub(super) struct Unverified {
    token: UntrustedToken<Public, V4>,
    /// The venue that it names.
    pub(super) venue: VenueId,
}

impl Unverified {
    /// Reads a token.
    ///
    /// # Errors
    /// [`TokenError`] if it is none, or names no venue.
    pub(super) fn read(text: &str) -> Result<Self, TokenError> {
        if text.len() > TOKEN_MAX {
            return Err(TokenError::Forged);
        }
        let token = UntrustedToken::try_from(text).map_err(|_error| TokenError::Forged)?;
        let footer = std::str::from_utf8(token.untrusted_footer());
        let venue = footer.map_err(|_bytes| TokenError::Forged)?.parse()?;
        Ok(Self { token, venue })
    }

    /// Verifies the signature and returns the content.
    ///
    /// # Errors
    /// [`TokenError`].
    pub(super) fn verify(self, key: AuthorityKey) -> Result<Claims, TokenError> {
        let forged = |_error| TokenError::Forged;
        let key = AsymmetricPublicKey::<V4>::from(&key.0).map_err(forged)?;
        let trusted = PublicToken::verify(&key, &self.token, None, None).map_err(forged)?;
        let content: SignedContent =
            serde_json::from_str(trusted.payload()).map_err(TokenError::Content)?;
        // The footer is signed too; a token that contradicts itself is of no use.
        if content.venue != self.venue.as_str() {
            return Err(TokenError::OtherVenue);
        }
        Ok(Claims {
            credential: Credential {
                token: TokenId::new(content.jti)?,
                subject: SubjectId::new(content.sub)?,
                generation: content.generation,
                tournament: content.tournament,
                issued: Timestamp::from_millis(content.iat_ms),
                expires: Timestamp::from_millis(content.exp_ms),
            },
            role: content.role.as_deref().and_then(Role::named),
            venue: self.venue,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        Claims {
            venue: "main".parse().unwrap(),
            credential: Credential {
                token: TokenId::new("0001").unwrap(),
                subject: SubjectId::new("ids").unwrap(),
                generation: 3,
                tournament: Some("kk-2026".to_owned()),
                issued: Timestamp::from_millis(1_000),
                expires: Timestamp::from_millis(9_000),
            },
            role: Some(Role::Arbiter),
        }
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let secret = AuthoritySecret::generate().unwrap();
        for role in [Some(Role::Arbiter), None] {
            let mut claims = Claims { role, ..claims() };
            claims.credential.tournament.take_if(|_| role.is_none());
            let token = secret.sign(&claims).unwrap();
            assert!(token.starts_with("v4.public.") && token.len() < 400, "{token}");
            let unverified = Unverified::read(&token).unwrap();
            assert_eq!(unverified.venue, claims.venue);
            assert_eq!(unverified.verify(secret.public().unwrap()).unwrap(), claims);
        }
    }

    #[test]
    fn the_content_of_a_token_is_json_with_its_members_in_the_order_of_the_alphabet() {
        let secret = AuthoritySecret::generate().unwrap();
        let whole = concat!(
            r#"{"exp_ms":9000,"gen":3,"iat_ms":1000,"jti":"0001","role":"arbiter","sub":"ids","#,
            r#""tournament":"kk-2026","venue":"main"}"#
        );
        let mut narrow = Claims { role: None, ..claims() };
        narrow.credential.tournament = None;
        let short =
            r#"{"exp_ms":9000,"gen":3,"iat_ms":1000,"jti":"0001","sub":"ids","venue":"main"}"#;
        for (claims, expected) in [(claims(), whole), (narrow, short)] {
            let token = Unverified::read(&secret.sign(&claims).unwrap()).unwrap().token;
            let content = token.untrusted_payload();
            assert_eq!(std::str::from_utf8(content).unwrap(), expected);
        }
    }

    #[test]
    fn what_another_key_signed_or_somebody_changed_is_forged() {
        let [secret, other] = [(); 2].map(|()| AuthoritySecret::generate().unwrap());
        let token = secret.sign(&claims()).unwrap();
        let read = |token: &str| Unverified::read(token).unwrap();
        let verified = read(&token).verify(other.public().unwrap());
        assert!(matches!(verified, Err(TokenError::Forged)));
        let changed = |at: usize| {
            let mut bytes = token.clone().into_bytes();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            String::from_utf8(bytes).unwrap()
        };
        let payload = "v4.public.".len();
        for at in (payload..token.rfind('.').unwrap() - 2).step_by(7) {
            let Ok(unverified) = Unverified::read(&changed(at)) else { continue };
            assert!(unverified.verify(secret.public().unwrap()).is_err(), "{at}");
        }
        // Another venue's name.
        let (start, _footer) = token.rsplit_once('.').unwrap();
        let moved = format!("{start}.b3RoZXI");
        let unverified = read(&moved);
        assert_eq!(unverified.venue.as_str(), "other");
        assert!(matches!(unverified.verify(secret.public().unwrap()), Err(TokenError::Forged)));
    }

    #[test]
    fn the_hash_of_a_code_follows_from_the_key_and_the_code() {
        let [secret, other] = [(); 2].map(|()| AuthoritySecret::generate().unwrap());
        let [code, wrong] = ["123456", "123457"].map(|code| code.parse::<Code>().unwrap());
        assert_eq!(secret.hash_of_code(code), secret.hash_of_code(code));
        assert_ne!(secret.hash_of_code(code), secret.hash_of_code(wrong));
        assert_ne!(secret.hash_of_code(code), other.hash_of_code(code));
        assert_ne!(secret.hash_of_code(code), SecretHash::of(code.as_bytes()));
    }

    #[test]
    fn what_is_no_token_is_not_read() {
        let long = format!("v4.public.{}", "A".repeat(TOKEN_MAX));
        let without_venue = {
            let token = AuthoritySecret::generate().unwrap().sign(&claims()).unwrap();
            token.rsplit_once('.').unwrap().0.to_owned()
        };
        for text in [
            "",
            "x",
            "v4.public.",
            "v4.public.AAAA",
            "v4.local.AAAA",
            "v2.public.AAAA.bWFpbg",
            &long,
            &without_venue,
        ] {
            assert!(Unverified::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_key_is_read_as_it_is_written_and_is_not_shown() {
        let secret = AuthoritySecret::generate().unwrap();
        let text = secret.to_text();
        let again = AuthoritySecret::from_text(&format!("{text}\n")).unwrap();
        assert_eq!(again.public().unwrap(), secret.public().unwrap());
        assert!(!format!("{secret:?}").contains(&text[..8]));
        for text in ["", "00", &"0".repeat(128), &"é".repeat(64), &"g".repeat(128)] {
            assert!(AuthoritySecret::from_text(text).is_err(), "{text}");
        }
    }
}
