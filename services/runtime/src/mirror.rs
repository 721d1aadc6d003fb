//! Mirrors: aggregates that others write, or that several replicas write, kept as their log has
//! them.

use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use proto::{convert::Aggregate, subject::Subject};
use tokio::sync::{OwnedMutexGuard, watch};

use crate::{
    error::LedgerError,
    error_chain,
    event_log::EventLog,
    expiring_map::ExpiringMap,
    ledger::Ledger,
    lock::lock,
    log_entry::LogEntry,
    transaction::{TransactionError, TransactionLimits},
};

/// An aggregate as it stood at some moment, shared by all who look at it.
pub type Snapshot<A> = Arc<Ledger<A>>;

/// The right to decide on one subject, which one call of a replica has at a time; the next call
/// gets it when this is dropped. Replicas compete in the log.
pub type Turn = OwnedMutexGuard<()>;

/// Aggregates by subject, as far as their messages were applied. Cheap to clone.
///
/// Entries are applied with [`Mirror::apply`] as they come; one that does not follow on what is
/// known causes a new read of the subject. To see also the latest writes, call [`Mirror::refresh`];
/// to decide, [`Mirror::transaction`]. A ledger that was read elsewhere is shown with
/// [`Mirror::show`].
pub struct Mirror<A> {
    log: EventLog,
    held: Arc<Mutex<ExpiringMap<Subject, Arc<Held<A>>>>>,
}

struct Held<A> {
    current: watch::Sender<Snapshot<A>>,
    /// Number of calls that have asked for a read. Instants cannot serve, because two may be equal.
    asked: AtomicU64,
    /// Locked during a read; the number of calls that had asked when the last successful read
    /// began.
    read_for: tokio::sync::Mutex<u64>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl<A> Clone for Mirror<A> {
    fn clone(&self) -> Self {
        Self { log: self.log.clone(), held: Arc::clone(&self.held) }
    }
}

impl<A> fmt::Debug for Mirror<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mirror")
            .field("held", &lock(&self.held).iter().count())
            .finish_non_exhaustive()
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

    /// Applies an entry to the aggregate of its subject, which may be new. When the entry does not
    /// follow on what is known, reads the subject anew, and tries until NATS answers.
    ///
    /// # Errors
    /// As [`Ledger::reload`]; the aggregate stays as it was.
    pub async fn apply(&self, entry: &LogEntry) -> Result<(), LedgerError> {
        let subject = &entry.subject;
        let held = self.held_or_new(subject);
        let (mut applied, mut before) = (Ok(()), 0);
        held.current.send_if_modified(|current| {
            before = current.sequence();
            let is_known = entry.sequence <= before;
            if !is_known {
                applied = Arc::make_mut(current).apply(entry);
            }
            !is_known && applied.is_ok()
        });
        let Err(error) = applied else { return Ok(()) };
        tracing::warn!(error = error_chain(&error), "reading the log of a subject anew");
        let ledger = Ledger::reload(&self.log, subject).await?;
        show(&held, before, ledger);
        Ok(())
    }

