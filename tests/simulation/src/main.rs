//! Runs seeds on all cores and reports the first that breaks a promise:
//! `simulate [SEEDS] [FIRST] [SABOTAGE]`.

use std::{
    io::Write as _,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use simulation::Sabotage;
use tokio::time::Instant;

/// Seeds between two lines about the progress.
const PROGRESS: u64 = 1_000;

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

/// The arguments of the command line.
#[derive(Debug)]
struct Arguments {
    seeds: u64,
    first: u64,
    /// The sabotage with its name.
    sabotage: Option<(String, Sabotage)>,
}

impl Arguments {
    fn parse() -> Result<Self> {
        let mut arguments = std::env::args().skip(1).peekable();
        let mut number =
            |other: u64| match arguments.next_if(|text| text.parse::<Sabotage>().is_err()) {
                Some(text) => text.parse().with_context(|| format!("{text:?} is not a number")),
                None => Ok(other),
            };
        let (seeds, first) = (number(300)?, number(0)?);
        let sabotage = arguments.next();
        if arguments.next().is_some() {
            bail!("usage: simulate [SEEDS] [FIRST] [SABOTAGE]");
        }
        let sabotage = sabotage.map(|name| Ok::<_, anyhow::Error>((name.clone(), name.parse()?)));
        Ok(Self { seeds, first, sabotage: sabotage.transpose()? })
    }
}

/// Seeds that several threads run.
#[derive(Debug)]
struct Runs {
    next: AtomicU64,
    end: u64,
    done: AtomicU64,
    began: Instant,
    sabotage: Option<Sabotage>,
    /// The first seed that broke a promise, and how.
    broken: Mutex<Option<(u64, String)>>,
}

impl Runs {
    /// Runs seeds until none is left, or one has broken a promise.
    fn work(&self) -> Result<()> {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if seed >= self.end {
                return Ok(());
            }
            let run = || simulation::run(seed, self.sabotage);
            let broken = match catch_unwind(AssertUnwindSafe(run)) {
                Ok(report) => report?.broken.map(|breach| breach.to_string()),
                Err(_panic) => Some("it panics".to_owned()),
            };
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(PROGRESS) {
                self.report(done)?;
            }
            if let Some(how) = broken {
                let mut first = self.broken();
                if first.as_ref().is_none_or(|(known, _how)| seed < *known) {
                    *first = Some((seed, how));
                }
                // Those before it are under way on other threads, and are finished.
                self.next.store(self.end, Ordering::Relaxed);
            }
        }
    }

    fn broken(&self) -> MutexGuard<'_, Option<(u64, String)>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, done: u64) -> Result<()> {
        let took = self.began.elapsed();
        let seconds = took.as_secs_f32();
        let a_minute = rate(done, took);
        writeln!(std::io::stdout(), "{done} seeds in {seconds:.1} s: {a_minute} a minute")?;
        Ok(())
    }
}

/// Returns whether every seed kept the promises.
fn simulate() -> Result<bool> {
    let Arguments { seeds, first, sabotage } = Arguments::parse()?;
    let runs = Runs {
        next: AtomicU64::new(first),
        end: first.saturating_add(seeds),
        done: AtomicU64::new(0),
        began: Instant::now(),
        sabotage: sabotage.as_ref().map(|(_name, sabotage)| *sabotage),
        broken: Mutex::default(),
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_thread| scope.spawn(|| runs.work())).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(ended) => ended,
            Err(_panic) => bail!("a thread panicked"),
        })
    })?;
    runs.report(runs.done.load(Ordering::Relaxed))?;
    let Some((seed, how)) = runs.broken().take() else { return Ok(true) };
    let name = sabotage.map(|(name, _sabotage)| format!(" {name}")).unwrap_or_default();
    let mut out = std::io::stdout();
    writeln!(out, "seed {seed} breaks a promise: {how}")?;
    writeln!(out, "again: ./dev simulate 1 {seed}{name}")?;
    Ok(false)
}

/// Returns how many a minute `done` in a time are.
fn rate(done: u64, took: Duration) -> u64 {
    done.saturating_mul(60_000) / u64::try_from(took.as_millis().max(1)).unwrap_or(u64::MAX)
}
