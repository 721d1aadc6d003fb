//! The search for an alternating path from one unmatched vertex to another.
//!
//! The search grows a tree. *Outer* nodes could be unmatched in place of the root, *inner* nodes
//! lie between two outer ones. Prices of outer vertices rise and prices of inner ones fall, until
//! an edge loses its slack and the tree grows by it, closes an odd circle (a blossom), or reaches
//! another unmatched vertex.

use super::{Blossom, Cost, Matching, NONE};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// The tree of one search. Vectors over nodes are indexed by node, the others by vertex.
struct Tree<C> {
    label: Vec<Label>,
    /// The edge that reached an inner node: from an outer vertex to one of its own.
    entry: Vec<(usize, usize)>,
    /// The outermost nodes of the tree, in the order of arrival; some may have become parts of
    /// blossoms since.
    nodes: Vec<usize>,
    /// The outer vertex with the least slack to each vertex outside the outer nodes.
    near: Vec<usize>,
    near_slack: Vec<C>,
    /// The edge of least slack from each outer node to another one, as known to either of them.
    best: Vec<(usize, usize)>,
    best_slack: Vec<C>,
    /// For an outer blossom: its vertex with the least slack to each vertex outside.
    rows: Vec<Vec<usize>>,
}

/// The next step of a search.
enum Step {
    /// An edge reaches a free node.
    Grow(usize, usize),
    /// An edge between two outer nodes closes a circle.
    Close(usize, usize),
    /// An inner blossom has no price left.
    Expand(usize),
}

impl<C: Cost> Matching<C> {
    /// Matches one more pair, so that this vertex is matched; returns false if that is impossible.
    pub(super) fn augment_from(&mut self, root: usize) -> bool {
        let nodes = self.parent.len();
        let n = self.mate.len();
        let mut tree = Tree {
            label: vec![Label::Free; nodes],
            entry: vec![(NONE, NONE); nodes],
            nodes: Vec::new(),
            near: vec![NONE; n],
            near_slack: vec![C::ZERO; n],
            best: vec![(NONE, NONE); nodes],
            best_slack: vec![C::ZERO; nodes],
            rows: vec![Vec::new(); nodes],
        };
        self.make_outer(&mut tree, self.top[root]);
        while let Some((amount, step)) = self.next_step(&tree) {
            if amount != C::ZERO {
                self.shift_prices(&mut tree, amount);
            }
            match step {
                Step::Grow(u, v) => {
                    let node = self.top[v];
                    let partner = self.mate[self.base(node)];
                    if partner == NONE {
                        self.rebase(node, v);
                        self.augment(&tree, u, v);
                        self.mate[v] = u;
                        self.drop_free_blossoms(&tree);
                        return true;
                    }
                    tree.label[node] = Label::Inner;
                    tree.entry[node] = (u, v);
                    tree.nodes.push(node);
                    self.make_outer(&mut tree, self.top[partner]);
                }
                Step::Close(u, v) => self.close_circle(&mut tree, u, v),
                Step::Expand(node) => self.expand_inner(&mut tree, node),
            }
        }
        false
    }

    /// Labels a node outer and examines all edges from its vertices.
    fn make_outer(&self, tree: &mut Tree<C>, node: usize) {
        tree.label[node] = Label::Outer;
        tree.nodes.push(node);
        tree.best[node] = (NONE, NONE);
        let vertices = self.vertices(node);
        let mut row = if node < self.mate.len() { Vec::new() } else { vec![NONE; self.mate.len()] };
        for u in vertices {
            self.look_from(tree, node, u, &mut row);
        }
        tree.rows[node] = row;
    }

    /// Examines all edges from an outer vertex to vertices outside its node.
    fn look_from(&self, tree: &mut Tree<C>, node: usize, u: usize, row: &mut [usize]) {
        for v in self.graph.edges.row(u) {
            let other = self.top[v];
            if other == node {
                continue;
            }
            let slack = self.slack(u, v);
            if tree.label[other] == Label::Outer {
                if tree.best[node].0 == NONE || slack < tree.best_slack[node] {
                    tree.best[node] = (u, v);
                    tree.best_slack[node] = slack;
                }
            } else if tree.near[v] == NONE || slack < tree.near_slack[v] {
                tree.near[v] = u;
                tree.near_slack[v] = slack;
            }
            if let Some(nearest) = row.get_mut(v)
                && (*nearest == NONE || slack < self.slack(*nearest, v))
            {
                *nearest = u;
            }
        }
    }

