//! The people and devices of venues: changes of what they may do, and the tokens that say who they
//! are.

use std::{path::PathBuf, sync::Arc, time::Duration};

use ::access::{Access, Author, Command, CommandRefusal, Credential, Event, SubjectId, TokenId};
use draughts::Timestamp;
use proto::subject::{Subject, VenueId};
use runtime::{
    AuthoritySecret, Claims, EventLog, Ledger, Mirror, Snapshot, TransactionLimits, key_file,
    run_blocking,
};
use tokio::time::timeout;

use crate::{access_error::AccessError, access_marks::AccessMarks, history::Histories};

/// Number of decisions while others write in between.
const TRIES: u32 = 10;

/// A token that was signed.
#[derive(Debug)]
pub(crate) struct SignedIn {
    pub(crate) token: String,
    pub(crate) subject: SubjectId,
    pub(crate) name: String,
    pub(crate) expires: Timestamp,
}

/// The authorities of all venues. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Authorities {
    mirror: Mirror<Access>,
    key: Arc<PathBuf>,
    patience: Duration,
    histories: Histories,
    marks: AccessMarks,
}

impl Authorities {
    pub(crate) fn new(log: EventLog, key: PathBuf, patience: Duration) -> Self {
        let marks = AccessMarks::beside(&key);
        let (mirror, histories) = (Mirror::new(log.clone()), Histories::new(log));
        Self { mirror, key: Arc::new(key), patience, histories, marks }
    }

    pub(crate) fn log(&self) -> &EventLog {
        self.mirror.log()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.mirror.log().clock().now()
    }

    /// Returns what the log has of a venue now.
    ///
    /// # Errors
    /// [`AccessError`] if it does not tell in time.
    pub(crate) async fn read(&self, venue: &VenueId) -> Result<Snapshot<Access>, AccessError> {
        let subject = Subject::access(venue);
        let read = timeout(self.patience, self.mirror.refresh(&subject)).await;
        Ok(read.map_err(|_late| AccessError::Late(venue.clone()))??)
    }

    /// Carries out a command; returns its events, and what is known then.
    ///
    /// # Errors
    /// [`AccessError`] if it is refused, or not stored in time.
    pub(crate) async fn give(
        &self,
        venue: &VenueId,
        by: &Author,
        command: &Command,
    ) -> Result<(Vec<Event>, Snapshot<Access>), AccessError> {
        self.give_at(venue, by, command, self.now()).await
    }

    /// As [`Authorities::give`], of a command that was given at the moment `at`.
    ///
    /// # Errors
    /// As [`Authorities::give`].
    pub(crate) async fn give_at(
        &self,
        venue: &VenueId,
        by: &Author,
        command: &Command,
        at: Timestamp,
    ) -> Result<(Vec<Event>, Snapshot<Access>), AccessError> {
        let subject = Subject::access(venue);
        let given = async {
            let _turn = self.mirror.turn(&subject).await;
            let mut ledger = Ledger::clone(&*self.mirror.refresh(&subject).await?);
            self.marks.compare(self.mirror.log(), venue, &ledger).await?;
            let before = ledger.sequence();
            let limits = TransactionLimits { tries: TRIES, patience: self.patience };
            let decide = |access: &Access| {
                let events = access.decide(by, at, command)?;
                Ok::<_, AccessError>((events.clone(), events))
            };
            let events = ledger.transaction(self.mirror.log(), limits).run(None, decide).await?;
            if !events.is_empty() {
                self.marks.note(self.mirror.log(), venue, &ledger).await?;
            }
            Ok((events, self.mirror.show(before, ledger)))
        };
        let given = timeout(self.patience, given).await;
        given.map_err(|_late| AccessError::Late(venue.clone()))?
    }

    /// Looks whether the log has lost changes that callers were told of; returns the path of the
    /// file that says so.
    ///
    /// # Errors
    /// As [`Authorities::read`].
    pub(crate) async fn lost_changes(&self) -> Result<Option<String>, AccessError> {
        for venue in self.marks.venues().await {
            let authority = self.read(&venue).await?;
            self.marks.compare(self.mirror.log(), &venue, &authority).await?;
        }
        Ok(self.marks.file_of_loss().await)
    }

    /// Returns the key with which a venue signs, so that nothing is used up for a token that cannot
    /// be signed.
    ///
    /// # Errors
    /// [`AccessError`] if there is no key, or another one.
    pub(crate) async fn key(
        &self,
        venue: &VenueId,
        access: &Access,
    ) -> Result<AuthoritySecret, AccessError> {
        // Any caller may name any venue, also one without an authority.
        let known = access.key().ok_or(CommandRefusal::NoAuthority)?;
        let path = Arc::clone(&self.key);
        let secret = run_blocking(move || key_file::read(&path)).await;
        let secret = secret.ok_or(AccessError::Stopping)??;
        let path = || self.key.display().to_string();
        let secret = secret.ok_or_else(|| AccessError::NoKey { path: path() })?;
        if known != secret.public()? {
            return Err(AccessError::OtherKey { path: path(), venue: venue.clone() });
        }
        Ok(secret)
    }

    /// Signs the token of a session.
    ///
    /// # Errors
    /// As [`Authorities::key`].
    pub(crate) async fn sign_in(
        &self,
        venue: &VenueId,
        token: TokenId,
        access: &Access,
    ) -> Result<SignedIn, AccessError> {
        let session = access.session(&token).ok_or(AccessError::Stopping)?;
        let (subject, expires) = (session.subject.clone(), session.expires);
        let secret = self.key(venue, access).await?;
        let credential = Credential {
            token,
            subject: subject.clone(),
            generation: access.generation(),
            tournament: None,
            issued: self.now(),
            expires,
        };
        let role = access.grants_of(&subject).next().map(|(_id, grant)| grant.role);
        let token = secret.sign(&Claims { venue: venue.clone(), credential, role })?;
        let name = access.name(&subject).unwrap_or_default().to_owned();
        Ok(SignedIn { token, subject, name, expires })
    }

    /// Returns the changes of a venue that `is_asked` names, before a version, the latest first, at
    /// most `most`; and whether there are more.
    ///
    /// # Errors
    /// [`AccessError`] if the log does not tell in time.
    pub(crate) async fn changes(
        &self,
        venue: &VenueId,
        before: u64,
        most: usize,
        is_asked: impl Fn(&Event) -> bool,
    ) -> Result<(Vec<(u64, Event)>, bool), AccessError> {
        let page = timeout(self.patience, self.histories.page(venue, before, most, is_asked)).await;
        page.map_err(|_late| AccessError::Late(venue.clone()))?
    }
}

/// Returns random bytes.
///
/// # Errors
/// [`AccessError::NoRandomness`].
pub(crate) fn random<const N: usize>() -> Result<[u8; N], AccessError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_error| AccessError::NoRandomness)?;
    Ok(bytes)
}

/// Returns random bytes as hexadecimal digits.
///
/// # Errors
/// [`AccessError::NoRandomness`].
pub(crate) fn random_text<const N: usize>() -> Result<String, AccessError> {
    Ok(random::<N>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the id of a new token.
///
/// # Errors
/// [`AccessError::NoRandomness`].
pub(crate) fn new_token() -> Result<TokenId, AccessError> {
    TokenId::new(random_text::<16>()?).map_err(|_id| AccessError::NoRandomness)
}
