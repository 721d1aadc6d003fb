//! The search for explanations of boards that no known continuation explains.

use std::collections::BTreeMap;

use draughts::{Bitboard, Move};

use super::{
    Mode, Tracker, acts,
    history::ShownBoard,
    search::Search,
    timing,
    tree::{NodeId, Step},
    verdict,
};
use crate::{IrregularKind, sensed::Sensed};

/// The longest sequence of plies that are found although the board never showed the positions
/// between.
const UNSEEN_PLIES_MAX: u32 = 3;
/// The largest number of squares of which a dump reveals lost reports at a time.
const LOST_MAX: u32 = 4;
/// The largest number of boards that are searched at a time.
const SEARCHES_MAX: usize = 6;

impl Tracker {
    /// Looks for explanations of the board, if no node explains it.
    pub(super) fn look(&mut self) {
        let Some(sensed) = self.sensed else { return };
        if !matches!(self.mode, Mode::Play | Mode::OutOfSync) || self.is_regular(sensed) {
            return;
        }
        if self.tree.matching(sensed).is_empty() && self.rest() >= timing::ACT {
            self.look_for_acts(sensed);
        }
        for _ in 0..SEARCHES_MAX {
            let is_due = |shown: &&ShownBoard| self.is_due(shown);
            let Some(shown) = self.history.all().find(is_due).copied() else { return };
            for other in self.history.all_mut().filter(|other| other.from == shown.from) {
                other.is_searched |= other.sensed == shown.sensed;
            }
            if self.look_for_plies(&shown) {
                self.replay(shown.from);
            }
            if self.is_regular(sensed) {
                return;
            }
        }
    }

    /// Returns true if a continuation without acts against the rules explains a board.
    fn is_regular(&self, sensed: Sensed) -> bool {
        self.tree.matching(sensed).into_iter().any(|id| !self.is_irregular(id))
    }

    /// Returns true if it is time to search a board: it was at rest, perhaps after a press, or a
    /// dump has told all of it and nothing has explained it for long. Where nothing has explained
    /// the board for long, one that players in a hurry left for a moment may tell what they have
    /// played.
    fn is_due(&self, shown: &ShownBoard) -> bool {
        // The answer of a polled board may show pieces at rest.
        let is_rest = shown.length(self.now) >= timing::SEARCH.max(self.poll() * 9 / 10)
            || shown.length_after_press(self.now).is_some_and(|length| length >= timing::PRESSED)
            || (shown.is_whole && self.now - shown.from >= timing::WHOLE)
            || (self.is_lost() && shown.length(self.now) >= timing::TENTATIVE);
        !shown.is_searched && is_rest && !self.is_regular(shown.sensed) && !self.is_under_way(shown)
    }

    /// Returns true if nothing has explained the board for long.
    fn is_lost(&self) -> bool {
        self.unexplained.is_some_and(|since| self.now - since >= timing::WHOLE)
    }

    /// Returns true if the men of a capture are just being taken off, or pieces are in the air or
    /// were knocked over, which may look like several plies: of the latter, nobody presses.
    fn is_under_way(&self, shown: &ShownBoard) -> bool {
        let is_young = self.now - shown.from < timing::UNDER_WAY;
        self.tree.ids().any(|id| {
            let is_likely =
                id == self.tip() || id == self.latest || self.was_at_rest(id, timing::TENTATIVE);
            // The pieces are not missing from a position that the game has left behind.
            let is_past = || {
                let was_seen =
                    |id| self.tree.node(id).sight.is_some_and(|sight| sight.first <= shown.from);
                let mut line = self.line.iter();
                line.any(|&later| later != id && self.tree.is_after(later, id) && was_seen(later))
            };
            let is_less = || self.tree.node(id).sensed.has_all_of(shown.sensed) && !is_past();
            is_likely
                && !self.is_irregular(id)
                && ((is_young && self.is_on_the_way(id, shown.sensed))
                    || (shown.pressed.is_none() && is_less()))
        })
    }

