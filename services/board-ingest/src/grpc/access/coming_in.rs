//! The ways in: a link, a code, a passphrase. Those who do not come in are on record.

use ::access::{
    Access, Arrival, Attempt, Author, Code, Command, CommandRefusal, DeviceKey, DeviceSeat,
    Invitee, KeyWords, Secret, SecretHash, SubjectId, SubjectKind,
};
use live_game::{
    DeviceId,
    table::{Seat, SeatCommand},
};
use proto::{
    convert::{ConvertError, required, subject, wire_seat},
    subject::{TournamentKey, VenueId},
    v1::{self, enrol_device_request::Repeated},
};
use runtime::{Peer, lock};
use tokio::time::Instant;
use tonic::Status;

use super::{People, convert, read};
use crate::{
    access_error::AccessError,
    authorities::{new_token, random_text},
    guesses::Guessed,
};

impl People {
    /// Keeps on record that somebody did not come in, where that was no mistake of a program.
    pub(super) fn note(
        &self,
        call: &str,
        venue: &str,
        from: Option<Peer>,
        error: AccessError,
    ) -> Status {
        if let (Some(refusal), Ok(venue)) = (convert::not_let_in(&error), read(venue)) {
            let (call, refusal) = (format!("AccessService/{call}"), refusal.to_owned());
            let address = from.map(|peer| peer.ip().to_string()).unwrap_or_default();
            let attempt = Attempt { subject: None, call, refusal, address };
            let mut attempts = lock(&self.attempts);
            if let Some(count) = attempts.note(&attempt, self.authorities.now()) {
                self.circumstances.note_refused(&venue, &attempt, count);
            }
        }
        error.into()
    }

    /// Lets somebody in by a secret. Nothing is used up for a token that cannot be signed.
    pub(super) async fn accept(
        &self,
        venue: &VenueId,
        secret: Secret,
        device: Option<Arrival>,
    ) -> Result<v1::SignedIn, AccessError> {
        self.authorities.key(venue, self.authorities.read(venue).await?.state()).await?;
        let token = new_token()?;
        let command = Command::Accept { secret, device, token: token.clone() };
        let (_events, access) = self.authorities.give(venue, &Author::Machine, &command).await?;
        Ok(self.authorities.sign_in(venue, token, access.state()).await?.into())
    }

    /// Gives a device that came in the seat of its invitation; returns true if it has it. If
    /// another device has that seat, it waits for the desk.
    pub(super) async fn seat(&self, venue: &VenueId, device: &str, invited: &Invitee) -> bool {
        let Invitee::Device { limits, seat: Some(seat), .. } = invited else { return true };
        let (Some(tournament), Some(tables)) = (&limits.tournament, limits.tables) else {
            return true;
        };
        let (Ok(tournament), Ok(device)) = (tournament.parse(), DeviceId::new(device)) else {
            return false;
        };
        let key = TournamentKey { venue: venue.clone(), tournament };
        let seat = match seat {
            DeviceSeat::White => Seat::White(tables.first()),
            DeviceSeat::Black => Seat::Black(tables.first()),
            DeviceSeat::Table => Seat::Table(tables.first()),
        };
        self.release_gone(&key, &device, seat).await;
        let at = self.authorities.now();
        let command = SeatCommand::Claim { device: device.clone(), seat, at };
        let by = Instant::now() + self.store_patience;
        match self.tournaments.change(&key, &device, &command, by).await {
            // It may wait for the desk.
            Ok(()) => self.tournaments.seat(&key, &device, by).await.is_ok(),
            Err(error) => {
                tracing::warn!(%error, device = device.as_str(), "a device that came in has no seat");
                false
            }
        }
    }

