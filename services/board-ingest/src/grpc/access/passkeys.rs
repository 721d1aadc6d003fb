//! Passkeys: those that people add, and those by which they sign in.

use ::access::{Author, Bearer, Change, Command, CommandRefusal, CredentialId, SecretHash};
use proto::v1;
use runtime::Peer;

use super::{People, read};
use crate::{
    access_error::AccessError,
    authorities::{new_token, random},
    guesses::Guessed,
    passkeys::{
        self, Assertion, Ceremony, Challenge, PageOrigin, PasskeyError, Purpose, user_handle,
    },
};

impl People {
    /// Returns what the authenticator of somebody is to make a passkey of.
    pub(super) async fn offer_passkey(
        &self,
        venue: &str,
        by: &Bearer,
        origin: &PageOrigin,
    ) -> Result<v1::BeginPasskeyResponse, AccessError> {
        let venue = read(venue)?;
        let access = self.authorities.read(&venue).await?;
        let secret = self.authorities.key(&venue, access.state()).await?;
        let (purpose, now) = (Purpose::Add(&by.token), self.authorities.now());
        let challenge = Challenge::new(random()?, &secret, &venue, purpose, now);
        let known = access.state().passkeys_of(&by.subject);
        let known = known.filter(|(_id, passkey)| passkey.of.host == origin.host());
        let known = known.map(|(_id, passkey)| passkey.of.credential.as_bytes().to_vec().into());
        Ok(v1::BeginPasskeyResponse {
            challenge: challenge.to_bytes().into(),
            host: origin.host().to_owned(),
            user: user_handle(&venue, &by.subject).into(),
            subject: by.subject.to_string(),
            name: by.name.clone(),
            known: known.collect(),
        })
    }

    /// Adds the passkey that an authenticator made; returns its number.
    pub(super) async fn take_passkey(
        &self,
        request: v1::AddPasskeyRequest,
        by: &Bearer,
        origin: &PageOrigin,
    ) -> Result<u32, AccessError> {
        let v1::AddPasskeyRequest { venue, name, client_data, attestation } = request;
        let venue = read(&venue)?;
        let access = self.authorities.read(&venue).await?;
        let secret = &self.authorities.key(&venue, access.state()).await?;
        let (purpose, now) = (Purpose::Add(&by.token), self.authorities.now());
        let asked = Ceremony { venue: &venue, secret, purpose, origin, now };
        let (passkey, challenge) = passkeys::verify_new(asked, name, &client_data, &attestation)?;
        let (subject, author) = (by.subject.clone(), Author::Subject(by.subject.clone()));
        let command = Command::AddPasskey { subject, passkey, challenge };
        let (events, _access) = self.authorities.give(&venue, &author, &command).await?;
        let added = events.iter().find_map(|event| {
            let Change::PasskeyAdded { id, .. } = &event.change else { return None };
            Some(id.0)
        });
        added.ok_or(AccessError::Stopping)
    }

    /// Returns what the authenticator of somebody who signs in is to sign.
    pub(super) async fn ask_passkey(
        &self,
        venue: &str,
        from: Option<Peer>,
        origin: &PageOrigin,
    ) -> Result<v1::BeginPasskeySignInResponse, AccessError> {
        let now = self.authorities.now();
        self.guesses.count_challenge(from.map(Peer::network), now)?;
        let venue = read(venue)?;
        let access = self.authorities.read(&venue).await?;
        let secret = self.authorities.key(&venue, access.state()).await?;
        let challenge = Challenge::new(random()?, &secret, &venue, Purpose::SignIn, now);
        let (challenge, host) = (challenge.to_bytes().into(), origin.host().to_owned());
        Ok(v1::BeginPasskeySignInResponse { challenge, host })
    }

    /// Signs somebody in by a passkey, unless too many wrong ones came.
    pub(super) async fn check_passkey(
        &self,
        request: v1::SignInByPasskeyRequest,
        from: Option<Peer>,
        origin: &PageOrigin,
    ) -> Result<v1::SignedIn, AccessError> {
        let of = Guessed::Passkey(read(&request.venue)?, SecretHash::of(&request.credential));
        self.guess(of, from, self.sign_in_by(request, origin)).await
    }

    async fn sign_in_by(
        &self,
        request: v1::SignInByPasskeyRequest,
        origin: &PageOrigin,
    ) -> Result<v1::SignedIn, AccessError> {
        let venue = read(&request.venue)?;
        let credential = CredentialId::new(request.credential).map_err(PasskeyError::from)?;
        let access = self.authorities.read(&venue).await?;
        let secret = &self.authorities.key(&venue, access.state()).await?;
        let known = access.state().passkey_by(&credential);
        let (id, passkey) = known.ok_or(PasskeyError::Unknown)?;
        let (purpose, now) = (Purpose::SignIn, self.authorities.now());
        let asked = Ceremony { venue: &venue, secret, purpose, origin, now };
        let answer = Assertion {
            client_data: &request.client_data,
            authenticator_data: &request.authenticator_data,
            signature: &request.signature,
            user: &request.user,
        };
        let (count, challenge) = passkeys::verify_assertion(asked, passkey, answer)?;
        let (token, author) = (new_token()?, Author::Subject(passkey.subject.clone()));
        let command = Command::UsePasskey { passkey: id, count, challenge, token: token.clone() };
        let (events, access) = self.authorities.give(&venue, &author, &command).await?;
        let is_doubted = |change: &Change| matches!(change, Change::PasskeyDoubted { .. });
        if events.iter().any(|event| is_doubted(&event.change)) {
            return Err(CommandRefusal::DoubtedPasskey.into());
        }
        Ok(self.authorities.sign_in(&venue, token, access.state()).await?.into())
    }
}
