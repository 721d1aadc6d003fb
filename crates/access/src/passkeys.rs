//! The passkeys of a venue: who adds and removes them, and when they sign in.

use core::time::Duration;

use draughts::{Timestamp, text};

use crate::{
    Access, ChallengeId, Change, CommandRefusal, CredentialId, NewPasskey, Passkey, PasskeyId,
    SubjectId, TokenId,
};

/// The longest name of a passkey in characters.
const NAME_CHARS_MAX: usize = 100;

impl Access {
    /// The largest number of passkeys that a person has.
    pub const PASSKEYS_MAX: usize = 10;

    /// The time within which a challenge is answered: that which WebAuthn recommends for people who
    /// are asked to verify themselves (Level 2, 5.4).
    pub const CHALLENGE_LIFE: Duration = Duration::from_secs(300);

    /// The time for which a challenge is remembered after its answer, so that it counts once also
    /// for a service whose clock is behind.
    pub const CHALLENGE_KEPT: Duration = Duration::from_secs(600);

    /// Returns every passkey, by number.
    pub fn passkeys(&self) -> impl Iterator<Item = (PasskeyId, &Passkey)> {
        self.passkeys.iter().map(|(id, passkey)| (*id, passkey))
    }

    /// Returns a passkey; `None` if there is none of this number.
    #[must_use]
    pub fn passkey(&self, id: PasskeyId) -> Option<&Passkey> {
        self.passkeys.get(&id)
    }

    /// Returns the passkeys of a person, by number.
    pub fn passkeys_of(&self, subject: &SubjectId) -> impl Iterator<Item = (PasskeyId, &Passkey)> {
        self.passkeys().filter(move |(_id, passkey)| passkey.subject == *subject)
    }

    /// Returns the passkey to which an authenticator gave this id; `None` if there is none.
    #[must_use]
    pub fn passkey_by(&self, credential: &CredentialId) -> Option<(PasskeyId, &Passkey)> {
        self.passkeys().find(|(_id, passkey)| passkey.of.credential == *credential)
    }

    /// Returns the events by which a person adds a passkey (WebAuthn Level 2, 7.1, steps 22 and
    /// 23).
    pub(crate) fn add_passkey(
        &self,
        subject: &SubjectId,
        passkey: &NewPasskey,
        challenge: ChallengeId,
    ) -> Result<Change, CommandRefusal> {
        self.check_person(subject)?;
        self.check_challenge(challenge)?;
        if self.passkey_by(&passkey.credential).is_some() {
            return Err(CommandRefusal::KnownPasskey);
        }
        if self.passkeys_of(subject).count() >= Self::PASSKEYS_MAX {
            return Err(CommandRefusal::TooManyPasskeys);
        }
        let name = text::tidy(&passkey.name, NAME_CHARS_MAX).map_err(CommandRefusal::Name)?;
        if name.is_empty() {
            return Err(CommandRefusal::NameMissing);
        }
        let id = PasskeyId(self.latest_passkey.saturating_add(1));
        let (subject, passkey) = (subject.clone(), NewPasskey { name, ..passkey.clone() });
        Ok(Change::PasskeyAdded { id, subject, passkey, challenge })
    }

    /// Returns the changes by which somebody signs in with a passkey that signed `challenge`
    /// (WebAuthn Level 2, 7.2, step 21): no session begins if its number of signatures went back.
    pub(crate) fn use_passkey(
        &self,
        id: PasskeyId,
        count: u32,
        challenge: ChallengeId,
        token: &TokenId,
        at: Timestamp,
    ) -> Result<Vec<Change>, CommandRefusal> {
        let passkey = self.passkey(id).ok_or(CommandRefusal::UnknownPasskey { passkey: id.0 })?;
        self.check_person(&passkey.subject)?;
        self.check_challenge(challenge)?;
        if passkey.is_doubted {
            return Err(CommandRefusal::DoubtedPasskey);
        }
        if self.session(token).is_some() {
            return Err(CommandRefusal::KnownToken { token: token.clone() });
        }
        let (subject, known) = (passkey.subject.clone(), passkey.of.count);
        let is_counted = count > 0 || known > 0;
        if is_counted && count <= known {
            return Ok(vec![Change::PasskeyDoubted { id, subject, known, told: count, challenge }]);
        }
        let expires = at.saturating_add(Self::TOKEN_LIFE_MAX);
        let mut changes = self.issued(token, &subject, expires, at);
        changes.push(Change::PasskeyUsed { id, subject, count, challenge, token: token.clone() });
        Ok(changes)
    }

    fn check_person(&self, subject: &SubjectId) -> Result<(), CommandRefusal> {
        if self.member(subject)?.is_device() {
            return Err(CommandRefusal::NotAPerson { subject: subject.clone() });
        }
        Ok(())
    }

    fn check_challenge(&self, challenge: ChallengeId) -> Result<(), CommandRefusal> {
        if self.answered.contains_key(&challenge) {
            return Err(CommandRefusal::ChallengeAnswered);
        }
        Ok(())
    }
}
