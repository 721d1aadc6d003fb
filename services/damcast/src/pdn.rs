//! `damcast pdn`: tools for files of game records.

mod check;
mod chunks;
mod contrary_end;
mod convert;
mod files;
mod form;
mod json;
mod report;
mod supposed;

use std::process::ExitCode;

pub use check::Check;
pub use convert::Convert;

/// Tools for files of game records.
#[derive(Debug, clap::Subcommand)]
pub enum Pdn {
    /// Replay every game of PDN files and tell which are legal.
    ///
    /// Writes a line per game: file, number, players, status, plies, the position after them, and
    /// what was odd, such as moves or another result after the rules had ended the game. The status
    /// is `ok`, `header-only` (no moves), `illegal` (with the first illegal move), `given-up` (too
    /// much to search in one file) or `unsupported` (not a game on 10x10 squares). The command
    /// fails when a game is none of the first two, or a file cannot be read or holds no game.
    Check(Check),
    /// Read PDN files as they are and write strict PDN 3.0, JSON lines, Hub or FEN.
    ///
    /// Of a game that is not legal the moves before that are written, with a comment that names the
    /// reason. A game that is none on 10x10 squares is left out; JSON has a line for it. Both are
    /// told on standard error, and the command fails at the end.
    Convert(Convert),
}

impl Pdn {
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Check(check) => check.run(),
            Self::Convert(convert) => convert.run(),
        }
    }
}
