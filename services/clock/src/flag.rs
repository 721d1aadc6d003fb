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
use prost::Message as _;
use proto::{
    convert::pending_input,
    subject::{GameKey, Stream, Subject},
    v1::{Cause, Envelope, envelope::Record},
};
use runtime::{AppendError, Ledger, Stored, Tasks};
use tokio::sync::Semaphore;

use crate::{
    clocks::{Clocks, PATIENCE, trace},
    error::{Error, complain},
    held_flag::{HeldFlag, JudgedInputs},
};

/// How many flags are looked at at once; after a long absence there may be many.
const AT_ONCE: usize = 32;
/// How soon to look again when the log does not answer.
const PAUSE: Duration = Duration::from_secs(1);
/// Looks at each clock when its time has come, until the service stops.
pub(crate) fn watch(clocks: &Clocks, tasks: &Tasks) {
    let (clocks, spawner) = (clocks.clone(), tasks.clone());
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    tasks.spawn_until_stop(async move {
        loop {
            let key = clocks.deadlines().next().await;
            let Ok(place) = Arc::clone(&at_once).acquire_owned().await else { return };
            let clocks = clocks.clone();
            spawner.spawn_until_stop(async move {
                if let Err(error) = clocks.look(&key).await {
                    clocks.look_later(&key, &error).await;
                }
                drop(place);
            });
        }
    });
}

/// What the log tells about a game.
struct Evidence {
    record: TimedRecord,
    /// The message of GAME that told it.
    cause: Cause,
    /// Sequence of the input that led to this message; none when no input did.
    judged: Option<u64>,
}

impl Clocks {
    fn again(&self, key: &GameKey, pause: Duration) {
        self.deadlines().set(key, Some(self.log().clock().now().saturating_add(pause)));
    }

    /// Says once what stands in the way of looking, until somebody can look, and tries it later.
    async fn look_later(&self, key: &GameKey, error: &Error) {
        if let Some(entry) = self.entry(key) {
            let mut deciding = entry.deciding.lock().await;
            deciding.has_complained = deciding.has_complained || complain(key, error);
        }
        self.again(key, PAUSE);
    }

