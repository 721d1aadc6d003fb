use super::*;
use crate::{error::ReadFailure, memory_broker::MemoryBroker};

#[tokio::test(start_paused = true)]
async fn a_copy_that_is_behind_is_asked_again_until_it_has_what_the_leader_has() {
    let broker = MemoryBroker::default();
    let subject: Subject = "game.main.kk-2026.r1-t1".parse().unwrap();
    let log = broker.log();
    for sequence in 0..3 {
        let payload = Bytes::from(format!("{sequence}"));
        log.append(&subject, &sequence.to_string(), sequence, payload, Duration::ZERO)
            .await
            .unwrap();
    }
    broker.set_behind(5);
    // None of these is an envelope; it is their number that counts.
    assert_eq!(log.entries(&subject, 1).await.unwrap().len(), 3);
    broker.set_behind(5);
    assert_eq!(log.entries(&subject, 3).await.unwrap().len(), 1);
    assert!(log.entries(&subject, 4).await.unwrap().is_empty());
    let mut taken = Vec::new();
    let take_two = |entry| {
        taken.push(sequence(&entry));
        if taken.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    log.for_each(&subject, 1, take_two).await.unwrap();
    assert_eq!(taken, [1, 2]);
    broker.set_behind(usize::MAX);
    let error = log.entries(&subject, 1).await.unwrap_err();
    let LedgerError::Read(error) = error else { panic!("{error}") };
    assert!(matches!(error.reason, ReadFailure::Behind { sequence: 3 }), "{error}");
}
