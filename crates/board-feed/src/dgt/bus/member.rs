//! One board of a bus, and the moments at which it is asked something.

use core::time::Duration;

use draughts::Timestamp;

use super::{
    address::BusAddress,
    changes::{self, Change},
    message::BusQuestion,
};
use crate::{
    Reading,
    dgt::{
        BOARD_DUMP, DgtFrame, DgtSetting,
        state::{BoardState, DgtAbout, DgtReport, DgtTrouble},
    },
};

/// The number of questions without an answer after which a board counts as gone.
const MISSED_MAX: u32 = 3;
/// Time until a board that is gone is asked whether it is back; twice as long each time.
const PING_EVERY: Duration = Duration::from_secs(3);
/// The number of times that it doubles: to six seconds, so that a board whose cable is in again is
/// back soon.
const PING_DOUBLED_MAX: u32 = 1;
/// The number of such questions without an answer after which a board is forgotten that never told
/// its fields: its address was that of damaged bytes.
const PINGS_MAX: u32 = 3;
/// Quiet after a change before all fields are asked for, if the bus has the time.
const QUIET: Duration = Duration::from_secs(5);
/// Time between two dumps, if the bus has the time: only a dump reveals what a scan has missed.
const DUMP_EVERY: Duration = Duration::from_secs(10);
/// Time between two questions for the clock, if the bus has the time; presses come with the
/// changes.
const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// Pause after a question for all fields that was not answered.
const AGAIN: Duration = Duration::from_secs(1);
/// Time between two questions for all fields to a board that has others than one for draughts.
const STRANGE_EVERY: Duration = Duration::from_secs(30);

/// A board of a bus.
#[derive(Clone, Debug)]
pub(super) struct Member {
    state: BoardState,
    standing: Standing,
    /// The questions in a row that were not answered.
    missed: u32,
    /// The questions in a row whether it is back that were not answered.
    pinged: u32,
    /// True if somebody has named it, or it has told fields: it is no damaged address.
    is_known: bool,
    /// The changes that were taken last.
    taken: Vec<u8>,
    /// True once the changes from before have been taken, of which nobody can tell the moments.
    is_drained: bool,
    has_version: bool,
    dump_due: Timestamp,
    dumped: Timestamp,
    clock_due: Timestamp,
    ping_due: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It does not answer.
    Away,
    /// It answers, and has not told its fields.
    Joining,
    /// It answers, and has the fields of another board.
    Strange,
    Up,
}

impl Member {
    /// Makes a board that has not answered.
    pub(super) fn new(address: BusAddress, setting: DgtSetting) -> Self {
        let moment = Timestamp::default();
        Self {
            state: BoardState::new(Some(address.to_string()), setting),
            standing: Standing::Away,
            missed: 0,
            pinged: 0,
            is_known: false,
            taken: Vec::new(),
            is_drained: false,
            has_version: false,
            dump_due: moment,
            dumped: moment,
            clock_due: moment,
            ping_due: moment,
        }
    }

    /// Notes that somebody has named the board.
    pub(super) const fn name(&mut self) {
        self.is_known = true;
    }

    /// Returns true if nobody has to ask for the board any more: it was never seen to be one.
    pub(super) fn is_forgotten(&self) -> bool {
        self.is_away() && !self.is_known && self.pinged >= PINGS_MAX
    }

    pub(super) const fn about(&self) -> &DgtAbout {
        self.state.about()
    }

    pub(super) fn is_up(&self) -> bool {
        self.standing == Standing::Up
    }

    pub(super) fn is_away(&self) -> bool {
        self.standing == Standing::Away
    }

    pub(super) fn is_joining(&self) -> bool {
        self.standing == Standing::Joining
    }

    /// Notes that the board is there.
    pub(super) fn find(&mut self, at: Timestamp) {
        (self.missed, self.pinged) = (0, 0);
        if self.standing == Standing::Away {
            (self.standing, self.is_drained) = (Standing::Joining, false);
            self.dump_due = at;
        }
    }

    /// Notes that the board is gone, and reports it if it was there.
    pub(super) fn lose(&mut self, at: Timestamp) -> Option<DgtReport> {
        let was_up = self.is_up();
        (self.standing, self.missed, self.pinged) = (Standing::Away, 0, 0);
        self.ping_due = at.saturating_add(PING_EVERY);
        self.state.forget();
        was_up.then_some(DgtReport::Reading(Reading::Link { is_up: false }))
    }

    /// Begins anew with the fields of the board, as if it had been gone.
    pub(super) fn begin_anew(&mut self, at: Timestamp) -> Option<DgtReport> {
        let gone = self.lose(at);
        self.find(at);
        gone
    }

