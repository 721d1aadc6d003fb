//! Reads the command line, runs the command, and answers the exit code.

use std::{io::Write as _, process::ExitCode};

use clap::Parser as _;
use damcast::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            // A closed standard error has no reader.
            drop(writeln!(std::io::stderr(), "damcast: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
