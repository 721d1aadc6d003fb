//! Tests of tournaments that are forgotten, and read again on demand.

use proto::{
    subject::Stream,
    v1::{ListDecisionsRequest, ListTournamentsRequest},
};
use runtime::{BlockingPool, Categorize as _, ErrorCategory, MemoryBroker};
use tonic::Status;
use tournament::PlayerId;

use super::*;
use crate::{error::Error, tournaments::Tournaments};

fn key(number: u32) -> TournamentKey {
    let tournament = format!("t{number:02}").parse().unwrap();
    TournamentKey { venue: "main".parse().unwrap(), tournament }
}

#[tokio::test(start_paused = true)]
async fn unused_tournaments_are_forgotten_listed_and_read_again() {
    let broker = MemoryBroker::default();
    let (tournaments, _opened) = Tournaments::new(broker.log(), 20);
    for number in 1..=20 {
        let create = created(Format::Manual);
        tournaments.execute(&key(number), create, Author::SYSTEM, None, None).await.unwrap();
    }
    let list = || tournaments.listing().page(&ListTournamentsRequest::default()).unwrap();
    let (before, seventh) = (list(), tournaments.get(&key(7)).await.unwrap());
    assert_eq!(before.tournaments.len(), 20);
    tournaments.forget_unused();
    assert_eq!(tournaments.len(), 20);

    let watched = tournaments.watch(&key(3)).await.unwrap();
    tournaments.forget_unused();
    tournaments.forget_unused();
    assert_eq!((tournaments.len(), list()), (1, before.clone()));
    assert!(watched.has_changed().is_ok());
    let again = tournaments.get(&key(7)).await.unwrap();
    assert_eq!((again.state(), again.version()), (seventh.state(), seventh.version()));
    let enter = Command::Enter { entry: Entry::named("Anna") };
    tournaments.execute(&key(9), enter, Author::SYSTEM, None, None).await.unwrap();
    let players: Vec<u32> = list().tournaments.iter().map(|entry| entry.players).collect();
    assert_eq!((players[8], players.iter().sum()), (1, 1));
    drop(watched);
    tournaments.forget_unused();
    tournaments.forget_unused();
    assert_eq!(tournaments.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_venue_has_a_limited_number_of_tournaments_that_were_not_begun() {
    let broker = MemoryBroker::default();
    let (tournaments, _opened) = Tournaments::new(broker.log(), 2);
    let create = async |key: &TournamentKey| {
        tournaments.execute(key, created(Format::Manual), Author::SYSTEM, None, None).await
    };
    create(&key(1)).await.unwrap();
    create(&key(2)).await.unwrap();
    let refused = create(&key(3)).await.unwrap_err();
    assert!(matches!(refused, Error::TooManyUnpaired { max: 2, .. }), "{refused}");
    assert_eq!(refused.category(), ErrorCategory::Precondition);
    // A repeat is no further tournament, and another venue has its own limit.
    create(&key(1)).await.unwrap();
    create(&TournamentKey { venue: "other".parse().unwrap(), ..key(3) }).await.unwrap();

    let execute = async |command| {
        tournaments.execute(&key(1), command, Author::SYSTEM, None, None).await.unwrap();
    };
    for name in ["Anne", "Bea"] {
        execute(Command::Enter { entry: Entry::named(name) }).await;
    }
    let (white, black) = (PlayerId::new(1).unwrap(), PlayerId::new(2).unwrap());
    let pairs = vec![(white.into(), black.into())];
    execute(Command::PairByHand { round: RoundNumber::FIRST, pairs, byes: Vec::new() }).await;
    create(&key(3)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_was_never_played_is_deleted_and_gives_its_place_back() {
    let broker = MemoryBroker::default();
    let [tournaments, other] = [(); 2].map(|()| Tournaments::new(broker.log(), 1).0);
    let execute = async |number: u32, command: Command| {
        tournaments.execute(&key(number), command, Author::SYSTEM, None, None).await
    };
    execute(1, created(Format::Manual)).await.unwrap();
    let full = execute(2, created(Format::Manual)).await.unwrap_err();
    assert!(matches!(full, Error::TooManyUnpaired { .. }), "{full}");
    let delete = || Command::Delete { reason: "entered twice".to_owned() };
    for _repeat in 0..2 {
        execute(1, delete()).await.unwrap();
    }
    // Another replica has seen what led to it, and hears of it.
    for stored in broker.stored(Stream::Tournament) {
        other.apply(&LogEntry::read(stored).unwrap()).await.unwrap();
    }
    for replica in [&tournaments, &other] {
        let list = replica.listing().page(&ListTournamentsRequest::default()).unwrap();
        assert!(list.tournaments.is_empty(), "{list:?}");
        let unknown = replica.get(&key(1)).await.unwrap_err();
        assert_eq!(unknown.category(), ErrorCategory::NotFound, "{unknown}");
        assert!(replica.watch(&key(1)).await.is_err());
    }
    let again = execute(1, created(Format::Manual)).await.unwrap_err();
    assert!(Status::from(again).message().contains("another id"));
    execute(2, created(Format::Manual)).await.unwrap();
    // The log still tells who deleted it.
    let request = ListDecisionsRequest { language: "en".to_owned(), ..Default::default() };
    let told =
        crate::decisions::list(&tournaments, &BlockingPool::new(), key(1), &request).await.unwrap();
    let last = told.decisions.last().and_then(|decision| decision.events.last()).unwrap();
    assert_eq!(last.text, "the tournament is deleted: entered twice");
}
