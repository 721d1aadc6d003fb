//! Consumes the streams: rounds that are opened, seats, and verdicts on inputs.

use std::time::Duration;

use proto::{
    convert::Record,
    subject::{Stream, Subject, VenueId, consumer},
};
use runtime::{
    Backlog, ConsumerSpec, Delivery, EventLog, Followed, LogEntry, OtherTimes, Projection, StartAt,
    Stopped, Tasks, error_chain,
};
use tournament::{Event, RoundNumber};

use crate::{
    at_table::AtTables,
    metrics,
    presence::Listener,
    recovery,
    round_games::{RoundGames, by_hand},
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
    (tournaments, presence): (&Tournaments, &Listener),
    (tables, at_tables): (&Tables, &AtTables),
    watchers: &Watchers,
    tasks: &Tasks,
) -> Result<(), Stopped> {
    let seats =
        Followed { filter: Subject::all_tables(), ..Followed::all(Stream::Input, StartAt::Next) };
    for followed in [Followed::all(Stream::Tournament, StartAt::Next), seats] {
        let changes = TournamentChanges(tournaments.clone(), presence.clone());
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
/// NATS has no event for a move that nobody judges: only asking finds it.
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

/// Gives signs of life of a venue, or of all venues of the event log, by which spectators elsewhere
/// learn that it is connected.
pub(crate) async fn beat(log: EventLog, venue: Option<VenueId>) {
    loop {
        log.broker().beat(venue.as_ref()).await;
        tokio::time::sleep(BEAT_EVERY).await;
    }
}

/// Tells all devices after each new connection to the log that it may have lost inputs: a server
/// that was away may have lost its power.
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
struct TournamentChanges(Tournaments, Listener);

impl Projection for TournamentChanges {
    async fn apply(&mut self, entry: LogEntry) {
        self.1.apply(&entry);
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

/// Consumes TOURNAMENT until the tasks stop: begins the games of every round that is opened, and
/// ends those whose results people record.
pub(crate) fn consume(log: &EventLog, tables: Tables, tasks: &Tasks, patience: Duration) {
    let games = RoundGames::new(log, tables, tasks, patience);
    recovery::recover(games.clone());
    let rounds = TournamentConsumer { games, tasks: tasks.clone() };
    let spec = ConsumerSpec { stream: Stream::Tournament, name: consumer::BOARD_INGEST };
    runtime::consume(log, tasks, spec, move |delivery| rounds.hand_over(delivery));
}

/// Consumer of TOURNAMENT.
#[derive(Clone, Debug)]
struct TournamentConsumer {
    games: RoundGames,
    tasks: Tasks,
}

impl TournamentConsumer {
    /// Begins the games of the rounds that a message opens, and ends those whose results it
    /// records; acknowledges other messages at once.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
        let consumer = self.clone();
        async move {
            let (log, opened, results) = match &delivery.entry {
                Ok(entry) => (entry.subject.clone(), opened(&entry.record), by_hand(entry)),
                Err(unreadable) => return delivery.pass_over(unreadable).await,
            };
            if opened.is_empty() && results.is_empty() {
                return delivery.ack().await;
            }
            let games = consumer.games;
            delivery.handle(&consumer.tasks, move |_cause| async move {
                let Some(round) = games.read(&log).await? else { return Ok(()) };
                games.begin(&round, &opened).await?;
                games.end(&round, &results).await
            });
        }
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
