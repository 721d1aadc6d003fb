//! Lets flags fall, once the deadline and the grace for moves on their way have passed.
//!
//! Before a flag falls, the log is read: moves that are judged press the clock first, and the flag
//! waits for inputs that board-ingest has stored and rules-validation has not judged yet, however
//! long that takes. So no player loses time because one of those services is away; a wait is logged
//! every minute. An irregular move that was made in time counts as a move: while it waits for the
//! opponent or the arbiter, the flag of its side waits too.

use std::time::Duration;

use draughts::Timestamp;
use live_game::{ClockDecision, ClockEvent, FlagWait, Game, GameClock, InputId, PendingInput};
use proto::{
    convert::Record,
    subject::{GameKey, Stream, Subject},
};
use runtime::{Commit, Ledger, LedgerError, LogEntry, TransactionLimits, Unreadable};

use super::{
    actor::{ClockActor, Evidence, named},
    held_flag::{HeldFlag, JudgedInputs},
    trace::trace,
};
use crate::{error::Error, metrics};

/// Pause before the next check of a flag when the log does not answer.
const PAUSE: Duration = Duration::from_secs(1);

impl ClockActor {
    fn look_again(&self, pause: Duration) {
        let at = self.shared.log.clock().now().saturating_add(pause);
        self.shared.deadlines.set(&self.key, Some(at));
    }

    /// Schedules another check after a failed one; logs the first failure of a row.
    pub(crate) fn look_later(&mut self, error: &Error) {
        self.has_complained = self.has_complained || runtime::complain(&self.key, error);
        self.look_again(PAUSE);
    }

    /// Lets the flag fall if the time is up and nothing has to be waited for.
    pub(crate) async fn look(&mut self) -> Result<(), Error> {
        let log = self.shared.log.clone();
        self.shared.graces.load(&self.key.tournament).await?;
        if self.shared.views.due_at(&self.key).is_none_or(|due| due > log.clock().now()) {
            self.shared.views.arm(&self.key);
            return Ok(());
        }
        let mut ledger = self.take_ledger().await?;
        ledger.catch_up(&log).await?;
        let mut transaction = ledger.transaction(&log, TransactionLimits::ACTOR);
        loop {
            let evidence = self.evidence().await?;
            let is_ahead = evidence
                .as_ref()
                .is_some_and(|known| known.record.is_ahead_of(&transaction.ledger().state().clock));
            let missed = self.missed(transaction.ledger(), evidence.as_ref()).await?;
            if is_ahead && !missed.is_waiting {
                // The consumer brings the clock up to date with that message, after those before
                // it.
                self.wait(ledger);
                return Ok(());
            }
            let (pressed, is_partial) = (missed.events, missed.is_partial);
            let mut after = transaction.ledger().state().clone();
            for event in &pressed {
                after.apply(event);
            }
            let now = log.clock().now();
            // No flag falls before all presses are known.
            let fallen = match is_partial {
                true => Vec::new(),
                false => after.fallen(now, self.shared.graces.of(&self.key.tournament)),
            };
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
            let caused_by = evidence.filter(|_evidence| !pressed.is_empty());
            let not_before = caused_by.as_ref().map(|evidence| evidence.recorded_at);
            transaction = transaction.not_before(not_before);
            let cause = caused_by.map(|evidence| evidence.cause);
            let fallen = fallen.into_iter().map(ClockEvent::Clock);
            let events: Vec<ClockEvent> = pressed.into_iter().chain(fallen).collect();
            if transaction.commit(&events, cause).await? == Commit::DecideAgain {
                continue;
            }
            trace(&events);
            metrics::stored(&events, self.shared.log.clock().now());
            if !is_partial {
                break;
            }
        }
        self.held = HeldFlag::default();
        self.has_complained = false;
        self.keep_ledger(ledger);
        self.shared.views.arm(&self.key);
        Ok(())
    }

    /// Puts the ledger back and schedules another check, each time after a longer pause.
    fn wait(&mut self, ledger: Ledger<GameClock>) {
        self.keep_ledger(ledger);
        let pause = self.held.next_pause();
        self.look_again(pause);
    }

    /// Returns the events that bring the clock up to date with the last message of its game.
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

    /// Returns what the flag has to wait for; `None` if it may fall.
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
                let (read, named) = (evidence.cause.sequence, evidence.named.clone());
                self.judged = JudgedInputs { read, input, named };
            }
            None => self.read_judged().await?,
        }
        let pending = pending_inputs(self.unjudged().await?)?;
        Ok(evidence.record.flag_waits_for(deadline, &pending))
    }

    /// Reads the inputs that are not judged.
    async fn unjudged(&self) -> Result<Vec<Result<LogEntry, Unreadable>>, Error> {
        let subject = Subject::game(Stream::Input, &self.key);
        let from = self.judged.input.max(1);
        let mut stored = self.shared.log.entries(&subject, from).await?.into_iter().peekable();
        if self.judged.input == 0 {
            return Ok(stored.collect());
        }
        let is_last = |entry: &Result<LogEntry, Unreadable>| match entry {
            Ok(entry) => {
                entry.sequence == self.judged.input
                    && id(entry).is_none_or(|input| self.judged.has_last(input))
            }
            Err(unreadable) => unreadable.sequence == self.judged.input,
        };
        if stored.next_if(is_last).is_some() {
            return Ok(stored.collect());
        }
        // INPUT has lost it, and its sequences tell nothing about what came since.
        let game = Subject::game(Stream::Game, &self.key);
        let game = Ledger::<Game>::load(&self.shared.log, game).await?;
        let mut stored = self.shared.log.entries(&subject, 1).await?;
        stored.retain(|entry| {
            let input = entry.as_ref().ok().and_then(id);
            !input.is_some_and(|input| game.state().has_judged(input))
        });
        Ok(stored)
    }

    /// Finds the last judged input in earlier messages, as the last one was caused by time.
    async fn read_judged(&mut self) -> Result<(), Error> {
        let subject = Subject::game(Stream::Game, &self.key);
        for entry in self.shared.log.entries(&subject, self.judged.read + 1).await? {
            let entry = entry.map_err(LedgerError::from)?;
            self.judged.read = entry.sequence;
            if let Some(input) = entry.caused_by(Stream::Input) {
                self.judged.input = input;
                self.judged.named = named(&entry).cloned().collect();
            }
        }
        Ok(())
    }
}

/// Returns the id of the input in an entry of INPUT.
fn id(entry: &LogEntry) -> Option<&InputId> {
    if let Record::Input(input) = &entry.record { Some(&input.id) } else { None }
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

/// Returns the inputs among these entries of INPUT.
///
/// # Errors
/// [`LedgerError`] if an entry cannot be read: it may hold a move that was made in time, so the
/// flag waits.
pub(crate) fn pending_inputs(
    entries: Vec<Result<LogEntry, Unreadable>>,
) -> Result<Vec<PendingInput>, LedgerError> {
    let mut pending = Vec::new();
    for entry in entries {
        if let Record::Input(input) = &entry?.record {
            pending.push(input.pending());
        }
    }
    Ok(pending)
}
