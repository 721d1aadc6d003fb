//! The API for people and devices of a venue. Each call is converted to a command, decided by
//! `access`, and answered.

mod coming_in;
mod convert;
mod passkeys;
mod pins;
mod proofs;

use std::{sync::Mutex, time::Duration};

use ::access::{
    Attempts, Author, Bearer, Change, Code, Command, CommandRefusal, GrantId, Invitee, PasskeyId,
    Secret, SecretHash,
};
use draughts::Timestamp;
use phrases::Language;
use proto::{
    convert::{ConvertError, device_seat, limits, required, role, subject, token},
    subject::{TournamentKey, VenueId},
    v1::{self, access_service_server::AccessService},
};
use runtime::{Answer, Peer};
use tonic::{Request, Response};

use crate::{
    access_error::AccessError,
    authorities::{Authorities, random, random_text},
    circumstances::CallCircumstances,
    guesses::{Guessed, Guesses},
    passkeys::PageOrigin,
    passphrases::Passphrases,
    tournaments::Tournaments,
};

/// The number of changes on a page, and the largest one.
const PAGE: usize = 50;
const PAGE_MAX: usize = 200;
/// Number of codes that are tried until one is free.
const CODES_TRIED: usize = 8;

/// Implements `AccessService`.
#[derive(Debug)]
pub(crate) struct People {
    authorities: Authorities,
    tournaments: Tournaments,
    passphrases: Passphrases,
    guesses: Guesses,
    /// Those who did not come in.
    attempts: Mutex<Attempts>,
    circumstances: CallCircumstances,
    /// Longest time that a call waits for NATS.
    store_patience: Duration,
}

impl People {
    pub(crate) fn new(circumstances: CallCircumstances, store_patience: Duration) -> Self {
        Self {
            authorities: circumstances.authorities.clone(),
            tournaments: circumstances.tournaments.clone(),
            circumstances,
            attempts: Mutex::default(),
            passphrases: Passphrases::default(),
            guesses: Guesses::default(),
            store_patience,
        }
    }

    /// Carries out a command that changes something for others.
    async fn give(
        &self,
        venue: String,
        by: &Bearer,
        command: Result<Command, AccessError>,
    ) -> Result<Vec<::access::Event>, AccessError> {
        let by = Author::Subject(by.subject.clone());
        let (events, _access) = self.authorities.give(&read(&venue)?, &by, &command?).await?;
        Ok(events)
    }

    /// Makes an invitation; returns its number, the secret of its link and the moment at which it
    /// ends.
    async fn invite(
        &self,
        venue: String,
        by: &Bearer,
        to: &Invitee,
        code: Option<SecretHash>,
    ) -> Result<(u32, String, i64), AccessError> {
        let secret = random_text::<16>()?;
        let link = SecretHash::of(secret.as_bytes());
        let events =
            self.give(venue, by, Ok(Command::Invite { to: to.clone(), link, code })).await?;
        let invited = events.iter().find_map(|event| {
            let Change::Invited { invitation, expires, .. } = &event.change else { return None };
            Some((invitation.0, expires.millis()))
        });
        let (number, expires) = invited.ok_or(AccessError::Stopping)?;
        Ok((number, secret, expires))
    }

    async fn invite_device(
        &self,
        request: v1::InviteDeviceRequest,
        by: &Bearer,
    ) -> Result<v1::InviteDeviceResponse, AccessError> {
        let to = Invitee::Device {
            role: required(role(request.role()), "role")?,
            seat: device_seat(request.seat()),
            limits: limits(request.limits)?,
        };
        let venue = read(&request.venue)?;
        let access = self.authorities.read(&venue).await?;
        let key = self.authorities.key(&venue, access.state()).await?;
        for _ in 0..CODES_TRIED {
            let code = Code::from_random(random()?);
            let hash = key.hash_of_code(code);
            match self.invite(request.venue.clone(), by, &to, Some(hash)).await {
                Err(AccessError::Refused(CommandRefusal::KnownCode)) => {}
                invited => {
                    let (invitation, secret, expires_at_ms) = invited?;
                    let code = code.to_string();
                    return Ok(v1::InviteDeviceResponse {
                        code,
                        secret,
                        expires_at_ms,
                        invitation,
                    });
                }
            }
        }
        Err(CommandRefusal::TooManyInvitations.into())
    }

