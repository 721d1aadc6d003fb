use proto::{NEWEST_SCHEMA, subject::Stream};

use super::*;
use crate::{
    error_chain,
    memory_broker::MemoryBroker,
    numbers::{LooseNumbers, Numbers, number, subject},
};

/// A record with a gap is read over, and written on, by two writers alike; one whose last
/// message cannot be read, too.
#[tokio::test(start_paused = true)]
async fn a_record_that_may_be_read_over_is_folded_over_gaps_and_garbage_and_written_on() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    for number in 1..=4 {
        broker.write(&subject(1), number).await;
    }
    broker.remove(Stream::Input, 2);
    broker.store_as_is(&subject(1), Bytes::from_static(&[0xff; 9]));
    let strict = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap_err();
    assert!(matches!(strict, LedgerError::Broken { sequence: 3, version: 1, .. }), "{strict}");

    let mut ledger = Ledger::<LooseNumbers>::load(&log, subject(1)).await.unwrap();
    assert_eq!((&ledger.state().0.0[..], ledger.damaged_at()), (&[1, 3, 4][..], Some(3)));
    assert!(!ledger.catch_up(&log).await.unwrap(), "nothing has come");
    ledger.commit(&log, &[number(6)], None, None, Duration::from_secs(1)).await.unwrap();
    let mut other = Ledger::<LooseNumbers>::load(&log, subject(1)).await.unwrap();
    assert_eq!((&other.state().0.0[..], other.version()), (&[1, 3, 4, 6][..], 6));
    other.commit(&log, &[number(7)], None, None, Duration::from_secs(1)).await.unwrap();
    ledger.catch_up(&log).await.unwrap();
    assert_eq!((&ledger.state().0.0[..], ledger.damaged_at()), (&[1, 3, 4, 6, 7][..], Some(3)));
    broker.write_newer(&subject(1));
    assert!(ledger.catch_up(&log).await.is_err(), "no message of a newer program is read over");
}

#[tokio::test(start_paused = true)]
async fn a_history_that_nats_cannot_give_is_given_up_and_one_that_it_can_is_waited_for() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    broker.write(&subject(1), 5).await;
    broker.write(&subject(2), 6).await;
    broker.withhold(&subject(1), true);
    let given_up = Ledger::<Numbers>::reload(&log, &subject(1)).await.unwrap_err();
    assert!(matches!(given_up, LedgerError::Read(_)), "{given_up}");
    broker.withhold(&subject(1), false);
    broker.fail_reads(50);
    let ledger = Ledger::<Numbers>::reload(&log, &subject(1)).await.unwrap();
    assert_eq!(ledger.state(), &Numbers(vec![5]));
    // A copy is read fourteen times at each attempt, and is behind for more than five attempts.
    broker.write(&subject(2), 7).await;
    broker.set_behind(14 * 20);
    let ledger = Ledger::<Numbers>::reload(&log, &subject(2)).await.unwrap();
    assert_eq!(ledger.state(), &Numbers(vec![6, 7]));
}

