//! Tests of clocks that are forgotten and read again.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use game_clock::Command;
use live_game::{ClockEvent, GameClock};
use proto::subject::Stream;
use runtime::{
    Broker, EventLog, Ledger, ReadError, ReadFailure, Stored,
    broker::{
        Batch, Consumer, ConsumerError, LiveMessages, Message, PublishError, Published, Query,
        StreamState,
    },
};

use super::*;
use crate::{
    error::Error,
    graces::Graces,
    views::{IDLE, Views},
};

/// CLOCK in memory; answers only reads of last messages.
#[derive(Debug, Default)]
struct ClockStream {
    stored: std::sync::Mutex<Vec<Stored>>,
}

impl ClockStream {
    fn last(&self, subject: &str) -> Option<Stored> {
        let stored = self.stored.lock().unwrap();
        stored.iter().rfind(|stored| stored.subject == subject).cloned()
    }
}

fn unanswered<T>(what: &str) -> Result<T, ReadError> {
    Err(ReadError::new(what, ReadFailure::Unanswered))
}

#[async_trait]
impl Broker for ClockStream {
    async fn publish(&self, _stream: Stream, message: Message) -> Result<Published, PublishError> {
        let mut stored = self.stored.lock().unwrap();
        let sequence = u64::try_from(stored.len()).unwrap() + 1;
        let Message { subject, payload, .. } = message;
        stored.push(Stored { subject, sequence, headers: Default::default(), payload });
        Ok(Published { sequence, duplicate: false })
    }

    async fn last(&self, _stream: Stream, subject: &str) -> Result<Option<Stored>, ReadError> {
        Ok(Self::last(self, subject))
    }

    async fn at(&self, _stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        let stored = self.stored.lock().unwrap();
        Ok(stored.iter().find(|stored| stored.sequence == sequence).cloned())
    }

    async fn batch(&self, _stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        let Query::LastOf { subjects, .. } = query else { return unanswered("all") };
        let last = subjects.iter().filter_map(|subject| Self::last(self, subject));
        let by_sequence: BTreeMap<u64, Stored> = last.map(|last| (last.sequence, last)).collect();
        Ok(Batch { messages: by_sequence.into_values().collect(), pending: 0 })
    }

    async fn state(&self, _stream: Stream, _with_subjects: bool) -> Result<StreamState, ReadError> {
        let stored = self.stored.lock().unwrap();
        let subjects: std::collections::BTreeSet<_> =
            stored.iter().map(|stored| stored.subject.clone()).collect();
        let last_sequence = stored.last().map_or(0, |last| last.sequence);
        Ok(StreamState { last_sequence, subjects: subjects.into_iter().collect() })
    }

    async fn subscribe(&self, _: Stream, subjects: String) -> Result<LiveMessages, ReadError> {
        unanswered(&subjects)
    }

    async fn consumer(
        &self,
        _stream: Stream,
        _name: &'static str,
    ) -> Result<Box<dyn Consumer>, ConsumerError> {
        Err(ConsumerError::Ended)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        watch::Sender::new(true).subscribe()
    }

    async fn flush(&self) {}
}

/// Returns a log with a stopped clock (table 1) and a running one (table 2).
async fn log() -> EventLog {
    let log = EventLog::new(Arc::new(ClockStream::default()), BTreeMap::new(), WallClock::system());
    let start = Command::Start { control: control(), at: at(1_000) };
    for (table, commands) in
        [(1, vec![start.clone(), Command::Stop { at: at(2_000) }]), (2, vec![start])]
    {
        let subject = proto::subject::Subject::game(Stream::Clock, &game(table));
        let mut ledger = Ledger::<GameClock>::new(subject);
        for command in commands {
            let events = ledger.state().clock.decide(&command).unwrap();
            let events: Vec<_> = events.into_iter().map(ClockEvent::Clock).collect();
            ledger.commit(&log, &events, None, Duration::from_secs(1)).await.unwrap();
        }
    }
    log
}

fn views() -> Views {
    Views::new(Deadlines::new(WallClock::system()), Graces::new(Duration::from_secs(2)))
}

#[tokio::test(start_paused = true)]
async fn a_stopped_clock_without_watchers_is_forgotten_and_read_again_on_demand() {
    let (log, views) = (log().await, views());
    let stopped = views.read(&log, &game(1)).await.unwrap().borrow().clone();
    assert_eq!((stopped.version, stopped.state.deadline_ms), (2, 0));
    drop(views.read(&log, &game(2)).await.unwrap());
    // As for a message that waits for the flag of a clock that was never started.
    drop(views.watch(&game(3)));
    tokio::time::advance(IDLE - Duration::from_secs(1)).await;
    views.forget_idle();
    assert_eq!(views.len(), 3);
    tokio::time::advance(Duration::from_secs(1)).await;
    views.forget_idle();
    // The clock that runs is kept, whatever happens.
    assert_eq!(views.len(), 1);
    assert!(views.due_at(&game(2)).is_some());

    let again = views.read(&log, &game(1)).await.unwrap().borrow().clone();
    assert_eq!(again, stopped);
    assert!(matches!(views.read(&log, &game(3)).await, Err(Error::Unknown(_))));
    assert_eq!(views.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_clock_is_kept_while_somebody_watches_it() {
    let (log, views) = (log().await, views());
    let watching = views.read(&log, &game(1)).await.unwrap();
    tokio::time::advance(IDLE * 2).await;
    views.forget_idle();
    assert_eq!(views.len(), 1);
    drop(watching);
    views.forget_idle();
    assert_eq!(views.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_includes_its_forgotten_clocks() {
    let (log, views) = (log().await, views());
    for table in [1, 2] {
        drop(views.read(&log, &game(table)).await.unwrap());
    }
    let tournament = game(1).tournament;
    let before = views.of_tournament(&log, &tournament).await.unwrap();
    assert_eq!(before.len(), 2);
    tokio::time::advance(IDLE).await;
    views.forget_idle();
    assert_eq!(views.len(), 1);
    assert_eq!(views.of_tournament(&log, &tournament).await.unwrap(), before);
}
