//! The tournaments: each is folded from its subject, changed by one command at a time, and watched.
//!
//! Every replica follows all of TOURNAMENT, so that it can show any tournament. A command is
//! decided on the newest state in the log, which accepts the events only if nobody wrote in
//! between.

use std::{sync::Arc, time::Duration};

use draughts::Timestamp;
use proto::{
    subject::{Stream, Subject, TournamentKey},
    v1::Cause,
};
use runtime::{
    BlockingPool, Commit, EventLog, Ledger, LedgerError, LogEntry, Mirror, TransactionLimits,
    WhenFull,
};
use tokio::{
    sync::{
        mpsc::{self, Receiver, Sender},
        watch,
    },
    time::Instant,
};
use tournament::{
    Author, Command, EMBARGO_STORED_WITHIN, Event, GameCause, Refusal, Tournament,
    trf::{Import, Problem},
};

use crate::{error::Error, listing::Listing, metrics};

/// Longest time for an answer of the broker before a call fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// Number of attempts at a decision while others write in between, and longest time for one append.
const LIMITS: TransactionLimits = TransactionLimits { tries: 8, patience: PATIENCE };
/// Longest time that a command waits for earlier ones: the pairing of a large round may take as
/// long.
const TURN: Duration = Duration::from_secs(10);

/// Largest number of tournaments that wait to be looked at, which takes no time.
const LOOKS_MAX: usize = 64;

/// A tournament at some moment.
pub(crate) type Snapshot = runtime::Snapshot<Tournament>;

/// All tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    mirror: Mirror<Tournament>,
    listing: Listing,
    /// Largest number of tournaments of a venue without a paired round.
    unpaired_max: usize,
    /// Decides: others must not wait for the rounds of many large tournaments.
    pool: BlockingPool,
    /// Receives the key of every tournament in which this replica opened a round or withdrew a
    /// result.
    to_look_at: Sender<TournamentKey>,
}

impl Tournaments {
    /// Returns an empty collection, and a receiver of the keys of tournaments in which this replica
    /// opens a round.
    pub(crate) fn new(log: EventLog, unpaired_max: usize) -> (Self, Receiver<TournamentKey>) {
        let (to_look_at, looked_at) = mpsc::channel(LOOKS_MAX);
        let (mirror, listing) = (Mirror::new(log), Listing::default());
        let pool = BlockingPool::new();
        (Self { mirror, listing, unpaired_max, pool, to_look_at }, looked_at)
    }

    /// Returns the log that holds the tournaments.
    pub(crate) fn log(&self) -> &EventLog {
        self.mirror.log()
    }

    /// Applies an entry of TOURNAMENT.
    ///
    /// # Errors
    /// [`LedgerError`] if the history of its tournament is not sound.
    pub(crate) async fn apply(&self, entry: &LogEntry) -> Result<(), LedgerError> {
        self.mirror.apply(entry).await?;
        if let Some(snapshot) = self.mirror.get(&entry.subject) {
            self.listing.set(&entry.subject.tournament, snapshot.state());
        }
        Ok(())
    }

    /// Forgets every tournament, because the store was set back.
    pub(crate) fn reset(&self) {
        self.mirror.reset();
        self.listing.clear();
    }

    /// Forgets the tournaments that were not used since the last call and that nobody watches; they
    /// stay in the list, and are read from the log again on demand.
    pub(crate) fn forget_unused(&self) {
        for (subject, _snapshot) in self.mirror.all() {
            if self.mirror.watchers(&subject) > 0 {
                // A call counts as use, so that the tournament is kept.
                let _watched = self.mirror.get(&subject);
            }
        }
        let forgotten = self.mirror.forget_unused();
        tracing::debug!(forgotten, "tournaments that nobody uses");
    }