    async fn list_pages(
        &self,
        request: v1::ListChangesRequest,
    ) -> Result<v1::ListChangesResponse, AccessError> {
        let v1::ListChangesRequest { venue, subject: of, kind, before, limit, language } = request;
        let venue = read(&venue)?;
        let of = if of.is_empty() { None } else { Some(subject(of)?) };
        let language = Language::from_tag(&language);
        let access = self.authorities.read(&venue).await?;
        let before = if before == 0 { u64::MAX } else { before };
        let most = usize::try_from(limit).unwrap_or(PAGE_MAX).min(PAGE_MAX);
        let most = if most == 0 { PAGE } else { most };
        let is_asked = |event: &::access::Event| {
            let is_of = of.as_ref().is_none_or(|of| convert::is_of(event, of, access.state()));
            is_of && (kind.is_empty() || event.change.kind() == kind)
        };
        let (changes, is_more) = self.authorities.changes(&venue, before, most, is_asked).await?;
        let next = changes.last().filter(|_| is_more).map_or(0, |(version, _event)| *version);
        let changes = changes.iter();
        let changes = changes
            .map(|(version, event)| convert::change(*version, event, access.state(), language));
        Ok(v1::ListChangesResponse { changes: changes.collect(), next })
    }
}

/// Returns the caller of a call that is not public.
fn caller<T>(request: &Request<T>) -> Result<Bearer, AccessError> {
    // A venue without an authority has nobody who could be asked.
    request.extensions().get::<Bearer>().cloned().ok_or(CommandRefusal::NoAuthority.into())
}

/// Returns whoever opened the connection of a call.
fn peer<T>(request: &Request<T>) -> Option<Peer> {
    request.extensions().get::<Peer>().copied()
}

fn read(venue: &str) -> Result<VenueId, AccessError> {
    Ok(venue.parse::<VenueId>().map_err(|error| ConvertError::invalid("venue", error))?)
}

#[tonic::async_trait]
impl AccessService for People {
    async fn get_own_access(
        &self,
        request: Request<v1::GetOwnAccessRequest>,
    ) -> Answer<v1::GetOwnAccessResponse> {
        let by = caller(&request)?;
        let access = self.authorities.read(&read(&request.into_inner().venue)?).await?;
        let now = self.authorities.now();
        let own = access.state().subject(&by.subject);
        let subject = own.map(|own| convert::subject(&by.subject, own, access.state(), now));
        let token = by.token.to_string();
        Ok(Response::new(v1::GetOwnAccessResponse { subject, token }))
    }

    async fn renew_session(
        &self,
        request: Request<v1::RenewSessionRequest>,
    ) -> Answer<v1::RenewSessionResponse> {
        let by = caller(&request)?;
        let v1::RenewSessionRequest { venue, expires_at_ms } = request.into_inner();
        let (venue, expires) = (read(&venue)?, Timestamp::from_millis(expires_at_ms));
        let command = Command::RenewToken { token: by.token.clone(), expires };
        let author = Author::Subject(by.subject);
        let (_events, access) = self.authorities.give(&venue, &author, &command).await?;
        let signed_in = self.authorities.sign_in(&venue, by.token, access.state()).await?;
        Ok(Response::new(v1::RenewSessionResponse { signed_in: Some(signed_in.into()) }))
    }

    async fn end_session(
        &self,
        request: Request<v1::EndSessionRequest>,
    ) -> Answer<v1::EndSessionResponse> {
        let by = caller(&request)?;
        let v1::EndSessionRequest { venue, token: id } = request.into_inner();
        let command = token(id).map(|token| Command::EndToken { token });
        self.give(venue, &by, command.map_err(Into::into)).await?;
        Ok(Response::new(v1::EndSessionResponse {}))
    }

    async fn open_undelayed(
        &self,
        request: Request<v1::OpenUndelayedRequest>,
    ) -> Answer<v1::OpenUndelayedResponse> {
        let by = caller(&request)?;
        let key = TournamentKey::try_from(request.into_inner().tournament);
        let key = key.map_err(AccessError::from)?;
        let (subject, token) = (by.subject.clone(), by.token.clone());
        let tournament = key.tournament.to_string();
        let command = Command::OpenUndelayed { subject, token, tournament };
        self.give(key.venue.to_string(), &by, Ok(command)).await?;
        Ok(Response::new(v1::OpenUndelayedResponse {}))
    }

    async fn set_passphrase(
        &self,
        request: Request<v1::SetPassphraseRequest>,
    ) -> Answer<v1::SetPassphraseResponse> {
        let by = caller(&request)?;
        let from = peer(&request);
        let v1::SetPassphraseRequest { venue, passphrase, current } = request.into_inner();
        let asked = self.prove(&venue, &by, from, current).await;
        asked.map_err(|error| self.note("SetPassphrase", &venue, from, error))?;
        let hash = self.passphrases.hash(passphrase).await?;
        let (subject, kept) = (by.subject.clone(), Some(by.token.clone()));
        self.give(venue, &by, Ok(Command::SetPassphrase { subject, hash, kept })).await?;
        Ok(Response::new(v1::SetPassphraseResponse {}))
    }

