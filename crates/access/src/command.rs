//! The commands that change what people and devices may do.

use draughts::Timestamp;

use crate::{
    Attempt, AuthorityKey, ChallengeId, DeviceKey, GrantId, Invitee, Limits, NewPasskey, PasskeyId,
    Role, Secret, SecretHash, SubjectId, TokenId,
};

/// A command to the authority of a venue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Sign tokens with a new key, the first or the next: all earlier tokens end. Only on the
    /// machine itself.
    SetKey {
        /// The key.
        key: AuthorityKey,
    },
    /// Make a person known.
    AddPerson {
        /// The id, never given before.
        subject: SubjectId,
        /// The name, 1 to 100 characters.
        name: String,
    },
    /// Make a device known and give it a role.
    Enrol {
        /// The id, never given before.
        subject: SubjectId,
        /// The key by which the device signs.
        key: DeviceKey,
        /// The role of a device.
        role: Role,
        /// The limits.
        limits: Limits,
    },
    /// Give a role. The sessions end that a person began by the invitation of somebody who could
    /// not give it.
    Grant {
        /// The person or device.
        subject: SubjectId,
        /// The role.
        role: Role,
        /// The limits.
        limits: Limits,
    },
    /// Narrow the limits of a grant.
    Narrow {
        /// The grant.
        grant: GrantId,
        /// The new limits.
        limits: Limits,
    },
    /// Move a device to other limits.
    Move {
        /// The grant.
        grant: GrantId,
        /// The new limits.
        limits: Limits,
    },
    /// Put on record that a person opens the view of a tournament that no embargo delays.
    OpenUndelayed {
        /// The person.
        subject: SubjectId,
        /// The token by which they watch.
        token: TokenId,
        /// The id of the tournament.
        tournament: String,
    },
    /// Take a grant back.
    Revoke {
        /// The grant.
        grant: GrantId,
    },
    /// Put a person or a device out, such as a tablet that is lost.
    PutOut {
        /// The person or device.
        subject: SubjectId,
    },
    /// Give a token out.
    IssueToken {
        /// The id, never given before.
        token: TokenId,
        /// The bearer.
        subject: SubjectId,
        /// The moment from which it is refused, at most
        /// [`Access::TOKEN_LIFE_MAX`](crate::Access::TOKEN_LIFE_MAX) from now.
        expires: Timestamp,
    },
    /// End a token before its time.
    EndToken {
        /// The token.
        token: TokenId,
    },
    /// Let the own token last [`Access::TOKEN_LIFE_MAX`](crate::Access::TOKEN_LIFE_MAX) from now.
    /// Changes nothing if that adds [little](crate::Access::RENEWAL_MIN).
    RenewToken {
        /// The token.
        token: TokenId,
        /// The moment from which it is refused as its bearer knows it, so that the same request,
        /// signed once, renews it once. That of before the last renewal changes nothing, as its
        /// answer may have been lost.
        expires: Timestamp,
    },
    /// Invite a person or a device for [a time](Invitee::life). An earlier invitation of the same
    /// person counts no longer.
    Invite {
        /// The person or device.
        to: Invitee,
        /// The hash of the secret in the link.
        link: SecretHash,
        /// The hash of the code that may be typed in its place; `None` if there is none.
        code: Option<SecretHash>,
    },
    /// Come in by an invitation, and get a token that lasts
    /// [`Access::TOKEN_LIFE_MAX`](crate::Access::TOKEN_LIFE_MAX). A device whose answer was lost
    /// may repeat it with the same key.
    ///
    /// The author is the person who was invited, and for a device whoever invited it.
    Accept {
        /// The secret of the invitation.
        secret: Secret,
        /// The device that comes in; `None` for a person.
        device: Option<Arrival>,
        /// The id of the token, never given before.
        token: TokenId,
    },
    /// Note that calls were refused. Only on the machine itself.
    NoteAttempts {
        /// The call, its bearer and the reason.
        attempt: Attempt,
        /// Number of such calls since the last note of this kind, this one included.
        count: u32,
    },
    /// Sign in with a passphrase from then on, in place of the one before, and end all other
    /// sessions.
    SetPassphrase {
        /// The person.
        subject: SubjectId,
        /// The hash of the passphrase, as a PHC string of Argon2id.
        hash: String,
        /// The token that stays.
        kept: Option<TokenId>,
    },
    /// Be asked for a PIN before each act that needs a second look, in place of the one before.
    SetPin {
        /// The person.
        subject: SubjectId,
        /// The hash of the PIN, as a PHC string of Argon2id; `None` to be asked for none.
        hash: Option<String>,
    },
    /// Sign in with a passkey, too, from then on.
    AddPasskey {
        /// The person.
        subject: SubjectId,
        /// The passkey, whose authenticator answered the challenge.
        passkey: NewPasskey,
        /// The challenge, which counts once.
        challenge: ChallengeId,
    },
    /// Sign in with a passkey that signed a challenge, and get a token that lasts
    /// [`Access::TOKEN_LIFE_MAX`](crate::Access::TOKEN_LIFE_MAX); none if its number of signatures
    /// went back.
    UsePasskey {
        /// The passkey, whose person is the author.
        passkey: PasskeyId,
        /// Number of signatures that the authenticator tells; 0 if it does not count.
        count: u32,
        /// The challenge, which counts once.
        challenge: ChallengeId,
        /// The id of the token, never given before.
        token: TokenId,
    },
    /// Let a passkey count no longer, the own one or that of somebody whom the author could put
    /// out, and end the sessions that were begun with it.
    RemovePasskey {
        /// The passkey.
        passkey: PasskeyId,
        /// The token that stays.
        kept: Option<TokenId>,
    },
}

/// A device that comes in by an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The id that it gets, never given before.
    pub subject: SubjectId,
    /// The key by which it signs.
    pub key: DeviceKey,
}
