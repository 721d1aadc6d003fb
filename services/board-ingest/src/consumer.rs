//! Consumes the streams: rounds that are opened, seats, and verdicts on inputs.

use std::time::Duration;

use live_game::table::Seats;
use proto::{
    convert::Record,
    subject::{Stream, Subject, VenueId, consumer},
};
use runtime::{
    Backlog, Categorize as _, ConsumerSpec, Delivery, EventLog, Followed, Ledger, LogEntry,
    OtherTimes, Projection, Retry, StartAt, Stopped, Tasks, error_chain,
};
use tokio::time::Instant;
use tournament::{Event, RoundNumber, Tournament};

use crate::{
    at_table::AtTables,
    error::Error,
    metrics,
    rounds::{self, ResultByHand},
    standstills::StandstillFinder,
    tables::{Tables, VERDICT_STREAMS},
    tournaments::Tournaments,
    watchers::{Notification, Watchers},
};

/// A tournament without calls for this long is forgotten, at the latest after twice as long.
const UNUSED: Duration = Duration::from_secs(3600);
/// Interval of the signs of life.
const BEAT_EVERY: Duration = Duration::from_secs(2);
/// Interval at which the event log is asked whether moves wait.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// Follows what other services and replicas write, until the tasks stop. Reads only new messages;
/// older ones are read on demand.
///
/// # Errors
/// [`Stopped`] when the service stops before it follows every stream.
pub(crate) async fn follow(
    log: &EventLog,
    tournaments: &Tournaments,
    (tables, at_tables): (&Tables, &AtTables),
    watchers: &Watchers,
    tasks: &Tasks,
) -> Result<(), Stopped> {
    let seats =
        Followed { filter: Subject::all_tables(), ..Followed::all(Stream::Input, StartAt::Next) };
    for followed in [Followed::all(Stream::Tournament, StartAt::Next), seats] {
        let changes = TournamentChanges(tournaments.clone());
        // Boxed, because the states of tournaments and games are large.
        Box::pin(runtime::follow(log, tasks, followed, changes)).await?;
    }
    for stream in VERDICT_STREAMS {
        let followed = Followed::all(stream, StartAt::Next);
        let changes = GameChanges(tables.clone(), at_tables.clone());
        Box::pin(runtime::follow(log, tasks, followed, changes)).await?;
    }
    tasks.spawn_until_stop(watch_delay(log.clone(), watchers.clone()));
    let finder = StandstillFinder::new(log.clone(), tournaments.clone(), watchers.clone());
    tasks.spawn_until_stop(finder.run());
    tasks.spawn_until_stop(watch_connection(log.clone(), watchers.clone()));
    let (tournaments, at_tables) = (tournaments.clone(), at_tables.clone());
    tasks.spawn_every(UNUSED, move || {
        at_tables.forget_unused();
        let forgotten = tournaments.forget_unused();
        tracing::debug!(forgotten, "tournaments that nobody asks for");
    });
    Ok(())
}

/// Asks the event log every second whether moves wait, and notifies the desks when that changes.
async fn watch_delay(log: EventLog, watchers: Watchers) {
    let mut moves = Backlog::of_play(&log);
    loop {
        tokio::time::sleep(ASK_EVERY).await;
        match moves.since().await {
            Ok(since) => {
                let waiting = since.map(|since| log.clock().now().duration_since(since));
                metrics::waiting(Some(waiting.unwrap_or_default()));
                watchers.set_delay(since);
            }
            // The calls of the desk fail then, which says more.
            Err(error) => {
                tracing::debug!(error = error_chain(&error), "ask for moves that wait");
                metrics::waiting(None);
            }
        }
    }
}

/// Tells the desks of the services whose clocks differ from ours by more than `tolerance`.
pub(crate) async fn watch_machines(
    other_times: OtherTimes,
    watchers: Watchers,
    tolerance: Duration,
) {
    let mut heard = other_times.watch();
    // The sender lives as long as this.
    while heard.changed().await.is_ok() {
        let apart = other_times.apart(tolerance);
        if apart != watchers.apart() {
            tracing::warn!(?apart, "milliseconds by which the clocks of other services are ahead");
            metrics::apart(&apart);
            watchers.set_apart(apart);
        }
    }
}

/// Gives signs of life of a venue, or of all venues of the event log, by which spectators elsewhere learn that it
/// is connected.
pub(crate) async fn beat(log: EventLog, venue: Option<VenueId>) {
    loop {
        log.broker().beat(venue.as_ref()).await;
        tokio::time::sleep(BEAT_EVERY).await;
    }
}

/// Tells all devices after each new connection to the log that it may have lost inputs: a server that was away
/// may have lost its power.
async fn watch_connection(log: EventLog, watchers: Watchers) {
    let mut connected = log.broker().connected();
    // The log outlives this task.
    while connected.changed().await.is_ok() {
        if *connected.borrow_and_update() {
            watchers.notify_all(&Notification::InputsInDoubt);
        }
    }
}

