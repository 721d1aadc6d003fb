//! Mirrors: aggregates that others write, or that several replicas write, kept as their log has them.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use proto::{convert::Aggregate, subject::Subject};
use tokio::{
    sync::{OwnedMutexGuard, watch},
    time::Instant,
};

use crate::{
    error_chain,
    event_log::EventLog,
    ledger::{Ledger, LedgerError},
    log_entry::LogEntry,
};

/// An aggregate as it stood at some moment, shared by all who look at it.
pub type Snapshot<A> = Arc<Ledger<A>>;

/// The right to decide on one subject, which one call of a replica has at a time; replicas compete in
/// the log. Dropped, the next has it.
pub type Turn = OwnedMutexGuard<()>;

/// Aggregates by subject, as far as their messages were applied. Cheap to clone.
///
/// Entries are applied with [`Mirror::apply`] as they come; one that does not follow on what is
/// known has the subject read anew. Whoever must not miss what was written a moment ago calls
/// [`Mirror::refresh`]; what was decided here is shown with [`Mirror::show`].
pub struct Mirror<A> {
    log: EventLog,
    held: Arc<Mutex<BTreeMap<Subject, Arc<Held<A>>>>>,
}

struct Held<A> {
    current: watch::Sender<Snapshot<A>>,
    /// Held over a read; when the last one that succeeded began.
    read_at: tokio::sync::Mutex<Option<Instant>>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl<A> Clone for Mirror<A> {
    fn clone(&self) -> Self {
        Self { log: self.log.clone(), held: Arc::clone(&self.held) }
    }
}

impl<A> fmt::Debug for Mirror<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mirror").field("held", &lock(&self.held).len()).finish_non_exhaustive()
    }
}

impl<A: Aggregate> Mirror<A> {
    /// A mirror without aggregates.
    #[must_use]
    pub fn new(log: EventLog) -> Self {
        Self { log, held: Arc::default() }
    }

    /// Returns the log that is mirrored.
    #[must_use]
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// Applies an entry to the aggregate of its subject, of which nothing need be known yet. When it does
    /// not follow on what is known, the subject is read anew, however long NATS is away.
    ///
    /// # Errors
    /// [`LedgerError`] when the history is not sound; the aggregate stays as it was.
    pub async fn apply(&self, entry: &LogEntry) -> Result<(), LedgerError> {
        let subject = &entry.subject;
        let held = self.held_or_new(subject);
        let mut applied = Ok(());
        held.current.send_if_modified(|current| {
            let is_known = entry.sequence <= current.sequence();
            if !is_known {
                applied = Arc::make_mut(current).apply(entry);
            }
            !is_known && applied.is_ok()
        });
        let Err(error) = applied else { return Ok(()) };
        tracing::warn!(error = error_chain(&error), "reading the log of a subject anew");
        let ledger = Ledger::reload(&self.log, subject).await?;
        held.current.send_replace(Arc::new(ledger));
        Ok(())
    }

    /// As [`Mirror::apply`], but passes over a subject that nobody has asked for: its log is read when
    /// somebody does.
    ///
    /// # Errors
    /// As [`Mirror::apply`].
    pub async fn apply_if_held(&self, entry: &LogEntry) -> Result<(), LedgerError> {
        match self.held(&entry.subject) {
            Some(_held) => self.apply(entry).await,
            None => Ok(()),
        }
    }

    /// Returns the aggregate as far as it is known; `None` when nothing of it was ever written.
    #[must_use]
    pub fn get(&self, subject: &Subject) -> Option<Snapshot<A>> {
        let current = Arc::clone(&self.held(subject)?.current.borrow());
        (current.version() > 0).then_some(current)
    }

    /// Returns the aggregate as far as it is known, and asks the log where that is nothing: another
    /// replica may have written it in this moment. From then on its messages are applied.
    ///
    /// # Errors
    /// [`LedgerError`] when the log does not tell.
    pub async fn load(&self, subject: &Subject) -> Result<Option<Snapshot<A>>, LedgerError> {
        match self.get(subject) {
            Some(known) => Ok(Some(known)),
            None => {
                let ledger = Ledger::load(&self.log, subject.clone()).await?;
                if ledger.version() == 0 {
                    return Ok(None);
                }
                self.show(0, ledger);
                // Read on now that it is held and so followed: nothing is missed in between.
                self.refresh(subject).await.map(Some)
            }
        }
    }

