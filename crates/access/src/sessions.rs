//! The sessions of a venue: how long they last, and how many a bearer has.

use core::time::Duration;

use draughts::Timestamp;

use crate::{Access, Change, Session, SubjectId, TokenId};

impl Access {
    /// The longest life of a token: a long day of play with its preparation.
    pub const TOKEN_LIFE_MAX: Duration = Duration::from_secs(16 * 3600);

    /// The time for which a session is remembered after it has expired, and for which its token
    /// still counts in a game that began before.
    pub const SESSION_KEPT: Duration = Duration::from_secs(48 * 3600);

    /// The time for which a device may renew its session after it has expired, and for which that
    /// session is remembered: a tablet that lay in a cupboard between the rounds of a league goes
    /// on by itself.
    pub const DEVICE_RENEWAL_MAX: Duration = Duration::from_secs(60 * 24 * 3600);

    /// The time after which a token has to be known that was given out: a service may hear of it
    /// after its bearer.
    pub const UNHEARD_MAX: Duration = Duration::from_secs(60);

    /// The time that a renewal has to add; an earlier one changes nothing, so that nobody fills the
    /// log with them.
    pub const RENEWAL_MIN: Duration = Duration::from_secs(30 * 60);

    /// The largest number of sessions that a person or device has at once.
    pub const SESSIONS_MAX: usize = 10;

    /// Returns the sessions of a person or device that are open at the moment `at`, by id.
    pub fn open_sessions_of(
        &self,
        subject: &SubjectId,
        at: Timestamp,
    ) -> impl Iterator<Item = (&TokenId, &Session)> {
        self.sessions()
            .filter(move |(_token, session)| session.subject == *subject && session.is_open(at))
    }

    /// Returns the changes by which a token is given out: the oldest sessions of its bearer end for
    /// it once there are [`Access::SESSIONS_MAX`].
    pub(crate) fn issued(
        &self,
        token: &TokenId,
        subject: &SubjectId,
        expires: Timestamp,
        at: Timestamp,
    ) -> Vec<Change> {
        let mut open: Vec<_> = self
            .open_sessions_of(subject, at)
            .map(|(token, session)| (session.issued, token))
            .collect();
        open.sort_unstable();
        let too_many = (open.len() + 1).saturating_sub(Self::SESSIONS_MAX);
        let ended = open.into_iter().take(too_many);
        let ended = ended.map(|(_issued, token)| Change::TokenEnded { token: token.clone() });
        let (token, subject) = (token.clone(), subject.clone());
        ended.chain([Change::TokenIssued { token, subject, expires }]).collect()
    }
}