    /// Lets the flag fall if it has.
    async fn look(&self, key: &GameKey) -> Result<(), Error> {
        let Some(entry) = self.entry(key) else { return Ok(()) };
        let due = self.due(key, &entry.seen.borrow());
        if due.is_none_or(|due| due > self.log().clock().now()) {
            self.arm(key, &entry);
            return Ok(());
        }
        let mut deciding = entry.deciding.lock().await;
        let mut ledger = self.load_ledger(key, &mut deciding).await?;
        loop {
            ledger.catch_up(self.log()).await?;
            let evidence = self.evidence(key).await?;
            let is_ahead = evidence
                .as_ref()
                .is_some_and(|known| known.record.is_ahead_of(&ledger.state().clock));
            let missed = self.missed(key, &ledger, evidence.as_ref()).await?;
            if is_ahead && !missed.is_waiting {
                // The message that tells the change brings the clock there, after those before it.
                self.keep_ledger(key, &entry, &mut deciding, ledger);
                self.again(key, deciding.held.next_pause());
                return Ok(());
            }
            let pressed = missed.events;
            let mut after = ledger.state().clone();
            for event in &pressed {
                after.apply(event);
            }
            let now = self.log().clock().now();
            let fallen = after.fallen(now, self.grace(key));
            if let (Some(fall), Some(evidence)) = (fallen.first(), &evidence)
                && let Some(waits_for) =
                    self.waits_for(key, fall.at(), evidence, &mut deciding.judged).await?
            {
                if deciding.held.is_to_be_logged(ledger.version(), now) {
                    match waits_for {
                        FlagWait::Input => tracing::warn!(
                            game = %key,
                            "an input is not judged yet; the flag waits for it"
                        ),
                        FlagWait::IrregularMove => tracing::warn!(
                            game = %key,
                            "an irregular move waits for its answer or the arbiter, and the flag for it"
                        ),
                    }
                }
                deciding.has_complained = false;
                self.keep_ledger(key, &entry, &mut deciding, ledger);
                self.again(key, deciding.held.next_pause());
                return Ok(());
            }
            let cause = evidence.filter(|_evidence| !pressed.is_empty());
            let cause = cause.map(|evidence| evidence.cause);
            let fallen = fallen.into_iter().map(ClockEvent::Clock);
            let events: Vec<ClockEvent> = pressed.into_iter().chain(fallen).collect();
            match ledger.commit(self.log(), &events, cause, PATIENCE).await {
                Ok(()) => {
                    trace(&events);
                    break;
                }
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        deciding.held = HeldFlag::default();
        deciding.has_complained = false;
        self.keep_ledger(key, &entry, &mut deciding, ledger);
        self.arm(key, &entry);
        Ok(())
    }

    /// What the judge has last written of the game.
    async fn evidence(&self, key: &GameKey) -> Result<Option<Evidence>, Error> {
        let Some(last) = self.log().last(&Subject::game(Stream::Game, key)).await? else {
            return Ok(None);
        };
        let Some(record) = self.record(key, &last)? else { return Ok(None) };
        let cause = Cause { stream: Stream::Game.name().to_owned(), sequence: last.sequence };
        Ok(Some(Evidence { record, cause, judged: judged(&last) }))
    }

    /// What the clock has not been told yet.
    async fn missed(
        &self,
        key: &GameKey,
        ledger: &Ledger<GameClock>,
        evidence: Option<&Evidence>,
    ) -> Result<ClockDecision, Error> {
        let Some(evidence) = evidence else { return Ok(ClockDecision::default()) };
        self.decide(key, &evidence.record, ledger.state()).await
    }

    /// What the flag has to wait for, if anything.
    async fn waits_for(
        &self,
        key: &GameKey,
        deadline: Timestamp,
        evidence: &Evidence,
        judged: &mut JudgedInputs,
    ) -> Result<Option<FlagWait>, Error> {
        if evidence.record.holds_flag_at(deadline) {
            return Ok(Some(FlagWait::IrregularMove));
        }
        match evidence.judged {
            Some(input) => *judged = JudgedInputs { read: evidence.cause.sequence, input },
            None => self.read_judged(key, judged).await?,
        }
        let subject = Subject::game(Stream::Input, key).to_string();
        let waiting = self.log().read(Stream::Input, &subject, judged.input + 1).await?;
        let pending: Vec<PendingInput> = waiting.iter().filter_map(pending).collect();
        Ok(evidence.record.flag_waits_for(deadline, &pending))
    }

    /// Reads on which input was judged last: the last message was not caused by an input but by time.
    async fn read_judged(&self, key: &GameKey, known: &mut JudgedInputs) -> Result<(), Error> {
        let subject = Subject::game(Stream::Game, key).to_string();
        for message in &self.log().read(Stream::Game, &subject, known.read + 1).await? {
            let input = judged(message).unwrap_or(0).max(known.input);
            *known = JudgedInputs { read: message.sequence, input };
        }
        Ok(())
    }
}

/// The sequence in INPUT of the input that led to a message of GAME; none when no input did.
fn judged(message: &Stored) -> Option<u64> {
    let envelope = Envelope::decode(message.payload.clone()).ok();
    let cause = envelope.and_then(|envelope| envelope.cause);
    cause.filter(|cause| cause.stream == Stream::Input.name()).map(|cause| cause.sequence)
}

/// Returns what a flag has to know of a message of INPUT.
fn pending(message: &Stored) -> Option<PendingInput> {
    match Envelope::decode(message.payload.clone()).ok()?.record? {
        Record::Input(input) => pending_input(&input),
        Record::Game(_) | Record::Clock(_) | Record::Tournament(_) | Record::Table(_) => None,
    }
}
