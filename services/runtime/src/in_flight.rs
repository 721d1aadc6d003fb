//! The messages of a consumer that are being handled, each only once at a time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use tokio_util::sync::CancellationToken;

use crate::{lock::lock, stored::Stored};

/// The messages that are being handled. Cheap to clone.
///
/// A message whose handling takes longer than the wait for its acknowledgement is delivered again,
/// possibly several times; this keeps the copies from being handled beside the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlight {
    all: Arc<Mutex<All>>,
}

#[derive(Debug, Default)]
struct All {
    /// By subject too, because messages of two streams may have the same sequence.
    begun: BTreeSet<(String, u64)>,
    /// The newest message of each subject, and the token that is cancelled when it is handled.
    youngest: BTreeMap<String, (u64, CancellationToken)>,
}

/// A message that is being handled, until this is dropped.
#[derive(Debug)]
pub(crate) struct Handling {
    subject: String,
    sequence: u64,
    before: Option<CancellationToken>,
    done: CancellationToken,
    in_flight: InFlight,
}

impl InFlight {
    /// Begins to handle a message; returns `None` while another copy of it is being handled.
    #[must_use]
    pub(crate) fn begin(&self, stored: &Stored) -> Option<Handling> {
        let (subject, sequence) = (stored.subject.clone(), stored.sequence);
        let mut all = lock(&self.all);
        if !all.begun.insert((subject.clone(), sequence)) {
            return None;
        }
        let done = CancellationToken::new();
        let before = all.youngest.insert(subject.clone(), (sequence, done.clone()));
        let before = before.map(|(_sequence, done)| done);
        Some(Handling { subject, sequence, before, done, in_flight: self.clone() })
    }
}

impl Handling {
    /// Waits until the previous message of the same subject is handled.
    pub(crate) async fn turn(&self) {
        if let Some(before) = &self.before {
            before.cancelled().await;
        }
    }
}

impl Drop for Handling {
    fn drop(&mut self) {
        let mut all = lock(&self.in_flight.all);
        all.begun.remove(&(self.subject.clone(), self.sequence));
        if all.youngest.get(&self.subject).is_some_and(|(youngest, _)| *youngest == self.sequence) {
            all.youngest.remove(&self.subject);
        }
        self.done.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use futures_util::poll;

    use super::*;

    fn stored(subject: &str, sequence: u64) -> Stored {
        let subject = subject.to_owned();
        Stored { subject, sequence, headers: Default::default(), payload: Default::default() }
    }

    #[test]
    fn a_message_is_handled_once_at_a_time() {
        let all = InFlight::default();
        let first = all.begin(&stored("a", 7));
        assert!(first.is_some());
        assert!(all.begin(&stored("a", 7)).is_none());
        assert!(all.begin(&stored("a", 8)).is_some());
        drop(first);
        assert!(all.begin(&stored("a", 7)).is_some());
    }

    #[test]
    fn messages_of_two_streams_may_have_the_same_sequence() {
        let all = InFlight::default();
        let _input = all.begin(&stored("input.main.kk.r1-t1", 18)).unwrap();
        assert!(all.begin(&stored("clock.main.kk.r1-t2", 18)).is_some());
    }

    #[tokio::test]
    async fn messages_of_one_subject_wait_for_each_other() {
        let all = InFlight::default();
        let first = all.begin(&stored("a", 1)).unwrap();
        let second = all.begin(&stored("a", 2)).unwrap();
        let other = all.begin(&stored("b", 3)).unwrap();
        first.turn().await;
        other.turn().await;
        let mut turn = Box::pin(second.turn());
        assert_eq!(poll!(&mut turn), Poll::Pending);
        drop(first);
        turn.await;
        drop(second);
        assert_eq!(all.all.lock().unwrap().youngest.len(), 1);
        // A repeat of a message that was handled waits for no other.
        all.begin(&stored("a", 1)).unwrap().turn().await;
    }
}
