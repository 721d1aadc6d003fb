//! The words of the browser about an answer (WebAuthn Level 2, 5.8.1).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;

use super::error::PasskeyError;

/// The ceremony in which a passkey is made.
pub(super) const CREATE: &str = "webauthn.create";
/// The ceremony in which a passkey signs.
pub(super) const GET: &str = "webauthn.get";
/// Bytes of the longest words that are read.
const BYTES_MAX: usize = 4096;

/// The words of the browser, which the authenticator signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientData {
    pub(super) ceremony: String,
    pub(super) challenge: Vec<u8>,
    pub(super) origin: String,
    /// True if the page stood within one of another origin.
    pub(super) is_cross_origin: bool,
}

/// The words as they come; members that are not read here may be anything.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientDataJson {
    #[serde(rename = "type")]
    ceremony: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

impl ClientData {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PasskeyError> {
        if bytes.len() > BYTES_MAX {
            return Err(PasskeyError::ClientData);
        }
        let ClientDataJson { ceremony, challenge, origin, cross_origin: is_cross_origin } =
            serde_json::from_slice(bytes).map_err(|_json| PasskeyError::ClientData)?;
        let challenge = URL_SAFE_NO_PAD.decode(challenge);
        let challenge = challenge.map_err(|_base64| PasskeyError::ClientData)?;
        Ok(Self { ceremony, challenge, origin, is_cross_origin })
    }
}
