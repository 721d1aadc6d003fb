//! The key of a device of a test, which signs what it writes.

use std::sync::Arc;

use access::DeviceKey;
use anyhow::{Context as _, Result};
use prost::Message;
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use runtime::{SIGNATURE, signed_bytes};
use tonic::{
    Request,
    metadata::{BinaryMetadataKey, BinaryMetadataValue},
};

/// A key of P-256. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Signer(Arc<EcdsaKeyPair>);

impl Signer {
    /// Makes a key.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn generate() -> Result<Self> {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).ok().context("a key")?;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random);
        Ok(Self(Arc::new(pair.ok().context("a key")?)))
    }

    /// Returns the public half.
    ///
    /// # Errors
    /// If it is none.
    pub fn key(&self) -> Result<DeviceKey> {
        Ok(DeviceKey::new(self.0.public_key().as_ref())?)
    }

    /// Signs a call of a path, such as `/damcast.v1.BoardIngestService/SubmitMove`.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn sign<T: Message>(&self, path: &str, request: &mut Request<T>) -> Result<()> {
        let bytes = signed_bytes(path, &request.get_ref().encode_to_vec());
        let signature = self.0.sign(&SystemRandom::new(), &bytes).ok().context("sign")?;
        let name = BinaryMetadataKey::from_static(SIGNATURE);
        let value = BinaryMetadataValue::from_bytes(signature.as_ref());
        request.metadata_mut().insert_bin(name, value);
        Ok(())
    }
}
