//! Projections: states that are made of a stream and follow it.

use std::future::Future;

use proto::subject::Stream;

use tokio_util::sync::CancellationToken;

use crate::{
    error::ReadError,
    error_chain,
    event_log::EventLog,
    log::position::ReaderPosition,
    log_entry::{LogEntry, Unreadable},
    retry::{Retry, Stopped},
    seen_ahead::SeenAhead,
    stored::{PAGE_SIZE, Stored},
    tail::Tail,
    tasks::Tasks,
};

/// A state that is made of the entries of a stream.
pub trait Projection: Send + 'static {
    /// Applies the next entry.
    fn apply(&mut self, entry: LogEntry) -> impl Future<Output = ()> + Send;

    /// Passes over a message that no program can read, and logs it. At one that a newer program can
    /// read, following ends and the service stops.
    fn pass_over(&mut self, unreadable: &Unreadable) {
        tracing::error!(
            error = error_chain(unreadable),
            "passed over a message that cannot be understood"
        );
    }

    /// Called once, after the entries that were stored at the start and before later ones.
    fn loaded(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }

    /// Forgets everything, because the store was set back and the stream is read again. Returns
    /// false if it cannot; then the service ends, and starts again with an empty state.
    fn reset(&mut self) -> bool {
        false
    }
}

/// The first entry that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartAt {
    /// The first one of the stream.
    First,
    /// The last one of each subject, which holds the state after it.
    LastOfEach,
    /// The next one that is stored.
    Next,
}

/// The entries that are followed.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The stream.
    pub stream: Stream,
    /// Its subjects or some of them. Only a whole stream is live; a part of it is read twice a
    /// second.
    pub filter: String,
    /// The first entry.
    pub start_at: StartAt,
}

impl Followed {
    /// Follows all subjects of `stream`.
    #[must_use]
    pub fn all(stream: Stream, start_at: StartAt) -> Self {
        Self { stream, filter: stream.subjects(), start_at }
    }

    /// Applies the stored entries, and returns a reader of later ones, which looks for what was
    /// seen `ahead` of it.
    async fn read<P: Projection>(
        &self,
        log: &EventLog,
        stopping: &CancellationToken,
        ahead: &SeenAhead,
        projection: &mut P,
    ) -> Result<Tail, Stopped> {
        let (mut position, connected) = (ReaderPosition::default(), log.broker().connected());
        match self.start_at {
            StartAt::First => {
                let (mut next, mut is_more) = (1, true);
                while is_more {
                    let read = || log.stored_page(self.stream, &self.filter, next, PAGE_SIZE);
                    let (stored, more) = self.retry(stopping, read).await?;
                    next = stored.last().map_or(next, |last| last.sequence + 1);
                    is_more = more && !stored.is_empty();
                    position.note(&stored);
                    apply(log, stored, projection).await?;
                }
            }
            StartAt::LastOfEach => {
                let last = self.retry(stopping, || log.last_of_each(self.stream)).await?;
                position.note(&last);
                apply(log, last, projection).await?;
            }
            StartAt::Next => {
                let last = || log.broker().last(self.stream, &self.filter);
                position.note(self.retry(stopping, last).await?.as_slice());
            }
        }
        let tail =
            || Tail::after(log, self.stream, &self.filter, &position, ahead, connected.clone());
        let tail = self.retry(stopping, tail).await?;
        projection.loaded().await;
        Ok(tail)
    }

    /// Retries a read until it succeeds.
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
        Retry::NATS.until_done(stopping, read, complain).await
    }
}

/// Applies messages, up to the first that only a newer program can read.
///
/// # Errors
/// [`Stopped`] at such a message, because the service stops.
async fn apply<P: Projection>(
    log: &EventLog,
    stored: Vec<Stored>,
    projection: &mut P,
) -> Result<(), Stopped> {
    for stored in stored {
        match log.entry(stored) {
            Ok(entry) => projection.apply(entry).await,
            Err(unreadable) if unreadable.is_newer() => return Err(Stopped),
            Err(unreadable) => projection.pass_over(&unreadable),
        }
    }
    Ok(())
}

