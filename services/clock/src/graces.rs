//! How long a move that was made in time may be on its way, by tournament: the desk may set it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use prost::Message as _;
use proto::{
    subject::{Stream, Subject, TournamentKey},
    v1::{Envelope, envelope::Record, table_record::Event},
};
use runtime::{EventLog, Stored, Tail, Tasks, until_answered};

/// The graces that were set. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Graces {
    /// Where the desk has set none.
    usual: Duration,
    set: Arc<Mutex<BTreeMap<TournamentKey, Duration>>>,
}

impl Graces {
    pub(crate) fn new(usual: Duration) -> Self {
        Self { usual, set: Arc::default() }
    }

    /// The grace of a tournament.
    pub(crate) fn of(&self, tournament: &TournamentKey) -> Duration {
        let set = self.set.lock().unwrap_or_else(PoisonError::into_inner);
        set.get(tournament).copied().unwrap_or(self.usual)
    }

    /// Reads what was set, and goes on reading until the service stops; tells of each change.
    pub(crate) async fn follow(
        &self,
        log: &EventLog,
        tasks: &Tasks,
        changed: impl Fn(&TournamentKey) + Send + 'static,
    ) {
        let read = || Tail::from_first(log, Stream::Input, Subject::all_tables());
        let read = until_answered(&tasks.stopping(), "the graces", read).await;
        let Some((stored, mut tail)) = read else { return };
        stored.iter().for_each(|message| drop(self.note(message)));
        let (graces, ending) = (self.clone(), tasks.clone());
        tasks.spawn_until_stop(async move {
            while let Ok(message) = tail.next().await {
                if let Some(tournament) = graces.note(&message) {
                    changed(&tournament);
                }
            }
            ending.end();
        });
    }

    /// Takes note of a message of the tables, and answers whose grace it sets.
    fn note(&self, message: &Stored) -> Option<TournamentKey> {
        let subject = message.subject.parse::<Subject>().ok()?;
        let Record::Table(record) = Envelope::decode(message.payload.clone()).ok()?.record? else {
            return None;
        };
        let Some(Event::GraceSet(set)) = record.event else { return None };
        let grace = Duration::from_millis(set.grace_ms.into());
        tracing::info!(tournament = %subject.tournament, ?grace, "the grace is set");
        let mut graces = self.set.lock().unwrap_or_else(PoisonError::into_inner);
        graces.insert(subject.tournament.clone(), grace);
        Some(subject.tournament)
    }
}
