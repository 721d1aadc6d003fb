//! Plays games on simulated DGT boards that share a bus, from the bytes of the line to the moves.
//!
//! Time is that of the simulation: nothing waits.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a developer asks for more games"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use board_feed::{
    BoardSetting, BusAddress, Capability, DgtBus, DgtBusReport, DgtLine as _, DgtReplay, DgtReport,
    DgtSetting, Event, Reading, Tracker,
};
use board_simulator::{Chance, Device as _, DgtBusWoods, DgtModel, DgtWood, Noise, Script, play};
use common::{Figures, games, number};
use draughts::{Position, Timestamp, Variant};

/// The step of the simulated line.
const STEP: i64 = 2;
/// The moment at which the first player begins to think: all boards are found by then.
const FROM: i64 = 40_000;
/// The plies that are played of each game.
const PLIES: usize = 16;

/// A bus of boards on which games are played, and whoever reads it.
struct Hall {
    woods: DgtBusWoods,
    bus: DgtBus,
    tables: BTreeMap<BusAddress, Table>,
    reports: Vec<(Timestamp, DgtBusReport)>,
    recording: Recording,
    /// False if only the line is looked at.
    is_tracked: bool,
}

struct Table {
    script: Script,
    tracker: Option<Tracker>,
    events: Vec<(Timestamp, Event)>,
}

/// The line as text.
#[derive(Default)]
struct Recording(String);

impl Recording {
    fn add(&mut self, at: Timestamp, event: board_feed::DgtLineEvent) {
        let record = board_feed::DgtRecord { at, wall: at, event };
        self.0.push_str(&format!("{record}\n"));
    }
}

impl Hall {
    /// Puts so many boards on a bus; `cuts` are spans in which a board, by its index, has no power.
    fn new(
        boards: usize,
        noise: &Noise,
        damaged: i64,
        seed: u64,
        cuts: &[(usize, i64, i64)],
    ) -> Self {
        let mut chance = Chance::new(seed);
        let international = games(Variant::International);
        let mut tables = BTreeMap::new();
        let mut woods = Vec::new();
        for index in 0..boards {
            let seed = seed + u64::try_from(index).unwrap();
            let moves = chance.one_of(&international).unwrap();
            let moves = &moves[..PLIES.min(moves.len())];
            let script = play(Position::start(Variant::International), moves, FROM, noise, seed);
            let model = DgtModel {
                serial: u16::try_from(1_000 + 37 * index).unwrap(),
                is_rotated: index % 10 == 3,
                is_old: index % 10 == 4,
                sees_crowns: false,
                is_white_left: index.is_multiple_of(2),
            };
            let mut wood = DgtWood::new(model, &script, noise, seed);
            for (_, from, until) in cuts.iter().filter(|(cut, ..)| *cut == index) {
                wood.cut(*from, *until);
            }
            woods.push(wood);
            let address = BusAddress::new(model.serial).unwrap();
            tables.insert(address, Table { script, tracker: None, events: Vec::new() });
        }
        let woods = DgtBusWoods::new(woods, damaged, seed);
        let bus = DgtBus::new(DgtSetting::default());
        let recording = Recording(format!("{} simulated\n", DgtBus::HEADER));
        Self { woods, bus, tables, reports: Vec::new(), recording, is_tracked: true }
    }

    /// Lets time pass from one moment to another.
    fn pass(&mut self, from: i64, until: i64) {
        for now in (from..until).step_by(usize::try_from(STEP).unwrap()) {
            let at = Timestamp::from_millis(now);
            if now == 0 {
                self.bus.open(at);
                self.recording.add(at, board_feed::DgtLineEvent::Opened);
            }
            let bytes = self.woods.advance(now);
            let reports = if bytes.is_empty() {
                self.bus.wait(at)
            } else {
                let reports = self.bus.take(&bytes, at);
                self.recording.add(at, board_feed::DgtLineEvent::Received(bytes));
                reports
            };
            let commands = self.bus.commands();
            if !commands.is_empty() {
                self.woods.receive(&commands, now);
                self.recording.add(at, board_feed::DgtLineEvent::Sent(commands));
            }
            for report in reports {
                self.tell(at, &report);
                self.reports.push((at, report));
            }
            for Table { tracker, events, .. } in self.tables.values_mut() {
                let due = |it: &&mut Tracker| it.deadline().is_some_and(|deadline| deadline <= at);
                events.extend(tracker.as_mut().filter(due).into_iter().flat_map(|it| it.wait(at)));
            }
        }
    }

    fn tell(&mut self, at: Timestamp, DgtBusReport { board, report }: &DgtBusReport) {
        let table = self.tables.get_mut(board).unwrap();
        if !self.is_tracked {
            return;
        }
        match report {
            DgtReport::Board(about) => {
                assert_eq!(about.serial.as_deref(), Some(board.to_string().as_str()));
                let start = Position::start(Variant::International);
                let (capability, poll) = (Capability::Colour, about.poll);
                let setting = BoardSetting { capability, start, is_rotated: None, poll };
                table.tracker.get_or_insert_with(|| Tracker::new(setting));
            }
            DgtReport::Reading(reading) => {
                table.events.extend(table.tracker.as_mut().unwrap().take(reading, at));
            }
            DgtReport::Trouble(_) => {}
        }
    }

