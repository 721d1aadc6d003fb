//! How fast legal moves are generated: counting all games of ten moves on one thread and on two,
//! listing the legal moves of the positions of a game as people write them, and answering for the
//! positions with the most captures.

use std::{
    fmt,
    hint::black_box,
    io::{self, Write},
    process::ExitCode,
    time::Duration,
};

use anyhow::ensure;
use draughts::{Bitboard, Board, Color, MoveList, MoveText, Notations, Position, Setup, Variant};
use tokio::time::Instant;

use crate::{lines, rate::Rate, rules::count};

/// What is counted, how many there are as far as several independent programs agree, and what other
/// programs reach on one thread of the machine that the figures of Damcast are from, all of them
/// counting the last move without playing it.
const COUNTS: [Count; 2] = [
    Count {
        variant: Variant::International,
        depth: 10,
        nodes: 258_895_763,
        anchors: "Moby Dam 310, Scan 3.1 197",
    },
    Count { variant: Variant::Frisian, depth: 10, nodes: 85_817_725, anchors: "Scan 3.1 128" },
];

/// The positions with the most captures that a search for such positions has found, White to move.
const WORST: [(Variant, &str); 2] = [
    (Variant::Frisian, "eBeeWeBeeBBBeeeBeBBBeeBeeeBeeeeBeBWWeBeBeBBBeWBeBe"),
    (Variant::International, "eeeeBWBBBBeBeWeeBBeBBeBeeeeeBBBBeeeeWeBBBBBeWWeeeW"),
];

#[derive(Clone, Copy, Debug)]
struct Count {
    variant: Variant,
    depth: u32,
    nodes: u64,
    /// Million nodes per second.
    anchors: &'static str,
}

/// How often the positions of a game are listed in one run, so that a run takes some milliseconds.
const LISTINGS: u32 = 200;

/// Positions per second of the move generator, and the time for a list of moves.
#[derive(Debug, clap::Args)]
pub struct Perft {
    /// How often each count is made.
    #[arg(
        long,
        value_name = "N",
        default_value = "5",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    runs: u16,
}

impl Perft {
    /// Counts and lists, and writes the shortest and the median time of all runs.
    ///
    /// # Errors
    /// When a count is wrong or standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        for task in COUNTS {
            for threads in [1, 2] {
                let rates = self.rates(task, threads)?;
                let written = self.write(task, threads, &rates, io::stdout().lock());
                lines::ended(written.map(|()| ExitCode::SUCCESS))?;
            }
        }
        for variant in Variant::ALL {
            let positions = game(variant);
            let times = self.listings(&positions);
            let written = write_listings(variant, positions.len(), &times, io::stdout().lock());
            lines::ended(written.map(|()| ExitCode::SUCCESS))?;
        }
        for (variant, letters) in WORST {
            let board = Board::from_letters(letters)?;
            let position = Position::from_setup(variant, Setup::new(board, Color::White))?;
            let written = self.write_worst(&position, io::stdout().lock());
            lines::ended(written.map(|()| ExitCode::SUCCESS))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Tells the median times for the legal moves of a position and for judging the claims of its
    /// kings that take the longest: with twenty squares between.
    fn write_worst(&self, position: &Position, mut output: impl Write) -> io::Result<()> {
        let claims = hostile(position);
        let (mut listed, mut judged) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            let begun = Instant::now();
            black_box(position.legal_moves());
            listed.push(begun.elapsed());
            let times = claims.iter().map(|claim| {
                let begun = Instant::now();
                black_box(position.judge(claim));
                begun.elapsed()
            });
            judged.push(times.max().unwrap_or_default());
        }
        listed.sort_unstable();
        judged.sort_unstable();
        let millis = |times: &[Duration]| {
            let micros = best_and_median(times).map_or(0, |(_, median)| median.as_micros());
            format!("{}.{}", micros / 1000, micros / 100 % 10)
        };
        writeln!(
            output,
            "{} worst position\n  legal moves {:>6} ms\n  judge       {:>6} ms",
            position.variant(),
            millis(&listed),
            millis(&judged)
        )
    }

    /// The runs, the fastest first.
    fn rates(&self, task: Count, threads: u16) -> anyhow::Result<Vec<Rate>> {
        let Count { variant, depth, nodes, .. } = task;
        let start = Position::start(variant);
        let mut rates = Vec::new();
        for _ in 0..self.runs {
            let begun = Instant::now();
            let counted = count(&start, depth, true, threads);
            rates.push(Rate { nodes: counted, time: begun.elapsed() });
            ensure!(counted == nodes, "{variant} depth {depth}: {counted} nodes, not {nodes}");
        }
        rates.sort_by_key(|rate| rate.time);
        Ok(rates)
    }

    fn write(
        &self,
        Count { variant, depth, anchors, .. }: Count,
        threads: u16,
        rates: &[Rate],
        mut output: impl Write,
    ) -> io::Result<()> {
        let rule = if variant == Variant::Frisian { ", article 17 included" } else { "" };
        let plural = if self.runs == 1 { "run" } else { "runs" };
        let on = if threads == 1 { "one thread" } else { "two threads" };
        let Some((best, median)) = best_and_median(rates) else { return Ok(()) };
        writeln!(
            output,
            "{variant} depth {depth}{rule}: {} nodes, {} {plural} on {on}",
            best.nodes, self.runs
        )?;
        writeln!(output, "  fastest {best}")?;
        writeln!(output, "  median  {median}")?;
        if threads == 1 {
            writeln!(output, "  others  {anchors} M nodes/s")?;
        }
        Ok(())
    }

    /// The time for the legal moves of a position and their notation, on average over a game, the
    /// shortest first.
    fn listings(&self, positions: &[Position]) -> Vec<Duration> {
        let lists = LISTINGS.saturating_mul(u32::try_from(positions.len()).unwrap_or(u32::MAX));
        let (mut moves, mut text) = (MoveList::new(), String::new());
        let mut times: Vec<Duration> = (0..self.runs)
            .map(|_| {
                let begun = Instant::now();
                for _ in 0..LISTINGS {
                    for position in positions {
                        position.legal_moves_into(&mut moves);
                        let notations = Notations::new(position, &moves);
                        text.clear();
                        for mv in &moves {
                            notations.push_strict(mv, &mut text);
                            text.push(' ');
                        }
                        black_box(&text);
                    }
                }
                begun.elapsed() / lists.max(1)
            })
            .collect();
        times.sort_unstable();
        times
    }
}

