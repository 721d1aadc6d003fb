//! Converts the changes of what people and devices may do.

mod passkey;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use access::{
    Access, Attempt, Author, AuthorityKey, Change, DeviceKey, DeviceSeat, Event, GrantId,
    InvitationId, Invitee, Limits, PasskeyId, Role, SecretHash, SubjectId, Tables, TokenId,
};
use draughts::Timestamp;
use prost::Message as _;

use crate::{
    convert::{Aggregate, ConvertError, Record, required},
    v1::{self, access_event::Change as Wire, envelope},
};

impl Aggregate for Access {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        Self::apply(self, event);
    }

    fn to_record(&self, events: &[Event]) -> envelope::Record {
        let events = events.iter().map(Into::into).collect();
        envelope::Record::Access(v1::AccessRecord { events })
    }

    fn events(record: &Record) -> Result<Cow<'_, [Event]>, ConvertError> {
        let Record::Access(events) = record else { return Err(ConvertError::OtherRecord) };
        Ok(Cow::Borrowed(events))
    }
}

/// Returns the events of a record.
pub(super) fn events(events: Vec<v1::AccessEvent>) -> Result<Vec<Event>, ConvertError> {
    events.into_iter().map(TryInto::try_into).collect()
}

impl From<&Event> for v1::AccessEvent {
    fn from(event: &Event) -> Self {
        let by = match &event.by {
            Author::Machine => String::new(),
            Author::Subject(subject) => subject.to_string(),
        };
        Self { by, at_ms: event.at.millis(), change: Some((&event.change).into()) }
    }
}

/// Reads an event as one service tells it to another; `None` if it cannot be read.
#[must_use]
pub fn told_event(bytes: &[u8]) -> Option<Event> {
    v1::AccessEvent::decode(bytes).ok()?.try_into().ok()
}

impl TryFrom<v1::AccessEvent> for Event {
    type Error = ConvertError;

    fn try_from(wire: v1::AccessEvent) -> Result<Self, ConvertError> {
        let by = match wire.by {
            machine if machine.is_empty() => Author::Machine,
            person => Author::Subject(subject(person)?),
        };
        let change = required(wire.change, "change")?.try_into()?;
        Ok(Self { by, at: Timestamp::from_millis(wire.at_ms), change })
    }
}

