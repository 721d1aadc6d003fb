//! A round that begins with the programs of an older version and ends with those of this one.
//!
//! Each service is replaced in mid-round, while the others are of either version: first a process
//! of this version comes beside the older one, then that one ends in order, and the first is
//! started where callers know it. Nobody may notice more than a call that has to be made again, and
//! the log must be sound.

use std::{path::PathBuf, process::Command, time::Duration};

use anyhow::{Context as _, Result};
use tokio::time::{Instant, timeout};

use crate::{
    finish,
    hall::{Hall, Part},
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round, TABLES},
    script::scripts,
    spectator::Spectator,
};

/// Pause of a player before a move.
const THINK: Duration = Duration::from_millis(50);
/// Number of inputs that are judged between two replacements.
const BETWEEN: usize = 25;
/// Longest time for that, and for the games to come to their end.
const PLAYED_WITHIN: Duration = Duration::from_secs(120);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(20);

/// Replaces the services of the program `older` by those of this version, each in mid-round.
pub(crate) async fn upgrade(older: PathBuf) -> Result<Report> {
    let (mut report, began) = (Report::default(), Instant::now());
    let mut hall = Hall::prepare()?;
    let newer = hall.use_program(older);
    hall.launch_all().await?;
    hall.all_serve().await?;
    let clients = Clients::new(hall.channel(Part::BoardIngest)?, hall.channel(Part::Pairing)?);
    let round = Round::open(&clients, "upgrade", scripts(TABLES)?).await?;
    let spectator = Spectator::watch(hall.address(Part::Broadcast), "upgrade");
    let ledger = Ledger::default();
    let mut playing = Playing::begin(&clients, &round, &ledger, THINK);
    hall.use_program(newer.clone());
    for part in Part::ALL.into_iter().filter(|part| *part != Part::Nats) {
        let next = ledger.judged() + BETWEEN;
        let judged = async {
            while ledger.judged() < next && !playing.is_over() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        timeout(PLAYED_WITHIN, judged).await.context("the games stand still")?;
        if playing.is_over() {
            report.finding(format!("the games ended before {} was replaced", part.name()));
        }
        let beside = hall.launch_beside(part).await?;
        hall.stop_part(part).await?;
        hall.launch(part)?;
        report.figure(
            format!("{} serves again after", part.name()),
            format!("{:.1?}", hall.serves(part).await?),
        );
        drop(beside);
    }
    report.figure("judged when all were replaced", ledger.judged());
    finish::play_to_end(playing, (&clients, &round), PLAYED_WITHIN, &mut report).await?;
    finish::compare(hall.nats().await?, &ledger, [(&round, &spectator)], &mut report).await?;
    let verify = Command::new(newer).args(["verify", "--nats", &hall.nats_url()]).output()?;
    if !verify.status.success() {
        let said = String::from_utf8_lossy(&verify.stdout).into_owned();
        report.finding(format!("the log is not sound: {said}"));
    }
    hall.stop().await?;
    report.figure("duration", format!("{} s", began.elapsed().as_secs()));
    Ok(report)
}
