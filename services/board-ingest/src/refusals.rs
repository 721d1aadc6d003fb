//! The record of refused calls, which the doors of every service tell of. What cannot be stored now
//! waits.

use std::{convert::Infallible, time::Duration};

use access::{Attempt, Author, Change, Command, Event, Rate, RateLimit};
use futures_util::StreamExt as _;
use proto::{Timestamp, convert::told_event, subject::VenueId};
use runtime::{EventLog, ReadError, ReadFailure, Retry, Stopped, Tasks, metrics};
use tokio::{sync::mpsc, time::sleep};

use crate::{access_error::AccessError, authorities::Authorities};

/// Rate of events about refused calls at one venue, whatever the services tell.
const RECORDED: Rate = Rate { burst: 40, period: Duration::from_secs(60) };
/// Largest number of reports that wait to be stored.
const WAITING_MAX: usize = 256;

/// A report of refused calls of one kind.
#[derive(Debug)]
struct Report {
    venue: VenueId,
    attempt: Attempt,
    count: u32,
    at: Timestamp,
}

/// Puts refused calls on record. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Refusals {
    reports: mpsc::Sender<Report>,
}

impl Refusals {
    /// Records what it is given, and what the services tell, until the service stops.
    pub(crate) fn record(log: &EventLog, authorities: Authorities, tasks: &Tasks) -> Self {
        let (reports, waiting) = mpsc::channel(WAITING_MAX);
        let refusals = Self { reports };
        tasks.spawn_until_stop(store(authorities, waiting, tasks.clone()));
        tasks.spawn_until_stop(refusals.clone().listen(log.clone(), tasks.clone()));
        refusals
    }

    /// Puts refused calls of one kind on record; when too many wait, they are only logged.
    pub(crate) fn note(&self, venue: &VenueId, attempt: &Attempt, count: u32, at: Timestamp) {
        let report = Report { venue: venue.clone(), attempt: attempt.clone(), count, at };
        if self.reports.try_send(report).is_err() {
            let (call, refusal) = (&attempt.call, &attempt.refusal);
            tracing::warn!(call, refusal, count, "a refused call is not on record: too many wait");
        }
    }

    async fn listen(self, log: EventLog, tasks: Tasks) {
        let stopping = tasks.stopping();
        let listen = async || {
            let mut told = log.broker().refusals().await?;
            while let Some((venue, told)) = told.next().await {
                let Some(Event { change, at, .. }) = told_event(&told) else { continue };
                let Change::AttemptsRefused { attempt, count } = change else { continue };
                let report = Report { venue, attempt, count, at };
                // The subscription holds what comes meanwhile, as far as it has room.
                if self.reports.send(report).await.is_err() {
                    break;
                }
            }
            Err::<Infallible, _>(ReadError::new("the refused calls", ReadFailure::Disconnected))
        };
        let complain = |error: &ReadError| {
            tracing::warn!(%error, "refused calls of other services are not heard, and so not recorded");
            true
        };
        let Err(Stopped) = Retry::NATS.until_done(&stopping, listen, complain).await;
    }
}

/// Stores reports, each with the moment of its calls; tries again while the log takes nothing.
async fn store(authorities: Authorities, mut waiting: mpsc::Receiver<Report>, tasks: Tasks) {
    let stopping = tasks.stopping();
    let mut recorded = RateLimit::new(RECORDED);
    while let Some(Report { venue, attempt, count, at }) = waiting.recv().await {
        while let Err(pause) = recorded.count(venue.clone(), authorities.now()) {
            sleep(pause).await;
        }
        let command = Command::NoteAttempts { attempt, count };
        let store = || async {
            match authorities.give_at(&venue, &Author::Machine, &command, at).await {
                // A venue without an authority has no record.
                Err(AccessError::Refused(refusal)) => {
                    tracing::debug!(%refusal, "a refused call is not on record");
                    Ok(())
                }
                given => given.map(drop),
            }
        };
        match authorities
            .log()
            .until_settled(&stopping, "refused calls for the record", store)
            .await
        {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "a refused call is not on record");
                metrics::given_up(env!("CARGO_PKG_NAME"));
            }
            Err(Stopped) => return,
        }
    }
}
