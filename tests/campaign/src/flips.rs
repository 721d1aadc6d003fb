//! Bits that are another on the disk, and the commands by which a venue mends its log then.

use std::{collections::BTreeSet, fs, path::Path, process::Stdio};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use faults::blocks::{blocks, forget_index};
use prost::Message as _;
use proto::v1::Envelope;
use tokio::process::Command;

use crate::{
    hall::{Hall, Part},
    report::Report,
};

/// Fills the block of INPUT; returns the bytes that its first one had before.
pub(crate) async fn fill(hall: &Hall, messages: &Path) -> Result<u64> {
    let before = fs::metadata(blocks(messages)?.first().context("a block")?)?.len();
    faults::blocks::fill(hall.nats().await?).await?;
    Ok(before)
}

/// Changes one bit of a stream: in the first `of_first` bytes of its first block, else anywhere in
/// its last one. nats-server, which must not run, reads the blocks then.
pub(crate) fn flip(messages: &Path, of_first: Option<u64>) -> Result<()> {
    let blocks = blocks(messages)?;
    let block = if of_first.is_some() { blocks.first() } else { blocks.last() };
    let block = block.context("a block")?;
    let length = usize::try_from(fs::metadata(block)?.len())?;
    let first = of_first.map(usize::try_from).transpose()?;
    let end = first.map_or(length, |first| length.min(first));
    ensure!(end > 0, "{} is empty", block.display());
    faults::blocks::flip(block, fastrand::usize(..end), 1 << fastrand::u8(..8))?;
    Ok(forget_index(messages)?)
}

/// Mends the log by the commands that the runbook names, while nats-server alone runs.
pub(crate) async fn mend(hall: &mut Hall, report: &mut Report) -> Result<()> {
    hall.launch(Part::Nats)?;
    hall.serves(Part::Nats).await?;
    let (code, text) = run(hall, &["verify"]).await?;
    ensure!(code == Some(0) || code == Some(1), "verify: {text}");
    report.figure("faults that verify finds", last_line(&text));
    let backup = hall.path("replaced").to_string_lossy().into_owned();
    let (code, text) = run(hall, &["rebuild", "--yes", "--backup", &backup]).await?;
    ensure!(code == Some(0), "rebuild: {text}");
    let (code, text) = run(hall, &["accept-loss", "--by", "Campaign", "--yes"]).await?;
    ensure!(code == Some(0), "accept-loss: {text}");
    Ok(())
}

/// Checks that `damcast verify` finds no fault, once the services have stored what follows.
pub(crate) async fn check(hall: &mut Hall, report: &mut Report) -> Result<()> {
    hall.stop().await?;
    hall.launch(Part::Nats)?;
    hall.serves(Part::Nats).await?;
    let (code, text) = run(hall, &["verify"]).await?;
    let starts = starts(hall).await?;
    let is_fault = |line: &&str| {
        let at = line.split_once(" at ").and_then(|(_subject, rest)| rest.split_once(": "));
        at.is_some_and(|(at, what)| {
            let is_start = at.parse().is_ok_and(|at: u64| starts.contains(&at));
            !(what.contains("has it again") || is_start && what.starts_with("its cause, INPUT"))
        })
    };
    let faults: Vec<&str> = text.lines().filter(is_fault).take(3).collect();
    if code != Some(0) && !faults.is_empty() {
        report.finding(format!("verify after all: {}", faults.join("; ")));
    }
    Ok(())
}

/// Returns the sequences in GAME of the starts of games. A start that INPUT lost with its end is
/// there again with another sequence, and names no input, so that its cause is not found.
async fn starts(hall: &Hall) -> Result<BTreeSet<u64>> {
    let mut stream = jetstream::new(hall.nats().await?).get_stream("GAME").await?;
    let last = stream.info().await?.state.last_sequence;
    let mut starts = BTreeSet::new();
    for sequence in 1..=last {
        if let Ok(message) = stream.get_raw_message(sequence).await
            && Envelope::decode(message.payload).is_ok_and(|envelope| envelope.version == 1)
        {
            starts.insert(sequence);
        }
    }
    Ok(starts)
}

/// Runs a command of the program; returns its exit code and what it prints.
async fn run(hall: &Hall, arguments: &[&str]) -> Result<(Option<i32>, String)> {
    let mut command = Command::new(hall.program());
    command.args(arguments).args(["--nats", &hall.nats_url()]).stdin(Stdio::null());
    let done = command.output().await?;
    let text = String::from_utf8(done.stdout)? + &String::from_utf8(done.stderr)?;
    Ok((done.status.code(), text))
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}
