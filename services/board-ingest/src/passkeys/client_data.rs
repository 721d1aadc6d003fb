//! The words of the browser about an answer (WebAuthn Level 2, 5.8.1).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::Value;

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

impl ClientData {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PasskeyError> {
        if bytes.len() > BYTES_MAX {
            return Err(PasskeyError::ClientData);
        }
        let told: Value =
            serde_json::from_slice(bytes).map_err(|_json| PasskeyError::ClientData)?;
        let text = |field: &str| told.get(field)?.as_str();
        let parts = text("type").zip(text("challenge")).zip(text("origin"));
        let ((ceremony, challenge), origin) = parts.ok_or(PasskeyError::ClientData)?;
        let challenge = URL_SAFE_NO_PAD.decode(challenge);
        let challenge = challenge.map_err(|_base64| PasskeyError::ClientData)?;
        let is_cross_origin = told.get("crossOrigin").is_some_and(|is| *is != Value::Bool(false));
        let (ceremony, origin) = (ceremony.to_owned(), origin.to_owned());
        Ok(Self { ceremony, challenge, origin, is_cross_origin })
    }
}
