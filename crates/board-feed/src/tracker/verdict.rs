//! The judgement of the evidence.

use draughts::{Square, Timestamp};

use super::{
    Mode, Tracker, acts, timing,
    tree::{NodeId, Step},
};
use crate::{Event, Evidence, IrregularKind, Played, sensed::Sensed};

/// The best explanation has to be cheaper than every other by so much.
pub(super) const MARGIN: i64 = 2;
/// As [`MARGIN`], of explanations by plies that were not shown: that a position was shown in
/// passing is not enough.
pub(super) const MARGIN_OF_UNSEEN: i64 = 4;
/// No explanation that costs more is believed, apart from acts against the rules.
pub(super) const COST_MAX: i64 = 26;
/// The cost of a ply whose position the board never showed.
pub(super) const UNSEEN: i64 = 5;
/// The cost of an act against the rules.
const IRREGULAR: i64 = 30;
/// The cost of a ply that nobody pressed the clock for.
const UNPRESSED: i64 = 1;
/// The cost of a ply without a press whose position was shown in passing only.
const PASSING: i64 = 3;
/// The cost of a published ply that would be revised, and of one that a press confirmed.
const REVISED: i64 = 8;
const REVISED_PRESSED: i64 = 20;
/// As [`REVISED_PRESSED`], if the opponent had pressed too before the other move was seen.
const REVISED_ANSWERED: i64 = 40;
/// The cost of going back by a ply from what explained the board last.
const BACK: i64 = 2;
/// As [`BACK`], for a ply that was at rest and pressed.
const BACK_PRESSED: i64 = 10;

impl Tracker {
    /// Returns what follows from the evidence so far.
    #[must_use]
    pub fn decide(&self) -> Vec<Event> {
        match self.mode {
            Mode::Waiting | Mode::Over => Vec::new(),
            Mode::Stopping => self.decide_at_the_end(),
            Mode::Swept => self.decide_if_swept(),
            Mode::Play | Mode::OutOfSync => self.decide_in_play(),
        }
    }

    fn decide_in_play(&self) -> Vec<Event> {
        let best = self.best();
        let mut events = Vec::new();
        if let Some((node, by)) = self.confirmed(best) {
            self.publish(node, by, &mut events);
        } else if let Some(best) = best.filter(|_| self.now - self.changed >= timing::TENTATIVE) {
            self.offer(best, &mut events);
        }
        self.decide_on_sync(best, &mut events);
        self.decide_on_crowns(&mut events);
        events
    }

    fn decide_at_the_end(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let node = self.best().unwrap_or(self.latest);
        if self.tree.is_after(node, self.tip()) && !self.is_irregular(node) {
            self.publish(node, Evidence::Clock, &mut events);
        }
        events.push(Event::AfterGame);
        events
    }

    fn decide_if_swept(&self) -> Vec<Event> {
        let is_of_play = |&id: &NodeId| {
            id == self.tip() || (self.was_at_rest(id, timing::TENTATIVE) && !self.is_irregular(id))
        };
        let is_back =
            self.best().is_some_and(|id| is_of_play(&id)) && self.rest() >= timing::IN_SYNC;
        let ply = self.tree.node(self.tip()).ply;
        if is_back { vec![Event::InSync { ply }] } else { Vec::new() }
    }

    fn decide_on_sync(&self, best: Option<NodeId>, events: &mut Vec<Event>) {
        if self.mode == Mode::OutOfSync {
            let is_explained = best == Some(self.tip()) && self.rest() >= timing::IN_SYNC;
            if is_explained && events.is_empty() {
                events.push(Event::InSync { ply: self.tree.node(self.tip()).ply });
            }
        }
        let is_play = |since| self.presses.any_since(since);
        let away = self.away.filter(|&since| !is_play(since));
        let unexplained = self.unexplained.filter(|_| away.is_none() && self.mode == Mode::Play);
        if away.is_some_and(|since| self.now - since >= timing::AFTER_GAME + 2 * self.poll()) {
            events.push(Event::AfterGame);
        }
        if let Some(since) = unexplained
            && self.now - since >= timing::OUT_OF_SYNC + self.poll()
        {
            events.push(Event::OutOfSync { since: Timestamp::from_millis(since) });
        }
    }

    /// Returns true if a board looks nearly like the game as it stands, or like what may have been
    /// played since.
    pub(super) fn is_near_the_game(&self, sensed: Sensed) -> bool {
        self.tree.ids().any(|id| {
            let node = self.tree.node(id);
            // With few pieces left, all of them are elsewhere.
            let squares = timing::AFTER_GAME_SQUARES.min(node.sensed.occupied().count());
            (id == self.tip() || self.was_at_rest(id, timing::TENTATIVE))
                && sensed.distance(node.sensed) < squares
        })
    }

    fn decide_on_crowns(&self, events: &mut Vec<Event>) {
        let is_due = |since: i64| self.now - since >= timing::CROWN;
        for crown in &self.crowns {
            if is_due(crown.since)
                && self.mirror.shows_man(crown.square)
                && self.stands(crown.square)
            {
                events.push(Event::NotCrowned { ply: crown.ply });
            }
        }
    }

