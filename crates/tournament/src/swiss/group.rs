//! One score group: its waiting room and its pairs (C1 to C9).
//!
//! One graph holds all players who are not paired yet. Its cheapest perfect matching, with the
//! criteria of section C as digits of the cost, gives the best waiting room with which the rest of
//! the round can still be completed. So no group is ever paired again (KNDB C9): a perfect matching
//! shows that everybody below can be paired. The graph has no window: it contains every player
//! below, and those who can be paired among themselves at no cost are matched before the search
//! begins.
#![expect(
    clippy::indexing_slicing,
    reason = "indices are places in lists that this module makes, all of the same length"
)]

use super::color::{ColorHistory, Strength};
use super::cost::{Cost, Wide};
use super::matching::{BitMatrix, Graph, Matching};
use draughts::Color;
use std::collections::BTreeMap;

/// A player to be paired. The best classified has index 0.
#[derive(Debug, Clone)]
pub(super) struct Contender {
    /// The points, in half points.
    pub(super) points: u32,
    pub(super) colors: ColorHistory,
}

/// The reason for which a player is in the waiting room: the first criterion by which every choice
/// without the player is worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatReason {
    /// The player has no possible opponent in the group (KNDB C2).
    NoOpponent,
    /// No other player can go, or the rest could not be paired (KNDB C9).
    RestUnpairable,
    /// In the last group, no other player may have the bye: the others have had a point without
    /// playing (KNDB B1b).
    OthersBarred,
    /// The waiting room would be larger (KNDB C3).
    Size,
    /// Players with more points would go (C4.1).
    FewestPoints,
    /// More players would have to go on from the next group as well (C4.2).
    FloatsAgain,
    /// The next waiting room would be larger (C4.3).
    NextWaitingRoom,
    /// The differences of points in the pairs of the group would be larger (B3).
    ScoreDifference,
    /// Fewer players of the group would get their colour (C4.4).
    Color,
    /// All else is equal: the higher classified goes (C4.5).
    HigherClassified,
}

/// A group that was paired. Players are indices of contenders.
#[derive(Debug)]
pub(super) struct PairedGroup {
    /// The pairs, the higher classified first.
    pub(super) pairs: Vec<(usize, usize)>,
    /// The waiting room, from high to low.
    pub(super) waiting: Vec<(usize, FloatReason)>,
    /// True if the waiting room is larger than the group itself needs, for the sake of the rest
    /// (KNDB C9).
    pub(super) is_enlarged: bool,
}

/// The players to be paired in a group, and all below.
pub(super) struct Task<'a> {
    pub(super) contenders: &'a [Contender],
    /// The legal pairs; after the contenders comes the bye, if the number is odd.
    pub(super) legal: &'a BitMatrix,
    /// The group with the waiting room of the one above, in order.
    pub(super) group: Vec<usize>,
    /// The next group, in order; after the last one the bye, if there is one.
    pub(super) next: Vec<usize>,
    /// All players below, in order.
    pub(super) below: Vec<usize>,
}

/// The kinds of vertices that an edge joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A player of the group: points, and the preference, with true if it is more than light.
    Group(u32, Option<(Color, bool)>),
    Next,
    Below,
}

/// The digits of a cost: criteria in the order of their weight, the most important first.
struct Layout {
    /// The different points in the group, except the lowest, from high to low: C4.1 has a digit for
    /// each.
    levels: Vec<u32>,
    /// The lowest bit of each digit.
    offsets: Vec<u32>,
    /// The total number of bits, with room for prices.
    bits: u32,
}

/// Wishes are below all digits; their lowest bit keeps costs even.
const WISH: u32 = 1;

/// The reasons of the digits after the levels, in their order.
const AFTER_LEVELS: [FloatReason; 5] = [
    FloatReason::FloatsAgain,
    FloatReason::NextWaitingRoom,
    FloatReason::ScoreDifference,
    FloatReason::Color,
    FloatReason::Color,
];

