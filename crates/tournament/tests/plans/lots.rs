//! Lots by seed, and groups by lot.

use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tournament::plan::{GroupError, GroupRule, Lots, draw_groups, group_sizes};

/// The draws of `SplitMix64` that are published for the seed 1234567, modulo 10^18.
#[test]
fn the_draws_are_those_of_splitmix64() {
    let mut lots = Lots::from_seed(1_234_567);
    let drawn: Vec<u64> = (0..5).map(|_| lots.below(1_000_000_000_000_000_000)).collect();
    assert_eq!(
        drawn,
        [
            457_827_717_110_365_317,
            203_168_211_198_807_973,
            817_491_932_198_370_423,
            593_380_528_125_082_431,
            408_922_859_458_223_821,
        ]
    );
}

#[test]
fn a_draw_of_an_incomplete_run_is_thrown_away() {
    // All but 2^64 - 1 of the draws are below, so that the draw itself is the result.
    let mut all = Lots::from_seed(1_234_567);
    assert_eq!(all.below(u64::MAX), 6_457_827_717_110_365_317);
    // 2^63 + 1: every draw from there upwards is rejected.
    let mut half = Lots::from_seed(1_234_567);
    let drawn: Vec<u64> = (0..3).map(|_| half.below((1 << 63) + 1)).collect();
    assert_eq!(
        drawn,
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 4_593_380_528_125_082_431]
    );
    assert_eq!(Lots::from_seed(5).below(1), 0);
    assert_eq!(Lots::from_seed(5).below(0), 0);
}

#[test]
fn every_order_of_three_is_about_equally_likely() {
    let mut counts = BTreeMap::<Vec<u8>, u32>::new();
    for seed in 0..6_000 {
        let mut list = vec![1, 2, 3];
        Lots::from_seed(seed).shuffle(&mut list);
        *counts.entry(list).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (900..1_100).contains(count)), "{counts:?}");
}

/// Computed independently, from the description of the module.
#[test]
fn groups_by_lot_can_be_drawn_again() {
    let entrants: Vec<u32> = (1..=9).collect();
    let sizes = group_sizes(GroupRule::Fours, entrants.len()).unwrap();
    assert_eq!(sizes, [4, 5]);
    assert_eq!(
        draw_groups(2026, &entrants, &sizes),
        Ok(vec![vec![3, 7, 8, 4], vec![9, 1, 5, 6, 2]])
    );
    assert_ne!(draw_groups(2027, &entrants, &sizes), draw_groups(2026, &entrants, &sizes));
}

#[test]
fn groups_are_of_four_where_they_can_be() {
    let expected: [&[usize]; 14] = [
        &[3],
        &[4],
        &[5],
        &[6],
        &[4, 3],
        &[4, 4],
        &[4, 5],
        &[4, 6],
        &[4, 4, 3],
        &[4, 4, 4],
        &[4, 4, 5],
        &[4, 4, 6],
        &[4, 4, 4, 3],
        &[4, 4, 4, 4],
    ];
    for (entrants, sizes) in (3..).zip(expected) {
        assert_eq!(group_sizes(GroupRule::Fours, entrants).unwrap(), sizes, "D art. 5: {entrants}");
    }
}

#[test]
fn b_art_2_the_lowest_group_is_of_four_to_seven() {
    let expected: [&[usize]; 9] =
        [&[4], &[5], &[6], &[7], &[4, 4], &[4, 5], &[4, 6], &[4, 7], &[4, 4, 4]];
    for (teams, sizes) in (4..).zip(expected) {
        assert_eq!(group_sizes(GroupRule::LowestTakesRest, teams).unwrap(), sizes, "{teams}");
    }
}

#[test]
fn too_few_make_no_group() {
    for (rule, entrants, text) in [
        (GroupRule::Fours, 0, "a group needs 2 at least, not 0"),
        (GroupRule::Fours, 1, "a group needs 2 at least, not 1"),
        (GroupRule::LowestTakesRest, 3, "a group needs 4 at least, not 3"),
    ] {
        assert_eq!(group_sizes(rule, entrants).unwrap_err().to_string(), text);
    }
    let error = draw_groups(1, &[1, 2, 3], &[4]).unwrap_err();
    assert_eq!(error, GroupError::Sizes { places: 4, entrants: 3 });
    assert_eq!(error.to_string(), "groups of 4 in all do not hold 3");
}

proptest! {
    /// Everybody is in one group, and the same seed divides the same.
    #[test]
    fn a_division_is_a_partition(seed: u64, sizes in vec(0_usize..9, 0..9)) {
        let entrants: Vec<usize> = (0..sizes.iter().sum()).collect();
        let groups = draw_groups(seed, &entrants, &sizes).unwrap();
        prop_assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), sizes.as_slice());
        let divided: BTreeSet<_> = groups.iter().flatten().copied().collect();
        prop_assert_eq!(divided.into_iter().collect::<Vec<_>>(), entrants.as_slice());
        prop_assert_eq!(draw_groups(seed, &entrants, &sizes).unwrap(), groups);
    }

    #[test]
    fn sizes_hold_everybody(entrants in 4_usize..500) {
        for rule in [GroupRule::Fours, GroupRule::LowestTakesRest] {
            let sizes = group_sizes(rule, entrants).unwrap();
            prop_assert_eq!(sizes.iter().sum::<usize>(), entrants);
            prop_assert!(sizes.iter().rev().skip(1).all(|size| *size == 4));
        }
    }
}
