//! Tests of the tournaments in use.

use proto::subject::GameId;
use runtime::MemoryBroker;
use tournament::{Event, Schedule, Settings, regulation::Format};

use super::*;

fn key(number: u32) -> TournamentKey {
    let tournament = format!("t{number}").parse().unwrap();
    TournamentKey { venue: "main".parse().unwrap(), tournament }
}

/// Returns a log with tournaments, each with a device at its first table.
async fn broker(tournaments: u32) -> MemoryBroker {
    let broker = MemoryBroker::default();
    for number in 1..=tournaments {
        let format = Format::Table(Schedule::Berger);
        let control = "80m + 60s".parse().unwrap();
        let settings = Settings::plain("Demo", draughts::RuleSet::Frisian, control, format);
        let created = Event::Created { settings: Box::new(settings) };
        let log = Subject::log(&key(number));
        broker.append::<Tournament>(&log, &[created], None).await.unwrap();
    }
    broker
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(1)
}

fn tablet() -> DeviceId {
    DeviceId::new("tablet").unwrap()
}

async fn assign(tournaments: &Tournaments, number: u32) -> Result<(), Error> {
    let command = SeatCommand::Claim {
        device: tablet(),
        seat: Seat::White(1),
        at: draughts::Timestamp::from_millis(1),
    };
    tournaments.change(&key(number), &tablet(), &command, soon()).await
}

#[tokio::test(start_paused = true)]
async fn tournaments_that_nobody_asks_for_are_forgotten_and_read_again() {
    let broker = broker(20).await;
    let tournaments = Tournaments::new(broker.log(), Watchers::default());
    for number in 1..=20 {
        assign(&tournaments, number).await.unwrap();
    }
    assert_eq!(tournaments.forget_unused(), 0);
    let seat = tournaments.seat(&key(7), &tablet(), soon()).await.unwrap();
    assert_eq!(tournaments.forget_unused(), 19);
    assert_eq!((tournaments.tournaments.all().len(), tournaments.seats.all().len()), (1, 1));
    assert_eq!(tournaments.seat(&key(8), &tablet(), soon()).await.unwrap(), seat);
}

#[tokio::test(start_paused = true)]
async fn a_change_of_seats_by_another_replica_is_seen_before_a_device_is_refused() {
    let broker = broker(1).await;
    let [first, second] = [(); 2].map(|()| Tournaments::new(broker.log(), Watchers::default()));
    let unknown = second.seat(&key(1), &tablet(), soon()).await;
    let is_unknown = matches!(
        unknown,
        Err(Error::Seat { refusal: live_game::table::SeatRefusal::UnknownDevice, .. })
    );
    assert!(is_unknown, "{unknown:?}");
    assign(&first, 1).await.unwrap();
    let seat = second.seat(&key(1), &tablet(), soon()).await.unwrap();
    assert_eq!(seat, Seat::White(1));
    let unknown = second.seat(&key(2), &tablet(), soon()).await;
    assert!(matches!(unknown, Err(Error::UnknownTournament(_))), "{unknown:?}");
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_the_log_has_lost_is_unknown() {
    let broker = broker(1).await;
    let tournaments = Tournaments::new(broker.log(), Watchers::default());
    assign(&tournaments, 1).await.unwrap();
    assert_eq!(tournaments.tables(&key(1), soon()).await.unwrap().len(), 1);
    broker.set_back(Stream::Tournament, 0);
    let game = key(1).game(GameId::new(1, 1).unwrap());
    let admitted = tournaments.admit(&game, &tablet(), InputKind::Move, soon()).await;
    assert!(matches!(admitted, Err(Error::UnknownTournament(_))), "{admitted:?}");
    let tables = tournaments.tables(&key(1), soon()).await;
    assert!(matches!(tables, Err(Error::UnknownTournament(_))), "{tables:?}");
    let games = tournaments.open_games(&key(1), 1, soon()).await;
    assert!(matches!(games, Err(Error::UnknownTournament(_))), "{games:?}");
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_was_deleted_is_unknown() {
    let broker = broker(1).await;
    let tournaments = Tournaments::new(broker.log(), Watchers::default());
    assign(&tournaments, 1).await.unwrap();
    let deleted = [Event::Deleted { reason: String::new() }];
    broker.append::<Tournament>(&Subject::log(&key(1)), &deleted, None).await.unwrap();
    let tables = tournaments.tables(&key(1), soon()).await;
    assert!(matches!(tables, Err(Error::UnknownTournament(_))), "{tables:?}");
    let assigned = assign(&tournaments, 1).await;
    assert!(matches!(assigned, Err(Error::UnknownTournament(_))), "{assigned:?}");
}
