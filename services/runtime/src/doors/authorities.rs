//! ACCESS, as the doors of a service read it. What cannot be read may have taken something from
//! somebody, so nothing that is not public is allowed until it can.

use std::{collections::BTreeSet, sync::Arc};

use access::Access;
use proto::subject::{Stream, Subject, VenueId};
use tokio::sync::watch;

use crate::{
    error::LedgerError,
    error_chain,
    event_log::EventLog,
    log_entry::{LogEntry, Unreadable},
    mirror::{Mirror, Snapshot},
    projection::{Followed, Projection, StartAt, follow},
    retry::Stopped,
    tasks::Tasks,
};

/// The authorities of all venues. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Authorities {
    mirror: Mirror<Access>,
    reading: Arc<watch::Sender<ReadProgress>>,
}

/// The progress of the read of ACCESS, and its damage.
#[derive(Debug, Default)]
pub(super) struct ReadProgress {
    /// True while it is read from its first entry.
    is_reading: bool,
    /// The subjects of which something cannot be read.
    damaged: BTreeSet<String>,
}

/// The reason why an authority is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// ACCESS is being read.
    Reading,
    /// A part of it cannot be read.
    Damaged,
}

impl Authorities {
    /// Reads ACCESS, and follows it until the service stops.
    ///
    /// # Errors
    /// [`Stopped`] if the service stops first.
    pub(super) async fn follow(log: &EventLog, tasks: &Tasks) -> Result<Self, Stopped> {
        let reading = Arc::new(watch::Sender::new(ReadProgress {
            is_reading: true,
            ..ReadProgress::default()
        }));
        let authorities = Self { mirror: Mirror::new(log.clone()), reading };
        let followed = Followed::all(Stream::Access, StartAt::First);
        follow(log, tasks, followed, authorities.clone()).await?;
        Ok(authorities)
    }

    /// Returns the log.
    pub(super) fn log(&self) -> &EventLog {
        self.mirror.log()
    }

    /// Returns true if some venue has an authority.
    ///
    /// # Errors
    /// [`Unknown`], also if it is that of one venue: a key that cannot be read locks as well.
    pub(super) fn are_there_any(&self) -> Result<bool, Unknown> {
        let reading = self.reading.borrow();
        if reading.is_reading {
            return Err(Unknown::Reading);
        }
        let all = self.mirror.all();
        let has_key = all.iter().any(|(_subject, authority)| authority.state().key().is_some());
        if !has_key && !reading.damaged.is_empty() {
            return Err(Unknown::Damaged);
        }
        Ok(has_key)
    }

    /// Returns the authority of a venue; `None` if nothing of it was written.
    ///
    /// # Errors
    /// [`Unknown`].
    pub(super) fn of(&self, venue: &VenueId) -> Result<Option<Snapshot<Access>>, Unknown> {
        let (subject, reading) = (Subject::access(venue), self.reading.borrow());
        if reading.is_reading {
            return Err(Unknown::Reading);
        }
        if reading.damaged.contains(&subject.to_string()) {
            return Err(Unknown::Damaged);
        }
        Ok(self.mirror.get(&subject))
    }

    /// Watches the authority of a venue; `None` if nothing of it was ever heard.
    pub(super) fn watch(&self, venue: &VenueId) -> Option<watch::Receiver<Snapshot<Access>>> {
        self.mirror.watch(&Subject::access(venue))
    }

    /// Returns the venue, if something was written of one alone.
    pub(super) fn only_venue(&self) -> Option<VenueId> {
        match &*self.mirror.all() {
            [(subject, _authority)] => Some(subject.tournament.venue.clone()),
            _ => None,
        }
    }

    /// Watches how far it was read.
    pub(super) fn watch_reading(&self) -> watch::Receiver<ReadProgress> {
        self.reading.subscribe()
    }

    fn note_damage(&self, subject: String, error: &dyn std::error::Error) {
        let error = error_chain(error);
        tracing::error!(
            subject,
            error,
            "who may do what cannot be read: nothing that is not public is allowed"
        );
        self.reading.send_modify(|reading| {
            reading.damaged.insert(subject);
        });
        self.log().stream_notes().set_unreadable(Stream::Access, true);
    }

