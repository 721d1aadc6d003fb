//! Perfect matchings of least cost in a graph, by Edmonds' blossom method.
//!
//! Every vertex has a price; the *slack* of an edge is its cost less the two prices, and is never
//! negative. Only edges without slack are matched. A matching is perfect and cheapest when nobody
//! is left over. Blossoms are odd circles of edges without slack that are treated as one vertex,
//! and have a price of their own.
//!
//! The matching can be asked again with other wishes at small cost: prices stay valid when edges
//! are forbidden or become dearer, so only what was torn open is matched anew. All prices stay
//! whole numbers because every cost is even and every search grows from a single vertex.
//!
//! Knows vertices and costs; it knows nothing of players and rules.
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

/// No vertex.
const NONE: usize = usize::MAX;

/// The cost of an edge: by the kinds of its ends, and by the wish of one vertex.
#[derive(Debug, Clone)]
pub(super) struct Graph<C> {
    /// Which edges there are.
    pub(super) edges: BitMatrix,
    /// The kind of each vertex, an index into the table.
    pub(super) kinds: Vec<usize>,
    /// How many kinds there are.
    pub(super) kind_count: usize,
    /// The cost of an edge between two kinds, row by row, symmetrical; even and not negative.
    pub(super) table: Vec<C>,
}

/// A matching that is being made or is made.
#[derive(Debug, Clone)]
pub(super) struct Matching<C> {
    graph: Graph<C>,
    /// The vertex whose edges cost more for a while, and how much more to each other vertex.
    wish: Option<(usize, Vec<C>)>,
    mate: Vec<usize>,
    price: Vec<C>,
    /// The outermost blossom that each vertex lies in, or the vertex itself.
    top: Vec<usize>,
    /// The blossom that each node lies in directly, or none.
    parent: Vec<usize>,
    /// Blossom `b` stands at place `b - n`.
    blossoms: Vec<Option<Blossom<C>>>,
}

/// An odd circle of nodes. In the matching, node 0 is matched outwards and the others, two by two,
/// with each other.
#[derive(Debug, Clone)]
struct Blossom<C> {
    circle: Vec<usize>,
    /// Edge `i` leads from a vertex in node `i` to one in the next.
    links: Vec<(usize, usize)>,
    /// The vertex that is matched outwards.
    base: usize,
    price: C,
    /// All vertices in it.
    vertices: Vec<usize>,
}

impl<C: Cost> Matching<C> {
    /// Starts with the pairs that cost nothing, first come first served.
    pub(super) fn new(graph: Graph<C>) -> Self {
        let n = graph.kinds.len();
        Self::begin(graph, vec![C::ZERO; n], &[])
    }

    /// Starts with valid prices and, of the wanted pairs, those without slack.
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

    /// Matches everybody at the least cost; false if that is impossible.
    pub(super) fn solve(&mut self) -> bool {
        (0..self.mate.len()).all(|vertex| self.mate[vertex] != NONE || self.augment_from(vertex))
    }

    /// Who a vertex is matched with. Everybody is, after a successful [`Matching::solve`].
    pub(super) fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE)
    }

    /// Makes the edges of one vertex dearer, until the wish is settled. Small and even.
    pub(super) fn wish(&mut self, vertex: usize, extra: Vec<C>) {
        self.open(vertex);
        self.wish = Some((vertex, extra));
        self.drop_if_slack(vertex);
    }

    /// Takes the outcome of the wish for good: the vertex keeps only the edges that cost as much
    /// extra as the one it is matched by, and none costs extra any more.
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

    /// Takes an edge away.
    pub(super) fn forbid(&mut self, u: usize, v: usize) {
        if self.top[u] == self.top[v] {
            self.open(u);
        }
        self.graph.edges.clear(u, v);
        if self.mate[u] == v {
            self.part(u);
        }
    }

    /// Takes all edges of a vertex away but one.
    pub(super) fn keep_only(&mut self, vertex: usize, mate: usize) {
        let others: Vec<_> = self.graph.edges.row(vertex).filter(|v| *v != mate).collect();
        for other in others {
            self.forbid(vertex, other);
        }
    }

    /// Whether a cheapest perfect matching could join a vertex to one from `first` on, as far as
    /// the prices of a solved matching tell: an edge that has slack is in none. Most that cannot
    /// be are found so without a search.
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

    /// The blossoms that a vertex lies in, from the innermost.
    fn blossoms_around(&self, vertex: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        let mut node = self.parent[vertex];
        while node != NONE {
            nodes.push(node);
            node = self.parent[node];
        }
        nodes
    }

    /// Whether there is an edge.
    pub(super) fn has_edge(&self, u: usize, v: usize) -> bool {
        self.graph.edges.has(u, v)
    }

    /// The same matching among some of the vertices only, with a graph of their own in which no
    /// edge costs less than here. Their numbers become their places in
    /// `kept`, which is in order.
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

    /// Returns the cost of an edge above the prices of its ends, if they lie in no common blossom.
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

    /// The vertex of a node that is matched outwards.
    fn base(&self, node: usize) -> usize {
        self.blossom(node).map_or(node, |blossom| blossom.base)
    }

    fn vertices(&self, node: usize) -> Vec<usize> {
        self.blossom(node).map_or_else(|| vec![node], |blossom| blossom.vertices.clone())
    }

    /// Dissolves an outermost blossom; its children become outermost. The blossom's own price is
    /// left to the caller.
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

    /// Dissolves every blossom around a vertex and hands the blossoms' prices to their vertices.
    /// No slack becomes negative by that; edges that get some are matched no more.
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
