//! The tournaments: each folded from its subject, told one command at a time, and watched.
//!
//! Every replica folds all of TOURNAMENT as it is written, so that it can show any tournament. A
//! command is decided on what the log has at that moment, and the log takes it only if nobody
//! wrote in between.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use draughts::Timestamp;
use prost::{Message as _, bytes::Bytes};
use proto::{
    subject::{Stream, Subject, TournamentKey},
    v1::{Cause, Envelope},
};
use runtime::{
    AppendError, EventLog, Ledger, LedgerError, Stored, Tail, Tasks, chain, digest, until_answered,
};
use tokio::sync::{OwnedMutexGuard, watch};
use tokio_util::sync::CancellationToken;
use tournament::{
    Author, Command, Event, Refusal, Tournament,
    trf::{Import, Problem},
};

use crate::{
    error::Error,
    result_provenance::{Provenance, Provenances, RoundTable},
};

/// How often a decision is made again because somebody else wrote first.
const TRIES: u32 = 8;
/// How long the broker may take before a call is told that it is away.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// How many messages of a log are read at once.
const READ_AT_ONCE: u32 = 500;
/// How long a command waits for the decisions before it: a large round may take so long to be paired.
const TURN: Duration = Duration::from_secs(10);

/// A tournament as it stood at some moment.
pub(crate) type Shown = Arc<Ledger<Tournament>>;

/// Every tournament that there is. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    log: EventLog,
    known: Arc<Mutex<BTreeMap<TournamentKey, Arc<Kept>>>>,
}

#[derive(Debug)]
struct Kept {
    current: watch::Sender<Shown>,
    /// Held over a decision: replicas compete in the log, calls of one replica wait here.
    deciding: Arc<tokio::sync::Mutex<()>>,
    /// Where its results come from, as far as the log was read for it.
    provenances: tokio::sync::Mutex<ReadProvenances>,
}

/// Where results come from, with the sequence and the digest of the last message that was read.
#[derive(Debug, Default)]
struct ReadProvenances {
    provenances: Provenances,
    last: Option<(u64, Bytes)>,
}

impl Tournaments {
    pub(crate) fn new(log: EventLog) -> Self {
        Self { log, known: Arc::default() }
    }

    /// The log that they are kept in.
    pub(crate) fn log(&self) -> &EventLog {
        &self.log
    }

    /// Reads all that was written, and goes on reading until the service stops. When the store has lost
    /// what it told, all is read anew.
    pub(crate) async fn follow(&self, tasks: &Tasks) {
        let stopping = tasks.stopping();
        let Some(mut tail) = self.read_all(&stopping).await else { return };
        let tournaments = self.clone();
        tasks.spawn_until_stop(async move {
            loop {
                while let Ok(message) = tail.next().await {
                    tournaments.fold(&message).await;
                }
                tournaments.forget();
                let Some(anew) = tournaments.read_all(&stopping).await else { return };
                tail = anew;
            }
        });
    }

    /// Folds all that was written, and answers what follows on it; `None` when the service stops first.
    async fn read_all(&self, stopping: &CancellationToken) -> Option<Tail> {
        let read =
            || Tail::from_first(&self.log, Stream::Tournament, Stream::Tournament.subjects());
        let (written, tail) = until_answered(stopping, "the tournaments", read).await?;
        let folded = async {
            for message in &written {
                self.fold(message).await;
            }
        };
        stopping.run_until_cancelled(folded).await?;
        Some(tail)
    }

