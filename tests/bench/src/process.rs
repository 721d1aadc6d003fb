//! Processes that are measured: where the program is, and what a process has used.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::Context as _;

/// Returns the program, which cargo puts two folders above its benches.
///
/// # Errors
/// If it is missing.
pub fn program() -> anyhow::Result<PathBuf> {
    let bench = std::env::current_exe()?;
    let program = bench.ancestors().nth(2).map(|folder| folder.join("damcast"));
    let program = program.filter(|program| program.is_file());
    program.context(
        "damcast is missing: run `cargo build --release --bins` first, as `./dev bench` does",
    )
}

/// Returns the CPU time that a process has used.
///
/// # Errors
/// If there is no such process.
pub fn cpu(pid: i32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name of the program, in parentheses, may hold blanks.
    let (_name, rest) = stat.rsplit_once(')').context("a process")?;
    let ticks = rest.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks: u64 = ticks.collect::<Result<Vec<_>, _>>()?.into_iter().sum();
    // Linux tells it in hundredths of a second to every program.
    Ok(Duration::from_millis(ticks * 10))
}

/// Returns the memory of a process that is resident, in kB.
///
/// # Errors
/// If there is no such process.
pub fn resident(pid: i32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).context("VmRSS")?;
    Ok(number.parse()?)
}
