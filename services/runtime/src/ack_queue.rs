//! The acknowledgements of a consumer, which are sent together.
//!
//! A service has nothing to wait for in an acknowledgement, and sending one costs the connection
//! and the server as much as sending a move. Those of a short time wait for each other, so that
//! they do not compete with what the messages led to, which somebody does wait for.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::Instant};

use crate::{broker::Acknowledge, nats_broker::UNACKNOWLEDGED_MAX};

/// Longest time for which an acknowledgement waits for others. Far below the time after which the
/// server delivers a message again.
const DELAY: Duration = Duration::from_millis(20);
/// Number of acknowledgements that may wait: one for each delivery that the server leaves
/// unacknowledged.
const WAITING_MAX: usize = UNACKNOWLEDGED_MAX as usize;

/// The acknowledgements that wait, and are lost when this is dropped.
#[derive(Debug)]
pub(crate) struct AckQueue {
    queued: mpsc::Receiver<Arc<dyn Acknowledge>>,
    waiting: VecDeque<Arc<dyn Acknowledge>>,
    /// The moment at which those that wait are sent.
    due: Instant,
}

/// Sends acknowledgements through an [`AckQueue`]. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct AckSender(mpsc::Sender<Arc<dyn Acknowledge>>);

impl AckSender {
    /// Puts an acknowledgement into the queue. Sends it at once if the queue is full or closed.
    pub(crate) async fn ack(&self, acknowledge: &Arc<dyn Acknowledge>) {
        if self.0.try_send(Arc::clone(acknowledge)).is_err() {
            send(acknowledge.as_ref()).await;
        }
    }
}

impl AckQueue {
    /// Returns an empty queue and its sender.
    pub(crate) fn new() -> (AckSender, Self) {
        let (sender, queued) = mpsc::channel(WAITING_MAX);
        (AckSender(sender), Self { queued, waiting: VecDeque::new(), due: Instant::now() })
    }

    /// Sends acknowledgements when they are due, for ever. None is lost if the future is dropped.
    pub(crate) async fn run(&mut self) -> Infallible {
        loop {
            if self.waiting.is_empty() {
                match self.queued.recv().await {
                    Some(acknowledge) => self.waiting.push_back(acknowledge),
                    None => return std::future::pending().await,
                }
                self.due = Instant::now() + DELAY;
            }
            tokio::time::sleep_until(self.due).await;
            self.flush().await;
        }
    }

    /// Sends what waits now.
    async fn flush(&mut self) {
        while let Ok(acknowledge) = self.queued.try_recv() {
            self.waiting.push_back(acknowledge);
        }
        while let Some(acknowledge) = self.waiting.front() {
            send(acknowledge.as_ref()).await;
            self.waiting.pop_front();
        }
    }

    /// Sends what waits; what is put into the queue later is sent at once.
    pub(crate) async fn close(mut self) {
        self.queued.close();
        self.flush().await;
        // Those that another thread was putting into the queue when it was closed.
        while let Some(acknowledge) = self.queued.recv().await {
            send(acknowledge.as_ref()).await;
        }
    }
}

async fn send(acknowledge: &dyn Acknowledge) {
    if let Err(error) = acknowledge.ack().await {
        tracing::debug!(%error, "acknowledge");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use async_trait::async_trait;

    use super::*;
    use crate::broker::ConsumerError;

    /// The numbers that were sent, each with its moment.
    type Sent = Arc<Mutex<Vec<(u64, Instant)>>>;

    #[derive(Debug)]
    struct Numbered(u64, Sent);

    #[async_trait]
    impl Acknowledge for Numbered {
        async fn ack(&self) -> Result<(), ConsumerError> {
            let mut sent = self.1.lock().unwrap_or_else(PoisonError::into_inner);
            sent.push((self.0, Instant::now()));
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn acknowledgements_of_a_short_time_are_sent_together_in_their_order() {
        let (began, sent) = (Instant::now(), Sent::default());
        let (sender, mut queue) = AckQueue::new();
        let acks = async {
            for number in 0..5 {
                let acknowledge: Arc<dyn Acknowledge> = Arc::new(Numbered(number, sent.clone()));
                sender.ack(&acknowledge).await;
                tokio::time::sleep(DELAY * 2 / 5).await;
            }
            tokio::time::sleep(DELAY).await;
        };
        tokio::select! {
            biased;
            never = queue.run() => match never {},
            () = acks => {}
        }
        let (first, second) = (began + DELAY, began + DELAY * 11 / 5);
        let expected = [(0, first), (1, first), (2, first), (3, second), (4, second)];
        assert_eq!(*sent.lock().unwrap(), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_queue_that_is_closed_sends_what_waits_and_later_ones_go_at_once() {
        let (began, sent) = (Instant::now(), Sent::default());
        let (sender, queue) = AckQueue::new();
        let ack = |number| -> Arc<dyn Acknowledge> { Arc::new(Numbered(number, sent.clone())) };
        sender.ack(&ack(1)).await;
        queue.close().await;
        sender.ack(&ack(2)).await;
        assert_eq!(*sent.lock().unwrap(), [(1, began), (2, began)]);
    }
}
