//! The games that are played at the tables: a task for each that is spoken of, which stores its inputs
//! one after another and knows what became of each.
//!
//! Whoever hands something in waits by its own clock, so no call is late for another's sake.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use live_game::InputId;
use proto::{
    subject::{GameKey, Stream, Subject},
    v1::InputRecord,
};
use runtime::{
    AppendError, EventLog, Ledger, LedgerError, Stored, Tail, Tasks, WallClock, until_answered,
};
use tokio::{
    sync::{broadcast, mpsc, oneshot},
    time::{Instant, timeout_at},
};
use tracing::Instrument as _;

use crate::{
    alarms::{Telling, Told, alarms},
    error::Error,
    inputs::{Inputs, Standing},
    judged::{self, Judged},
    verdicts::Verdict,
};

/// A table without a word for this long gives its memory back. Longer than any call waits.
const IDLE: Duration = Duration::from_secs(600);
/// Calls and verdicts that may wait for one game.
const INBOX: usize = 256;
/// How often an input is stored anew when another replica stores for the same game.
const TRIES: u32 = 20;

/// Where it stands what became of inputs: of rulings on the clock in CLOCK, of all others in GAME.
const JUDGES: [Stream; 2] = [Stream::Game, Stream::Clock];

/// What somebody hands in for a game.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) id: InputId,
    /// The start of the game, which has to be stored before anything else.
    pub(crate) start: InputRecord,
    pub(crate) record: InputRecord,
    /// Whether the desk says it.
    pub(crate) is_of_desk: bool,
    /// Until when it has to be stored.
    pub(crate) store_by: Instant,
}

/// An input that is stored and on its way to be judged.
#[derive(Debug)]
pub(crate) struct Submitted {
    game: GameKey,
    input: InputId,
    /// Whether it was stored by this call, and not before.
    pub(crate) is_first: bool,
    judged: oneshot::Receiver<Verdict>,
}

impl Submitted {
    /// What became of it, as far as is known by then.
    pub(crate) async fn verdict(self, wait_until: Instant) -> Verdict {
        // It is stored, whatever becomes of the task that would tell more.
        let judged = timeout_at(wait_until, self.judged).await.ok().and_then(Result::ok);
        judged.unwrap_or_else(|| Verdict::stored(&self.game, &self.input))
    }
}

/// Records on their way into the log, to be stored one after the other.
#[derive(Debug)]
struct Submission {
    records: Vec<InputRecord>,
    is_of_desk: bool,
    store_by: Instant,
    span: tracing::Span,
    /// Whom to tell whether the last of the records was stored by this, and not before.
    stored: oneshot::Sender<Result<bool, Error>>,
    /// Whom to tell what became of which input.
    judged: Option<(InputId, oneshot::Sender<Verdict>)>,
}

#[derive(Debug)]
enum Word {
    Submit(Box<Submission>),
    /// What the judge wrote about the game.
    Judged(Stored),
}

/// Every game that is spoken of. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    log: EventLog,
    tasks: Tasks,
    awake: Arc<Mutex<BTreeMap<GameKey, mpsc::Sender<Word>>>>,
    telling: Telling,
}

impl Tables {
    pub(crate) fn new(log: EventLog, tasks: Tasks, telling: Telling) -> Self {
        Self { log, tasks, awake: Arc::default(), telling }
    }

    /// The time of day.
    pub(crate) fn clock(&self) -> WallClock {
        self.log.clock()
    }

    /// Follows what the judge and the clock write until the tasks stop. What it wrote before is read when somebody
    /// asks for it.
    pub(crate) async fn follow(&self, tasks: &Tasks) {
        for stream in JUDGES {
            let read = || async {
                let known = self.log.last_sequence(stream).await?;
                Tail::start(&self.log, stream, known + 1).await
            };
            let read = until_answered(&tasks.stopping(), "the verdicts", read).await;
            let Some(mut judged) = read else { return };
            let (tables, ending) = (self.clone(), tasks.clone());
            tasks.spawn_until_stop(async move {
                while let Ok(stored) = judged.next().await {
                    tables.pass_on(stored);
                }
                ending.end();
            });
        }
    }

