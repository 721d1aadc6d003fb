//! Signatures of devices: what a device writes is signed with the key that it made when it was
//! enrolled.
//!
//! A device signs the path of a call and the bytes of its request, which name venue, game, device
//! and sequence. So the same bytes count for nobody else and nowhere else, and sent again they are
//! the same input, which counts once.

use access::DeviceKey;
use base64::{
    Engine as _,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use http::HeaderMap;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

/// The metadata of a call with its signature: 64 bytes, r and s, of ECDSA with P-256 and SHA-256
/// (FIPS 186-5, 6).
pub const SIGNATURE: &str = "damcast-signature-bin";

/// The beginning of what is signed, so that a signature counts for nothing else.
const PURPOSE: &[u8] = b"damcast call 1";

/// Metadata as it travels: with padding or without it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns the bytes that a device signs for a call: a purpose, the path such as
/// `/damcast.v1.BoardIngestService/SubmitMove`, and the request as it is sent, each ended by a
/// zero.
#[must_use]
pub fn signed_bytes(path: &str, request: &[u8]) -> Vec<u8> {
    [PURPOSE, path.as_bytes(), request, &[]].join(&0)
}

/// Returns true if the call of a path was signed with the key of a device.
pub(super) fn is_signed(key: &DeviceKey, path: &str, request: &[u8], headers: &HeaderMap) -> bool {
    let signature = headers.get(SIGNATURE).and_then(|text| BASE64.decode(text.as_bytes()).ok());
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key.as_bytes());
    signature.is_some_and(|signature| key.verify(&signed_bytes(path, request), &signature).is_ok())
}

#[cfg(test)]
mod tests {
    use ring::{
        rand::SystemRandom,
        signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
    };

    use super::*;

    const PATH: &str = "/damcast.v1.BoardIngestService/SubmitMove";

    fn pair() -> EcdsaKeyPair {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap()
    }

    fn headers(pair: &EcdsaKeyPair, path: &str, request: &[u8]) -> HeaderMap {
        let signature = pair.sign(&SystemRandom::new(), &signed_bytes(path, request)).unwrap();
        let text = BASE64.encode(signature);
        HeaderMap::from_iter([(SIGNATURE.parse().unwrap(), text.parse().unwrap())])
    }

    #[test]
    fn a_call_is_signed_by_its_device_for_its_path_and_its_bytes() {
        let (mine, other) = (pair(), pair());
        let key = DeviceKey::new(mine.public_key().as_ref()).unwrap();
        let is_signed = |headers: &HeaderMap| is_signed(&key, PATH, b"move", headers);
        assert!(is_signed(&headers(&mine, PATH, b"move")));
        let mut unpadded = headers(&mine, PATH, b"move");
        let text = unpadded[SIGNATURE].to_str().unwrap().trim_end_matches('=').parse().unwrap();
        unpadded.insert(SIGNATURE, text);
        assert!(is_signed(&unpadded));
        for (case, forged) in [
            ("another device", headers(&other, PATH, b"move")),
            ("another call", headers(&mine, "/damcast.v1.BoardIngestService/SubmitClaim", b"move")),
            ("other bytes", headers(&mine, PATH, b"moved")),
            ("no signature", HeaderMap::new()),
            (
                "no base64",
                HeaderMap::from_iter([(SIGNATURE.parse().unwrap(), "=".parse().unwrap())]),
            ),
        ] {
            assert!(!is_signed(&forged), "{case}");
        }
    }

    #[test]
    fn no_part_of_what_is_signed_runs_into_the_next() {
        assert_ne!(signed_bytes("/a", b"b"), signed_bytes("/ab", b""));
    }
}
