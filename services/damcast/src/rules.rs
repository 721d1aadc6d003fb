//! `damcast rules`: what the rules of the game say about positions.

mod moves;
mod notation;
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
    /// Write the legal moves of positions in every form: JSON lines in, JSON lines out.
    ///
    /// Reads `{"variant":"international"|"frisian","fen":"W:W31-50:B1-20"}` from standard input and
    /// answers each line with the variant, the position, whether a bare `x` is a move, and for each
    /// move its start, end and captured squares, the short form, whether that is ambiguous, the
    /// forms of Scan and Hub, the landing squares, and how many ways it can go. A line that cannot
    /// be read is answered `{"id":…,"error":"…"}`, and the command fails after the last line.
    #[command(verbatim_doc_comment)]
    Notation,
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
            Self::Notation => notation::run(),
            Self::Perft(perft) => perft.run(),
        }
    }
}
