//! The end of a command: its record is compared with the log.

use std::time::Duration;

use anyhow::Result;
use async_nats::Client;
use tokio::time::timeout;

use crate::{
    audit::Audit,
    hall::Hall,
    ledger::Ledger,
    player::Playing,
    report::Report,
    round::{Clients, Round},
    spectator::Spectator,
};

/// Longest time for a verdict, with all the faults that one input may meet.
const JUDGED_WITHIN: Duration = Duration::from_secs(60);

/// Compares what devices were answered and spectators have seen with the log.
pub(crate) async fn finish(
    hall: &Hall,
    ledger: &Ledger,
    rounds: &[(Round, Spectator)],
    report: &mut Report,
) -> Result<()> {
    let record = ledger.record().clone();
    report.figure("calls made again", record.repeats);
    report.times("until stored", record.stored_after.clone());
    report.bound("a verdict", &record.judged_after, JUDGED_WITHIN);
    report.times("until judged", record.judged_after);
    let rounds = rounds.iter().map(|(round, spectator)| (round, spectator));
    compare(hall.nats().await?, ledger, rounds, report).await
}

/// Waits so long for the games to come to their end, and then for their results.
pub(crate) async fn play_to_end(
    playing: Playing,
    (clients, round): (&Clients, &Round),
    within: Duration,
    report: &mut Report,
) -> Result<()> {
    match timeout(within, playing.end()).await {
        Ok(errors) => errors.into_iter().for_each(|error| report.finding(error)),
        Err(_elapsed) => report.finding("the games did not come to their end"),
    }
    let tables = round.missing_results(clients).await?;
    if !tables.is_empty() {
        report.finding(format!("tables {tables:?} have no result in the tournament"));
    }
    Ok(())
}

/// Compares the answers to devices, and the boards that spectators saw, with the log.
pub(crate) async fn compare<'a>(
    log: Client,
    ledger: &Ledger,
    rounds: impl IntoIterator<Item = (&'a Round, &'a Spectator)>,
    report: &mut Report,
) -> Result<()> {
    let record = ledger.record().clone();
    for refusal in &record.refusals {
        report.finding(format!("refused: {refusal}"));
    }
    let audit = Audit::read(log).await?;
    audit.check(&record, report);
    for (round, spectator) in rounds {
        audit.check_round(round, spectator, report).await;
    }
    Ok(())
}
