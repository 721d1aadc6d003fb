//! Tests of readers of durable consumers.

use tokio::sync::mpsc;

use super::*;
use crate::{memory_broker::MemoryBroker, numbers::subject};

const SPEC: ConsumerSpec = ConsumerSpec { stream: Stream::Input, name: "reader" };

/// GAME may have lost what follows from messages that are acknowledged, and nothing new comes.
#[tokio::test(start_paused = true)]
async fn a_new_connection_is_noticed_although_nothing_is_delivered_on_it() {
    let broker = MemoryBroker::default();
    broker.deliver_nothing();
    let (log, stopping) = (broker.log(), CancellationToken::new());
    let mut losses = log.losses();
    let reading = read_all(&log, SPEC, stopping.clone(), |_delivery| async {});
    let wait = async {
        for _connection in 0..3 {
            let noticed = tokio::time::timeout(Duration::from_secs(60), losses.changed());
            noticed.await.expect("it is noticed").unwrap();
            broker.reconnect();
        }
        stopping.cancel();
    };
    tokio::join!(wait, reading);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_lacks_messages_in_its_midst_is_read_on_while_none_is_acknowledged() {
    let broker = MemoryBroker::default();
    for number in 1..=9 {
        broker.write(&subject(1), number).await;
    }
    for lost in [3, 6, 7] {
        broker.remove(Stream::Input, lost);
    }
    let (hand_over, mut handed_over) = mpsc::channel(10);
    let (log, stopping) = (broker.log(), CancellationToken::new());
    let reading = read_all(&log, SPEC, stopping.clone(), |delivery| {
        let hand_over = hand_over.clone();
        async move { hand_over.send(delivery).await.unwrap() }
    });
    let wait = async {
        let mut kept = Vec::new();
        while kept.len() < 6 {
            kept.push(handed_over.recv().await.unwrap());
        }
        stopping.cancel();
        kept
    };
    let in_time =
        async { tokio::time::timeout(Duration::from_secs(60), wait).await.expect("it reads on") };
    let (kept, ()) = tokio::join!(in_time, reading);
    let sequences: Vec<u64> = kept.iter().map(Delivery::sequence).collect();
    assert_eq!(sequences, [1, 2, 4, 5, 8, 9]);
}

#[tokio::test(start_paused = true)]
async fn a_message_of_a_newer_schema_is_left_and_nothing_is_acknowledged_after_it() {
    let broker = MemoryBroker::default();
    for number in [5, 6] {
        broker.write(&subject(1), number).await;
    }
    broker.write_newer(&subject(1));
    broker.write(&subject(2), 7).await;
    let (hand_over, mut handed_over) = mpsc::channel(10);
    read_all(&broker.log(), SPEC, CancellationToken::new(), |delivery| {
        let hand_over = hand_over.clone();
        async move {
            if delivery.sequence() == 1 {
                delivery.ack().await;
            }
            hand_over.send(delivery).await.unwrap();
        }
    })
    .await;
    drop(hand_over);
    let mut sequences = Vec::new();
    while let Some(delivery) = handed_over.recv().await {
        delivery.ack().await;
        sequences.push(delivery.sequence());
    }
    assert_eq!((sequences, broker.acknowledged()), (vec![1, 2], vec![1]));
}
