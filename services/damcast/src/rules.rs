//! `damcast rules`: what the rules of the game say about positions.

mod moves;
mod perft;

use std::process::ExitCode;

pub use moves::{Answer, answer, answer_all};
pub use perft::{Perft, count};

/// Questions about the rules of the game.
#[derive(Debug, clap::Subcommand)]
pub enum Rules {
    /// List the legal moves of positions: JSON lines in, JSON lines out.
    ///
    /// Reads `{"id":…,"variant":"international"|"frisian","fen":"W:W31-50:B1-20"}` from standard
    /// input and answers each line with
    /// `{"id":…,"n":9,"moves":[{"from":31,"to":26,"cap":[]},…]}`, sorted by start, end and captured
    /// squares. A line that cannot be read is answered `{"id":…,"error":"…"}`, and the command
    /// fails after the last line.
    #[command(verbatim_doc_comment)]
    Moves,
    /// Count the ways to play some moves from a position.
    Perft(Perft),
}

impl Rules {
    /// Runs the command and answers the exit code.
    ///
    /// # Errors
    /// When standard input or output fails, or a position cannot be read.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Moves => moves::run(),
            Self::Perft(perft) => perft.run(),
        }
    }
}
