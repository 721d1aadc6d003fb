use std::collections::BTreeSet;

use proto::{Timestamp, convert::Aggregate as _};

use super::{super::plan::Made, PlannedSequences, places};
use crate::audit::Plan;

/// Returns the plan of a game of which the messages at `kept` stay. Each of those that are made has
/// a moment, and the sequence at which it was, if that is known.
fn plan(kept: &[u64], made: &[(i64, Option<u64>)]) -> Plan {
    let mut plan = Plan::new("game.main.kk-2026.r1-t1".parse().unwrap());
    plan.kept = kept.to_vec();
    let record = live_game::Game::default().to_record(&[]);
    plan.made.extend(made.iter().map(|(moment, wanted)| Made {
        record: record.clone(),
        cause: None,
        recorded_at: Timestamp::from_millis(*moment),
        wanted: *wanted,
    }));
    plan
}

/// Returns where messages go that are not only added to a stream of 12 messages, of which those at
/// `others` are of other subjects and stay.
#[track_caller]
fn placed(plans: &[Plan], others: &[u64]) -> Vec<Vec<u64>> {
    let kept = plans.iter().flat_map(|plan| plan.kept.iter());
    let taken: BTreeSet<u64> = kept.chain(others).copied().collect();
    let PlannedSequences { of_plans, only_add } = places(plans, &taken, 12, false);
    assert!(!only_add);
    let used: Vec<u64> = of_plans.iter().flatten().copied().collect();
    let different: BTreeSet<u64> = used.iter().copied().collect();
    assert_eq!(different.len(), used.len(), "two messages at one sequence: {of_plans:?}");
    assert!(different.is_disjoint(&taken), "where another message stays: {of_plans:?}");
    for (plan, sequences) in plans.iter().zip(&of_plans) {
        let all: Vec<u64> = plan.kept.iter().chain(sequences).copied().collect();
        assert!(all.is_sorted(), "not in the order of the subject: {all:?}");
    }
    of_plans
}

#[test]
fn messages_go_where_they_were_and_others_into_the_gaps_in_the_order_of_their_moments() {
    let first = plan(&[1], &[(30, None), (40, Some(7))]);
    let second = plan(&[2], &[(20, None), (50, None)]);
    let gaps = [3, 4, 5, 7];
    let others: Vec<u64> = (3..=12).filter(|it| !gaps.contains(it)).collect();
    assert_eq!(placed(&[first, second], &others), [vec![3, 7], vec![4, 5]]);
}

#[test]
fn a_message_before_a_known_place_gets_the_gap_that_an_earlier_one_of_another_game_can_do_without()
{
    let earlier = plan(&[], &[(10, None), (20, None)]);
    let bound = plan(&[], &[(90, None), (95, Some(4))]);
    let others: Vec<u64> = (1..=12).filter(|it| ![3, 4, 8].contains(it)).collect();
    assert_eq!(placed(&[earlier, bound], &others), [vec![8, 13], vec![3, 4]]);
}

#[test]
fn the_known_place_that_comes_first_is_served_first() {
    let late = plan(&[], &[(10, None), (20, Some(9))]);
    let soon = plan(&[], &[(80, None), (90, Some(5))]);
    let others: Vec<u64> = (1..=12).filter(|it| ![2, 5, 7, 9].contains(it)).collect();
    assert_eq!(placed(&[late, soon], &others), [vec![7, 9], vec![2, 5]]);
}

#[test]
fn the_messages_before_a_known_place_leave_room_for_each_other() {
    // Three have to be before 8, so that the first may not wait until the one before 7 is placed.
    let three = plan(&[], &[(50, None), (60, None), (70, None), (80, Some(8))]);
    let one = plan(&[], &[(10, None), (20, Some(7))]);
    let others: Vec<u64> = (1..=12).filter(|it| ![1, 2, 3, 4, 7, 8].contains(it)).collect();
    assert_eq!(placed(&[three, one], &others), [vec![1, 2, 4, 8], vec![3, 7]]);
}

#[test]
fn a_known_place_without_room_before_it_goes_to_another_message_and_later_ones_stay() {
    let plan = plan(&[4], &[(10, None), (20, Some(5)), (30, Some(9)), (40, None)]);
    let others: Vec<u64> = (1..=12).filter(|it| ![4, 5, 7, 8, 9].contains(it)).collect();
    assert_eq!(placed(&[plan], &others), [vec![5, 7, 9, 13]]);
}

#[test]
fn a_known_place_before_what_stays_or_before_another_known_one_is_left() {
    let plan = plan(&[6], &[(10, Some(3)), (20, Some(10)), (30, Some(9))]);
    let others: Vec<u64> = (1..=12).filter(|it| ![3, 6, 8, 9, 10].contains(it)).collect();
    assert_eq!(placed(&[plan], &others), [vec![8, 10, 13]]);
}

#[test]
fn messages_that_are_only_added_follow_on_the_last_one_although_there_are_gaps() {
    let plans = [plan(&[1], &[(20, None)]), plan(&[2], &[(10, None), (30, None)])];
    let sequences = places(&plans, &BTreeSet::from([1, 2]), 12, true);
    let of_plans = vec![vec![14], vec![13, 15]];
    assert_eq!(sequences, PlannedSequences { of_plans, only_add: true });
}

#[test]
fn a_message_that_was_behind_the_last_one_leaves_room_for_those_before_it() {
    let plans = [plan(&[1], &[(20, None)]), plan(&[2], &[(10, None), (30, Some(14))])];
    let sequences = places(&plans, &BTreeSet::from([1, 2]), 12, true);
    let of_plans = vec![vec![15], vec![13, 14]];
    assert_eq!(sequences, PlannedSequences { of_plans, only_add: true });
}

#[test]
fn no_plan_places_nothing() {
    let sequences = places(&[], &BTreeSet::from([1, 2]), 2, true);
    assert_eq!(sequences, PlannedSequences { of_plans: Vec::new(), only_add: true });
}
