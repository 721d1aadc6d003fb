//! Converts the changes of what people and devices may do.

use std::borrow::Cow;

use access::{
    Access, Attempt, Author, AuthorityKey, Change, DeviceKey, DeviceSeat, Event, GrantId,
    InvitationId, Invitee, Limits, Role, SecretHash, SubjectId, Tables, TokenId,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> SubjectId {
        SubjectId::new(name).unwrap()
    }

    #[test]
    fn every_change_reads_back_from_its_record() {
        let mut point = [7; DeviceKey::BYTES];
        point[0] = 4;
        let token = || TokenId::new("0001").unwrap();
        let limits = || Limits {
            tournament: Some("kk-2026".to_owned()),
            tables: Some(Tables::new(3, 8).unwrap()),
            participant: Some(4),
        };
        let attempt = |subject| Attempt {
            subject,
            call: "PairingService/OpenRound".to_owned(),
            refusal: "expired".to_owned(),
            address: "10.0.0.7".to_owned(),
        };
        let granted = Role::ALL.into_iter().filter(|role| *role != Role::Public).map(|role| {
            let (grant, subject) = (GrantId(role as u32 + 1), id("ids"));
            Change::Granted { grant, subject, role, limits: Limits::default() }
        });
        let grant = GrantId(2);
        let changes = [
            Change::KeySet { generation: 2, key: AuthorityKey([9; 32]) },
            Change::PersonAdded { subject: id("ids"), name: "Ids de Vries".to_owned() },
            Change::DeviceEnrolled { subject: id("t1"), key: DeviceKey::new(&point).unwrap() },
            Change::Granted { grant, subject: id("t1"), role: Role::Arbiter, limits: limits() },
            Change::Narrowed { grant, limits: limits() },
            Change::Moved { grant, limits: limits() },
            Change::Revoked { grant },
            Change::PutOut { subject: id("t1") },
            Change::TokenIssued {
                token: token(),
                subject: id("ids"),
                expires: Timestamp::from_millis(9_000),
            },
            Change::TokenEnded { token: token() },
            Change::AttemptsRefused { attempt: attempt(Some(id("ids"))), count: 3 },
            Change::AttemptsRefused { attempt: attempt(None), count: 1 },
            Change::TokenRenewed { token: token(), expires: Timestamp::from_millis(9_500) },
            Change::Invited {
                invitation: InvitationId(1),
                to: Invitee::Person(id("ids")),
                link: SecretHash([3; 32]),
                code: None,
                expires: Timestamp::from_millis(9_000),
            },
            Change::InvitationUsed { invitation: InvitationId(1), subject: id("ids") },
            Change::PassphraseSet {
                subject: id("ids"),
                hash: "$argon2id$".to_owned(),
                kept: Some(token()),
            },
            Change::PassphraseSet { subject: id("ids"), hash: "$".to_owned(), kept: None },
        ];
        let seats =
            [None, Some(DeviceSeat::White), Some(DeviceSeat::Black), Some(DeviceSeat::Table)];
        let invited = seats.into_iter().map(|seat| Change::Invited {
            invitation: InvitationId(2),
            to: Invitee::Device { role: Role::PlayerDevice, limits: limits(), seat },
            link: SecretHash([3; 32]),
            code: Some(SecretHash([4; 32])),
            expires: Timestamp::from_millis(9_000),
        });
        let authors = [Author::Machine, Author::Subject(id("ids"))];
        let events: Vec<Event> = changes
            .into_iter()
            .chain(granted)
            .chain(invited)
            .zip(authors.into_iter().cycle())
            .map(|(change, by)| Event { by, at: Timestamp::from_millis(7), change })
            .collect();
        let record = Access::default().to_record(&events);
        assert_eq!(Access::from_record(record), Ok(events));
    }

    #[test]
    fn a_record_that_no_version_wrote_is_refused_with_its_field() {
        let granted = |role: i32, tables| {
            let limits = Some(v1::GrantLimits { tables, ..v1::GrantLimits::default() });
            let subject = "ids".to_owned();
            Wire::Granted(v1::RoleGranted { grant: 1, subject, role, limits })
        };
        let arbiter = v1::Role::Arbiter.into();
        for (change, field) in [
            (None, "change"),
            (Some(Wire::KeySet(v1::KeySet { generation: 1, key: vec![1; 31].into() })), "key"),
            (Some(Wire::PutOut(v1::PutOut { subject: "a b".to_owned() })), "subject"),
            (Some(Wire::TokenEnded(v1::TokenEnded { token: String::new() })), "token"),
            (Some(Wire::Invited(v1::Invited::default())), "to"),
            (Some(granted(0, None)), "role"),
            (Some(granted(99, None)), "role"),
            (Some(granted(arbiter, Some(v1::TableRange { first: 2, last: 1 }))), "tables"),
        ] {
            let event = v1::AccessEvent { by: String::new(), at_ms: 7, change };
            let record = envelope::Record::Access(v1::AccessRecord { events: vec![event] });
            let error = Access::from_record(record).unwrap_err();
            assert!(error.to_string().starts_with(field), "{error}");
        }
        let other = envelope::Record::Table(v1::TableRecord::default());
        assert!(Access::from_record(other).is_err());
    }
}
