//! An authenticator in software: it makes passkeys and signs with them, as WebAuthn Level 2 says.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ciborium::{Value, cbor};
use ring::{
    digest::{SHA256, digest},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _},
};

/// Somebody was there and was verified; a passkey was made; extensions follow.
pub const VERIFIED: u8 = 0b101;
/// A passkey was made.
pub const MADE: u8 = 1 << 6;

/// A key of an authenticator.
#[derive(Debug)]
pub enum Key {
    /// ES256.
    P256(EcdsaKeyPair),
    /// EdDSA.
    Ed25519(Ed25519KeyPair),
}

/// An authenticator with one passkey.
#[derive(Debug)]
pub struct Authenticator {
    /// The key.
    pub key: Key,
    /// The id of the passkey.
    pub credential: Vec<u8>,
    /// The host for which it is.
    pub host: String,
    /// The origin of the page that the browser tells.
    pub origin: String,
    /// The id of the person.
    pub user: Vec<u8>,
    /// Number of signatures.
    pub count: u32,
    /// The flags that it tells.
    pub flags: u8,
}

/// The answer to a challenge.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The words of the browser.
    pub client_data: Vec<u8>,
    /// The words of the authenticator.
    pub authenticator_data: Vec<u8>,
    /// The signature of both.
    pub signature: Vec<u8>,
}

impl Authenticator {
    /// Makes an authenticator of a page on localhost, with a key for ES256.
    pub fn new(credential: u8, user: &[u8]) -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
        Self {
            key: Key::P256(key),
            credential: vec![credential; 20],
            host: "localhost".to_owned(),
            origin: "http://localhost:8080".to_owned(),
            user: user.to_owned(),
            count: 1,
            flags: VERIFIED,
        }
    }

    /// Makes an authenticator with a key for EdDSA.
    pub fn with_ed25519(credential: u8, user: &[u8]) -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let key = Key::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap());
        Self { key, ..Self::new(credential, user) }
    }

    /// Returns the words of the browser for a ceremony.
    pub fn client_data(&self, ceremony: &str, challenge: &[u8]) -> Vec<u8> {
        let (challenge, origin) = (URL_SAFE_NO_PAD.encode(challenge), &self.origin);
        let told = serde_json::json!({
            "type": ceremony, "challenge": challenge, "origin": origin, "crossOrigin": false,
        });
        told.to_string().into_bytes()
    }

    /// Returns the key as COSE.
    pub fn cose_key(&self) -> Value {
        match &self.key {
            Key::P256(pair) => {
                let point = pair.public_key().as_ref();
                let (x, y) = (Value::from(&point[1..33]), Value::from(&point[33..]));
                cbor!({ 1 => 2, 3 => -7, -1 => 1, -2 => x, -3 => y }).unwrap()
            }
            Key::Ed25519(pair) => {
                let x = Value::from(pair.public_key().as_ref());
                cbor!({ 1 => 1, 3 => -8, -1 => 6, -2 => x }).unwrap()
            }
        }
    }

    /// Returns the words of the authenticator that makes its passkey, with a key as it is given.
    pub fn made_data(&self, key: &[u8]) -> Vec<u8> {
        let length = u16::try_from(self.credential.len()).unwrap().to_be_bytes();
        [&self.data(MADE)[..], &[0; 16], &length, &self.credential, key].concat()
    }

    /// Makes the passkey for a challenge; returns the words of the browser and the attestation
    /// object.
    pub fn make(&self, challenge: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let data = self.made_data(&encoded(&self.cose_key()));
        (self.client_data("webauthn.create", challenge), attestation(&data))
    }

    /// Signs a challenge, which counts as one more signature.
    pub fn sign(&mut self, challenge: &[u8]) -> Signed {
        self.count += 1;
        let client_data = self.client_data("webauthn.get", challenge);
        self.sign_told(client_data)
    }

    /// Signs words of a browser.
    pub fn sign_told(&self, client_data: Vec<u8>) -> Signed {
        let authenticator_data = self.data(0);
        let hash = digest(&SHA256, &client_data);
        let content = [&authenticator_data, hash.as_ref()].concat();
        let signature = match &self.key {
            Key::P256(pair) => pair.sign(&SystemRandom::new(), &content).unwrap().as_ref().to_vec(),
            Key::Ed25519(pair) => pair.sign(&content).as_ref().to_vec(),
        };
        Signed { client_data, authenticator_data, signature }
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let hash = digest(&SHA256, self.host.as_bytes());
        [hash.as_ref(), &[self.flags | flags], &self.count.to_be_bytes()].concat()
    }
}

/// Returns an attestation object without a statement.
pub fn attestation(data: &[u8]) -> Vec<u8> {
    let (data, statement) = (Value::from(data), Value::Map(Vec::new()));
    encoded(&cbor!({ "fmt" => "none", "attStmt" => statement, "authData" => data }).unwrap())
}

/// Returns a value as CBOR.
pub fn encoded(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}