    /// Takes the seat away from devices that were put out, and from those that the log does not
    /// know because it has lost their enrolment, so that nobody has to decide between them and the
    /// one that comes in.
    async fn release_gone(&self, key: &TournamentKey, device: &DeviceId, seat: Seat) {
        let read = tokio::join!(self.authorities.read(&key.venue), self.tournaments.known(key));
        // Otherwise the desk decides.
        let (Ok(access), Ok(known)) = read else { return };
        for other in known.seats.state().others_at(seat, device) {
            let of_access = SubjectId::new(other.as_str()).ok();
            let subject = of_access.and_then(|name| access.state().subject(&name));
            if subject.is_none_or(|subject| subject.put_out.is_some()) {
                let command = SeatCommand::Release { device: other.clone(), act: None };
                let by = Instant::now() + self.store_patience;
                if let Err(error) = self.tournaments.change(key, &other, &command, by).await {
                    tracing::warn!(%error, device = other.as_str(), "a device that may not come in keeps its seat");
                }
            }
        }
    }

    pub(super) async fn enrol(
        &self,
        request: v1::EnrolDeviceRequest,
        from: Option<Peer>,
    ) -> Result<v1::EnrolDeviceResponse, AccessError> {
        let v1::EnrolDeviceRequest { venue, repeated, key } = request;
        let venue = read(&venue)?;
        let key = DeviceKey::new(&key);
        let key = key.map_err(|error| ConvertError::invalid("key", error))?;
        let repeated = required(repeated, "repeated")?;
        let of = match repeated {
            Repeated::Code(_) => Guessed::Code(venue.clone()),
            Repeated::Secret(_) => Guessed::Link,
        };
        self.guess(of, from, Box::pin(self.enrol_by(&venue, repeated, key))).await
    }

    async fn enrol_by(
        &self,
        venue: &VenueId,
        repeated: Repeated,
        key: DeviceKey,
    ) -> Result<v1::EnrolDeviceResponse, AccessError> {
        let access = self.authorities.read(venue).await?;
        let secret = match repeated {
            Repeated::Code(code) => {
                let code: Code =
                    code.parse().map_err(|error| ConvertError::invalid("code", error))?;
                let authority = self.authorities.key(venue, access.state()).await?;
                Secret::Code(authority.hash_of_code(code))
            }
            Repeated::Secret(secret) => Secret::Link(SecretHash::of(secret.as_bytes())),
        };
        let invitation = access.state().invitations().find(|(_id, it)| it.has(secret));
        let invited = invitation.map(|(_id, it)| it.to.clone());
        let invited = invited.ok_or(CommandRefusal::UnknownInvitation)?;
        let name = convert::name_of_device(&invited, &random_text::<3>()?);
        let name = SubjectId::new(name).map_err(|error| ConvertError::invalid("venue", error))?;
        let arrival = Some(Arrival { subject: name, key });
        let signed_in = self.accept(venue, secret, arrival).await?;
        let is_seated = self.seat(venue, &signed_in.subject, &invited).await;
        let (of_device, seat) = match invited {
            Invitee::Device { limits, seat, .. } => (Some((&limits).into()), seat),
            Invitee::Person(_) => (None, None),
        };
        Ok(v1::EnrolDeviceResponse {
            signed_in: Some(signed_in),
            words: phrases::access::words(KeyWords::of(&key)),
            limits: of_device,
            seat: wire_seat(seat).into(),
            is_seated,
        })
    }

    pub(super) async fn check_passphrase(
        &self,
        request: v1::SignInRequest,
        from: Option<Peer>,
    ) -> Result<v1::SignedIn, AccessError> {
        let v1::SignInRequest { venue, subject: name, passphrase } = request;
        let venue = read(&venue)?;
        let person = subject(name)?;
        let access = self.authorities.read(&venue).await?;
        let known = access.state().subject(&person);
        let known = known.filter(|subject| subject.put_out.is_none());
        let hash = known.and_then(|subject| match &subject.kind {
            SubjectKind::Person(person) => person.passphrase.clone(),
            SubjectKind::Device(_) => None,
        });
        self.guess_passphrase(&venue, &person, from, passphrase, hash).await?;
        self.authorities.key(&venue, access.state()).await?;
        let (token, now) = (new_token()?, self.authorities.now());
        let expires = now.saturating_add(Access::TOKEN_LIFE_MAX);
        let by = Author::Subject(person.clone());
        let command = Command::IssueToken { token: token.clone(), subject: person, expires };
        let (_events, access) = self.authorities.give(&venue, &by, &command).await?;
        Ok(self.authorities.sign_in(&venue, token, access.state()).await?.into())
    }
}
