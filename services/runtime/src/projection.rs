//! Projections: what a service makes of a stream that it follows.

use std::future::Future;

use proto::subject::Stream;

use tokio_util::sync::CancellationToken;

use crate::{
    error_chain,
    event_log::{EventLog, ReadError, Stored},
    log_entry::{LogEntry, Unreadable},
    retry::{Retry, Stopped},
    tail::Tail,
    tasks::Tasks,
};

/// How many messages are read at once.
const PAGE: u32 = 512;

/// What is made of the messages of a stream.
pub trait Projection: Send + 'static {
    /// Takes in the next message, as it was read.
    fn apply(&mut self, entry: LogEntry) -> impl Future<Output = ()> + Send;

    /// Takes in a message that cannot be understood: its writer alone can mend that. It is logged.
    fn pass_over(&mut self, unreadable: &Unreadable) {
        tracing::error!(
            error = error_chain(unreadable),
            "passed over a message that cannot be understood"
        );
    }

    /// Is called once everything that there was is applied, before anything that comes live.
    fn loaded(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Forgets everything, because the store was set back; the stream is then read anew. Returns false
    /// when it cannot, which ends the service: whoever runs it starts it again.
    fn reset(&mut self) -> bool {
        false
    }
}

/// Where following begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartAt {
    /// With the first message.
    First,
    /// With the last message of each subject, which carries the state after it.
    LastOfEach,
    /// After what there is now.
    Next,
}

/// Which messages are followed, and from where.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The stream.
    pub stream: Stream,
    /// Which of its subjects; of a part of a stream nothing comes live, it is asked for twice a second.
    pub filter: String,
    /// From where.
    pub start_at: StartAt,
}

impl Followed {
    /// All subjects of `stream`.
    #[must_use]
    pub fn all(stream: Stream, start_at: StartAt) -> Self {
        Self { stream, filter: stream.subjects(), start_at }
    }

    /// Applies what there is, and returns what follows on it.
    async fn read<P: Projection>(
        &self,
        log: &EventLog,
        stopping: &CancellationToken,
        projection: &mut P,
    ) -> Result<Tail, Stopped> {
        let tail = match self.start_at {
            StartAt::First => {
                let (mut next, mut last, mut is_more) = (1, None, true);
                while is_more {
                    let read = || log.read_some(self.stream, &self.filter, next, PAGE);
                    let (stored, more) = self.retry(stopping, read).await?;
                    last = stored.last().cloned().or(last);
                    next = last.as_ref().map_or(1, |last| last.sequence + 1);
                    is_more = more && !stored.is_empty();
                    apply(stored, projection).await;
                }
                let tail = || Tail::after(log, self.stream, &self.filter, last.as_ref());
                self.retry(stopping, tail).await?
            }
            StartAt::LastOfEach => {
                let read = || Tail::from_last_of_each(log, self.stream);
                let (stored, tail) = self.retry(stopping, read).await?;
                apply(stored, projection).await;
                tail
            }
            StartAt::Next => {
                let tail = || async {
                    let last = log.last_sequence(self.stream).await?;
                    Tail::filtered(log, self.stream, self.filter.clone(), last + 1).await
                };
                self.retry(stopping, tail).await?
            }
        };
        projection.loaded().await;
        Ok(tail)
    }

    /// Reads as often as it takes.
    async fn retry<T, F>(
        &self,
        stopping: &CancellationToken,
        read: impl FnMut() -> F,
    ) -> Result<T, Stopped>
    where
        F: Future<Output = Result<T, ReadError>>,
    {
        let complain = |error: &ReadError| {
            tracing::warn!(stream = self.stream.name(), %error, "waits for the event log");
            true
        };
        Retry::READ.until_done(stopping, read, complain).await
    }
}

async fn apply<P: Projection>(stored: Vec<Stored>, projection: &mut P) {
    for stored in stored {
        match LogEntry::read(stored) {
            Ok(entry) => projection.apply(entry).await,
            Err(unreadable) => projection.pass_over(&unreadable),
        }
    }
}

/// Applies what there is to `projection`, and then, in a task, whatever follows until the service stops.
///
/// # Errors
/// [`Stopped`] when the service stops before everything that there was is applied.
pub async fn follow<P: Projection>(
    log: &EventLog,
    tasks: &Tasks,
    followed: Followed,
    mut projection: P,
) -> Result<(), Stopped> {
    let stopping = tasks.stopping();
    let read = followed.read(log, &stopping, &mut projection);
    let mut tail = stopping.run_until_cancelled(read).await.ok_or(Stopped)??;
    let (log, ending) = (log.clone(), EndsWithIt(tasks.clone()));
    tasks.spawn_until_stop(async move {
        // A projection that dies, also by a panic, takes the service with it: readers are not left with
        // one that stands still.
        let _ending = ending;
        loop {
            while let Ok(stored) = tail.next().await {
                apply(vec![stored], &mut projection).await;
            }
            if !projection.reset() {
                return;
            }
            let Ok(anew) = followed.read(&log, &stopping, &mut projection).await else { return };
            tail = anew;
        }
    });
    Ok(())
}

/// Ends the service when it is dropped.
struct EndsWithIt(Tasks);

impl Drop for EndsWithIt {
    fn drop(&mut self) {
        self.0.end();
    }
}
