//! The games that are played at the tables: a task for each that is spoken of, which stores its inputs
//! one after another and knows what became of each.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use draughts::InputId;
use prost::Message as _;
use proto::{
    subject::{GameKey, Stream, Subject},
    v1::{Envelope, InputRecord, Verdict, VerdictStatus},
};
use runtime::{AppendError, EventLog, Ledger, Stored, Tasks};
use tokio::{
    sync::{broadcast, mpsc, oneshot},
    time::Instant,
};
use tracing::Instrument as _;

use crate::{
    error::Error,
    inputs::{Inputs, Standing},
    verdicts::{self, pending},
};

/// A table without a word for this long gives its memory back.
const IDLE: Duration = Duration::from_secs(600);
/// Calls and verdicts that may wait for one game.
const INBOX: usize = 256;
/// Verdicts that a watcher may be behind; past it, it has to watch anew.
const WATCH: usize = 1024;
/// How often an input is stored anew when another replica stores for the same game.
const TRIES: u32 = 20;

/// An input on its way.
#[derive(Debug)]
struct Submission {
    id: InputId,
    /// The start of the game, which has to be stored before anything else.
    start: InputRecord,
    record: InputRecord,
    /// Until when its judgement is waited for.
    until: Instant,
    span: tracing::Span,
    reply: oneshot::Sender<Result<Verdict, Error>>,
}

#[derive(Debug)]
enum Word {
    Submit(Box<Submission>),
    /// Store the start of the game.
    Begin(Box<InputRecord>, oneshot::Sender<Result<(), Error>>),
    /// What the judge wrote about the game.
    Judged(Stored),
}

/// Every game that is spoken of. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    log: EventLog,
    tasks: Tasks,
    patience: Duration,
    awake: Arc<Mutex<BTreeMap<GameKey, mpsc::Sender<Word>>>>,
    judged: broadcast::Sender<Verdict>,
}

impl Tables {
    pub(crate) fn new(log: EventLog, tasks: Tasks, patience: Duration) -> Self {
        let (judged, _nobody_yet) = broadcast::channel(WATCH);
        Self { log, tasks, patience, awake: Arc::default(), judged }
    }

    /// Every verdict from now on, of every game, with all that the desk may see.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Verdict> {
        self.judged.subscribe()
    }

    /// Stores an input once, after the `start` of its game, and answers what became of it within
    /// `wait`.
    ///
    /// # Errors
    /// [`Error`] when it was not stored, or may not have been.
    pub(crate) async fn submit(
        &self,
        key: &GameKey,
        id: InputId,
        [start, record]: [InputRecord; 2],
        wait: Duration,
    ) -> Result<Verdict, Error> {
        let (reply, answer) = oneshot::channel();
        let (span, until) = (tracing::Span::current(), Instant::now() + wait);
        let submission = Submission { id, start, record, until, span, reply };
        self.say(key, Word::Submit(Box::new(submission))).await?;
        answer.await.unwrap_or(Err(Error::Stopping))
    }

    /// Stores the start of a game, once.
    ///
    /// # Errors
    /// [`Error`] when it was not stored, or may not have been.
    pub(crate) async fn begin(&self, key: &GameKey, start: InputRecord) -> Result<(), Error> {
        let (reply, answer) = oneshot::channel();
        self.say(key, Word::Begin(Box::new(start), reply)).await?;
        answer.await.unwrap_or(Err(Error::Stopping))
    }

    async fn say(&self, key: &GameKey, mut word: Word) -> Result<(), Error> {
        // A table that fell asleep in this moment is woken again.
        while let Err(refused) = self.inbox(key).send(word).await {
            if self.tasks.stopping().is_cancelled() {
                return Err(Error::Stopping);
            }
            word = refused.0;
        }
        Ok(())
    }

    /// Passes on what the judge wrote: to whoever watches, and to the game's task if it has one.
    pub(crate) fn pass_on(&self, stored: Stored) {
        let key = stored.subject.parse::<Subject>().ok().and_then(|subject| subject.game_key());
        let Some(key) = key else { return };
        if self.judged.receiver_count() > 0 {
            for (_input, verdict) in read(&key, &stored) {
                // An error only says that nobody watches any more.
                drop(self.judged.send(verdict));
            }
        }
        let mut awake = self.awake.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inbox) = awake.get(&key)
            && inbox.try_send(Word::Judged(stored)).is_err()
        {
            // It is so far behind that it is better made anew, from the log.
            awake.remove(&key);
        }
    }

    fn inbox(&self, key: &GameKey) -> mpsc::Sender<Word> {
        let mut awake = self.awake.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inbox) = awake.get(key).filter(|inbox| !inbox.is_closed()) {
            return inbox.clone();
        }
        let (inbox, words) = mpsc::channel(INBOX);
        awake.insert(key.clone(), inbox.clone());
        let (tables, key) = (self.clone(), key.clone());
        self.tasks.spawn_until_stop(async move { tables.keep(key, words).await });
        inbox
    }

    async fn keep(self, key: GameKey, mut words: mpsc::Receiver<Word>) {
        let mut table = Table {
            inputs: Ledger::new(Subject::game(Stream::Input, &key)),
            judged_to: 0,
            verdicts: BTreeMap::new(),
            waiting: Vec::new(),
            log: self.log.clone(),
            patience: self.patience,
            key: key.clone(),
            loaded: false,
        };
        loop {
            let next = table.waiting.iter().map(|submission| submission.until).min();
            let quiet = tokio::time::sleep_until(next.unwrap_or_else(|| Instant::now() + IDLE));
            tokio::select! {
                word = words.recv() => match word {
                    Some(Word::Submit(submission)) => table.submit(*submission).await,
                    Some(Word::Begin(start, reply)) => {
                        // Whoever asked may have gone.
                        drop(reply.send(table.store(&start, &tracing::Span::current()).await));
                    }
                    Some(Word::Judged(stored)) => table.judged(&stored),
                    None => break,
                },
                () = quiet => {
                    if next.is_none() {
                        // Closed first, so that nothing can arrive that nobody reads.
                        words.close();
                    }
                    table.tell_late();
                }
            }
        }
        let mut awake = self.awake.lock().unwrap_or_else(PoisonError::into_inner);
        if awake.get(&key).is_some_and(mpsc::Sender::is_closed) {
            awake.remove(&key);
        }
    }
}

