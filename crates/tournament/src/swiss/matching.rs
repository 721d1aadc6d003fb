//! Perfect matchings of least cost in a graph, by Edmonds' blossom method.
//!
//! Every vertex has a price; the *slack* of an edge is its cost minus the prices of its ends, and
//! is never negative. Only edges without slack are matched. A matching is perfect and cheapest if
//! no vertex is left over. Blossoms are odd circles of edges without slack that are treated as one
//! vertex, and have a price of their own.
//!
//! A matching can be updated for other wishes at small cost: prices stay valid if edges are
//! forbidden or become dearer, so only vertices that were parted are matched again. All prices stay
//! integers because every cost is even and every search grows from a single vertex.
//!
//! This module works with vertices and costs only, without players and rules.
#![expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "indices are vertices and nodes that the structure itself hands out"
)]

mod bits;
mod search;
#[cfg(test)]
mod tests;

pub(super) use bits::BitMatrix;

use super::cost::Cost;

/// The index for no vertex.
const NONE: usize = usize::MAX;

/// The costs of edges by the kinds of their ends.
#[derive(Debug, Clone)]
pub(super) struct Graph<C> {
    /// The edges.
    pub(super) edges: BitMatrix,
    /// The kind of each vertex, an index into the table.
    pub(super) kinds: Vec<usize>,
    /// Number of kinds.
    pub(super) kind_count: usize,
    /// The cost of an edge between two kinds, row by row, symmetrical; even and not negative.
    pub(super) table: Vec<C>,
}

/// A matching, complete or in progress.
#[derive(Debug, Clone)]
pub(super) struct Matching<C> {
    graph: Graph<C>,
    /// The vertex whose edges temporarily cost more, and the extra cost to each other vertex.
    wish: Option<(usize, Vec<C>)>,
    mate: Vec<usize>,
    price: Vec<C>,
    /// The outermost blossom of each vertex, or the vertex itself.
    top: Vec<usize>,
    /// The blossom that directly contains each node, or [`NONE`].
    parent: Vec<usize>,
    /// Blossom `b` is at index `b - n`.
    blossoms: Vec<Option<Blossom<C>>>,
}

/// An odd circle of nodes. In the matching, node 0 is matched outwards and the others, two by two,
/// with each other.
#[derive(Debug, Clone)]
struct Blossom<C> {
    circle: Vec<usize>,
    /// Edge `i` connects a vertex in node `i` with one in the next node.
    links: Vec<(usize, usize)>,
    /// The vertex that is matched outwards.
    base: usize,
    price: C,
    /// All vertices in it.
    vertices: Vec<usize>,
}

impl<C: Cost> Matching<C> {
    /// Starts with pairs that cost nothing, in order.
    pub(super) fn new(graph: Graph<C>) -> Self {
        let n = graph.kinds.len();
        Self::begin(graph, vec![C::ZERO; n], &[])
    }

    /// Starts with valid prices, and those of the wanted pairs that have no slack.
    fn begin(graph: Graph<C>, price: Vec<C>, wanted: &[(usize, usize)]) -> Self {
        let n = graph.kinds.len();
        let mut matching = Self {
            graph,
            wish: None,
            mate: vec![NONE; n],
            price,
            top: (0..n).collect(),
            parent: vec![NONE; n],
            blossoms: Vec::new(),
        };
        for &(u, v) in wanted {
            if matching.slack(u, v) == C::ZERO {
                matching.join(u, v);
            }
        }
        for u in 0..n {
            if matching.mate[u] == NONE {
                let free =
                    |v: &usize| matching.mate[*v] == NONE && matching.slack(u, *v) == C::ZERO;
                let first = matching.graph.edges.row(u).find(free);
                if let Some(v) = first {
                    matching.join(u, v);
                }
            }
        }
        matching
    }

