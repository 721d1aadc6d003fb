//! The state of one DGT board, alone or on a bus: its codes and numbers, the lever of its clock,
//! and its troubles.

use core::time::Duration;
use std::collections::BTreeSet;

use draughts::{Color, Timestamp};
use game_clock::{ClockDisplay, DgtMessage, DgtSide, DgtTimes};

use super::{DgtCodes, DgtFrame, levers::Levers};
use crate::{Code, Field, Reading};

/// The number of fields of a chess board.
const CHESS_FIELDS: usize = 64;
/// Longest time between two reports of a display that only counts on.
const DISPLAY_EVERY: Duration = Duration::from_secs(30);
/// The largest number of troubles that are told of a board.
const TROUBLES_MAX: usize = 20;

/// The settings of a board by its operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DgtSetting {
    /// The side of the clock that has White's time; `None` to learn it from the moves.
    pub white: Option<DgtSide>,
}

/// A board as it describes itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DgtAbout {
    /// The serial number, the long one if the board has it.
    pub serial: Option<String>,
    /// The version of its program, before and after the point.
    pub version: Option<(u8, u8)>,
    /// The charge of its battery, 0 to 100 per cent.
    pub battery: Option<u8>,
    /// The time within which it is asked again, on a bus.
    pub poll: Option<Duration>,
}

/// A report of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DgtReport {
    /// A board is there, for the first time or again; its dump follows.
    Board(DgtAbout),
    /// A reading.
    Reading(Reading),
    /// Something is wrong with it; told once after each start.
    Trouble(DgtTrouble),
}

/// Something that is wrong with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum DgtTrouble {
    /// It has the fields of a chess board.
    #[error("this is a board of {CHESS_FIELDS} fields, for chess")]
    Chess,
    /// It has another number of fields.
    #[error("this is a board of {fields} fields, and not of {}", Field::COUNT)]
    Fields {
        /// The number.
        fields: usize,
    },
    /// Pieces stand on light fields: the board has to be turned by a quarter.
    #[error("most pieces stand on light fields: is the board turned by a quarter?")]
    LightFields,
    /// A piece has a code that is not known.
    #[error("a piece on field {field} has the unknown code {code:#04x}")]
    UnknownCode {
        /// The field, 0 to 99.
        field: u8,
        /// The code.
        code: u8,
    },
    /// It answers nothing.
    #[error("the board does not answer")]
    Silent,
    /// The battery of the clock is low.
    #[error("the battery of the clock is low")]
    ClockBattery,
}

/// The state of a board.
#[derive(Clone, Debug)]
pub(crate) struct BoardState {
    about: DgtAbout,
    /// The codes of the board with this serial number.
    codes: Option<(Option<String>, DgtCodes)>,
    levers: Levers,
    /// The display that was reported last, with its moment.
    display: Option<(Timestamp, ClockDisplay)>,
    told: BTreeSet<DgtTrouble>,
}

impl BoardState {
    pub(crate) fn new(serial: Option<String>, setting: DgtSetting) -> Self {
        Self {
            about: DgtAbout { serial, ..DgtAbout::default() },
            codes: None,
            levers: Levers::new(setting.white),
            display: None,
            told: BTreeSet::new(),
        }
    }

    /// Begins with a line that may lead to another board.
    pub(super) fn begin(&mut self) {
        self.about = DgtAbout::default();
        self.told.clear();
    }

    pub(crate) const fn about(&self) -> &DgtAbout {
        &self.about
    }

    /// Takes the digits of a serial number; a long one takes the place of a short one.
    pub(super) fn set_serial(&mut self, digits: &[u8], is_long: bool) {
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if is_number && (is_long || self.about.serial.is_none()) {
            self.about.serial = Some(digits.iter().copied().map(char::from).collect());
        }
    }

    pub(super) const fn set_version(&mut self, main: u8, sub: u8) {
        self.about.version = Some((main, sub));
    }

    pub(crate) const fn set_battery(&mut self, charge: u8) {
        if charge <= 100 {
            self.about.battery = Some(charge);
        }
    }

    /// Forgets the lever, after a time of which nothing is known.
    pub(crate) const fn forget(&mut self) {
        self.levers.forget();
    }

    /// Takes a change of a field; without the other fields it says nothing.
    pub(super) fn take_change(&mut self, field: Field, code: u8, is_up: bool) -> Vec<DgtReport> {
        if !is_up {
            return Vec::new();
        }
        let read = self.known_codes().read(code);
        if let Some(color) = read.color() {
            self.levers.put(color);
        }
        let trouble = self.check(field, read, code);
        let change = DgtReport::Reading(Reading::Field { field, code: read });
        trouble.into_iter().chain([change]).collect()
    }

