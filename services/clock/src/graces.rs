//! The transit grace of each tournament: how long a move that was made in time may take to arrive. The
//! desk may set it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use proto::{
    convert::Record,
    subject::{Stream, Subject, TournamentKey},
    v1::table_record::Event,
};
use runtime::{EventLog, Followed, LogEntry, Projection, StartAt, Stopped, Tasks, follow};

/// The graces that the desk has set. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Graces {
    /// The grace of a tournament for which none was set.
    usual: Duration,
    set: Arc<Mutex<BTreeMap<TournamentKey, Duration>>>,
}

impl Graces {
    pub(crate) fn new(usual: Duration) -> Self {
        Self { usual, set: Arc::default() }
    }

    /// Returns the grace of a tournament.
    pub(crate) fn of(&self, tournament: &TournamentKey) -> Duration {
        let set = self.set.lock().unwrap_or_else(PoisonError::into_inner);
        set.get(tournament).copied().unwrap_or(self.usual)
    }

    /// Reads all graces and follows later changes until the service stops; calls `changed` for each of
    /// them.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops before all are read.
    pub(crate) async fn follow(
        &self,
        log: &EventLog,
        tasks: &Tasks,
        changed: impl Fn(&TournamentKey) + Send + Sync + 'static,
    ) -> Result<(), Stopped> {
        let filter = Subject::all_tables();
        let followed = Followed { stream: Stream::Input, filter, start_at: StartAt::First };
        follow(log, tasks, followed, GraceProjection { graces: self.clone(), changed }).await
    }

    fn set(&self, tournament: &TournamentKey, grace: Duration) {
        tracing::info!(%tournament, ?grace, "the grace is set");
        let mut graces = self.set.lock().unwrap_or_else(PoisonError::into_inner);
        graces.insert(tournament.clone(), grace);
    }
}

/// Collects the graces from the `tables` records of INPUT.
struct GraceProjection<F> {
    graces: Graces,
    changed: F,
}

impl<F: Fn(&TournamentKey) + Send + Sync + 'static> Projection for GraceProjection<F> {
    async fn apply(&mut self, entry: LogEntry) {
        let Record::Tables(Event::GraceSet(set)) = &entry.record else { return };
        let tournament = &entry.subject.tournament;
        self.graces.set(tournament, Duration::from_millis(set.grace_ms.into()));
        (self.changed)(tournament);
    }
}
