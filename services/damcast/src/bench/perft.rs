//! How fast legal moves are generated: counting all games of nine moves, on one thread.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::ensure;
use draughts::{Position, Variant, perft};
use tokio::time::Instant;

use crate::{lines, rate::Rate};

/// What is counted, and how many there are as far as several independent programs agree.
const COUNTS: [(Variant, u32, u64); 2] =
    [(Variant::International, 9, 41_022_423), (Variant::Frisian, 9, 15_605_069)];

/// Positions per second of the move generator, on one thread.
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
    /// Counts, and writes the shortest and the median time of all runs.
    ///
    /// # Errors
    /// When a count is wrong or standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        for (variant, depth, nodes) in COUNTS {
            let rates = self.rates(variant, depth, nodes)?;
            let written = self.write(variant, depth, &rates, io::stdout().lock());
            lines::ended(written.map(|()| ExitCode::SUCCESS))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The runs, the fastest first.
    fn rates(&self, variant: Variant, depth: u32, nodes: u64) -> anyhow::Result<Vec<Rate>> {
        let start = Position::start(variant);
        let mut rates = Vec::new();
        for _ in 0..self.runs {
            let begun = Instant::now();
            let counted = perft(&start, depth);
            rates.push(Rate { nodes: counted, time: begun.elapsed() });
            ensure!(counted == nodes, "{variant} depth {depth}: {counted} nodes, not {nodes}");
        }
        rates.sort_by_key(|rate| rate.time);
        Ok(rates)
    }

    fn write(
        &self,
        variant: Variant,
        depth: u32,
        rates: &[Rate],
        mut output: impl Write,
    ) -> io::Result<()> {
        let rule = if variant == Variant::Frisian { ", article 17 included" } else { "" };
        let plural = if self.runs == 1 { "run" } else { "runs" };
        let Some(best) = rates.first() else { return Ok(()) };
        writeln!(
            output,
            "{variant} depth {depth}{rule}: {} nodes, {} {plural} on one thread",
            best.nodes, self.runs
        )?;
        let median = rates.get(rates.len() / 2).unwrap_or(best);
        writeln!(output, "  fastest {best}")?;
        writeln!(output, "  median  {median}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_and_the_median_are_told() {
        let perft = Perft { runs: 3 };
        let rates = perft.rates(Variant::Frisian, 5, 21_265).unwrap();
        assert_eq!(rates.len(), 3);
        assert!(rates.is_sorted_by_key(|rate| rate.time));
        let mut text = Vec::new();
        perft.write(Variant::Frisian, 5, &rates, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with(
            "frisian depth 5, article 17 included: 21265 nodes, 3 runs on one thread\n  fastest "
        ));
        assert_eq!(text.lines().count(), 3);
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let error = Perft { runs: 1 }.rates(Variant::International, 3, 659).unwrap_err();
        assert_eq!(error.to_string(), "international depth 3: 658 nodes, not 659");
    }
}
