//! One actor for each game in use, restored by folding its subject, ended after [`IDLE`] without a
//! message. It reads a message, lets the game decide, appends the events and acknowledges the message.

use std::time::Duration;

use draughts::{RuleSet, Timestamp};
use live_game::{Game, GameCommand, GameEvent, RECORD_BYTES_MAX};
use proto::{
    convert::{game_commands, unreadable_input},
    subject::{GameKey, Stream, Subject},
    v1::Cause,
};
use runtime::{
    Actor, AppendError, AtStop, Commit, Delivery, EventLog, Ledger, LedgerError, LogEntry,
    MAX_ENVELOPE, Registry, RegistryConfig, Retry, Stopped, Tasks, TransactionError,
    TransactionLimits, error_chain,
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

/// The actor of a game ends after this long without a message, which frees its memory.
const IDLE: Duration = Duration::from_secs(600);
/// Number of messages that may wait for one game: as many as the broker delivers before any is
/// acknowledged, so that no game delays another.
const INBOX: usize = 2048;
/// Pause before overdue inputs are checked again while stored inputs are still unjudged.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Bytes that stay free in an envelope when the record of a game is full, for refusals, results, and
/// rulings that shorten the record.
const ROOM: usize = 8 * 1024;
const _: () = assert!(RECORD_BYTES_MAX + ROOM <= MAX_ENVELOPE.unsigned_abs() as usize);

/// The actors of all games in use. Cheap to clone.
pub(crate) type Games = Registry<GameKey, GameActor>;

/// Returns an empty registry of games that are stored in `log`.
pub(crate) fn games(log: &EventLog, tasks: &Tasks) -> Games {
    let (log, stopping) = (log.clone(), tasks.stopping());
    let config = RegistryConfig { idle: IDLE, inbox: INBOX, at_stop: AtStop::Drop };
    let make = move |key: &GameKey| GameActor::new(key, &log, &stopping);
    Registry::new(tasks.clone(), config, make)
}

/// The actor of one game.
#[derive(Debug)]
pub(crate) struct GameActor {
    ledger: Ledger<Game>,
    key: GameKey,
    log: EventLog,
    stopping: CancellationToken,
    /// The sequence in INPUT up to which all inputs are judged; 0 if unknown.
    judged: u64,
    /// The earliest moment for the next check of overdue inputs.
    looks_again: Timestamp,
}

impl Actor for GameActor {
    type Message = Delivery;

    async fn start(&mut self) -> Result<(), Stopped> {
        self.catch_up().await
    }

    async fn handle(&mut self, delivery: Delivery) {
        let span = delivery.span();
        // An error means that the service stops; the message will be delivered again.
        let _stopped = self.judge(&delivery).instrument(span).await;
    }

    /// Returns the moment at which inputs that are held become overdue. `None` until the first input after
    /// a start was judged: before that, the last judged input is unknown.
    fn deadline(&self) -> Option<Timestamp> {
        let deadline = self.ledger.state().deadline().filter(|_deadline| self.judged > 0);
        deadline.map(|deadline| deadline.max(self.looks_again))
    }

    /// Refuses overdue inputs, unless a stored input is still unjudged: it may be the one that they wait
    /// for.
    async fn on_deadline(&mut self) {
        let at = self.log.clock().now();
        let last = self.log.last_sequence_of(&Subject::game(Stream::Input, &self.key)).await;
        if let Err(error) = &last {
            tracing::warn!(%error, "overdue inputs wait until INPUT can be read");
        }
        if last.is_ok_and(|last| last <= self.judged) {
            // An error means that the service stops, so nothing is left to do.
            let _stopped = self.carry_out(&GameCommand::TimeCheck { at }, None).await;
        } else {
            self.looks_again = at.saturating_add(LOOK_AGAIN);
        }
    }
}

impl GameActor {
    fn new(key: &GameKey, log: &EventLog, stopping: &CancellationToken) -> Self {
        Self {
            ledger: Ledger::new(Subject::game(Stream::Game, key)),
            key: key.clone(),
            log: log.clone(),
            stopping: stopping.clone(),
            judged: 0,
            looks_again: Timestamp::from_millis(0),
        }
    }

    /// Carries out the commands of one message and acknowledges it.
    async fn judge(&mut self, delivery: &Delivery) -> Result<(), Stopped> {
        let cause = delivery.cause();
        let commands = delivery.entry.as_ref().map(|entry| self.commands(entry));
        for command in commands.as_deref().unwrap_or_default() {
            self.carry_out(command, Some(cause.clone())).await?;
        }
        if delivery.stream() == Stream::Input {
            self.judged = self.judged.max(delivery.sequence());
        }
        match commands {
            Ok(_carried_out) => delivery.ack().await,
            Err(unreadable) => delivery.pass_over(&error_chain(unreadable)).await,
        }
        Ok(())
    }

    /// Returns the commands in a message. A message that cannot be read will not become readable later, so
    /// its input is refused and its device gets an answer.
    fn commands(&self, entry: &LogEntry) -> Vec<GameCommand> {
        let rules = self.ledger.state().rules().unwrap_or(RuleSet::International);
        game_commands(&entry.record, rules.variant()).unwrap_or_else(|error| {
            tracing::error!(%error, "passed over a message that cannot be read");
            unreadable_input(&entry.record).into_iter().collect()
        })
    }

    /// Decides on a command and retries until the events are stored or the service stops.
    async fn carry_out(
        &mut self,
        command: &GameCommand,
        cause: Option<Cause>,
    ) -> Result<(), Stopped> {
        let mut attempts = Retry::NATS.attempts(&self.stopping, complain);
        // A store that has no room is asked less often.
        let mut refused = None;
        loop {
            match self.decide_and_store(command, cause.clone()).await {
                Ok(events) => {
                    trace(&events);
                    return Ok(());
                }
                Err(error @ TransactionError::Append(AppendError::Refused { .. })) => {
                    let begin = || Retry::USUAL.attempts(&self.stopping, complain);
                    refused.get_or_insert_with(begin).failed(&error).await?;
                }
                Err(error) => attempts.failed(&error).await?,
            }
            // The events may be stored although the answer was lost.
            self.catch_up().await?;
        }
    }

    /// Decides on a command and stores the events; returns them.
    async fn decide_and_store(
        &mut self,
        command: &GameCommand,
        cause: Option<Cause>,
    ) -> Result<Vec<GameEvent>, TransactionError> {
        let mut transaction = self.ledger.transaction(&self.log, TransactionLimits::ACTOR);
        loop {
            let decided = transaction.ledger().state().decide(command);
            let events = decided.unwrap_or_else(|refusal| {
                // For instance, a flag that falls when the game is over.
                tracing::debug!(%refusal, "nothing to do");
                Vec::new()
            });
            match transaction.commit(&events, cause.clone()).await? {
                Commit::Stored => return Ok(events),
                Commit::DecideAgain => {}
            }
        }
    }

    /// Reads the rest of the game's history, retrying until it succeeds or the service stops. A history that
    /// cannot be read is logged once.
    async fn catch_up(&mut self) -> Result<(), Stopped> {
        let mut attempts = Retry::NATS.attempts(&self.stopping, complain);
        loop {
            let read = self.stopping.run_until_cancelled(self.ledger.catch_up(&self.log)).await;
            match read.ok_or(Stopped)? {
                Ok(_has_changed) => return Ok(()),
                Err(error) => attempts.failed(&TransactionError::from(error)).await?,
            }
        }
    }
}

/// Logs why the history of a game cannot be read or written; returns false for failures that another attempt
/// is expected to settle.
fn complain(error: &TransactionError) -> bool {
    match error {
        TransactionError::Contended { .. } | TransactionError::Ledger(LedgerError::Read(_)) => {
            tracing::debug!(%error, "trying again");
            return false;
        }
        TransactionError::Append(AppendError::Unavailable { .. }) => {
            tracing::warn!(%error, "the decision waits for NATS");
        }
        TransactionError::Append(_) | TransactionError::Ledger(_) => {
            tracing::error!(error = error_chain(error), "the game waits; trying again");
        }
    }
    true
}

/// Logs every change of state.
fn trace(events: &[GameEvent]) {
    for event in events {
        match event {
            GameEvent::ControlSet(_) | GameEvent::BlackStarts => {}
            GameEvent::ClockRuled(ruling) => {
                tracing::info!(number = ruling.number, ?ruling.command, "a ruling on the clock is recorded");
            }
            GameEvent::Started { rules, .. } => tracing::info!(%rules, "game started"),
            GameEvent::MovePlayed { ply, mv, .. } => tracing::info!(ply, ?mv, "move played"),
            GameEvent::Finished { outcome, .. } => tracing::info!(%outcome, "game finished"),
            GameEvent::ResultCorrected { outcome, .. } => {
                tracing::info!(%outcome, "result corrected");
            }
            GameEvent::ConflictRaised { ply, played, claimed, .. } => {
                tracing::warn!(ply, ?played, %claimed, "two sources disagree");
            }
            GameEvent::InputRefused { input, refusal } => {
                tracing::info!(%input, %refusal, "input refused");
            }
            GameEvent::IrregularityNoted { ply, irregularity, .. } => {
                tracing::warn!(ply, %irregularity, "an irregular move waits");
            }
            GameEvent::IrregularityStands { ply, mv, breach, .. } => {
                tracing::info!(ply, ?mv, %breach, "an irregular move stands");
            }
            GameEvent::ConflictResolved { ply, input } => {
                tracing::info!(ply, %input, "a conflict is resolved");
            }
            GameEvent::MovesRetracted { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "moves taken back");
            }
            GameEvent::PositionSet { position, input, .. } => {
                tracing::info!(fen = position.fen(), %input, "position set");
            }
            GameEvent::WentOnPaper { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "the game is on paper");
            }
            GameEvent::RecordCompleted { input, .. } => {
                tracing::info!(%input, "the moves on paper are handed in");
            }
            GameEvent::Resumed { input, .. } => tracing::info!(%input, "the game goes on"),
            GameEvent::MoveConfirmed { .. }
            | GameEvent::InputHeld { .. }
            | GameEvent::DrawOffered { .. } => {
                tracing::debug!(?event, "input noted");
            }
        }
    }
}

#[cfg(test)]
mod tests;