impl From<&Change> for Wire {
    fn from(change: &Change) -> Self {
        match change {
            Change::KeySet { generation, key } => {
                Self::KeySet(v1::KeySet { generation: *generation, key: key.0.to_vec().into() })
            }
            Change::PersonAdded { subject, name } => {
                let (subject, name) = (subject.to_string(), name.clone());
                Self::PersonAdded(v1::PersonAdded { subject, name })
            }
            Change::DeviceEnrolled { subject, key } => {
                let (subject, key) = (subject.to_string(), key.as_bytes().to_vec().into());
                Self::DeviceEnrolled(v1::DeviceEnrolled { subject, key })
            }
            Change::Granted { grant, subject, role, limits } => Self::Granted(v1::RoleGranted {
                grant: grant.0,
                subject: subject.to_string(),
                role: wire_role(*role).into(),
                limits: Some(limits.into()),
            }),
            Change::Narrowed { grant, limits } => {
                let (grant, limits) = (grant.0, Some(limits.into()));
                Self::Narrowed(v1::GrantNarrowed { grant, limits })
            }
            Change::Moved { grant, limits } => {
                let (grant, limits) = (grant.0, Some(limits.into()));
                Self::Moved(v1::DeviceMoved { grant, limits })
            }
            Change::Revoked { grant } => Self::Revoked(v1::GrantRevoked { grant: grant.0 }),
            Change::PutOut { subject } => Self::PutOut(v1::PutOut { subject: subject.to_string() }),
            Change::TokenIssued { token, subject, expires } => Self::TokenIssued(v1::TokenIssued {
                token: token.to_string(),
                subject: subject.to_string(),
                expires_at_ms: expires.millis(),
            }),
            Change::TokenEnded { token } => {
                Self::TokenEnded(v1::TokenEnded { token: token.to_string() })
            }
            Change::AttemptsRefused { attempt, count } => {
                let Attempt { subject, call, refusal, address } = attempt.clone();
                let subject = subject.map(|subject| subject.to_string()).unwrap_or_default();
                let count = *count;
                Self::AttemptsRefused(v1::AttemptsRefused {
                    subject,
                    call,
                    refusal,
                    count,
                    address,
                })
            }
            Change::TokenRenewed { token, expires } => Self::TokenRenewed(v1::TokenRenewed {
                token: token.to_string(),
                expires_at_ms: expires.millis(),
            }),
            Change::Invited { invitation, to, link, code, expires } => Self::Invited(v1::Invited {
                invitation: invitation.0,
                to: Some(to.into()),
                link: link.0.to_vec().into(),
                code: code.map(|code| code.0.to_vec().into()).unwrap_or_default(),
                expires_at_ms: expires.millis(),
            }),
            Change::InvitationUsed { invitation, subject } => {
                let (invitation, subject) = (invitation.0, subject.to_string());
                Self::InvitationUsed(v1::InvitationUsed { invitation, subject })
            }
            Change::PassphraseSet { subject, hash, kept } => {
                let (subject, hash) = (subject.to_string(), hash.clone());
                let kept = kept.as_ref().map(ToString::to_string).unwrap_or_default();
                Self::PassphraseSet(v1::PassphraseSet { subject, hash, kept })
            }
            Change::PinSet { subject, hash } => {
                let (subject, hash) = (subject.to_string(), hash.clone().unwrap_or_default());
                Self::PinSet(v1::PinSet { subject, hash })
            }
            Change::PasskeyAdded { id, subject, passkey, challenge } => {
                Self::PasskeyAdded(passkey::wire(*id, subject, passkey, *challenge))
            }
            Change::PasskeyUsed { id, subject, count, challenge, token } => {
                Self::PasskeyUsed(v1::PasskeyUsed {
                    passkey: id.0,
                    subject: subject.to_string(),
                    count: *count,
                    challenge: challenge.0.to_vec().into(),
                    token: token.to_string(),
                })
            }
            Change::PasskeyDoubted { id, subject, known, told, challenge } => {
                Self::PasskeyDoubted(v1::PasskeyDoubted {
                    passkey: id.0,
                    subject: subject.to_string(),
                    known: *known,
                    told: *told,
                    challenge: challenge.0.to_vec().into(),
                })
            }
            Change::UndelayedOpened { subject, token, tournament } => {
                Self::UndelayedOpened(v1::UndelayedOpened {
                    subject: subject.to_string(),
                    token: token.to_string(),
                    tournament: tournament.clone(),
                })
            }
            Change::PasskeyRemoved { id, subject, kept } => {
                let (passkey, subject) = (id.0, subject.to_string());
                let kept = kept.as_ref().map(ToString::to_string).unwrap_or_default();
                Self::PasskeyRemoved(v1::PasskeyRemoved { passkey, subject, kept })
            }
        }
    }
}

impl TryFrom<Wire> for Change {
    type Error = ConvertError;

