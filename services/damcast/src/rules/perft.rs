//! Counts the move sequences from a position, on one thread or several.

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use anyhow::Context as _;
use draughts::{Position, Setup, Variant, fen, perft, perft_without_art17};
use serde::Serialize;
use tokio::time::Instant;

use crate::{lines, rate::Rate};

/// Largest depth that the command line accepts, far beyond what can be counted.
const DEPTH_MAX: i64 = 30;
/// Smallest depth that is shared among threads; below it a thread costs more than it saves.
const SHARED_DEPTH_MIN: u32 = 5;

/// Counts the ways to play some moves from a position.
#[derive(Debug, clap::Args)]
pub struct Perft {
    /// Variant: international or frisian.
    #[arg(long, value_name = "VARIANT")]
    variant: Variant,
    /// The position to begin with; the start of a game when not given.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Largest depth in moves; each depth is a line.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=DEPTH_MAX))]
    depth: u32,
    /// Keeps to Frisian article 17: one king makes at most three quiet moves in a row.
    #[arg(long)]
    art17: bool,
    /// Number of threads.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: u16,
    /// Writes JSON lines: depth, nodes, microseconds, nodes per second.
    #[arg(long)]
    json: bool,
}

/// Number of ways to play `depth` moves, and the time of counting in microseconds.
#[derive(Serialize)]
struct Counted {
    variant: &'static str,
    depth: u32,
    nodes: u64,
    us: u128,
    nodes_per_second: u64,
}

impl Perft {
    /// Runs the command.
    ///
    /// # Errors
    /// If the position cannot be read or standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let position = match &self.fen {
            Some(text) => fen::parse(text, self.variant).context("read the position")?,
            None => Position::start(self.variant),
        };
        lines::ended(self.write(&position, io::stdout().lock()).map(|()| ExitCode::SUCCESS))
    }

    fn write(&self, position: &Position, mut output: impl Write) -> io::Result<()> {
        for depth in 1..=self.depth {
            let begun = Instant::now();
            let nodes = count(position, depth, self.art17, self.threads);
            let rate = Rate { nodes, time: begun.elapsed() };
            if self.json {
                let counted = Counted {
                    variant: self.variant.as_str(),
                    depth,
                    nodes,
                    us: rate.time.as_micros(),
                    nodes_per_second: rate.per_second(),
                };
                writeln!(output, "{}", serde_json::to_string(&counted)?)?;
            } else {
                writeln!(output, "depth {depth:>2}  {nodes:>15} nodes  {rate}")?;
            }
            output.flush()?;
        }
        Ok(())
    }
}

/// Counts the ways to play `depth` moves, with Frisian article 17 or without, on so many threads.
#[must_use]
pub fn count(position: &Position, depth: u32, art17: bool, threads: u16) -> u64 {
    let one = if art17 { perft } else { perft_without_art17 };
    if threads <= 1 || depth < SHARED_DEPTH_MIN {
        return one(position, depth);
    }
    // A king that has already made its three moves may go on when article 17 does not count. Two
    // plies are one move a side, so no count comes into being that would matter here.
    let free = Setup::new(*position.board(), position.turn());
    let start = match Position::from_setup(position.variant(), free) {
        Ok(free) if !art17 => free,
        _ => *position,
    };
    let shares = Mutex::new(after(&start).iter().flat_map(after).collect::<Vec<_>>());
    let total = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(share) = take(&shares) {
                    total.fetch_add(one(&share, depth - 2), Ordering::Relaxed);
                }
            });
        }
    });
    total.into_inner()
}

fn after(position: &Position) -> Vec<Position> {
    position.legal_moves().iter().map(|mv| position.play_unchecked(mv)).collect()
}

fn take(shares: &Mutex<Vec<Position>>) -> Option<Position> {
    shares.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_the_work_and_not_the_count() {
        for (variant, depth, nodes) in
            [(Variant::International, 7, 1_049_442), (Variant::Frisian, 8, 2_825_779)]
        {
            let start = Position::start(variant);
            for (art17, threads) in [(false, 1), (false, 3), (true, 2)] {
                assert_eq!(count(&start, depth, art17, threads), nodes, "{variant} {threads}");
            }
        }
    }

    #[test]
    fn a_blocked_king_is_free_without_article_17() {
        let text = "W:WK28,36:BK5,6,7:H0:F1:+0+328";
        let position = fen::parse(text, Variant::Frisian).unwrap();
        assert!(position.blocked_king().is_some());
        for art17 in [false, true] {
            let one = count(&position, SHARED_DEPTH_MIN, art17, 1);
            assert_eq!(count(&position, SHARED_DEPTH_MIN, art17, 4), one, "{art17}");
        }
        let counts = [false, true].map(|art17| count(&position, 2, art17, 1));
        assert!(counts[0] > counts[1], "{counts:?}");
    }

    #[test]
    fn every_depth_is_a_line() {
        let mut perft = Perft {
            variant: Variant::Frisian,
            fen: None,
            depth: 4,
            art17: true,
            threads: 2,
            json: false,
        };
        let start = Position::start(Variant::Frisian);
        let mut text = Vec::new();
        perft.write(&start, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), 4);
        assert!(text.starts_with("depth  1                9 nodes  "), "{text}");
        perft.json = true;
        let mut lines = Vec::new();
        perft.write(&start, &mut lines).unwrap();
        let last = String::from_utf8(lines).unwrap().lines().last().unwrap().to_owned();
        let last: serde_json::Value = serde_json::from_str(&last).unwrap();
        assert_eq!((&last["depth"], &last["nodes"]), (&4.into(), &3874.into()), "{last}");
    }
}
