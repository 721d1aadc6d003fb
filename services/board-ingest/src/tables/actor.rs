//! The actor of one game: stores its inputs one after another, and sends their verdicts.

use live_game::{
    InputId,
    table::{InputNovelty, Inputs, Verdict},
};
use proto::{
    convert::{InputContent, StoredInput},
    subject::{GameKey, Stream, Subject},
};
use runtime::{Actor, AppendError, EventLog, Ledger, LogEntry, TransactionLimits, error_chain};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};
use tracing::Instrument as _;

use super::verdicts::{VERDICT_STREAMS, Verdicts};
use crate::error::Error;

/// Number of attempts to store an input while other replicas store inputs for the same game.
const TRIES: u32 = 20;

/// Inputs to be stored one after another.
#[derive(Debug)]
pub(super) struct Submission {
    pub(super) inputs: Vec<StoredInput>,
    /// True if they come from a device at the desk.
    pub(super) is_of_desk: bool,
    pub(super) store_by: Instant,
    pub(super) span: tracing::Span,
    /// Receives true if the last of the inputs was not stored before.
    pub(super) stored: oneshot::Sender<Result<bool, Error>>,
    /// Receives the verdict on this input.
    pub(super) judged: Option<(InputId, oneshot::Sender<Verdict>)>,
}

/// A message to the actor of a game.
#[derive(Debug)]
pub(super) enum TableMessage {
    /// Stores inputs.
    Submit(Box<Submission>),
    /// Applies an entry of GAME or CLOCK about the game.
    Judged(Box<LogEntry>),
}

/// One game at its table.
#[derive(Debug)]
pub(super) struct TableActor {
    key: GameKey,
    log: EventLog,
    inputs: Ledger<Inputs<InputContent>>,
    /// True if `inputs` is up to date with the log.
    is_read: bool,
    verdicts: Verdicts,
}

impl Actor for TableActor {
    type Message = TableMessage;

    async fn handle(&mut self, message: TableMessage) {
        match message {
            TableMessage::Submit(submission) => self.submit(*submission).await,
            TableMessage::Judged(entry) => self.verdicts.apply(&entry),
        }
    }
}

impl TableActor {
    pub(super) fn new(key: GameKey, log: EventLog) -> Self {
        let inputs = Ledger::new(Subject::game(Stream::Input, &key));
        Self { key, log, inputs, is_read: false, verdicts: Verdicts::default() }
    }

    async fn submit(&mut self, submission: Submission) {
        let Submission { inputs, is_of_desk, store_by, span, stored, judged } = submission;
        let done = if store_by <= Instant::now() {
            Err(Error::Late)
        } else {
            let storing = self.store_all(&inputs, is_of_desk, store_by).instrument(span);
            timeout_at(store_by, storing).await.unwrap_or(Err(Error::Late))
        };
        if done.is_ok() {
            if let Some((input, answer)) = judged {
                self.verdicts.send_to(input, answer);
            }
        } else {
            // It may have been stored all the same, so the log is read before the next input is
            // stored.
            self.is_read = false;
        }
        // The caller may have gone.
        drop(stored.send(done));
    }

    /// Stores the inputs that are not stored yet; returns true if the last one was among them.
    async fn store_all(
        &mut self,
        inputs: &[StoredInput],
        is_of_desk: bool,
        store_by: Instant,
    ) -> Result<bool, Error> {
        self.load().await?;
        let mut is_first = false;
        for (input, place) in inputs.iter().zip(1..) {
            // The start that is stored counts, whatever the regulation or the seats say by now.
            let is_begun = place < inputs.len() && self.inputs.state().has(&input.id);
            if !is_begun {
                is_first = self.store(input, is_of_desk, store_by).await?;
            }
        }
        Ok(is_first)
    }

    /// Stores an input unless it is stored already; returns true if it was not.
    async fn store(
        &mut self,
        input: &StoredInput,
        is_of_desk: bool,
        store_by: Instant,
    ) -> Result<bool, Error> {
        let decide = |inputs: &Inputs<InputContent>| {
            let (content, is_display) = (input.content(), input.is_display());
            let decided = inputs.decide(&input.id, content, is_display, is_of_desk);
            match decided.map_err(|refusal| Error::of_input(refusal, &input.id, &self.key))? {
                InputNovelty::New => Ok((vec![input.clone()], true)),
                InputNovelty::Repeat => Ok((Vec::new(), false)),
            }
        };
        // Every input comes with the one that opens the game. What is stored stays stored, so the log is not
        // asked about it.
        let (events, _is_first) = decide(self.inputs.state())?;
        if events.is_empty() {
            return Ok(false);
        }
        let patience = store_by.saturating_duration_since(Instant::now());
        let limits = TransactionLimits { tries: TRIES, patience };
        match self.inputs.transaction(&self.log, limits).run(None, decide).await {
            Err(Error::Append(AppendError::Unavailable { .. })) => Err(Error::Late),
            stored => stored,
        }
    }

    /// Reads the stored inputs and verdicts, unless they are known.
    async fn load(&mut self) -> Result<(), Error> {
        if !self.is_read {
            self.inputs.catch_up(&self.log).await?;
            self.is_read = true;
        }
        if self.verdicts.is_read() {
            return Ok(());
        }
        let mut judged = Vec::new();
        for stream in VERDICT_STREAMS {
            // Up to where the leader is: entries that came live before this read are not applied again.
            for entry in self.log.entries(&Subject::game(stream, &self.key), 1).await? {
                match entry {
                    Ok(entry) => judged.push(entry),
                    // Inputs can be stored without it.
                    Err(error) => tracing::warn!(
                        game = %self.key,
                        error = error_chain(&error),
                        "a stored verdict cannot be read: its device does not receive it"
                    ),
                }
            }
        }
        self.verdicts.read(&judged);
        Ok(())
    }
}
