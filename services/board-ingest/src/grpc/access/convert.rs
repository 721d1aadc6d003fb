//! Converts people, devices and changes to answers, and refusals to statuses.

use ::access::{
    Access, Author, Change, Command, CommandRefusal, Event, Grant, GrantId, Invitation,
    InvitationId, Invitee, KeyWords, Passkey, PasskeyId, Role, Subject, SubjectId, SubjectKind,
};
use draughts::Timestamp;
use phrases::{Language, access as phrase};
use proto::{
    convert::{self, required, wire_role, wire_seat},
    v1,
};
use runtime::{Categorize, ErrorCategory, Extent};
use tonic::{Code, Status};
use tonic_types::{ErrorDetail, LocalizedMessage, RetryInfo, StatusExt as _};

use crate::{access_error::AccessError, authorities::SignedIn, passkeys::PasskeyError};

impl From<SignedIn> for v1::SignedIn {
    fn from(signed_in: SignedIn) -> Self {
        let SignedIn { token, subject, name, expires } = signed_in;
        Self { token, subject: subject.to_string(), name, expires_at_ms: expires.millis() }
    }
}

/// Returns the command that gives a role.
pub(super) fn grant(
    subject: String,
    role: Option<Role>,
    limits: Option<v1::GrantLimits>,
) -> Result<Command, AccessError> {
    let (subject, role) = (convert::subject(subject)?, required(role, "role")?);
    Ok(Command::Grant { subject, role, limits: convert::limits(limits)? })
}

/// Returns the name of a device that comes in, such as `t7-white-3fa9c1`.
pub(super) fn name_of_device(invited: &Invitee, suffix: &str) -> String {
    let Invitee::Device { role, limits, seat } = invited else {
        return format!("device-{suffix}");
    };
    match (limits.tables, seat) {
        (Some(tables), Some(seat)) => format!("t{}-{}-{suffix}", tables.first(), seat.as_str()),
        _ => format!("{}-{suffix}", role.as_str()),
    }
}

/// Returns people and devices, and the invitations that are open.
pub(super) fn list(access: &Access, now: Timestamp) -> v1::ListAccessResponse {
    let subjects = access.subjects().map(|(id, it)| subject(id, it, access, now)).collect();
    let is_open = |it: &Invitation| it.used_by.is_none() && it.expires > now;
    let open = access.invitations().filter(|(_id, it)| is_open(it));
    let invitations = open.map(|(id, it)| invitation(id, it)).collect();
    v1::ListAccessResponse { subjects, invitations }
}

fn invitation(InvitationId(invitation): InvitationId, it: &Invitation) -> v1::OpenInvitation {
    let (person, device) = match &it.to {
        Invitee::Person(person) => (person.to_string(), None),
        Invitee::Device { role, limits, seat } => {
            let (role, limits) = (wire_role(*role).into(), Some(limits.into()));
            let seat = wire_seat(*seat).into();
            (String::new(), Some(v1::InvitedDevice { role, limits, seat }))
        }
    };
    v1::OpenInvitation { invitation, person, device, expires_at_ms: it.expires.millis() }
}

/// Returns a person or a device.
pub(super) fn subject(
    id: &SubjectId,
    subject: &Subject,
    access: &Access,
    now: Timestamp,
) -> v1::AccessSubject {
    let sessions = access.open_sessions_of(id, now);
    let has_passphrase = match &subject.kind {
        SubjectKind::Person(person) => person.passphrase.is_some(),
        SubjectKind::Device(_) => false,
    };
    v1::AccessSubject {
        subject: id.to_string(),
        name: access.name(id).unwrap_or_default().to_owned(),
        is_device: subject.is_device(),
        put_out_at_ms: subject.put_out.map_or(0, Timestamp::millis),
        grants: access.grants_of(id).map(held).collect(),
        sessions: sessions
            .map(|(token, session)| v1::Session {
                token: token.to_string(),
                issued_at_ms: session.issued.millis(),
                expires_at_ms: session.expires.millis(),
            })
            .collect(),
        words: subject.device_key().map(KeyWords::of).map(phrase::words).unwrap_or_default(),
        has_passphrase,
        passkeys: access.passkeys_of(id).map(passkey).collect(),
        has_pin: access.pin_of(id).is_some(),
    }
}

fn passkey((PasskeyId(passkey), it): (PasskeyId, &Passkey)) -> v1::Passkey {
    v1::Passkey {
        passkey,
        name: it.of.name.clone(),
        host: it.of.host.clone(),
        added_at_ms: it.added.millis(),
        used_at_ms: it.used.map_or(0, Timestamp::millis),
        is_doubted: it.is_doubted,
    }
}

