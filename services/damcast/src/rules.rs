//! `damcast rules`: answers questions about the rules of the game.

mod moves;
mod notation;
mod perft;
mod play;
mod question;

use std::process::ExitCode;

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
    /// Play moves and tell what the rules say after each: JSON lines in, JSON lines out.
    ///
    /// Reads `{"id":…,"rules":"international"|"international-2006"|"international-2006-open"|"boxed-12200"|"frisian",
    /// "fen":"W:W31-50:B1-20","moves":["32-28",…]}` from standard input; `intl-fmjd` and
    /// `intl-2006` are the first two, too. A capture may tell its landing squares, `50x33x17`, or
    /// what it takes, `45x5:15,20`. Each line is answered with
    /// `{"id":…,"verdicts":["-",…],"next":["20-24",…]}`: what each move made of the game, `-` while
    /// it goes on, and the legal moves after the last, none after the end. The verdicts stop at a
    /// move that cannot be played, and `"error"` tells its ply, the article and why. A line that
    /// cannot be read is answered `{"id":…,"error":"…"}`. After either the command fails at the end.
    #[command(verbatim_doc_comment)]
    Play,
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
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails, or a position cannot be read.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Moves => moves::run(),
            Self::Play => play::run(),
            Self::Notation => notation::run(),
            Self::Perft(perft) => perft.run(),
        }
    }
}
