//! A simulated DGT board at its serial line: commands in, bytes out.

use std::collections::VecDeque;

use draughts::{Color, Piece, Role};

use crate::{Chance, Change, Deed, Device, Noise, Script, scan};

/// The number of fields.
const FIELDS: usize = 100;
/// Bytes that the line carries in a second.
pub(crate) const BYTES_A_SECOND: i64 = 960;
/// The tag of a board that got power.
const POWER_UP: u8 = 0x6a;
/// The largest number of bytes that a board keeps for a bus.
const KEPT_MAX: usize = 8_000;

/// The make of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DgtModel {
    /// The serial number, five digits.
    pub serial: u16,
    /// White sits where the fields count Black.
    pub is_rotated: bool,
    /// Made before October 2011: other codes for crowns of White and men of Black.
    pub is_old: bool,
    /// It tells crowns from men.
    pub sees_crowns: bool,
    /// White's time is on the left of the clock.
    pub is_white_left: bool,
}

/// A DGT board on which people play.
#[derive(Clone, Debug)]
pub struct DgtWood {
    model: DgtModel,
    noise: Noise,
    chance: Chance,
    fields: [u8; FIELDS],
    changes: VecDeque<Change>,
    levers: VecDeque<(i64, Deed)>,
    clock: Clock,
    /// True if changes are reported.
    reports: bool,
    /// Bytes on their way, with the moment at which they are there.
    sent: VecDeque<(i64, Vec<u8>)>,
    /// Changes that it keeps for the next question on a bus.
    kept: Vec<u8>,
    /// Spans of time in which the board is unplugged.
    cuts: Vec<(i64, i64)>,
}

#[derive(Clone, Debug)]
struct Clock {
    /// The times of White and Black.
    left_ms: [i64; 2],
    turn: Color,
    is_running: bool,
    at: i64,
    /// The second that was told last.
    told: i64,
}

impl Clock {
    fn pass(&mut self, until: i64) {
        if self.is_running {
            self.left_ms[index(self.turn)] -= until - self.at;
        }
        self.at = until;
    }
}

fn index(color: Color) -> usize {
    usize::from(color == Color::Black)
}

impl DgtWood {
    /// Sets a board up on which a script is played.
    #[must_use]
    pub fn new(model: DgtModel, script: &Script, noise: &Noise, seed: u64) -> Self {
        let mut wood = Self {
            model,
            noise: noise.clone(),
            chance: Chance::new(seed ^ 0xd97),
            fields: [0; FIELDS],
            changes: scan(script, noise, seed).into(),
            levers: script
                .acts
                .iter()
                .filter(|act| !matches!(act.deed, Deed::Put(..)))
                .map(|act| (act.at, act.deed))
                .collect(),
            clock: Clock {
                left_ms: [4_800_000; 2],
                turn: script.start.turn(),
                is_running: true,
                at: 0,
                told: 0,
            },
            reports: false,
            sent: VecDeque::new(),
            kept: vec![POWER_UP],
            cuts: Vec::new(),
        };
        for square in draughts::Square::all() {
            let field = wood.field(square);
            wood.fields[field] = wood.code(script.start.board().piece_at(square));
        }
        wood
    }

    /// Unplugs the board for a span of time.
    pub fn cut(&mut self, from: i64, until: i64) {
        self.cuts.push((from, until));
    }

