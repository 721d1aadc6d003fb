//! A session: a token that was given out, to its bearer.

use draughts::Timestamp;

use crate::{Author, PasskeyId, SubjectId};

/// A token that was given out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The bearer.
    pub subject: SubjectId,
    /// The moment when it was given out.
    pub issued: Timestamp,
    /// The moment from which it is refused.
    pub expires: Timestamp,
    /// The moment from which it was refused before it was renewed the last time; `None` if it was
    /// not.
    pub renewed_from: Option<Timestamp>,
    /// The passkey by which it was begun; `None` if it was begun otherwise.
    pub passkey: Option<PasskeyId>,
    /// The author of the invitation by which a person began it; `None` if it was begun otherwise.
    pub invited_by: Option<Author>,
    /// The moment when it was ended before its time; `None` if it was not.
    pub ended: Option<Timestamp>,
}

impl Session {
    /// Returns true if its token is good at the moment `at`.
    #[must_use]
    pub fn is_open(&self, at: Timestamp) -> bool {
        self.ended.is_none() && self.expires > at
    }
}
