//! Next year's eights and groups of clubs, and the points ranking.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tournament::season::{
    Absence, Class, ClubEvent, ClubSeason, EightPlace, EightsNext, EightsSeason, Filling, Season,
    clubs_next, eights_next, points_ranking, separate,
};

/// Returns the computed cases of a kind, which must exist.
#[track_caller]
fn cases(kind: &str) -> Vec<Value> {
    let all = test_data::json_lines("standings/cases.jsonl").into_iter();
    all.filter(|case| case["kind"] == kind).collect()
}

#[track_caller]
fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

#[track_caller]
fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn ids(places: &[Option<EightPlace<u32>>]) -> Vec<Option<u32>> {
    places.iter().map(|place| place.as_ref().map(|place| place.player)).collect()
}

#[test]
fn the_eights_agree_with_the_computed_ones() {
    let cases = cases("achttallen_next");
    assert_eq!(cases.len(), 5);
    for case in cases {
        let of = |field: &str| numbers(&case["input"][field]);
        let next = eights_next(&EightsSeason {
            kk: of("KK"),
            haa: of("HAA"),
            rhaa: of("RHAA"),
            ha: of("HA"),
            declined: of("HA_declined"),
            absent: Vec::new(),
        })
        .unwrap();
        let shown = json!({
            "KK": ids(&next.kk),
            "HAA": ids(&next.haa),
            "RHAA": ids(&next.rhaa),
            "to_HA": next.to_ha,
        });
        assert_eq!(shown, case["expected"], "{}", case["case"]);
    }
}

#[test]
fn a_art_2_ek_is_kk_and_haa_and_the_four_highest_of_rhaa_and_the_others_may_choose() {
    let eight = |from: u32| (from..from + 8).collect::<Vec<_>>();
    let next = eights_next(&EightsSeason {
        kk: eight(1),
        haa: eight(11),
        rhaa: eight(21),
        ha: vec![31, 32],
        declined: Vec::new(),
        absent: Vec::new(),
    })
    .unwrap();
    let (ek, may_choose) = next.ek();
    assert_eq!(ek, [1, 2, 3, 4, 5, 6, 11, 12, 7, 8, 13, 14, 15, 16, 21, 22, 17, 18, 23, 24]);
    assert_eq!(may_choose, [25, 26, 31, 32]);
}

#[test]
fn the_groups_of_clubs_agree_with_the_computed_ones() {
    let cases = cases("clubs_next");
    assert_eq!(cases.len(), 5);
    for case in cases {
        let groups = case["input"]["groups"].as_array().unwrap().iter().map(numbers).collect();
        let season = ClubSeason { groups, ..ClubSeason::default() };
        let next = json!({ "groups": clubs_next(&season).unwrap() });
        assert_eq!(next, case["expected"], "{}", case["case"]);
    }
}

#[test]
fn the_points_agree_with_the_computed_ones() {
    let cases = cases("points_ranking");
    assert_eq!(cases.len(), 10);
    for case in cases {
        let class = Class::from_id(case["input"]["class"].as_str().unwrap()).unwrap();
        let season = |season: &Value| Season {
            club_events: season["wp"]
                .as_array()
                .unwrap()
                .iter()
                .map(|event| ClubEvent { players: number(&event[0]), place: number(&event[1]) })
                .collect(),
            championship_place: season["kp_place"].as_u64().map(|_| number(&season["kp_place"])),
        };
        let seasons: Vec<Season> =
            case["input"]["seasons"].as_array().unwrap().iter().map(season).collect();
        let ranking = points_ranking(class, &seasons);
        let shown = json!({
            "SP": ranking.season_points,
            "TP": ranking.total,
            "last4": ranking.last_four,
            "promoted": ranking.is_promoted,
            "may_go_down": ranking.may_go_down,
        });
        assert_eq!(shown, case["expected"], "{}", case["case"]);
    }
}