    /// Returns the number of tournaments in memory.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.mirror.all().len()
    }

    /// Watches a tournament.
    ///
    /// # Errors
    /// As for [`Tournaments::get`].
    pub(crate) async fn watch(
        &self,
        key: &TournamentKey,
    ) -> Result<watch::Receiver<Snapshot>, Error> {
        self.get(key).await?;
        self.mirror.watch(&Subject::log(key)).ok_or_else(|| Error::Unknown(key.clone()))
    }

    /// Returns the current state of a tournament.
    ///
    /// # Errors
    /// As for [`Tournaments::history`]; [`Error::Refused`] if it was deleted.
    pub(crate) async fn get(&self, key: &TournamentKey) -> Result<Snapshot, Error> {
        let snapshot = self.history(key).await?;
        if snapshot.state().is_deleted() {
            return Err(Refusal::Deleted.into());
        }
        Ok(snapshot)
    }

    /// Returns the state of a tournament, also of one that was deleted.
    ///
    /// # Errors
    /// [`Error::Unknown`] if it does not exist; [`Error::Ledger`] or [`Error::Late`] if the log
    /// cannot be read.
    pub(crate) async fn history(&self, key: &TournamentKey) -> Result<Snapshot, Error> {
        let loaded = in_time(key, self.mirror.load(&Subject::log(key))).await??;
        loaded.ok_or_else(|| Error::Unknown(key.clone()))
    }

    /// Returns the list of all tournaments.
    pub(crate) fn listing(&self) -> &Listing {
        &self.listing
    }

    /// Carries out a command and returns the tournament after it.
    ///
    /// A command that follows from a message of GAME is recorded no earlier than that message.
    /// With `only_at`, the log must end with that sequence; otherwise this returns
    /// [`Error::Contended`]. A decision may take seconds; meanwhile other tournaments are not
    /// delayed, and readers get this one without the change. The time spent waiting for earlier
    /// commands and for NATS is limited.
    ///
    /// # Errors
    /// [`enum@Error`]; [`Error::Busy`] if too many decisions are being made that follow from calls;
    /// [`Error::Late`] if an embargo that is set is not stored within
    /// [`EMBARGO_STORED_WITHIN`]. After that, and after [`Error::Append`] with an unclear outcome,
    /// the events may be stored all the same.
    pub(crate) async fn execute(
        &self,
        key: &TournamentKey,
        command: Command,
        by: Author,
        because_of: Option<GameCause>,
        only_at: Option<u64>,
    ) -> Result<Snapshot, Error> {
        let is_creation = matches!(command, Command::Create { .. });
        let decide = move |state: &Tournament, at| Ok((state.decide(&command, &by, at)?, ()));
        let decision = Decision { decide: Arc::new(decide), is_creation };
        Ok(self.record(key, decision, because_of, only_at).await?.0)
    }

    /// Carries out one step of an import; returns the tournament after it, and the parts that could
    /// not be entered. A step that was done before changes nothing.
    ///
    /// # Errors
    /// As for [`Tournaments::execute`].
    pub(crate) async fn import(
        &self,
        key: &TournamentKey,
        import: &Arc<Import>,
        step: usize,
        by: Author,
    ) -> Result<(Snapshot, Vec<Problem>), Error> {
        let import = Arc::clone(import);
        let decide = move |state: &Tournament, at| {
            let imported = import.decide(step, state, &by, at)?;
            Ok((imported.events, imported.problems))
        };
        let decision = Decision { decide: Arc::new(decide), is_creation: false };
        self.record(key, decision, None, None).await
    }

    /// Returns the moment of a decision that is made now.
    pub(crate) fn now(&self) -> Timestamp {
        self.log().clock().now()
    }

    /// Makes a decision and stores its events in one envelope, as described at
    /// [`Tournaments::execute`].
    async fn record<T: Send + 'static>(
        &self,
        key: &TournamentKey,
        decision: Decision<T>,
        because_of: Option<GameCause>,
        only_at: Option<u64>,
    ) -> Result<(Snapshot, T), Error> {
        let (log, subject, began) = (self.log(), Subject::log(key), Instant::now());
        let contended = || Error::Contended(key.clone());
        let turn = tokio::time::timeout(TURN, self.mirror.turn(&subject));
        let mut turn = turn.await.map_err(|_elapsed| contended())?;
        let known = self.mirror.get(&subject);
        let mut ledger = known.map_or_else(|| Ledger::new(subject), |known| Ledger::clone(&known));
        // What follows from a game is asked for once.
        let when_full = if because_of.is_some() { WhenFull::Wait } else { WhenFull::Tell };
        let before = ledger.sequence();
        in_time(key, ledger.catch_up(log)).await??;
        let at = because_of.map(|message| message.recorded_at);
        let mut transaction = ledger.transaction(log, LIMITS).not_before(at);
        let cause = because_of.map(|GameCause { sequence, .. }| Cause {
            stream: Stream::Game.name().to_owned(),
            sequence,
        });
        let (events, answer) = loop {
            let ledger = transaction.ledger();
            if ledger.version() == 0 {
                if !decision.is_creation {
                    return Err(Error::Unknown(key.clone()));
                }
                let max = self.unpaired_max;
                if self.listing.unpaired(&key.venue) >= max {
                    return Err(Error::TooManyUnpaired { venue: key.venue.clone(), max });
                }
            }
            if only_at.is_some_and(|sequence| sequence != ledger.sequence()) {
                return Err(contended());
            }
            let (state, at) = (ledger.state().clone(), log.clock().now());
            let stored_by = Instant::now() + EMBARGO_STORED_WITHIN;
            let decide = Arc::clone(&decision.decide);
            // The thread holds the turn, so that after a caller hangs up no second computation
            // starts beside the first.
            let decided = self.pool.run_or(when_full, move || (turn, decide(&state, at)));
            let (back, decided) = decided.await?;
            turn = back;
            let (events, answer) = decided?;
            let commit = transaction.commit(&events, cause.clone());
            let commit = match sets_embargo(&events) {
                false => commit.await,
                // An embargo that is stored later could begin before all services have read it.
                true if Instant::now() >= stored_by => return Err(Error::Late(key.clone())),
                true => {
                    let stored = tokio::time::timeout_at(stored_by, commit).await;
                    stored.map_err(|_elapsed| Error::Late(key.clone()))?
                }
            };
            if commit.map_err(|error| Error::of_transaction(key, error))? == Commit::Stored {
                metrics::stored(&events, began, because_of, log.clock().now());
                for event in &events {
                    tracing::info!(tournament = %key, event = summary(event), "tournament changed");
                }
                break (events, answer);
            }
        };
        let snapshot = self.mirror.show(before, ledger);
        self.listing.set(key, snapshot.state());
        if events.iter().any(may_lack_results) {
            // Nobody listens once the service stops.
            let _sent = self.to_look_at.send(key.clone()).await;
        }
        Ok((snapshot, answer))
    }
}