    /// As [`Mirror::apply`], but passes over a subject that nobody has asked for: its log is read
    /// when somebody does. So is that of one which NATS cannot give now.
    ///
    /// # Errors
    /// As [`Mirror::apply`].
    pub async fn apply_if_held(&self, entry: &LogEntry) -> Result<(), LedgerError> {
        let is_held = lock(&self.held).peek(&entry.subject).is_some();
        if !is_held {
            return Ok(());
        }
        let applied = self.apply(entry).await;
        if let Err(LedgerError::Read(_)) = applied {
            lock(&self.held).remove(&entry.subject);
        }
        applied
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
                let ledger = self.read(subject).await?;
                if ledger.version() == 0 {
                    return Ok(None);
                }
                self.show(0, ledger);
                // Read on now that it is held and so followed: nothing is missed in between.
                self.refresh(subject).await.map(Some)
            }
        }
    }

    /// Reads what the log has by now and returns it. Callers who wait meanwhile share the next
    /// read.
    ///
    /// # Errors
    /// [`LedgerError`] when the log does not tell; what is known stays.
    pub async fn refresh(&self, subject: &Subject) -> Result<Snapshot<A>, LedgerError> {
        let Some(held) = self.held(subject) else {
            // Held only when there is something to hold: anybody may ask for any name.
            let ledger = self.read(subject).await?;
            return Ok(if ledger.version() == 0 { Arc::new(ledger) } else { self.show(0, ledger) });
        };
        let number = held.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let mut read_for = held.read_for.lock().await;
        if *read_for >= number {
            return Ok(Arc::clone(&held.current.borrow()));
        }
        let asked = held.asked.load(Ordering::Relaxed);
        let mut ledger = Ledger::clone(&held.current.borrow());
        let before = ledger.sequence();
        self.read_on(&mut ledger).await?;
        *read_for = asked;
        Ok(show(&held, before, ledger))
    }

    /// Reads on from what is shown, as a caller would who decides on it; changes nothing that is
    /// shown.
    ///
    /// # Errors
    /// [`LedgerError`] if the history is damaged, and so shown only in part, or cannot be read now.
    pub async fn check(&self, subject: &Subject) -> Result<(), LedgerError> {
        let shown = self.get(subject).map(|shown| Ledger::clone(&shown));
        let mut ledger = shown.unwrap_or_else(|| Ledger::new(subject.clone()));
        ledger.catch_up(&self.log).await.map(drop)
    }

    async fn read(&self, subject: &Subject) -> Result<Ledger<A>, LedgerError> {
        let mut ledger = Ledger::new(subject.clone());
        self.read_on(&mut ledger).await?;
        Ok(ledger)
    }

    /// Reads the rest of a history; one that is damaged only as far as it can be read. Whoever
    /// decides on it reads on by itself, and is told.
    async fn read_on(&self, ledger: &mut Ledger<A>) -> Result<(), LedgerError> {
        match ledger.catch_up(&self.log).await {
            Err(error) if error.is_damage() => {
                let error = error_chain(&error);
                tracing::warn!(error, "a history is shown as far as it can be read");
                Ok(())
            }
            read => read.map(drop),
        }
    }

    /// Shows what was read or written since the log was at sequence `before`, unless something
    /// newer is shown already, and returns it. A log that lost its end is shown, too, where nothing
    /// newer came since.
    pub fn show(&self, before: u64, ledger: Ledger<A>) -> Snapshot<A> {
        show(&self.held_or_new(ledger.subject()), before, ledger)
    }

    /// Watches an aggregate; `None` when nothing of it was ever heard.
    #[must_use]
    pub fn watch(&self, subject: &Subject) -> Option<watch::Receiver<Snapshot<A>>> {
        self.held(subject).map(|held| held.current.subscribe())
    }

    /// Returns how many watch an aggregate, which is no use of it.
    #[must_use]
    pub fn watchers(&self, subject: &Subject) -> usize {
        lock(&self.held).peek(subject).map_or(0, |held| held.current.receiver_count())
    }

    /// Waits for the right to decide on a subject; `None` when nothing of it was ever heard, so
    /// that there is nobody to wait for.
    pub async fn turn(&self, subject: &Subject) -> Option<Turn> {
        let turn = Arc::clone(&self.held(subject)?.turn);
        Some(turn.lock_owned().await)
    }

    /// Waits for the turn of a subject, reads on, and decides as
    /// [`Transaction::run`](crate::Transaction::run) does until the events are stored; returns the
    /// answer, and what is shown then.
    ///
    /// # Errors
    /// The error of `decide`, or that of a [`LedgerError`] or a [`TransactionError`].
    pub async fn transaction<T, E>(
        &self,
        subject: &Subject,
        limits: TransactionLimits,
        decide: impl FnMut(&A) -> Result<(Vec<A::Event>, T), E>,
    ) -> Result<(T, Snapshot<A>), E>
    where
        E: From<LedgerError> + From<TransactionError>,
    {
        let _turn = self.turn(subject).await;
        let mut ledger = Ledger::clone(&*self.refresh(subject).await?);
        let before = ledger.sequence();
        let answer = ledger.transaction(&self.log, limits).run(None, decide).await?;
        Ok((answer, self.show(before, ledger)))
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

    /// Forgets the aggregates that were not used since the last call; returns how many. They are
    /// read again when somebody asks for them or a message of theirs is applied. Who watches one is
    /// told that nothing follows.
    pub fn forget_unused(&self) -> usize {
        lock(&self.held).forget_unused()
    }

    fn held(&self, subject: &Subject) -> Option<Arc<Held<A>>> {
        lock(&self.held).get(subject).map(|held| Arc::clone(held))
    }

    fn held_or_new(&self, subject: &Subject) -> Arc<Held<A>> {
        let new = || {
            Arc::new(Held {
                current: watch::Sender::new(Arc::new(Ledger::new(subject.clone()))),
                asked: AtomicU64::new(0),
                read_for: tokio::sync::Mutex::default(),
                turn: Arc::default(),
            })
        };
        Arc::clone(lock(&self.held).get_or_insert(subject.clone(), new))
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proto::subject::Stream;
    use tokio::join;

    use super::*;
    use crate::{
        memory_broker::MemoryBroker,
        numbers::{Numbers, number, subject},
    };

    fn mirror(broker: &MemoryBroker) -> Mirror<Numbers> {
        Mirror::new(broker.log())
    }

    fn numbers(snapshot: Option<Snapshot<Numbers>>) -> Option<Vec<u64>> {
        snapshot.map(|snapshot| snapshot.state().0.clone())
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_as_the_entries_say_and_repeats_change_nothing() {
        let broker = MemoryBroker::default();
        let mirror = mirror(&broker);
        let entries = [broker.write(&subject(1), 5).await, broker.write(&subject(1), 6).await];
        for entry in entries.iter().chain(&entries) {
            mirror.apply(entry).await.unwrap();
        }
        assert_eq!(numbers(mirror.get(&subject(1))), Some(vec![5, 6]));
        assert_eq!((mirror.get(&subject(2)).is_none(), mirror.all().len()), (true, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn an_entry_that_does_not_follow_has_the_log_read_however_long_nats_is_away() {
        let broker = MemoryBroker::default();
        let mirror = mirror(&broker);
        broker.write(&subject(1), 5).await;
        let second = broker.write(&subject(1), 6).await;
        broker.fail_reads(20);
        mirror.apply(&second).await.unwrap();
        assert_eq!(numbers(mirror.get(&subject(1))), Some(vec![5, 6]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_that_an_entry_causes_hides_nothing_newer_that_was_shown_meanwhile() {
        let broker = MemoryBroker::default();
        let (mirror, log) = (mirror(&broker), broker.log());
        let first = broker.write(&subject(1), 5).await;
        mirror.apply(&first).await.unwrap();
        broker.write(&subject(1), 6).await;
        let third = broker.write(&subject(1), 7).await;
        let mut decided = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
        // The copies that answer lack the last message.
        broker.set_behind(2);
        let command = async {
            decided.commit(&log, &[number(8)], None, None, Duration::ZERO).await.unwrap();
            mirror.show(1, decided);
        };
        let (applied, ()) = join!(mirror.apply(&third), command);
        applied.unwrap();
        assert_eq!(numbers(mirror.get(&subject(1))), Some(vec![5, 6, 7, 8]));
    }

    #[tokio::test(start_paused = true)]
    async fn what_nobody_asked_for_is_not_held_and_what_does_not_exist_neither() {
        let broker = MemoryBroker::default();
        let mirror = mirror(&broker);
        let first = broker.write(&subject(1), 5).await;
        mirror.apply_if_held(&first).await.unwrap();
        assert!(mirror.get(&subject(1)).is_none());
        assert_eq!(numbers(mirror.load(&subject(1)).await.unwrap()), Some(vec![5]));
        let second = broker.write(&subject(1), 6).await;
        mirror.apply_if_held(&second).await.unwrap();
        assert_eq!(numbers(mirror.get(&subject(1))), Some(vec![5, 6]));
        assert!(mirror.load(&subject(7)).await.unwrap().is_none());
        assert_eq!(mirror.refresh(&subject(7)).await.unwrap().version(), 0);
        assert!(mirror.watch(&subject(7)).is_none() && mirror.turn(&subject(7)).await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn what_nats_cannot_give_is_left_to_whoever_asks_for_it() {
        let broker = MemoryBroker::default();
        let mirror = mirror(&broker);
        broker.write(&subject(1), 5).await;
        mirror.load(&subject(1)).await.unwrap();
        broker.write(&subject(1), 6).await;
        let third = broker.write(&subject(1), 7).await;
        broker.write(&subject(2), 8).await;
        broker.withhold(&subject(1), true);
        assert!(mirror.apply_if_held(&third).await.is_err());
        assert!(mirror.get(&subject(1)).is_none());
        broker.withhold(&subject(1), false);
        assert_eq!(numbers(mirror.load(&subject(1)).await.unwrap()), Some(vec![5, 6, 7]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_damaged_history_is_shown_as_far_as_it_can_be_read_and_nobody_decides_on_it() {
        let broker = MemoryBroker::default();
        let (mirror, log) = (mirror(&broker), broker.log());
        let sequence = broker.write(&subject(1), 5).await.sequence;
        let garbage = bytes::Bytes::from_static(&[0xff; 9]);
        log.append(&subject(1), "garbage", sequence, garbage, Duration::ZERO).await.unwrap();
        assert_eq!(numbers(mirror.load(&subject(1)).await.unwrap()), Some(vec![5]));
        let known = mirror.refresh(&subject(1)).await.unwrap();
        assert_eq!(known.state().0, [5]);
        let mut decided = Ledger::clone(&known);
        assert!(decided.commit(&log, &[number(6)], None, None, Duration::ZERO).await.is_err());
        assert!(decided.catch_up(&log).await.is_err());
        // A message that only a newer program can read is no damage.
        broker.write_newer(&subject(2));
        assert!(mirror.load(&subject(2)).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn callers_who_wait_for_a_read_share_the_next_one() {
        let broker = MemoryBroker::default();
        let mirror = mirror(&broker);
        broker.write(&subject(1), 5).await;
        mirror.load(&subject(1)).await.unwrap();
        let reads = broker.reads();
        let held = mirror.held(&subject(1)).unwrap();
        let reading = held.read_for.lock().await;
        let refresh = || async { mirror.refresh(&subject(1)).await.unwrap() };
        let release = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            drop(reading);
        };
        join!(refresh(), refresh(), refresh(), release);
        assert_eq!(broker.reads() - reads, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn something_older_is_not_shown_unless_the_log_lost_its_end() {
        let broker = MemoryBroker::default();
        let mirror = mirror(&broker);
        broker.write(&subject(1), 5).await;
        let old = Ledger::clone(&mirror.refresh(&subject(1)).await.unwrap());
        let entry = broker.write(&subject(1), 6).await;
        mirror.show(0, old.clone());
        mirror.apply(&entry).await.unwrap();
        mirror.show(0, old);
        assert_eq!(numbers(mirror.get(&subject(1))), Some(vec![5, 6]));
        broker.set_back(Stream::Input, 1);
        mirror.refresh(&subject(1)).await.unwrap();
        assert_eq!(numbers(mirror.get(&subject(1))), Some(vec![5]));
        mirror.reset();
        assert!(mirror.get(&subject(1)).is_none());
    }
}