    /// Plays all games to their ends.
    fn play(&mut self) -> Figures {
        let end = self.tables.values().map(|table| table.script.end).max().unwrap();
        self.pass(0, end + 30_000);
        let mut figures = Figures::default();
        for (board, table) in &self.tables {
            figures.add(u64::from(board.get()), &table.script, &table.events);
        }
        if number("SHOW", 0) > 0 {
            figures.faults.iter().for_each(|fault| println!("{fault}"));
        }
        println!(
            "{} plies, {} right, median {} ms",
            figures.plies,
            figures.right,
            figures.median()
        );
        figures
    }

    /// Returns the longest time in milliseconds in which a board was not asked for its changes,
    /// from a moment on.
    fn longest_poll(&self, from: i64) -> i64 {
        let polls = self.woods.polls().iter();
        let gaps = polls.flat_map(|polls| {
            let polls: Vec<_> = polls.iter().filter(|at| **at >= from).collect();
            polls.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()
        });
        gaps.max().unwrap()
    }

    fn links(&self, board: u16) -> Vec<(i64, bool)> {
        let of_board = self.reports.iter().filter(|(_, report)| report.board.get() == board);
        of_board
            .filter_map(|(at, report)| {
                let DgtReport::Reading(Reading::Link { is_up }) = report.report else {
                    return None;
                };
                Some((at.millis(), is_up))
            })
            .collect()
    }
}

#[test]
fn forty_boards_on_a_bus_are_found_and_each_is_asked_within_a_second_and_a_half() {
    let mut hall = Hall::new(40, &Noise::clean(), 0, 7, &[]);
    hall.is_tracked = false;
    hall.pass(0, FROM);
    let up = hall.bus.boards().filter(|(.., is_up)| *is_up).count();
    assert_eq!((hall.bus.boards().count(), up), (40, 40));
    // The searches of the first minutes are over.
    hall.pass(FROM, 440_000);
    let longest = hall.longest_poll(350_000);
    assert!(longest <= 1_500, "{longest} ms");
    let poll = hall.bus.boards().next().unwrap().1.poll;
    assert_eq!(poll.map(|poll| poll.as_millis()), Some(1_500));
    println!("a bus of forty boards is polled within {longest} ms");
    // All fields of each are asked for within two minutes.
    let dumped = hall.reports.iter().filter(|(at, report)| {
        let is_dump = matches!(report.report, DgtReport::Reading(Reading::Dump(_)));
        is_dump && at.millis() >= 340_000
    });
    let dumped: BTreeSet<_> = dumped.map(|(_, report)| report.board).collect();
    assert_eq!(dumped.len(), 40);
}

#[test]
fn games_on_twenty_boards_of_a_bus_are_right_to_the_last_ply() {
    for (name, noise, damaged) in [("clean", Noise::clean(), 0), ("damaged", Noise::clean(), 40)] {
        let mut hall = Hall::new(20, &noise, damaged, 11, &[]);
        let figures = hall.play();
        assert_eq!(figures.faults, Vec::<String>::new(), "{name}");
        assert_eq!((figures.plies, figures.right), (20 * PLIES, 20 * PLIES), "{name}");
        let away: Vec<_> = hall
            .reports
            .iter()
            .filter(|(_, report)| {
                matches!(report.report, DgtReport::Reading(Reading::Link { is_up: false }))
            })
            .collect();
        assert!(away.is_empty(), "{name}: {away:?}");
    }
}

#[test]
fn no_noise_on_a_bus_makes_a_move_that_was_not_played() {
    let mut hall = Hall::new(20, &Noise::usual(), 200, 13, &[]);
    let figures = hall.play();
    assert_eq!((figures.wrong, figures.after_end), (0, 0), "{:?}", figures.faults);
    assert!(figures.right * 1_000 >= figures.plies * 995, "{:?}", figures.faults);
}

#[test]
fn a_board_that_is_unplugged_holds_nobody_up_and_is_back_with_its_moves() {
    let cuts = [(2, FROM + 12_000, FROM + 30_000)];
    let mut hall = Hall::new(6, &Noise::clean(), 0, 17, &cuts);
    let figures = hall.play();
    let links = hall.links(1_000 + 37 * 2);
    let [(_, true), (gone, false), (back, true)] = links[..] else { panic!("{links:?}") };
    assert!((FROM + 12_000..FROM + 16_000).contains(&gone), "{links:?}");
    assert!((FROM + 30_000..FROM + 36_000).contains(&back), "{links:?}");
    for other in [0, 1, 3, 4, 5] {
        assert_eq!(hall.links(1_000 + 37 * other).len(), 1, "board {other}");
    }
    assert_eq!((figures.wrong, figures.after_end), (0, 0), "{:?}", figures.faults);
    // Of the board that was gone, several plies may have been played unseen.
    let others: Vec<_> =
        figures.faults.iter().filter(|fault| !fault.starts_with("1074 ")).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn a_recording_of_a_bus_is_the_same_reports_again() {
    let cuts = [(1, FROM + 9_000, FROM + 20_000)];
    let mut hall = Hall::new(4, &Noise::usual(), 60, 19, &cuts);
    hall.play();
    let mut replay = DgtReplay::new(DgtBus::new(DgtSetting::default()));
    let mut told = Vec::new();
    for line in hall.recording.0.lines() {
        let (at, reports) = replay.take(line).unwrap().unwrap_or_default();
        told.extend(reports.into_iter().map(|report| (at, report)));
    }
    assert!(told == hall.reports, "{} and {} reports", told.len(), hall.reports.len());
}
