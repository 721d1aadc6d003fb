//! The fall of a flag: looked for when the deadline and the grace for what is on its way have passed.
//!
//! Before a flag falls, the log has the last word: what the judge has judged is pressed, and what
//! board-ingest has stored and nobody has judged yet is waited for, however long that takes. So
//! neither service may be away at the cost of a player; a judge that stays away is complained of. An
//! irregular move that was made in time is a move too: while it waits for the opponent or the
//! arbiter, the flag of its side waits.

use std::{sync::Arc, time::Duration};

use draughts::Timestamp;
use live_game::{ClockDecision, ClockEvent, FlagWait, GameClock, PendingInput, TimedRecord};
use proto::{
    convert::{Record, pending_input},
    subject::{GameKey, Stream, Subject},
    v1::Cause,
};
use runtime::{AppendError, Ledger, LogEntry, Tasks};
use tokio::sync::Semaphore;

use crate::{
    clocks::{ClockActor, Clocks, PATIENCE, trace},
    deadlines::Deadlines,
    error::{Error, complain},
};

/// How many flags are looked at at once; after a long absence there may be many.
const AT_ONCE: usize = 32;
/// Before a flag is looked at again after the log did not answer.
const PAUSE: Duration = Duration::from_secs(1);
/// Before a flag that waits is looked at again, if no message of the game comes first; it doubles.
const AGAIN: Duration = Duration::from_millis(300);
/// The longest pause that it becomes.
const AGAIN_MAX: Duration = Duration::from_secs(10);
/// How often it is logged that a flag waits.
const REMINDER: Duration = Duration::from_secs(60);

/// A flag that would have fallen but for inputs that nobody has judged, or an irregular move.
#[derive(Debug, Default)]
pub(crate) struct HeldFlag {
    /// At which version of the clock it was logged that it waits, and when.
    logged: Option<(u64, Timestamp)>,
    /// The pause before it is looked at again; zero before it waits.
    pause: Duration,
}

/// Up to where the messages of a game were read, and the input that the judge had judged by then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct JudgedInputs {
    /// Sequence in GAME.
    pub(crate) read: u64,
    /// Sequence in INPUT.
    pub(crate) input: u64,
}

impl HeldFlag {
    /// Returns whether the flag waits; it is looked at soon again.
    pub(crate) fn release(&mut self) -> bool {
        !std::mem::take(&mut self.pause).is_zero()
    }

    /// Returns how long to wait before it is looked at again: longer each time.
    pub(crate) fn next_pause(&mut self) -> Duration {
        self.pause = (self.pause * 2).clamp(AGAIN, AGAIN_MAX);
        self.pause
    }

    /// Returns whether to log at `now` that the flag waits: at once, and then every minute.
    pub(crate) fn is_to_be_logged(&mut self, version: u64, now: Timestamp) -> bool {
        let logged = self.logged.filter(|(at_version, _)| *at_version == version);
        let is_due = logged.is_none_or(|(_, logged_at)| now.duration_since(logged_at) >= REMINDER);
        if is_due {
            self.logged = Some((version, now));
        }
        is_due
    }
}

/// Looks at each clock when its time has come, until the service stops.
pub(crate) fn watch(clocks: &Clocks, deadlines: &Deadlines, tasks: &Tasks) {
    let (clocks, deadlines) = (clocks.clone(), deadlines.clone());
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    tasks.spawn_until_stop(async move {
        loop {
            let key = deadlines.next().await;
            let Ok(permit) = Arc::clone(&at_once).acquire_owned().await else { return };
            clocks.look(&key, permit).await;
        }
    });
}

/// The last message of a game.
struct Evidence {
    record: TimedRecord,
    cause: Cause,
    /// Sequence of the input that led to the message; none when no input did.
    judged: Option<u64>,
}

impl ClockActor {
    fn look_again(&self, pause: Duration) {
        let at = self.shared.log.clock().now().saturating_add(pause);
        self.shared.deadlines.set(&self.key, Some(at));
    }

    /// Logs once why nobody can look, until somebody can, and looks later.
    pub(crate) fn look_later(&mut self, error: &Error) {
        self.has_complained = self.has_complained || complain(&self.key, error);
        self.look_again(PAUSE);
    }

