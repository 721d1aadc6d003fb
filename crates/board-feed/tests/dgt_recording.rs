//! Tests of recordings of a DGT board: they are the same reports again, also from the middle on.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use board_feed::{
    DgtBoard, DgtLine as _, DgtLineEvent, DgtRecord, DgtReplay, DgtReport, DgtSetting, Reading,
};
use draughts::Timestamp;

type TimedReports = Vec<(Timestamp, DgtReport)>;

/// A board at a line, as a program follows it that records the line.
struct RecordedLine {
    board: DgtBoard,
    text: String,
    told: TimedReports,
}

impl RecordedLine {
    fn new() -> Self {
        let text = format!("{} /dev/ttyACM0\n", DgtBoard::HEADER);
        Self { board: DgtBoard::new(DgtSetting::default()), text, told: Vec::new() }
    }

    fn record(&mut self, millis: i64, event: DgtLineEvent) {
        let wall = Timestamp::from_millis(1_764_246_000_000 + millis);
        let record = DgtRecord { at: Timestamp::from_millis(millis), wall, event };
        self.text.push_str(&format!("{record}\n"));
    }

    fn tell(&mut self, millis: i64, reports: Vec<DgtReport>) {
        let at = Timestamp::from_millis(millis);
        self.told.extend(reports.into_iter().map(|report| (at, report)));
        let commands = self.board.commands();
        if !commands.is_empty() {
            self.record(millis, DgtLineEvent::Sent(commands));
        }
    }

    fn open(&mut self, millis: i64) {
        self.board.open(Timestamp::from_millis(millis));
        self.record(millis, DgtLineEvent::Opened);
        self.tell(millis, Vec::new());
    }

    fn close(&mut self, millis: i64) {
        let reports = self.board.close();
        self.record(millis, DgtLineEvent::Closed);
        self.tell(millis, reports);
    }

    /// Waits, with a timer that is late by some milliseconds.
    fn wait(&mut self, until: i64) {
        while let Some(deadline) = self.board.deadline()
            && deadline.millis() + 3 < until
        {
            let now = deadline.millis() + 3;
            let reports = self.board.wait(Timestamp::from_millis(now));
            self.tell(now, reports);
        }
    }

    fn receive(&mut self, millis: i64, bytes: &[u8]) {
        self.wait(millis);
        let reports = self.board.take(bytes, Timestamp::from_millis(millis));
        self.record(millis, DgtLineEvent::Received(bytes.to_vec()));
        self.tell(millis, reports);
    }
}

fn replayed<'a>(lines: impl Iterator<Item = &'a str>) -> TimedReports {
    let mut replay = DgtReplay::new(DgtBoard::new(DgtSetting::default()));
    let mut told = Vec::new();
    for line in lines {
        if let Some((at, reports)) = replay.take(line).unwrap() {
            told.extend(reports.into_iter().map(|report| (at, report)));
        }
    }
    told
}

const SERIAL: &[u8] = &[0x91, 0, 8, b'0', b'1', b'0', b'2', b'5'];

fn dump() -> Vec<u8> {
    let code = |field: usize| match (field / 10, (field / 10 + field % 10) % 2) {
        (0..=3, 1) => 4,
        (6..=9, 1) => 1,
        _ => 0,
    };
    [0x86, 0, 103].into_iter().chain((0..100).map(code)).collect()
}

/// A board that answers, is moved on, misses its questions, is pulled out and comes back.
fn day() -> RecordedLine {
    let mut line = RecordedLine::new();
    line.open(0);
    line.receive(900, &[SERIAL, &dump()].concat());
    line.receive(4_000, &[0x8e, 0, 5, 63, 0]);
    line.receive(4_500, &[0x8e, 0]);
    line.receive(4_510, &[5, 54, 1, 0x8d, 0, 10, 1, 0x20, 0, 1, 0x20, 0, 1]);
    line.receive(5_000, &[0x8d, 0, 10, 1, 0x20, 0, 1, 0x19, 0x55, 3, 0xff]);
    line.receive(9_990, &dump());
    // Nothing comes for so long that the board counts as silent.
    line.wait(40_000);
    line.receive(41_000, &dump());
    line.close(52_000);
    line.open(53_000);
    line.wait(53_600);
    line.receive(53_900, &[SERIAL, &dump()].concat());
    line
}

#[test]
fn a_recording_makes_the_same_reports_at_the_same_moments() {
    let line = day();
    let told = replayed(line.text.lines());
    assert_eq!(told, line.told);
    let links: Vec<bool> = told
        .iter()
        .filter_map(|(_, report)| match report {
            DgtReport::Reading(Reading::Link { is_up }) => Some(*is_up),
            DgtReport::Board(_) | DgtReport::Reading(_) | DgtReport::Trouble(_) => None,
        })
        .collect();
    assert_eq!(links, [true, false, true, false, true]);
}

#[test]
fn a_recording_that_begins_in_the_middle_goes_on_with_the_next_dump() {
    let line = day();
    let header = line.text.lines().next().unwrap();
    let late: Vec<&str> =
        line.text.lines().skip_while(|line| !line.starts_with("4.500 ")).collect();
    let continued = "4.500 1764246004500 continued 01025";
    let told = replayed([header, continued].into_iter().chain(late));
    let first = told.first().unwrap();
    let DgtReport::Board(about) = &first.1 else { panic!("{first:?}") };
    assert_eq!((first.0.millis(), about.serial.as_deref()), (9_990, Some("01025")));
    // From the dump on all is the same, but for the board that is new.
    let same = |told: &TimedReports| {
        told.iter().filter(|(at, _)| at.millis() > 9_990).cloned().collect::<TimedReports>()
    };
    assert_eq!(same(&told), same(&line.told));
}
