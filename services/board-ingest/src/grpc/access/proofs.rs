//! The proofs that people give of who they are: a passphrase or a PIN, which nobody may guess
//! wrong too often.

use ::access::{Bearer, Proof, SubjectId};
use proto::subject::VenueId;
use runtime::Peer;

use super::{People, convert, read};
use crate::{access_error::AccessError, guesses::Guessed};

impl People {
    /// Lets somebody guess a secret, unless they guessed wrong too often.
    pub(super) async fn guess<T>(
        &self,
        of: Guessed,
        from: Option<Peer>,
        guess: impl Future<Output = Result<T, AccessError>>,
    ) -> Result<T, AccessError> {
        let counted = self.guesses.count(of, from.map(Peer::network), self.authorities.now())?;
        let guessed = guess.await;
        if guessed.as_ref().is_err_and(|error| convert::not_let_in(error).is_some()) {
            counted.was_wrong();
        }
        guessed
    }

    /// Checks the proof that somebody gives before they change how they sign in: the passphrase
    /// until now, if they have one and have not just come in.
    pub(super) async fn prove(
        &self,
        venue: &str,
        by: &Bearer,
        from: Option<Peer>,
        current: String,
    ) -> Result<(), AccessError> {
        let venue = read(venue)?;
        let access = self.authorities.read(&venue).await?;
        let proof = access.state().proof_to_give(&by.token, self.authorities.now());
        self.prove_by(proof, &venue, by, from, current).await
    }

    /// Checks the proof that somebody gives before they change how they sign in or confirm.
    pub(super) async fn prove_by(
        &self,
        proof: Proof<'_>,
        venue: &VenueId,
        by: &Bearer,
        from: Option<Peer>,
        current: String,
    ) -> Result<(), AccessError> {
        match proof {
            Proof::Nothing => Ok(()),
            Proof::SignInAgain => Err(AccessError::SignInAgain),
            Proof::Pin(hash) => self.guess_pin(venue, by, from, current, hash.to_owned()).await,
            Proof::Passphrase(hash) => {
                let hash = Some(hash.to_owned());
                self.guess_passphrase(venue, &by.subject, from, current, hash).await
            }
        }
    }

    pub(super) async fn guess_pin(
        &self,
        venue: &VenueId,
        by: &Bearer,
        from: Option<Peer>,
        pin: String,
        hash: String,
    ) -> Result<(), AccessError> {
        let of = Guessed::Pin(venue.clone(), by.subject.clone());
        self.guess(of, from, self.passphrases.check_pin(pin, hash)).await
    }

    pub(super) async fn guess_passphrase(
        &self,
        venue: &VenueId,
        person: &SubjectId,
        from: Option<Peer>,
        passphrase: String,
        hash: Option<String>,
    ) -> Result<(), AccessError> {
        let of = Guessed::Passphrase(venue.clone(), person.clone());
        self.guess(of, from, self.passphrases.check(passphrase, hash)).await
    }
}
