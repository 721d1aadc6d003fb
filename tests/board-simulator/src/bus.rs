//! Simulated DGT boards on one bus: commands in, bytes out.

use std::collections::VecDeque;

use crate::{Chance, Device, DgtWood, dgt::BYTES_A_SECOND};

/// The shortest and the longest time in which a board begins to answer, in milliseconds.
const LATENCY_MS: std::ops::Range<i64> = 2..9;
/// Time in which boards answer to a question to all.
const PING_MS: i64 = 1_100;
/// Time that an answer to it takes on the line.
const PING_ANSWER_MS: i64 = 7;

/// Boards on a bus.
#[derive(Clone, Debug)]
pub struct DgtBusWoods {
    members: Vec<Member>,
    chance: Chance,
    /// Bytes of a command that is not whole.
    command: Vec<u8>,
    /// Bytes on their way, with the moment at which they are there.
    sent: VecDeque<(i64, Vec<u8>)>,
    /// Bytes that were damaged on their way, one in so many answers; 0 for none.
    damaged: i64,
    /// Spans of time in which the whole bus is unplugged.
    cuts: Vec<(i64, i64)>,
    /// The moments at which each board was asked for its changes.
    polls: Vec<Vec<i64>>,
}

#[derive(Clone, Debug)]
struct Member {
    wood: DgtWood,
    /// Does not answer to the next question to all.
    is_hushed: bool,
    /// The changes that were sent last.
    last: Vec<u8>,
    had_power: bool,
}

impl DgtBusWoods {
    /// Puts boards on a bus. One in `damaged` answers is damaged on its way; 0 for none.
    #[must_use]
    pub fn new(woods: Vec<DgtWood>, damaged: i64, seed: u64) -> Self {
        let polls = vec![Vec::new(); woods.len()];
        let member = |wood| Member { wood, is_hushed: false, last: Vec::new(), had_power: true };
        Self {
            members: woods.into_iter().map(member).collect(),
            chance: Chance::new(seed ^ 0xb05),
            command: Vec::new(),
            sent: VecDeque::new(),
            damaged,
            cuts: Vec::new(),
            polls,
        }
    }

    /// Unplugs the whole bus for a span of time.
    pub fn cut(&mut self, from: i64, until: i64) {
        self.cuts.push((from, until));
    }

    /// Returns the moments at which each board was asked for its changes.
    #[must_use]
    pub fn polls(&self) -> &[Vec<i64>] {
        &self.polls
    }

    /// Returns true once nothing happens on any board any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.members.iter().all(|member| member.wood.is_over())
    }

    fn send(&mut self, at: i64, bytes: Vec<u8>) {
        let free = self.sent.back().map_or(at, |(due, _)| at.max(*due));
        let length = i64::try_from(bytes.len()).unwrap_or(0);
        self.sent.push_back((free + 1 + length * 1_000 / BYTES_A_SECOND, bytes));
    }

    fn take_command(&mut self, code: u8, address: u16, at: i64) {
        // The command itself takes time on the line.
        let at = at + 4_000 / BYTES_A_SECOND;
        for member in &mut self.members {
            let has_power = !member.wood.is_cut(at);
            if has_power && !member.had_power {
                (member.is_hushed, member.last) = (false, Vec::new());
                member.wood.begin_log();
            }
            member.had_power = has_power;
            member.wood.pass(at);
        }
        if (code, address) == (0x87, 0) {
            return self.take_ping(at);
        }
        let Some(index) = self.members.iter().position(|it| it.wood.serial() == address) else {
            return;
        };
        let member = &mut self.members[index];
        if !member.had_power {
            return;
        }
        let answer = match code {
            0x84 => Some((0x85, member.last.clone())),
            _ => member.wood.answer(code),
        };
        let Some((id, data)) = answer else { return };
        match code {
            0x83 => {
                self.polls[index].push(at);
                member.last.clone_from(&data);
            }
            0x8a => member.is_hushed = true,
            _ => {}
        }
        let mut bytes = message(id, address, &data);
        if self.damaged > 0 && self.chance.among(0..self.damaged) == 0 {
            let place = self.chance.among(0..i64::try_from(bytes.len()).unwrap_or(1));
            if let Some(byte) = bytes.get_mut(usize::try_from(place).unwrap_or(0)) {
                *byte ^= 0x11;
            }
        }
        let latency = self.chance.among(LATENCY_MS);
        self.send(at + latency, bytes);
    }

    /// Lets all boards say that they are there; those that speak at the same time are not
    /// understood.
    fn take_ping(&mut self, at: i64) {
        let mut answers = Vec::new();
        for member in &mut self.members {
            if member.had_power && !std::mem::take(&mut member.is_hushed) {
                answers.push((at + self.chance.among(0..PING_MS), member.wood.serial()));
            }
        }
        answers.sort_unstable();
        let moments: Vec<i64> = answers.iter().map(|(moment, _)| *moment).collect();
        for (index, (moment, address)) in answers.into_iter().enumerate() {
            let is_near = |other: usize| {
                moments.get(other).is_some_and(|other| (other - moment).abs() < PING_ANSWER_MS)
            };
            let mut bytes = message(0x87, address, &[]);
            if is_near(index + 1) || index.checked_sub(1).is_some_and(is_near) {
                bytes.iter_mut().skip(1).for_each(|byte| *byte |= 0x22);
            }
            self.send(moment, bytes);
        }
    }
}

impl Device for DgtBusWoods {
    fn is_cut(&self, at: i64) -> bool {
        self.cuts.iter().any(|(from, until)| (*from..*until).contains(&at))
    }

    fn receive(&mut self, commands: &[u8], at: i64) {
        for byte in commands {
            if *byte >= 0x80 {
                self.command.clear();
            } else if self.command.is_empty() {
                // A command for single boards: all are on the bus already.
                continue;
            }
            self.command.push(*byte);
            if let [code, high, low, check] = *self.command.as_slice() {
                self.command.clear();
                if sum(&[code, high, low]) == check {
                    self.take_command(code, u16::from(high) << 7 | u16::from(low), at);
                }
            }
        }
    }

    fn advance(&mut self, until: i64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while self.sent.front().is_some_and(|(due, _)| *due <= until)
            && let Some((_, sent)) = self.sent.pop_front()
        {
            bytes.extend(sent);
        }
        bytes
    }

    fn power_on(&mut self, _at: i64) {
        self.sent.clear();
        for member in &mut self.members {
            (member.is_hushed, member.last) = (false, Vec::new());
            member.wood.begin_log();
        }
    }
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) & 0x7f
}

fn message(id: u8, address: u16, data: &[u8]) -> Vec<u8> {
    let seven = |number: usize| u8::try_from(number & 0x7f).unwrap_or(0);
    let length = data.len() + 6;
    let address = usize::from(address);
    let head = [id, seven(length >> 7), seven(length), seven(address >> 7), seven(address)];
    let mut bytes = [head.as_slice(), data].concat();
    bytes.push(sum(&bytes));
    bytes
}