/// Returns KK 11 to 18, HAA 21 to 28, RHAA 31 to 38, HA 41 to 46, each in final order.
fn season(declined: &[u32], absent: &[(u32, Absence)]) -> EightsSeason<u32> {
    EightsSeason {
        kk: (11..=18).collect(),
        haa: (21..=28).collect(),
        rhaa: (31..=38).collect(),
        ha: (41..=46).collect(),
        declined: declined.to_vec(),
        absent: absent.to_vec(),
    }
}

/// Writes the players of an eight; a dash for an empty place, brackets for an absent player.
fn shown(places: &[Option<EightPlace<u32>>]) -> String {
    let one = |place: &Option<EightPlace<u32>>| match place {
        None => "-".to_owned(),
        Some(EightPlace { player, is_absent: true, .. }) => format!("({player})"),
        Some(EightPlace { player, .. }) => player.to_string(),
    };
    places.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(season: &EightsSeason<u32>, expected: [&str; 3], to_ha: &[u32], requalify: &[u32]) {
    let next = eights_next(season).unwrap();
    assert_eq!([shown(&next.kk), shown(&next.haa), shown(&next.rhaa)], expected);
    assert_eq!((next.to_ha.as_slice(), next.requalify.as_slice()), (to_ha, requalify));
}

#[test]
fn c_art_8_everybody_there() {
    check(
        &season(&[], &[]),
        ["11 12 13 14 15 16 21 22", "17 18 23 24 25 26 31 32", "27 28 33 34 35 36 41 42"],
        &[37, 38],
        &[],
    );
}

#[test]
fn d_art_7_the_next_of_ha_comes_for_one_who_declines() {
    check(
        &season(&[41, 43], &[]),
        ["11 12 13 14 15 16 21 22", "17 18 23 24 25 26 31 32", "27 28 33 34 35 36 42 44"],
        &[37, 38],
        &[],
    );
}

#[test]
fn c_art_9_and_11_a_place_is_filled_from_below_and_so_on_down() {
    check(
        &season(&[], &[(13, Absence::Longer)]),
        ["11 12 23 14 15 16 21 22", "17 18 33 24 25 26 31 32", "27 28 43 34 35 36 41 42"],
        &[37, 38],
        &[13],
    );
    // 23 is absent as well, so number 4 of HAA comes up.
    check(
        &season(&[], &[(13, Absence::Longer), (23, Absence::Longer)]),
        ["11 12 24 14 15 16 21 22", "17 18 33 34 25 26 31 32", "27 28 43 44 35 36 41 42"],
        &[37, 38],
        &[13, 23],
    );
    // A promoted or relegated player leaves the new place.
    check(
        &season(&[], &[(21, Absence::Longer), (18, Absence::Longer)]),
        ["11 12 13 14 15 16 23 22", "17 33 34 24 25 26 31 32", "27 28 43 44 35 36 41 42"],
        &[37, 38],
        &[18, 21],
    );
}

#[test]
fn c_art_9_then_the_relegated_stay() {
    let away: Vec<_> = [11, 12, 13, 14, 15].map(|player| (player, Absence::Longer)).into();
    check(
        &season(&[], &away),
        ["23 24 25 26 17 16 21 22", "33 18 34 35 36 27 31 32", "43 28 44 45 46 37 41 42"],
        &[38],
        &[11, 12, 13, 14, 15],
    );
    // RHAA: the numbers from 3 on of HA, then its own relegated players.
    check(
        &season(&[43, 44, 45, 46, 42], &[(33, Absence::Longer)]),
        ["11 12 13 14 15 16 21 22", "17 18 23 24 25 26 31 32", "27 28 37 34 35 36 41 38"],
        &[],
        &[33],
    );
}

#[test]
fn c_art_9_nobody_is_left() {
    let mut all = season(&[41, 42, 43, 44, 45, 46], &[(37, Absence::Longer)]);
    check(
        &all,
        ["11 12 13 14 15 16 21 22", "17 18 23 24 25 26 31 32", "27 28 33 34 35 36 38 -"],
        &[37],
        &[],
    );
    all.absent.push((38, Absence::OneYear));
    check(
        &all,
        ["11 12 13 14 15 16 21 22", "17 18 23 24 25 26 31 32", "27 28 33 34 35 36 - -"],
        &[37, 38],
        &[],
    );
}

#[test]
fn c_art_12_a_place_stays_empty_for_one_year_in_kk_and_haa() {
    check(
        &season(&[], &[(13, Absence::OneYear), (31, Absence::OneYear)]),
        ["11 12 (13) 14 15 16 21 22", "17 18 23 24 25 26 (31) 32", "27 28 33 34 35 36 41 42"],
        &[37, 38],
        &[],
    );
    // In RHAA it is filled (C art. 11).
    check(
        &season(&[], &[(34, Absence::OneYear)]),
        ["11 12 13 14 15 16 21 22", "17 18 23 24 25 26 31 32", "27 28 33 43 35 36 41 42"],
        &[37, 38],
        &[34],
    );
}

#[test]
fn every_place_says_how_it_was_come_by() {
    let EightsNext { kk, haa, rhaa, .. } =
        eights_next(&season(&[41], &[(13, Absence::Longer)])).unwrap();
    let of = |places: &[Option<EightPlace<u32>>], index: usize| {
        let place = places[index].as_ref().unwrap();
        (place.player, place.filling, place.filling.article())
    };
    assert_eq!(of(&kk, 0), (11, Filling::Kept, "C art. 8"));
    assert_eq!(of(&kk, 6), (21, Filling::Promoted, "C art. 8"));
    assert_eq!(of(&kk, 2), (23, Filling::FilledFromBelow, "C art. 9"));
    assert_eq!(of(&haa, 0), (17, Filling::Relegated, "C art. 8"));
    assert_eq!(of(&rhaa, 6), (42, Filling::PromotedFromHa, "D art. 7"));
}

#[test]
fn eights_that_cannot_be() {
    let refused = |season: EightsSeason<u32>, text: &str| {
        assert_eq!(eights_next(&season).unwrap_err().to_string(), text);
    };
    let mut seven = season(&[], &[]);
    seven.haa.pop();
    refused(seven, "HAA has a final order of 7: it needs 8");
    let mut twice = season(&[], &[]);
    twice.ha.push(14);
    refused(twice, "14 stands in the final orders twice");
    refused(season(&[31], &[]), "31 declined promotion, but is not in HA");
    let text = "99 is announced as absent, but has no place or is named twice";
    refused(season(&[], &[(99, Absence::Longer)]), text);
    let text = "13 is announced as absent, but has no place or is named twice";
    refused(season(&[], &[(13, Absence::Longer), (13, Absence::OneYear)]), text);
}

#[track_caller]
fn check_clubs(groups: &[&[u32]], absent: &[u32], entered: &[u32], expected: &[&[u32]]) {
    let season = ClubSeason {
        groups: groups.iter().map(|group| group.to_vec()).collect(),
        absent: absent.to_vec(),
        entered: entered.to_vec(),
        ..ClubSeason::default()
    };
    assert_eq!(clubs_next(&season).unwrap(), expected);
}

const THREE: [&[u32]; 3] = [&[11, 12, 13, 14], &[21, 22, 23, 24], &[31, 32, 33, 34, 35]];

#[test]
fn b_art_3_winners_go_up_and_the_last_go_down() {
    check_clubs(&THREE, &[], &[], &[&[11, 12, 13, 21], &[14, 22, 23, 31], &[24, 32, 33, 34, 35]]);
    check_clubs(&[&[11, 12, 13, 14]], &[], &[], &[&[11, 12, 13, 14]]);
}

#[test]
fn b_art_3_number_2_takes_an_empty_place_and_so_on_down() {
    check_clubs(&THREE, &[12], &[], &[&[11, 22, 13, 21], &[14, 32, 23, 31], &[24, 33, 34, 35]]);
    // The promoted and the relegated team leave their new places.
    check_clubs(&THREE, &[21], &[], &[&[11, 12, 13, 22], &[14, 32, 23, 31], &[24, 33, 34, 35]]);
    check_clubs(&THREE, &[14], &[], &[&[11, 12, 13, 21], &[32, 22, 23, 31], &[24, 33, 34, 35]]);
    check_clubs(&THREE, &[33], &[], &[&[11, 12, 13, 21], &[14, 22, 23, 31], &[24, 32, 34, 35]]);
}

#[test]
fn b_art_3_further_places_go_to_the_next_numbers_then_the_relegated() {
    check_clubs(
        &THREE,
        &[12, 13],
        &[41],
        &[&[11, 22, 23, 21], &[14, 32, 33, 31], &[24, 34, 35, 41]],
    );
    check_clubs(
        &THREE,
        &[11, 12, 13],
        &[41, 42],
        &[&[22, 23, 14, 21], &[32, 33, 34, 31], &[24, 35, 41, 42]],
    );
}

#[test]
fn b_art_2_the_lowest_group_keeps_four_to_seven() {
    // Eight less one are one group of seven; seven and one are two of four.
    check_clubs(&[&[1, 2, 3, 4], &[5, 6, 7, 8]], &[7], &[], &[&[1, 2, 3, 5, 4, 6, 8]]);
    check_clubs(&[&[1, 2, 3, 4, 5, 6, 7]], &[], &[9], &[&[1, 2, 3, 4], &[5, 6, 7, 9]]);
    check_clubs(&[&[1, 2, 3, 4]], &[1], &[], &[&[2, 3, 4]]);
    check_clubs(&[&[1, 2]], &[1, 2], &[], &[]);
}

#[test]
fn b_art_3_merged_groups_are_parted_again() {
    let higher = BTreeSet::from([21, 22, 23, 24]);
    let (upper, lower) = separate(&[21, 31, 22, 32, 23, 33, 24], &higher);
    assert_eq!((upper.as_slice(), lower.as_slice()), (&[21, 22, 23, 24][..], &[31, 32, 33][..]));
    let merged = |merged: &[u32], entered: &[u32]| ClubSeason {
        groups: vec![vec![11, 12, 13, 14], merged.to_vec()],
        higher_of_merged: higher.clone(),
        entered: entered.to_vec(),
        ..ClubSeason::default()
    };
    // With four teams the lower class is a group of its own again.
    let expected = [&[11, 12, 13, 21][..], &[14, 22, 23, 31], &[24, 32, 33, 34]];
    assert_eq!(clubs_next(&merged(&[21, 31, 22, 32, 23, 33, 24, 34], &[])).unwrap(), expected);
    assert_eq!(clubs_next(&merged(&[21, 31, 22, 32, 23, 33, 24], &[34])).unwrap(), expected);
    // Of three teams there is no group (B art. 2): the two classes stay one group.
    let expected = [&[11, 12, 13, 21][..], &[14, 22, 23, 31, 24, 32, 33]];
    assert_eq!(clubs_next(&merged(&[21, 31, 22, 32, 23, 33, 24], &[])).unwrap(), expected);
}

#[test]
fn b_art_3_the_error_names_a_team_that_was_not_merged() {
    let season = |higher: &[u32]| ClubSeason {
        groups: vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8], vec![9, 10, 11, 12]],
        higher_of_merged: higher.iter().copied().collect(),
        ..ClubSeason::default()
    };
    let error = |higher: &[u32]| clubs_next(&season(higher)).unwrap_err().to_string();
    assert_eq!(error(&[5]), "5 is not in the last group, which is the one that was merged");
    assert_eq!(error(&[9, 10, 11, 12]), "all teams of the last group are of the higher class");
}

