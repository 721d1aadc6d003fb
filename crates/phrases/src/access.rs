//! The reasons for which a call, a grant or the enrolment of a device is refused, and the names of
//! roles.

use access::{
    Change, CommandRefusal, Invitee, KeyWords, Limits, Passkey, PasskeyId, PinError, Refusal, Role,
    TokenId,
};

use crate::{Language, messages::say, text};

/// The words that a device and the desk show alike. They are the same in every language, because
/// the two may be read in different ones, and no two begin with the same three letters.
const WORDS: [&str; access::WORDS as usize] = [
    "alarm", "ballet", "bingo", "bonus", "camera", "casino", "cello", "cobra", "delta", "diploma",
    "drama", "echo", "extra", "festival", "film", "flamingo", "gala", "gorilla", "hamster",
    "hotel", "index", "jazz", "judo", "jungle", "kilo", "kiwi", "koala", "lava", "lens", "logo",
    "lotto", "mango", "metro", "motor", "museum", "nylon", "opera", "panda", "piano", "pilot",
    "pizza", "planet", "polo", "poster", "puma", "radio", "record", "robot", "rugby", "safari",
    "sauna", "sofa", "studio", "sultan", "taxi", "tango", "tennis", "tunnel", "ultra", "video",
    "villa", "water", "yoga", "zebra",
];

/// Writes the two words of a device, the same in every language.
#[must_use]
pub fn words(KeyWords(first, second): KeyWords) -> String {
    let word = |number: u8| WORDS[usize::from(number) % WORDS.len()];
    format!("{} {}", word(first), word(second))
}

/// Writes the name of the role that a record names, such as `arbiter`; nothing of a name that is no
/// role's.
#[must_use]
pub fn role_named(name: &str, language: Language) -> String {
    Role::named(name).map(|known| role(known, language)).unwrap_or_default()
}

/// Writes the name of a role.
#[must_use]
pub fn role(role: Role, language: Language) -> String {
    match role {
        Role::ChiefArbiter => say!(language, "access-role-chief-arbiter"),
        Role::Arbiter => say!(language, "access-role-arbiter"),
        Role::PairingOfficer => say!(language, "access-role-pairing-officer"),
        Role::ResultEntry => say!(language, "access-role-result-entry"),
        Role::Technician => say!(language, "access-role-technician"),
        Role::Commentator => say!(language, "access-role-commentator"),
        Role::FederationAdmin => say!(language, "access-role-federation-admin"),
        Role::Organiser => say!(language, "access-role-organiser"),
        Role::PlayerDevice => say!(language, "access-role-player-device"),
        Role::BoardAgent => say!(language, "access-role-board-agent"),
        Role::WallScreen => say!(language, "access-role-wall-screen"),
        Role::Public => say!(language, "access-role-public"),
    }
}

/// Writes the reason for which a call is refused, with the way on.
#[must_use]
pub fn refusal(refusal: &Refusal, language: Language) -> String {
    match refusal {
        Refusal::NoToken => say!(language, "access-no-token"),
        Refusal::Forged => say!(language, "access-forged"),
        Refusal::OtherVenue => say!(language, "access-other-venue"),
        Refusal::OtherGeneration { .. } => say!(language, "access-other-generation"),
        Refusal::UnknownSubject => say!(language, "access-unknown-subject"),
        Refusal::PutOut => say!(language, "access-put-out"),
        Refusal::TokenEnded => say!(language, "access-token-ended"),
        Refusal::UnknownToken => say!(language, "access-token-forgotten"),
        Refusal::Expired { .. } => say!(language, "access-expired"),
        Refusal::NotSigned => say!(language, "access-not-signed"),
        Refusal::NotOnRecord => say!(language, "access-not-on-record"),
        Refusal::Replayed => say!(language, "access-replayed"),
        Refusal::NotAllowed { role: Some(role), .. } => {
            say!(language, "access-not-allowed", role = self::role(*role, language))
        }
        Refusal::NotAllowed { role: None, .. } => say!(language, "access-nothing-granted"),
        Refusal::OtherTournament => say!(language, "access-other-tournament"),
        Refusal::OtherTable { tables } => {
            say!(language, "access-other-table", tables = tables.to_string())
        }
        Refusal::OtherParticipant => say!(language, "access-other-participant"),
        Refusal::OtherDevice => say!(language, "access-other-device"),
        Refusal::NotPlaced => say!(language, "access-not-placed"),
        Refusal::ReasonMissing => say!(language, "access-reason-missing"),
        Refusal::NotConfirmed => say!(language, "access-not-confirmed"),
        Refusal::AlreadyPaired => say!(language, "access-already-paired"),
        Refusal::TooLate => say!(language, "access-too-late"),
        Refusal::ProposalOnly => say!(language, "access-proposal-only"),
    }
}