fn held((GrantId(grant), held): (GrantId, &Grant)) -> v1::Grant {
    let (role, limits) = (wire_role(held.role).into(), Some((&held.limits).into()));
    v1::Grant { grant, role, limits }
}

/// Returns the person or device that a change is about.
fn about<'a>(change: &'a Change, access: &'a Access) -> Option<&'a SubjectId> {
    if let Change::Narrowed { grant, .. }
    | Change::Moved { grant, .. }
    | Change::Revoked { grant } = change
    {
        return access.holder(*grant);
    }
    if let Change::TokenEnded { token } | Change::TokenRenewed { token, .. } = change {
        return access.session(token).map(|session| &session.subject);
    }
    change.subject()
}

fn author(event: &Event) -> Option<&SubjectId> {
    match &event.by {
        Author::Machine => None,
        Author::Subject(author) => Some(author),
    }
}

/// Returns true if a change is about a person or device, or was made by them.
pub(super) fn is_of(event: &Event, of: &SubjectId, access: &Access) -> bool {
    about(&event.change, access) == Some(of) || author(event) == Some(of)
}

/// Returns a change in words.
pub(super) fn change(
    version: u64,
    event: &Event,
    access: &Access,
    language: Language,
) -> v1::AccessChange {
    let name = |id: &SubjectId| access.name(id).unwrap_or(id.as_str()).to_owned();
    let (about, by) = (about(&event.change, access), author(event));
    v1::AccessChange {
        version,
        at_ms: event.at.millis(),
        by: by.map(ToString::to_string).unwrap_or_default(),
        author: phrase::author(by.map(name).as_deref(), language),
        subject: about.map(ToString::to_string).unwrap_or_default(),
        kind: event.change.kind().to_owned(),
        text: phrase::change(&event.change, about.map(name).as_deref(), language),
    }
}

impl Categorize for AccessError {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Refused(refusal) => of_refusal(refusal),
            Self::Convert(error) => error.category(),
            Self::PassphraseLength { .. } | Self::Pin(_) => ErrorCategory::Invalid,
            Self::WrongPassphrase
            | Self::WrongPin
            | Self::NoPin
            | Self::SignInAgain
            | Self::NoKey { .. }
            | Self::OtherKey { .. } => ErrorCategory::Precondition,
            Self::Passkey(error) => error.category(),
            Self::TooOften { .. } => ErrorCategory::Exhausted,
            Self::KeyFile(_) | Self::Secret(_) | Self::Hash | Self::NoRandomness => {
                ErrorCategory::Internal
            }
            Self::Busy(error) => error.category(),
            Self::Transaction(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::Late(_) | Self::Stopping => ErrorCategory::Unavailable,
        }
    }

    fn extent(&self) -> Extent<'_> {
        if let Self::Transaction(error) = self {
            error.extent()
        } else if let Self::Ledger(error) = self {
            error.extent()
        } else {
            self.category().extent()
        }
    }
}

fn of_refusal(refusal: &CommandRefusal) -> ErrorCategory {
    match refusal {
        CommandRefusal::UnknownSubject { .. }
        | CommandRefusal::UnknownGrant { .. }
        | CommandRefusal::UnknownToken { .. }
        | CommandRefusal::UnknownPasskey { .. }
        | CommandRefusal::UnknownInvitation => ErrorCategory::NotFound,
        CommandRefusal::NameMissing
        | CommandRefusal::Name(_)
        | CommandRefusal::WrongKind { .. }
        | CommandRefusal::SeatWithoutTable
        | CommandRefusal::NotAPerson { .. }
        | CommandRefusal::TokenLife => ErrorCategory::Invalid,
        CommandRefusal::TooManyInvitations => ErrorCategory::Exhausted,
        // Waiting removes none of them.
        CommandRefusal::TooManyPasskeys
        | CommandRefusal::OnlyMachine
        | CommandRefusal::NoAuthority
        | CommandRefusal::SameKey
        | CommandRefusal::MayNotGrant { .. }
        | CommandRefusal::KnownSubject { .. }
        | CommandRefusal::SameGrant { .. }
        | CommandRefusal::Wider { .. }
        | CommandRefusal::NotOfDevice { .. }
        | CommandRefusal::Oneself
        | CommandRefusal::NotOneself
        | CommandRefusal::KnownToken { .. }
        | CommandRefusal::InvitationUsed
        | CommandRefusal::InvitationExpired
        | CommandRefusal::OtherInvitee
        | CommandRefusal::RenewedSince
        | CommandRefusal::KnownPasskey
        | CommandRefusal::DoubtedPasskey
        | CommandRefusal::ChallengeAnswered
        | CommandRefusal::KnownCode => ErrorCategory::Precondition,
    }
}