    /// Returns the step that needs the smallest change of prices, and that change.
    fn next_step(&self, tree: &Tree<C>) -> Option<(C, Step)> {
        let mut next: Option<(C, Step)> = None;
        let is_less = |amount: C, next: &Option<(C, Step)>| {
            next.as_ref().is_none_or(|(least, _)| amount < *least)
        };
        for (v, &u) in tree.near.iter().enumerate() {
            if u != NONE
                && tree.label[self.top[v]] == Label::Free
                && is_less(tree.near_slack[v], &next)
            {
                next = Some((tree.near_slack[v], Step::Grow(u, v)));
            }
        }
        for &node in &tree.nodes {
            if self.parent[node] != NONE {
                continue;
            }
            if tree.label[node] == Label::Outer && tree.best[node].0 != NONE {
                let (u, v) = tree.best[node];
                let amount = tree.best_slack[node].half();
                if is_less(amount, &next) {
                    next = Some((amount, Step::Close(u, v)));
                }
            }
            if tree.label[node] == Label::Inner
                && let Some(blossom) = self.blossom(node)
            {
                let amount = blossom.price.half();
                if is_less(amount, &next) {
                    next = Some((amount, Step::Expand(node)));
                }
            }
        }
        next
    }

    /// Raises the prices of outer vertices and lowers those of inner ones by an amount.
    fn shift_prices(&mut self, tree: &mut Tree<C>, amount: C) {
        let twice = amount.plus(amount);
        for v in 0..self.mate.len() {
            match tree.label[self.top[v]] {
                Label::Outer => self.price[v] = self.price[v].plus(amount),
                Label::Inner => self.price[v] = self.price[v].minus(amount),
                Label::Free => tree.near_slack[v] = tree.near_slack[v].minus(amount),
            }
        }
        for place in 0..tree.nodes.len() {
            let node = tree.nodes[place];
            if self.parent[node] != NONE {
                continue;
            }
            let label = tree.label[node];
            if label == Label::Outer {
                tree.best_slack[node] = tree.best_slack[node].minus(twice);
            }
            if let Some(blossom) = self.blossom_mut(node) {
                match label {
                    Label::Outer => blossom.price = blossom.price.plus(twice),
                    Label::Inner => blossom.price = blossom.price.minus(twice),
                    Label::Free => {}
                }
            }
        }
    }

    /// Returns the outer node above an outer node in the tree; `None` for the root.
    fn above(&self, tree: &Tree<C>, node: usize) -> Option<usize> {
        let partner = self.mate[self.base(node)];
        if partner == NONE {
            return None;
        }
        Some(self.top[tree.entry[self.top[partner]].0])
    }

    /// Makes a blossom of the circle that an edge between two outer nodes closes.
    fn close_circle(&mut self, tree: &mut Tree<C>, u: usize, v: usize) {
        let apex = self.common_ancestor(tree, self.top[u], self.top[v]);
        // Down from the apex to u, over the edge to v, and up to the apex again.
        let (mut circle, mut links) = (vec![apex], Vec::new());
        let mut left = Vec::new();
        let mut node = self.top[u];
        while node != apex {
            let base = self.base(node);
            let inner = self.top[self.mate[base]];
            let (from, to) = tree.entry[inner];
            left.push((node, (self.mate[base], base)));
            left.push((inner, (from, to)));
            node = self.top[from];
        }
        for &(node, link) in left.iter().rev() {
            links.push(link);
            circle.push(node);
        }
        links.push((u, v));
        let mut node = self.top[v];
        while node != apex {
            let base = self.base(node);
            let inner = self.top[self.mate[base]];
            let (from, to) = tree.entry[inner];
            circle.push(node);
            links.push((base, self.mate[base]));
            circle.push(inner);
            links.push((to, from));
            node = self.top[from];
        }
        let vertices = circle.iter().flat_map(|&node| self.vertices(node)).collect();
        let base = self.base(apex);
        let children = circle.clone();
        let node = self.put_blossom(Blossom { circle, links, base, price: C::ZERO, vertices });
        if tree.label.len() < self.parent.len() {
            tree.label.push(Label::Free);
            tree.entry.push((NONE, NONE));
            tree.best.push((NONE, NONE));
            tree.best_slack.push(C::ZERO);
            tree.rows.push(Vec::new());
        }
        self.merge_rows(tree, node, &children);
    }

    fn common_ancestor(&self, tree: &Tree<C>, u: usize, v: usize) -> usize {
        let mut seen = vec![false; self.parent.len()];
        let mut nodes = [Some(u), Some(v)];
        // One step on each side in turn, so that a small circle costs little.
        loop {
            for node in &mut nodes {
                if let Some(here) = *node {
                    if seen[here] {
                        return here;
                    }
                    seen[here] = true;
                    *node = self.above(tree, here);
                }
            }
        }
    }