    /// Shows every tournament as one of which nothing was read.
    fn forget(&self) {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, kept) in known.iter() {
            kept.current.send_replace(Arc::new(Ledger::new(Subject::log(key))));
        }
    }

    /// Takes note of a message of TOURNAMENT. When it does not follow on what is shown, the whole log
    /// of its tournament is read again.
    async fn fold(&self, message: &Stored) {
        let subject = match message.subject.parse::<Subject>() {
            Ok(subject) => subject,
            Err(error) => {
                tracing::error!(%error, "passed over a message of TOURNAMENT");
                return;
            }
        };
        let kept = self.kept_or_new(&subject.tournament);
        let mut folded = Ok(());
        kept.current.send_if_modified(|shown| {
            let is_known = message.sequence <= shown.sequence();
            if !is_known {
                folded = Arc::make_mut(shown).fold(message);
            }
            !is_known && folded.is_ok()
        });
        let Err(error) = folded else { return };
        tracing::warn!(error = chain(&error), "reading the tournament's log anew");
        match Ledger::reload(&self.log, &subject).await {
            Ok(ledger) => {
                kept.current.send_replace(Arc::new(ledger));
            }
            Err(error) => {
                tracing::error!(error = chain(&error), "a tournament's history cannot be read");
            }
        }
    }

    fn kept(&self, key: &TournamentKey) -> Option<Arc<Kept>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn kept_or_new(&self, key: &TournamentKey) -> Arc<Kept> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = known.entry(key.clone()).or_insert_with(|| {
            let (current, _) = watch::channel(Arc::new(Ledger::new(Subject::log(key))));
            Arc::new(Kept { current, deciding: Arc::default(), provenances: Default::default() })
        });
        Arc::clone(kept)
    }

    /// Shows what was read or written, unless something newer is shown already.
    fn show(&self, key: &TournamentKey, ledger: Ledger<Tournament>) -> Shown {
        let shown = Arc::new(ledger);
        self.kept_or_new(key).current.send_if_modified(|current| {
            let is_newer = shown.sequence() > current.sequence();
            if is_newer {
                *current = Arc::clone(&shown);
            }
            is_newer
        });
        shown
    }

    /// Watches a tournament.
    ///
    /// # Errors
    /// [`Error::Unknown`], or [`Error::Ledger`] when the log does not tell whether it exists.
    pub(crate) async fn watch(&self, key: &TournamentKey) -> Result<watch::Receiver<Shown>, Error> {
        let known = self.kept(key).filter(|kept| kept.current.borrow().version() > 0);
        if let Some(kept) = known {
            return Ok(kept.current.subscribe());
        }
        // Another replica may have made it in this moment.
        let ledger = in_time(key, Ledger::load(&self.log, Subject::log(key))).await??;
        if ledger.version() == 0 {
            return Err(Error::Unknown(key.clone()));
        }
        self.show(key, ledger);
        Ok(self.kept_or_new(key).current.subscribe())
    }

    /// Shows a tournament as it stands.
    ///
    /// # Errors
    /// As [`Tournaments::watch`].
    pub(crate) async fn shown(&self, key: &TournamentKey) -> Result<Shown, Error> {
        let watching = self.watch(key).await?;
        let shown = Arc::clone(&watching.borrow());
        Ok(shown)
    }

    /// Returns where the result of a game comes from, by the log of its tournament. Reads in pages, and
    /// only what was written since the last call; what was read stays when NATS is late with the rest.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Ledger`] or [`Error::Late`].
    pub(crate) async fn provenance(
        &self,
        key: &TournamentKey,
        table: RoundTable,
    ) -> Result<Provenance, Error> {
        let kept = match self.kept(key) {
            Some(kept) => kept,
            None => {
                self.watch(key).await?;
                self.kept_or_new(key)
            }
        };
        let mut read_so_far = kept.provenances.lock().await;
        let subject = Subject::log(key);
        let name = subject.to_string();
        loop {
            // The last message is read again: a store that was set back does not have it.
            let from = read_so_far.last.as_ref().map_or(1, |(sequence, _)| *sequence);
            let read = self.log.read_some(subject.stream, &name, from, READ_AT_ONCE);
            let (written, is_more) = in_time(key, read).await?.map_err(LedgerError::from)?;
            let mut written = written.into_iter().peekable();
            if let Some(last) = &read_so_far.last {
                let is_last =
                    |message: &Stored| (message.sequence, digest(&message.payload)) == *last;
                if written.next_if(is_last).is_none() {
                    *read_so_far = ReadProvenances::default();
                    continue;
                }
            }
            for message in written {
                let envelope = Envelope::decode(message.payload.clone()).map_err(|source| {
                    let (subject, sequence) = (message.subject.clone(), message.sequence);
                    LedgerError::Decode { subject, sequence, source }
                })?;
                read_so_far.provenances.read(&envelope, message.sequence);
                read_so_far.last = Some((message.sequence, digest(&message.payload)));
            }
            if !is_more {
                return Ok(read_so_far.provenances.of(table));
            }
        }
    }

    /// Every tournament, by venue and id.
    pub(crate) fn list(&self) -> Vec<(TournamentKey, Shown)> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let all = known.iter();
        all.map(|(key, kept)| (key.clone(), Arc::clone(&kept.current.borrow())))
            .filter(|(_key, shown)| shown.version() > 0)
            .collect()
    }

    /// Tells a tournament something and answers how it stands then.
    ///
    /// With `only_at`, the log must end with that sequence, or it is [`Error::Contended`]. A decision
    /// may take seconds; meanwhile other tournaments go on, and this one is shown as it was. Neither the
    /// decisions before it nor NATS are waited for long.
    ///
    /// # Errors
    /// [`enum@Error`]; after [`Error::Append`] with an unclear outcome it may yet have happened.
    pub(crate) async fn tell(
        &self,
        key: &TournamentKey,
        command: Command,
        by: Author,
        cause: Option<Cause>,
        only_at: Option<u64>,
    ) -> Result<Shown, Error> {
        let is_creation = matches!(command, Command::Create { .. });
        let decide = move |state: &Tournament, at| Ok((state.decide(&command, &by, at)?, ()));
        let decision = Decision { decide: Arc::new(decide), is_creation };
        Ok(self.record(key, decision, cause, only_at).await?.0)
    }

    /// Takes a step of an import; answers how the tournament stands then, and what could not be
    /// entered. A step that was taken already changes nothing.
    ///
    /// # Errors
    /// As [`Tournaments::tell`].
    pub(crate) async fn import(
        &self,
        key: &TournamentKey,
        import: &Arc<Import>,
        step: usize,
        by: Author,
    ) -> Result<(Shown, Vec<Problem>), Error> {
        let import = Arc::clone(import);
        let decide = move |state: &Tournament, at| {
            let imported = import.decide(step, state, &by, at)?;
            Ok((imported.events, imported.problems))
        };
        let decision = Decision { decide: Arc::new(decide), is_creation: false };
        self.record(key, decision, None, None).await
    }

    /// Has something decided and records its events in one piece, as [`Tournaments::tell`] says.
    async fn record<T: Send + 'static>(
        &self,
        key: &TournamentKey,
        decision: Decision<T>,
        cause: Option<Cause>,
        only_at: Option<u64>,
    ) -> Result<(Shown, T), Error> {
        let kept = self.kept(key);
        let mut turn = match &kept {
            Some(kept) => {
                let turn = Arc::clone(&kept.deciding).lock_owned();
                let turn = tokio::time::timeout(TURN, turn).await;
                Some(turn.map_err(|_elapsed| Error::Contended(key.clone()))?)
            }
            None => None,
        };
        let mut ledger = match &kept {
            Some(kept) => Ledger::clone(&kept.current.borrow()),
            None => Ledger::new(Subject::log(key)),
        };
        for _try in 0..TRIES {
            in_time(key, ledger.catch_up(&self.log)).await??;
            if ledger.version() == 0 && !decision.is_creation {
                return Err(Error::Unknown(key.clone()));
            }
            if only_at.is_some_and(|sequence| sequence != ledger.sequence()) {
                break;
            }
            let at = self.log.clock().now();
            let decided = decide(turn, ledger, at, Arc::clone(&decision.decide));
            let (back, known, events) = decided.await.ok_or(Error::Stopping)?;
            (turn, ledger) = (back, known);
            let (events, besides) = events?;
            match ledger.commit(&self.log, &events, cause.clone(), PATIENCE).await {
                Ok(()) => {
                    for event in &events {
                        tracing::info!(tournament = %key, event = told(event), "tournament changed");
                    }
                    return Ok((self.show(key, ledger), besides));
                }
                Err(AppendError::Conflict { .. }) => {
                    tracing::debug!(tournament = %key, "another writer was first; reading on");
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(Error::Contended(key.clone()))
    }
}

/// An event in a line of the log: what would fill pages is left out.
fn told(event: &Event) -> String {
    match event {
        Event::Created { settings } => {
            format!("Created {:?} as {}", settings.name, settings.regulation.preset)
        }
        Event::SettingsAmended { settings, reason } => {
            format!("SettingsAmended of {:?} because {reason:?}", settings.name)
        }
        Event::RoundPaired { paired } => {
            format!("RoundPaired {} with {} games", paired.round, paired.pairings.len())
        }
        Event::LotsDrawn { order, seed } => {
            format!("LotsDrawn of {} from {seed:?}", order.len())
        }
        Event::GroupsDivided { groups, seed } => {
            format!("GroupsDivided into {} from {seed:?}", groups.len())
        }
        Event::Ruled { .. }
        | Event::PlayerEntered { .. }
        | Event::TeamEntered { .. }
        | Event::LineUpHandedIn { .. }
        | Event::AbsenceReported { .. }
        | Event::AbsenceTakenBack { .. }
        | Event::Withdrawn { .. }
        | Event::Reinstated { .. }
        | Event::RoundPlanned { .. }
        | Event::ColorChosen { .. }
        | Event::RoundUnpaired { .. }
        | Event::RoundPublished { .. }
        | Event::RoundOpened { .. }
        | Event::ResultRecorded { .. }
        | Event::ResultCorrected { .. }
        | Event::ResultWithdrawn { .. }
        | Event::ColorsReversed { .. }
        | Event::PlayerCorrected { .. }
        | Event::PlayerRemoved { .. }
        | Event::TeamRenamed { .. }
        | Event::TeamRemoved { .. }
        | Event::ReserveSeated { .. }
        | Event::RoundClosed { .. }
        | Event::TieResolved { .. }
        | Event::TieReopened { .. } => format!("{event:?}"),
    }
}

/// Decides on a tournament at a moment: what happens, and what else there is to say.
type Decide<T> = dyn Fn(&Tournament, Timestamp) -> Result<(Vec<Event>, T), Refusal> + Send + Sync;

/// Something that is to be decided, perhaps more than once.
struct Decision<T> {
    decide: Arc<Decide<T>>,
    /// Whether the tournament may not exist yet.
    is_creation: bool,
}

type Turn = Option<OwnedMutexGuard<()>>;
type Decided<T> = (Turn, Ledger<Tournament>, Result<(Vec<Event>, T), Refusal>);

/// Decides where it may take its time. The turn goes with it: a caller who hangs up does not make room
/// for a second one to compute the same. `None` when the process stops first.
async fn decide<T: Send + 'static>(
    turn: Turn,
    ledger: Ledger<Tournament>,
    at: Timestamp,
    decide: Arc<Decide<T>>,
) -> Option<Decided<T>> {
    let decided = runtime::apart(move || {
        let events = decide(ledger.state(), at);
        (turn, ledger, events)
    });
    decided.await
}

/// Waits for an answer of NATS, at most [`PATIENCE`].
pub(crate) async fn in_time<T>(
    key: &TournamentKey,
    asked: impl Future<Output = T>,
) -> Result<T, Error> {
    let answered = tokio::time::timeout(PATIENCE, asked).await;
    answered.map_err(|_elapsed| Error::Late(key.clone()))
}
