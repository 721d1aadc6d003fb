//! Parses the command line, runs the command, and exits with its code.

use std::{io::Write as _, process::ExitCode};

use clap::Parser as _;
use damcast::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            // If standard error is closed, nobody reads the message.
            drop(writeln!(std::io::stderr(), "damcast: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
