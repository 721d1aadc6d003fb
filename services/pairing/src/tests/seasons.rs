//! Tests of calls about finished tournaments.

use proto::v1::{
    FinalOrder, PlaceEightsRequest, PointsClass, PointsEvent, PointsPlayer, PointsSeason,
    RankPointsRequest, TournamentRef,
};
use tonic::{Code, Status};

use super::{Log, WHITE, open_round, record};
use crate::grpc::seasons::{self, Named};

/// Returns the tournament of a log as the only one that a request names.
fn named(log: &Log) -> (TournamentRef, Named) {
    let key = log.subject.tournament.clone();
    let reference = (&key).into();
    (reference, Named([(key, log.snapshot())].into()))
}

#[test]
fn appendix_4_points_are_given_once_the_tournament_is_over() {
    let mut log = open_round();
    let asked = |log: &Log| {
        let (tournament, named) = named(log);
        let event = PointsEvent { tournament: Some(tournament), ..Default::default() };
        let season = PointsSeason { club_events: vec![event.clone()], championship: Some(event) };
        let mut players = ["A", "B"].map(|name| PointsPlayer {
            name: name.to_owned(),
            seasons: vec![season.clone()],
            ..Default::default()
        });
        players.iter_mut().for_each(|player| player.set_class(PointsClass::Third));
        let request = RankPointsRequest { players: players.to_vec(), language: String::new() };
        seasons::points(request, &named)
    };
    let status = Status::from(asked(&log).unwrap_err());
    assert_eq!(
        (status.code(), status.message()),
        (Code::FailedPrecondition, "Friesland: it is not over")
    );
    log.execute(&record(WHITE), None);
    let answer = asked(&log).unwrap();
    let points: Vec<_> = answer.players.iter().map(|one| one.years[0].season_points).collect();
    // 2 WP and 4 KP for the first, 3 KP for the second.
    assert_eq!((points, answer.best), (vec![6, 3], vec!["A".to_owned()]));
}

#[test]
fn a_final_order_needs_a_finished_tournament() {
    let log = open_round();
    let (tournament, named) = named(&log);
    let of_log = || Some(FinalOrder { tournament: Some(tournament.clone()), ..Default::default() });
    let request = PlaceEightsRequest { kk: of_log(), ..Default::default() };
    let status = Status::from(seasons::eights(request, &named).unwrap_err());
    assert_eq!(
        (status.code(), status.message()),
        (Code::FailedPrecondition, "Friesland: it is not over")
    );
}