    /// Takes back that a subject cannot be read.
    fn note_read(&self, subject: &str) {
        self.reading.send_modify(|reading| {
            reading.damaged.remove(subject);
        });
        let is_damaged = !self.reading.borrow().damaged.is_empty();
        self.log().stream_notes().set_unreadable(Stream::Access, is_damaged);
        tracing::info!(subject, "who may do what can be read again");
    }
}

impl Projection for Authorities {
    async fn apply(&mut self, entry: LogEntry) {
        let mut is_told = false;
        loop {
            match self.mirror.apply(&entry).await {
                // It may be a revocation, so nothing later counts before it is read, and what was
                // read of its venue before counts no more.
                Err(error @ LedgerError::Read(_)) => {
                    if !is_told {
                        self.note_damage(entry.subject.to_string(), &error);
                        is_told = true;
                    }
                }
                Ok(()) if is_told => return self.note_read(&entry.subject.to_string()),
                Ok(()) => return,
                // A newer program wrote it; the service stops.
                Err(LedgerError::Unreadable(unreadable)) if unreadable.is_newer() => return,
                Err(error) => return self.note_damage(entry.subject.to_string(), &error),
            }
        }
    }

    fn pass_over(&mut self, unreadable: &Unreadable) {
        self.note_damage(unreadable.subject.clone(), unreadable);
    }

    async fn loaded(&mut self) {
        self.reading.send_modify(|reading| reading.is_reading = false);
    }

    fn reset(&mut self) -> bool {
        self.reading.send_replace(ReadProgress { is_reading: true, ..ReadProgress::default() });
        self.log().stream_notes().set_unreadable(Stream::Access, false);
        self.mirror.reset();
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use access::{Author, AuthorityKey, Command};
    use bytes::Bytes;
    use proto::Timestamp;

    use super::*;
    use crate::{ledger::Ledger, memory_broker::MemoryBroker, stream_troubles::StreamTrouble};

    fn venue(name: &str) -> VenueId {
        name.parse().unwrap()
    }

    async fn lock(log: &EventLog, name: &str) -> u64 {
        let mut ledger = Ledger::<Access>::new(Subject::access(&venue(name)));
        let command = Command::SetKey { key: AuthorityKey([7; 32]) };
        let at = Timestamp::from_millis(0);
        let events = ledger.state().decide(&Author::Machine, at, &command).unwrap();
        ledger.commit(log, &events, None, None, Duration::ZERO).await.unwrap();
        ledger.sequence()
    }

    async fn spoil(log: &EventLog, name: &str, after: u64) {
        let (subject, garbage) = (Subject::access(&venue(name)), Bytes::from_static(&[0xff; 9]));
        log.append(&subject, "garbage", after, garbage, Duration::ZERO).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_read_closes_the_doors_of_its_venue() {
        let broker = MemoryBroker::default();
        let (log, tasks) = (broker.log(), Tasks::new());
        let sequence = lock(&log, "main").await;
        lock(&log, "other").await;
        spoil(&log, "main", sequence).await;
        let authorities = Authorities::follow(&log, &tasks).await.unwrap();
        assert_eq!(authorities.of(&venue("main")).unwrap_err(), Unknown::Damaged);
        assert!(authorities.of(&venue("other")).unwrap().is_some());
        assert_eq!(authorities.are_there_any(), Ok(true));
        let troubles = log.stream_notes().watch().borrow().lasting();
        assert_eq!(troubles, [(Stream::Access, StreamTrouble::Unreadable)]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_first_key_that_cannot_be_read_leaves_no_venue_open() {
        let broker = MemoryBroker::default();
        let (log, tasks) = (broker.log(), Tasks::new());
        let authorities = Authorities::follow(&log, &tasks).await.unwrap();
        assert_eq!(authorities.are_there_any(), Ok(false));
        spoil(&log, "main", 0).await;
        while authorities.are_there_any() == Ok(false) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(authorities.are_there_any(), Err(Unknown::Damaged));
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_open_while_a_log_that_was_set_back_is_read_anew() {
        let broker = MemoryBroker::default();
        let (log, tasks) = (broker.log(), Tasks::new());
        lock(&log, "main").await;
        let mut authorities = Authorities::follow(&log, &tasks).await.unwrap();
        assert_eq!(authorities.are_there_any(), Ok(true));
        assert!(authorities.reset());
        assert_eq!(authorities.are_there_any(), Err(Unknown::Reading));
        assert_eq!(authorities.of(&venue("main")).unwrap_err(), Unknown::Reading);
    }
}