    /// Returns the question besides that for changes which is due, with the moment since which it
    /// is.
    pub(super) fn due(&self, now: Timestamp) -> Option<(Timestamp, BusQuestion)> {
        let asked = match self.standing {
            Standing::Away => (self.ping_due, BusQuestion::Ping),
            Standing::Joining if !self.is_drained => (self.dump_due, BusQuestion::Changes),
            Standing::Joining if !self.has_version => (self.dump_due, BusQuestion::Version),
            Standing::Joining | Standing::Strange => (self.dump_due, BusQuestion::Board),
            Standing::Up if self.clock_due < self.dump_due => (self.clock_due, BusQuestion::Clock),
            Standing::Up => (self.dump_due, BusQuestion::Board),
        };
        (asked.0 <= now).then_some(asked)
    }

    /// Returns the moment from which a question besides that for changes is due.
    pub(super) fn due_at(&self) -> Timestamp {
        match self.standing {
            Standing::Away => self.ping_due,
            Standing::Joining | Standing::Strange => self.dump_due,
            Standing::Up => self.dump_due.min(self.clock_due),
        }
    }

    /// Notes that a question was not answered, and reports what follows.
    pub(super) fn miss(&mut self, question: BusQuestion, at: Timestamp) -> Vec<DgtReport> {
        match question {
            // It is repeated.
            BusQuestion::Changes => return Vec::new(),
            // Older boards do not know it, and some have no clock.
            BusQuestion::Version => self.has_version = true,
            BusQuestion::Clock => self.clock_due = at.saturating_add(CLOCK_EVERY),
            BusQuestion::Board => self.dump_due = at.saturating_add(AGAIN),
            BusQuestion::Ping | BusQuestion::Hush => {
                let pause = PING_EVERY.saturating_mul(1 << self.pinged.min(PING_DOUBLED_MAX));
                self.pinged = self.pinged.saturating_add(1);
                self.ping_due = at.saturating_add(pause);
            }
            BusQuestion::Repeat => {}
        }
        if self.is_away() {
            if !self.is_known {
                return Vec::new();
            }
            return self.state.complain(DgtTrouble::Silent).into_iter().collect();
        }
        self.missed += 1;
        if self.missed < MISSED_MAX {
            return Vec::new();
        }
        let gone = self.lose(at);
        let trouble = if self.is_known { self.state.complain(DgtTrouble::Silent) } else { None };
        gone.into_iter().chain(trouble).collect()
    }

    /// Takes the changes of an answer, and returns what they report. Changes that are `repeated`
    /// may have been taken already.
    pub(super) fn take_changes(
        &mut self,
        data: Vec<u8>,
        at: Timestamp,
        repeated: bool,
    ) -> Vec<DgtReport> {
        self.is_drained = true;
        if repeated && data == self.taken {
            return Vec::new();
        }
        let mut reports = Vec::new();
        for change in changes::read(&data) {
            match change {
                Change::Field(field, code) => {
                    reports.extend(self.state.take_change(field, code, self.is_up()));
                    let quiet = at.saturating_add(QUIET);
                    self.dump_due = quiet.min(self.dumped.saturating_add(DUMP_EVERY));
                }
                Change::Lever(side) => {
                    reports.extend(self.state.take_press(side, self.is_up()));
                    self.clock_due = self.clock_due.min(at);
                }
                Change::PowerUp if self.is_up() => reports.extend(self.begin_anew(at)),
                Change::PowerUp => {}
                Change::Damaged => self.dump_due = at,
            }
        }
        self.taken = data;
        reports
    }

    /// Takes a dump, and returns what it reports.
    pub(super) fn take_dump(
        &mut self,
        codes: Vec<u8>,
        at: Timestamp,
        poll: Duration,
    ) -> Vec<DgtReport> {
        let frame = DgtFrame { id: BOARD_DUMP, data: codes };
        let reports = self.state.take_dump(&frame, self.is_up(), Some(poll));
        let is_dump = |it: &DgtReport| matches!(it, DgtReport::Reading(Reading::Dump(_)));
        self.dumped = at;
        self.dump_due = at.saturating_add(DUMP_EVERY);
        if reports.iter().any(is_dump) {
            (self.standing, self.is_known) = (Standing::Up, true);
        } else if !self.is_up() {
            (self.standing, self.is_known) = (Standing::Strange, true);
            self.dump_due = at.saturating_add(STRANGE_EVERY);
        }
        reports
    }

    /// Takes a display of the clock, and returns what it reports.
    pub(super) fn take_clock(&mut self, data: &[u8], at: Timestamp) -> Vec<DgtReport> {
        self.clock_due = at.saturating_add(CLOCK_EVERY);
        self.state.take_display(data, at, self.is_up())
    }

    pub(super) fn take_version(&mut self, data: &[u8]) {
        self.has_version = true;
        if let [main, sub, ..] = data {
            self.state.set_version(*main, *sub);
        }
    }
}
