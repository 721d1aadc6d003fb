//! The ways in: a link, a code, a passphrase. Those who do not come in are on record.

use std::{net::IpAddr, sync::PoisonError};

use ::access::{
    Access, Arrival, Attempt, Author, Code, Command, CommandRefusal, DeviceKey, DeviceSeat,
    Invitee, Secret, SecretHash, SubjectId, SubjectKind, Words,
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
use runtime::Circumstances as _;
use tokio::time::Instant;
use tonic::Status;

use super::{People, convert, read};
use crate::authorities::{AccessError, new_token, random_text};

impl People {
    /// Counts a try to come in from the address of a call.
    pub(super) fn count_address(&self, from: Option<IpAddr>) -> Result<(), AccessError> {
        self.of_address.count(from, self.authorities.now())
    }

    /// Keeps on record that somebody did not come in, where that was no mistake of a program.
    pub(super) fn note(
        &self,
        call: &str,
        venue: &str,
        from: Option<IpAddr>,
        error: AccessError,
    ) -> Status {
        if let (Some(refusal), Ok(venue)) = (convert::not_let_in(&error), read(venue)) {
            let (call, refusal) = (format!("AccessService/{call}"), refusal.to_owned());
            let address = from.map(|address| address.to_string()).unwrap_or_default();
            let attempt = Attempt { subject: None, call, refusal, address };
            let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(count) = attempts.note(&attempt, self.authorities.now()) {
                self.circumstances.note_refused(&venue, &attempt, count);
            }
        }
        error.into()
    }

    /// Lets somebody in by a secret.
    pub(super) async fn accept(
        &self,
        venue: &VenueId,
        secret: Secret,
        device: Option<Arrival>,
    ) -> Result<v1::SignedIn, AccessError> {
        // Nothing is used up for a token that cannot be signed.
        self.authorities.check_key().await?;
        let command = Command::Accept { secret, device, token: new_token()? };
        let (events, access) = self.authorities.give(venue, &Author::Machine, &command).await?;
        Ok(self.authorities.sign_in(venue, &events, access.state()).await?.into())
    }

    /// Gives a device that came in the seat of its invitation; returns true if it has it.
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
        let command = SeatCommand::Assign { device: device.clone(), seat };
        let by = Instant::now() + self.store_patience;
        match self.tournaments.change(&key, &device, &command, by).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, device = device.as_str(), "a device that came in has no seat");
                false
            }
        }
    }

    pub(super) async fn enrol(
        &self,
        request: v1::EnrolDeviceRequest,
        from: Option<IpAddr>,
    ) -> Result<v1::EnrolDeviceResponse, AccessError> {
        let v1::EnrolDeviceRequest { venue, repeated, key } = request;
        let venue = read(&venue)?;
        let key = DeviceKey::new(&key);
        let key = key.map_err(|error| ConvertError::invalid("key", error))?;
        self.count_address(from)?;
        let secret = match required(repeated, "repeated")? {
            Repeated::Code(code) => {
                let code: Code =
                    code.parse().map_err(|error| ConvertError::invalid("code", error))?;
                self.typed.count(venue.clone(), self.authorities.now())?;
                Secret::Code(code.hash())
            }
            Repeated::Secret(secret) => Secret::Link(SecretHash::of(secret.as_bytes())),
        };
        let access = self.authorities.read(&venue).await?;
        let invitation = access.state().invitations().find(|(_id, it)| it.has(secret));
        let invited = invitation.map(|(_id, it)| it.to.clone());
        let invited = invited.ok_or(CommandRefusal::UnknownInvitation)?;
        let name = convert::name_of_device(&invited, &random_text::<3>()?);
        let name = SubjectId::new(name).map_err(|error| ConvertError::invalid("venue", error))?;
        let arrival = Some(Arrival { subject: name, key });
        let signed_in = self.accept(&venue, secret, arrival).await?;
        let is_seated = self.seat(&venue, &signed_in.subject, &invited).await;
        let (of_device, seat) = match invited {
            Invitee::Device { limits, seat, .. } => (Some((&limits).into()), seat),
            Invitee::Person(_) => (None, None),
        };
        Ok(v1::EnrolDeviceResponse {
            signed_in: Some(signed_in),
            words: phrases::access::words(Words::of(&key)),
            limits: of_device,
            seat: wire_seat(seat).into(),
            is_seated,
        })
    }

    pub(super) async fn check_passphrase(
        &self,
        request: v1::SignInRequest,
        from: Option<IpAddr>,
    ) -> Result<v1::SignedIn, AccessError> {
        let v1::SignInRequest { venue, subject: name, passphrase } = request;
        let venue = read(&venue)?;
        let person = subject(name)?;
        self.count_address(from)?;
        let tried = (venue.clone(), person.to_string());
        self.of_person.count(tried, self.authorities.now())?;
        let access = self.authorities.read(&venue).await?;
        let known = access.state().subject(&person);
        let known = known.filter(|subject| subject.put_out.is_none());
        let hash = known.and_then(|subject| match &subject.kind {
            SubjectKind::Person(person) => person.passphrase.clone(),
            SubjectKind::Device(_) => None,
        });
        self.passphrases.check(passphrase, hash).await?;
        let (token, now) = (new_token()?, self.authorities.now());
        let expires = now.saturating_add(Access::TOKEN_LIFE_MAX);
        let by = Author::Subject(person.clone());
        let command = Command::IssueToken { token, subject: person, expires };
        self.authorities.check_key().await?;
        let (events, access) = self.authorities.give(&venue, &by, &command).await?;
        Ok(self.authorities.sign_in(&venue, &events, access.state()).await?.into())
    }
}