    /// Reads what the log has by now and returns it. Callers who wait meanwhile share the next read.
    ///
    /// # Errors
    /// [`LedgerError`] when the log does not tell; what is known stays.
    pub async fn refresh(&self, subject: &Subject) -> Result<Snapshot<A>, LedgerError> {
        let asked_at = Instant::now();
        let Some(held) = self.held(subject) else {
            // Held only when there is something to hold: anybody may ask for any name.
            let ledger = Ledger::load(&self.log, subject.clone()).await?;
            return Ok(if ledger.version() == 0 { Arc::new(ledger) } else { self.show(0, ledger) });
        };
        let mut read_at = held.read_at.lock().await;
        if read_at.is_some_and(|began| began >= asked_at) {
            return Ok(Arc::clone(&held.current.borrow()));
        }
        let began = Instant::now();
        let mut ledger = Ledger::clone(&held.current.borrow());
        let before = ledger.sequence();
        ledger.catch_up(&self.log).await?;
        *read_at = Some(began);
        Ok(show(&held, before, ledger))
    }

    /// Shows what was read or written since the log was at sequence `before`, unless something newer is
    /// shown already, and returns it. A log that lost its end is shown, too, where nothing newer came
    /// since.
    pub fn show(&self, before: u64, ledger: Ledger<A>) -> Snapshot<A> {
        show(&self.held_or_new(ledger.subject()), before, ledger)
    }

    /// Watches an aggregate; `None` when nothing of it was ever heard.
    #[must_use]
    pub fn watch(&self, subject: &Subject) -> Option<watch::Receiver<Snapshot<A>>> {
        self.held(subject).map(|held| held.current.subscribe())
    }

    /// Returns how many watch an aggregate.
    #[must_use]
    pub fn watchers(&self, subject: &Subject) -> usize {
        self.held(subject).map_or(0, |held| held.current.receiver_count())
    }

    /// Waits for the right to decide on a subject; `None` when nothing of it was ever heard, so that
    /// there is nobody to wait for.
    pub async fn turn(&self, subject: &Subject) -> Option<Turn> {
        let turn = Arc::clone(&self.held(subject)?.turn);
        Some(turn.lock_owned().await)
    }

    /// Returns every aggregate of which something was written, by subject.
    #[must_use]
    pub fn all(&self) -> Vec<(Subject, Snapshot<A>)> {
        let held = lock(&self.held);
        held.iter()
            .map(|(subject, held)| (subject.clone(), Arc::clone(&held.current.borrow())))
            .filter(|(_subject, current)| current.version() > 0)
            .collect()
    }

    /// Shows every aggregate as one of which nothing was written: the store was set back.
    pub fn reset(&self) {
        for (subject, held) in lock(&self.held).iter() {
            held.current.send_replace(Arc::new(Ledger::new(subject.clone())));
        }
    }

    fn held(&self, subject: &Subject) -> Option<Arc<Held<A>>> {
        lock(&self.held).get(subject).cloned()
    }

    fn held_or_new(&self, subject: &Subject) -> Arc<Held<A>> {
        let mut held = lock(&self.held);
        if let Some(held) = held.get(subject) {
            return Arc::clone(held);
        }
        let new = Arc::new(Held {
            current: watch::Sender::new(Arc::new(Ledger::new(subject.clone()))),
            read_at: tokio::sync::Mutex::default(),
            turn: Arc::default(),
        });
        held.insert(subject.clone(), Arc::clone(&new));
        new
    }
}

fn show<A: Aggregate>(held: &Held<A>, before: u64, ledger: Ledger<A>) -> Snapshot<A> {
    let shown = Arc::new(ledger);
    held.current.send_if_modified(|current| {
        let is_newer = shown.sequence() > current.sequence();
        let is_anew = current.sequence() == before && shown.sequence() < before;
        if is_newer || is_anew {
            *current = Arc::clone(&shown);
        }
        is_newer || is_anew
    });
    shown
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