    /// Every verdict and every alarm from now on, of every tournament.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Told> {
        self.telling.subscribe()
    }

    /// Stores an input once.
    ///
    /// # Errors
    /// [`Error`] when it was not stored, or may not have been.
    pub(crate) async fn submit(&self, key: &GameKey, input: Input) -> Result<Submitted, Error> {
        let Input { id, start, record, is_of_desk, store_by } = input;
        let (tell, judged) = oneshot::channel();
        let judge = Some((id.clone(), tell));
        let stored = self.store(key, vec![start, record], is_of_desk, store_by, judge).await;
        Ok(Submitted { game: key.clone(), input: id, is_first: stored?, judged })
    }

    /// Stores the start of a game, once.
    ///
    /// # Errors
    /// [`Error`] when it was not stored, or may not have been.
    pub(crate) async fn begin(
        &self,
        key: &GameKey,
        start: InputRecord,
        store_by: Instant,
    ) -> Result<(), Error> {
        self.store(key, vec![start], true, store_by, None).await.map(|_is_first| ())
    }

    async fn store(
        &self,
        key: &GameKey,
        records: Vec<InputRecord>,
        is_of_desk: bool,
        store_by: Instant,
        judged: Option<(InputId, oneshot::Sender<Verdict>)>,
    ) -> Result<bool, Error> {
        let (tell, stored) = oneshot::channel();
        let span = tracing::Span::current();
        let submission = Submission { records, is_of_desk, store_by, span, stored: tell, judged };
        let answered = timeout_at(store_by, async {
            self.say(key, Word::Submit(Box::new(submission))).await?;
            stored.await.unwrap_or(Err(Error::Stopping))
        });
        answered.await.unwrap_or(Err(Error::Late))
    }

    async fn say(&self, key: &GameKey, mut word: Word) -> Result<(), Error> {
        loop {
            if self.tasks.stopping().is_cancelled() {
                return Err(Error::Stopping);
            }
            match self.inbox(key).send(word).await {
                Ok(()) => return Ok(()),
                // A table that fell asleep in this moment is woken again.
                Err(refused) => word = refused.0,
            }
        }
    }

    /// Passes on what the judge or the clock wrote: to whoever watches, and to the game's task if it has one.
    fn pass_on(&self, stored: Stored) {
        let Ok(subject) = stored.subject.parse::<Subject>() else { return };
        let Some(key) = subject.game_key() else { return };
        if self.telling.receiver_count() > 0 {
            let verdicts = judged::read(&key, &stored).into_iter().map(Told::Verdict);
            for told in verdicts.chain(alarms(&subject, &stored).into_iter().map(Told::Alarm)) {
                // An error only says that nobody watches any more.
                drop(self.telling.send(told));
            }
        }
        let mut awake = lock(&self.awake);
        if let Some(inbox) = awake.get(&key)
            && inbox.try_send(Word::Judged(stored)).is_err()
        {
            // It is so far behind that it is better made anew, from the log.
            awake.remove(&key);
        }
    }

    fn inbox(&self, key: &GameKey) -> mpsc::Sender<Word> {
        let mut awake = lock(&self.awake);
        if let Some(inbox) = awake.get(key).filter(|inbox| !inbox.is_closed()) {
            return inbox.clone();
        }
        let (inbox, words) = mpsc::channel(INBOX);
        awake.insert(key.clone(), inbox.clone());
        let (tables, key) = (self.clone(), key.clone());
        self.tasks.spawn(async move { tables.keep(key, words).await });
        inbox
    }

    /// Carries out what is said about a game. At a stop it takes no more, and ends with what it has
    /// taken, which is stored or late by then.
    async fn keep(self, key: GameKey, mut words: mpsc::Receiver<Word>) {
        let mut table = Table {
            inputs: Ledger::new(Subject::game(Stream::Input, &key)),
            is_read: false,
            judged: Judged::new(key.clone()),
            log: self.log.clone(),
            key: key.clone(),
        };
        let stopping = self.tasks.stopping();
        loop {
            tokio::select! {
                biased;
                word = words.recv() => match word {
                    Some(Word::Submit(submission)) => table.submit(*submission).await,
                    Some(Word::Judged(stored)) => table.judged.hear(&stored),
                    None => break,
                },
                // Closed first, so that nothing can arrive that nobody reads.
                () = stopping.cancelled(), if !words.is_closed() => words.close(),
                () = tokio::time::sleep(IDLE) => words.close(),
            }
        }
        let mut awake = lock(&self.awake);
        if awake.get(&key).is_some_and(mpsc::Sender::is_closed) {
            awake.remove(&key);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One game: its inputs, and what became of them.
struct Table {
    key: GameKey,
    log: EventLog,
    inputs: Ledger<Inputs>,
    /// Whether `inputs` is what the log has.
    is_read: bool,
    judged: Judged,
}

impl Table {
    async fn submit(&mut self, submission: Submission) {
        let Submission { records, is_of_desk, store_by, span, stored, judged } = submission;
        let done = if store_by <= Instant::now() {
            Err(Error::Late)
        } else {
            let storing = self.store_all(&records, is_of_desk, store_by).instrument(span);
            timeout_at(store_by, storing).await.unwrap_or(Err(Error::Late))
        };
        if done.is_ok() {
            if let Some((input, tell)) = judged {
                self.judged.tell(input, tell);
            }
        } else {
            // It may be stored after all: know that before the next one is.
            self.is_read = false;
        }
        // Whoever asked may have gone.
        drop(stored.send(done));
    }

    /// Stores what is not stored already; answers whether that was so of the last.
    async fn store_all(
        &mut self,
        records: &[InputRecord],
        is_of_desk: bool,
        store_by: Instant,
    ) -> Result<bool, Error> {
        self.load().await?;
        let mut is_first = false;
        for record in records {
            is_first = self.store(record, is_of_desk, store_by).await?;
        }
        Ok(is_first)
    }

    /// Stores an input; answers whether it was not stored already.
    async fn store(
        &mut self,
        record: &InputRecord,
        is_of_desk: bool,
        store_by: Instant,
    ) -> Result<bool, Error> {
        let (device, sequence) = (|| record.device.clone(), record.sequence);
        for _attempt in 0..TRIES {
            match self.inputs.state().standing(record, is_of_desk) {
                Standing::New => {}
                Standing::Repeat => return Ok(false),
                Standing::Clash => return Err(Error::Clash { device: device(), sequence }),
                Standing::DeviceFull => {
                    return Err(Error::DeviceFull { device: device(), game: self.key.clone() });
                }
                Standing::GameFull => return Err(Error::GameFull { game: self.key.clone() }),
                Standing::DisplaysFull => return Err(Error::DisplaysFull(self.key.clone())),
            }
            let patience = store_by.saturating_duration_since(Instant::now());
            let events = std::slice::from_ref(record);
            match self.inputs.commit(&self.log, events, None, patience).await {
                Ok(()) => return Ok(true),
                Err(AppendError::Conflict { .. }) => {
                    self.inputs.catch_up(&self.log).await?;
                }
                Err(AppendError::Unavailable { .. }) => return Err(Error::Late),
                Err(error @ AppendError::Refused { .. }) => return Err(error.into()),
            }
        }
        Err(AppendError::Conflict { subject: self.inputs.subject().to_string() }.into())
    }

    /// Reads what was handed in and judged before.
    async fn load(&mut self) -> Result<(), Error> {
        if !self.is_read {
            self.inputs.catch_up(&self.log).await?;
            self.is_read = true;
        }
        let mut judged = Vec::new();
        for stream in JUDGES {
            if let Some(from) = self.judged.unread(stream) {
                let subject = Subject::game(stream, &self.key).to_string();
                let read = self.log.read(stream, &subject, from).await;
                judged.extend(read.map_err(LedgerError::from)?);
            }
        }
        self.judged.read(&judged);
        Ok(())
    }
}
