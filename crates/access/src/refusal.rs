//! The reasons for which a call or a command is refused.

use draughts::{Timestamp, text::TextError};
use thiserror::Error;

use crate::{Act, Role, SubjectId, Tables, TokenId};

/// The reason for which somebody may not do something.
///
/// `Display` is for logs, in English; `phrases::access` writes the sentences for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is no token, and the call is not for everybody.
    #[error("the call needs a token")]
    NoToken,
    /// The token is not one, or was not signed by this venue.
    #[error("the token was not given out by this venue")]
    Forged,
    /// The token was given out by another venue.
    #[error("the token is of another venue")]
    OtherVenue,
    /// The key was changed since the token was given out, or the log does not have the key of the
    /// token.
    #[error("the token is of generation {token}, this venue has {current}")]
    OtherGeneration {
        /// The generation of the token.
        token: u32,
        /// The generation that is accepted.
        current: u32,
    },
    /// The bearer is not known.
    #[error("the bearer of the token is not known")]
    UnknownSubject,
    /// The bearer was put out.
    #[error("the bearer of the token was put out")]
    PutOut,
    /// The token was ended before its time.
    #[error("the token was ended")]
    TokenEnded,
    /// The log knows no session of the token: it is of long ago, or of before a log that lost its
    /// end.
    #[error("the session of the token is not known")]
    UnknownToken,
    /// The token has expired.
    #[error("the token expired at {at}")]
    Expired {
        /// The moment from which it is refused.
        at: Timestamp,
    },
    /// The device did not sign the call, or signed another one.
    #[error("the call was not signed by the device")]
    NotSigned,
    /// The signature is too old, or was used for another call.
    #[error("the signature of the call is no longer valid")]
    Replayed,
    /// No role of the bearer may do this.
    #[error("{role:?} may not do this")]
    NotAllowed {
        /// The role that comes nearest to it; `None` if the bearer has none.
        role: Option<Role>,
        /// The act.
        act: Act,
    },
    /// The bearer may do this in other tournaments.
    #[error("the bearer may do this in another tournament only")]
    OtherTournament,
    /// The bearer may do this at other tables.
    #[error("the bearer may do this at table {tables} only")]
    OtherTable {
        /// These tables.
        tables: Tables,
    },
    /// The bearer may do this for another participant.
    #[error("the bearer may do this for another participant only")]
    OtherParticipant,
    /// The device speaks for another device.
    #[error("a device speaks for itself only")]
    OtherDevice,
    /// The device has no table yet.
    #[error("the device has no table yet")]
    NotPlaced,
    /// The call shows what is withheld from the public, and is not on record.
    #[error("the view is not on record: call AccessService.OpenUndelayed first")]
    NotOnRecord,
    /// A reason is needed.
    #[error("a reason is needed")]
    ReasonMissing,
    /// The caller has a PIN, and did not repeat it for this call.
    #[error("this needs a second look: confirm it with the PIN")]
    NotConfirmed,
    /// The first round is paired.
    #[error("the first round is paired")]
    AlreadyPaired,
    /// Somebody else recorded what is to be changed, or too long ago.
    #[error("only who recorded it may change it, within two minutes")]
    TooLate,
    /// The bearer may only propose it, and nothing keeps proposals until somebody agrees.
    #[error("the bearer may only propose this")]
    ProposalOnly,
}

impl Refusal {
    /// Returns the stable name of the kind of refusal, such as `no-token`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NoToken => "no-token",
            Self::Forged => "forged",
            Self::OtherVenue => "other-venue",
            Self::OtherGeneration { .. } => "other-generation",
            Self::UnknownSubject => "unknown-subject",
            Self::PutOut => "put-out",
            Self::TokenEnded => "token-ended",
            Self::UnknownToken => "unknown-token",
            Self::Expired { .. } => "expired",
            Self::NotSigned => "not-signed",
            Self::Replayed => "replayed",
            Self::NotAllowed { .. } => "not-allowed",
            Self::OtherTournament => "other-tournament",
            Self::OtherTable { .. } => "other-table",
            Self::OtherParticipant => "other-participant",
            Self::OtherDevice => "other-device",
            Self::NotPlaced => "not-placed",
            Self::NotOnRecord => "not-on-record",
            Self::ReasonMissing => "reason-missing",
            Self::NotConfirmed => "not-confirmed",
            Self::AlreadyPaired => "already-paired",
            Self::TooLate => "too-late",
            Self::ProposalOnly => "proposal-only",
        }
    }

    /// Returns true if it is open who calls, so that another token may help; false if it is known,
    /// and they may not do this.
    #[must_use]
    pub const fn is_about_token(&self) -> bool {
        matches!(
            self,
            Self::NoToken
                | Self::Forged
                | Self::OtherVenue
                | Self::OtherGeneration { .. }
                | Self::UnknownSubject
                | Self::PutOut
                | Self::TokenEnded
                | Self::UnknownToken
                | Self::Expired { .. }
                | Self::NotSigned
                | Self::Replayed
        )
    }

    /// Returns how near the bearer came to being allowed, for the choice among the refusals of
    /// several grants.
    pub(crate) const fn nearness(&self) -> u8 {
        match self {
            Self::NotConfirmed | Self::NotOnRecord => 6,
            Self::ReasonMissing => 5,
            Self::TooLate | Self::AlreadyPaired | Self::ProposalOnly => 4,
            Self::OtherTable { .. }
            | Self::OtherParticipant
            | Self::OtherDevice
            | Self::NotPlaced => 3,
            Self::OtherTournament => 2,
            Self::NotAllowed { role: Some(_), .. } => 1,
            Self::NotAllowed { role: None, .. }
            | Self::NoToken
            | Self::Forged
            | Self::OtherVenue
            | Self::OtherGeneration { .. }
            | Self::UnknownSubject
            | Self::PutOut
            | Self::TokenEnded
            | Self::UnknownToken
            | Self::Expired { .. }
            | Self::NotSigned
            | Self::Replayed => 0,
        }
    }
}

