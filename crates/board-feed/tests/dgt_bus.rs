//! Tests of a bus whose boards are odd: damaged addresses, boards for chess, boards that are away.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::BTreeMap;

use board_feed::{
    BusAddress, DgtBus, DgtBusReport, DgtLine as _, DgtReport, DgtSetting, DgtTrouble,
};
use draughts::Timestamp;

const PING: u8 = 0x87;
const CHANGES: u8 = 0x83;
const BOARD: u8 = 0x82;
const VERSION: u8 = 0x8b;
/// The time in milliseconds in which a board answers.
const LATENCY: i64 = 5;

fn address(number: u16) -> BusAddress {
    BusAddress::new(number).unwrap()
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) & 0x7f
}

fn message(id: u8, address: u16, data: &[u8]) -> Vec<u8> {
    let seven = |number: usize| u8::try_from(number & 0x7f).unwrap();
    let (length, address) = (data.len() + 6, usize::from(address));
    let mut bytes = vec![id, seven(length >> 7), seven(length)];
    bytes.extend([seven(address >> 7), seven(address)]);
    bytes.extend(data);
    bytes.push(sum(&bytes));
    bytes
}

/// Returns the answer of a board with so many fields, all of them empty.
fn answer(code: u8, board: u16, fields: usize) -> Option<Vec<u8>> {
    match code {
        PING | 0x8a => Some(message(PING, board, &[])),
        CHANGES | 0x84 => Some(message(0x85, board, &[])),
        BOARD => Some(message(0x83, board, &vec![0; fields])),
        VERSION => Some(message(0x89, board, &[1, 12])),
        _ => None,
    }
}

/// A line with the questions that were asked on it, with their moments.
struct BusLine {
    bus: DgtBus,
    now: i64,
    asked: BTreeMap<(u8, u16), Vec<i64>>,
    reports: Vec<DgtBusReport>,
}

impl BusLine {
    fn open(named: &[u16]) -> Self {
        let mut bus = DgtBus::new(DgtSetting::default());
        bus.name(named.iter().copied().map(address));
        bus.open(Timestamp::from_millis(0));
        Self { bus, now: 0, asked: BTreeMap::new(), reports: Vec::new() }
    }

    /// Lets time pass; `answers` returns what comes back to a command.
    fn pass(&mut self, until: i64, mut answers: impl FnMut(u8, u16) -> Option<Vec<u8>>) {
        while self.now < until {
            let mut back = Vec::new();
            for command in self.bus.commands().rsplit(|byte| *byte == 0x4a).take(1) {
                let [code, high, low, _sum] = *command else { continue };
                let board = u16::from(high) << 7 | u16::from(low);
                self.asked.entry((code, board)).or_default().push(self.now);
                back.extend(answers(code, board).unwrap_or_default());
            }
            let next = if back.is_empty() {
                self.now = self.bus.deadline().unwrap().millis().max(self.now + 1);
                self.bus.wait(Timestamp::from_millis(self.now))
            } else {
                self.now += LATENCY;
                self.bus.take(&back, Timestamp::from_millis(self.now))
            };
            self.reports.extend(next);
        }
    }

    fn boards(&self) -> Vec<u16> {
        self.bus.boards().map(|(board, ..)| board.get()).collect()
    }

    fn count(&self, code: u8, board: u16) -> usize {
        self.asked.get(&(code, board)).map_or(0, Vec::len)
    }

    /// Returns the longest time between two questions from a moment on.
    fn longest(&self, code: u8, board: u16, from: i64) -> i64 {
        let asked: Vec<i64> =
            self.asked[&(code, board)].iter().copied().filter(|at| *at >= from).collect();
        asked.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap()
    }
}

#[test]
fn an_address_of_damaged_bytes_is_forgotten_and_nobody_is_told_of_it() {
    let mut line = BusLine::open(&[]);
    let mut garbled = 0;
    line.pass(120_000, |code, board| match (code, board) {
        // Each question to all hears another address that no board has, beside the board.
        (PING, 0) if garbled < 5 => {
            garbled += 1;
            Some([message(PING, 9_000 + garbled, &[]), message(PING, 1_025, &[])].concat())
        }
        (_, 1_025) => answer(code, board, 100),
        _ => None,
    });
    assert_eq!(garbled, 5);
    assert_eq!(line.boards(), [1_025]);
    assert!(line.reports.iter().all(|report| report.board == address(1_025)));
    // What nobody asked for is no board.
    line.bus.take(&message(PING, 9_999, &[]), Timestamp::from_millis(line.now));
    assert_eq!(line.boards(), [1_025]);
    // One that was named is asked for as long as it takes.
    let mut line = BusLine::open(&[1_026]);
    line.pass(120_000, |code, board| if board == 1_025 { answer(code, board, 100) } else { None });
    assert_eq!(line.boards(), [1_026]);
}

#[test]
fn a_board_for_chess_is_told_once_and_takes_no_time_from_the_others() {
    let mut line = BusLine::open(&[]);
    let mut is_asked = false;
    let answers = |code, board| match (code, board) {
        (PING, 0) if !std::mem::replace(&mut is_asked, true) => {
            Some([1_025, 1_030].map(|board| message(PING, board, &[])).concat())
        }
        (_, 1_025) => answer(code, board, 100),
        (_, 1_030) => answer(code, board, 64),
        _ => None,
    };
    line.pass(300_000, answers);
    let chess =
        DgtBusReport { board: address(1_030), report: DgtReport::Trouble(DgtTrouble::Chess) };
    assert_eq!(line.reports.iter().filter(|report| report.board == chess.board).count(), 1);
    assert!(line.reports.contains(&chess));
    let count = line.count(BOARD, 1_030);
    assert!((5..=11).contains(&count), "{count}");
    assert!(line.longest(CHANGES, 1_025, 20_000) < 2_000);
    assert!(line.longest(BOARD, 1_025, 20_000) < 13_000);
    // It was another board's cable: once all fields are there it plays.
    line.pass(360_000, |code, board| match board {
        0 => None,
        _ => answer(code, board, 100),
    });
    let is_up = |(board, _, is_up): (BusAddress, _, bool)| (board.get(), is_up);
    assert_eq!(line.bus.boards().map(is_up).collect::<Vec<_>>(), [(1_025, true), (1_030, true)]);
}

#[test]
fn boards_that_are_away_are_asked_for_one_in_a_round_and_hold_nobody_up() {
    let away: Vec<u16> = (2_000..2_040).collect();
    let mut line = BusLine::open(&away);
    let mut is_asked = false;
    line.pass(600_000, |code, board| match (code, board) {
        (PING, 0) if !std::mem::replace(&mut is_asked, true) => Some(message(PING, 1_025, &[])),
        (_, 1_025) => answer(code, board, 100),
        _ => None,
    });
    assert!(
        line.longest(CHANGES, 1_025, 400_000) < 600,
        "{}",
        line.longest(CHANGES, 1_025, 400_000)
    );
    assert!(line.longest(BOARD, 1_025, 400_000) < 13_000);
    for board in away {
        assert!(line.longest(PING, board, 400_000) <= 30_000, "{board}");
    }
}