#[test]
fn b_art_2_a_group_has_four_teams_and_the_lowest_four_to_seven() {
    let error = |groups: &[&[u32]]| {
        let groups = groups.iter().map(|group| group.to_vec()).collect();
        clubs_next(&ClubSeason { groups, ..ClubSeason::default() }).unwrap_err().to_string()
    };
    let sized = |group: u32, teams: u32| format!("group {group} has {teams} teams");
    assert_eq!(error(&[&[1, 2, 3, 4], &[5, 6, 7, 8, 9, 10, 11, 12]]), sized(2, 8));
    assert_eq!(error(&[&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12]]), sized(1, 6));
    assert_eq!(error(&[&[1, 2, 3, 4], &[5, 6, 7]]), sized(2, 3));
    assert_eq!(error(&[&[1, 2, 3, 4, 5, 6, 7, 8]]), sized(1, 8));
}

#[test]
fn groups_that_cannot_be() {
    let refused = |groups: &[&[u32]], absent: &[u32], entered: &[u32], text: &str| {
        let season = ClubSeason {
            groups: groups.iter().map(|group| group.to_vec()).collect(),
            absent: absent.to_vec(),
            entered: entered.to_vec(),
            ..ClubSeason::default()
        };
        assert_eq!(clubs_next(&season).unwrap_err().to_string(), text);
    };
    refused(&[], &[], &[], "group 1 has no teams");
    refused(&[&[1, 2], &[]], &[], &[], "group 2 has no teams");
    let text = "group 2 has a single team";
    refused(&[&[1, 2], &[3], &[4, 5]], &[], &[], text);
    refused(&[&[1, 2], &[3, 1]], &[], &[], "1 stands in the groups twice");
    refused(&[&[1, 2]], &[], &[2], "2 stands in the groups twice");
    let text = "9 is announced as absent, but has no place or is named twice";
    refused(&[&[1, 2]], &[9], &[], text);
}

