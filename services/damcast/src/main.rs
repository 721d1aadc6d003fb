//! Parses the command line, runs the command, and exits with its code.

use std::{io::Write as _, process::ExitCode};

use clap::Parser as _;
use damcast::cli::Cli;
use mimalloc::MiMalloc;

// A move passes many small buffers between threads, of which the allocators of the C libraries are
// slow.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