    /// Sees again what was shown after a moment, now that there are more nodes.
    fn replay(&mut self, since: i64) {
        let later: Vec<ShownBoard> =
            self.history.all().filter(|shown| shown.from >= since).copied().collect();
        for shown in later {
            self.tree.grow(shown.sensed, shown.from);
            for id in self.tree.matching(shown.sensed) {
                if let Some(until) = shown.until {
                    self.tree.rested(id, shown.from, until);
                }
            }
        }
        for shown in self.history.all_mut() {
            shown.is_searched = shown.from == since || (shown.from < since && shown.is_searched);
        }
    }

    /// Sees what was shown since no regular play explains the board as it was if a dump reveals now
    /// what a lost report would have told: all squares that the board `before` it has otherwise, or
    /// one of them, as the others may just have changed.
    pub(super) fn complete_history(&mut self, before: Option<Sensed>) {
        let (Some(since), Some(before), Some(now)) = (self.irregular, before, self.sensed) else {
            return;
        };
        let lost = now.differences(before);
        if lost.count() > LOST_MAX || !matches!(self.mode, Mode::Play | Mode::OutOfSync) {
            return;
        }
        let each = lost.squares().map(Bitboard::from_square).filter(|one| *one != lost);
        let each: Vec<Bitboard> = core::iter::once(lost).chain(each).collect();
        let shown: Vec<ShownBoard> =
            self.history.all().filter(|shown| shown.from >= since).copied().collect();
        for shown in shown {
            for &squares in &each {
                let whole = shown.sensed.with(squares, now);
                self.tree.grow(whole, shown.from);
                for id in self.tree.matching(whole) {
                    self.tree.rested(id, shown.from, shown.until.unwrap_or(self.now));
                }
            }
        }
    }

    fn look_for_acts(&mut self, sensed: Sensed) {
        let tip = self.tip();
        // Nobody knows how a board was changed since it was last explained.
        let is_recent = |id: NodeId| {
            let sight = self.tree.node(id).sight;
            sight.is_some_and(|sight| self.changed - sight.last <= timing::IRREGULAR)
        };
        let was_shown = |&id: &NodeId| {
            (id == tip && is_recent(id))
                || (is_recent(id)
                    && self.tree.is_after(id, tip)
                    && self.was_at_rest(id, timing::TENTATIVE)
                    && !self.is_irregular(id))
        };
        let bases: Vec<_> = self.tree.ids().filter(was_shown).collect();
        for base in bases {
            for (act, kind) in acts::acts(&self.tree.node(base).position, sensed) {
                let Some(standing) = act.standing else { continue };
                let step = Step { mv: standing.mv, irregular: Some(kind) };
                let since = self.seen_before(base);
                let press = self.presses.first_since(since, self.tree.node(base).position.turn());
                let ends = [standing.mv.from(), standing.mv.to()].into_iter().collect();
                let put_down = self.shown_since(ends, sensed, since);
                if self.has_other_child(base, &standing.mv, kind)
                    || press.is_some_and(|press| {
                        self.changed > press + timing::ACT_AFTER_PRESS
                            || put_down > press + timing::MOVE_AFTER_PRESS
                    })
                {
                    continue;
                }
                if let Some(id) = self.tree.child(base, step, Some(standing.after)) {
                    self.tree.see(id, self.changed);
                }
            }
        }
    }

    /// Returns the moment since a moment at which squares first showed what they show now.
    fn shown_since(&self, squares: Bitboard, sensed: Sensed, since: i64) -> i64 {
        let mut later = self.history.all().filter(|shown| shown.from >= since);
        later
            .find(|shown| (shown.sensed.differences(sensed) & squares).is_empty())
            .map_or(self.changed, |shown| shown.from)
    }

