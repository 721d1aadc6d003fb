//! Projections: what a service makes of a stream that it follows.

use std::future::Future;

use proto::subject::Stream;

use crate::{
    event_log::{EventLog, ReadError, Stored},
    retry::{Retry, Stopped},
    tail::Tail,
    tasks::Tasks,
};

/// What is made of the messages of a stream.
pub trait Projection: Send + 'static {
    /// Takes in the next message.
    fn apply(&mut self, message: &Stored) -> impl Future<Output = ()> + Send;

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

    async fn start(&self, log: &EventLog) -> Result<(Vec<Stored>, Tail), ReadError> {
        match self.start_at {
            StartAt::First => Tail::from_first(log, self.stream, self.filter.clone()).await,
            StartAt::LastOfEach => Tail::from_last_of_each(log, self.stream).await,
            StartAt::Next => {
                let last = log.last_sequence(self.stream).await?;
                let tail = Tail::filtered(log, self.stream, self.filter.clone(), last + 1).await?;
                Ok((Vec::new(), tail))
            }
        }
    }

    /// Reads what there is as often as it takes.
    async fn read<P: Projection>(
        &self,
        log: &EventLog,
        tasks: &Tasks,
        projection: &mut P,
    ) -> Result<Tail, Stopped> {
        let stopping = tasks.stopping();
        let complain = |error: &ReadError| {
            tracing::warn!(stream = self.stream.name(), %error, "waits for the event log");
            true
        };
        let read = Retry::READ.until_done(&stopping, || self.start(log), complain);
        let (messages, tail) = read.await?;
        let loaded = async {
            for message in &messages {
                projection.apply(message).await;
            }
            projection.loaded().await;
        };
        stopping.run_until_cancelled(loaded).await.ok_or(Stopped)?;
        Ok(tail)
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
    let mut tail = followed.read(log, tasks, &mut projection).await?;
    let (log, in_task) = (log.clone(), tasks.clone());
    tasks.spawn_until_stop(async move {
        // A projection that dies, also by a panic, takes the service with it: readers are not left with
        // one that stands still.
        let _guard = EndsWithIt(in_task.clone());
        loop {
            while let Ok(message) = tail.next().await {
                projection.apply(&message).await;
            }
            if !projection.reset() {
                return;
            }
            let Ok(anew) = followed.read(&log, &in_task, &mut projection).await else { return };
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
