//! The conclusions about a board as the inputs of a device at its table.

use draughts::{Color, MoveText, Position, Score, Timestamp};
use game_clock::ClockDisplay;

use crate::{Continuation, Event, Evidence, Reading, Tracker};

/// An input of the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInput {
    /// The number of the input: ascending, and the same whenever the same readings are taken.
    pub sequence: u64,
    /// The act.
    pub deed: TableDeed,
    /// The moment of the press, for a move the one after it, or else that at which it was certain;
    /// as in the readings.
    pub at: Timestamp,
}

/// An act at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableDeed {
    /// A move was played.
    Move {
        /// The number of the ply, from 1.
        ply: u32,
        /// The move, with the pieces that were taken off.
        mv: MoveText,
    },
    /// The clock was pressed before the first move: Black starts White's time (2006 art. 2).
    Press(Color),
}

/// A word for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCall {
    /// The number of the call: ascending, and the same whenever the same readings are taken.
    pub number: u64,
    /// The matter.
    pub matter: CallMatter,
}

/// The matter of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallMatter {
    /// The players showed a result, which somebody has to confirm.
    Result(Score),
    /// The board shows another move at a ply that was told.
    Revised {
        /// The number of the ply.
        ply: u32,
        /// Its PDN; `None` if it was taken back.
        text: Option<String>,
    },
    /// The board cannot be explained after a ply.
    OutOfSync {
        /// The number of plies until then.
        ply: u32,
        /// The ways in which the game may have gone on.
        continuations: Vec<Continuation>,
    },
}

/// The game as its record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The number of changes by the arbiter.
    pub line: u32,
    /// The number of plies.
    pub ply: u32,
    /// The position after them.
    pub position: Position,
}

/// A tracker whose moves become inputs.
///
/// All that it says follows from its readings and records, in their order: a device that keeps
/// these and takes them again makes the same inputs with the same numbers.
#[derive(Clone, Debug)]
pub struct Relay {
    tracker: Tracker,
    line: u32,
    is_fresh: bool,
    /// True if the next record counts, however it stands.
    is_restarted: bool,
    /// True while nothing becomes an input, a display or a call.
    is_muted: bool,
    is_out_of_sync: bool,
    /// The last press of each side, White's first.
    pressed: [Option<Timestamp>; 2],
    inputs: Vec<TableInput>,
    /// The times that the clock showed last, with their moment.
    display: Option<(Timestamp, ClockDisplay)>,
    calls: Vec<TableCall>,
    /// The number of the last input.
    last: u64,
    told_score: Option<Score>,
}

impl Relay {
    /// Begins with a tracker that has taken nothing, and [waits](Self::is_waiting) for the position
    /// of the game.
    ///
    /// The numbers of its inputs follow `last`, that of the last input that the device has made
    /// before.
    #[must_use]
    pub fn new(mut tracker: Tracker, last: u64) -> Self {
        tracker.wait_for_position();
        Self {
            tracker,
            line: 0,
            is_fresh: true,
            is_restarted: false,
            is_muted: false,
            is_out_of_sync: false,
            pressed: [None; 2],
            inputs: Vec::new(),
            display: None,
            calls: Vec::new(),
            last,
            told_score: None,
        }
    }

    /// Goes on with another board at the same table, and waits for the position of the game; its
    /// inputs and calls follow those before.
    pub fn change_board(&mut self, tracker: Tracker) {
        (self.tracker, self.is_fresh) = (tracker, true);
        self.wait_for_position();
    }

    /// Lets no reading become an input, a display or a call until the board shows the position of
    /// the game once: after a new seat, and after a time in which nobody read the board, its pieces
    /// may be those of another game.
    pub fn wait_for_position(&mut self) {
        self.tracker.wait_for_position();
        (self.is_out_of_sync, self.pressed) = (false, [None; 2]);
    }

