//! Passphrases and PINs: hashed with Argon2id, away from the threads that serve, few at once.

use ::access::Pin;
use argon2::{
    Argon2, PasswordHasher as _, PasswordVerifier as _, password_hash::phc::PasswordHash,
};
use runtime::BlockingPool;

use crate::access_error::AccessError;

/// The shortest and the longest passphrase in characters.
const SHORTEST: usize = 12;
const LONGEST: usize = 200;

/// Hashes and checks passphrases and PINs. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passphrases(BlockingPool);

impl Passphrases {
    /// Returns the hash of a passphrase, as a PHC string.
    ///
    /// # Errors
    /// [`AccessError`] if it is too short or too long, or many are hashed at once.
    pub(crate) async fn hash(&self, passphrase: String) -> Result<String, AccessError> {
        if !(SHORTEST..=LONGEST).contains(&passphrase.chars().count()) {
            return Err(AccessError::PassphraseLength { shortest: SHORTEST, longest: LONGEST });
        }
        self.hash_secret(passphrase).await
    }

    /// Returns the hash of a PIN, as a PHC string.
    ///
    /// # Errors
    /// [`AccessError::Busy`] if many are hashed at once.
    pub(crate) async fn hash_pin(&self, pin: Pin) -> Result<String, AccessError> {
        self.hash_secret(pin.digits()).await
    }

    async fn hash_secret(&self, secret: String) -> Result<String, AccessError> {
        let hash = move || {
            let hashed: Result<PasswordHash, _> =
                Argon2::default().hash_password(secret.as_bytes());
            hashed.map(|hash| hash.to_string()).map_err(|_error| AccessError::Hash)
        };
        self.0.run(hash).await?
    }

    /// Checks a passphrase against its hash; takes as long if there is none, so that nobody learns
    /// who is known.
    ///
    /// # Errors
    /// [`AccessError::WrongPassphrase`]; [`AccessError::Busy`] if many are checked at once.
    pub(crate) async fn check(
        &self,
        passphrase: String,
        hash: Option<String>,
    ) -> Result<(), AccessError> {
        if self.is_right(passphrase, hash).await? {
            Ok(())
        } else {
            Err(AccessError::WrongPassphrase)
        }
    }

    /// Checks a PIN against its hash.
    ///
    /// # Errors
    /// [`AccessError::WrongPin`]; [`AccessError::Busy`] if many are checked at once.
    pub(crate) async fn check_pin(&self, pin: String, hash: String) -> Result<(), AccessError> {
        let pin = pin.trim().to_owned();
        if self.is_right(pin, Some(hash)).await? { Ok(()) } else { Err(AccessError::WrongPin) }
    }

    async fn is_right(&self, secret: String, hash: Option<String>) -> Result<bool, AccessError> {
        if secret.chars().count() > LONGEST {
            return Ok(false);
        }
        let is_right = move || {
            let argon = Argon2::default();
            let Some(hash) = hash else {
                let _as_long: Result<PasswordHash, _> = argon.hash_password(secret.as_bytes());
                return false;
            };
            let hash = PasswordHash::new(&hash);
            hash.is_ok_and(|hash| argon.verify_password(secret.as_bytes(), &hash).is_ok())
        };
        Ok(self.0.run(is_right).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_pin_is_known_again_and_its_hash_says_nothing() {
        let passphrases = Passphrases::default();
        let hash = passphrases.hash_pin("482915".parse().unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("482915"), "{hash}");
        passphrases.check_pin(" 482915 ".to_owned(), hash.clone()).await.unwrap();
        for wrong in ["482916", "", "48291"] {
            let refused = passphrases.check_pin(wrong.to_owned(), hash.clone()).await;
            assert!(matches!(refused, Err(AccessError::WrongPin)), "{refused:?}");
        }
    }

    #[tokio::test]
    async fn a_passphrase_is_known_again_and_its_hash_says_nothing() {
        let passphrases = Passphrases::default();
        let right = || "correct horse battery".to_owned();
        let hash = passphrases.hash(right()).await.unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("horse"), "{hash}");
        assert_ne!(passphrases.hash(right()).await.unwrap(), hash);
        passphrases.check(right(), Some(hash.clone())).await.unwrap();
        for (wrong, hash) in
            [("correct horse", Some(hash)), ("correct horse battery", None), ("", None)]
        {
            let refused = passphrases.check(wrong.to_owned(), hash).await;
            assert!(matches!(refused, Err(AccessError::WrongPassphrase)), "{refused:?}");
        }
        for length in [0, 11, 201] {
            let refused = passphrases.hash("a".repeat(length)).await;
            assert!(matches!(refused, Err(AccessError::PassphraseLength { .. })), "{refused:?}");
        }
    }
}