/// Writes that a call is not taken over plain HTTP.
#[must_use]
pub fn plain_http(language: Language) -> String {
    say!(language, "access-plain-http")
}

/// Writes that only callers on the machine itself may call until the venue has an authority.
#[must_use]
pub fn no_authority_yet(language: Language) -> String {
    say!(language, "access-no-authority-yet")
}

/// Writes that it cannot be read who may do what.
#[must_use]
pub fn unreadable(language: Language) -> String {
    say!(language, "access-unreadable")
}

/// Writes that it is being read who may do what.
#[must_use]
pub fn being_read(language: Language) -> String {
    say!(language, "access-being-read")
}

/// Writes that the log does not answer, so that it cannot be decided whether a call is allowed.
#[must_use]
pub fn log_not_read(language: Language) -> String {
    say!(language, "access-log-not-read")
}

/// Writes that a caller may see something else than when the call began.
#[must_use]
pub fn changed(language: Language) -> String {
    say!(language, "access-changed")
}

/// Writes the limits of a grant.
#[must_use]
pub fn limits(limits: &Limits, language: Language) -> String {
    let Limits { tournament, tables, participant } = limits;
    let parts = [
        tournament.as_ref().map(|id| say!(language, "access-in-tournament", id = id.as_str())),
        tables.map(|tables| say!(language, "access-at-tables", tables = tables.to_string())),
        participant.map(|number| say!(language, "access-for-participant", number)),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() { say!(language, "access-everywhere") } else { parts.join(", ") }
}

/// Writes the author of a change: a name, or `None` for somebody who works on the machine itself.
#[must_use]
pub fn author(name: Option<&str>, language: Language) -> String {
    name.map_or_else(|| say!(language, "access-machine"), str::to_owned)
}

/// Writes a token that counts until a moment.
#[must_use]
pub fn token(id: &TokenId, until: &str, language: Language) -> String {
    say!(language, "access-token", id = id.as_str(), until)
}

/// Writes a change of what people and devices may do; `name` is that of the person or device that
/// it is about.
#[must_use]
pub fn change(change: &Change, name: Option<&str>, language: Language) -> String {
    let name = name.unwrap_or("?");
    match change {
        Change::KeySet { generation, .. } => {
            say!(language, "access-key-set", number = *generation)
        }
        Change::PersonAdded { subject, .. } => {
            say!(language, "access-person-added", name, id = subject.as_str())
        }
        Change::DeviceEnrolled { subject, .. } => {
            say!(language, "access-device-enrolled", id = subject.as_str())
        }
        Change::Granted { grant, role, limits, .. } => say!(
            language,
            "access-granted",
            name,
            role = self::role(*role, language),
            limits = self::limits(limits, language),
            number = grant.0,
        ),
        Change::Narrowed { grant, limits } => say!(
            language,
            "access-narrowed",
            name,
            limits = self::limits(limits, language),
            number = grant.0,
        ),
        Change::Moved { grant, limits } => say!(
            language,
            "access-moved",
            name,
            limits = self::limits(limits, language),
            number = grant.0,
        ),
        Change::Revoked { grant } => say!(language, "access-revoked", name, number = grant.0),
        Change::PutOut { .. } => say!(language, "access-subject-put-out", name),
        Change::TokenIssued { token, .. } => {
            say!(language, "access-token-issued", name, id = token.as_str())
        }
        Change::TokenEnded { token } => {
            say!(language, "access-ended", id = token.as_str())
        }
        Change::TokenRenewed { token, .. } => {
            say!(language, "access-token-renewed", id = token.as_str())
        }
        Change::Invited { invitation, to: Invitee::Person(_), .. } => {
            say!(language, "access-person-invited", name, number = invitation.0)
        }
        Change::Invited { invitation, to: Invitee::Device { role, limits, .. }, .. } => say!(
            language,
            "access-device-invited",
            role = self::role(*role, language),
            limits = self::limits(limits, language),
            number = invitation.0,
        ),
        Change::InvitationUsed { invitation, .. } => {
            say!(language, "access-came-in", name, number = invitation.0)
        }
        Change::PassphraseSet { .. } => say!(language, "access-passphrase-set", name),
        Change::PinSet { hash: Some(_), .. } => say!(language, "access-pin-set", name),
        Change::PinSet { hash: None, .. } => say!(language, "access-pin-removed", name),
        Change::PasskeyAdded { id, passkey, .. } => say!(
            language,
            "access-passkey-added",
            name,
            number = id.0,
            passkey = passkey.name.as_str(),
            host = passkey.host.as_str(),
        ),
        Change::PasskeyUsed { id, .. } => {
            say!(language, "access-passkey-used", name, number = id.0)
        }
        Change::PasskeyDoubted { id, known, told, .. } => {
            let (known, told) = (*known, *told);
            say!(language, "access-passkey-doubted", name, number = id.0, known, told)
        }
        Change::PasskeyRemoved { id, .. } => {
            say!(language, "access-passkey-removed", name, number = id.0)
        }
        Change::UndelayedOpened { tournament, .. } => {
            say!(language, "access-undelayed-opened", name, id = tournament.as_str())
        }
        Change::AttemptsRefused { attempt, count } => say!(
            language,
            "access-attempts",
            call = attempt.call.as_str(),
            refusal = attempt.refusal.as_str(),
            address = attempt.address.as_str(),
            number = *count,
        ),
    }
}

/// Writes the reason for which a change of what people and devices may do is refused.
#[must_use]
pub fn command(refusal: &CommandRefusal, language: Language) -> String {
    match refusal {
        CommandRefusal::OnlyMachine => say!(language, "access-only-machine"),
        CommandRefusal::NoAuthority => say!(language, "access-no-authority"),
        CommandRefusal::SameKey => say!(language, "access-same-key"),
        CommandRefusal::MayNotGrant { role } => {
            say!(language, "access-may-not-grant", role = self::role(*role, language))
        }
        CommandRefusal::KnownSubject { subject } => {
            say!(language, "access-known-subject", id = subject.as_str())
        }
        CommandRefusal::UnknownSubject { subject } => {
            say!(language, "access-no-subject", id = subject.as_str())
        }
        CommandRefusal::NameMissing => say!(language, "text-name-missing"),
        CommandRefusal::Name(fault) => {
            say!(language, "text-of-name", text = text::fault(*fault, language))
        }
        CommandRefusal::WrongKind { subject, role } => {
            let role = self::role(*role, language);
            say!(language, "access-wrong-kind", id = subject.as_str(), role)
        }
        CommandRefusal::SameGrant { subject } => {
            say!(language, "access-same-grant", id = subject.as_str())
        }
        CommandRefusal::UnknownGrant { grant } => {
            say!(language, "access-unknown-grant", number = *grant)
        }
        CommandRefusal::Wider { grant } => say!(language, "access-wider", number = *grant),
        CommandRefusal::NotOfDevice { grant } => {
            say!(language, "access-not-of-device", number = *grant)
        }
        CommandRefusal::Oneself => say!(language, "access-oneself"),
        CommandRefusal::NotOneself => say!(language, "access-not-oneself"),
        CommandRefusal::TokenLife => say!(language, "access-token-life"),
        CommandRefusal::KnownToken { token } => {
            say!(language, "access-known-token", id = token.as_str())
        }
        CommandRefusal::UnknownToken { token } => {
            say!(language, "access-unknown-token", id = token.as_str())
        }
        CommandRefusal::RenewedSince => say!(language, "access-renewed-since"),
        CommandRefusal::UnknownInvitation => say!(language, "access-unknown-invitation"),
        CommandRefusal::InvitationUsed => say!(language, "access-invitation-used"),
        CommandRefusal::InvitationExpired => say!(language, "access-invitation-expired"),
        CommandRefusal::OtherInvitee => say!(language, "access-other-invitee"),
        CommandRefusal::TooManyInvitations => say!(language, "access-too-many-invitations"),
        CommandRefusal::KnownCode => say!(language, "access-known-code"),
        CommandRefusal::SeatWithoutTable => say!(language, "access-seat-without-table"),
        CommandRefusal::NotAPerson { subject } => {
            say!(language, "access-not-a-person", id = subject.as_str())
        }
        CommandRefusal::KnownPasskey => say!(language, "access-known-passkey"),
        CommandRefusal::UnknownPasskey { passkey } => {
            say!(language, "access-unknown-passkey", number = *passkey)
        }
        CommandRefusal::TooManyPasskeys => say!(language, "access-too-many-passkeys"),
        CommandRefusal::DoubtedPasskey => say!(language, "access-doubted-passkey"),
        CommandRefusal::ChallengeAnswered => say!(language, "access-challenge-answered"),
    }
}

/// Writes that a name and a passphrase do not belong together.
#[must_use]
pub fn wrong_passphrase(language: Language) -> String {
    say!(language, "access-wrong-passphrase")
}

/// Writes that a PIN is not that of the caller.
#[must_use]
pub fn wrong_pin(language: Language) -> String {
    say!(language, "access-wrong-pin")
}

/// Writes that there is no PIN to confirm by.
#[must_use]
pub fn no_pin(language: Language) -> String {
    say!(language, "access-no-pin")
}

/// Writes the reason for which a text is not a PIN.
#[must_use]
pub fn pin_error(error: PinError, language: Language) -> String {
    match error {
        PinError::Form => say!(language, "access-pin-form"),
        PinError::Easy => say!(language, "access-pin-easy"),
    }
}

/// Writes that a passkey signs nobody in.
#[must_use]
pub fn wrong_passkey(language: Language) -> String {
    say!(language, "access-wrong-passkey")
}

/// Writes that a passkey was shown too late.
#[must_use]
pub fn late_passkey(language: Language) -> String {
    say!(language, "access-late-passkey")
}

/// Writes that somebody has to show their passkey again before they change how they sign in.
#[must_use]
pub fn sign_in_again(language: Language) -> String {
    say!(language, "access-sign-in-again")
}

/// Writes a passkey of a list: its number, its name and its host.
#[must_use]
pub fn passkey(id: PasskeyId, passkey: &Passkey, language: Language) -> String {
    let (name, host) = (passkey.of.name.as_str(), passkey.of.host.as_str());
    if passkey.is_doubted {
        say!(language, "access-doubted-passkey-line", number = id.0, passkey = name, host)
    } else {
        say!(language, "access-passkey-line", number = id.0, passkey = name, host)
    }
}

/// Writes that a passphrase has a wrong length; `shortest` and `longest` are numbers of characters.
#[must_use]
pub fn passphrase_length(shortest: usize, longest: usize, language: Language) -> String {
    say!(language, "access-passphrase-length", shortest, longest)
}

/// Writes that somebody tries too often, and after how many seconds they may go on.
#[must_use]
pub fn too_often(seconds: u64, language: Language) -> String {
    say!(language, "access-too-often", number = seconds)
}
