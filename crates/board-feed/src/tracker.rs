//! The tracker: what lies on a board, as the moves of a game.

mod acts;
mod continuations;
mod explain;
mod history;
mod presses;
mod search;
mod shown;
mod timing;
mod tree;
mod verdict;

use draughts::{Color, Move, Position, Square, Timestamp};

use crate::{BoardSetting, Capability, Event, Reading, mirror::Mirror, sensed::Sensed};
pub use continuations::Continuation;
use history::History;
use presses::Presses;
use tree::{NodeId, Tree};

/// The number of published plies that may still be revised.
const REVISABLE_MAX: usize = 6;
/// The largest number of crowns that are waited for.
const CROWNS_MAX: usize = 8;

/// Follows the game on a board.
///
/// A tracker knows the time from its readings alone. [`Tracker::observe`] takes a reading as
/// evidence, [`Tracker::decide`] returns what follows from all evidence, [`Tracker::apply`] makes
/// it the game's record, and [`Tracker::deadline`] says when time alone changes something;
/// [`Tracker::take`] does all four. The conclusions depend on the readings so far and on nothing
/// else. Memory is bounded, and so is the work for one reading.
#[derive(Clone, Debug)]
pub struct Tracker {
    setting: BoardSetting,
    mirror: Mirror,
    tree: Tree,
    /// The published plies from the root on; the last is the game as it stands.
    line: Vec<NodeId>,
    /// The time of the latest reading or deadline, in milliseconds.
    now: i64,
    /// The pieces that the board shows; `None` while it is silent.
    sensed: Option<Sensed>,
    /// The time since when the board has shown them.
    changed: i64,
    presses: Presses,
    /// The node that explained the board last.
    latest: NodeId,
    /// The time at which the board was explained last, if it is not now.
    unexplained: Option<i64>,
    /// The time since when no regular play has explained the board.
    irregular: Option<i64>,
    /// The time since when the board has looked like none of the positions near the game.
    away: Option<i64>,
    mode: Mode,
    /// The plies that were told as tentative.
    offered: Vec<(u32, Move)>,
    history: History,
    crowns: Vec<Crown>,
}

/// The part of the game that a board is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The board has not shown the position of the game yet, and may be that of another one.
    Waiting,
    Play,
    OutOfSync,
    /// The board looks as after a game; play goes on if the position comes back, or with a press.
    Swept,
    /// The clock was stopped and the last moves have been told.
    Over,
    /// The clock was stopped.
    Stopping,
}

/// A man that promoted.
#[derive(Clone, Copy, Debug)]
struct Crown {
    ply: u32,
    square: Square,
    /// The time at which the ply was published.
    since: i64,
}

impl Tracker {
    /// The number of this tracker's way to conclude. It is raised with every change after which the
    /// same readings may give other moves, or a [`Relay`](crate::Relay) other numbers.
    pub const REVISION: u32 = 4;

    /// Makes the tracker of a board on which a game begins.
    #[must_use]
    pub fn new(setting: BoardSetting) -> Self {
        let mirror = Mirror::new(setting.capability, setting.is_rotated);
        let tree = Tree::new(setting.capability, setting.start, 0, i64::MIN / 4);
        Self {
            setting,
            mirror,
            tree,
            line: vec![0],
            now: i64::MIN / 4,
            sensed: None,
            changed: i64::MIN / 4,
            presses: Presses::default(),
            latest: 0,
            unexplained: None,
            irregular: None,
            away: None,
            mode: Mode::Play,
            offered: Vec::new(),
            history: History::default(),
            crowns: Vec::new(),
        }
    }

    /// Takes a reading that arrived at a moment, and returns all that follows by then with its
    /// moments.
    ///
    /// A moment before that of the reading before it counts as the same moment.
    pub fn take(&mut self, reading: &Reading, at: Timestamp) -> Vec<(Timestamp, Event)> {
        let mut events = self.wait(at);
        self.observe(reading, at);
        self.conclude(&mut events);
        events
    }

    /// Lets time pass, and returns all that follows from it with its moments.
    pub fn wait(&mut self, until: Timestamp) -> Vec<(Timestamp, Event)> {
        let mut events = Vec::new();
        while let Some(deadline) = self.deadline().filter(|deadline| *deadline <= until) {
            self.now = deadline.millis();
            self.conclude(&mut events);
        }
        self.now = self.now.max(until.millis());
        events
    }