    /// Takes a dump. The first one of a board that was not up introduces it.
    pub(crate) fn take_dump(
        &mut self,
        frame: &DgtFrame,
        is_up: bool,
        poll: Option<Duration>,
    ) -> Vec<DgtReport> {
        let codes = frame.data.as_slice();
        let start = DgtCodes::of_start(codes);
        if start.is_some() {
            self.levers.start();
        }
        let is_new = self.codes.as_ref().is_none_or(|(serial, _)| *serial != self.about.serial);
        let told = start.or_else(|| DgtCodes::of_game(codes).filter(|_| is_new));
        if let Some(told) = told {
            self.codes = Some((self.about.serial.clone(), told));
        } else if is_new {
            self.codes = None;
        }
        let Some(reading) = frame.reading(self.known_codes()) else {
            let fields = codes.len();
            let trouble = match fields {
                CHESS_FIELDS => DgtTrouble::Chess,
                _ => DgtTrouble::Fields { fields },
            };
            return self.complain(trouble).into_iter().collect();
        };
        let mut reports = Vec::new();
        if !is_up {
            self.about.poll = poll;
            reports.push(DgtReport::Board(self.about.clone()));
            reports.push(DgtReport::Reading(Reading::Link { is_up: true }));
        }
        if let Reading::Dump(fields) = &reading {
            let count = |is_dark: bool| {
                let is_one =
                    |field: &Field| (field.row() + field.column()) % 2 == u8::from(is_dark);
                let pieces = Field::all().filter(is_one);
                pieces.filter(|field| fields[field.index()] != Code::Empty).count()
            };
            if count(false) > count(true) {
                reports.extend(self.complain(DgtTrouble::LightFields));
            }
            if codes.len() == Field::COUNT {
                for (field, code) in Field::all().zip(codes) {
                    reports.extend(self.check(field, fields[field.index()], *code));
                }
            }
        }
        reports.push(DgtReport::Reading(reading));
        reports
    }

    /// Takes the data of a message of the clock, whose lever may have moved.
    pub(super) fn take_clock(&mut self, data: &[u8], at: Timestamp, is_up: bool) -> Vec<DgtReport> {
        let Some(times) = self.times(data) else { return Vec::new() };
        let pressed = self.levers.take(&times).filter(|_| is_up);
        let press = pressed.map(|color| DgtReport::Reading(Reading::Press(color)));
        press.into_iter().chain(self.tell_clock(&times, at, is_up)).collect()
    }

    /// Takes the data of a message of a clock whose presses are told otherwise.
    pub(super) fn take_display(
        &mut self,
        data: &[u8],
        at: Timestamp,
        is_up: bool,
    ) -> Vec<DgtReport> {
        let Some(times) = self.times(data) else { return Vec::new() };
        self.tell_clock(&times, at, is_up)
    }

    /// Takes a press on a side of the clock.
    pub(super) fn take_press(&mut self, side: DgtSide, is_up: bool) -> Option<DgtReport> {
        let color = self.levers.press(side).filter(|_| is_up)?;
        Some(DgtReport::Reading(Reading::Press(color)))
    }

    /// Reads the data of a message of the clock; `None` if it shows no times.
    fn times(&mut self, data: &[u8]) -> Option<DgtTimes> {
        match clock(data)? {
            DgtMessage::Times(times) => Some(times),
            DgtMessage::NoClock => {
                self.levers.forget();
                None
            }
            // An answer to a command, or a time that cannot be: the next message has another.
            DgtMessage::Ack(_) | DgtMessage::Blank => None,
        }
    }

    fn tell_clock(&mut self, times: &DgtTimes, at: Timestamp, is_up: bool) -> Vec<DgtReport> {
        let low = times.is_battery_low.then(|| self.complain(DgtTrouble::ClockBattery)).flatten();
        low.into_iter().chain(self.show(times, at, is_up)).collect()
    }

    /// Returns the display of the clock, if it is news and somebody knows whose times it shows.
    fn show(&mut self, times: &DgtTimes, at: Timestamp, is_up: bool) -> Option<DgtReport> {
        self.take_shown(times.display(self.levers.white()?), at, is_up)
    }

    /// Takes the times that the clock shows, and returns them if they are news.
    pub(crate) fn take_shown(
        &mut self,
        display: ClockDisplay,
        at: Timestamp,
        is_up: bool,
    ) -> Option<DgtReport> {
        let is_new = self.display.is_none_or(|(before, known)| is_news(known, before, display, at));
        if !is_up || !is_new {
            return None;
        }
        self.display = Some((at, display));
        Some(DgtReport::Reading(Reading::Display(display)))
    }

    pub(super) fn known_codes(&self) -> DgtCodes {
        self.codes.as_ref().map(|(_, codes)| *codes).unwrap_or_default()
    }

    fn check(&mut self, field: Field, read: Code, code: u8) -> Option<DgtReport> {
        if read != Code::Occupied {
            return None;
        }
        self.complain(DgtTrouble::UnknownCode { field: field.get(), code })
    }

    /// Tells a trouble that was not told since the start, as long as there are not too many.
    pub(crate) fn complain(&mut self, trouble: DgtTrouble) -> Option<DgtReport> {
        let is_new = self.told.len() < TROUBLES_MAX && self.told.insert(trouble);
        is_new.then_some(DgtReport::Trouble(trouble))
    }
}

/// Reads the data of a message of a clock.
fn clock(data: &[u8]) -> Option<DgtMessage> {
    DgtMessage::read(&[&[DgtMessage::ID, 0, DgtMessage::BYTES], data].concat()).ok()
}

/// Returns true if a display does not only count on from an earlier one.
fn is_news(known: ClockDisplay, before: Timestamp, display: ClockDisplay, at: Timestamp) -> bool {
    let elapsed = at.duration_since(before);
    let counts_on = Color::BOTH.into_iter().all(|color| {
        let passed = if known.running == Some(color) { elapsed } else { Duration::ZERO };
        let expected = known.of(color).saturating_sub(passed);
        display.of(color).abs_diff(expected) <= ClockDisplay::TOLERANCE
    });
    (display.running, display.flag) != (known.running, known.flag)
        || !counts_on
        || elapsed >= DISPLAY_EVERY
}
