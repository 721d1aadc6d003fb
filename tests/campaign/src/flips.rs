//! Bits that are another on the disk, and the commands by which a venue mends its log then.

use std::{collections::BTreeSet, fs, path::Path, process::Stdio};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use bytes::Bytes;
use prost::Message as _;
use proto::v1::{DeviceClockJudged, Envelope, TableRecord, envelope::Record, table_record::Event};
use sha2::{Digest as _, Sha256};
use test_data::blocks::{blocks, forget_index};
use tokio::process::Command;

use crate::{
    hall::{Hall, Part},
    report::Report,
};

/// Bytes that a message has beside those that programs know.
const FILLER: usize = 60_000;
/// The bytes of a block of a stream.
const BLOCK: usize = 8 << 20;
/// The header of a field of an envelope that no program knows: 99, bytes.
const UNKNOWN_FIELD: [u8; 2] = [0x9a, 0x06];

/// Writes to INPUT, about a tournament of its own, until what comes next is in another block;
/// returns the bytes that the first block had before.
pub(crate) async fn fill(hall: &Hall, messages: &Path) -> Result<u64> {
    let before = fs::metadata(blocks(messages)?.first().context("a block")?)?.len();
    let log = jetstream::new(hall.nats().await?);
    let mut previous = Bytes::new();
    for version in 1..=(BLOCK / FILLER + 1) as u64 {
        let judged = DeviceClockJudged { device: "filler".to_owned(), at_ms: 1, fault: None };
        let record =
            Record::Table(TableRecord { event: Some(Event::DeviceClock(judged)), act: None });
        let record = Some(record);
        let envelope = Envelope { version, previous, record, ..Envelope::default() };
        let mut payload = envelope.encode_to_vec();
        payload.extend(UNKNOWN_FIELD);
        prost::encoding::encode_varint(FILLER as u64, &mut payload);
        payload.extend(std::iter::repeat_n(0, FILLER));
        previous = Sha256::digest(&payload).to_vec().into();
        log.publish("input.main.filler.tables", payload.into()).await?.await?;
    }
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
    test_data::blocks::flip(block, fastrand::usize(..end), 1 << fastrand::u8(..8))?;
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
