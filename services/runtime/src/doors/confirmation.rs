//! Confirmations: signed with the key of a venue, that the caller of one call repeated their PIN
//! for it.
//!
//! board-ingest gives them out, and every door verifies them by itself. One is for a single call,
//! by the hash of the bytes that a device would sign for it, so that nothing else can be done with
//! it.

use access::{AuthorityKey, Credential, SecretHash, TokenId};
use http::HeaderMap;
use pasetors::{
    Public,
    keys::AsymmetricPublicKey,
    token::UntrustedToken,
    version4::{PublicToken, V4},
};
use proto::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    signature::signed_bytes,
    token::{AuthoritySecret, SecretError},
};

/// The metadata of a call with its confirmation.
pub const CONFIRMATION: &str = "damcast-confirmation";

/// The part of the signature by which no confirmation is a token, and no token a confirmation.
const PURPOSE: &[u8] = b"damcast confirmation 1";

/// A call that its caller confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The session of the caller.
    pub token: TokenId,
    /// The hash of the bytes that a device would [sign](super::signed_bytes) for the call.
    pub call: SecretHash,
    /// The moment from which it is refused.
    pub expires: Timestamp,
}

/// The content of a confirmation that is signed, as JSON with its members in the order of the
/// alphabet.
#[derive(Deserialize, Serialize)]
struct SignedContent {
    /// The hash of the call, in hexadecimal digits.
    call: String,
    /// The moment from which it is refused; milliseconds since 1970.
    exp_ms: i64,
    /// The session of the caller.
    jti: String,
}

impl Confirmation {
    /// Signs the confirmation.
    ///
    /// # Errors
    /// [`SecretError`]; never, as far as is known.
    pub fn sign(&self, secret: &AuthoritySecret) -> Result<String, SecretError> {
        let content = SignedContent {
            call: hex(self.call),
            exp_ms: self.expires.millis(),
            jti: self.token.as_str().to_owned(),
        };
        secret.sign_for(PURPOSE, &serde_json::to_vec(&content)?)
    }
}

/// Returns true if the bearer of a token confirmed a call that is made at the moment `now`.
pub(super) fn is_confirmed(
    key: AuthorityKey,
    credential: &Credential,
    path: &str,
    request: &[u8],
    headers: &HeaderMap,
    now: Timestamp,
) -> bool {
    let text = headers.get(CONFIRMATION).and_then(|text| text.to_str().ok());
    let Some(content) = text.and_then(|text| verified(key, text)) else { return false };
    content.jti == credential.token.as_str()
        && content.call == hex(SecretHash::of(&signed_bytes(path, request)))
        && now.millis() < content.exp_ms
}

/// Returns the content of a confirmation that a key signed; `None` for any other text.
fn verified(key: AuthorityKey, text: &str) -> Option<SignedContent> {
    let token = UntrustedToken::<Public, V4>::try_from(text).ok()?;
    let key = AsymmetricPublicKey::<V4>::from(&key.0).ok()?;
    let trusted = PublicToken::verify(&key, &token, None, Some(PURPOSE)).ok()?;
    serde_json::from_str(trusted.payload()).ok()
}

fn hex(SecretHash(bytes): SecretHash) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use access::SubjectId;

    use super::*;

    const PATH: &str = "/damcast.v1.PairingService/ReopenTie";

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn credential(token: &str) -> Credential {
        Credential {
            token: TokenId::new(token).unwrap(),
            subject: SubjectId::new("ids").unwrap(),
            generation: 1,
            tournament: None,
            issued: at(0),
            expires: at(9_000),
        }
    }

    #[test]
    fn a_confirmation_counts_for_one_call_of_one_session_for_a_time() {
        let secret = AuthoritySecret::generate().unwrap();
        let own = credential("0001");
        let confirmation = Confirmation {
            token: own.token.clone(),
            call: SecretHash::of(&signed_bytes(PATH, b"tie")),
            expires: at(5_000),
        };
        let text = confirmation.sign(&secret).unwrap();
        let headers = |text: &str| {
            HeaderMap::from_iter([(CONFIRMATION.parse().unwrap(), text.parse().unwrap())])
        };
        let key = secret.public().unwrap();
        let is_confirmed = |credential: &Credential, path, request: &[u8], headers: &_, now| {
            is_confirmed(key, credential, path, request, headers, at(now))
        };
        let (sent, none) = (&headers(&text), HeaderMap::new());
        assert!(is_confirmed(&own, PATH, b"tie", sent, 4_999));
        for (case, answer) in [
            ("late", is_confirmed(&own, PATH, b"tie", sent, 5_000)),
            ("another session", is_confirmed(&credential("0002"), PATH, b"tie", sent, 1)),
            ("another request", is_confirmed(&own, PATH, b"ties", sent, 1)),
            ("another call", is_confirmed(&own, "/damcast.v1.PairingService/No", b"tie", sent, 1)),
            ("none", is_confirmed(&own, PATH, b"tie", &none, 1)),
        ] {
            assert!(!answer, "{case}");
        }
        let stranger = AuthoritySecret::generate().unwrap();
        let forged = headers(&confirmation.sign(&stranger).unwrap());
        assert!(!is_confirmed(&own, PATH, b"tie", &forged, 1));
        // The same content, signed as a token would be.
        let call = hex(confirmation.call);
        let content = format!("{{\"call\":\"{call}\",\"exp_ms\":5000,\"jti\":\"0001\"}}");
        let signed = UntrustedToken::<Public, V4>::try_from(text.as_str()).unwrap();
        assert_eq!(signed.untrusted_payload(), content.as_bytes());
        let token = secret.sign_for(b"", content.as_bytes()).unwrap();
        assert!(!is_confirmed(&own, PATH, b"tie", &headers(&token), 1));
    }
}