/// Applies the stored entries to `projection`, and then, in a task, later ones until the service
/// stops.
///
/// # Errors
/// [`Stopped`] if the service stops before all stored entries are applied.
pub async fn follow<P: Projection>(
    log: &EventLog,
    tasks: &Tasks,
    followed: Followed,
    mut projection: P,
) -> Result<(), Stopped> {
    let stopping = tasks.stopping();
    let ahead = log.add_reader(followed.stream, &followed.filter);
    let read = followed.read(log, &stopping, &ahead, &mut projection);
    let mut tail = stopping.run_until_cancelled(read).await.ok_or(Stopped)??;
    let (log, ending) = (log.clone(), EndsWithIt(tasks.clone()));
    tasks.spawn_until_stop(async move {
        // A projection that ends, also by a panic, ends the service, because its readers would see
        // a state that stands still.
        let _ending = ending;
        loop {
            while let Ok(stored) = tail.next().await {
                if apply(&log, vec![stored], &mut projection).await.is_err() {
                    return;
                }
            }
            if !projection.reset() {
                return;
            }
            let Ok(anew) = followed.read(&log, &stopping, &ahead, &mut projection).await else {
                return;
            };
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tokio::sync::mpsc;

    use super::*;
    use crate::{memory_broker::MemoryBroker, numbers::subject};

    /// Says what happens to it.
    struct Recorder {
        told: mpsc::Sender<String>,
        can_reset: bool,
    }

    impl Projection for Recorder {
        async fn apply(&mut self, entry: LogEntry) {
            self.told.send(format!("{} at {}", entry.subject, entry.sequence)).await.unwrap();
        }

        async fn loaded(&mut self) {
            self.told.send("loaded".to_owned()).await.unwrap();
        }

        fn reset(&mut self) -> bool {
            self.told.try_send("reset".to_owned()).unwrap();
            self.can_reset
        }
    }

    struct Following {
        broker: MemoryBroker,
        tasks: Tasks,
        told: mpsc::Receiver<String>,
    }

    impl Following {
        async fn start(broker: MemoryBroker, start_at: StartAt, can_reset: bool) -> Self {
            let (tasks, (tell, told)) = (Tasks::new(), mpsc::channel(100));
            let followed = Followed::all(Stream::Input, start_at);
            let recorder = Recorder { told: tell, can_reset };
            follow(&broker.log(), &tasks, followed, recorder).await.unwrap();
            Self { broker, tasks, told }
        }

        #[track_caller]
        fn check_now(&mut self, expected: &[&str]) {
            let told: Vec<String> = std::iter::from_fn(|| self.told.try_recv().ok()).collect();
            assert_eq!(told, expected);
        }

        async fn next(&mut self) -> String {
            self.told.recv().await.unwrap()
        }
    }

    async fn two_tables() -> MemoryBroker {
        let broker = MemoryBroker::default();
        for (table, number) in [(1, 5), (2, 6), (1, 7)] {
            broker.write(&subject(table), number).await;
        }
        broker
    }

    #[tokio::test(start_paused = true)]
    async fn what_there_is_comes_before_it_is_loaded_and_what_follows_after() {
        let broker = two_tables().await;
        // NATS may be away at the start.
        broker.fail_reads(3);
        let mut following = Following::start(broker, StartAt::First, false).await;
        following.check_now(&[
            "input.main.kk-2026.r1-t1 at 1",
            "input.main.kk-2026.r1-t2 at 2",
            "input.main.kk-2026.r1-t1 at 3",
            "loaded",
        ]);
        following.broker.write(&subject(2), 8).await;
        assert_eq!(following.next().await, "input.main.kk-2026.r1-t2 at 4");
        assert!(following.tasks.stop(std::time::Duration::from_secs(1)).await);
    }

    #[tokio::test(start_paused = true)]
    async fn it_may_start_with_the_last_of_each_subject_or_with_what_comes_next() {
        let mut last = Following::start(two_tables().await, StartAt::LastOfEach, false).await;
        last.check_now(&[
            "input.main.kk-2026.r1-t2 at 2",
            "input.main.kk-2026.r1-t1 at 3",
            "loaded",
        ]);
        let mut next = Following::start(two_tables().await, StartAt::Next, false).await;
        next.check_now(&["loaded"]);
        next.broker.write(&subject(2), 8).await;
        assert_eq!(next.next().await, "input.main.kk-2026.r1-t2 at 4");
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_was_set_back_is_read_anew_or_ends_the_service() {
        for can_reset in [true, false] {
            let broker = two_tables().await;
            let mut following = Following::start(broker, StartAt::First, can_reset).await;
            while following.next().await != "loaded" {}
            following.broker.set_back(Stream::Input, 1);
            assert_eq!(following.next().await, "reset");
            if can_reset {
                assert_eq!(following.next().await, "input.main.kk-2026.r1-t1 at 1");
                assert_eq!(following.next().await, "loaded");
            } else {
                following.tasks.stopping().cancelled().await;
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_was_set_back_before_the_first_message_is_noticed() {
        let filters = [Stream::Input.subjects(), "input.main.kk-2026.r1-t2".to_owned()];
        for filter in filters {
            let (broker, tasks) = (two_tables().await, Tasks::new());
            let (tell, mut told) = mpsc::channel(100);
            let recorder = Recorder { told: tell, can_reset: false };
            let followed = Followed { stream: Stream::Input, filter, start_at: StartAt::Next };
            follow(&broker.log(), &tasks, followed, recorder).await.unwrap();
            broker.set_back(Stream::Input, 1);
            broker.write(&subject(1), 8).await;
            assert_eq!(told.recv().await.as_deref(), Some("loaded"));
            assert_eq!(told.recv().await.as_deref(), Some("reset"));
            tasks.stopping().cancelled().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_entry_of_a_newer_schema_is_not_applied_and_ends_the_loading() {
        for start_at in [StartAt::First, StartAt::LastOfEach] {
            let broker = MemoryBroker::default();
            broker.write(&subject(1), 5).await;
            broker.write_newer(&subject(2));
            let (tasks, (tell, mut told)) = (Tasks::new(), mpsc::channel(100));
            let followed = Followed::all(Stream::Input, start_at);
            let recorder = Recorder { told: tell, can_reset: true };
            assert_eq!(follow(&broker.log(), &tasks, followed, recorder).await, Err(Stopped));
            assert_eq!(told.recv().await.unwrap(), "input.main.kk-2026.r1-t1 at 1");
            assert_eq!(told.recv().await, None);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_entry_of_a_newer_schema_that_follows_ends_the_service() {
        let mut following = Following::start(two_tables().await, StartAt::Next, true).await;
        following.check_now(&["loaded"]);
        following.broker.write_newer(&subject(1));
        following.broker.write(&subject(2), 8).await;
        following.tasks.stopping().cancelled().await;
        assert_eq!(following.told.recv().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_projection_that_panics_ends_the_service() {
        /// Panics at the second message.
        struct Fragile(Arc<Mutex<u32>>);

        impl Projection for Fragile {
            async fn apply(&mut self, _entry: LogEntry) {
                let mut applied = self.0.lock().unwrap();
                *applied += 1;
                assert!(*applied < 2, "too many");
            }
        }

        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        broker.write(&subject(1), 5).await;
        let followed = Followed::all(Stream::Input, StartAt::First);
        follow(&broker.log(), &tasks, followed, Fragile(Arc::default())).await.unwrap();
        broker.write(&subject(1), 6).await;
        tasks.stopping().cancelled().await;
    }
}