impl Layout {
    fn new(task: &Task<'_>) -> Self {
        let points = |place: &usize| task.contenders[*place].points;
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for place in &task.group {
            let count = counts.entry(points(place)).or_default();
            *count = count.saturating_add(1);
        }
        let fewest = counts.pop_first().map_or(0, |(points, _)| points);
        let widest = counts.last_key_value().map_or(0, |(most, _)| most.saturating_sub(fewest));
        let group = task.group.len();
        let both = group.saturating_add(task.next.len());
        let all = both.saturating_add(task.below.len());
        let differences = usize::try_from(widest).unwrap_or(group).saturating_mul(group);
        let mut most = vec![group];
        most.extend(counts.values().rev());
        most.extend([group, both, differences, group, group]);
        let mut offset = WISH.saturating_add(width(group));
        let mut offsets = Vec::new();
        for most in most.iter().rev() {
            offsets.push(offset);
            offset = offset.saturating_add(width(*most));
        }
        offsets.reverse();
        let room = width(all).saturating_mul(2).saturating_add(4);
        let levels = counts.into_keys().rev().collect();
        Self { levels, offsets, bits: offset.saturating_add(room) }
    }

    /// Returns the weight of an edge in each digit.
    fn digits(&self, one: Kind, other: Kind) -> Vec<u32> {
        let mut digits = vec![0; self.offsets.len()];
        let after = self.levels.len().saturating_add(1);
        let (leaver, is_far) = match (one, other) {
            (Kind::Group(a, wants), Kind::Group(b, also_wants)) => {
                let same = wants.zip(also_wants).filter(|(a, b)| a.0 == b.0);
                let both_strong = same.is_some_and(|(a, b)| a.1 && b.1);
                let rest = [0, 0, a.abs_diff(b), same.is_some().into(), both_strong.into()];
                digits[after..].copy_from_slice(&rest);
                return digits;
            }
            (Kind::Next, Kind::Below) | (Kind::Below, Kind::Next) => {
                digits[after..].copy_from_slice(&[0, 1, 0, 0, 0]);
                return digits;
            }
            (Kind::Next, Kind::Next) | (Kind::Below, Kind::Below) => return digits,
            (Kind::Group(points, _), Kind::Next) | (Kind::Next, Kind::Group(points, _)) => {
                (points, false)
            }
            (Kind::Group(points, _), Kind::Below) | (Kind::Below, Kind::Group(points, _)) => {
                (points, true)
            }
        };
        digits[0] = 1;
        if let Some(level) = self.levels.iter().position(|level| *level == leaver) {
            digits[level.saturating_add(1)] = 1;
        }
        digits[after..].copy_from_slice(&[is_far.into(), is_far.into(), 0, 0, 0]);
        digits
    }

    fn cost<C: Cost>(&self, digits: &[u32]) -> C {
        let parts = digits.iter().zip(&self.offsets);
        parts.fold(C::ZERO, |sum, (digit, offset)| sum.plus(C::shifted(*digit, *offset)))
    }

    /// Returns the criterion of a digit.
    fn reason(&self, digit: usize) -> FloatReason {
        match digit.checked_sub(self.levels.len().saturating_add(1)) {
            None if digit == 0 => FloatReason::Size,
            None => FloatReason::FewestPoints,
            Some(after) => AFTER_LEVELS[after],
        }
    }
}

/// Returns the number of bits of a digit.
fn width(most: usize) -> u32 {
    usize::BITS.saturating_sub(most.leading_zeros())
}

/// Pairs a group; `None` if there is no legal pairing of all players.
///
/// The widest layout, with [`PLAYERS_MAX`](crate::PLAYERS_MAX) players and all scores
/// that [`Field::ROUNDS_MAX`](super::Field::ROUNDS_MAX) rounds can give, fits into [`Wide`].
pub(super) fn pair_group(task: &Task<'_>) -> Option<PairedGroup> {
    let layout = Layout::new(task);
    if layout.bits < <i128 as Cost>::BITS {
        Grouped::<i128>::new(task, &layout).paired()
    } else {
        Grouped::<Wide>::new(task, &layout).paired()
    }
}

/// A group in its graph. Vertices are the group, the next one and all below, in order.
struct Grouped<'a, C> {
    task: &'a Task<'a>,
    layout: &'a Layout,
    /// The contender of each vertex.
    places: Vec<usize>,
    kinds: Vec<Kind>,
    graph: Graph<C>,
}