    /// Matches all vertices at the least cost; returns false if that is impossible.
    pub(super) fn solve(&mut self) -> bool {
        (0..self.mate.len()).all(|vertex| self.mate[vertex] != NONE || self.augment_from(vertex))
    }

    /// Returns the vertex that a vertex is matched with. Every vertex has one after a successful
    /// [`Matching::solve`].
    pub(super) fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE)
    }

    /// Makes the edges of one vertex dearer, until the wish is settled. Extra costs are small and
    /// even.
    pub(super) fn wish(&mut self, vertex: usize, extra: Vec<C>) {
        self.open(vertex);
        self.wish = Some((vertex, extra));
        self.drop_if_slack(vertex);
    }

    /// Makes the outcome of the wish permanent: the vertex keeps only the edges with the same extra
    /// cost as its matched one, and no edge costs extra any more.
    pub(super) fn settle(&mut self) {
        let Some(vertex) = self.wish.as_ref().map(|(vertex, _)| *vertex) else { return };
        let mate = self.mate[vertex];
        self.open(vertex);
        let Some((_, extra)) = self.wish.take() else { return };
        if mate == NONE {
            return;
        }
        let others: Vec<_> = self.graph.edges.row(vertex).collect();
        for other in others {
            if extra[other] != extra[mate] {
                self.forbid(vertex, other);
            }
        }
        self.price[vertex] = self.price[vertex].minus(extra[mate]);
    }

    /// Removes an edge.
    pub(super) fn forbid(&mut self, u: usize, v: usize) {
        if self.top[u] == self.top[v] {
            self.open(u);
        }
        self.graph.edges.clear(u, v);
        if self.mate[u] == v {
            self.part(u);
        }
    }

    /// Removes all edges of a vertex but one.
    pub(super) fn keep_only(&mut self, vertex: usize, mate: usize) {
        let others: Vec<_> = self.graph.edges.row(vertex).filter(|v| *v != mate).collect();
        for other in others {
            self.forbid(vertex, other);
        }
    }

    /// Returns true unless the prices of a solved matching exclude that a cheapest perfect matching
    /// joins a vertex to one from `first` on: an edge with slack is in none. Most impossible edges
    /// are found in this way without a search.
    pub(super) fn can_be_joined(&self, vertex: usize, first: usize) -> bool {
        let around = self.blossoms_around(vertex);
        let mut others = self.graph.edges.row(vertex).filter(|other| *other >= first);
        others.any(|other| {
            let slack = self.slack(vertex, other);
            if self.top[vertex] != self.top[other] {
                return slack == C::ZERO;
            }
            let theirs = self.blossoms_around(other);
            let common = theirs.into_iter().filter(|node| around.contains(node));
            let prices = common.filter_map(|node| self.blossom(node)).map(|blossom| blossom.price);
            prices.fold(slack, C::plus) == C::ZERO
        })
    }

    /// Returns the blossoms that contain a vertex, from the innermost.
    fn blossoms_around(&self, vertex: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        let mut node = self.parent[vertex];
        while node != NONE {
            nodes.push(node);
            node = self.parent[node];
        }
        nodes
    }

    /// Returns true if the edge exists.
    pub(super) fn has_edge(&self, u: usize, v: usize) -> bool {
        self.graph.edges.has(u, v)
    }

    /// Returns the same matching restricted to some of the vertices, with a graph of their own in
    /// which no edge costs less than here. Vertices are renumbered by their index in `kept`, which
    /// is sorted.
    pub(super) fn among(mut self, kept: &[usize], graph: Graph<C>) -> Self {
        for &vertex in kept {
            self.open(vertex);
        }
        let prices = kept.iter().map(|&vertex| self.price[vertex]).collect();
        let place_of = |vertex: usize| kept.binary_search(&vertex).ok();
        let pairs = kept.iter().enumerate().filter_map(|(place, &vertex)| {
            let mate = place_of(self.mate[vertex])?;
            (place < mate).then_some((place, mate))
        });
        let wanted: Vec<_> = pairs.collect();
        Self::begin(graph, prices, &wanted)
    }

    fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = v;
        self.mate[v] = u;
    }

    fn part(&mut self, vertex: usize) {
        let mate = self.mate[vertex];
        if mate != NONE {
            self.mate[vertex] = NONE;
            self.mate[mate] = NONE;
        }
    }

    fn drop_if_slack(&mut self, vertex: usize) {
        let mate = self.mate[vertex];
        if mate != NONE && self.slack(vertex, mate) != C::ZERO {
            self.part(vertex);
        }
    }

    /// Returns the cost of an edge minus the prices of its ends, if no blossom contains both.
    fn slack(&self, u: usize, v: usize) -> C {
        let kinds = &self.graph.kinds;
        let cost = self.graph.table[kinds[u] * self.graph.kind_count + kinds[v]];
        let slack = cost.minus(self.price[u]).minus(self.price[v]);
        match &self.wish {
            Some((vertex, extra)) if *vertex == u => slack.plus(extra[v]),
            Some((vertex, extra)) if *vertex == v => slack.plus(extra[u]),
            _ => slack,
        }
    }

    fn blossom(&self, node: usize) -> Option<&Blossom<C>> {
        let place = node.checked_sub(self.mate.len())?;
        self.blossoms[place].as_ref()
    }

    fn blossom_mut(&mut self, node: usize) -> Option<&mut Blossom<C>> {
        let place = node.checked_sub(self.mate.len())?;
        self.blossoms[place].as_mut()
    }

    fn take_blossom(&mut self, node: usize) -> Option<Blossom<C>> {
        let place = node.checked_sub(self.mate.len())?;
        self.blossoms[place].take()
    }

    /// Stores a blossom under a free number.
    fn put_blossom(&mut self, blossom: Blossom<C>) -> usize {
        let free = self.blossoms.iter().position(Option::is_none);
        let place = free.unwrap_or(self.blossoms.len());
        if place == self.blossoms.len() {
            self.blossoms.push(None);
            self.parent.push(NONE);
        }
        let node = place + self.mate.len();
        for &child in &blossom.circle {
            self.parent[child] = node;
        }
        for &vertex in &blossom.vertices {
            self.top[vertex] = node;
        }
        self.parent[node] = NONE;
        self.blossoms[place] = Some(blossom);
        node
    }

    /// Returns the vertex of a node that is matched outwards.
    fn base(&self, node: usize) -> usize {
        self.blossom(node).map_or(node, |blossom| blossom.base)
    }

    fn vertices(&self, node: usize) -> Vec<usize> {
        self.blossom(node).map_or_else(|| vec![node], |blossom| blossom.vertices.clone())
    }

    /// Dissolves an outermost blossom; its children become outermost. The caller handles the
    /// blossom's own price.
    fn dissolve(&mut self, node: usize) -> Option<Blossom<C>> {
        let blossom = self.take_blossom(node)?;
        for &child in &blossom.circle {
            self.parent[child] = NONE;
            for vertex in self.vertices(child) {
                self.top[vertex] = child;
            }
        }
        Some(blossom)
    }

    /// Dissolves every blossom around a vertex and adds the blossoms' prices to their vertices. No
    /// slack becomes negative by that; edges that get slack are no longer matched.
    fn open(&mut self, vertex: usize) {
        let mut nodes = vec![self.top[vertex]];
        let mut opened = Vec::new();
        while let Some(node) = nodes.pop() {
            let Some(blossom) = self.dissolve(node) else { continue };
            let half = blossom.price.half();
            for &vertex in &blossom.vertices {
                self.price[vertex] = self.price[vertex].minus(half);
            }
            nodes.extend(blossom.circle);
            opened.extend(blossom.vertices);
        }
        for vertex in opened {
            self.drop_if_slack(vertex);
        }
    }
}
