//! The actor of one game: stores its inputs one after another, and sends their verdicts.
//!
//! INPUT may lose its end, and devices hand in again what it lost. A move says where it belongs, a
//! claim or a ruling does not: it is not stored before the inputs that the game had judged when it
//! was made.

use std::{ops::ControlFlow, time::Duration};

use draughts::Timestamp;
use live_game::{
    DeviceId, InputId, PendingKind,
    table::{InputNovelty, Inputs, Verdict},
};
use proto::{
    convert::{InputContent, StoredInput},
    subject::{GameKey, Stream, Subject},
};
use runtime::{
    Actor, AppendError, EventLog, Ledger, LogEntry, TransactionLimits, Unreadable,
    broker::ConnectionId, error_chain,
};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};
use tracing::Instrument as _;

use super::verdicts::{VERDICT_STREAMS, Verdicts};
use crate::error::Error;

/// Number of attempts to store an input while other replicas store inputs for the same game.
const TRIES: u32 = 20;
/// Longest time for which claims and rulings wait for lost inputs, whose device may be lost too.
/// With the tries that follow, everything is stored within a minute.
const LOST_WAIT: Duration = Duration::from_secs(40);
/// Time for which a table remembers since when it waits for lost inputs, so that the wait does not
/// begin anew.
const LOST_REMEMBERED: Duration = Duration::from_secs(600);

/// Inputs to be stored one after another.
#[derive(Debug)]
pub(super) struct Submission {
    pub(super) inputs: Vec<StoredInput>,
    /// True if they come from a device at the desk.
    pub(super) is_of_desk: bool,
    pub(super) store_by: Instant,
    /// The connection to the log when they were submitted.
    pub(super) connection: ConnectionId,
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
    /// Returns the numbers of a device's inputs that the log has.
    List(DeviceId, oneshot::Sender<Result<Vec<u64>, Error>>),
}

/// One game at its table.
#[derive(Debug)]
pub(super) struct TableActor {
    key: GameKey,
    log: EventLog,
    inputs: Ledger<Inputs<InputContent>>,
    /// True if `inputs` is up to date with the log.
    is_read: bool,
    /// The connection to the log on which inputs and verdicts were read.
    read_on: Option<ConnectionId>,
    verdicts: Verdicts,
    /// Number of stored inputs when they were last read.
    count: usize,
    /// The connection on which some of them were found to be lost.
    lost_on: Option<ConnectionId>,
    /// The moment since when lost inputs are waited for.
    lost_since: Option<Timestamp>,
}

impl Actor for TableActor {
    type Message = TableMessage;

    async fn handle(&mut self, message: TableMessage) {
        match message {
            TableMessage::Submit(submission) => self.submit(*submission).await,
            TableMessage::Judged(entry) => self.verdicts.apply(&entry),
            TableMessage::List(device, answer) => {
                let listed = self.list(&device).await;
                // The caller may have gone.
                drop(answer.send(listed));
            }
        }
    }

    fn deadline(&self) -> Option<Timestamp> {
        Some(self.lost_since?.saturating_add(LOST_REMEMBERED))
    }

    async fn on_deadline(&mut self) {
        self.lost_since = None;
    }
}

impl TableActor {
    pub(super) fn new(key: GameKey, log: EventLog) -> Self {
        let inputs = Ledger::new(Subject::game(Stream::Input, &key));
        let verdicts = Verdicts::default();
        let (is_read, read_on, count, lost_on, lost_since) = (false, None, 0, None, None);
        Self { key, log, inputs, is_read, read_on, verdicts, count, lost_on, lost_since }
    }

    async fn list(&mut self, device: &DeviceId) -> Result<Vec<u64>, Error> {
        self.inputs.catch_up(&self.log).await?;
        Ok(self.inputs.state().numbers(device).collect())
    }