    /// Returns true if another ply at a node was at rest and pressed, so that it is over: what is
    /// gone since then is in the opponent's hand. Of the same act, the captured pieces may still
    /// have been taken off.
    fn has_other_child(&self, base: NodeId, mv: &Move, kind: IrregularKind) -> bool {
        let completes = |before: &Step| {
            let ends = (mv.from(), mv.to());
            let removed = mv.captured() - before.mv.captured();
            let is_capture = |legal: &&Move| {
                (legal.from(), legal.to()) == ends && (removed - legal.captured()).is_empty()
            };
            // A piece that is back was never taken off.
            let is_back = removed.is_empty();
            before.irregular.is_some()
                && (before.mv.from(), before.mv.to()) == ends
                && (is_back
                    || kind == IrregularKind::ShortCapture
                    || self
                        .tree
                        .node(base)
                        .position
                        .legal_moves()
                        .iter()
                        .any(|legal| is_capture(&legal)))
        };
        let is_over = |id: NodeId| {
            let rest = if self.is_irregular(id) { timing::SETTLED } else { timing::TENTATIVE };
            self.was_at_rest(id, rest) && self.pressed(id).is_some_and(|press| press < self.changed)
        };
        self.tree.ids().any(|id| {
            let node = self.tree.node(id);
            node.parent == Some(base)
                && node.step.is_some_and(|step| step.mv != *mv && !completes(&step))
                && (self.was_at_rest(id, timing::LONG) || is_over(id))
        })
    }

    /// Looks for the sequence of plies that leads to a board; returns true if there is exactly one.
    fn look_for_plies(&mut self, shown: &ShownBoard) -> bool {
        let mut search = Search::new(shown.sensed);
        // The cheapest way to each sequence of plies from the root, and whether it ends on the
        // board or on one with a piece more, whose report was lost or which is in the air.
        let mut candidates: BTreeMap<(Vec<Move>, bool), i64> = BTreeMap::new();
        for base in self.tree.ids() {
            let node = self.tree.node(base);
            if node.sight.is_none_or(|sight| sight.first > shown.from) {
                continue;
            }
            for plies in 1..=UNSEEN_PLIES_MAX {
                let Some(found) = search.find(&node.position, node.sensed, plies) else {
                    return false;
                };
                let exact = found.exact.into_iter().map(|moves| (moves, true));
                let lacking = found.lacking.into_iter().map(|moves| (moves, false));
                for (moves, is_exact) in exact.chain(lacking) {
                    let cost = self.cost(base) + self.cost_of_unseen(base, &moves, is_exact);
                    let path = [self.tree.moves(base), moves].concat();
                    candidates
                        .entry((path, is_exact))
                        .and_modify(|least| *least = cost.min(*least))
                        .or_insert(cost);
                }
            }
        }
        let mut candidates: Vec<_> =
            candidates.into_iter().map(|((path, is_exact), cost)| (cost, path, is_exact)).collect();
        candidates.sort_unstable();
        let path = match candidates.as_slice() {
            [(cost, ..), (next, ..), ..] if next - cost < verdict::MARGIN_OF_UNSEEN => {
                return false;
            }
            [(cost, path, true), ..] if *cost <= verdict::COST_MAX => path,
            [] | [..] => return false,
        };
        let mut id = 0;
        for mv in path {
            let Some(next) = self.tree.child(id, Step { mv: *mv, irregular: None }, None) else {
                return false;
            };
            id = next;
        }
        self.tree.see(id, shown.from);
        true
    }

    fn cost_of_unseen(&self, base: NodeId, moves: &[Move], is_exact: bool) -> i64 {
        let turn = self.tree.node(base).position.turn();
        let mover = if moves.len() % 2 == 1 { turn } else { turn.other() };
        let is_pressed = self.presses.first_since(self.seen_before(base), mover).is_some();
        let unseen = moves.len() - usize::from(is_exact);
        i64::try_from(unseen).unwrap_or(0) * verdict::UNSEEN + i64::from(!is_pressed)
    }
}
