//! Stores that lose what they had: the end of a stream, a whole stream, or what was not on the disk
//! when the power failed.
//!
//! Afterwards the arbiter decides once more what he decided, and each device hands in again what it
//! has, with the same numbers, and plays on: that is what a venue can do. Every game must come to
//! its end as if nothing had been lost, and have its result.
//!
//! The doors of these halls are locked. A device whose enrolment is lost has to be told so, and is
//! enrolled anew. Just before the loss the arbiter puts a stolen device out. If it comes back, or
//! all that ACCESS had is gone, the desk has to be told.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    pin::pin,
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use async_nats::jetstream;
use nix::sys::signal::Signal;
use tokio::time::Instant;

use crate::{
    audit::{Audit, STREAMS},
    disk::{self, Disk},
    doors::Doors,
    flips,
    hall::{Hall, Part},
    ledger::{Ledger, MISSING_MAX},
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    servers::{Level, Sync},
    spectator::Spectator,
};

/// Number of plies of the longest game; the others end earlier, so that some are over when the loss
/// comes.
const PLIES: usize = 32;
/// Number of inputs that were judged at the earliest and at the latest loss.
const BEFORE: std::ops::Range<usize> = 5..130;
/// The most bytes that the end of a stream loses.
const LOST_BYTES_MAX: u64 = 20_000;
/// Pause of a player before a move.
const THINK: Duration = Duration::from_millis(5);
/// Longest time in which the games have to come to their end.
const PLAYED_WITHIN: Duration = Duration::from_secs(90);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(20);

