//! Carries out the commands in a message: decides, stores the events, and reads the log for that,
//! again and again until it succeeds.

use draughts::RuleSet;
use live_game::{Game, GameCommand, GameEvent};
use proto::{
    convert::{game_commands, unreadable_input},
    subject::Subject,
    v1::Cause,
};
use runtime::{BoundedAttempts, Commit, LogEntry, TransactionError, TransactionLimits, Unreadable};

use super::{GameActor, trace::trace};
use crate::{halt::Halt, metrics};

impl GameActor {
    /// Carries out the commands in an entry of INPUT or CLOCK.
    pub(super) async fn judge_entry(&mut self, entry: &LogEntry) -> Result<(), Halt> {
        for command in self.commands(entry) {
            self.carry_out(&command, Some(entry.as_cause())).await?;
        }
        Ok(())
    }

    /// Returns the commands in an entry. One that cannot be read will not become readable later, so
    /// its input is refused and its device gets an answer.
    pub(super) fn commands(&self, entry: &LogEntry) -> Vec<GameCommand> {
        let rules = self.ledger.state().rules().unwrap_or(RuleSet::International);
        game_commands(&entry.record, rules.variant()).unwrap_or_else(|error| {
            tracing::error!(%error, "passed over a message that cannot be read");
            unreadable_input(&entry.record).into_iter().collect()
        })
    }

    /// Returns true unless the log may have lost messages since the game recovered.
    pub(super) fn is_of_this_era(&self) -> bool {
        self.era == self.log.era()
    }

    /// Decides on a command and retries until the events are stored, the service stops, or the game
    /// is to be set aside. Does not decide on a history that has lost its end, nor on a message
    /// that may be lost: what the log has comes first.
    pub(super) async fn carry_out(
        &mut self,
        command: &GameCommand,
        cause: Option<Cause>,
    ) -> Result<(), Halt> {
        let histories = self.ledger.histories();
        let mut attempts = BoundedAttempts::new(&self.stopping);
        while self.ledger.histories() == histories && self.is_of_this_era() {
            match self.decide_and_store(command, cause.clone()).await {
                Ok(Some(events)) => {
                    trace(&events);
                    metrics::judged(&events, self.log.clock().now());
                    return Ok(());
                }
                Ok(None) => break,
                Err(error) => attempts.failed(error, &self.log, &self.key).await?,
            }
            // The events may be stored although the answer was lost.
            self.catch_up().await?;
        }
        Err(Halt::SetBack)
    }

    /// Decides on a command and stores the events; returns them, or `None` if the log has lost what
    /// the game was decided on. A decision that the broker finds too large is replaced by that of
    /// [`Game::decide_too_large`].
    async fn decide_and_store(
        &mut self,
        command: &GameCommand,
        cause: Option<Cause>,
    ) -> Result<Option<Vec<GameEvent>>, TransactionError> {
        let histories = self.ledger.histories();
        let mut transaction = self.ledger.transaction(&self.log, TransactionLimits::ACTOR);
        let mut too_large = None;
        loop {
            let decided = match &too_large {
                Some(refused) => Ok(Vec::clone(refused)),
                None => transaction.ledger().state().decide(command),
            };
            let events = decided.unwrap_or_else(|refusal| {
                // For instance, a flag that falls when the game is over.
                tracing::debug!(%refusal, "nothing to do");
                Vec::new()
            });
            match transaction.commit(&events, cause.clone()).await {
                Ok(Commit::Stored) => return Ok(Some(events)),
                Ok(Commit::DecideAgain) if transaction.ledger().histories() != histories => {
                    return Ok(None);
                }
                Ok(Commit::DecideAgain) => {}
                Err(TransactionError::Append(error))
                    if error.is_too_large() && too_large.is_none() && command.input().is_some() =>
                {
                    tracing::error!(%error, "a decision is too large; refusing the input");
                    too_large = Game::decide_too_large(command);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads the rest of the game's history, retrying until it succeeds, the service stops, or the
    /// game is to be set aside.
    pub(super) async fn catch_up(&mut self) -> Result<(), Halt> {
        let mut attempts = BoundedAttempts::new(&self.stopping);
        loop {
            let read = self.stopping.run_until_cancelled(self.ledger.catch_up(&self.log)).await;
            match read.ok_or(Halt::Stopped)? {
                Ok(_has_changed) => return Ok(()),
                Err(error) => {
                    attempts.failed(TransactionError::from(error), &self.log, &self.key).await?;
                }
            }
        }
    }

    /// Reads the entries of a subject from a sequence on, with retries as in
    /// [`GameActor::catch_up`].
    pub(super) async fn entries(
        &self,
        subject: &Subject,
        from: u64,
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, Halt> {
        let mut attempts = BoundedAttempts::new(&self.stopping);
        loop {
            let read = self.stopping.run_until_cancelled(self.log.entries(subject, from)).await;
            match read.ok_or(Halt::Stopped)? {
                Ok(entries) => return Ok(entries),
                Err(error) => {
                    attempts.failed(TransactionError::from(error), &self.log, &self.key).await?;
                }
            }
        }
    }
}
