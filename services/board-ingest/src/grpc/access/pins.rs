//! PINs: who sets one, and the calls that are confirmed by one.

use ::access::{Bearer, CONFIRMED_FOR, Command, Pin, SecretHash};
use proto::{convert::ConvertError, v1};
use runtime::{Confirmation, Peer};
use thiserror::Error;

use super::{People, read};
use crate::access_error::AccessError;

/// Bytes do not name a call.
#[derive(Debug, Error)]
#[error("the hash of a call has {} bytes, not {bytes}", SecretHash::BYTES)]
struct CallHashError {
    bytes: usize,
}

impl People {
    /// Sets the PIN of the caller, or removes it.
    pub(super) async fn change_pin(
        &self,
        request: v1::SetPinRequest,
        by: &Bearer,
        from: Option<Peer>,
    ) -> Result<(), AccessError> {
        let v1::SetPinRequest { venue, pin, current } = request;
        let of = read(&venue)?;
        let pin = if pin.trim().is_empty() { None } else { Some(pin.parse::<Pin>()?) };
        let access = self.authorities.read(&of).await?;
        let proof = access.state().proof_to_set_pin(&by.token, self.authorities.now());
        self.prove_by(proof, &of, by, from, current).await?;
        let hash = match pin {
            Some(pin) => Some(self.passphrases.hash_pin(pin).await?),
            None => None,
        };
        let subject = by.subject.clone();
        self.give(venue, by, Ok(Command::SetPin { subject, hash })).await?;
        Ok(())
    }

    /// Confirms a call of the caller by their PIN.
    pub(super) async fn confirm_call(
        &self,
        request: v1::ConfirmRequest,
        by: &Bearer,
        from: Option<Peer>,
    ) -> Result<v1::ConfirmResponse, AccessError> {
        let v1::ConfirmRequest { venue, pin, call } = request;
        let venue = read(&venue)?;
        let hash = <[u8; SecretHash::BYTES]>::try_from(&*call);
        let bytes = call.len();
        let call = hash.map_err(|_slice| ConvertError::invalid("call", CallHashError { bytes }))?;
        let access = self.authorities.read(&venue).await?;
        let known = access.state().pin_of(&by.subject).ok_or(AccessError::NoPin)?.to_owned();
        self.guess_pin(&venue, by, from, pin, known).await?;
        let secret = self.authorities.key(&venue, access.state()).await?;
        let (token, call) = (by.token.clone(), SecretHash(call));
        let expires = self.authorities.now().saturating_add(CONFIRMED_FOR);
        let confirmation = Confirmation { token, call, expires }.sign(&secret)?;
        Ok(v1::ConfirmResponse { confirmation, expires_at_ms: expires.millis() })
    }
}