/// The reason for which a command to the authority is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandRefusal {
    /// Only somebody who works on the machine itself may do this.
    #[error("only the machine itself may do this")]
    OnlyMachine,
    /// The venue has no authority yet.
    #[error("the venue has no authority yet")]
    NoAuthority,
    /// The venue already has this key.
    #[error("the venue already has this key")]
    SameKey,
    /// The author may not grant this role, or not within these limits.
    #[error("the author may not grant {role:?} within these limits")]
    MayNotGrant {
        /// The role.
        role: Role,
    },
    /// The id was given before.
    #[error("{subject} is known already")]
    KnownSubject {
        /// The id.
        subject: SubjectId,
    },
    /// There is no person or device of this id, or it was put out.
    #[error("{subject} is not known, or was put out")]
    UnknownSubject {
        /// The id.
        subject: SubjectId,
    },
    /// The name is empty.
    #[error("a person needs a name")]
    NameMissing,
    /// The name cannot be shown.
    #[error("the name: {0}")]
    Name(TextError),
    /// The role is of devices and the subject a person, or the other way round.
    #[error("{role:?} is not a role of {subject}")]
    WrongKind {
        /// The person or device.
        subject: SubjectId,
        /// The role.
        role: Role,
    },
    /// The same role within the same limits was already granted.
    #[error("{subject} has this already")]
    SameGrant {
        /// The person or device.
        subject: SubjectId,
    },
    /// There is no such grant, or it was revoked.
    #[error("there is no grant {grant}")]
    UnknownGrant {
        /// The number.
        grant: u32,
    },
    /// The new limits are wider.
    #[error("the new limits are wider than those of grant {grant}")]
    Wider {
        /// The number.
        grant: u32,
    },
    /// Only devices are moved.
    #[error("grant {grant} is not that of a device")]
    NotOfDevice {
        /// The number.
        grant: u32,
    },
    /// Nobody puts themselves out.
    #[error("nobody puts themselves out")]
    Oneself,
    /// A token is given out to its bearer alone.
    #[error("a token is given out to its bearer alone")]
    NotOneself,
    /// The token would live too long, or is over already.
    #[error("a token lives from now on, at most 16 hours")]
    TokenLife,
    /// The id of the token was given before.
    #[error("token {token} is known already")]
    KnownToken {
        /// The id.
        token: TokenId,
    },
    /// There is no such token, or it was ended.
    #[error("there is no token {token}, or it was ended")]
    UnknownToken {
        /// The id.
        token: TokenId,
    },
    /// The token was renewed since, and its bearer has a newer text of it, or somebody repeats what
    /// was signed before.
    #[error("the token was renewed since")]
    RenewedSince,
    /// No invitation has this secret.
    #[error("there is no such invitation or code")]
    UnknownInvitation,
    /// The invitation was used.
    #[error("the invitation or code was used")]
    InvitationUsed,
    /// The invitation is too old.
    #[error("the invitation or code has expired")]
    InvitationExpired,
    /// The invitation is for a device and a person came, or the other way round.
    #[error("the invitation is for a device, or for a person, and the other came")]
    OtherInvitee,
    /// Very many invitations are open.
    #[error("too many invitations are open")]
    TooManyInvitations,
    /// Another open invitation has the same code.
    #[error("another invitation has the same code")]
    KnownCode,
    /// A seat needs one table of one tournament.
    #[error("a seat needs one table of one tournament")]
    SeatWithoutTable,
    /// A person alone has a passphrase.
    #[error("{subject} is a device, and has no passphrase")]
    NotAPerson {
        /// The device.
        subject: SubjectId,
    },
    /// The authenticator gave the id of the passkey before.
    #[error("the passkey is known already")]
    KnownPasskey,
    /// There is no such passkey, or it was removed.
    #[error("there is no passkey {passkey}, or it was removed")]
    UnknownPasskey {
        /// The number.
        passkey: u32,
    },
    /// The person has as many passkeys as they may.
    #[error("a person has at most 10 passkeys")]
    TooManyPasskeys,
    /// The number of signatures of the passkey went back.
    #[error("the passkey may have been copied")]
    DoubtedPasskey,
    /// The challenge was answered before.
    #[error("the challenge was answered before")]
    ChallengeAnswered,
}
