//! The events of the authority of a venue.

use draughts::Timestamp;

use crate::{
    Attempt, Author, AuthorityKey, ChallengeId, DeviceKey, GrantId, InvitationId, Invitee, Limits,
    NewPasskey, PasskeyId, Role, SecretHash, SubjectId, TokenId,
};

/// A change, with its author and its moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The author.
    pub by: Author,
    /// The moment.
    pub at: Timestamp,
    /// The change.
    pub change: Change,
}

/// A change of what people and devices may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Tokens are signed with a new key. All tokens of an earlier generation are refused from then
    /// on.
    KeySet {
        /// The number of the key, from 1.
        generation: u32,
        /// The key.
        key: AuthorityKey,
    },
    /// A person is known.
    PersonAdded {
        /// The id of the person.
        subject: SubjectId,
        /// The name, which stands in their decisions.
        name: String,
    },
    /// A device is known.
    DeviceEnrolled {
        /// The id of the device.
        subject: SubjectId,
        /// The key by which the device signs.
        key: DeviceKey,
    },
    /// A person or device got a role.
    Granted {
        /// The number of the grant.
        grant: GrantId,
        /// The person or device.
        subject: SubjectId,
        /// The role.
        role: Role,
        /// The limits.
        limits: Limits,
    },
    /// A grant has narrower limits.
    Narrowed {
        /// The grant.
        grant: GrantId,
        /// The new limits.
        limits: Limits,
    },
    /// A device was moved to other limits, such as to another table.
    Moved {
        /// The grant.
        grant: GrantId,
        /// The new limits.
        limits: Limits,
    },
    /// A grant no longer holds.
    Revoked {
        /// The grant.
        grant: GrantId,
    },
    /// Nothing that a person or device may do holds any longer, and no token of theirs.
    PutOut {
        /// The person or device.
        subject: SubjectId,
    },
    /// A token was given out.
    TokenIssued {
        /// The token.
        token: TokenId,
        /// Its bearer.
        subject: SubjectId,
        /// The moment from which it is refused.
        expires: Timestamp,
    },
    /// A token was ended before its time.
    TokenEnded {
        /// The token.
        token: TokenId,
    },
    /// A token lasts longer.
    TokenRenewed {
        /// The token.
        token: TokenId,
        /// The moment from which it is refused.
        expires: Timestamp,
    },
    /// A person or a device was invited.
    Invited {
        /// The number of the invitation.
        invitation: InvitationId,
        /// The person or device.
        to: Invitee,
        /// The hash of the secret in the link.
        link: SecretHash,
        /// The hash of the code that may be typed in its place; `None` if there is none.
        code: Option<SecretHash>,
        /// The moment from which it is refused.
        expires: Timestamp,
    },
    /// An invitation was used, and counts no longer.
    InvitationUsed {
        /// The invitation.
        invitation: InvitationId,
        /// The person or device that used it.
        subject: SubjectId,
    },
    /// A person signs in with this passphrase from then on, and no token of theirs holds any longer
    /// but one.
    PassphraseSet {
        /// The person.
        subject: SubjectId,
        /// Its hash, as a PHC string of Argon2id.
        hash: String,
        /// The token of whoever set it; `None` on the machine itself.
        kept: Option<TokenId>,
    },
    /// A person is asked for this PIN before each act that needs a second look.
    PinSet {
        /// The person.
        subject: SubjectId,
        /// Its hash, as a PHC string of Argon2id; `None` if they are asked for none any more.
        hash: Option<String>,
    },
    /// A person signs in with this passkey, too, from then on.
    PasskeyAdded {
        /// The number of the passkey.
        id: PasskeyId,
        /// The person.
        subject: SubjectId,
        /// The passkey.
        passkey: NewPasskey,
        /// The challenge that was answered by it.
        challenge: ChallengeId,
    },
    /// A person signed in with a passkey.
    PasskeyUsed {
        /// The passkey.
        id: PasskeyId,
        /// The person.
        subject: SubjectId,
        /// Number of signatures that the authenticator told.
        count: u32,
        /// The challenge that was answered.
        challenge: ChallengeId,
        /// The token that they got.
        token: TokenId,
    },
    /// The number of signatures of a passkey went back, as that of a copy does: nobody signs in
    /// with it any longer.
    PasskeyDoubted {
        /// The passkey.
        id: PasskeyId,
        /// The person.
        subject: SubjectId,
        /// Number of signatures that was told before.
        known: u32,
        /// Number of signatures that was told now.
        told: u32,
        /// The challenge that was answered.
        challenge: ChallengeId,
    },
    /// A passkey counts no longer, and the sessions that were begun with it are ended but one.
    PasskeyRemoved {
        /// The passkey.
        id: PasskeyId,
        /// The person whose it was.
        subject: SubjectId,
        /// The token of whoever removed it; `None` on the machine itself.
        kept: Option<TokenId>,
    },
    /// Somebody opened the view of a tournament that no embargo delays.
    UndelayedOpened {
        /// The person.
        subject: SubjectId,
        /// The token by which they watch.
        token: TokenId,
        /// The id of the tournament.
        tournament: String,
    },
    /// Calls were refused.
    AttemptsRefused {
        /// The call, its bearer and the reason.
        attempt: Attempt,
        /// Number of such calls since the last event of this kind, this one included.
        count: u32,
    },
}