/// A part of the store that is lost.
#[derive(Clone, Copy, Debug)]
enum Loss {
    /// The end of the last block of this stream.
    End(&'static str),
    /// This stream.
    Stream(&'static str),
    /// A change of the log after a backup: a message of ACCESS cannot be read, and the backup is
    /// brought back.
    Unreadable,
    /// A bit of the first block of INPUT, of what was there in the midst of the round; the rest of
    /// the round is in another block.
    FirstBlock,
    /// A bit of the last block of this stream.
    LastBlock(&'static str),
    /// Everything that was not on a disk, with this level of durability.
    Power(Level),
}

/// The processes that end with the loss.
#[derive(Clone, Copy, Debug)]
struct Ending {
    /// True if the services end, too, and not nats-server alone.
    is_of_all: bool,
    /// True if they are killed, and do not stop in order.
    is_sudden: bool,
}

/// Cuts off the ends of `count` streams, each of a hall of its own: of each stream in turn, in half
/// of them while the services run.
pub(crate) async fn cuts(count: usize) -> Result<Report> {
    let losses = (0..count).map(|number| {
        let is_of_all = (number / STREAMS.len()) % 2 == 1;
        (
            Loss::End(STREAMS[number % STREAMS.len()]),
            Ending { is_of_all, is_sudden: fastrand::bool() },
        )
    });
    Box::pin(all("cuts", losses)).await
}

/// Removes `count` streams while everything is stopped, each of a hall of its own; in place of each
/// sixth, writes a message to ACCESS that cannot be read, and brings a backup back.
pub(crate) async fn streams(count: usize) -> Result<Report> {
    let losses = (0..count).map(|number| {
        let stream = STREAMS.get(number % (STREAMS.len() + 1));
        let loss = stream.map_or(Loss::Unreadable, |stream| Loss::Stream(stream));
        (loss, Ending { is_of_all: true, is_sudden: fastrand::bool() })
    });
    Box::pin(all("streams", losses)).await
}

/// Flips `count` bits while everything is stopped, each of a hall of its own: of the first block of
/// INPUT, and of the last block of each stream, in turn. The log is mended by the commands for it.
pub(crate) async fn flips(count: usize) -> Result<Report> {
    let losses = (0..count).map(|number| {
        let place = number % (STREAMS.len() + 1);
        let stream = place.checked_sub(1).and_then(|place| STREAMS.get(place));
        let loss = stream.map_or(Loss::FirstBlock, |stream| Loss::LastBlock(stream));
        (loss, Ending { is_of_all: true, is_sudden: fastrand::bool() })
    });
    Box::pin(all("flipped bits", losses)).await
}

/// Cuts the power of the disks under all nats-servers at once `count` times, each time of a hall of
/// its own: in half of them of the services' machines, too.
pub(crate) async fn power(count: usize, level: Level) -> Result<Report> {
    let losses = (0..count)
        .map(|number| (Loss::Power(level), Ending { is_of_all: number % 2 == 1, is_sudden: true }));
    Box::pin(all("power cuts", losses)).await
}

async fn all(name: &str, losses: impl Iterator<Item = (Loss, Ending)>) -> Result<Report> {
    let (mut report, began) = (Report::default(), Instant::now());
    let (mut count, mut missing, mut back) = (0, 0, Vec::new());
    for (loss, ending) in losses {
        count += 1;
        let mut one = Report::default();
        match Box::pin(lose(loss, ending, &mut one)).await {
            Ok(seen) => {
                missing += seen.missing;
                back.push(seen.back_after);
            }
            Err(error) => one.finding(format!("{error:#}")),
        }
        let label = format!("{count}: {}", label(loss, ending));
        one.progress(&label);
        report.add(&label, one);
    }
    report.figure(name, count);
    report.figure("acknowledged inputs that INPUT lost", missing);
    report.times("until all served again", back);
    report.figure("duration", format!("{} s", began.elapsed().as_secs()));
    Ok(report)
}

fn label(loss: Loss, ending: Ending) -> String {
    let lost = match loss {
        Loss::End(stream) => format!("{stream} cut"),
        Loss::Stream(stream) => format!("{stream} removed"),
        Loss::FirstBlock => "INPUT, a bit of its first block".to_owned(),
        Loss::LastBlock(stream) => format!("{stream}, a bit of its last block"),
        Loss::Unreadable => "ACCESS unreadable, and a backup brought back".to_owned(),
        Loss::Power(Level { sync, copies: 1 }) => format!("power cut ({})", sync.as_str()),
        Loss::Power(Level { sync, copies }) => {
            format!("power cut ({}, {copies} copies)", sync.as_str())
        }
    };
    let of = if ending.is_of_all { "everything" } else { "nats-server" };
    format!("{lost}, {of} {}", if ending.is_sudden { "killed" } else { "stopped" })
}

/// The figures of one loss.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Number of acknowledged inputs that INPUT no longer had.
    missing: usize,
    /// The time until all processes served again.
    back_after: Duration,
}

async fn lose(loss: Loss, ending: Ending, report: &mut Report) -> Result<Seen> {
    let level = if let Loss::Power(level) = loss { level } else { Level::default() };
    let mut hall = Hall::prepare_at(level)?;
    report.figure("folder", hall.folder().display());
    // The marks beside the key, too, are on a disk that may lose its power.
    let keys = hall.path("keys");
    let mut disks = Vec::new();
    if let Loss::Power(_) = loss {
        for folder in hall.stores().into_iter().chain([keys.clone()]) {
            let image = folder.with_extension("disk");
            disks.push(Disk::in_file(folder, &image)?);
        }
    }
    hall.set_environment("DAMCAST_AUTHORITY_KEY", keys.join("authority.key"));
    hall.launch_all().await?;
    // Streams of three copies are made once the servers have found each other; who came too early
    // is started again.
    hall.all_serve_again().await?;
    for disk in &disks {
        // As `damcast up` does once it has made the streams.
        disk.sync()?;
    }
    let doors = Doors::lock(&hall, keys).await.context("lock the doors")?;
    let (board_ingest, pairing) = (hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let clients = Clients::of_locked(board_ingest, pairing, doors.clone());
    let plies = |table: usize| PLIES * (table + 1) / TABLES;
    let games = scripts(TABLES)?.into_iter().enumerate();
    let games = games.map(|(table, script)| script.first(plies(table))).collect();
    let round = Round::open(&clients, "loss", games).await?;
    doors.enrol_stolen(round.reference()).await?;
    let spectator = Spectator::watch(hall.address(Part::Broadcast), "loss");
    let ledger = Ledger::default();
    let (before, mut playing) =
        (fastrand::usize(BEFORE), Playing::begin(&clients, &round, &ledger, THINK));
    let mut first_block = None;
    while ledger.judged() < before && !playing.is_over() {
        if matches!(loss, Loss::FirstBlock)
            && first_block.is_none()
            && ledger.judged() >= before / 2
        {
            first_block = Some(flips::fill(&hall, &messages(&hall, "INPUT")?).await?);
        }
        tokio::time::sleep(GLANCE).await;
    }

    let backup = hall.path("backup");
    if matches!(loss, Loss::Unreadable) {
        hall.back_up(&backup).await?;
    }
    doors.put_stolen_out().await?;
    let lost_at = Instant::now();
    befall(loss, ending, &mut hall, &disks, &doors).await?;
    drop(playing);
    let flipped = match loss {
        Loss::FirstBlock => Some("INPUT"),
        Loss::LastBlock(stream) => Some(stream),
        Loss::End(_) | Loss::Stream(_) | Loss::Unreadable | Loss::Power(_) => None,
    };
    if let Some(stream) = flipped {
        flips::flip(&messages(&hall, stream)?, first_block)?;
        flips::mend(&mut hall, report).await?;
    }
    let began = Instant::now();
    hall.launch_all().await?;
    hall.all_serve_again().await?;
    let back_after = began.elapsed();
    let record = ledger.record().clone();
    let lost = Audit::read(hall.nats().await?).await?.missing(&record.acknowledged);
    let missing = lost.len();
    report.figure("acknowledged before", record.acknowledged.len());
    report.figure("acknowledged inputs that INPUT lost", missing);
    let ages: Vec<_> = lost.iter().filter_map(|key| record.age_at(key, lost_at)).collect();
    match loss {
        Loss::Power(Level { sync: Sync::Always, .. }) if missing > 0 => {
            // Zero is an input that was acknowledged when the harm had begun.
            let oldest = ages.iter().max().copied().unwrap_or_default();
            report.finding(format!(
                "{missing} inputs that were acknowledged are lost, the oldest {oldest:?} before the cut"
            ));
        }
        Loss::Power(Level { sync: Sync::EverySecond, .. }) => {
            report.bound("the oldest input that is lost: its time to the cut", &ages, MISSING_MAX);
        }
        Loss::Power(_)
        | Loss::End(_)
        | Loss::Stream(_)
        | Loss::FirstBlock
        | Loss::LastBlock(_)
        | Loss::Unreadable => {}
    }

    supervised(&mut hall, round.open_again(&clients), report).await??;
    let renamed = doors.take_renamed();
    report.figure("devices enrolled anew", renamed.len());
    // Inputs that the log lost of them their devices hand in under other names.
    ledger.forget(|key| lost.contains(key) && renamed.iter().any(|(of, _now)| *of == key.device));
    let told = supervised(&mut hall, check_doors(&doors, &round, loss), report).await??;
    told.into_iter().for_each(|finding| report.finding(finding));
    let playing = Playing::begin(&clients, &round, &ledger, THINK);
    let played = tokio::time::timeout(PLAYED_WITHIN, playing.end());
    match supervised(&mut hall, played, report).await? {
        Ok(errors) => errors.into_iter().for_each(|error| report.finding(error)),
        Err(_elapsed) => report.finding("the games did not come to their end"),
    }
    let tables = supervised(&mut hall, round.missing_results(&clients), report).await??;
    if !tables.is_empty() {
        report.finding(format!("tables {tables:?} have no result in the tournament"));
    }
    let record = ledger.record().clone();
    for refusal in &record.refusals {
        report.finding(format!("refused: {refusal}"));
    }
    let mut audit = Audit::read(hall.nats().await?).await?;
    if matches!(loss, Loss::FirstBlock) {
        // What was lost in the midst comes again at the end.
        audit.leave_out_of_order(&lost);
    }
    audit.check(&record, report);
    audit.check_round(&round, &spectator, report).await;
    if flipped.is_some() {
        flips::check(&mut hall, report).await?;
    }
    hall.kill_all().await?;
    Ok(Seen { missing, back_after })
}

/// Checks what devices and the desk were told of a loss of ACCESS. The desk puts the stolen device
/// out once more if it came back.
async fn check_doors(doors: &Doors, round: &Round, loss: Loss) -> Result<Vec<String>> {
    let (refusals, mut findings) = doors.take_told();
    // The device is not known, or the venue has another key.
    let is_clear = |refusal: &String| ["unknown-subject", "forged"].contains(&refusal.as_str());
    let unclear = refusals.iter().filter(|refusal| !is_clear(refusal));
    findings.extend(unclear.map(|refusal| format!("a device that was lost was told {refusal:?}")));
    let is_out = doors.is_stolen_out().await?;
    let is_gone = matches!(loss, Loss::Stream("ACCESS"));
    let may_be_lost = matches!(
        loss,
        Loss::End("ACCESS")
            | Loss::LastBlock("ACCESS")
            | Loss::Unreadable
            | Loss::Power(Level { sync: Sync::EverySecond, .. })
    );
    if !is_out && !may_be_lost {
        findings.push("a device that was put out is back".to_owned());
    }
    if !is_out || is_gone {
        if !doors.is_desk_told(round.reference()).await {
            findings.push("ACCESS lost something, and the desk was not told".to_owned());
        }
        doors.put_stolen_out().await?;
    }
    Ok(findings)
}

/// Does work, and meanwhile starts each process again that ends, as a supervisor does: a service
/// that finds another history in the log ends.
async fn supervised<T>(
    hall: &mut Hall,
    work: impl Future<Output = T>,
    report: &mut Report,
) -> Result<T> {
    let (mut work, mut ended) = (pin!(work), 0);
    loop {
        tokio::select! {
            biased;
            done = &mut work => {
                if ended > 0 {
                    report.figure("services started again by a supervisor", ended);
                }
                return Ok(done);
            }
            () = tokio::time::sleep(GLANCE) => ended += hall.revive()?,
        }
    }
}

/// Ends processes, and takes away what is lost.
async fn befall(
    loss: Loss,
    ending: Ending,
    hall: &mut Hall,
    disks: &[Disk],
    doors: &Doors,
) -> Result<()> {
    if matches!(loss, Loss::Unreadable) {
        let context = jetstream::new(hall.nats().await?);
        context.publish("access.main.venue", "no record".into()).await?.await?;
        doors.is_closed().await?;
    }
    if let Loss::Power(Level { copies, .. }) = loss {
        if copies > 1 {
            // Several servers that outlive their disks acknowledge what no disk has. Where the
            // power fails, none does.
            hall.signal(Part::Nats, Signal::SIGSTOP)?;
        }
        disk::lose_power(disks)?;
    }
    match ending {
        Ending { is_of_all: true, is_sudden: true } => hall.kill_all().await?,
        Ending { is_of_all: true, is_sudden: false } => hall.stop().await?,
        Ending { is_of_all: false, is_sudden: true } => hall.kill(Part::Nats).await?,
        Ending { is_of_all: false, is_sudden: false } => hall.stop_nats().await?,
    }
    match loss {
        Loss::End(stream) => cut(&messages(hall, stream)?),
        Loss::FirstBlock | Loss::LastBlock(_) => Ok(()),
        Loss::Stream(stream) => {
            let messages = messages(hall, stream)?;
            let folder = messages.parent().context("the folder of a stream")?;
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())
        }
        Loss::Unreadable => {
            hall.stop_nats().await?;
            hall.stores().into_iter().try_for_each(fs::remove_dir_all)?;
            hall.launch(Part::Nats)?;
            hall.serves(Part::Nats).await?;
            hall.restore(&hall.path("backup")).await
        }
        Loss::Power(_) => {
            disks.iter().try_for_each(Disk::mount_again)?;
            // As `damcast up` does, and the manual says for others.
            hall.mend_stores().await
        }
    }
}

/// Returns the folder of the messages of a stream.
fn messages(hall: &Hall, stream: &str) -> Result<PathBuf> {
    let [store, ..] = &hall.stores()[..] else { bail!("there is no store") };
    Ok(store.join("jetstream/$G/streams").join(stream).join("msgs"))
}

/// Cuts bytes off the last block of a stream.
fn cut(messages: &Path) -> Result<()> {
    let mut blocks: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(messages)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "blk") {
            blocks.push(path);
        }
    }
    ensure!(blocks.len() == 1, "a short stream has one block: {blocks:?}");
    let block = blocks.first().context("a block")?;
    let size = fs::metadata(block)?.len();
    ensure!(size > 0, "{} is empty", block.display());
    let lost = fastrand::u64(1..=(size / 2).clamp(1, LOST_BYTES_MAX));
    Ok(File::options().write(true).open(block)?.set_len(size - lost)?)
}
