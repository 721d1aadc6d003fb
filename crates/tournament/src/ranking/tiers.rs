//! The order of the lines, split by one tie-break after the other.

use super::criteria::{Values, mutual_of_played, mutual_points, values};
use super::tally::MeetingSums;
use super::{FirstPlace, Order, Participant, Results, TieBreak, TieDecision};
use crate::opposition::first_by_mutual;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Participants who cannot be separated, by number.
#[derive(Debug, Clone)]
pub(super) struct Tier {
    pub(super) members: Vec<usize>,
    pub(super) cause: Cause,
}

/// The reason for which a tier is below the one above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The first tie-break in which the two differ.
    TieBreak,
    /// The games between those who lead on points (KNDB F12.2): the points of the tier above and of
    /// this one in them.
    MutualResultForFirst { above: u32, own: u32 },
    /// The tier above is equal, and those of this one have withdrawn.
    Withdrawal,
    /// A tie that was resolved.
    Resolution { how: TieDecision, is_of_first_place: bool },
}

/// Returns the tiers from the highest, the tie-break values of each line, and the indices of
/// resolutions without a tie.
pub(super) fn tiers(
    lines: &[MeetingSums],
    results: &Results,
    order: &Order,
) -> (Vec<Tier>, Values, Vec<usize>) {
    let mut values = values(lines, results, order);
    let mut groups: Vec<Vec<usize>> = vec![(0..lines.len()).collect()];
    let of_first_place = order.tie_breaks_of_first_place();
    for (at, tie_break) in order.tie_breaks.iter().enumerate() {
        let mut split = Vec::new();
        for (place, group) in groups.into_iter().enumerate() {
            if place == 0 && at >= of_first_place {
                split.push(group);
                continue;
            }
            if *tie_break == TieBreak::MutualResult && group.len() > 1 {
                set(&mut values, at, &group, &mutual_points(lines, &group));
            }
            split.extend(parts(group, *tie_break, |line| value(&values, line, at)));
        }
        groups = split;
    }
    let of_group = |members| Tier { members, cause: Cause::TieBreak };
    let mut tiers: Vec<Tier> =
        groups.into_iter().filter(|group| !group.is_empty()).map(of_group).collect();
    if order.first_place == FirstPlace::ByMutualResult {
        put_first(&mut tiers, lines);
    }
    let all = (0..results.resolutions().len()).collect();
    let mut unused = resolve(&mut tiers, lines, results, all);
    if put_withdrawn_below(&mut tiers, lines) {
        unused = resolve(&mut tiers, lines, results, unused);
    }
    (tiers, values, unused)
}

/// Returns the value of a tie-break for a line.
pub(super) fn value(values: &Values, line: usize, tie_break: usize) -> Option<u32> {
    values.get(line).and_then(|of_line| of_line.get(tie_break)).copied().flatten()
}

fn set(values: &mut Values, tie_break: usize, group: &[usize], points: &[u32]) {
    for (line, points) in group.iter().zip(points) {
        if let Some(slot) = values.get_mut(*line).and_then(|of_line| of_line.get_mut(tie_break)) {
            *slot = Some(*points);
        }
    }
}

/// Splits a group into parts of equal value, the best first. Equals keep their order.
fn parts(
    mut group: Vec<usize>,
    tie_break: TieBreak,
    value: impl Fn(usize) -> Option<u32>,
) -> Vec<Vec<usize>> {
    if tie_break == TieBreak::Lot {
        group.sort_by_key(|line| value(*line));
    } else {
        group.sort_by_key(|line| Reverse(value(*line)));
    }
    group.chunk_by(|one, next| value(*one) == value(*next)).map(<[usize]>::to_vec).collect()
}

/// Moves the participant who did best in the games between those who lead on points to the front
/// (KNDB F12.2); of equals, the one whom the other tie-breaks put higher. The others keep their
/// order.
fn put_first(tiers: &mut Vec<Tier>, lines: &[MeetingSums]) {
    let points = |line: &usize| lines.get(*line).map_or(0, |line| line.points);
    let most = lines.iter().map(|line| line.points).max();
    let all = tiers.iter().flat_map(|tier| &tier.members).copied();
    let leaders: Vec<usize> = all.filter(|line| Some(points(line)) == most).collect();
    let Some((first, mutual)) = first_by_mutual(&mutual_of_played(lines, &leaders)) else { return };
    let mutual_of = |line: &usize| {
        let at = leaders.iter().position(|leader| leader == line);
        at.and_then(|at| mutual.get(at)).copied()
    };
    let best = mutual.get(first).copied();
    let is_best = |line: &usize| mutual_of(line) == best;
    let Some(from) = tiers.iter().position(|tier| tier.members.iter().any(is_best)) else { return };
    let mut tier = tiers.remove(from);
    let (first, rest): (Vec<_>, Vec<_>) = tier.members.into_iter().partition(is_best);
    if !rest.is_empty() {
        tier.members = rest;
        tiers.insert(from, Tier { cause: tier.cause, members: tier.members });
    }
    // The next one may have as many points in those games, and be lower for another reason.
    if let Some(next) = tiers.first_mut() {
        let own = next.members.iter().filter_map(mutual_of).max();
        if let (Some(above), Some(own)) = (best, own)
            && above != own
        {
            next.cause = Cause::MutualResultForFirst { above, own };
        }
    }
    tiers.insert(0, Tier { members: first, cause: Cause::TieBreak });
}

/// Puts those who have withdrawn below the others of their tier: they play no games for a place.
/// Returns true if a tier was split.
fn put_withdrawn_below(tiers: &mut Vec<Tier>, lines: &[MeetingSums]) -> bool {
    let before = tiers.len();
    let is_gone = |line: &usize| lines.get(*line).is_some_and(|line| line.is_withdrawn);
    let split = |tier: Tier| {
        let (gone, there): (Vec<_>, Vec<_>) = tier.members.into_iter().partition(is_gone);
        let below = if there.is_empty() { tier.cause } else { Cause::Withdrawal };
        [Tier { members: there, cause: tier.cause }, Tier { members: gone, cause: below }]
    };
    *tiers = std::mem::take(tiers).into_iter().flat_map(split).collect();
    tiers.retain(|tier| !tier.members.is_empty());
    tiers.len() > before
}

/// Splits the tiers that were resolved by some of the resolutions, given by index; returns those
/// without a tie.
fn resolve(
    tiers: &mut Vec<Tier>,
    lines: &[MeetingSums],
    results: &Results,
    numbers: Vec<usize>,
) -> Vec<usize> {
    let mut unused = Vec::new();
    for number in numbers {
        let Some(resolution) = results.resolutions().get(number) else { continue };
        let participant = |line: &usize| lines.get(*line).map(|line| line.participant);
        let is_of = |tier: &Tier| {
            let tied: BTreeSet<Participant> = tier.members.iter().filter_map(participant).collect();
            resolution.is_of(&tied)
        };
        let Some(at) = tiers.iter().position(is_of) else {
            unused.push(number);
            continue;
        };
        let tied = tiers.remove(at);
        let line_of = |named: &Participant| {
            tied.members.iter().copied().find(|line| participant(line) == Some(*named))
        };
        let mut cause = tied.cause;
        let mut split = Vec::new();
        for line in resolution.order.iter().filter_map(line_of) {
            split.push(Tier { members: vec![line], cause });
            cause = Cause::Resolution { how: resolution.how, is_of_first_place: at == 0 };
        }
        tiers.splice(at..at, split);
    }
    unused
}