#[tokio::test(start_paused = true)]
async fn a_lost_end_is_noted_although_what_follows_cannot_be_read() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    for number in 1..=3 {
        broker.write(&subject(1), number).await;
    }
    let mut ledger = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
    let mut loose = Ledger::<LooseNumbers>::load(&log, subject(1)).await.unwrap();
    broker.set_back(Stream::Input, 1);
    broker.store_as_is(&subject(1), Bytes::from_static(&[0xff; 9]));
    let losses = log.losses();
    for _again in 0..3 {
        let error = ledger.catch_up(&log).await.unwrap_err();
        assert!(matches!(error, LedgerError::Unreadable(_)), "{error}");
        assert_eq!((*losses.borrow(), ledger.histories()), (1, 1), "noted once");
    }
    assert_eq!(ledger.state(), &Numbers(vec![1]));
    // An aggregate that reads over damage has the rest at once.
    let log = broker.log();
    assert!(loose.catch_up(&log).await.unwrap());
    assert_eq!((&loose.state().0.0[..], loose.damaged_at()), (&[1][..], Some(2)));
    assert_eq!((*log.losses().borrow(), loose.histories()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_missing_after_what_is_known_is_no_other_history() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    broker.write(&subject(1), 1).await;
    let mut ledger = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
    broker.write(&subject(1), 2).await;
    broker.write(&subject(1), 3).await;
    broker.remove(Stream::Input, 2);
    for _again in 0..3 {
        let error = ledger.catch_up(&log).await.unwrap_err();
        assert!(matches!(error, LedgerError::Broken { sequence: 3, version: 1, .. }), "{error}");
        assert_eq!((*log.losses().borrow(), ledger.histories()), (0, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn after_messages_that_cannot_be_read_no_version_is_used_again() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    for number in 1..=3 {
        broker.write(&subject(1), number).await;
    }
    for _ in 0..2 {
        broker.store_as_is(&subject(1), Bytes::from_static(&[0xff; 9]));
    }
    let mut ledger = Ledger::<LooseNumbers>::load(&log, subject(1)).await.unwrap();
    assert_eq!(ledger.version(), 5);
    ledger.commit(&log, &[number(6)], None, None, Duration::from_secs(1)).await.unwrap();
    let last = log.last_entry(&subject(1)).await.unwrap().unwrap();
    assert_eq!((last.version, last.sequence), (6, 6));
    broker.store_as_is(&subject(1), Bytes::from_static(&[0xff; 9]));
    ledger.catch_up(&log).await.unwrap();
    assert_eq!((&ledger.state().0.0[..], ledger.version()), (&[1, 2, 3, 6][..], 7));
}

/// Messages before the one without meaning are missing: no version is used again, and one that no
/// message of the stream can have is not believed.
#[tokio::test(start_paused = true)]
async fn a_record_without_meaning_is_told_and_read_over_as_one_that_cannot_be_read() {
    for (version, last) in [(4, 4), (2, 2), (1, 1), (0, 2), (5, 2), (u64::MAX, 2)] {
        let broker = MemoryBroker::default();
        let log = broker.log();
        for number in 1..=3 {
            broker.write(&subject(1), number).await;
        }
        broker.write_nonsense(&subject(1), version);
        broker.remove(Stream::Input, 2);
        broker.remove(Stream::Input, 3);
        let strict = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap_err();
        let LedgerError::Unreadable(unreadable) = &strict else { panic!("{strict}") };
        assert_eq!((unreadable.sequence, unreadable.is_newer()), (4, false));

        let mut ledger = Ledger::<LooseNumbers>::load(&log, subject(1)).await.unwrap();
        assert_eq!((&ledger.state().0.0[..], ledger.damaged_at()), (&[1][..], Some(4)));
        assert_eq!((ledger.version(), ledger.sequence()), (last, 4), "{version}");
        ledger.commit(&log, &[number(7)], None, None, Duration::from_secs(1)).await.unwrap();
        let mut other = Ledger::<LooseNumbers>::load(&log, subject(1)).await.unwrap();
        assert_eq!((&other.state().0.0[..], other.version()), (&[1, 7][..], last + 1));
        broker.write_nonsense(&subject(1), last + 2);
        assert!(other.catch_up(&log).await.unwrap());
        assert_eq!((&other.state().0.0[..], other.version()), (&[1, 7][..], last + 2));
        assert_eq!(other.damaged_at(), Some(4), "the first");
    }
}

/// The messages before the newer one fill more than a page, so that the damage is found first.
#[tokio::test(start_paused = true)]
async fn a_message_of_a_newer_program_behind_damage_is_not_read_over() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    let mut ledger = Ledger::<Numbers>::new(subject(1));
    for number in (1..).map(number).take(PAGE_SIZE as usize + 10) {
        ledger.commit(&log, &[number], None, None, Duration::from_secs(1)).await.unwrap();
    }
    broker.remove(Stream::Input, 2);
    broker.write_newer(&subject(1));
    let error = Ledger::<LooseNumbers>::load(&broker.log(), subject(1)).await.unwrap_err();
    let LedgerError::Unreadable(newer) = &error else { panic!("{error}") };
    assert!(newer.is_newer(), "{error}");
}

#[tokio::test(start_paused = true)]
async fn an_entry_of_a_newer_schema_is_not_folded_and_told_with_its_place() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    broker.write(&subject(1), 5).await;
    let mut ledger = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
    broker.write_newer(&subject(1));
    let error = ledger.catch_up(&log).await.unwrap_err();
    assert_eq!(
        error_chain(&error),
        format!(
            "read input.main.kk-2026.r1-t1 at sequence 2: a newer program wrote it: its schema is {}, and \
             the newest known here is {NEWEST_SCHEMA}",
            NEWEST_SCHEMA + 1
        )
    );
    assert_eq!((ledger.version(), ledger.state()), (1, &Numbers(vec![5])));
    // Nobody reads past it.
    assert!(log.entries(&subject(1), 1).await.is_err());
    assert!(log.last_entry(&subject(1)).await.is_err());
    assert!(log.last_of_each_in(Stream::Input, &subject(1).tournament).await.is_err());
    assert!(log.newer().is_some());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_appended_to_a_message_that_has_the_sequence_of_a_lost_one() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    broker.write(&subject(1), 5).await;
    broker.write(&subject(1), 6).await;
    let mut ledger = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
    // The server lost its power, and another replica wrote first.
    broker.set_back(Stream::Input, 1);
    broker.reconnect();
    broker.write(&subject(1), 7).await;
    let committed = ledger.commit(&log, &[number(8)], None, None, Duration::from_secs(1)).await;
    assert!(matches!(committed, Err(AppendError::Conflict { .. })), "{committed:?}");
    ledger.catch_up(&log).await.unwrap();
    assert_eq!((ledger.state(), ledger.histories()), (&Numbers(vec![5, 7]), 1));
    ledger.commit(&log, &[number(8)], None, None, Duration::from_secs(1)).await.unwrap();
    assert_eq!(ledger.state(), &Numbers(vec![5, 7, 8]));
    let anew = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
    assert_eq!(anew.state(), ledger.state());
}

#[tokio::test(start_paused = true)]
async fn what_follows_on_the_last_message_is_appended_after_a_new_connection() {
    let broker = MemoryBroker::default();
    let log = broker.log();
    let mut ledger = Ledger::<Numbers>::new(subject(1));
    for (at, reads) in [(1, 0), (2, 1), (3, 2)] {
        for again in [at * 10, at * 10 + 1] {
            let patience = Duration::from_secs(1);
            ledger.commit(&log, &[number(again)], None, None, patience).await.unwrap();
            assert_eq!(broker.reads(), reads, "{again}");
        }
        broker.reconnect();
    }
    assert_eq!(ledger.state(), &Numbers(vec![10, 11, 20, 21, 30, 31]));
}