    /// Returns true if a king of the game stands on a square.
    fn stands(&self, square: Square) -> bool {
        let board = self.tree.node(self.tip()).position.board();
        board.piece_at(square).is_some_and(|piece| piece.role == draughts::Role::King)
    }

    /// Returns the node that explains the board; `None` if none does, or several do.
    pub(super) fn best(&self) -> Option<NodeId> {
        // An act against the rules does not take the place of a published ply.
        let may_follow =
            |id: &NodeId| !self.is_irregular(*id) || self.tree.is_after(*id, self.tip());
        let nodes = self.tree.matching(self.sensed?).into_iter().filter(may_follow);
        let mut costs: Vec<_> = nodes.map(|id| (self.cost(id), id)).collect();
        costs.sort_unstable();
        match costs.as_slice() {
            [] => None,
            [(cost, _), (next, _), ..] if next - cost < MARGIN => None,
            [(cost, id), ..] if *cost > COST_MAX && !self.is_irregular(*id) => None,
            [(_, id), ..] => Some(*id),
        }
    }

    /// Returns how hard it is to believe that the game has come to a node: the less, the better.
    pub(super) fn cost(&self, id: NodeId) -> i64 {
        let path = self.tree.path(id);
        let common = self.common(&path, &self.line);
        let revised = self.line[common..].iter().enumerate().map(|(index, &id)| {
            let is_same = || {
                let other = path.get(common + index).and_then(|&id| self.tree.node(id).step);
                other.map(|step| step.mv) == self.tree.node(id).step.map(|step| step.mv)
            };
            match index {
                // An act against the rules may have been none, without a word of the players.
                0 if self.is_act(id) => REVISED,
                // The same ply after another one.
                1.. if self.is_act(self.line[common]) && is_same() => 0,
                _ if self.pressed(id).is_none() => REVISED,
                _ if path.get(common + index).is_some_and(|&other| self.is_answered(id, other)) => {
                    REVISED_ANSWERED
                }
                _ => REVISED_PRESSED,
            }
        });
        let played = path[common..].iter().map(|&ply| {
            let node = self.tree.node(ply);
            let evidence = match (node.sight, self.pressed(ply)) {
                (None, _) => UNSEEN,
                (Some(_), Some(_)) => 0,
                (Some(sight), None) if ply != id && sight.longest < timing::TENTATIVE => PASSING,
                (Some(_), None) => UNPRESSED,
            };
            evidence + if self.is_act(ply) { IRREGULAR } else { 0 }
        });
        let latest = self.tree.path(self.latest);
        let back = latest[self.common(&latest, &path)..].iter();
        let back = back.filter(|id| !self.line.contains(id));
        // An act against the rules that is not told is no more than a guess.
        let back = back.take_while(|&&id| !self.is_act(id));
        let back = back.map(|&id| if self.was_confirmed(id) { BACK_PRESSED } else { BACK });
        revised.sum::<i64>() + played.sum::<i64>() + back.sum::<i64>()
    }

    fn common(&self, one: &[NodeId], other: &[NodeId]) -> usize {
        one.iter().zip(other).take_while(|(one, other)| one == other).count()
    }

    /// Returns the node up to which the game is certain, with the evidence for its last ply.
    fn confirmed(&self, best: Option<NodeId>) -> Option<(NodeId, Evidence)> {
        let tip = self.tip();
        let Some(best) = best else { return self.confirmed_act() };
        if best == tip {
            return None;
        }
        if self.is_irregular(best) {
            return self.confirmed_act();
        }
        let is_revision = !self.tree.is_after(best, tip);
        let (settled, stable) = if is_revision {
            (timing::SETTLED_REVISION, timing::STABLE_REVISION)
        } else {
            (timing::SETTLED, timing::STABLE)
        };
        if self.pressed(best).is_some() && !self.tree.is_after(tip, best) {
            let rest = self.rest();
            if rest >= settled || (self.was_at_rest(best, settled) && rest >= timing::TENTATIVE) {
                return Some((best, Evidence::Clock));
            }
        }
        if self.rest() >= stable {
            return Some((best, Evidence::Stable));
        }
        if is_revision {
            return None;
        }
        // A reply that is not certain itself confirms a move that was pressed.
        let path = self.tree.path(best);
        let new = path.iter().rev().skip(1).take_while(|&&id| id != tip);
        let rests = |id: NodeId| self.tree.node(id).sight.map_or(0, |sight| sight.longest);
        let rest = self.now - self.changed;
        let mut later = rest;
        for &id in new {
            if self.pressed(id).is_some()
                && rests(id) > 0
                && rests(id).max(later) >= timing::SETTLED
            {
                return Some((id, Evidence::Reply));
            }
            later = later.max(rests(id));
        }
        None
    }

