//! What the streams tell board-ingest: rounds that are opened, seats, and what became of inputs.

use std::time::Duration;

use proto::{
    convert::Record,
    subject::{Stream, Subject, consumer},
};
use runtime::{
    Categorize as _, ConsumerSpec, Delivery, Entry, EventLog, Handlers, Ledger, Stopped, Tail,
    Tasks, error_chain, until_answered,
};
use tokio::time::Instant;
use tournament::{Event, RoundNumber, Tournament};

use crate::{
    error::Error,
    rounds,
    tables::{Tables, VERDICT_STREAMS},
    tournaments::Tournaments,
};

/// A tournament that nobody asks for during this time, and at most twice as long, is forgotten.
const UNUSED: Duration = Duration::from_secs(3600);

/// Follows what others write until the tasks stop. What they wrote before is read when somebody asks for
/// it.
pub(crate) async fn follow(
    log: &EventLog,
    tournaments: &Tournaments,
    tables: &Tables,
    tasks: &Tasks,
) {
    for (stream, filter) in [
        (Stream::Tournament, Stream::Tournament.subjects()),
        (Stream::Input, Subject::all_tables()),
    ] {
        let Some(mut tail) = tail(log, stream, filter, tasks).await else { return };
        let (tournaments, ending) = (tournaments.clone(), tasks.clone());
        tasks.spawn_until_stop(async move {
            while let Ok(stored) = tail.next().await {
                tournaments.hear(&stored).await;
            }
            ending.end();
        });
    }
    for stream in VERDICT_STREAMS {
        let Some(mut tail) = tail(log, stream, stream.subjects(), tasks).await else { return };
        let (tables, ending) = (tables.clone(), tasks.clone());
        tasks.spawn_until_stop(async move {
            while let Ok(stored) = tail.next().await {
                // What cannot be read, its writer reports.
                if let Ok(entry) = Entry::read(stored) {
                    tables.hear(entry);
                }
            }
            ending.end();
        });
    }
    let tournaments = tournaments.clone();
    tasks.spawn_until_stop(async move {
        loop {
            tokio::time::sleep(UNUSED).await;
            let forgotten = tournaments.forget_unused();
            tracing::debug!(forgotten, "tournaments that nobody asks for");
        }
    });
}

/// Returns what is written to a stream from now on; `None` when the service stops first.
async fn tail(log: &EventLog, stream: Stream, filter: String, tasks: &Tasks) -> Option<Tail> {
    let start = || async {
        let known = log.last_sequence(stream).await?;
        Tail::filtered(log, stream, filter.clone(), known + 1).await
    };
    until_answered(&tasks.stopping(), stream.name(), start).await
}

/// Reads TOURNAMENT until the tasks stop, and begins the games of every round that is opened.
pub(crate) fn consume(log: &EventLog, tables: Tables, tasks: &Tasks, patience: Duration) {
    let rounds =
        OpenedRounds { log: log.clone(), tables, patience, handlers: Handlers::new(tasks.clone()) };
    let (log, stopping) = (log.clone(), tasks.stopping());
    tasks.spawn(async move {
        let spec = ConsumerSpec { stream: Stream::Tournament, name: consumer::BOARD_INGEST };
        runtime::consume(&log, spec, stopping, |delivery| rounds.hand_over(delivery)).await;
    });
}

/// Begins the games of opened rounds.
#[derive(Clone, Debug)]
struct OpenedRounds {
    log: EventLog,
    tables: Tables,
    patience: Duration,
    handlers: Handlers,
}

impl OpenedRounds {
    /// Acknowledges a message that opens no round; begins the games of another one.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + 'static {
        let rounds = self.clone();
        async move {
            let opened = opened(&delivery);
            match delivery.stored.subject.parse::<Subject>() {
                Ok(log) if !opened.is_empty() => {
                    let handlers = rounds.handlers.clone();
                    handlers.begin(delivery, move |_cause| async move {
                        rounds.begin(&log, &opened).await
                    });
                }
                _ => delivery.ack().await,
            }
        }
    }

    /// Begins every game of these rounds. A game that cannot be begun keeps no other from it.
    async fn begin(&self, log: &Subject, opened: &[RoundNumber]) -> Result<(), Stopped> {
        let read = || async { Ok(Ledger::<Tournament>::load(&self.log, log.clone()).await?) };
        let Some(ledger) = self.until_done(log, read).await? else { return Ok(()) };
        for (game, start) in rounds::games(ledger.state(), &log.tournament, opened) {
            let begin = || self.tables.begin(&game, start.clone(), Instant::now() + self.patience);
            self.until_done(&game, begin).await?;
        }
        Ok(())
    }

    /// Retries `work` until it succeeds or the service stops; `None` when it can never succeed.
    async fn until_done<T, F>(
        &self,
        what: &impl std::fmt::Display,
        mut work: impl FnMut() -> F,
    ) -> Result<Option<T>, Stopped>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let work = || {
            let done = work();
            async {
                match done.await {
                    Err(error) if !error.category().is_transient() => {
                        // Begun with other data, or a history that is none: it will not get better.
                        tracing::error!(%what, error = error_chain(&error), "begin a game; given up");
                        Ok(None)
                    }
                    done => done.map(Some),
                }
            }
        };
        let complain = |error: &Error| {
            tracing::warn!(%what, %error, "the start of a game waits");
            true
        };
        self.handlers.until_done(work, complain).await
    }
}

/// Returns the rounds that a message opens.
fn opened(delivery: &Delivery) -> Vec<RoundNumber> {
    let events = match Entry::read(delivery.stored.clone()).map(|entry| entry.record) {
        Ok(Record::Tournament(events)) => events,
        Ok(Record::Input(_) | Record::Tables(_) | Record::Game(_) | Record::Clock(_)) => {
            return Vec::new();
        }
        Err(error) => {
            tracing::error!(error = error_chain(&error), "passed over a message of TOURNAMENT");
            return Vec::new();
        }
    };
    let opened = events.into_iter().filter_map(|event| {
        if let Event::RoundOpened { round, .. } = event { Some(round) } else { None }
    });
    opened.collect()
}