    /// Labels a blossom outer that was made of nodes of the tree.
    fn merge_rows(&self, tree: &mut Tree<C>, node: usize, children: &[usize]) {
        let n = self.mate.len();
        tree.label[node] = Label::Outer;
        tree.nodes.push(node);
        tree.best[node] = (NONE, NONE);
        let mut merged = vec![NONE; n];
        for &child in children {
            if tree.label[child] == Label::Inner {
                for u in self.vertices(child) {
                    self.look_from(tree, node, u, &mut merged);
                }
                continue;
            }
            let row = std::mem::take(&mut tree.rows[child]);
            let mut fold = |u: usize, v: usize| {
                let nearest = merged[v];
                if self.top[v] != node
                    && (nearest == NONE || self.slack(u, v) < self.slack(nearest, v))
                {
                    merged[v] = u;
                }
            };
            if row.is_empty() {
                self.graph.edges.row(child).for_each(|v| fold(child, v));
            } else {
                row.iter().enumerate().filter(|(_, u)| **u != NONE).for_each(|(v, &u)| fold(u, v));
            }
        }
        for (v, &u) in merged.iter().enumerate() {
            if u != NONE && self.top[v] != node && tree.label[self.top[v]] == Label::Outer {
                let slack = self.slack(u, v);
                if tree.best[node].0 == NONE || slack < tree.best_slack[node] {
                    tree.best[node] = (u, v);
                    tree.best_slack[node] = slack;
                }
            }
        }
        tree.rows[node] = merged;
    }

    /// Dissolves an inner blossom without price; the path through it stays in the tree.
    fn expand_inner(&mut self, tree: &mut Tree<C>, node: usize) {
        let Some(blossom) = self.dissolve(node) else { return };
        let len = blossom.circle.len();
        // Its number may be reused for another blossom.
        tree.nodes.retain(|other| *other != node);
        for &child in &blossom.circle {
            tree.label[child] = Label::Free;
        }
        let mut entry = tree.entry[node];
        let mut place = self.place_of(&blossom, entry.1);
        // Node 0 is matched outwards: the path to it has an even number of links.
        let is_backwards = place.is_multiple_of(2);
        let mut outer = Vec::new();
        loop {
            let child = blossom.circle[place];
            tree.label[child] = Label::Inner;
            tree.entry[child] = entry;
            tree.nodes.push(child);
            if place == 0 {
                break;
            }
            let (middle, next, link) = if is_backwards {
                let (to, from) = blossom.links[place - 2];
                (place - 1, place - 2, (from, to))
            } else {
                (place + 1, (place + 2) % len, blossom.links[place + 1])
            };
            outer.push(blossom.circle[middle]);
            entry = link;
            place = next;
        }
        for child in outer {
            self.make_outer(tree, child);
        }
    }

    /// Returns the index in the circle of the node that contains a vertex. The circle's nodes are
    /// outermost.
    fn place_of(&self, blossom: &Blossom<C>, vertex: usize) -> usize {
        let node = self.top[vertex];
        blossom.circle.iter().position(|child| *child == node).unwrap_or_default()
    }

    /// Matches an outer vertex with one outside the tree, and shifts the pairs up to the root.
    fn augment(&mut self, tree: &Tree<C>, u: usize, v: usize) {
        let (mut from, mut to) = (u, v);
        loop {
            let node = self.top[from];
            let partner = self.mate[self.base(node)];
            self.rebase(node, from);
            self.mate[from] = to;
            if partner == NONE {
                return;
            }
            let inner = self.top[partner];
            let (above, below) = tree.entry[inner];
            self.rebase(inner, below);
            self.mate[below] = above;
            (from, to) = (above, below);
        }
    }

    /// Shifts the pairs in a node so that the given vertex is matched outwards.
    fn rebase(&mut self, node: usize, vertex: usize) {
        if node == vertex {
            return;
        }
        let mut child = vertex;
        while self.parent[child] != node {
            child = self.parent[child];
        }
        let Some(blossom) = self.blossom(node) else { return };
        let (circle, links) = (blossom.circle.clone(), blossom.links.clone());
        let len = circle.len();
        let place = circle.iter().position(|node| *node == child).unwrap_or_default();
        // The even path from the new base to the old one swaps its matched edges.
        let shifted = if place.is_multiple_of(2) { 0..place } else { place + 1..len };
        for at in shifted.step_by(2) {
            let (u, v) = links[at];
            self.rebase(circle[at], u);
            self.rebase(circle[(at + 1) % len], v);
            self.join(u, v);
        }
        self.rebase(child, vertex);
        if let Some(blossom) = self.blossom_mut(node) {
            blossom.circle.rotate_left(place);
            blossom.links.rotate_left(place);
            blossom.base = vertex;
        }
    }

    /// Dissolves the blossoms without a price that the search has made or met.
    fn drop_free_blossoms(&mut self, tree: &Tree<C>) {
        let mut nodes = tree.nodes.clone();
        while let Some(node) = nodes.pop() {
            let is_free = self.parent[node] == NONE
                && self.blossom(node).is_some_and(|blossom| blossom.price == C::ZERO);
            if is_free && let Some(blossom) = self.dissolve(node) {
                nodes.extend(blossom.circle);
            }
        }
    }
}
