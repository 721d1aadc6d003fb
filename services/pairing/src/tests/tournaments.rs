//! Tests of tournaments that are forgotten, and read again on demand.

use proto::v1::ListTournamentsRequest;
use runtime::MemoryBroker;

use super::*;
use crate::tournaments::Tournaments;

fn key(number: u32) -> TournamentKey {
    let tournament = format!("t{number:02}").parse().unwrap();
    TournamentKey { venue: "main".parse().unwrap(), tournament }
}

#[tokio::test(start_paused = true)]
async fn unused_tournaments_are_forgotten_listed_and_read_again() {
    let broker = MemoryBroker::default();
    let tournaments = Tournaments::new(broker.log());
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
