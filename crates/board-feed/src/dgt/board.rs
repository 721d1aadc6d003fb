//! One DGT board on a serial line: the order of questions, and the readings that follow from the
//! answers.

use core::time::Duration;

use draughts::Timestamp;
use game_clock::DgtMessage;

use super::{
    BOARD_DUMP, DARK_DUMP, DgtFrame, DgtFrames, FIELD_UPDATE, LIGHT_DUMP,
    line::DgtLine,
    record::DgtLineEvent,
    state::{BoardState, DgtAbout, DgtReport, DgtSetting, DgtTrouble},
};
use crate::{Field, Reading};

/// Commands: one byte each.
const RESET: u8 = 0x40;
const ASK_CLOCK: u8 = 0x41;
const ASK_BOARD: u8 = 0x42;
const ASK_SERIAL: u8 = 0x45;
const ASK_BATTERY: u8 = 0x4c;
const ASK_VERSION: u8 = 0x4d;
const ASK_LONG_SERIAL: u8 = 0x55;
/// Report changes of fields, and the clock when it changes.
const REPORT_CHANGES: u8 = 0x4b;
/// The questions after a reset. The dump comes after the serial numbers, so that it has a name.
const INTRODUCTION: [u8; 7] =
    [ASK_VERSION, ASK_LONG_SERIAL, ASK_SERIAL, ASK_BATTERY, ASK_BOARD, REPORT_CHANGES, ASK_CLOCK];

/// Answers, with the highest bit set.
const SERIAL: u8 = 0x91;
const VERSION: u8 = 0x93;
const BATTERY: u8 = 0xa0;
const LONG_SERIAL: u8 = 0xa2;

/// Time that a board needs after a reset.
const RESET_TIME: Duration = Duration::from_millis(500);
/// Longest time until a dump comes, also behind other messages on a slow line.
const ANSWER: Duration = Duration::from_secs(3);
/// The number of dumps without an answer after which a board counts as silent, and is reset.
const MISSED_MAX: u32 = 2;
/// Quiet after a change before all fields are asked for: the change may not have been the only one.
const QUIET: Duration = Duration::from_secs(5);
/// Longest time between two dumps: only a dump reveals a change that was lost.
const DUMP_EVERY: Duration = Duration::from_secs(10);
/// Pause before all fields are asked for after damaged bytes.
const DAMAGE: Duration = Duration::from_millis(250);
/// Time between two questions for the battery.
const BATTERY_EVERY: Duration = Duration::from_secs(60);

/// A single DGT board.
///
/// Memory is bounded.
#[derive(Clone, Debug)]
pub struct DgtBoard {
    frames: DgtFrames,
    /// The bytes that belonged to no message when it was last looked at.
    skipped: u64,
    state: BoardState,
    commands: Vec<u8>,
    reports: Vec<DgtReport>,
    phase: Phase,
    battery_asked: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is no line.
    Closed,
    /// The board is being reset, until this moment.
    Reset(Timestamp),
    /// A dump was asked for, and has to come until this moment; so many did not come before.
    Asked { until: Timestamp, missed: u32, is_up: bool },
    /// The board reports; all fields are asked for at `due`, and were last told at `dumped`.
    Reporting { due: Timestamp, dumped: Timestamp },
}

impl DgtBoard {
    /// Makes a board without a line.
    #[must_use]
    pub fn new(setting: DgtSetting) -> Self {
        Self {
            frames: DgtFrames::default(),
            skipped: 0,
            state: BoardState::new(None, setting),
            commands: Vec::new(),
            reports: Vec::new(),
            phase: Phase::Closed,
            battery_asked: Timestamp::default(),
        }
    }

    /// Returns what the board has said about itself.
    #[must_use]
    pub const fn about(&self) -> &DgtAbout {
        self.state.about()
    }

    /// Takes its place on a line that was open before, with a board that reports: all begins with
    /// its next dump.
    fn rejoin(&mut self, serial: Option<&str>, at: Timestamp) {
        if self.phase != Phase::Closed {
            return;
        }
        self.state.begin();
        self.state.set_serial(serial.unwrap_or_default().as_bytes(), true);
        self.battery_asked = at;
        self.phase = Phase::Asked { until: at.saturating_add(DUMP_EVERY), missed: 0, is_up: false };
    }