    /// Lets the flag fall if it has.
    pub(crate) async fn look(&mut self) -> Result<(), Error> {
        let log = self.shared.log.clone();
        if self.shared.views.due_at(&self.key).is_none_or(|due| due > log.clock().now()) {
            self.shared.views.arm(&self.key);
            return Ok(());
        }
        let mut ledger = self.take_ledger().await?;
        loop {
            ledger.catch_up(&log).await?;
            let evidence = self.evidence().await?;
            let is_ahead = evidence
                .as_ref()
                .is_some_and(|known| known.record.is_ahead_of(&ledger.state().clock));
            let missed = self.missed(&ledger, evidence.as_ref()).await?;
            if is_ahead && !missed.is_waiting {
                // The message that tells the change brings the clock there, after those before it.
                self.wait(ledger);
                return Ok(());
            }
            let pressed = missed.events;
            let mut after = ledger.state().clone();
            for event in &pressed {
                after.apply(event);
            }
            let now = log.clock().now();
            let fallen = after.fallen(now, self.shared.graces.of(&self.key.tournament));
            if let (Some(fall), Some(evidence)) = (fallen.first(), &evidence)
                && let Some(waits_for) = self.waits_for(fall.at(), evidence).await?
            {
                if self.held.is_to_be_logged(ledger.version(), now) {
                    log_wait(&self.key, waits_for);
                }
                self.has_complained = false;
                self.wait(ledger);
                return Ok(());
            }
            let cause = evidence.filter(|_evidence| !pressed.is_empty());
            let cause = cause.map(|evidence| evidence.cause);
            let fallen = fallen.into_iter().map(ClockEvent::Clock);
            let events: Vec<ClockEvent> = pressed.into_iter().chain(fallen).collect();
            match ledger.commit(&log, &events, cause, PATIENCE).await {
                Ok(()) => {
                    trace(&events);
                    break;
                }
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.held = HeldFlag::default();
        self.has_complained = false;
        self.keep_ledger(ledger);
        self.shared.views.arm(&self.key);
        Ok(())
    }

    /// Keeps the ledger, and looks again later: each time after a longer pause.
    fn wait(&mut self, ledger: Ledger<GameClock>) {
        self.keep_ledger(ledger);
        let pause = self.held.next_pause();
        self.look_again(pause);
    }

    /// Reads the last message of the game; `None` before the game has begun.
    async fn evidence(&self) -> Result<Option<Evidence>, Error> {
        let subject = Subject::game(Stream::Game, &self.key);
        let Some(last) = self.shared.log.last_entry(&subject).await? else { return Ok(None) };
        let Some(record) = self.record(&last)? else { return Ok(None) };
        let (cause, judged) = (last.as_cause(), last.caused_by(Stream::Input));
        Ok(Some(Evidence { record, cause, judged }))
    }

    /// Decides what the clock has missed.
    async fn missed(
        &self,
        ledger: &Ledger<GameClock>,
        evidence: Option<&Evidence>,
    ) -> Result<ClockDecision, Error> {
        match evidence {
            Some(evidence) => self.decide(&evidence.record, ledger.state()).await,
            None => Ok(ClockDecision::default()),
        }
    }

    /// Returns what the flag has to wait for, if anything.
    async fn waits_for(
        &mut self,
        deadline: Timestamp,
        evidence: &Evidence,
    ) -> Result<Option<FlagWait>, Error> {
        if evidence.record.holds_flag_at(deadline) {
            return Ok(Some(FlagWait::IrregularMove));
        }
        match evidence.judged {
            Some(input) => {
                self.judged = JudgedInputs { read: evidence.cause.sequence, input };
            }
            None => self.read_judged().await?,
        }
        let subject = Subject::game(Stream::Input, &self.key);
        let waiting = self.shared.log.entries(&subject, self.judged.input + 1).await?;
        let pending: Vec<PendingInput> = waiting.iter().flatten().filter_map(pending).collect();
        Ok(evidence.record.flag_waits_for(deadline, &pending))
    }

    /// Reads on which input was judged last: the last message was not caused by an input but by time.
    async fn read_judged(&mut self) -> Result<(), Error> {
        let subject = Subject::game(Stream::Game, &self.key);
        for entry in self.shared.log.entries(&subject, self.judged.read + 1).await?.iter().flatten()
        {
            let input = entry.caused_by(Stream::Input).unwrap_or(0).max(self.judged.input);
            self.judged = JudgedInputs { read: entry.sequence, input };
        }
        Ok(())
    }
}

/// Logs that a flag waits.
fn log_wait(game: &GameKey, waits_for: FlagWait) {
    match waits_for {
        FlagWait::Input => {
            tracing::warn!(%game, "an input is not judged yet; the flag waits for it");
        }
        FlagWait::IrregularMove => tracing::warn!(
            %game,
            "an irregular move waits for its answer or the arbiter, and the flag for it"
        ),
    }
}

/// Returns what a flag has to know of an entry of INPUT.
fn pending(entry: &LogEntry) -> Option<PendingInput> {
    match &entry.record {
        Record::Input(input) => pending_input(input),
        Record::Tables(_) | Record::Game(_) | Record::Clock(_) | Record::Tournament(_) => None,
    }
}
