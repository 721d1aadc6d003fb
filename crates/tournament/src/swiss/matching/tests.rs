//! The matching agrees with an exhaustive one, and its prices prove it in larger graphs.
#![expect(clippy::disallowed_types, reason = "the macros of proptest share strategies")]

use super::{BitMatrix, Graph, Matching};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Makes a graph in which every edge has its own cost; `None` is no edge.
fn graph(n: usize, costs: &[Option<u8>]) -> Graph<i128> {
    let mut edges = BitMatrix::new(n);
    let mut table = vec![0; n * n];
    let mut costs = costs.iter();
    for u in 0..n {
        for v in 0..u {
            if let Some(cost) = costs.next().copied().flatten() {
                edges.set(u, v);
                table[u * n + v] = i128::from(cost) * 64;
                table[v * n + u] = i128::from(cost) * 64;
            }
        }
    }
    Graph { edges, kinds: (0..n).collect(), kind_count: n, table }
}

/// Returns the least cost of all perfect matchings of a set of vertices, by trying all.
fn least(
    matching: &Matching<i128>,
    set: u32,
    known: &mut BTreeMap<u32, Option<i128>>,
) -> Option<i128> {
    if set == 0 {
        return Some(0);
    }
    if let Some(least) = known.get(&set) {
        return *least;
    }
    let u = set.trailing_zeros() as usize;
    let found = (u + 1..32)
        .filter(|v| set & (1 << v) != 0 && matching.has_edge(u, *v))
        .filter_map(|v| {
            let rest = least(matching, set & !(1 << u) & !(1 << v), known)?;
            Some(rest + cost(matching, u, v))
        })
        .min();
    known.insert(set, found);
    found
}

fn cost(matching: &Matching<i128>, u: usize, v: usize) -> i128 {
    matching.slack(u, v) + matching.price[u] + matching.price[v]
}

fn total(matching: &Matching<i128>) -> i128 {
    let mates = (0..matching.mate.len()).map(|u| (u, matching.mate(u).unwrap()));
    mates.filter(|(u, v)| u < v).map(|(u, v)| cost(matching, u, v)).sum()
}

#[track_caller]
fn check_against_all(matching: &mut Matching<i128>) -> bool {
    let n = matching.mate.len();
    let expected = least(matching, (1 << n) - 1, &mut BTreeMap::new());
    let is_perfect = matching.solve();
    assert_eq!(is_perfect.then(|| total(matching)), expected);
    is_perfect
}

/// Checks by the prices that no perfect matching is cheaper: no edge has negative slack, matched
/// ones have none, and blossoms have no negative price.
#[track_caller]
fn check_proof(matching: &Matching<i128>) {
    let n = matching.mate.len();
    let around = |vertex: usize| {
        let mut nodes = vec![vertex];
        while let Some(node) = nodes.last().map(|node| matching.parent[*node]) {
            if node == super::NONE {
                break;
            }
            nodes.push(node);
        }
        nodes
    };
    for u in 0..n {
        for v in matching.graph.edges.row(u) {
            let others = around(v);
            let common = around(u).into_iter().filter(|node| others.contains(node));
            let shared: i128 =
                common.filter_map(|node| matching.blossom(node)).map(|blossom| blossom.price).sum();
            let slack = matching.slack(u, v) + shared;
            assert!(slack >= 0, "{u}-{v} has slack {slack}");
            assert!(matching.mate[u] != v || slack == 0, "{u}-{v} is matched with slack {slack}");
        }
    }
    for blossom in matching.blossoms.iter().flatten() {
        assert!(blossom.price >= 0 && blossom.price % 2 == 0);
        let leaving = |u: &&usize| !blossom.vertices.contains(&matching.mate[**u]);
        assert_eq!(blossom.vertices.iter().filter(leaving).count(), 1);
    }
}

/// Generates few different costs, so that circles are common; some edges are missing.
fn costs(edges: usize) -> impl Strategy<Value = Vec<Option<u8>>> {
    let cost = prop_oneof![
        1 => Just(None),
        3 => (0_u8..4).prop_map(Some),
        1 => any::<u8>().prop_map(Some),
    ];
    prop::collection::vec(cost, edges)
}

/// Generates demands on a finished matching: a wish with its extra costs, or an edge to forbid.
fn demands(n: usize) -> impl Strategy<Value = Vec<(bool, usize, usize, Vec<u8>)>> {
    let extra = prop::collection::vec(0_u8..16, n);
    prop::collection::vec((any::<bool>(), 0..n, 0..n, extra), 0..6)
}

/// Makes a demand; a wish stays open until the next solution is settled.
fn demand(matching: &mut Matching<i128>, of: &(bool, usize, usize, Vec<u8>)) {
    let (is_wish, u, v, extra) = of;
    if *is_wish {
        matching.wish(*u, extra.iter().map(|extra| i128::from(*extra) * 2).collect());
    } else if u != v {
        matching.forbid(*u, *v);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_cheapest_of_all_is_found(
        (n, costs, demands) in (1_usize..6).prop_flat_map(|half| {
            let n = half * 2;
            (Just(n), costs(n * (n - 1) / 2), demands(n))
        })
    ) {
        let mut matching = Matching::new(graph(n, &costs));
        let mut is_perfect = check_against_all(&mut matching);
        for one in demands {
            if !is_perfect {
                break;
            }
            check_proof(&matching);
            demand(&mut matching, &one);
            is_perfect = check_against_all(&mut matching);
            if is_perfect {
                matching.settle();
                is_perfect = check_against_all(&mut matching);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn larger_ones_prove_themselves(
        (n, costs, demands) in (10_usize..40).prop_flat_map(|half| {
            let n = half * 2;
            (Just(n), costs(n * (n - 1) / 2), demands(n))
        })
    ) {
        let mut matching = Matching::new(graph(n, &costs));
        prop_assume!(matching.solve());
        check_proof(&matching);
        for one in demands {
            demand(&mut matching, &one);
            if !matching.solve() {
                break;
            }
            check_proof(&matching);
            matching.settle();
            prop_assert!(matching.solve());
            check_proof(&matching);
        }
    }
}

#[test]
fn nobody_is_matched_without_an_edge() {
    assert!(Matching::new(graph(0, &[])).solve());
    assert!(!Matching::new(graph(2, &[None])).solve());
    assert!(!Matching::new(graph(1, &[])).solve());
    // A star of three rays.
    let mut star = Matching::new(graph(4, &[Some(0), Some(0), None, Some(0), None, None]));
    assert!(!star.solve());
}