    async fn set_pin(&self, request: Request<v1::SetPinRequest>) -> Answer<v1::SetPinResponse> {
        let (by, from) = (caller(&request)?, peer(&request));
        let request = request.into_inner();
        let venue = request.venue.clone();
        let set = Box::pin(self.change_pin(request, &by, from)).await;
        set.map_err(|error| self.note("SetPin", &venue, from, error))?;
        Ok(Response::new(v1::SetPinResponse {}))
    }

    async fn confirm(&self, request: Request<v1::ConfirmRequest>) -> Answer<v1::ConfirmResponse> {
        let (by, from) = (caller(&request)?, peer(&request));
        let request = request.into_inner();
        let venue = request.venue.clone();
        let confirmed = self.confirm_call(request, &by, from).await;
        let noted = |error| self.note("Confirm", &venue, from, error);
        Ok(Response::new(confirmed.map_err(noted)?))
    }

    async fn begin_passkey(
        &self,
        request: Request<v1::BeginPasskeyRequest>,
    ) -> Answer<v1::BeginPasskeyResponse> {
        let (by, from) = (caller(&request)?, peer(&request));
        let origin = PageOrigin::of(request.metadata()).map_err(AccessError::from)?;
        let v1::BeginPasskeyRequest { venue, current } = request.into_inner();
        let proved = self.prove(&venue, &by, from, current).await;
        proved.map_err(|error| self.note("BeginPasskey", &venue, from, error))?;
        Ok(Response::new(self.offer_passkey(&venue, &by, &origin).await?))
    }

    async fn add_passkey(
        &self,
        request: Request<v1::AddPasskeyRequest>,
    ) -> Answer<v1::AddPasskeyResponse> {
        let by = caller(&request)?;
        let origin = PageOrigin::of(request.metadata()).map_err(AccessError::from)?;
        let passkey = self.take_passkey(request.into_inner(), &by, &origin).await?;
        Ok(Response::new(v1::AddPasskeyResponse { passkey }))
    }

    async fn remove_passkey(
        &self,
        request: Request<v1::RemovePasskeyRequest>,
    ) -> Answer<v1::RemovePasskeyResponse> {
        let by = caller(&request)?;
        let v1::RemovePasskeyRequest { venue, passkey } = request.into_inner();
        let (passkey, kept) = (PasskeyId(passkey), Some(by.token.clone()));
        self.give(venue, &by, Ok(Command::RemovePasskey { passkey, kept })).await?;
        Ok(Response::new(v1::RemovePasskeyResponse {}))
    }

    async fn begin_passkey_sign_in(
        &self,
        request: Request<v1::BeginPasskeySignInRequest>,
    ) -> Answer<v1::BeginPasskeySignInResponse> {
        let from = peer(&request);
        let origin = PageOrigin::of(request.metadata()).map_err(AccessError::from)?;
        let v1::BeginPasskeySignInRequest { venue } = request.into_inner();
        Ok(Response::new(self.ask_passkey(&venue, from, &origin).await?))
    }

    async fn sign_in_by_passkey(
        &self,
        request: Request<v1::SignInByPasskeyRequest>,
    ) -> Answer<v1::SignInByPasskeyResponse> {
        let from = peer(&request);
        let origin = PageOrigin::of(request.metadata()).map_err(AccessError::from)?;
        let request = request.into_inner();
        let venue = request.venue.clone();
        let signed_in = Box::pin(self.check_passkey(request, from, &origin)).await;
        let noted = |error| self.note("SignInByPasskey", &venue, from, error);
        let signed_in = Some(signed_in.map_err(noted)?);
        Ok(Response::new(v1::SignInByPasskeyResponse { signed_in }))
    }

    async fn sign_in(&self, request: Request<v1::SignInRequest>) -> Answer<v1::SignInResponse> {
        let (from, request) = (peer(&request), request.into_inner());
        let venue = request.venue.clone();
        let signed_in = self.check_passphrase(request, from).await;
        let signed_in = signed_in.map_err(|error| self.note("SignIn", &venue, from, error))?;
        Ok(Response::new(v1::SignInResponse { signed_in: Some(signed_in) }))
    }

    async fn accept_invitation(
        &self,
        request: Request<v1::AcceptInvitationRequest>,
    ) -> Answer<v1::AcceptInvitationResponse> {
        let from = peer(&request);
        let v1::AcceptInvitationRequest { venue, secret } = request.into_inner();
        let accepted = async {
            let secret = Secret::Link(SecretHash::of(secret.as_bytes()));
            let venue = read(&venue)?;
            self.guess(Guessed::Link, from, self.accept(&venue, secret, None)).await
        };
        let signed_in = accepted.await;
        let noted = |error| self.note("AcceptInvitation", &venue, from, error);
        let signed_in = signed_in.map_err(noted)?;
        Ok(Response::new(v1::AcceptInvitationResponse { signed_in: Some(signed_in) }))
    }

