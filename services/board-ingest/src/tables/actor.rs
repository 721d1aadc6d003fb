//! The actor of one game: stores its inputs one after another, and sends their verdicts.

use live_game::{
    DeviceId, InputId,
    table::{InputNovelty, Inputs, Verdict},
};
use proto::{
    convert::{InputContent, StoredInput},
    subject::{GameKey, Stream, Subject},
    v1::input_record::Action,
};
use runtime::{Actor, AppendError, EventLog, Ledger, LogEntry, TransactionLimits, error_chain};
use tokio::{
    sync::{oneshot, watch},
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
    /// Changes when the connection to the log is lost or made.
    connected: watch::Receiver<bool>,
    verdicts: Verdicts,
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
}

impl TableActor {
    pub(super) fn new(key: GameKey, log: EventLog) -> Self {
        let inputs = Ledger::new(Subject::game(Stream::Input, &key));
        let connected = log.broker().connected();
        Self { key, log, inputs, is_read: false, connected, verdicts: Verdicts::default() }
    }

    async fn list(&mut self, device: &DeviceId) -> Result<Vec<u64>, Error> {
        self.inputs.catch_up(&self.log).await?;
        Ok(self.inputs.state().numbers(device).collect())
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
        for input in inputs {
            is_first = self.store(input, is_of_desk, store_by).await?;
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
            // The start that is stored counts, whatever the regulation or the seats say by now.
            if matches!(content, Some(Action::Start(_))) && inputs.has(&input.id) {
                return Ok((Vec::new(), false));
            }
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
        // The log may have lost inputs if the connection was.
        if self.connected.has_changed().unwrap_or(false) {
            self.connected.mark_unchanged();
            self.is_read = false;
        }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proto::{
        subject::{GameId, TournamentKey},
        v1::{GameTerms, InputRecord, Resign, StartGame},
    };
    use runtime::MemoryBroker;

    use super::*;

    fn game() -> GameKey {
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        TournamentKey { venue, tournament }.game(GameId::new(1, 1).unwrap())
    }

    /// Hands in an input of a tablet; returns true if it was not stored before.
    async fn hand_in(actor: &mut TableActor, sequence: u64) -> bool {
        let action = Some(Action::Resign(Resign::default()));
        let (device, at_ms) = ("tablet".to_owned(), 1_000);
        let record = InputRecord { device, sequence, at_ms, action, ..InputRecord::default() };
        let (stored, is_new) = oneshot::channel();
        let submission = Submission {
            inputs: vec![record.try_into().unwrap()],
            is_of_desk: false,
            store_by: Instant::now() + Duration::from_secs(1),
            span: tracing::Span::none(),
            stored,
            judged: None,
        };
        actor.handle(TableMessage::Submit(Box::new(submission))).await;
        is_new.await.unwrap().unwrap()
    }

    /// Begins the game with these terms; returns true if its start was not stored before.
    async fn begin(actor: &mut TableActor, start: proto::v1::StartMode) -> bool {
        let terms = Some(GameTerms { start: start.into(), ..GameTerms::default() });
        let action = Some(Action::Start(StartGame { terms, ..StartGame::default() }));
        let device = InputId::TOURNAMENT.to_owned();
        let record =
            InputRecord { device, sequence: 1, at_ms: 1, action, ..InputRecord::default() };
        let (stored, is_new) = oneshot::channel();
        let submission = Submission {
            inputs: vec![record.try_into().unwrap()],
            is_of_desk: true,
            store_by: Instant::now() + Duration::from_secs(1),
            span: tracing::Span::none(),
            stored,
            judged: None,
        };
        actor.handle(TableMessage::Submit(Box::new(submission))).await;
        is_new.await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn a_game_begins_once_whatever_device_is_seated_before_its_start_comes_again() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        assert!(begin(&mut actor, proto::v1::StartMode::None).await);
        assert!(!begin(&mut actor, proto::v1::StartMode::Hour).await);
        // Another replica, which reads what this one has stored.
        let mut other = TableActor::new(game(), broker.log());
        assert!(!begin(&mut other, proto::v1::StartMode::Gong).await);
    }

    async fn list(actor: &mut TableActor) -> Vec<u64> {
        let (answer, listed) = oneshot::channel();
        actor.handle(TableMessage::List(DeviceId::new("tablet").unwrap(), answer)).await;
        listed.await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn inputs_that_the_log_has_lost_are_listed_no_more_and_stored_again() {
        let broker = MemoryBroker::default();
        let mut actor = TableActor::new(game(), broker.log());
        for sequence in 1..=3 {
            assert!(hand_in(&mut actor, sequence).await);
        }
        assert_eq!(list(&mut actor).await, [1, 2, 3]);
        broker.set_back(Stream::Input, 1);
        assert_eq!(list(&mut actor).await, [1]);
        assert!(hand_in(&mut actor, 2).await);

        // Without a question: the connection was lost with them.
        assert!(!hand_in(&mut actor, 2).await);
        broker.set_back(Stream::Input, 1);
        broker.reconnect();
        for (sequence, is_new) in [(1, false), (2, true), (3, true), (3, false)] {
            assert_eq!(hand_in(&mut actor, sequence).await, is_new, "{sequence}");
        }
        assert_eq!(list(&mut actor).await, [1, 2, 3]);
    }
}
