//! The record of refused calls, which the doors of every service tell of.

use std::time::Duration;

use access::{Change, Event, Rate, RateLimit};
use futures_util::StreamExt as _;
use proto::convert::told_event;
use runtime::EventLog;

use crate::circumstances::CallCircumstances;

/// Rate of events about refused calls at one venue, whatever the services tell.
const RECORDED: Rate = Rate { burst: 40, period: Duration::from_secs(60) };
/// The pause before listening again.
const PAUSE: Duration = Duration::from_secs(2);

/// Puts on record what the services tell of refused calls, for ever.
pub(crate) async fn record(log: EventLog, circumstances: CallCircumstances) {
    let mut recorded = RateLimit::new(RECORDED);
    loop {
        match log.broker().refusals().await {
            Ok(mut told) => {
                while let Some((venue, told)) = told.next().await {
                    let Some(Event { change, .. }) = told_event(&told) else { continue };
                    let Change::AttemptsRefused { attempt, count } = change else { continue };
                    if recorded.count(venue.clone(), log.clock().now()).is_ok() {
                        circumstances.note_refused(&venue, &attempt, count);
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "listen for refused calls"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
