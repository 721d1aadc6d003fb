//! Reports of refused calls, which the doors tell board-ingest; they wait while nobody hears them.

use access::{Attempt, Author, Change, Event};
use bytes::Bytes;
use prost::Message as _;
use proto::{Timestamp, subject::VenueId, v1};
use tokio::sync::mpsc;

use crate::{error::ReadFailure, event_log::EventLog, retry::Retry, tasks::Tasks};

/// Largest number of reports that wait, which is more than come in ten minutes.
const WAITING_MAX: usize = 256;

/// The reports of one service. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Reports {
    waiting: mpsc::Sender<(VenueId, Bytes)>,
}

impl Reports {
    /// Tells what is given to it until the service stops.
    pub(super) fn tell(log: &EventLog, tasks: &Tasks, service: &'static str) -> Self {
        let (waiting, mut reports) = mpsc::channel(WAITING_MAX);
        let (log, stopping) = (log.clone(), tasks.stopping());
        tasks.spawn_until_stop(async move {
            while let Some((venue, report)) = reports.recv().await {
                let tell = || async {
                    let report = Bytes::clone(&report);
                    let is_heard = log.broker().tell_refused(service, &venue, report).await;
                    if is_heard { Ok(()) } else { Err(ReadFailure::Disconnected) }
                };
                let complain = |_unheard: &ReadFailure| {
                    tracing::debug!("refused calls wait until board-ingest hears of them");
                    true
                };
                if Retry::NATS.until_done(&stopping, tell, complain).await.is_err() {
                    return;
                }
            }
        });
        Self { waiting }
    }

    /// Takes a report of refused calls, or returns false if too many wait.
    pub(super) fn take(&self, venue: VenueId, attempt: Attempt, count: u32, at: Timestamp) -> bool {
        let change = Change::AttemptsRefused { attempt, count };
        let report = v1::AccessEvent::from(&Event { by: Author::Machine, at, change });
        self.waiting.try_send((venue, report.encode_to_vec().into())).is_ok()
    }
}