    fn try_from(wire: Wire) -> Result<Self, ConvertError> {
        Ok(match wire {
            Wire::KeySet(set) => {
                let key = <[u8; AuthorityKey::BYTES]>::try_from(&*set.key);
                let key = key.map_err(|error| ConvertError::invalid("key", error))?;
                Self::KeySet { generation: set.generation, key: AuthorityKey(key) }
            }
            Wire::PersonAdded(added) => {
                Self::PersonAdded { subject: subject(added.subject)?, name: added.name }
            }
            Wire::DeviceEnrolled(enrolled) => {
                let key = DeviceKey::new(&enrolled.key);
                let key = key.map_err(|error| ConvertError::invalid("key", error))?;
                Self::DeviceEnrolled { subject: subject(enrolled.subject)?, key }
            }
            Wire::Granted(granted) => Self::Granted {
                grant: GrantId(granted.grant),
                role: required(role(granted.role()), "role")?,
                limits: limits(granted.limits)?,
                subject: subject(granted.subject)?,
            },
            Wire::Narrowed(narrowed) => {
                let (grant, limits) = (GrantId(narrowed.grant), limits(narrowed.limits)?);
                Self::Narrowed { grant, limits }
            }
            Wire::Moved(moved) => {
                Self::Moved { grant: GrantId(moved.grant), limits: limits(moved.limits)? }
            }
            Wire::Revoked(revoked) => Self::Revoked { grant: GrantId(revoked.grant) },
            Wire::PutOut(put_out) => Self::PutOut { subject: subject(put_out.subject)? },
            Wire::TokenIssued(issued) => Self::TokenIssued {
                token: token(issued.token)?,
                subject: subject(issued.subject)?,
                expires: Timestamp::from_millis(issued.expires_at_ms),
            },
            Wire::TokenEnded(ended) => Self::TokenEnded { token: token(ended.token)? },
            Wire::AttemptsRefused(refused) => {
                let bearer = Some(refused.subject).filter(|bearer| !bearer.is_empty());
                let bearer = bearer.map(subject).transpose()?;
                let (call, refusal, address) = (refused.call, refused.refusal, refused.address);
                let attempt = Attempt { subject: bearer, call, refusal, address };
                Self::AttemptsRefused { attempt, count: refused.count }
            }
            Wire::TokenRenewed(renewed) => Self::TokenRenewed {
                token: token(renewed.token)?,
                expires: Timestamp::from_millis(renewed.expires_at_ms),
            },
            Wire::Invited(invited) => Self::Invited {
                invitation: InvitationId(invited.invitation),
                to: invitee(required(invited.to, "to")?)?,
                link: hash(&invited.link, "link")?,
                code: if invited.code.is_empty() {
                    None
                } else {
                    Some(hash(&invited.code, "code")?)
                },
                expires: Timestamp::from_millis(invited.expires_at_ms),
            },
            Wire::InvitationUsed(used) => {
                let invitation = InvitationId(used.invitation);
                Self::InvitationUsed { invitation, subject: subject(used.subject)? }
            }
            Wire::PassphraseSet(v1::PassphraseSet { subject: of, hash, kept }) => {
                let kept = if kept.is_empty() { None } else { Some(token(kept)?) };
                Self::PassphraseSet { subject: subject(of)?, hash, kept }
            }
            Wire::PinSet(v1::PinSet { subject: of, hash }) => {
                let hash = Some(hash).filter(|hash| !hash.is_empty());
                Self::PinSet { subject: subject(of)?, hash }
            }
            Wire::PasskeyAdded(added) => passkey::added(added)?,
            Wire::PasskeyUsed(used) => Self::PasskeyUsed {
                id: PasskeyId(used.passkey),
                count: used.count,
                challenge: passkey::challenge(&used.challenge)?,
                subject: subject(used.subject)?,
                token: token(used.token)?,
            },
            Wire::PasskeyDoubted(doubted) => Self::PasskeyDoubted {
                id: PasskeyId(doubted.passkey),
                known: doubted.known,
                told: doubted.told,
                challenge: passkey::challenge(&doubted.challenge)?,
                subject: subject(doubted.subject)?,
            },
            Wire::UndelayedOpened(opened) => Self::UndelayedOpened {
                subject: subject(opened.subject)?,
                token: token(opened.token)?,
                tournament: opened.tournament,
            },
            Wire::PasskeyRemoved(v1::PasskeyRemoved { passkey, subject: of, kept }) => {
                let kept = if kept.is_empty() { None } else { Some(token(kept)?) };
                Self::PasskeyRemoved { id: PasskeyId(passkey), subject: subject(of)?, kept }
            }
        })
    }
}

impl From<&Limits> for v1::GrantLimits {
    fn from(limits: &Limits) -> Self {
        Self {
            tournament: limits.tournament.clone().unwrap_or_default(),
            tables: limits
                .tables
                .map(|tables| v1::TableRange { first: tables.first(), last: tables.last() }),
            participant: limits.participant.unwrap_or(0),
        }
    }
}

impl From<&Invitee> for v1::invited::To {
    fn from(to: &Invitee) -> Self {
        match to {
            Invitee::Person(subject) => Self::Person(subject.to_string()),
            Invitee::Device { role, limits, seat } => Self::Device(v1::InvitedDevice {
                role: wire_role(*role).into(),
                limits: Some(limits.into()),
                seat: wire_seat(*seat).into(),
            }),
        }
    }
}

