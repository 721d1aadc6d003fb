//! Converts passkeys that were added.

use access::{
    ChallengeId, Change, CredentialId, DeviceKey, NewPasskey, PasskeyId, PasskeyKey, SubjectId,
};

use crate::{
    convert::{ConvertError, required},
    v1::{self, passkey_added::Key},
};

/// Returns a passkey that was added, as a record has it.
pub(super) fn wire(
    id: PasskeyId,
    subject: &SubjectId,
    passkey: &NewPasskey,
    challenge: ChallengeId,
) -> v1::PasskeyAdded {
    let NewPasskey { credential, name, host, key, count } = passkey;
    v1::PasskeyAdded {
        passkey: id.0,
        subject: subject.to_string(),
        credential: credential.as_bytes().to_vec().into(),
        name: name.clone(),
        host: host.clone(),
        key: Some(match key {
            PasskeyKey::P256(point) => Key::P256(point.as_bytes().to_vec().into()),
            PasskeyKey::Ed25519(point) => Key::Ed25519(point.to_vec().into()),
            PasskeyKey::Rsa { modulus, exponent } => {
                let (modulus, exponent) = (modulus.clone().into(), exponent.clone().into());
                Key::Rsa(v1::RsaKey { modulus, exponent })
            }
        }),
        count: *count,
        challenge: challenge.0.to_vec().into(),
    }
}

/// Returns the change by which a passkey was added.
pub(super) fn added(wire: v1::PasskeyAdded) -> Result<Change, ConvertError> {
    let v1::PasskeyAdded {
        passkey,
        subject,
        credential,
        name,
        host,
        key,
        count,
        challenge: answered,
    } = wire;
    let credential = CredentialId::new(credential);
    let credential = credential.map_err(|error| ConvertError::invalid("credential", error))?;
    let subject = SubjectId::new(subject);
    let key = match required(key, "key")? {
        Key::P256(point) => {
            let point = DeviceKey::new(&point);
            let point = point.map_err(|error| ConvertError::invalid("p256", error))?;
            PasskeyKey::P256(Box::new(point))
        }
        Key::Ed25519(point) => {
            let point = <[u8; 32]>::try_from(&*point);
            PasskeyKey::Ed25519(point.map_err(|error| ConvertError::invalid("ed25519", error))?)
        }
        Key::Rsa(v1::RsaKey { modulus, exponent }) => {
            let (modulus, exponent) = (modulus.into(), exponent.into());
            PasskeyKey::Rsa { modulus, exponent }
        }
    };
    Ok(Change::PasskeyAdded {
        id: PasskeyId(passkey),
        subject: subject.map_err(|error| ConvertError::invalid("subject", error))?,
        passkey: NewPasskey { credential, name, host, key, count },
        challenge: challenge(&answered)?,
    })
}

/// Returns the id of a challenge that was answered.
pub(super) fn challenge(bytes: &[u8]) -> Result<ChallengeId, ConvertError> {
    let id = <[u8; ChallengeId::BYTES]>::try_from(bytes);
    id.map(ChallengeId).map_err(|error| ConvertError::invalid("challenge", error))
}
