//! The continuations of a game that a board may have shown.

use draughts::{Color, Move, Position};

use crate::{Capability, IrregularKind, sensed::Sensed};

/// The largest number of continuations that are kept.
const NODES_MAX: usize = 256;

/// The index of a node in its tree; it changes when the tree is pruned.
pub(super) type NodeId = usize;

/// A position of the game, reached by a sequence of plies from the root.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) ply: u32,
    /// The ply that led here; the root has none.
    pub(super) step: Option<Step>,
    pub(super) position: Position,
    pub(super) sensed: Sensed,
    /// The legal moves, by the board that they leave.
    children: Vec<(Sensed, Move)>,
    pub(super) sight: Option<Sight>,
}

/// A ply, regular or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) irregular: Option<IrregularKind>,
}

/// The times at which a board has shown a position, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) first: i64,
    /// The longest time without a change.
    pub(super) longest: i64,
    /// The latest change that ended one.
    pub(super) last: i64,
}

/// The continuations of a game that a board may have shown. Node 0 is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    capability: Capability,
    nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn new(capability: Capability, position: Position, ply: u32, at: i64) -> Self {
        let mut tree = Self { capability, nodes: Vec::new() };
        tree.push(None, ply, None, position);
        tree.see(0, at);
        tree
    }

    fn push(
        &mut self,
        parent: Option<NodeId>,
        ply: u32,
        step: Option<Step>,
        position: Position,
    ) -> NodeId {
        let sensed = Sensed::of(position.board(), self.capability);
        let turn = position.turn();
        let mut children: Vec<_> =
            position.legal_moves().iter().map(|mv| (sensed.after(turn, mv), *mv)).collect();
        children.sort_unstable();
        self.nodes.push(Node { parent, ply, step, position, sensed, children, sight: None });
        self.nodes.len() - 1
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        0..self.nodes.len()
    }

    /// Returns the side that played the ply to a node.
    pub(super) fn mover(&self, id: NodeId) -> Color {
        self.nodes[id].position.turn().other()
    }

    /// Notes that the board shows a node's position.
    pub(super) fn see(&mut self, id: NodeId, at: i64) {
        let sight = &mut self.nodes[id].sight;
        if sight.is_none() {
            *sight = Some(Sight { first: at, longest: 0, last: at });
        }
    }

    /// Notes a time for which the board has shown a node's position without a change.
    pub(super) fn rested(&mut self, id: NodeId, from: i64, until: i64) {
        if let Some(sight) = &mut self.nodes[id].sight {
            sight.longest = sight.longest.max(until - from);
            sight.last = sight.last.max(until);
        }
    }

    /// Returns the node of a ply after a node, which may be new; `None` if the tree is full or the
    /// position after the ply is too complex.
    pub(super) fn child(
        &mut self,
        parent: NodeId,
        step: Step,
        after: Option<Position>,
    ) -> Option<NodeId> {
        if let Some(id) = self.find_child(parent, &step.mv) {
            return Some(id);
        }
        if self.nodes.len() >= NODES_MAX {
            return None;
        }
        let node = &self.nodes[parent];
        let position = after.or_else(|| node.position.play_legal(&step.mv).ok())?;
        let ply = node.ply.saturating_add(1);
        Some(self.push(Some(parent), ply, Some(step), position))
    }

    /// Returns the node of a ply after a node, if there is one.
    pub(super) fn find_child(&self, parent: NodeId, mv: &Move) -> Option<NodeId> {
        self.ids().find(|&id| {
            let node = &self.nodes[id];
            node.parent == Some(parent) && node.step.is_some_and(|step| step.mv == *mv)
        })
    }

    /// Adds the nodes that are a legal ply away from others and that a board shows.
    pub(super) fn grow(&mut self, sensed: Sensed, at: i64) {
        for id in self.ids() {
            if self.nodes[id].sight.is_none_or(|sight| sight.first > at) {
                continue;
            }
            let children = &self.nodes[id].children;
            let start = children.partition_point(|(key, _)| *key < sensed);
            let moves: Vec<Move> = children[start..]
                .iter()
                .take_while(|(key, _)| *key == sensed)
                .map(|(_, mv)| *mv)
                .collect();
            for mv in moves {
                self.child(id, Step { mv, irregular: None }, None);
            }
        }
        for id in self.matching(sensed) {
            self.see(id, at);
        }
    }

    /// Returns true if a legal ply after a node leaves a board.
    pub(super) fn shows_child(&self, id: NodeId, sensed: Sensed) -> bool {
        self.nodes[id].children.binary_search_by(|(key, _)| key.cmp(&sensed)).is_ok()
    }

    /// Returns the nodes that look like a board.
    pub(super) fn matching(&self, sensed: Sensed) -> Vec<NodeId> {
        self.ids().filter(|&id| self.nodes[id].sensed == sensed).collect()
    }

    /// Returns the nodes from the root to a node.
    pub(super) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> =
            core::iter::successors(Some(id), |&id| self.nodes[id].parent).collect();
        path.reverse();
        path
    }

    /// Returns the plies from the root to a node.
    pub(super) fn moves(&self, id: NodeId) -> Vec<Move> {
        self.path(id).into_iter().filter_map(|id| self.nodes[id].step).map(|step| step.mv).collect()
    }

    /// Returns true if a node is another or comes after it.
    pub(super) fn is_after(&self, id: NodeId, ancestor: NodeId) -> bool {
        core::iter::successors(Some(id), |&id| self.nodes[id].parent).any(|id| id == ancestor)
    }

    /// Returns true if the tree is nearly full.
    pub(super) fn is_crowded(&self) -> bool {
        self.nodes.len() >= NODES_MAX * 3 / 4
    }

    /// Keeps a new root, and of what comes after it what is wanted with all that leads there;
    /// returns the new index of each node that is left.
    pub(super) fn prune(
        &mut self,
        root: NodeId,
        is_wanted: impl Fn(&Self, NodeId) -> bool,
    ) -> Vec<Option<NodeId>> {
        let mut is_kept = vec![false; self.nodes.len()];
        for id in self.ids().filter(|&id| is_wanted(self, id)) {
            let path = self.path(id);
            if let Some(start) = path.iter().position(|&id| id == root) {
                for &id in &path[start..] {
                    is_kept[id] = true;
                }
            }
        }
        is_kept[root] = true;
        let mut kept = 0;
        let renamed: Vec<Option<NodeId>> = is_kept
            .iter()
            .map(|&is_kept| {
                kept += usize::from(is_kept);
                is_kept.then(|| kept - 1)
            })
            .collect();
        let mut ids = is_kept.into_iter();
        self.nodes.retain(|_| ids.next().unwrap_or(false));
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| renamed[parent]);
        }
        self.nodes[0].step = None;
        renamed
    }
}
