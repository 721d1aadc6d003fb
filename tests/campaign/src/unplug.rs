//! A machine whose plug is pulled while a round is played.
//!
//! Once it is on again, each device hands in its inputs again, with the same numbers, and plays on.
//! At the level `always`, no input and no decision of the arbiter may be missing before that. At
//! `1s`, those of the last moments may be, and the arbiter decides once more.

use std::{path::PathBuf, time::Duration};

use anyhow::Result;
use tokio::time::Instant;

use crate::{
    audit::Audit,
    bearer::Bearer,
    finish,
    hall::{self, Part},
    ledger::{InputKey, Ledger, MISSING_MAX},
    machine::{Machine, Started},
    player::Playing,
    report::Report,
    round::{Clients, Round},
    script::scripts,
    servers::nats_client,
    spectator::Spectator,
};

/// Number of games of a round.
const TABLES: usize = 4;
/// Number of plies of the longest game; the others end earlier, so that some are over when the plug
/// is pulled.
const PLIES: usize = 24;
/// Number of inputs that were judged at the earliest and at the latest cut.
const BEFORE: std::ops::Range<usize> = 3..50;
/// Pause of a player before a move.
const THINK: Duration = Duration::from_millis(5);
/// Longest time in which the games have to come to their end, on a processor of software.
const PLAYED_WITHIN: Duration = Duration::from_secs(300);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(20);
/// The password of whoever may read the log, as `tests/deploy/machine/init` gives it.
const PASSWORD: &str = "unplugged";

/// The machine and the way in which it is run.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of power cuts.
    #[arg(default_value_t = 50)]
    cuts: usize,
    /// The option --sync of `damcast up`.
    #[arg(long, default_value = "auto", value_parser = ["auto", "always", "1s"])]
    sync: String,
    /// The kernel of the machine.
    #[arg(long)]
    kernel: PathBuf,
    /// Its first file system, with everything that it runs.
    #[arg(long)]
    initrd: PathBuf,
}

/// The figures of one cut.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Number of acknowledged inputs that were missing before devices handed in again.
    missing: usize,
    /// The time from the acknowledgement of the oldest of these to the cut.
    oldest: Option<Duration>,
    /// The time from power on until all services served.
    back_after: Duration,
}

/// Pulls the plug of one machine again and again, each time in another round.
pub(crate) async fn unplug(options: Options) -> Result<Report> {
    let (mut report, began) = (Report::default(), Instant::now());
    let mut machine = Machine::new(options.kernel, options.initrd)?;
    let mut started = machine.switch_on(&options.sync).await?;
    let (mut seen, mut levels) = (Vec::new(), Vec::new());
    for cut in 1..=options.cuts {
        let (mut one, label) = (Report::default(), format!("{cut}: {}", started.level));
        levels.push(started.level.clone());
        let played = Box::pin(cut_once(&mut machine, cut, &mut started, &options.sync, &mut one));
        match played.await {
            Ok(figures) => seen.push(figures),
            Err(error) => one.finding(format!("{error:#}")),
        }
        one.progress(&label);
        let is_over = one.has_findings();
        report.add(&label, one);
        if is_over {
            break;
        }
    }
    machine.unplug().await?;
    let missing = |level: &str| {
        let of_level = levels.iter().zip(&seen).filter(|(it, _seen)| *it == level);
        let missing = of_level.clone().map(|(_level, seen)| seen.missing).sum::<usize>();
        format!("{missing} in {} cuts", of_level.count())
    };
    for level in ["always", "1s"] {
        report.figure(format!("inputs missing before devices were back, {level}"), missing(level));
    }
    report.times("age of the oldest of them", seen.iter().filter_map(|it| it.oldest).collect());
    report.times("until all served again", seen.iter().map(|it| it.back_after).collect());
    report.figure("duration", format!("{} s", began.elapsed().as_secs()));
    Ok(report)
}

/// Plays a round, pulls the plug in the middle, switches the machine on and plays to the end.
/// `started` is what the machine said when it was switched on before the cut, and then after it.
async fn cut_once(
    machine: &mut Machine,
    cut: usize,
    started: &mut Started,
    sync: &str,
    report: &mut Report,
) -> Result<Seen> {
    let clients = clients_of(machine, started)?;
    let id = format!("cut-{cut}");
    let plies = |table: usize| PLIES * (table + 1) / TABLES;
    let games = scripts(TABLES)?.into_iter().enumerate();
    let games = games.map(|(table, script)| script.first(plies(table))).collect();
    let round = Round::new(&id, games);
    // A processor of software that others use, too, may not answer in time at once.
    round.open_again(&clients).await?;
    let spectator = Spectator::watch(machine.address(Part::Broadcast), &id);
    let ledger = Ledger::default();
    let before = fastrand::usize(BEFORE);
    let mut playing = Playing::begin(&clients, &round, &ledger, THINK);
    while ledger.judged() < before && !playing.is_over() {
        tokio::time::sleep(GLANCE).await;
    }
    machine.unplug().await?;
    let cut_at = Instant::now();
    drop(playing);

    let is_kept = std::mem::replace(started, machine.switch_on(sync).await?).level == "always";
    // The log may have lost that the token before was given out.
    let clients = clients_of(machine, started)?;
    let back_after = cut_at.elapsed();
    let record = ledger.record().clone();
    let nats = format!("nats://{}", machine.address(Part::Nats));
    let missing =
        Audit::read(nats_client(&nats, Some(PASSWORD)).await?).await?.missing(&record.acknowledged);
    let age = |key: &InputKey| record.age_at(key, cut_at);
    let oldest = missing.iter().filter_map(age).max();
    report.figure("acknowledged before", record.acknowledged.len());
    if is_kept {
        if !missing.is_empty() {
            report.finding(format!("{} inputs that were acknowledged are lost", missing.len()));
        }
    } else {
        report.bound(
            "the oldest input that is lost: its time to the cut",
            oldest.as_slice(),
            MISSING_MAX,
        );
        round.open_again(&clients).await?;
    }
    let playing = Playing::begin(&clients, &round, &ledger, THINK);
    finish::play_to_end(playing, (&clients, &round), PLAYED_WITHIN, report).await?;
    let log = nats_client(&nats, Some(PASSWORD)).await?;
    finish::compare(log, &ledger, [(&round, &spectator)], report).await?;
    Ok(Seen { missing: missing.len(), oldest, back_after })
}

/// Returns clients that call as the chief arbiter of the venue: its doors are locked.
fn clients_of(machine: &Machine, started: &Started) -> Result<Clients> {
    let channel = |part| hall::channel(machine.address(part));
    let bearer = Bearer::of(&started.token)?;
    Ok(Clients::of_bearer(channel(Part::BoardIngest)?, channel(Part::Pairing)?, bearer))
}