    /// Returns the moment after which nothing happens any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.changes.is_empty() && self.levers.is_empty()
    }

    fn field(&self, square: draughts::Square) -> usize {
        let field = usize::from(square.row()) * 10 + usize::from(square.column());
        if self.model.is_rotated { 99 - field } else { field }
    }

    fn code(&self, piece: Option<Piece>) -> u8 {
        let Some(Piece { color, role }) = piece else { return 0x00 };
        let role = if self.model.sees_crowns { role } else { Role::Man };
        match (color, role, self.model.is_old) {
            (Color::White, Role::Man, _) => 0x01,
            (Color::Black, Role::Man, false) | (Color::White, Role::King, true) => 0x04,
            (Color::White, Role::King, false) | (Color::Black, Role::Man, true) => 0x07,
            (Color::Black, Role::King, _) => 0x0a,
        }
    }

    fn send(&mut self, at: i64, bytes: Vec<u8>) {
        if self.is_cut(at) {
            return;
        }
        let free = self.sent.back().map_or(at, |(due, _)| at.max(*due));
        let length = i64::try_from(bytes.len()).unwrap_or(0);
        self.sent.push_back((free + 1 + length * 1_000 / BYTES_A_SECOND, bytes));
    }

    fn run(&mut self, until: i64) {
        loop {
            let change = self.changes.front().map_or(i64::MAX, |change| change.at);
            let lever = self.levers.front().map_or(i64::MAX, |(at, _)| *at);
            let second = if self.clock.is_running { self.clock.told + 1_000 } else { i64::MAX };
            let next = change.min(lever).min(second);
            if next > until {
                return;
            }
            if next == change {
                if let Some(change) = self.changes.pop_front() {
                    self.change(change);
                }
            } else if next == lever {
                if let Some((at, deed)) = self.levers.pop_front() {
                    self.lever(at, deed);
                }
            } else {
                self.clock.told = next;
                self.clock.pass(next);
                self.tell_clock(next);
            }
        }
    }

    fn change(&mut self, change: Change) {
        let (field, code) = (self.field(change.square), self.code(change.piece));
        self.fields[field] = code;
        if !self.reports {
            if !self.is_cut(change.at) {
                self.keep(&[0x40 | code, u8::try_from(field).unwrap_or(0)]);
            }
            return;
        }
        if self.chance.happens(self.noise.lost) {
            return;
        }
        let mut bytes = Vec::new();
        if self.chance.happens(self.noise.garbage) {
            bytes.push(u8::try_from(self.chance.among(0..256)).unwrap_or(0));
        }
        let message = [0x8e, 0, 5, u8::try_from(field).unwrap_or(0), code];
        bytes.extend(message);
        if self.chance.happens(self.noise.doubled) {
            bytes.extend(message);
        }
        self.send(change.at, bytes);
    }

    fn lever(&mut self, at: i64, deed: Deed) {
        self.clock.pass(at);
        match deed {
            // A lever that is down stays down.
            Deed::Press(color) if color == self.clock.turn => {
                self.clock.turn = color.other();
                let is_left = (color == Color::White) == self.model.is_white_left;
                let [hours, minutes, seconds] = self.time(color);
                if !self.is_cut(at) {
                    self.keep(&[if is_left { 0x70 } else { 0x60 } | hours, minutes, seconds]);
                }
            }
            Deed::Press(_) | Deed::Put(..) => return,
            Deed::Stop => self.clock.is_running = false,
        }
        self.tell_clock(at);
    }

    fn tell_clock(&mut self, at: i64) {
        if self.reports {
            let bytes = self.clock_message();
            self.send(at, bytes);
        }
    }

    fn keep(&mut self, change: &[u8]) {
        if self.kept.len() < KEPT_MAX {
            self.kept.extend(change);
        }
    }

    /// Returns the hours, minutes and seconds that a side has, in decimal digits.
    fn time(&self, color: Color) -> [u8; 3] {
        let seconds = self.clock.left_ms[index(color)].max(0) / 1_000;
        let bcd = |number: i64| u8::try_from(number / 10 * 16 + number % 10).unwrap_or(0);
        [bcd(seconds / 3_600), bcd(seconds / 60 % 60), bcd(seconds % 60)]
    }

    /// Returns the times on the right and on the left, and the status.
    fn clock_data(&self) -> Vec<u8> {
        let [white, black] = Color::BOTH.map(|color| self.time(color));
        let (left, right) = if self.model.is_white_left { (white, black) } else { (black, white) };
        let is_left = (self.clock.turn == Color::White) == self.model.is_white_left;
        let status = u8::from(self.clock.is_running) | if is_left { 0 } else { 2 };
        [right.as_slice(), &left, &[status]].concat()
    }

    fn clock_message(&self) -> Vec<u8> {
        [&[0x8d, 0, 10], self.clock_data().as_slice()].concat()
    }

    /// Returns the serial number, which is the address on a bus.
    pub(crate) const fn serial(&self) -> u16 {
        self.model.serial
    }

    /// Begins the changes for a bus anew, as with power after a cut.
    pub(crate) fn begin_log(&mut self) {
        self.kept = vec![POWER_UP];
    }

    /// Lets time pass on a bus, where nothing is said unasked.
    pub(crate) fn pass(&mut self, until: i64) {
        self.run(until);
    }

    /// Returns the id and the data of the answer to a question on a bus; `None` if it has none.
    pub(crate) fn answer(&mut self, code: u8) -> Option<(u8, Vec<u8>)> {
        Some(match code {
            0x81 => (0x84, self.clock_data()),
            0x82 => (0x83, self.fields.to_vec()),
            0x83 => (0x85, std::mem::take(&mut self.kept)),
            0x87 | 0x8a => (0x87, Vec::new()),
            0x8b => (0x89, vec![1, 12]),
            _ => return None,
        })
    }
}

impl Device for DgtWood {
    fn is_cut(&self, at: i64) -> bool {
        self.cuts.iter().any(|(from, until)| (*from..*until).contains(&at))
    }

    fn receive(&mut self, commands: &[u8], at: i64) {
        self.run(at);
        if self.is_cut(at) {
            return;
        }
        for command in commands {
            match command {
                0x40 => {
                    self.reports = false;
                    self.sent.clear();
                }
                0x41 => {
                    let clock = self.clock_message();
                    self.send(at, clock);
                }
                0x42 => {
                    let bytes = [&[0x86, 0, 103], self.fields.as_slice()].concat();
                    self.send(at, bytes);
                }
                0x45 => {
                    let digits = format!("{:05}", self.model.serial);
                    self.send(at, [&[0x91, 0, 8], digits.as_bytes()].concat());
                }
                0x4b => self.reports = true,
                0x4c => self.send(at, vec![0xa0, 0, 12, 88, 4, 30, 1, 2, 0, 0, 0, 0]),
                0x4d => self.send(at, vec![0x93, 0, 5, 1, 12]),
                // It does not know the others, as boards do.
                _ => {}
            }
        }
    }

    fn advance(&mut self, until: i64) -> Vec<u8> {
        self.run(until);
        let mut bytes = Vec::new();
        while self.sent.front().is_some_and(|(due, _)| *due <= until)
            && let Some((_, sent)) = self.sent.pop_front()
        {
            bytes.extend(sent);
        }
        bytes
    }

    fn power_on(&mut self, _at: i64) {
        self.reports = false;
        self.sent.clear();
        self.begin_log();
    }
}
