//! Access to the calls: roles, grants and their limits, sessions, and the enrolment of devices.
//!
#![doc = include_str!("../README.md")]

mod accept;
mod access;
mod act;
mod admit;
mod attempts;
mod author;
mod checks;
mod command;
mod decide;
mod enrolment;
mod event;
mod grant;
mod id;
mod invitation;
mod limits;
mod passkey;
mod passkeys;
mod pin;
mod rate;
mod refusal;
mod role;
mod session;
mod sessions;

pub use access::{Access, Person, Subject, SubjectKind};
pub use act::{Act, Permission};
pub use admit::{Admission, BRIEFLY, Bearer, CONFIRMED_FOR, Credential, Standing, Target};
pub use attempts::{ATTEMPTS_PER_MINUTE_MAX, Attempt, Attempts};
pub use author::Author;
pub use command::{Arrival, Command};
pub use enrolment::{CODE_LENGTH, Code, CodeError, KeyWords, WORDS};
pub use event::{Change, Event};
pub use grant::{Grant, GrantId};
pub use id::{AuthorityKey, DeviceKey, DeviceKeyError, IdError, SubjectId, TokenId};
pub use invitation::{DeviceSeat, Invitation, InvitationId, Invitee, Secret, SecretHash};
pub use limits::{Limits, Sector, Tables, TablesError};
pub use passkey::{
    ChallengeId, CredentialId, CredentialIdError, NewPasskey, Passkey, PasskeyId, PasskeyKey, Proof,
};
pub use pin::{Pin, PinError};
pub use rate::{Rate, RateLimit};
pub use refusal::{CommandRefusal, Refusal};
pub use role::Role;
pub use session::Session;