fn absences() -> impl Strategy<Value = Vec<(u32, Absence)>> {
    let players: Vec<u32> = (11..=18).chain(21..=28).chain(31..=38).chain(41..=46).collect();
    let one = any::<bool>()
        .prop_map(|is_longer| if is_longer { Absence::Longer } else { Absence::OneYear });
    (proptest::sample::subsequence(players, 0..16), proptest::collection::vec(one, 16))
        .prop_map(|(players, kinds)| players.into_iter().zip(kinds).collect())
}

proptest! {
    /// No player is lost or placed twice, and none is placed who will be absent for longer.
    #[test]
    fn everybody_of_the_eights_goes_somewhere(
        absent in absences(),
        declined in proptest::sample::subsequence(vec![41, 42, 43, 44, 45, 46], 0..=6),
    ) {
        let season = season(&declined, &absent);
        let next = eights_next(&season).unwrap();
        let places: Vec<_> = [&next.kk, &next.haa, &next.rhaa].into_iter().flatten().flatten().collect();
        let mut all: Vec<u32> = places.iter().map(|place| place.player).collect();
        all.extend(next.to_ha.iter().chain(&next.requalify));
        let once: BTreeSet<u32> = all.iter().copied().collect();
        prop_assert_eq!(once.len(), all.len());
        prop_assert!((11..=38).filter(|one| one % 10 <= 8 && one % 10 > 0).all(|one| once.contains(&one)));
        prop_assert!([&next.kk, &next.haa, &next.rhaa].iter().all(|eight| eight.len() == 8));
        for place in places {
            let absence = absent.iter().find(|(one, _)| *one == place.player).map(|(_, why)| *why);
            prop_assert_ne!(absence, Some(Absence::Longer));
            prop_assert_eq!(place.is_absent, absence == Some(Absence::OneYear));
        }
    }

    /// The teams of next year are those of this year, less the absent, and the groups have their
    /// sizes.
    #[test]
    fn every_team_goes_somewhere(
        lowest in 4_u32..8,
        absent in proptest::sample::subsequence((1..=12).collect::<Vec<u32>>(), 0..=8),
        entered in 0_u32..5,
    ) {
        let groups = vec![(1..=4).collect(), (5..=8).collect(), (9..9 + lowest).collect::<Vec<u32>>()];
        let season = ClubSeason {
            groups,
            absent: absent.clone(),
            entered: (101..101 + entered).collect(),
            ..ClubSeason::default()
        };
        let next = clubs_next(&season).unwrap();
        let mut teams: Vec<u32> = next.iter().flatten().copied().collect();
        teams.sort_unstable();
        let expected: Vec<u32> = (1..9 + lowest).filter(|team| !absent.contains(team)).chain(101..101 + entered).collect();
        prop_assert_eq!(teams, expected);
        let (last, upper) = next.split_last().unwrap();
        prop_assert!(upper.iter().all(|group| group.len() == 4), "{next:?}");
        prop_assert!((4..=7).contains(&last.len()), "{next:?}");
    }
}
