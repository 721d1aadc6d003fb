//! Follows real games on simulated DGT boards, from the bytes of the line to the moves, and counts
//! what is right.
//!
//! Neither the simulator nor the games are those that the tracker was made with. More games than
//! usual are played by `GAMES=1000 cargo test -p board-simulator`, others by `FIRST=…`, and each
//! fault is printed by `SHOW=1`.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a developer asks for more games"
)]

mod common;

use board_feed::{
    BoardSetting, Capability, Code, DgtBoard, DgtLine as _, DgtReport, DgtSetting, Event, Reading,
    Tracker,
};
use board_simulator::{Device as _, DgtModel, DgtWood, Noise, Script, play};
use common::{Figures, games, number};
use draughts::{Move, Position, Timestamp, Variant};

/// The moment at which the first player begins to think.
const FROM: i64 = 5_000;
/// The step of the simulated line.
const STEP: i64 = 20;
/// A board on which a game is played, and whoever reads it.
struct Table {
    script: Script,
    wood: DgtWood,
    board: DgtBoard,
    tracker: Tracker,
    capability: Capability,
    events: Vec<(Timestamp, Event)>,
}

impl Table {
    fn new(moves: &[Move], variant: Variant, noise: &Noise, seed: u64) -> Self {
        let start = Position::start(variant);
        let script = play(start, moves, FROM, noise, seed);
        let model = DgtModel {
            serial: u16::try_from(seed % 30_000).unwrap(),
            is_rotated: seed % 10 == 3,
            is_old: seed % 10 == 4,
            sees_crowns: seed % 4 == 1,
            is_white_left: seed.is_multiple_of(2),
        };
        let capability = match seed % 4 {
            0 => Capability::Occupancy,
            1 => Capability::ColourAndCrown,
            _ => Capability::Colour,
        };
        let wood = DgtWood::new(model, &script, noise, seed);
        let setting = BoardSetting { capability, start, is_rotated: None, poll: None };
        let board = DgtBoard::new(DgtSetting::default());
        Self { script, wood, board, tracker: Tracker::new(setting), capability, events: Vec::new() }
    }

    /// Plays the game to its end.
    fn play(&mut self) {
        self.board.open(Timestamp::from_millis(0));
        for now in (0..self.script.end + 30_000).step_by(usize::try_from(STEP).unwrap()) {
            let at = Timestamp::from_millis(now);
            let bytes = self.wood.advance(now);
            let reports =
                if bytes.is_empty() { self.board.wait(at) } else { self.board.take(&bytes, at) };
            self.wood.receive(&self.board.commands(), now);
            for report in reports {
                if let DgtReport::Reading(mut reading) = report {
                    if self.capability == Capability::Occupancy {
                        hide_sides(&mut reading);
                    }
                    self.events.extend(self.tracker.take(&reading, at));
                }
            }
            self.events.extend(self.tracker.wait(at));
        }
    }
}

/// Makes a reading that of a board which sees occupied fields alone.
fn hide_sides(reading: &mut Reading) {
    let hide = |code: &mut Code| {
        if *code != Code::Empty {
            *code = Code::Occupied;
        }
    };
    match reading {
        Reading::Field { code, .. } => hide(code),
        Reading::Dump(codes) => codes.iter_mut().for_each(hide),
        Reading::Press(_)
        | Reading::ClockStopped
        | Reading::Display(_)
        | Reading::Link { .. }
        | Reading::Setup { .. }
        | Reading::Turned { .. }
        | Reading::Result(_) => {}
    }
}

/// Plays games of both variants with a noise.
fn measure(name: &str, noise: &Noise, usual: u64) -> Figures {
    let mut figures = Figures::default();
    let (first, count) = (number("FIRST", 1), number("GAMES", usual));
    for variant in [Variant::International, Variant::Frisian] {
        let games = games(variant);
        for seed in first..first + count {
            let index = usize::try_from(seed).unwrap() * 31 % games.len();
            let mut table = Table::new(&games[index], variant, noise, seed);
            table.play();
            figures.add(seed, &table.script, &table.events);
        }
    }
    if number("SHOW", 0) > 0 {
        figures.faults.iter().for_each(|fault| println!("{fault}"));
    }
    println!(
        "{name}: {} plies, {} right, {} wrong, {} revised, {} irregular, {} after the end, median {} ms",
        figures.plies,
        figures.right,
        figures.wrong,
        figures.revised,
        figures.irregular,
        figures.after_end,
        figures.median(),
    );
    figures
}

#[test]
fn a_careful_game_is_right_to_the_last_ply() {
    for (name, noise) in [("clean", Noise::clean()), ("quick", Noise::quick())] {
        let figures = measure(name, &noise, 10);
        assert_eq!(figures.faults, Vec::<String>::new(), "{name}");
        assert_eq!(figures.right, figures.plies, "{name}");
        assert!(figures.median() <= 1_500, "{name}: {}", figures.median());
    }
}

#[test]
fn no_noise_hides_a_move_or_makes_one_that_was_not_played() {
    for (name, noise) in
        [("usual", Noise::usual()), ("harsh", Noise::harsh()), ("blitz", Noise::blitz())]
    {
        let figures = measure(name, &noise, 6);
        let shown = figures.faults.join("\n");
        assert_eq!((figures.wrong, figures.after_end), (0, 0), "{name}: {shown}");
        assert!(figures.right * 1_000 >= figures.plies * 999, "{name}: {shown}");
        assert!(figures.median() <= 1_500, "{name}: {}", figures.median());
    }
}

#[test]
fn a_move_that_was_made_while_the_board_was_unplugged_follows_from_the_next_dump() {
    let games = games(Variant::International);
    let mut table = Table::new(&games[0][..12], Variant::International, &Noise::clean(), 2);
    // From before the fifth move until after it.
    let [before, after] = [table.script.plies[3].done + 900, table.script.plies[4].done];
    table.wood.cut(before, after + 100);
    table.play();
    let mut figures = Figures::default();
    figures.add(2, &table.script, &table.events);
    assert_eq!((figures.right, figures.wrong), (12, 0), "{:?}", figures.faults);
}
