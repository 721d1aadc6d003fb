//! `damcast pdn`: tools for files of game records.

mod check;
mod chunks;
mod report;

use std::process::ExitCode;

pub use check::Check;

/// Tools for files of game records.
#[derive(Debug, clap::Subcommand)]
pub enum Pdn {
    /// Replay every game of PDN files and tell which are legal.
    ///
    /// Writes a line per game: file, number, players, status, plies, and what was odd. The status is
    /// `ok`, `header-only` (no moves), `illegal` (with the first illegal move) or `unsupported` (not
    /// a game on 10x10 squares). The command fails when a game is illegal or unsupported, or a file
    /// cannot be read or holds no game.
    Check(Check),
}

impl Pdn {
    /// Runs the command and answers the exit code.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Check(check) => check.run(),
        }
    }
}