    async fn submit(&mut self, submission: Submission) {
        let Submission { inputs, is_of_desk, store_by, connection, span, stored, judged } =
            submission;
        let done = if store_by <= Instant::now() {
            Err(Error::Late)
        } else {
            let storing = self.store_all(&inputs, is_of_desk, store_by, &connection);
            let storing = storing.instrument(span);
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
        connection: &ConnectionId,
    ) -> Result<bool, Error> {
        self.load().await?;
        self.note_lost();
        let mut is_first = false;
        for input in inputs {
            if input.kind().depends_on_moves() && !self.inputs.state().has(&input.id) {
                self.check_lost(&input.id).await?;
            }
            is_first = self.store(input, is_of_desk, store_by, connection).await?;
        }
        Ok(is_first)
    }

    /// Takes note of the connection on which the log has fewer inputs than it had.
    fn note_lost(&mut self) {
        let count = self.inputs.state().count();
        if count < self.count {
            self.lost_on = Some(self.log.broker().connection());
        }
        self.count = count;
    }

    /// Checks that the log has the inputs that the game has judged before this one, or that they
    /// were waited for in vain.
    async fn check_lost(&mut self, input: &InputId) -> Result<(), Error> {
        let judged = self.verdicts.judged_before(input);
        if self.inputs.state().first_lost(judged).is_some() {
            // Another replica may have stored it.
            self.inputs.catch_up(&self.log).await?;
        }
        let judged = self.verdicts.judged_before(input);
        let Some(lost) = self.inputs.state().first_lost(judged) else {
            self.lost_since = None;
            return Ok(());
        };
        let now = self.log.clock().now();
        let since = *self.lost_since.get_or_insert(now);
        if now.duration_since(since) < LOST_WAIT {
            return Err(Error::InputsLost { input: lost.clone(), game: self.key.clone() });
        }
        tracing::warn!(game = %self.key, %lost, "the log has lost an input that nobody hands in again");
        Ok(())
    }

    /// Stores an input unless it is stored already; returns true if it was not.
    async fn store(
        &mut self,
        input: &StoredInput,
        is_of_desk: bool,
        store_by: Instant,
        connection: &ConnectionId,
    ) -> Result<bool, Error> {
        let (log, count, lost_on) = (&self.log, self.count, self.lost_on.as_ref());
        // Returns true for an input that was under way when the connection was lost: what the log
        // lost then, such as the start of the game, has to be handed in before it.
        let comes_too_early = |inputs: &Inputs<InputContent>| {
            // A server whose disk is gone may show this before the connection to it is lost; what
            // is decided now would be stored on the next one.
            if inputs.count() < count {
                return true;
            }
            let now = log.broker().connection();
            let has_lost = lost_on.is_some_and(|lost_on| [&now, connection].contains(&lost_on));
            now != *connection && (has_lost || input.kind().depends_on_moves())
        };
        let decide = |inputs: &Inputs<InputContent>| {
            let (content, is_display) = (input.content(), input.is_display());
            // The start that is stored counts, whatever the regulation or the seats say by now.
            if input.kind() == PendingKind::Start && inputs.has(&input.id) {
                return Ok((Vec::new(), false));
            }
            let decided = inputs.decide(&input.id, content, is_display, is_of_desk);
            match decided.map_err(|refusal| Error::of_input(refusal, &input.id, &self.key))? {
                InputNovelty::New if comes_too_early(inputs) => Err(Error::Late),
                InputNovelty::New => Ok((vec![input.clone()], true)),
                InputNovelty::Repeat => Ok((Vec::new(), false)),
            }
        };
        // Every input comes with the one that opens the game. What is stored stays stored, so the
        // log is not asked about it.
        let (events, _is_first) = decide(self.inputs.state())?;
        if events.is_empty() {
            return Ok(false);
        }
        let patience = store_by.saturating_duration_since(Instant::now());
        let limits = TransactionLimits { tries: TRIES, patience };
        match self.inputs.transaction(log, limits).run(None, decide).await {
            Err(Error::Append(AppendError::Unavailable { .. })) => Err(Error::Late),
            Err(error) => Err(error),
            Ok(is_first) => {
                self.note_lost();
                Ok(is_first)
            }
        }
    }

    /// Reads the stored inputs and verdicts, unless they are known.
    async fn load(&mut self) -> Result<(), Error> {
        // The log may have lost inputs if the connection was.
        let connection = self.log.broker().connection();
        if self.read_on.as_ref() != Some(&connection) {
            self.read_on = Some(connection);
            self.is_read = false;
            self.verdicts.set_unread();
        }
        if !self.is_read {
            self.inputs.catch_up(&self.log).await?;
            self.is_read = true;
        }
        if self.verdicts.is_read() {
            return Ok(());
        }
        for stream in VERDICT_STREAMS {
            let (key, verdicts) = (&self.key, &mut self.verdicts);
            let add = |entry: Result<LogEntry, Unreadable>| {
                match entry {
                    Ok(entry) => verdicts.add(&entry),
                    // Inputs can be stored without it.
                    Err(error) => tracing::warn!(
                        game = %key,
                        error = error_chain(&error),
                        "a stored verdict cannot be read: its device does not receive it"
                    ),
                }
                ControlFlow::Continue(())
            };
            // Up to where the leader is: entries that came live before this read are not applied
            // again.
            self.log.for_each(&Subject::game(stream, &self.key), 1, add).await?;
        }
        self.verdicts.set_read();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