    /// Returns true while the board has not shown the position of the game since.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.tracker.is_waiting()
    }

    /// Lets nothing become an input, a display or a call, or no longer: then it has to begin anew
    /// from the record, because nobody was told of what was played meanwhile.
    pub const fn mute(&mut self, is_muted: bool) {
        if self.is_muted && !is_muted {
            self.restart();
        }
        self.is_muted = is_muted;
    }

    /// Lets it begin anew from the record that comes next, however that stands.
    pub const fn restart(&mut self) {
        self.is_restarted = true;
    }

    /// Returns true while no move explains what lies on the board.
    #[must_use]
    pub const fn is_out_of_sync(&self) -> bool {
        self.is_out_of_sync
    }

    /// Returns the tracker.
    #[must_use]
    pub const fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Returns the inputs so far.
    #[must_use]
    pub fn inputs(&self) -> &[TableInput] {
        &self.inputs
    }

    /// Returns the times that the clock showed last, with their moment.
    #[must_use]
    pub const fn display(&self) -> Option<(Timestamp, ClockDisplay)> {
        self.display
    }

    /// Returns the calls so far.
    #[must_use]
    pub fn calls(&self) -> &[TableCall] {
        &self.calls
    }

    /// Returns true if the tracker has to begin anew from a record: the arbiter changed it, or it
    /// stands elsewhere before the first reading, or it is ahead of a board that cannot be
    /// explained or that waits for its position.
    ///
    /// A record that is only ahead is left alone: the board will show the same moves, and so
    /// confirm them.
    #[must_use]
    pub fn differs(&self, record: &GameRecord) -> bool {
        let (position, ply) = self.tracker.position();
        self.is_restarted
            || record.line != self.line
            || (self.is_fresh && (record.ply != ply || record.position != *position))
            || (self.is_out_of_sync && record.ply > ply)
            || (self.is_waiting()
                && (record.ply > ply || record.ply == ply && record.position != *position))
    }

    /// Begins anew from a record if it [differs](Self::differs), and returns all that follows with
    /// its moments.
    pub fn follow(&mut self, record: &GameRecord, at: Timestamp) -> Vec<(Timestamp, Event)> {
        if !self.differs(record) {
            return Vec::new();
        }
        self.line = record.line;
        (self.is_out_of_sync, self.is_restarted) = (false, false);
        let position = Box::new(record.position);
        self.take(&Reading::Setup { position, ply: record.ply }, at)
    }

    /// Takes a reading, and returns all that follows by then with its moments.
    pub fn take(&mut self, reading: &Reading, at: Timestamp) -> Vec<(Timestamp, Event)> {
        let mut all = self.wait(at);
        self.is_fresh = false;
        let is_waiting = self.is_waiting();
        match reading {
            Reading::Press(_) | Reading::Display(_) | Reading::Result(_) if is_waiting => {}
            Reading::Press(Color::White) => self.pressed[0] = Some(at),
            Reading::Press(Color::Black) => {
                self.pressed[1] = Some(at);
                if self.inputs.is_empty() && self.tracker.position().1 == 0 {
                    self.send(TableDeed::Press(Color::Black), at);
                }
            }
            Reading::Display(display) if !self.is_muted => self.display = Some((at, *display)),
            Reading::Result(score) if !self.is_muted && self.told_score != Some(*score) => {
                self.told_score = Some(*score);
                self.call(CallMatter::Result(*score));
            }
            Reading::Field { .. }
            | Reading::Dump(_)
            | Reading::ClockStopped
            | Reading::Display(_)
            | Reading::Link { .. }
            | Reading::Setup { .. }
            | Reading::Turned { .. }
            | Reading::Result(_) => {}
        }
        let events = self.tracker.take(reading, at);
        self.note(&events);
        all.extend(events);
        all
    }

    /// Lets time pass, and returns all that follows from it with its moments.
    pub fn wait(&mut self, until: Timestamp) -> Vec<(Timestamp, Event)> {
        let events = self.tracker.wait(until);
        self.note(&events);
        events
    }

    fn note(&mut self, events: &[(Timestamp, Event)]) {
        for (at, event) in events {
            match event {
                Event::Final { ply, played, by } => {
                    let pressed = self.presser(*ply).and_then(|index| self.pressed[index].take());
                    let at = pressed.filter(|_| *by == Evidence::Clock).unwrap_or(*at);
                    self.send(TableDeed::Move { ply: *ply, mv: (&played.mv).into() }, at);
                }
                Event::Irregular { ply, played, .. } => {
                    self.send(TableDeed::Move { ply: *ply, mv: (&played.mv).into() }, *at);
                }
                Event::Revised { ply, played } => {
                    let text = played.as_ref().map(|played| played.text.clone());
                    self.call(CallMatter::Revised { ply: *ply, text });
                }
                Event::OutOfSync { .. } => {
                    self.is_out_of_sync = true;
                    let ply = self.tracker.position().1;
                    let continuations = self.tracker.continuations();
                    self.call(CallMatter::OutOfSync { ply, continuations });
                }
                Event::InSync { .. } => self.is_out_of_sync = false,
                Event::Tentative { .. } | Event::NotCrowned { .. } | Event::AfterGame => {}
            }
        }
    }

    /// Returns the index of the side that made a ply.
    fn presser(&self, ply: u32) -> Option<usize> {
        let (_, last) = self.tracker.position();
        let is_turns = last.checked_sub(ply)? % 2 == 1;
        let mover = if is_turns { self.tracker.turn() } else { self.tracker.turn().other() };
        Some(usize::from(mover == Color::Black))
    }

    fn send(&mut self, deed: TableDeed, at: Timestamp) {
        if self.is_muted {
            return;
        }
        self.last += 1;
        self.inputs.push(TableInput { sequence: self.last, deed, at });
    }

    fn call(&mut self, matter: CallMatter) {
        if self.is_muted {
            return;
        }
        let number = self.calls.last().map_or(1, |call| call.number + 1);
        self.calls.push(TableCall { number, matter });
    }
}