fn invitee(to: v1::invited::To) -> Result<Invitee, ConvertError> {
    Ok(match to {
        v1::invited::To::Person(person) => Invitee::Person(subject(person)?),
        v1::invited::To::Device(device) => Invitee::Device {
            role: required(role(device.role()), "role")?,
            seat: device_seat(device.seat()),
            limits: limits(device.limits)?,
        },
    })
}

/// Returns the seat of a device in an invitation; `None` if it gets none.
#[must_use]
pub fn device_seat(seat: v1::DeviceSeat) -> Option<DeviceSeat> {
    match seat {
        v1::DeviceSeat::Unspecified => None,
        v1::DeviceSeat::White => Some(DeviceSeat::White),
        v1::DeviceSeat::Black => Some(DeviceSeat::Black),
        v1::DeviceSeat::Table => Some(DeviceSeat::Table),
    }
}

/// Returns the seat of a device in an invitation as a message has it.
#[must_use]
pub fn wire_seat(seat: Option<DeviceSeat>) -> v1::DeviceSeat {
    match seat {
        None => v1::DeviceSeat::Unspecified,
        Some(DeviceSeat::White) => v1::DeviceSeat::White,
        Some(DeviceSeat::Black) => v1::DeviceSeat::Black,
        Some(DeviceSeat::Table) => v1::DeviceSeat::Table,
    }
}

fn hash(bytes: &[u8], field: &'static str) -> Result<SecretHash, ConvertError> {
    let hash = <[u8; SecretHash::BYTES]>::try_from(bytes);
    hash.map(SecretHash).map_err(|error| ConvertError::invalid(field, error))
}

/// Returns the limits of a grant; none if they are absent.
///
/// # Errors
/// [`ConvertError`] if the tables are none.
pub fn limits(limits: Option<v1::GrantLimits>) -> Result<Limits, ConvertError> {
    let v1::GrantLimits { tournament, tables, participant } = limits.unwrap_or_default();
    let tables = tables.map(|tables| Tables::new(tables.first, tables.last)).transpose();
    Ok(Limits {
        tournament: Some(tournament).filter(|tournament| !tournament.is_empty()),
        tables: tables.map_err(|error| ConvertError::invalid("tables", error))?,
        participant: Some(participant).filter(|participant| *participant > 0),
    })
}

/// Returns the id of a person or device.
///
/// # Errors
/// [`ConvertError`] if it is none.
pub fn subject(id: String) -> Result<SubjectId, ConvertError> {
    SubjectId::new(id).map_err(|error| ConvertError::invalid("subject", error))
}

/// Returns the id of a token.
///
/// # Errors
/// [`ConvertError`] if it is none.
pub fn token(id: String) -> Result<TokenId, ConvertError> {
    TokenId::new(id).map_err(|error| ConvertError::invalid("token", error))
}

/// Returns a role as a message has it.
#[must_use]
pub fn wire_role(role: Role) -> v1::Role {
    match role {
        Role::ChiefArbiter => v1::Role::ChiefArbiter,
        Role::Arbiter => v1::Role::Arbiter,
        Role::PairingOfficer => v1::Role::PairingOfficer,
        Role::ResultEntry => v1::Role::ResultEntry,
        Role::Technician => v1::Role::Technician,
        Role::Commentator => v1::Role::Commentator,
        Role::FederationAdmin => v1::Role::FederationAdmin,
        Role::Organiser => v1::Role::Organiser,
        Role::PlayerDevice => v1::Role::PlayerDevice,
        Role::BoardAgent => v1::Role::BoardAgent,
        Role::WallScreen => v1::Role::WallScreen,
        // Nobody is granted what everybody may do.
        Role::Public => v1::Role::Unspecified,
    }
}

/// Returns the role of a message; `None` if there is none.
#[must_use]
pub fn role(role: v1::Role) -> Option<Role> {
    Role::ALL.into_iter().find(|of| wire_role(*of) == role && *of != Role::Public)
}
