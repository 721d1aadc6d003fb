//! The credentials of those in a hall that is locked: tokens of everybody, and the key of the
//! devices.

use std::{collections::BTreeMap, fmt, sync::Arc};

use access::{Access, AuthorityKey, Credential, DeviceKey, SubjectId, TokenId};
use anyhow::{Context as _, Result, anyhow};
use http::{HeaderMap, HeaderValue, header};
use proto::{Timestamp, subject::VenueId};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use runtime::{AuthoritySecret, Claims, SIGNATURE, WallClock, signed_bytes};

/// The id of the chief arbiter.
pub(crate) const CHIEF: &str = "chief";

/// The longest frame head of a request over gRPC, in bytes.
const FRAME_HEAD: usize = 5;

/// The key of the venue: that of RFC 8032, 7.1, test 1.
const VENUE_KEY: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\
                         d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
/// The key of every device, secret and public: that of RFC 6979, A.2.5.
const DEVICE_KEY: [&str; 2] = [
    "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
    "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6\
       7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299",
];

/// The credentials of the chief arbiter and of devices. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Credentials(Arc<Inner>);

struct Inner {
    secret: AuthoritySecret,
    device_key: EcdsaKeyPair,
    /// The tokens by bearer.
    tokens: BTreeMap<String, String>,
    /// The moment at which every token was given out.
    issued: Timestamp,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.tokens.keys()).finish()
    }
}

impl Credentials {
    /// Returns those of the chief arbiter and of these devices.
    ///
    /// # Errors
    /// If a key or a name is none.
    pub(crate) fn new<'a>(
        venue: &VenueId,
        devices: impl Iterator<Item = &'a str>,
        clock: &WallClock,
    ) -> Result<Self> {
        let secret = AuthoritySecret::from_text(VENUE_KEY)?;
        let [private, public] = DEVICE_KEY.map(bytes);
        let device_key = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &private,
            &public,
            &SystemRandom::new(),
        );
        let device_key = device_key.map_err(|error| anyhow!("the key of a device: {error}"))?;
        let issued = clock.now();
        let mut tokens = BTreeMap::new();
        for name in [CHIEF].into_iter().chain(devices) {
            let credential = Credential {
                token: token(name)?,
                subject: SubjectId::new(name)?,
                generation: 1,
                tournament: None,
                issued,
                expires: issued.saturating_add(Access::TOKEN_LIFE_MAX),
            };
            let claims = Claims { venue: venue.clone(), credential, role: None };
            tokens.insert(name.to_owned(), secret.sign(&claims)?);
        }
        Ok(Self(Arc::new(Inner { secret, device_key, tokens, issued })))
    }

    /// Returns the public key of the venue.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn venue_key(&self) -> Result<AuthorityKey> {
        Ok(self.0.secret.public()?)
    }

    /// Returns the public key of every device.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn device_key(&self) -> Result<DeviceKey> {
        Ok(DeviceKey::new(self.0.device_key.public_key().as_ref())?)
    }

    /// Returns those who have a token.
    pub(crate) fn bearers(&self) -> impl Iterator<Item = &str> {
        self.0.tokens.keys().map(String::as_str)
    }

    /// Returns the moment at which every token was given out.
    pub(crate) fn issued(&self) -> Timestamp {
        self.0.issued
    }

    /// Returns the moment at which every token expires.
    pub(crate) fn expire(&self) -> Timestamp {
        self.0.issued.saturating_add(Access::TOKEN_LIFE_MAX)
    }

    /// Adds the token of a bearer to the head of a call, and its signature if that is a device.
    pub(crate) fn sign(&self, bearer: &str, path: &str, body: &[u8], headers: &mut HeaderMap) {
        let Some(token) = self.0.tokens.get(bearer) else { return };
        if let Ok(value) = HeaderValue::from_str(&format!("Bearer {token}")) {
            headers.insert(header::AUTHORIZATION, value);
        }
        if bearer == CHIEF {
            return;
        }
        let message = body.get(FRAME_HEAD..).unwrap_or_default();
        let signed = self.0.device_key.sign(&SystemRandom::new(), &signed_bytes(path, message));
        if let Ok(signature) = signed {
            let value = tonic::metadata::BinaryMetadataValue::from_bytes(signature.as_ref());
            if let Ok(value) = HeaderValue::from_bytes(value.as_encoded_bytes()) {
                headers.insert(SIGNATURE, value);
            }
        }
    }
}

/// Returns the id of the token of a bearer.
///
/// # Errors
/// If the bearer has no name that an id may have.
pub(crate) fn token(name: &str) -> Result<TokenId> {
    TokenId::new(format!("token-of-{name}")).context("the id of a token")
}

/// Reads hexadecimal digits.
fn bytes(digits: &str) -> Vec<u8> {
    let digits = digits.as_bytes().chunks(2).filter_map(|two| std::str::from_utf8(two).ok());
    digits.filter_map(|two| u8::from_str_radix(two, 16).ok()).collect()
}