impl<'a, C: Cost> Grouped<'a, C> {
    fn new(task: &'a Task<'a>, layout: &'a Layout) -> Self {
        let places = [task.group.as_slice(), &task.next, &task.below].concat();
        let mut kinds: Vec<_> = task
            .group
            .iter()
            .map(|&place| {
                let contender = &task.contenders[place];
                let wants = contender.colors.preference();
                let wants = wants.map(|wants| (wants.color, wants.strength > Strength::Light));
                Kind::Group(contender.points, wants)
            })
            .collect();
        kinds.extend(task.next.iter().map(|_| Kind::Next));
        kinds.extend(task.below.iter().map(|_| Kind::Below));
        let mut distinct = kinds.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let table = distinct
            .iter()
            .flat_map(|a| distinct.iter().map(|b| layout.cost(&layout.digits(*a, *b))))
            .collect();
        let graph = Graph {
            edges: task.legal.among(&places),
            kinds: kinds.iter().filter_map(|kind| distinct.binary_search(kind).ok()).collect(),
            kind_count: distinct.len(),
            table,
        };
        Self { task, layout, places, kinds, graph }
    }

    fn paired(&self) -> Option<PairedGroup> {
        let mut matching = Matching::new(self.graph.clone());
        if !matching.solve() {
            return None;
        }
        let best = matching.clone();
        let waits = self.waiting_room(&mut matching);
        let group = 0..self.size();
        let waiting: Vec<_> = group.clone().filter(|vertex| waits[*vertex]).collect();
        let stays: Vec<_> = group.filter(|vertex| !waits[*vertex]).collect();
        let is_enlarged = self.is_enlarged(waiting.len());
        let reason = |vertex: &usize| (self.places[*vertex], self.reason(&best, *vertex));
        Some(PairedGroup {
            waiting: waiting.iter().map(reason).collect(),
            pairs: self.pairs(matching, &stays),
            is_enlarged,
        })
    }

    /// Returns the number of vertices of the group; they come first.
    fn size(&self) -> usize {
        self.task.group.len()
    }

    /// Returns the vertex of the bye, if nothing else comes after the group.
    fn bye(&self) -> Option<usize> {
        let is_bye = |place: &usize| *place >= self.task.contenders.len();
        let is_last = self.task.next.first().is_some_and(is_bye);
        is_last.then_some(self.size())
    }

    fn leaves(&self, matching: &Matching<C>, vertex: usize) -> bool {
        matching.mate(vertex).is_some_and(|mate| mate >= self.size())
    }

    /// Returns the players of the group that go to the waiting room: among the best matchings, the
    /// highest classified (C4.5). The number for each score is the same in all of them (C4.1).
    fn waiting_room(&self, matching: &mut Matching<C>) -> Vec<bool> {
        let mut waits = vec![false; self.size()];
        // By points: the number that go and the number of all, from here on.
        let mut left: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        let points = |vertex: usize| self.task.contenders[self.places[vertex]].points;
        for vertex in 0..self.size() {
            let (go, all) = left.entry(points(vertex)).or_default();
            *go = go.saturating_add(self.leaves(matching, vertex).into());
            *all = all.saturating_add(1);
        }
        for (vertex, waits) in waits.iter_mut().enumerate() {
            let Some((go, all)) = left.get_mut(&points(vertex)) else { continue };
            *waits = *go == *all;
            if *go > 0 && *go < *all && matching.can_be_joined(vertex, self.size()) {
                let extra = |other: usize| C::shifted(u32::from(other < self.size()), WISH);
                matching.wish(vertex, (0..self.places.len()).map(extra).collect());
                matching.solve();
                *waits = self.leaves(matching, vertex);
                matching.settle();
                matching.solve();
            }
            *go = go.saturating_sub((*waits).into());
            *all = all.saturating_sub(1);
        }
        waits
    }

    /// Pairs those who stay: each in turn with the lowest classified opponent (C5, C6).
    fn pairs(&self, matching: Matching<C>, stays: &[usize]) -> Vec<(usize, usize)> {
        let graph = Graph {
            edges: self.graph.edges.among(stays),
            kinds: stays.iter().map(|vertex| self.graph.kinds[*vertex]).collect(),
            kind_count: self.graph.kind_count,
            table: self.graph.table.clone(),
        };
        let mut matching = matching.among(stays, graph);
        matching.solve();
        let mut pairs = Vec::new();
        let mut is_paired = vec![false; stays.len()];
        for higher in 0..stays.len() {
            if is_paired[higher] {
                continue;
            }
            let from_lowest = (0_u32..).take(stays.len()).map(|rank| C::shifted(rank, WISH));
            let mut extra: Vec<_> = from_lowest.collect();
            extra.reverse();
            matching.wish(higher, extra);
            matching.solve();
            let Some(lower) = matching.mate(higher) else { continue };
            matching.settle();
            matching.keep_only(lower, higher);
            matching.solve();
            is_paired[lower] = true;
            pairs.push((self.places[stays[higher]], self.places[stays[lower]]));
        }
        pairs
    }