    /// Returns true if a piece that stands at a node is in the air, or men that were captured are
    /// being taken off.
    pub(super) fn is_on_the_way(&self, id: NodeId, sensed: Sensed) -> bool {
        let node = self.tree.node(id);
        node.sensed.is_without_one(sensed)
            || acts::is_under_way(&node.position, node.sensed, sensed)
    }

    pub(super) fn was_at_rest(&self, id: NodeId, millis: i64) -> bool {
        self.tree.node(id).sight.is_some_and(|sight| sight.longest >= millis)
    }

    /// Returns true if the opponent pressed after a ply, and only then another one was seen in its
    /// place.
    fn is_answered(&self, id: NodeId, other: NodeId) -> bool {
        let mover = self.tree.mover(id);
        let press = self.pressed(id);
        let answer = press.and_then(|press| self.presses.first_since(press, mover.other()));
        let seen = self.tree.node(other).sight.map(|sight| sight.first);
        answer.zip(seen).is_some_and(|(answer, seen)| answer < seen)
    }

    /// Returns true if a position was at rest, and not left before its player pressed.
    fn was_confirmed(&self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        let last = if self.sensed == Some(node.sensed) {
            self.now
        } else {
            node.sight.map_or(i64::MIN, |sight| sight.last)
        };
        self.was_at_rest(id, timing::TENTATIVE)
            && self.pressed(id).is_some_and(|press| press <= last + timing::TENTATIVE)
    }

    /// Returns the node of an act against the rules that nothing else explains, if it is time to
    /// tell it.
    fn confirmed_act(&self) -> Option<(NodeId, Evidence)> {
        let best = self.best();
        // The reply may just be under way.
        let is_under_way =
            |id: &NodeId| self.sensed.is_some_and(|sensed| self.is_on_the_way(*id, sensed));
        let node = best.or_else(|| Some(self.latest).filter(is_under_way))?;
        let tip = self.tip();
        if !self.tree.is_after(node, tip) || !self.is_irregular(node) {
            return None;
        }
        let path = self.tree.path(node);
        let new: Vec<NodeId> = path.into_iter().skip_while(|&id| id != tip).skip(1).collect();
        let act = new.iter().position(|&id| self.is_act(id))?;
        let rests = self.tree.node(new[act]).sight.map_or(0, |sight| sight.longest);
        let rests = if best == Some(new[act]) { rests.max(self.rest()) } else { rests };
        let reply = new.get(act + 1);
        let press =
            self.pressed(new[act]).into_iter().chain(self.pressed(*reply.unwrap_or(&node))).min();
        let is_known = |step: Step| step.irregular != Some(IrregularKind::Other);
        let needed = match self.tree.node(new[act]).step.filter(|step| is_known(*step)) {
            Some(_) if reply.is_some() => timing::TENTATIVE,
            Some(_) => timing::SETTLED,
            None => timing::IRREGULAR,
        };
        let is_due = match press {
            Some(press) => self.now - press >= timing::IRREGULAR && rests >= needed,
            None => rests >= timing::IRREGULAR_STABLE,
        };
        // A piece in the air may look like a reply.
        let is_settled = reply.is_none() || self.rest() >= timing::SETTLED;
        (is_due && is_settled).then_some((node, Evidence::Clock))
    }

    fn publish(&self, node: NodeId, by: Evidence, events: &mut Vec<Event>) {
        let path = self.tree.path(node);
        let common = self.common(&path, &self.line);
        for &id in self.line.iter().skip(path.len()).rev() {
            events.push(Event::Revised { ply: self.tree.node(id).ply, played: None });
        }
        for (index, &id) in path.iter().enumerate().skip(common) {
            let (ply, Some(played)) = (self.tree.node(id).ply, self.played(id)) else { continue };
            let irregular = self.tree.node(id).step.and_then(|step| step.irregular);
            let by = if id == node {
                by
            } else if self.pressed(id).is_some() {
                Evidence::Clock
            } else {
                Evidence::Reply
            };
            events.push(match irregular {
                _ if index < self.line.len() => Event::Revised { ply, played: Some(played) },
                Some(kind) => Event::Irregular { ply, played, kind },
                None => Event::Final { ply, played, by },
            });
        }
    }

    fn offer(&self, best: NodeId, events: &mut Vec<Event>) {
        if !self.tree.is_after(best, self.tip()) || self.is_irregular(best) {
            return;
        }
        for id in self.tree.path(best).into_iter().skip_while(|&id| id != self.tip()).skip(1) {
            let (ply, Some(played)) = (self.tree.node(id).ply, self.played(id)) else { continue };
            if !self.offered.contains(&(ply, played.mv)) {
                events.push(Event::Tentative { ply, played });
            }
        }
    }

    pub(super) fn played(&self, id: NodeId) -> Option<Played> {
        let node = self.tree.node(id);
        let before = &self.tree.node(node.parent?).position;
        let step = node.step?;
        let text = match step.irregular {
            None => before.notation(&step.mv),
            Some(_) => step.mv.to_string(),
        };
        Some(Played { mv: step.mv, text })
    }
}
