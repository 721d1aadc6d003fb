//! Passphrases: hashed with Argon2id, away from the threads that serve, few at once.

use argon2::{
    Argon2, PasswordHasher as _, PasswordVerifier as _, password_hash::phc::PasswordHash,
};
use runtime::BlockingPool;

use crate::access_error::AccessError;

/// The shortest and the longest passphrase in characters.
const SHORTEST: usize = 12;
const LONGEST: usize = 200;

/// Hashes and checks passphrases. Cheap to clone.
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
        let hash = move || {
            let hashed: Result<PasswordHash, _> =
                Argon2::default().hash_password(passphrase.as_bytes());
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
        if passphrase.chars().count() > LONGEST {
            return Err(AccessError::WrongPassphrase);
        }
        let is_right = move || {
            let argon = Argon2::default();
            let Some(hash) = hash else {
                let _as_long: Result<PasswordHash, _> = argon.hash_password(passphrase.as_bytes());
                return false;
            };
            let hash = PasswordHash::new(&hash);
            hash.is_ok_and(|hash| argon.verify_password(passphrase.as_bytes(), &hash).is_ok())
        };
        if self.0.run(is_right).await? { Ok(()) } else { Err(AccessError::WrongPassphrase) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