    /// Returns the weight of the matching in each digit.
    fn tally(&self, matching: &Matching<C>) -> Vec<u32> {
        let mut tally = vec![0_u32; self.layout.offsets.len()];
        for vertex in 0..self.places.len() {
            if let Some(mate) = matching.mate(vertex).filter(|mate| vertex < *mate) {
                let digits = self.layout.digits(self.kinds[vertex], self.kinds[mate]);
                for (sum, digit) in tally.iter_mut().zip(digits) {
                    *sum = sum.saturating_add(digit);
                }
            }
        }
        tally
    }

    /// Returns the reason for which a player of the group cannot stay: the criterion that gets
    /// worse.
    fn reason(&self, best: &Matching<C>, vertex: usize) -> FloatReason {
        if !(0..self.size()).any(|other| best.has_edge(vertex, other)) {
            return FloatReason::NoOpponent;
        }
        let mut without = best.clone();
        for other in self.size()..self.places.len() {
            without.forbid(vertex, other);
        }
        if !without.solve() {
            let mut others = (0..self.size()).filter(|other| *other != vertex);
            let bye = self.bye();
            let is_only_one = bye.is_some_and(|bye| !others.any(|other| best.has_edge(other, bye)));
            return if is_only_one {
                FloatReason::OthersBarred
            } else {
                FloatReason::RestUnpairable
            };
        }
        let (best, without) = (self.tally(best), self.tally(&without));
        let digit = best.iter().zip(&without).position(|(best, without)| best != without);
        digit.map_or(FloatReason::HigherClassified, |digit| self.layout.reason(digit))
    }

    /// Returns true if the group alone could be paired with a smaller waiting room.
    fn is_enlarged(&self, waiting: usize) -> bool {
        let group: Vec<_> = (0..self.size()).collect();
        let own = self.graph.edges.among(&group);
        let Some(smaller) = waiting.checked_sub(2) else { return false };
        // Each player in a waiting room of that size is matched with one of as many empty seats.
        let all = self.size().saturating_add(smaller);
        let mut edges = BitMatrix::new(all);
        for u in 0..self.size() {
            own.row(u).for_each(|v| edges.set(u, v));
            (self.size()..all).for_each(|seat| edges.set(u, seat));
        }
        let kinds = vec![0; all];
        let graph = Graph { edges, kinds, kind_count: 1, table: vec![C::ZERO] };
        Matching::new(graph).solve()
    }
}

#[cfg(test)]
mod tests {
    use super::{BitMatrix, ColorHistory, Contender, Cost, Layout, Task, Wide};
    use crate::PLAYERS_MAX;
    use crate::swiss::Field;

    /// Returns the bits of a layout for a group with so many players of each score.
    fn bits(counts: &[usize]) -> u32 {
        let scores = (0_u32..).zip(counts);
        let contenders: Vec<_> = scores
            .flat_map(|(points, count)| {
                let colors = ColorHistory::new(&[], false);
                vec![Contender { points, colors }; *count]
            })
            .collect();
        let legal = BitMatrix::new(0);
        let group = (0..contenders.len()).collect();
        let (next, below) = (Vec::new(), Vec::new());
        Layout::new(&Task { contenders: &contenders, legal: &legal, group, next, below }).bits
    }

    #[test]
    fn the_widest_layout_fits() {
        let scores = usize::try_from(Field::ROUNDS_MAX).unwrap() * 2 + 1;
        let wide = <Wide as Cost>::BITS;
        // The digit of a score gets a bit more each time its players double: as many scores as
        // possible have 8 players, and the rest doubles some of those.
        let mut counts = vec![8; scores];
        let left = (PLAYERS_MAX - 8 * scores) / 8;
        counts.iter_mut().rev().take(left).for_each(|count| *count = 16);
        assert!(bits(&counts) <= wide, "{} bits", bits(&counts));
        for each in [1, 2, 4, 9] {
            assert!(bits(&vec![each; scores]) <= wide);
        }
        assert_eq!(bits(&[10, 10]), 54);
    }
}