    /// Concludes nothing until the board shows the position of the game: its pieces may be those of
    /// another game, or may have been moved while nobody looked. The clock says nothing until then
    /// either.
    pub fn wait_for_position(&mut self) {
        self.mode = Mode::Waiting;
    }

    /// Returns true while the board has to show the position of the game before anything follows
    /// from it.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.mode == Mode::Waiting
    }

    fn conclude(&mut self, events: &mut Vec<(Timestamp, Event)>) {
        if self.mode == Mode::Waiting {
            if !self.shows_position() {
                return;
            }
            self.mode = Mode::Play;
            let (position, ply) = self.position();
            let position = *position;
            self.set_up(position, ply);
        }
        self.look();
        self.note();
        for event in self.decide() {
            self.apply(&event);
            events.push((Timestamp::from_millis(self.now), event));
        }
        self.forget();
    }

    /// Returns the position of the game as it stands, with the number of its plies.
    #[must_use]
    pub fn position(&self) -> (&Position, u32) {
        let node = self.tree.node(self.tip());
        (&node.position, node.ply)
    }

    /// Returns the next moment at which time alone may change something.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        match self.mode {
            Mode::Over => return None,
            Mode::Waiting => {
                let rested = Timestamp::from_millis(self.changed + timing::TENTATIVE);
                let is_due = self.sensed == Some(self.tree.node(self.tip()).sensed);
                return Some(rested).filter(|at| is_due && at.millis() > self.now);
            }
            Mode::Play | Mode::OutOfSync | Mode::Swept | Mode::Stopping => {}
        }
        let poll = self.poll();
        let change = timing::AFTER_CHANGE.into_iter().flat_map(|wait| [wait, wait + poll]);
        let change = [timing::SEARCH, timing::SEARCH + poll, timing::ACT].into_iter().chain(change);
        let change = change.map(|wait| self.changed + wait).filter(|_| self.sensed.is_some());
        let waits = [timing::PRESSED, timing::IRREGULAR, timing::IRREGULAR + 1_500];
        let press = self.presses.latest().flat_map(|at| waits.map(|wait| at + wait));
        let unexplained = self.unexplained.map(|since| since + timing::OUT_OF_SYNC + poll);
        let away = self.away.map(|since| since + timing::AFTER_GAME + 2 * poll);
        let crown = self.crowns.iter().map(|crown| crown.since + timing::CROWN);
        let all = change.chain(press).chain(unexplained).chain(away).chain(crown);
        all.filter(|at| *at > self.now).min().map(Timestamp::from_millis)
    }

    /// Takes a reading as evidence.
    pub fn observe(&mut self, reading: &Reading, at: Timestamp) {
        self.now = self.now.max(at.millis());
        match reading {
            _ if self.mode == Mode::Over => {}
            Reading::Press(_) | Reading::ClockStopped if self.mode == Mode::Waiting => {}
            Reading::Field { field, code } => {
                self.mirror.set(*field, *code);
                self.refresh();
            }
            Reading::Dump(codes) => {
                self.mirror.set_all(**codes);
                self.orient();
                let before = self.sensed;
                self.refresh();
                self.complete_history(before);
                if let Some(shown) = self.history.current() {
                    shown.is_whole = true;
                }
            }
            Reading::Press(by) => {
                self.presses.add(self.now, *by, self.setting.poll.is_some());
                if self.mode == Mode::Swept {
                    self.go_on();
                }
                if let Some(shown) = self.history.current() {
                    // A search takes the press into account.
                    (shown.pressed, shown.is_searched) = (Some(self.now), false);
                }
            }
            Reading::ClockStopped => self.mode = Mode::Stopping,
            Reading::Link { is_up } => {
                if !is_up {
                    self.mirror.forget();
                    self.refresh();
                }
            }
            Reading::Setup { position, ply } => self.set_up(**position, *ply),
            Reading::Turned { is_rotated } => {
                self.mirror.turn_to(*is_rotated);
                self.refresh();
            }
            Reading::Display(_) | Reading::Result(_) => {}
        }
    }

    /// Makes an event part of the record.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Tentative { ply, played } => self.offered.push((*ply, played.mv)),
            Event::Final { ply, played, .. } | Event::Irregular { ply, played, .. } => {
                self.advance(*ply, &played.mv);
            }
            Event::Revised { ply, played } => {
                let root = self.tree.node(0).ply;
                let index = usize::try_from(ply.saturating_sub(root)).unwrap_or(usize::MAX);
                self.line.truncate(index.max(1));
                self.crowns.retain(|crown| crown.ply < *ply);
                if let Some(played) = played {
                    self.advance(*ply, &played.mv);
                }
            }
            Event::OutOfSync { .. } => self.mode = Mode::OutOfSync,
            Event::InSync { .. } => self.mode = Mode::Play,
            Event::NotCrowned { ply } => self.crowns.retain(|crown| crown.ply != *ply),
            Event::AfterGame => {
                self.mode = match self.mode {
                    Mode::Stopping => Mode::Over,
                    Mode::Waiting => Mode::Waiting,
                    Mode::Play | Mode::OutOfSync | Mode::Swept | Mode::Over => Mode::Swept,
                };
            }
        }
    }

    fn advance(&mut self, ply: u32, mv: &Move) {
        let Some(next) = self.tree.find_child(self.tip(), mv) else { return };
        let before = &self.tree.node(self.tip()).position;
        if self.setting.capability == Capability::ColourAndCrown
            && before.promotes(mv)
            && self.crowns.len() < CROWNS_MAX
        {
            self.crowns.push(Crown { ply, square: mv.to(), since: self.now });
        }
        self.line.push(next);
    }

    fn tip(&self) -> NodeId {
        self.line.last().copied().unwrap_or(0)
    }

    fn poll(&self) -> i64 {
        let poll = self.setting.poll.map_or(0, |poll| poll.as_millis());
        i64::try_from(poll).unwrap_or(60_000).min(60_000)
    }

    /// Finds out which way the board lies.
    fn orient(&mut self) {
        if self.mirror.is_rotated().is_some() {
            return;
        }
        let start = self.tree.node(self.tip()).sensed;
        let fits = |is_rotated| self.mirror.sensed_as(is_rotated) == Some(start);
        match (fits(false), fits(true)) {
            (true, false) => self.mirror.turn_to(false),
            (false, true) => self.mirror.turn_to(true),
            (true, true) | (false, false) => {}
        }
    }

    /// Returns true if the board shows the position of the game: as a dump tells it, or at rest,
    /// because pieces that are being set up may look like it in passing.
    fn shows_position(&mut self) -> bool {
        let position = self.tree.node(self.tip()).sensed;
        let is_whole = self.history.current().is_some_and(|shown| shown.is_whole);
        self.sensed == Some(position) && (is_whole || self.now - self.changed >= timing::TENTATIVE)
    }

    /// Looks for the game again: who presses the clock is still playing, however the board looks.
    fn go_on(&mut self) {
        self.mode = Mode::OutOfSync;
        self.away = None;
        if let Some(sensed) = self.sensed {
            self.tree.grow(sensed, self.now);
        }
    }

    /// Begins anew from a position that somebody has told.
    fn set_up(&mut self, position: Position, ply: u32) {
        self.tree = Tree::new(self.setting.capability, position, ply, self.now);
        self.line = vec![0];
        self.latest = 0;
        self.offered.clear();
        self.crowns.clear();
        if self.mode == Mode::Swept {
            self.mode = Mode::OutOfSync;
        }
        self.presses = Presses::default();
        self.history.clear_before(self.now);
        if let Some(sensed) = self.sensed.filter(|_| self.mode != Mode::Waiting) {
            self.tree.grow(sensed, self.now);
        }
    }

    /// Notes what the board shows now.
    fn refresh(&mut self) {
        let mut sensed = self.mirror.sensed();
        if self.mirror.is_rotated().is_none() && self.tip() == 0 && self.mode != Mode::Waiting {
            // The first move tells which way a board lies whose start looks alike from both sides.
            let is_move = |sensed| self.tree.shows_child(0, sensed);
            let (plain, turned) = (self.mirror.sensed_as(false), self.mirror.sensed_as(true));
            if plain.is_none_or(|sensed| !is_move(sensed)) && turned.is_some_and(is_move) {
                self.mirror.turn_to(true);
                sensed = turned;
            } else if plain.is_some_and(is_move) {
                self.mirror.turn_to(false);
            }
        }
        if sensed == self.sensed {
            return;
        }
        if let Some(before) = self.sensed {
            for id in self.tree.matching(before) {
                self.tree.rested(id, self.changed, self.now);
            }
        }
        self.sensed = sensed;
        self.changed = self.now;
        self.history.change(sensed, self.now);
        if matches!(self.mode, Mode::Play | Mode::OutOfSync)
            && let Some(sensed) = sensed
        {
            self.tree.grow(sensed, self.now);
        }
    }

    /// Notes whether the board is explained.
    fn note(&mut self) {
        let best = self.best();
        // An act against the rules explains the board once its player has pressed.
        let is_told = |id: NodeId| self.new_act(id).is_none_or(|act| self.pressed(act).is_some());
        let best = best.filter(|&best| is_told(best));
        if let Some(best) = best
            && self.now - self.changed >= timing::TENTATIVE
        {
            self.latest = best;
        }
        let is_regular = |id: NodeId| !self.tree.path(id).iter().any(|&id| self.is_act(id));
        if best.is_some_and(is_regular) || self.sensed.is_none() {
            self.irregular = None;
        } else {
            self.irregular.get_or_insert(self.now);
        }
        if best.is_some() || self.sensed.is_none() {
            self.unexplained = None;
        } else if self.unexplained.is_none() {
            self.unexplained = Some(self.now);
        }
        if best.is_some() || self.sensed.is_none_or(|sensed| self.is_near_the_game(sensed)) {
            self.away = None;
        } else {
            self.away.get_or_insert(self.now);
        }
    }

    /// Drops what can no longer matter.
    fn forget(&mut self) {
        let surplus = self.line.len().saturating_sub(REVISABLE_MAX + 1);
        if surplus == 0 && !self.tree.is_crowded() {
            return;
        }
        let (root, tip) = (self.line[surplus], self.tip());
        let (latest, is_crowded, sensed) = (self.latest, self.tree.is_crowded(), self.sensed);
        let renamed = self.tree.prune(root, |tree, id| {
            id == tip
                || id == latest
                || !is_crowded
                || (sensed == Some(tree.node(id).sensed) && tree.is_after(id, tip))
        });
        let name = |id: NodeId| renamed.get(id).copied().flatten();
        self.line = self.line[surplus..].iter().filter_map(|&id| name(id)).collect();
        self.latest = name(self.latest).unwrap_or_else(|| self.tip());
        let ply = self.tree.node(self.tip()).ply;
        self.offered.retain(|(offered, _)| *offered > ply);
    }

    /// Returns how long the board has surely been at rest. One that is polled may have changed
    /// since it was asked.
    fn rest(&self) -> i64 {
        let is_pressed =
            self.history.all().next_back().is_some_and(|shown| shown.pressed.is_some());
        // The lever went down after the last change.
        let poll = if is_pressed { 0 } else { self.poll() };
        self.now - self.changed - poll
    }

    /// Returns true if an act against the rules that is not published leads to a node.
    fn is_irregular(&self, id: NodeId) -> bool {
        self.new_act(id).is_some()
    }

    /// Returns the first act against the rules on the way to a node that is not published.
    fn new_act(&self, id: NodeId) -> Option<NodeId> {
        let mut path = self.tree.path(id).into_iter();
        path.find(|&id| !self.line.contains(&id) && self.is_act(id))
    }

    /// Returns true if the ply to a node is an act against the rules.
    fn is_act(&self, id: NodeId) -> bool {
        self.tree.node(id).step.is_some_and(|step| step.irregular.is_some())
    }

    /// Returns the first sight of the closest position that the board showed on the way to a node's
    /// ply.
    fn seen_before(&self, id: NodeId) -> i64 {
        let path = self.tree.path(id);
        path.iter()
            .rev()
            .find_map(|&id| self.tree.node(id).sight)
            .map_or(self.now, |sight| sight.first)
    }

    /// Returns the moment at which the mover of a node's ply pressed.
    fn pressed(&self, id: NodeId) -> Option<i64> {
        let parent = self.tree.node(id).parent?;
        let since = self.seen_before(parent);
        let before = self.tree.node(parent);
        // Of a ply that was not seen nobody knows when it ended; the press for the ply before it
        // is not one for the ply after it.
        let earlier = before.parent.filter(|_| before.sight.is_none());
        let earlier = earlier.and_then(|id| self.pressed(id)).map_or(since, |at| at + 1);
        self.presses.first_since(since.max(earlier), self.tree.mover(id))
    }

    /// Returns the side to move in the game as it stands.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.tree.node(self.tip()).position.turn()
    }
}
