//! A disk that is full for a while under `damcast up`.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::Instant;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::{
    disk::Disk,
    finish::finish,
    hall::{Hall, Part, health},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    spectator::Spectator,
};

/// Size of the file system.
const SIZE: &str = "24m";
/// Time for which the disk is full.
const FULL_FOR: Duration = Duration::from_secs(15);
/// Longest time, once the disk is full, until a service says that it is not ready.
const UNREADY_WITHIN: Duration = Duration::from_secs(15);
/// Longest time, once there is room, until an input is judged again.
const RESUMED_WITHIN: Duration = Duration::from_secs(30);
/// Number of inputs that are judged before the disk is filled.
const BEFORE: usize = 80;

/// Fills the disk `count` times, each time while a round is played.
pub(crate) async fn disk_full(count: usize) -> Result<Report> {
    let (mut report, ledger) = (Report::default(), Ledger::default());
    let mut hall = Hall::prepare()?;
    let disk = Disk::in_memory(hall.path("data"), SIZE)?;
    hall.launch_up(disk.path(), hall.address(Part::Broadcast), &["--open"])?;
    hall.all_serve().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let mut rounds = Vec::new();
    for number in 1..=count {
        let id = format!("full-{number}");
        let round = Round::open(&clients, &id, scripts(TABLES)?).await?;
        let spectator = Spectator::watch(hall.address(Part::Broadcast), &id);
        let judged_before = ledger.judged();
        let playing = Playing::begin(&clients, &round, &ledger, Duration::from_millis(100));
        wait("the first inputs", Duration::from_secs(60), || {
            ledger.judged() >= judged_before + BEFORE
        })
        .await?;

        let ballast = disk.fill()?;
        let (full_at, stored) = (Instant::now(), ledger.record().acknowledged.len());
        let unready = unready(&hall, full_at).await;
        report.figure(format!("fill {number}: not ready"), format!("{unready:?}"));
        if unready.is_empty() {
            report.finding(format!("fill {number}: every service serves {UNREADY_WITHIN:?} long"));
        }
        tokio::time::sleep(FULL_FOR.saturating_sub(full_at.elapsed())).await;
        let stored = ledger.record().acknowledged.len() - stored;
        report.figure(format!("fill {number}: acknowledged while full"), stored);
        let shown = spectator.seen().freshness;
        report.figure(format!("fill {number}: shown to spectators"), format!("{shown:?}"));
        if shown.is_empty() {
            report.finding(format!("fill {number}: spectators are told nothing"));
        }

        std::fs::remove_file(ballast)?;
        let (room_at, before) = (Instant::now(), ledger.judged());
        if wait("an input to be judged", RESUMED_WITHIN, || ledger.judged() > before).await.is_err()
        {
            report.finding(format!("fill {number}: nothing is judged {RESUMED_WITHIN:?} after"));
        }
        report.figure(
            format!("fill {number}: judged again after"),
            format!("{:.1?}", room_at.elapsed()),
        );
        for error in playing.end().await {
            report.finding(error);
        }
        rounds.push((round, spectator));
    }
    hall.all_serve().await?;
    finish(&hall, &ledger, &rounds, &mut report).await?;
    let started = hall.log("up").matches("starting nats-server again").count();
    report.figure("nats-server was started again", started);
    hall.stop().await?;
    Ok(report)
}

/// Waits until some service says that it is not ready, and returns those that do then.
async fn unready(hall: &Hall, full_at: Instant) -> Vec<&'static str> {
    loop {
        let mut unready = Vec::new();
        for part in Part::ALL.into_iter().filter(|part| *part != Part::Nats) {
            if health(hall.address(part)).await != Some(ServingStatus::Serving) {
                unready.push(part.name());
            }
        }
        if !unready.is_empty() || full_at.elapsed() > UNREADY_WITHIN {
            return unready;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn wait(what: &str, limit: Duration, is_so: impl Fn() -> bool) -> Result<()> {
    let began = Instant::now();
    while !is_so() {
        if began.elapsed() > limit {
            bail!("waited {limit:?} in vain for {what}");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}