/// Returns the name of the reason why somebody did not come in, such as `wrong-passphrase`; `None`
/// where the caller or the service is at fault.
pub(super) fn not_let_in(error: &AccessError) -> Option<&'static str> {
    if matches!(error, AccessError::WrongPassphrase) {
        return Some("wrong-passphrase");
    }
    if matches!(error, AccessError::WrongPin) {
        return Some("wrong-pin");
    }
    if matches!(error, AccessError::TooOften { .. }) {
        return Some("too-often");
    }
    if matches!(error, AccessError::Passkey(error) if error.is_wrong()) {
        return Some("wrong-passkey");
    }
    let AccessError::Refused(refusal) = error else { return None };
    let reasons = [
        (CommandRefusal::UnknownInvitation, "unknown-invitation"),
        (CommandRefusal::InvitationUsed, "invitation-used"),
        (CommandRefusal::InvitationExpired, "invitation-expired"),
        (CommandRefusal::DoubtedPasskey, "doubted-passkey"),
        (CommandRefusal::ChallengeAnswered, "challenge-answered"),
    ];
    reasons.into_iter().find(|(reason, _name)| reason == refusal).map(|(_reason, name)| name)
}

/// Returns the words for a person; `None` where the caller is a program at fault, or the service
/// is.
fn text(error: &AccessError, language: Language) -> Option<String> {
    match error {
        AccessError::Refused(refusal) => Some(phrase::command(refusal, language)),
        AccessError::WrongPassphrase => Some(phrase::wrong_passphrase(language)),
        AccessError::PassphraseLength { shortest, longest } => {
            Some(phrase::passphrase_length(*shortest, *longest, language))
        }
        AccessError::TooOften { retry } => Some(phrase::too_often(retry.as_secs() + 1, language)),
        AccessError::WrongPin => Some(phrase::wrong_pin(language)),
        AccessError::NoPin => Some(phrase::no_pin(language)),
        AccessError::Pin(error) => Some(phrase::pin_error(*error, language)),
        AccessError::SignInAgain => Some(phrase::sign_in_again(language)),
        AccessError::Passkey(error) if error.is_wrong() => Some(phrase::wrong_passkey(language)),
        AccessError::Passkey(PasskeyError::Late) => Some(phrase::late_passkey(language)),
        AccessError::Passkey(_)
        | AccessError::Convert(_)
        | AccessError::NoKey { .. }
        | AccessError::OtherKey { .. }
        | AccessError::KeyFile(_)
        | AccessError::Secret(_)
        | AccessError::Busy(_)
        | AccessError::Hash
        | AccessError::NoRandomness
        | AccessError::Transaction(_)
        | AccessError::Ledger(_)
        | AccessError::Late(_)
        | AccessError::Stopping => None,
    }
}

impl From<AccessError> for Status {
    /// The words for a person are in every language in the details of the status, and the time
    /// after which to try again.
    fn from(error: AccessError) -> Self {
        let status = runtime::status(&error);
        let is_forbidden = matches!(
            &error,
            AccessError::Refused(
                CommandRefusal::OnlyMachine
                    | CommandRefusal::MayNotGrant { .. }
                    | CommandRefusal::Oneself
                    | CommandRefusal::NotOneself
            )
        );
        let is_wrong = matches!(
            &error,
            AccessError::WrongPassphrase
                | AccessError::WrongPin
                | AccessError::SignInAgain
                | AccessError::Refused(CommandRefusal::DoubtedPasskey)
        ) || matches!(&error, AccessError::Passkey(error) if error.is_wrong());
        let code = if is_wrong {
            Code::Unauthenticated
        } else if is_forbidden {
            Code::PermissionDenied
        } else {
            status.code()
        };
        let localized = Language::ALL.into_iter().filter_map(|language| {
            Some(LocalizedMessage::new(language.tag(), text(&error, language)?).into())
        });
        let mut details: Vec<ErrorDetail> = localized.collect();
        if let AccessError::TooOften { retry } = &error {
            details.push(RetryInfo::new(Some(*retry)).into());
        }
        if details.is_empty() {
            return status;
        }
        Self::with_error_details_vec(code, status.message(), details)
    }
}