/// Returns true if events set an embargo. Events that lift one withhold nothing, so it may be
/// stored late.
fn sets_embargo(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::EmbargoSet { embargo: Some(_), .. }))
}

/// Returns true if games may be over whose result TOURNAMENT has not, after an event: those of a
/// round that it had lost, or a game that ended anew while the withdrawal of its earlier result was
/// under way, with an end that was handled while that result was still recorded.
fn may_lack_results(event: &Event) -> bool {
    matches!(event, Event::RoundOpened { .. } | Event::ResultWithdrawn { .. })
}

/// Describes an event in one line, without long lists.
fn summary(event: &Event) -> String {
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
        | Event::Proposed { .. }
        | Event::ProposalAnswered { .. }
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
        | Event::StartModeSet { .. }
        | Event::PlayerCorrected { .. }
        | Event::PlayerRemoved { .. }
        | Event::TeamRenamed { .. }
        | Event::TeamRemoved { .. }
        | Event::ReserveSeated { .. }
        | Event::RoundClosed { .. }
        | Event::MakeUpPlanned { .. }
        | Event::CheckedIn { .. }
        | Event::EmbargoSet { .. }
        | Event::EmbargoReleased { .. }
        | Event::PromotionDeclined { .. }
        | Event::TieResolved { .. }
        | Event::TieReopened { .. }
        | Event::Deleted { .. } => format!("{event:?}"),
    }
}

/// Decides on a tournament at a moment; returns the events and the rest of the answer.
type Decide<T> = dyn Fn(&Tournament, Timestamp) -> Result<(Vec<Event>, T), Refusal> + Send + Sync;

/// A decision, which may be made more than once.
struct Decision<T> {
    decide: Arc<Decide<T>>,
    /// True if the tournament need not exist yet.
    is_creation: bool,
}

/// Waits for an answer of NATS, at most [`PATIENCE`].
pub(crate) async fn in_time<T>(
    key: &TournamentKey,
    answer: impl Future<Output = T>,
) -> Result<T, Error> {
    let answered = tokio::time::timeout(PATIENCE, answer).await;
    answered.map_err(|_elapsed| Error::Late(key.clone()))
}