fn write_listings(
    variant: Variant,
    positions: usize,
    times: &[Duration],
    mut output: impl Write,
) -> io::Result<()> {
    let Some((best, median)) = best_and_median(times) else { return Ok(()) };
    writeln!(output, "{variant} legal moves with notation, the {positions} positions of a game")?;
    writeln!(output, "  fastest {}", Nanos(*best))?;
    writeln!(output, "  median  {}", Nanos(*median))
}

/// Claims that each king of the side to move went from its square to a free one over twenty others,
/// in ascending and in descending order.
fn hostile(position: &Position) -> Vec<MoveText> {
    const BETWEEN: usize = 20;
    let board = position.board();
    let free: Bitboard = !board.occupied();
    let mut claims = Vec::new();
    for from in board.kings(position.turn()).squares() {
        let Some(to) = free.squares().last() else { continue };
        let mut via: Vec<_> = free.squares().filter(|&square| square != to).take(BETWEEN).collect();
        claims.push(MoveText::with_via(from, to, via.clone()));
        via.reverse();
        claims.push(MoveText::with_via(from, to, via));
    }
    claims
}

/// The first and the middle one of what is sorted.
fn best_and_median<T>(sorted: &[T]) -> Option<(&T, &T)> {
    Some((sorted.first()?, sorted.get(sorted.len() / 2)?))
}

/// Writes a time per position.
struct Nanos(Duration);

impl fmt::Display for Nanos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>6} ns a position", self.0.as_nanos())
    }
}

/// The positions of a game that is the same each time: moves of chance, except that a side takes
/// no step that lets the other one capture when it has another.
fn game(variant: Variant) -> Vec<Position> {
    const PLIES_MAX: usize = 120;
    let mut positions = Vec::new();
    let mut position = Position::start(variant);
    let mut chance = 1_u64;
    while positions.len() < PLIES_MAX {
        let moves = position.legal_moves();
        let quiet = |next: &Position| !next.legal_moves().iter().any(draughts::Move::is_capture);
        let nexts: Vec<Position> = moves.iter().map(|mv| position.play_unchecked(mv)).collect();
        let mut choices: Vec<&Position> = nexts.iter().filter(|next| quiet(next)).collect();
        if choices.is_empty() {
            choices = nexts.iter().collect();
        }
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = usize::try_from(chance >> 33).unwrap_or(0) % choices.len().max(1);
        positions.push(position);
        match choices.get(index) {
            Some(&&next) => position = next,
            None => break,
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Count =
        Count { variant: Variant::Frisian, depth: 5, nodes: 21_265, anchors: "nobody 1" };

    #[test]
    fn the_fastest_and_the_median_are_told() {
        let perft = Perft { runs: 3 };
        let rates = perft.rates(SMALL, 1).unwrap();
        assert_eq!(rates.len(), 3);
        assert!(rates.is_sorted_by_key(|rate| rate.time));
        let mut text = Vec::new();
        perft.write(SMALL, 1, &rates, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with(
            "frisian depth 5, article 17 included: 21265 nodes, 3 runs on one thread\n  fastest "
        ));
        assert!(text.ends_with("\n  others  nobody 1 M nodes/s\n"));
        assert_eq!(text.lines().count(), 4);
        let mut text = Vec::new();
        perft.write(SMALL, 2, &perft.rates(SMALL, 2).unwrap(), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap().lines().count(), 3);
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let error = Perft { runs: 1 }.rates(Count { nodes: 9, ..SMALL }, 1).unwrap_err();
        assert_eq!(error.to_string(), "frisian depth 5: 21265 nodes, not 9");
    }

    #[test]
    fn the_time_of_a_list_is_told() {
        let mut text = Vec::new();
        let times = [Duration::from_nanos(412), Duration::from_nanos(430)];
        write_listings(Variant::Frisian, 80, &times, &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "frisian legal moves with notation, the 80 positions of a game\n  \
             fastest    412 ns a position\n  median     430 ns a position\n"
        );
    }

    #[test]
    fn the_worst_positions_are_told() {
        let mut text = Vec::new();
        let (variant, letters) = WORST[1];
        let setup = Setup::new(Board::from_letters(letters).unwrap(), Color::White);
        let position = Position::from_setup(variant, setup).unwrap();
        assert_eq!(hostile(&position).len(), 12);
        Perft { runs: 1 }.write_worst(&position, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "international worst position");
        assert!(lines[1].starts_with("  legal moves ") && lines[2].ends_with(" ms"), "{text}");
    }

    #[test]
    fn a_game_is_the_same_each_time_and_of_some_length() {
        for variant in Variant::ALL {
            let positions = game(variant);
            assert!(positions.len() > 40, "{variant}: {}", positions.len());
            assert_eq!(positions, game(variant));
        }
    }
}
