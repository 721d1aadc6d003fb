//! Processes that are killed, or stopped for some seconds, while games are played.

use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use tokio::time::Instant;

use crate::{
    finish::finish,
    hall::{Hall, Part},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    spectator::Spectator,
};

/// Pause of a player before a move.
const THINK: Duration = Duration::from_millis(20);

/// Does one harm to the hall after another.
trait Harm {
    /// Does harm, and undoes it.
    async fn harm(&mut self, hall: &mut Hall) -> Result<()>;
}

/// Kills one or two processes and starts them again after a while, sometimes before they serve
/// again.
struct Kill;

impl Harm for Kill {
    async fn harm(&mut self, hall: &mut Hall) -> Result<()> {
        let victim = any();
        hall.kill(victim).await?;
        pause(0, 800).await;
        hall.launch(victim)?;
        if fastrand::u8(0..4) > 0 {
            hall.serves(victim).await?;
        }
        pause(100, 800).await;
        Ok(())
    }
}

/// Stops a process for up to eight seconds, as a machine that hangs does.
struct Freeze;

impl Harm for Freeze {
    async fn harm(&mut self, hall: &mut Hall) -> Result<()> {
        let victim = any();
        hall.signal(victim, Signal::SIGSTOP)?;
        pause(500, 8000).await;
        hall.signal(victim, Signal::SIGCONT)?;
        pause(200, 1500).await;
        Ok(())
    }
}

fn any() -> Part {
    Part::ALL[fastrand::usize(..Part::ALL.len())]
}

async fn pause(least: u64, most: u64) {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(least..most))).await;
}

/// Kills `count` processes.
pub(crate) async fn kills(count: usize) -> Result<Report> {
    Box::pin(harms("kills", count, Kill)).await
}

/// Stops `count` processes for a while.
pub(crate) async fn freezes(count: usize) -> Result<Report> {
    Box::pin(harms("freezes", count, Freeze)).await
}

async fn harms(name: &str, count: usize, mut harm: impl Harm) -> Result<Report> {
    let (mut report, ledger, began) = (Report::default(), Ledger::default(), Instant::now());
    let mut hall = Hall::start().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let (mut done, mut rounds) = (0, Vec::new());
    while done < count {
        let id = format!("{name}-{}", rounds.len() + 1);
        let round = Round::open(&clients, &id, scripts(TABLES)?).await?;
        let spectator = Spectator::watch(hall.address(Part::Broadcast), &id);
        let mut playing = Playing::begin(&clients, &round, &ledger, THINK);
        while done < count && !playing.is_over() {
            harm.harm(&mut hall).await?;
            done += 1;
        }
        hall.all_serve().await?;
        for error in playing.end().await {
            report.finding(error);
        }
        rounds.push((round, spectator));
    }
    report.figure(name, done);
    finish(&hall, &ledger, &rounds, &mut report).await?;
    report.figure("duration", format!("{} s", began.elapsed().as_secs()));
    hall.stop().await?;
    Ok(report)
}