    async fn enrol_device(
        &self,
        request: Request<v1::EnrolDeviceRequest>,
    ) -> Answer<v1::EnrolDeviceResponse> {
        let (from, request) = (peer(&request), request.into_inner());
        let venue = request.venue.clone();
        let enrolled = self.enrol(request, from).await;
        let noted = |error| self.note("EnrolDevice", &venue, from, error);
        Ok(Response::new(enrolled.map_err(noted)?))
    }

    async fn list_access(
        &self,
        request: Request<v1::ListAccessRequest>,
    ) -> Answer<v1::ListAccessResponse> {
        let access = self.authorities.read(&read(&request.into_inner().venue)?).await?;
        Ok(Response::new(convert::list(access.state(), self.authorities.now())))
    }

    async fn list_changes(
        &self,
        request: Request<v1::ListChangesRequest>,
    ) -> Answer<v1::ListChangesResponse> {
        Ok(Response::new(self.list_pages(request.into_inner()).await?))
    }

    async fn add_person(
        &self,
        request: Request<v1::AddPersonRequest>,
    ) -> Answer<v1::AddPersonResponse> {
        let by = caller(&request)?;
        let v1::AddPersonRequest { venue, subject: id, name } = request.into_inner();
        let command = subject(id).map(|subject| Command::AddPerson { subject, name });
        self.give(venue, &by, command.map_err(Into::into)).await?;
        Ok(Response::new(v1::AddPersonResponse {}))
    }

    async fn invite_person(
        &self,
        request: Request<v1::InvitePersonRequest>,
    ) -> Answer<v1::InvitePersonResponse> {
        let by = caller(&request)?;
        let v1::InvitePersonRequest { venue, subject: id } = request.into_inner();
        let to = Invitee::Person(subject(id).map_err(AccessError::from)?);
        let (_number, secret, expires_at_ms) = self.invite(venue, &by, &to, None).await?;
        Ok(Response::new(v1::InvitePersonResponse { secret, expires_at_ms }))
    }

    async fn invite_device(
        &self,
        request: Request<v1::InviteDeviceRequest>,
    ) -> Answer<v1::InviteDeviceResponse> {
        let by = caller(&request)?;
        Ok(Response::new(self.invite_device(request.into_inner(), &by).await?))
    }

    async fn grant_role(
        &self,
        request: Request<v1::GrantRoleRequest>,
    ) -> Answer<v1::GrantRoleResponse> {
        let by = caller(&request)?;
        let request = request.into_inner();
        let given = role(request.role());
        let command = convert::grant(request.subject, given, request.limits);
        let events = self.give(request.venue, &by, command).await?;
        let grant = events.iter().find_map(|event| {
            let Change::Granted { grant, .. } = &event.change else { return None };
            Some(grant.0)
        });
        Ok(Response::new(v1::GrantRoleResponse { grant: grant.unwrap_or(0) }))
    }

    async fn narrow_grant(
        &self,
        request: Request<v1::NarrowGrantRequest>,
    ) -> Answer<v1::NarrowGrantResponse> {
        let by = caller(&request)?;
        let v1::NarrowGrantRequest { venue, grant, limits: narrower } = request.into_inner();
        let command =
            limits(narrower).map(|limits| Command::Narrow { grant: GrantId(grant), limits });
        self.give(venue, &by, command.map_err(Into::into)).await?;
        Ok(Response::new(v1::NarrowGrantResponse {}))
    }

    async fn move_device(
        &self,
        request: Request<v1::MoveDeviceRequest>,
    ) -> Answer<v1::MoveDeviceResponse> {
        let by = caller(&request)?;
        let v1::MoveDeviceRequest { venue, grant, limits: other } = request.into_inner();
        let command = limits(other).map(|limits| Command::Move { grant: GrantId(grant), limits });
        self.give(venue, &by, command.map_err(Into::into)).await?;
        Ok(Response::new(v1::MoveDeviceResponse {}))
    }

    async fn revoke_grant(
        &self,
        request: Request<v1::RevokeGrantRequest>,
    ) -> Answer<v1::RevokeGrantResponse> {
        let by = caller(&request)?;
        let v1::RevokeGrantRequest { venue, grant } = request.into_inner();
        self.give(venue, &by, Ok(Command::Revoke { grant: GrantId(grant) })).await?;
        Ok(Response::new(v1::RevokeGrantResponse {}))
    }

    async fn put_out(&self, request: Request<v1::PutOutRequest>) -> Answer<v1::PutOutResponse> {
        let by = caller(&request)?;
        let v1::PutOutRequest { venue, subject: id } = request.into_inner();
        let command = subject(id).map(|subject| Command::PutOut { subject });
        self.give(venue, &by, command.map_err(Into::into)).await?;
        Ok(Response::new(v1::PutOutResponse {}))
    }
}
