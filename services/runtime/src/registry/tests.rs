use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::oneshot;

use super::*;

const IDLE: Duration = Duration::from_secs(60);

/// Adds up numbers; answers the sum at 0 and panics at -1.
struct Sum {
    sum: i64,
    deadline: Option<Timestamp>,
}

enum Message {
    Add(i64),
    Ask(oneshot::Sender<i64>),
    Panic,
    /// Handles this message until the sender is dropped.
    Wait(oneshot::Receiver<()>),
    WakeNow,
    WakeAfter(Duration),
}

impl Actor for Sum {
    type Message = Message;

    async fn handle(&mut self, message: Message) {
        match message {
            Message::Add(number) => self.sum += number,
            Message::Ask(answer) => drop(answer.send(self.sum)),
            Message::Panic => panic!("asked to"),
            Message::Wait(until) => drop(until.await),
            Message::WakeNow => self.deadline = Some(Timestamp::from_millis(0)),
            Message::WakeAfter(wait) => {
                self.deadline = Some(WallClock::system().now().saturating_add(wait));
            }
        }
    }

    fn deadline(&self) -> Option<Timestamp> {
        self.deadline
    }

    async fn on_deadline(&mut self) {
        self.sum += 1000;
        self.deadline = None;
    }
}

struct Sums {
    registry: Registry<u8, Sum>,
    tasks: Tasks,
    made: Arc<AtomicUsize>,
}

impl Sums {
    fn new(at_stop: AtStop) -> Self {
        let (tasks, made) = (Tasks::new(), Arc::new(AtomicUsize::new(0)));
        let config = RegistryConfig { idle: IDLE, inbox: 2, at_stop };
        let count = Arc::clone(&made);
        let registry = Registry::new(tasks.clone(), config, move |_key| {
            count.fetch_add(1, Ordering::Relaxed);
            Sum { sum: 0, deadline: None }
        });
        Self { registry, tasks, made }
    }

    async fn send(&self, key: u8, message: Message) {
        self.registry.send(&key, message).await.unwrap();
    }

    async fn ask(&self, key: u8) -> i64 {
        let (tell, told) = oneshot::channel();
        self.send(key, Message::Ask(tell)).await;
        told.await.unwrap()
    }

    fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }
}

