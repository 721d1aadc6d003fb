//! The end of a command: its record is compared with the log.

use std::time::Duration;

use anyhow::Result;

use crate::{
    audit::Audit, hall::Hall, ledger::Ledger, report::Report, round::Round, spectator::Spectator,
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
    report.times("until judged", record.judged_after.clone());
    for refusal in &record.refusals {
        report.finding(format!("refused: {refusal}"));
    }
    let audit = Audit::read(hall.nats().await?).await?;
    audit.check(&record, report);
    for (round, spectator) in rounds {
        audit.check_round(round, spectator, report).await;
    }
    Ok(())
}