/// The verdicts of a message of GAME; none when it cannot be read, which is the judge's to report.
fn read(key: &GameKey, stored: &Stored) -> Vec<(InputId, Verdict)> {
    Envelope::decode(stored.payload.clone())
        .ok()
        .and_then(|envelope| verdicts::verdicts(key, envelope).ok())
        .unwrap_or_default()
}

/// One game: its inputs, and what became of them.
struct Table {
    key: GameKey,
    log: EventLog,
    patience: Duration,
    inputs: Ledger<Inputs>,
    /// Whether inputs and verdicts of before were read.
    loaded: bool,
    /// The sequence in GAME up to which verdicts are known.
    judged_to: u64,
    verdicts: BTreeMap<InputId, Verdict>,
    waiting: Vec<Submission>,
}

impl Table {
    async fn submit(&mut self, submission: Submission) {
        let stored = match self.store(&submission.start, &submission.span).await {
            Ok(()) => self.store(&submission.record, &submission.span).await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(()) => {
                self.waiting.push(submission);
                self.tell_late();
            }
            // Whoever asked may have gone.
            Err(error) => drop(submission.reply.send(Err(error))),
        }
    }

    /// Stores an input, unless it is stored already.
    async fn store(&mut self, record: &InputRecord, span: &tracing::Span) -> Result<(), Error> {
        self.load().await?;
        for _attempt in 0..TRIES {
            match self.inputs.state().standing(record) {
                Standing::Repeat => return Ok(()),
                Standing::Clash => {
                    return Err(Error::Clash {
                        device: record.device.clone(),
                        sequence: record.sequence,
                    });
                }
                Standing::New => {}
            }
            let events = std::slice::from_ref(record);
            let stored = self.inputs.commit(&self.log, events, None, self.patience);
            match stored.instrument(span.clone()).await {
                Ok(()) => return Ok(()),
                Err(AppendError::Conflict { .. }) => {
                    self.inputs.catch_up(&self.log).await?;
                }
                Err(error @ AppendError::Unavailable { .. }) => {
                    // It may be stored after all: know that before the next one is.
                    self.loaded = false;
                    return Err(error.into());
                }
                Err(error @ AppendError::Refused { .. }) => return Err(error.into()),
            }
        }
        Err(AppendError::Conflict { subject: self.inputs.subject().to_string() }.into())
    }

    /// Reads what was handed in and judged before.
    async fn load(&mut self) -> Result<(), Error> {
        if self.loaded {
            return Ok(());
        }
        self.inputs.catch_up(&self.log).await?;
        let subject = Subject::game(Stream::Game, &self.key).to_string();
        let judged = self.log.read(Stream::Game, &subject, self.judged_to + 1).await;
        for stored in judged.map_err(runtime::LedgerError::from)? {
            self.judged(&stored);
        }
        self.loaded = true;
        Ok(())
    }

    /// Takes note of what the judge wrote, and tells those who wait for it.
    fn judged(&mut self, stored: &Stored) {
        if stored.sequence <= self.judged_to {
            return;
        }
        self.judged_to = stored.sequence;
        for (input, verdict) in read(&self.key, stored) {
            self.verdicts.insert(input, verdict);
        }
        self.tell_late();
    }

    /// Answers whose verdict is there, and whose time is up.
    fn tell_late(&mut self) {
        let now = Instant::now();
        for submission in std::mem::take(&mut self.waiting) {
            let verdict = self.verdicts.get(&submission.id).cloned();
            match verdict {
                None if submission.until > now => self.waiting.push(submission),
                verdict => {
                    let stored = || pending(&self.key, &submission.id, VerdictStatus::Stored);
                    drop(submission.reply.send(Ok(verdict.unwrap_or_else(stored))));
                }
            }
        }
    }
}
