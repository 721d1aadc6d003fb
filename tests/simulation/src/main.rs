//! Runs seeds, and says which first broke a promise: `simulate [SEEDS] [FIRST] [SABOTAGE]`.

use std::{
    io::Write as _,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

fn main() -> ExitCode {
    match simulate() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            drop(writeln!(std::io::stderr(), "simulate: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Answers whether every seed kept the promises.
fn simulate() -> Result<bool> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &str| text.parse::<u64>().with_context(|| format!("{text:?} is no number"));
    let (seeds, first, sabotage) = match arguments.as_slice() {
        [] => (300, 0, None),
        [seeds] => (number(seeds)?, 0, None),
        [seeds, first] => (number(seeds)?, number(first)?, None),
        [seeds, first, sabotage] => (number(seeds)?, number(first)?, Some(sabotage.parse()?)),
        _ => bail!("it is `simulate [SEEDS] [FIRST] [SABOTAGE]`"),
    };
    let end = first.saturating_add(seeds);
    let (next, done) = (AtomicU64::new(first), AtomicU64::new(0));
    let broken = Mutex::new(None::<(u64, String)>);
    let begun = tokio::time::Instant::now();
    let threads = thread::available_parallelism().map_or(1, |number| number.get());
    let mut out = std::io::stdout();
    thread::scope(|scope| -> Result<()> {
        let mut workers = Vec::new();
        for _thread in 0..threads {
            workers.push(scope.spawn(|| -> Result<()> {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return Ok(());
                    }
                    let report = simulation::run(seed, sabotage)?;
                    done.fetch_add(1, Ordering::Relaxed);
                    if let Some(what) = report.broken {
                        let mut broken = broken.lock().unwrap_or_else(PoisonError::into_inner);
                        if broken.as_ref().is_none_or(|(known, _what)| seed < *known) {
                            *broken = Some((seed, what));
                        }
                        // Seeds before it may still be under way; none after it is begun.
                        next.store(end, Ordering::Relaxed);
                        return Ok(());
                    }
                }
            }));
        }
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(200));
        }
        for worker in workers {
            match worker.join() {
                Ok(ended) => ended?,
                Err(_panic) => bail!("a run panicked"),
            }
        }
        Ok(())
    })?;
    let (done, took) = (done.into_inner(), begun.elapsed());
    let a_minute = rate(done, took);
    writeln!(out, "{done} seeds from {first} in {:.1} s: {a_minute} a minute", took.as_secs_f32())?;
    match broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
        None => Ok(true),
        Some((seed, what)) => {
            writeln!(out, "seed {seed} breaks a promise: {what}")?;
            writeln!(out, "again: ./dev simulate 1 {seed}")?;
            Ok(false)
        }
    }
}

fn rate(done: u64, took: Duration) -> u64 {
    done.saturating_mul(60_000) / u64::try_from(took.as_millis().max(1)).unwrap_or(u64::MAX)
}
