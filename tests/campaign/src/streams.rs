//! Streams that lose their end, or are gone, while everything is stopped.
//!
//! Afterwards the arbiter seats the devices again, and each hands in again what it has, with the same numbers, and
//! plays on: that is what a venue can do. Every game must come to its end as if nothing had been lost.

use std::{
    fs::{self, File},
    path::PathBuf,
    time::Duration,
};

use anyhow::{Context as _, Result};

use crate::{
    audit::{Audit, STREAMS},
    hall::{Hall, Part},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round},
    script::scripts,
    spectator::Spectator,
};

/// Number of games that are played at once.
const TABLES: usize = 4;
/// Number of plies of each game before its stream is cut.
const BEFORE: usize = 20;
/// Number of plies of each game in the end.
const AFTER: usize = 30;
/// The most bytes that the end of a stream loses.
const LOST_BYTES_MAX: u64 = 8_000;
/// Longest time in which the games have to come to their end.
const PLAYED_WITHIN: Duration = Duration::from_secs(90);

/// Cuts or removes `count` streams, each of a hall of its own.
pub(crate) async fn streams(count: usize) -> Result<Report> {
    let mut report = Report::default();
    for number in 0..count {
        let stream = STREAMS[number % STREAMS.len()];
        let is_removed = (number / STREAMS.len()) % 2 == 1;
        let name = if is_removed { format!("{stream} removed") } else { format!("{stream} cut") };
        let mut one = Report::default();
        if let Err(error) = Box::pin(harm(stream, is_removed, &mut one)).await {
            one.finding(format!("{error:#}"));
        }
        one.progress(&name);
        report.add(&format!("{}: {name}", number + 1), one);
    }
    report.figure("cuts", count);
    Ok(report)
}

async fn harm(stream: &str, is_removed: bool, report: &mut Report) -> Result<()> {
    let mut hall = Hall::start().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let whole = scripts(TABLES)?.into_iter().map(|script| script.first(AFTER)).collect();
    let round = Round::open(&clients, "cut", whole).await?;
    let mut first = round.clone();
    first.scripts = first.scripts.into_iter().map(|script| script.first(BEFORE)).collect();
    let playing = Playing::begin_unfinished(&clients, &first, &Ledger::default());
    if let Some(error) = playing.end().await.first() {
        report.finding(format!("before: {error}"));
    }
    hall.stop().await?;

    let folder = hall.path("store").join("jetstream/$G/streams").join(stream);
    if is_removed {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    } else {
        report.figure("bytes lost", cut(&folder.join("msgs"))?);
    }
    for part in Part::ALL {
        hall.launch(part)?;
        if part == Part::Nats {
            hall.serves(part).await?;
        }
    }
    hall.all_serve().await?;
    round.seat(&clients).await?;

    let (spectator, ledger) =
        (Spectator::watch(hall.address(Part::Broadcast), "cut"), Ledger::default());
    let playing = Playing::begin(&clients, &round, &ledger, Duration::from_millis(5));
    let played = tokio::time::timeout(PLAYED_WITHIN, playing.end()).await;
    for error in played.context("the games did not come to their end")? {
        report.finding(error);
    }
    let record = ledger.record().clone();
    for refusal in record.refusals {
        report.finding(format!("refused: {refusal}"));
    }
    let audit = Audit::read(&hall.nats_url()).await?;
    audit.check(&record.acknowledged, report);
    audit.check_round(&round, &spectator, report).await;
    hall.stop().await
}

/// Cuts bytes off the last block of a stream, and returns how many.
fn cut(messages: &std::path::Path) -> Result<u64> {
    let mut blocks: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(messages)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "blk") {
            blocks.push(path);
        }
    }
    blocks.sort();
    let block = blocks.last().context("a block")?;
    let size = fs::metadata(block)?.len();
    let lost = fastrand::u64(1..=(size / 2).clamp(1, LOST_BYTES_MAX));
    File::options().write(true).open(block)?.set_len(size - lost)?;
    Ok(lost)
}
