//! The points ranking of appendix 4: club events, promotion over years, the best season.

use tournament::season::{
    Class, ClubEvent, Season, best_season, career, career_ranking, club_event_of_swiss,
    points_ranking,
};

#[test]
fn appendix_4_points_of_a_club_event() {
    for (players, places) in [
        (1, vec![0]),
        (2, vec![2, 0]),
        (3, vec![2, 0, 0]),
        (4, vec![2, 1, 0, 0]),
        (6, vec![2, 1, 0]),
    ] {
        let points: Vec<_> =
            (1..).take(places.len()).map(|place| ClubEvent { players, place }.points()).collect();
        assert_eq!(points, places, "{players} players");
    }
    let order = [
        ("a", 1, Class::First),
        ("b", 2, Class::Third),
        ("c", 3, Class::First),
        ("d", 3, Class::Third),
        ("e", 5, Class::First),
    ];
    let placed = |player, players, place| (player, ClubEvent { players, place });
    assert_eq!(
        club_event_of_swiss(&order),
        [
            placed("a", 3, 1),
            placed("b", 2, 1),
            placed("c", 3, 2),
            placed("d", 2, 2),
            placed("e", 3, 3)
        ]
    );
}

fn championships(places: &[u32]) -> Vec<Season> {
    let season = |place: &u32| Season {
        club_events: Vec::new(),
        championship_place: (*place > 0).then_some(*place),
    };
    places.iter().map(season).collect()
}

#[test]
fn appendix_4_promotion_needs_more_than_the_maximum_of_four_years() {
    let third = |places: &[u32]| points_ranking(Class::Third, &championships(places)).is_promoted;
    assert!(!third(&[1, 3, 1]), "4 + 2 + 4 is the maximum of 10");
    assert!(third(&[1, 3, 4, 1]), "11 exceeds it");
    assert!(!third(&[1, 0, 0, 3, 1]), "the first of five years counts no more");
    for (class, most) in
        [(Class::Third, Some(10)), (Class::Second, Some(14)), (Class::First, Some(18))]
    {
        assert_eq!(class.points_max(), most);
    }
    for class in [Class::Ha, Class::Ek] {
        let ranking = points_ranking(class, &championships(&[1, 1, 1, 1, 1]));
        assert_eq!((ranking.total, ranking.last_four, ranking.is_promoted), (20, 16, false));
    }
}

#[test]
fn appendix_4_after_promotion_the_total_begins_at_0() {
    let years = career(Class::Third, &championships(&[1, 1, 2, 1, 1, 1, 1, 1]));
    let shown: Vec<_> = years
        .iter()
        .map(|year| (year.class.id(), year.season_points, year.total, year.next_class.id()))
        .collect();
    assert_eq!(
        shown,
        [
            ("3", 4, 4, "3"),
            ("3", 4, 8, "3"),
            ("3", 3, 11, "2"),
            ("2", 4, 4, "2"),
            ("2", 4, 8, "2"),
            ("2", 4, 12, "2"),
            ("2", 4, 16, "1"),
            ("1", 4, 4, "1"),
        ]
    );
}

#[test]
fn appendix_4_five_years_without_a_point_allow_a_lower_class() {
    let may = |class, years| points_ranking(class, &vec![Season::default(); years]).may_go_down;
    for class in [Class::Second, Class::First, Class::Ha] {
        assert!(!may(class, 4) && may(class, 5) && may(class, 6), "{class}");
    }
    assert!(!may(Class::Third, 5) && !may(Class::Ek, 5));
    let ranking = points_ranking(Class::Ha, &championships(&[4, 0, 0, 0, 0]));
    assert!(!ranking.may_go_down);
}

#[test]
fn appendix_4_only_years_in_the_class_of_the_last_year_allow_a_lower_one() {
    // Promoted to the second class after the third year; five years without a point follow.
    let years = championships(&[1, 1, 2, 0, 0, 0, 0, 0]);
    let ranking = career_ranking(Class::Third, &years);
    assert_eq!((ranking.season_points.len(), ranking.may_go_down), (5, true));
    assert!(!career_ranking(Class::Third, &years[..7]).may_go_down);
    assert!(career_ranking(Class::Ha, &[]).season_points.is_empty());
}

#[test]
fn appendix_4_the_best_season_is_of_all_classes() {
    assert_eq!(best_season(&[("a", 4), ("b", 9), ("c", 9)]), ["b", "c"]);
    assert_eq!(best_season(&[("a", 0)]), Vec::<&str>::new());
}