    fn pass(&mut self, now: Timestamp) {
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return;
        }
        match self.phase {
            Phase::Closed => {}
            Phase::Reset(_) => {
                self.commands.extend(INTRODUCTION);
                self.battery_asked = now;
                self.phase =
                    Phase::Asked { until: now.saturating_add(ANSWER), missed: 0, is_up: false };
            }
            Phase::Asked { missed, is_up, .. } if missed + 1 < MISSED_MAX => {
                self.ask(now, missed + 1, is_up);
            }
            Phase::Asked { is_up, .. } => {
                if is_up {
                    self.reports.push(DgtReport::Reading(Reading::Link { is_up: false }));
                    self.state.forget();
                }
                self.reports.extend(self.state.complain(DgtTrouble::Silent));
                self.reset(now);
            }
            Phase::Reporting { .. } => self.ask(now, 0, true),
        }
    }

    fn reset(&mut self, at: Timestamp) {
        self.commands.push(RESET);
        self.phase = Phase::Reset(at.saturating_add(RESET_TIME));
    }

    fn ask(&mut self, now: Timestamp, missed: u32, is_up: bool) {
        if now.duration_since(self.battery_asked) >= BATTERY_EVERY {
            self.battery_asked = now;
            self.commands.push(ASK_BATTERY);
        }
        self.commands.push(ASK_BOARD);
        self.phase = Phase::Asked { until: now.saturating_add(ANSWER), missed, is_up };
    }

    /// Makes sure that all fields are asked for by a moment, if the board reports.
    fn dump_by(&mut self, moment: Timestamp) {
        if let Phase::Reporting { due, .. } = &mut self.phase {
            *due = moment.min(*due);
        }
    }

    fn take_frame(&mut self, frame: &DgtFrame, at: Timestamp) {
        // From before the reset.
        if matches!(self.phase, Phase::Closed | Phase::Reset(_)) {
            return;
        }
        let is_up = self.is_up();
        match (frame.id, frame.data.as_slice()) {
            (FIELD_UPDATE, &[field, code]) => self.take_change(field, code, at),
            (FIELD_UPDATE, _) => self.dump_by(at.saturating_add(DAMAGE)),
            (BOARD_DUMP | DARK_DUMP, _) => {
                let reports = self.state.take_dump(frame, is_up, None);
                let is_dump = |it: &DgtReport| matches!(it, DgtReport::Reading(Reading::Dump(_)));
                if reports.iter().any(is_dump) {
                    let due = at.saturating_add(DUMP_EVERY);
                    self.phase = Phase::Reporting { due, dumped: at };
                }
                self.reports.extend(reports);
            }
            (LIGHT_DUMP, codes) if codes.iter().any(|code| code & 0x0f != 0) => {
                self.reports.extend(self.state.complain(DgtTrouble::LightFields));
            }
            (DgtMessage::ID, data) => {
                let reports = self.state.take_clock(data, at, is_up);
                self.reports.extend(reports);
            }
            (SERIAL, digits) => self.state.set_serial(digits, false),
            (LONG_SERIAL, digits) => self.state.set_serial(digits, true),
            (VERSION, &[main, sub]) => self.state.set_version(main, sub),
            (BATTERY, &[charge, ..]) => self.state.set_battery(charge),
            // Messages that nobody asked for, or that say nothing.
            _ => {}
        }
    }

    fn take_change(&mut self, field: u8, code: u8, at: Timestamp) {
        let Ok(field) = Field::new(u32::from(field)) else {
            return self.dump_by(at.saturating_add(DAMAGE));
        };
        let reports = self.state.take_change(field, code, self.is_up());
        self.reports.extend(reports);
        if let Phase::Reporting { due, dumped } = &mut self.phase {
            *due = at.saturating_add(QUIET).min(dumped.saturating_add(DUMP_EVERY));
        }
    }
}

impl DgtLine for DgtBoard {
    type Report = DgtReport;

    const HEADER: &'static str = "damcast-board 1";

    fn open(&mut self, at: Timestamp) {
        self.frames = DgtFrames::default();
        self.skipped = 0;
        self.state.begin();
        self.reset(at);
    }

    fn close(&mut self) -> Vec<DgtReport> {
        let gone = DgtReport::Reading(Reading::Link { is_up: false });
        let reports = if self.is_up() { vec![gone] } else { Vec::new() };
        self.phase = Phase::Closed;
        self.commands.clear();
        self.state.forget();
        reports
    }

    fn follow(&mut self, event: &DgtLineEvent, at: Timestamp) -> Vec<DgtReport> {
        let mut reports = Vec::new();
        match event {
            DgtLineEvent::Opened => self.open(at),
            DgtLineEvent::Continued(serial) => self.rejoin(serial.as_deref(), at),
            DgtLineEvent::Closed => reports = self.close(),
            DgtLineEvent::Received(bytes) => reports = self.take(bytes, at),
            // Whatever happens by time alone sends commands, so this was its moment.
            DgtLineEvent::Sent(_) => reports = self.wait(at),
        }
        self.commands.clear();
        reports
    }

    fn commands(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.commands)
    }

    fn is_up(&self) -> bool {
        matches!(self.phase, Phase::Reporting { .. } | Phase::Asked { is_up: true, .. })
    }

    fn deadline(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Closed => None,
            Phase::Reset(until) | Phase::Asked { until, .. } => Some(until),
            Phase::Reporting { due, .. } => Some(due),
        }
    }

    fn take(&mut self, bytes: &[u8], at: Timestamp) -> Vec<DgtReport> {
        for frame in self.frames.take(bytes) {
            self.take_frame(&frame, at);
        }
        if self.frames.skipped() != self.skipped {
            self.skipped = self.frames.skipped();
            self.dump_by(at.saturating_add(DAMAGE));
        }
        self.pass(at);
        std::mem::take(&mut self.reports)
    }

    fn wait(&mut self, until: Timestamp) -> Vec<DgtReport> {
        self.pass(until);
        std::mem::take(&mut self.reports)
    }
}
