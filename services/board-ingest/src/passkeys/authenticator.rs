//! The words of an authenticator (WebAuthn Level 2, 6.1 and 6.5), and the key of a passkey (RFC
//! 9052, 7; RFC 9053, 7).

use ::access::{CredentialId, DeviceKey, PasskeyKey};
use ciborium::Value;

use super::error::PasskeyError;

/// Flags of 6.1: somebody was there, was verified, a passkey was made, and extensions follow.
const PRESENT: u8 = 1;
const VERIFIED: u8 = 1 << 2;
const MADE: u8 = 1 << 6;
const EXTENDED: u8 = 1 << 7;

/// Labels of a COSE key: its type, its algorithm, and its parts, whose meaning the type says.
const TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
const FIRST: i64 = -1;
const SECOND: i64 = -2;
const THIRD: i64 = -3;
/// Types of keys: a point with x alone, a point with x and y, RSA.
const OCTET_PAIR: i64 = 1;
const POINT: i64 = 2;
const RSA: i64 = 3;
/// Curves.
const P256: i64 = 1;
const ED25519: i64 = 6;
/// Algorithms.
const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;
/// Bytes of a coordinate, and of RSA keys that are verified.
const COORDINATE: usize = 32;
const MODULUS: std::ops::RangeInclusive<usize> = 256..=1024;
const EXPONENT_MAX: usize = 8;

/// The words of an authenticator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AuthenticatorData {
    /// The hash of the host for which the passkey is (SHA-256).
    pub(super) host_hash: [u8; 32],
    /// True if somebody was there.
    pub(super) is_present: bool,
    /// True if the authenticator verified who.
    pub(super) is_verified: bool,
    /// Number of signatures; 0 if they are not counted.
    pub(super) count: u32,
    /// The passkey that was made; `None` if none was.
    pub(super) made: Option<(CredentialId, PasskeyKey)>,
}

impl AuthenticatorData {
    /// Reads the words of an authenticator, all of them.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PasskeyError> {
        let mut rest = bytes;
        let host_hash = take(&mut rest)?;
        let [flags] = take(&mut rest)?;
        let count = u32::from_be_bytes(take(&mut rest)?);
        let has = |flag: u8| flags & flag != 0;
        let made = if has(MADE) { Some(read_made(&mut rest)?) } else { None };
        if has(EXTENDED) && !read_cbor(&mut rest)?.is_map() {
            return Err(PasskeyError::AuthenticatorData("its extensions are no map"));
        }
        if !rest.is_empty() {
            return Err(PasskeyError::AuthenticatorData("something follows"));
        }
        let (is_present, is_verified) = (has(PRESENT), has(VERIFIED));
        Ok(Self { host_hash, is_present, is_verified, count, made })
    }
}

/// Returns the words of an authenticator in an attestation object (6.5.4).
pub(super) fn of_attestation(mut object: &[u8]) -> Result<Vec<u8>, PasskeyError> {
    let object = read_cbor(&mut object)?;
    let parts = object
        .into_map()
        .map_err(|_other| PasskeyError::AuthenticatorData("its attestation object is no map"))?;
    let data = parts.into_iter().find(|(label, _part)| label.as_text() == Some("authData"));
    let data = data.and_then(|(_label, data)| data.into_bytes().ok());
    data.ok_or(PasskeyError::AuthenticatorData("its attestation object has no authData"))
}

/// Reads the passkey that was made (6.5.1): its maker's model, its id and its key.
fn read_made(rest: &mut &[u8]) -> Result<(CredentialId, PasskeyKey), PasskeyError> {
    let _model: [u8; 16] = take(rest)?;
    let length = usize::from(u16::from_be_bytes(take(rest)?));
    let (id, after) = rest.split_at_checked(length).ok_or(TOO_SHORT)?;
    *rest = after;
    Ok((CredentialId::new(id)?, read_key(&read_cbor(rest)?)?))
}

const TOO_SHORT: PasskeyError = PasskeyError::AuthenticatorData("it is too short");

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], PasskeyError> {
    let (taken, after) = rest.split_first_chunk().ok_or(TOO_SHORT)?;
    *rest = after;
    Ok(*taken)
}

/// Reads one value of CBOR (RFC 8949), which the rest may follow.
fn read_cbor(rest: &mut &[u8]) -> Result<Value, PasskeyError> {
    ciborium::from_reader(rest).map_err(|_error| PasskeyError::AuthenticatorData("it is no CBOR"))
}

/// Reads the key of a passkey, of one of the algorithms that were asked for.
fn read_key(key: &Value) -> Result<PasskeyKey, PasskeyError> {
    const WRONG: PasskeyError = PasskeyError::OtherAlgorithm;
    let parts = key.as_map().ok_or(WRONG)?;
    let part = |label: i64| {
        let is_label = |it: &Value| it.as_integer().is_some_and(|it| it == label.into());
        parts.iter().find(|(it, _part)| is_label(it)).map(|(_label, part)| part)
    };
    let number = |label| part(label)?.as_integer().and_then(|number| i64::try_from(number).ok());
    let bytes = |label| part(label)?.as_bytes().ok_or(WRONG).ok();
    let coordinate = |label| bytes(label).filter(|bytes| bytes.len() == COORDINATE).ok_or(WRONG);
    match (number(TYPE), number(ALGORITHM)) {
        (Some(POINT), Some(ES256)) if number(FIRST) == Some(P256) => {
            let (x, y) = (coordinate(SECOND)?, coordinate(THIRD)?);
            let point = [&[4], x.as_slice(), y.as_slice()].concat();
            Ok(PasskeyKey::P256(Box::new(DeviceKey::new(&point).map_err(|_length| WRONG)?)))
        }
        (Some(OCTET_PAIR), Some(EDDSA)) if number(FIRST) == Some(ED25519) => {
            let point = coordinate(SECOND)?.as_slice().try_into().map_err(|_length| WRONG)?;
            Ok(PasskeyKey::Ed25519(point))
        }
        (Some(RSA), Some(RS256)) => {
            let modulus = bytes(FIRST).filter(|bytes| MODULUS.contains(&bytes.len()));
            let exponent = bytes(SECOND).filter(|bytes| (1..=EXPONENT_MAX).contains(&bytes.len()));
            let (modulus, exponent) = modulus.zip(exponent).ok_or(WRONG)?;
            Ok(PasskeyKey::Rsa { modulus: modulus.clone(), exponent: exponent.clone() })
        }
        _ => Err(WRONG),
    }
}