#[tokio::test(start_paused = true)]
async fn each_key_has_one_actor_which_handles_messages_in_order() {
    let sums = Sums::new(AtStop::Drain);
    for number in 1..=100 {
        sums.send(1, Message::Add(number)).await;
    }
    sums.send(2, Message::Add(7)).await;
    assert_eq!((sums.ask(1).await, sums.ask(2).await), (5050, 7));
    assert_eq!((sums.made(), sums.registry.len()), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_was_idle_gives_its_memory_back_and_is_made_anew_when_needed() {
    let sums = Sums::new(AtStop::Drain);
    sums.send(1, Message::Add(1)).await;
    tokio::time::sleep(2 * IDLE).await;
    assert!(sums.registry.is_empty());
    assert_eq!((sums.ask(1).await, sums.made()), (0, 2));
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_waits_for_its_deadline_is_not_idle() {
    let sums = Sums::new(AtStop::Drain);
    sums.send(1, Message::WakeAfter(3 * IDLE)).await;
    tokio::time::sleep(2 * IDLE).await;
    assert_eq!(sums.registry.len(), 1);
    tokio::time::sleep(3 * IDLE).await;
    assert!(sums.registry.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_panics_is_replaced() {
    let sums = Sums::new(AtStop::Drain);
    sums.send(1, Message::Panic).await;
    tokio::task::yield_now().await;
    assert!(sums.registry.is_empty());
    sums.send(1, Message::Add(3)).await;
    assert_eq!((sums.ask(1).await, sums.made()), (3, 2));
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_makes_senders_wait_and_no_other_key() {
    let sums = Sums::new(AtStop::Drain);
    let (go_on, wait) = oneshot::channel();
    sums.send(1, Message::Wait(wait)).await;
    for _ in 0..3 {
        // One may be taken out of the inbox before the one that waits is handled.
        let sent = sums.send(1, Message::Add(1));
        drop(tokio::time::timeout(Duration::from_secs(1), sent).await);
    }
    let sent = tokio::time::timeout(IDLE, sums.send(1, Message::Add(100))).await;
    assert!(sent.is_err());
    assert_eq!(sums.ask(2).await, 0);
    drop(go_on);
    assert_eq!((sums.ask(1).await, sums.made()), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn a_notice_makes_no_actor_and_one_too_many_replaces_it() {
    let sums = Sums::new(AtStop::Drain);
    sums.registry.notify(&1, || Message::Add(1));
    assert!(sums.registry.is_empty());
    let (go_on, wait) = oneshot::channel();
    sums.send(1, Message::Wait(wait)).await;
    tokio::task::yield_now().await;
    for _ in 0..3 {
        sums.registry.notify(&1, || Message::Add(1));
    }
    drop(go_on);
    // The first one ends, and its successor begins with what the log has: here, nothing.
    assert_eq!((sums.ask(1).await, sums.made()), (0, 2));
    tokio::task::yield_now().await;
    assert_eq!(sums.registry.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_successor_of_an_actor_that_missed_a_message_is_made_when_the_other_has_ended() {
    let sums = Sums::new(AtStop::Drain);
    let (go_on, wait) = oneshot::channel();
    let (tell, told) = oneshot::channel();
    sums.send(1, Message::Wait(wait)).await;
    tokio::task::yield_now().await;
    sums.send(1, Message::Ask(tell)).await;
    for _ in 0..2 {
        sums.registry.notify(&1, || Message::Add(1));
    }
    // The first one is still at work while messages come to the second, which takes its turn.
    let mut asked = Box::pin(sums.ask(1));
    assert!(tokio::time::timeout(IDLE / 2, &mut asked).await.is_err());
    assert_eq!((sums.made(), sums.registry.len()), (1, 1));
    drop(go_on);
    assert_eq!((told.await, asked.await, sums.made()), (Ok(0), 0, 2));
    tokio::time::sleep(2 * IDLE).await;
    assert!(sums.registry.is_empty());
}

#[tokio::test(start_paused = true)]
async fn each_of_several_successors_waits_for_the_one_before() {
    let sums = Sums::new(AtStop::Drain);
    let mut go_on = Vec::new();
    for made in 0..3 {
        let (tell, wait) = oneshot::channel();
        go_on.push(tell);
        sums.send(1, Message::Wait(wait)).await;
        for _ in 0..3 {
            sums.registry.notify(&1, || Message::Add(1));
            tokio::task::yield_now().await;
        }
        assert_eq!(sums.made(), 1, "after {made} successors");
    }
    for (made, tell) in (1..).zip(go_on) {
        assert_eq!(sums.made(), made);
        drop(tell);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!((sums.ask(1).await, sums.made()), (0, 4));
}

#[tokio::test(start_paused = true)]
async fn a_deadline_has_its_turn_after_the_messages_that_have_arrived() {
    let sums = Sums::new(AtStop::Drain);
    sums.send(1, Message::WakeNow).await;
    assert_eq!(sums.ask(1).await, 0);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(sums.ask(1).await, 1000);
}

/// Stops while two messages wait behind one that is being handled; answers whether they were
/// handled.
async fn stop_with_messages(at_stop: AtStop) -> bool {
    let sums = Sums::new(at_stop);
    let (go_on, wait) = oneshot::channel();
    let (tell, told) = oneshot::channel();
    sums.send(1, Message::Wait(wait)).await;
    tokio::task::yield_now().await;
    sums.send(1, Message::Add(1)).await;
    sums.send(1, Message::Ask(tell)).await;
    sums.tasks.stopping().cancel();
    drop(go_on);
    assert!(sums.tasks.stop(IDLE).await);
    assert_eq!(sums.registry.send(&1, Message::Add(1)).await, Err(Stopped));
    told.await.is_ok()
}

#[tokio::test(start_paused = true)]
async fn at_a_stop_what_waits_is_handled_or_dropped_as_configured() {
    assert!(stop_with_messages(AtStop::Drain).await);
    assert!(!stop_with_messages(AtStop::Drop).await);
}