impl Change {
    /// Returns the stable name of the kind of change, such as `granted`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::KeySet { .. } => "key-set",
            Self::PersonAdded { .. } => "person-added",
            Self::DeviceEnrolled { .. } => "device-enrolled",
            Self::Granted { .. } => "granted",
            Self::Narrowed { .. } => "narrowed",
            Self::Moved { .. } => "moved",
            Self::Revoked { .. } => "revoked",
            Self::PutOut { .. } => "put-out",
            Self::TokenIssued { .. } => "token-issued",
            Self::TokenEnded { .. } => "token-ended",
            Self::TokenRenewed { .. } => "token-renewed",
            Self::Invited { .. } => "invited",
            Self::InvitationUsed { .. } => "invitation-used",
            Self::PassphraseSet { .. } => "passphrase-set",
            Self::PinSet { hash: Some(_), .. } => "pin-set",
            Self::PinSet { hash: None, .. } => "pin-removed",
            Self::PasskeyAdded { .. } => "passkey-added",
            Self::PasskeyUsed { .. } => "passkey-used",
            Self::PasskeyDoubted { .. } => "passkey-doubted",
            Self::PasskeyRemoved { .. } => "passkey-removed",
            Self::UndelayedOpened { .. } => "undelayed-opened",
            Self::AttemptsRefused { .. } => "attempts-refused",
        }
    }

    /// Returns the person or device that it is about; `None` if it names none.
    #[must_use]
    pub const fn subject(&self) -> Option<&SubjectId> {
        match self {
            Self::PersonAdded { subject, .. }
            | Self::DeviceEnrolled { subject, .. }
            | Self::Granted { subject, .. }
            | Self::PutOut { subject }
            | Self::TokenIssued { subject, .. }
            | Self::Invited { to: Invitee::Person(subject), .. }
            | Self::InvitationUsed { subject, .. }
            | Self::PassphraseSet { subject, .. }
            | Self::PinSet { subject, .. }
            | Self::PasskeyAdded { subject, .. }
            | Self::PasskeyUsed { subject, .. }
            | Self::PasskeyDoubted { subject, .. }
            | Self::PasskeyRemoved { subject, .. }
            | Self::UndelayedOpened { subject, .. } => Some(subject),
            Self::AttemptsRefused { attempt, .. } => attempt.subject.as_ref(),
            Self::KeySet { .. }
            | Self::Narrowed { .. }
            | Self::Moved { .. }
            | Self::Revoked { .. }
            | Self::TokenEnded { .. }
            | Self::TokenRenewed { .. }
            | Self::Invited { to: Invitee::Device { .. }, .. } => None,
        }
    }
}