/// Applies messages of TOURNAMENT and of the seats in INPUT.
struct TournamentChanges(Tournaments);

impl Projection for TournamentChanges {
    async fn apply(&mut self, entry: LogEntry) {
        self.0.apply(&entry).await;
    }
}

/// Passes on the messages about games: the verdicts in them, and what tables show.
struct GameChanges(Tables, AtTables);

impl Projection for GameChanges {
    async fn apply(&mut self, entry: LogEntry) {
        self.1.apply(&entry).await;
        self.0.apply(entry);
    }
}

/// Consumes TOURNAMENT until the tasks stop: begins the games of every round that is opened, and ends those whose
/// results people record.
pub(crate) fn consume(log: &EventLog, tables: Tables, tasks: &Tasks, patience: Duration) {
    let rounds = Rounds { log: log.clone(), tables, patience, tasks: tasks.clone() };
    let spec = ConsumerSpec { stream: Stream::Tournament, name: consumer::BOARD_INGEST };
    runtime::consume(log, tasks, spec, move |delivery| rounds.hand_over(delivery));
}

/// Begins the games of opened rounds, and ends them by results that people record.
#[derive(Clone, Debug)]
struct Rounds {
    log: EventLog,
    tables: Tables,
    patience: Duration,
    tasks: Tasks,
}

impl Rounds {
    /// Begins the games of the rounds that a message opens, and ends those whose results it records; acknowledges
    /// other messages at once.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
        let rounds = self.clone();
        async move {
            let (log, opened, results) = match &delivery.entry {
                Ok(entry) => {
                    let results =
                        Results { message: entry.sequence, by_hand: by_hand(&entry.record) };
                    (entry.subject.clone(), opened(&entry.record), results)
                }
                Err(unreadable) => {
                    let error = error_chain(unreadable).to_string();
                    return delivery.pass_over(&error).await;
                }
            };
            if opened.is_empty() && results.by_hand.is_empty() {
                return delivery.ack().await;
            }
            let tasks = rounds.tasks.clone();
            delivery.handle(&tasks, move |_cause| async move {
                rounds.begin(&log, &opened, &results).await
            });
        }
    }

    /// Begins every game of these rounds, and ends those with these results. A game that cannot begin or end does
    /// not keep the others from it.
    async fn begin(
        &self,
        log: &Subject,
        opened: &[RoundNumber],
        results: &Results,
    ) -> Result<(), Stopped> {
        let read = || async { Ok(Ledger::<Tournament>::load(&self.log, log.clone()).await?) };
        let Some(ledger) = self.until_done(log, read).await? else { return Ok(()) };
        // A seat that was given before the round was opened is among those that are read now.
        let tables = Subject::tables(&log.tournament);
        let read = || async { Ok(Ledger::<Seats>::load(&self.log, tables.clone()).await?) };
        let Some(seats) = self.until_done(&tables, read).await? else { return Ok(()) };
        let seats = seats.state();
        for (game, start) in rounds::games(ledger.state(), seats, &log.tournament, opened) {
            let begin = || self.tables.begin(&game, start.clone(), Instant::now() + self.patience);
            self.until_done(&game, begin).await?;
        }
        let rulings = results.by_hand.iter().filter_map(|result| {
            rounds::ruling(ledger.state(), seats, &log.tournament, result, results.message)
        });
        for (game, inputs) in rulings {
            let end = || self.tables.rule(&game, inputs.clone(), Instant::now() + self.patience);
            self.until_done(&game, end).await?;
        }
        Ok(())
    }

    /// Retries `work` until it succeeds or the service stops; returns `None` if it can never succeed.
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
                        // For instance, a game begun with other data, or a damaged history: retrying
                        // does not help.
                        tracing::error!(%what, error = error_chain(&error), "a game could not be begun; it is not tried again");
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
        Retry::NATS.until_done(&self.tasks.stopping(), work, complain).await
    }
}

/// The results that people recorded by a message.
struct Results {
    /// Sequence of the message.
    message: u64,
    by_hand: Vec<ResultByHand>,
}

/// Returns the results that people recorded or took back by a message.
fn by_hand(record: &Record) -> Vec<ResultByHand> {
    if let Record::Tournament(events) = record {
        rounds::results_by_hand(events)
    } else {
        Vec::new()
    }
}

/// Returns the rounds that a message opens.
fn opened(record: &Record) -> Vec<RoundNumber> {
    let Record::Tournament(events) = record else { return Vec::new() };
    let opened = events.iter().filter_map(|event| {
        if let Event::RoundOpened { round, .. } = event { Some(*round) } else { None }
    });
    opened.collect()
}
