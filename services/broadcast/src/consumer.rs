//! Consumes GAME, CLOCK and TOURNAMENT and keeps the views of the hub up to date.
//!
//! A tournament is folded from its first message on; a message about a game or a clock carries the whole
//! state. Each stream has a task, so that none waits for another. So has each tournament that changes,
//! because its tables may take long to compute.

mod tournaments;

use std::{sync::Arc, time::Duration};

use proto::{
    convert::{ConvertError, Record},
    subject::{GameKey, Stream},
};
use runtime::{
    Entry, EventLog, Followed, LedgerError, Projection, ReadError, Recent, StartAt, Stopped, Tasks,
    Unreadable, chain, follow,
};
use thiserror::Error;
use tokio::time::{Instant, timeout};

use self::tournaments::Tournaments;
use crate::{
    channel::Channel,
    cursor::Seen,
    frame::EncodeError,
    freshness::Monitor,
    hub::Hub,
    position::{Arrival, SubjectPosition},
    view::{Effect, View},
};

/// Interval at which memory is freed of tournaments without changes and spectators.
const SHRINK_EVERY: Duration = Duration::from_secs(600);

/// Shortest time for which the position in the history of a game is kept without a message; the longest is
/// twice that. A game that continues later is shown from the state that its next message carries.
const FORGET_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Interval at which the event log is asked for its newest messages, and the longest time for its answer.
const ASK_EVERY: Duration = Duration::from_secs(1);
const ANSWER_LIMIT: Duration = Duration::from_secs(1);

const MISSING_STATE: ConvertError = ConvertError::Missing { field: "state" };

/// The reason why a message could not be shown.
#[derive(Debug, Error)]
enum ConsumerError {
    #[error("the subject is of another stream")]
    OtherStream,
    #[error(transparent)]
    Record(#[from] ConvertError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Loads the whole log, then starts the tasks that follow it.
///
/// # Errors
/// [`Stopped`] when the service stops before everything is loaded.
pub(crate) async fn start(log: &EventLog, hub: &Hub, tasks: &Tasks) -> Result<(), Stopped> {
    let tournaments = Tournaments::new(log.clone(), hub.clone(), tasks.clone());
    follow(log, tasks, Followed::all(Stream::Tournament, StartAt::First), tournaments).await?;
    for stream in [Stream::Game, Stream::Clock] {
        let games = Games::new(stream, hub.clone());
        follow(log, tasks, Followed::all(stream, StartAt::LastOfEach), games).await?;
    }
    // There are no spectators yet; what they need is computed when they come.
    hub.all().iter().for_each(|channel| channel.shrink());

    tasks.spawn_until_stop(watch_freshness(log.clone(), hub.clone()));
    let hub = hub.clone();
    tasks.spawn_until_stop(async move {
        loop {
            tokio::time::sleep(SHRINK_EVERY).await;
            let shrunk = hub.all().iter().filter(|channel| channel.shrink_if_unused()).count();
            tracing::debug!(shrunk, "freed the memory of unwatched tournaments");
        }
    });
    Ok(())
}

/// Asks the event log every second for its newest messages, and notifies spectators when the freshness
/// changes.
async fn watch_freshness(log: EventLog, hub: Hub) {
    let mut monitor = Monitor::new(hub.source().now());
    loop {
        tokio::time::sleep(ASK_EVERY).await;
        let freshness = match timeout(ANSWER_LIMIT, newest(&log)).await {
            Ok(Ok(newest)) => {
                let source = hub.source();
                monitor.answered(source.now(), newest, source.applied())
            }
            Ok(Err(_)) | Err(_) => monitor.silent(hub.source().now()),
        };
        hub.set_freshness(freshness);
    }
}

/// Returns the last message of each stream that is followed.
async fn newest(log: &EventLog) -> Result<Seen, ReadError> {
    let mut newest = Seen::default();
    for stream in [Stream::Game, Stream::Clock, Stream::Tournament] {
        newest.join(Seen::one(stream, log.last_sequence(stream).await?));
    }
    Ok(newest)
}

/// Logs that a message could not be shown.
fn log_failure(entry: &Entry, error: &ConsumerError) {
    let (subject, sequence) = (&entry.subject, entry.sequence);
    tracing::error!(%subject, sequence, error = chain(error), "a message cannot be shown");
}

/// Logs that a message could not be read, and counts it as applied, so that nothing waits for it.
fn pass_over(hub: &Hub, stream: Stream, unreadable: &Unreadable) {
    tracing::error!(error = chain(unreadable), "a message cannot be shown");
    hub.source().mark_applied(stream, unreadable.sequence);
}

/// Returns the span in which a message is shown, as part of the trace of its writer.
fn span(entry: &Entry) -> tracing::Span {
    let (subject, sequence) = (tracing::field::display(&entry.subject), entry.sequence);
    let span = tracing::info_span!("broadcast", subject, sequence);
    entry.continue_trace(&span);
    span
}

/// Projection of GAME or CLOCK: the games, or the clocks, of all tournaments.
struct Games {
    stream: Stream,
    hub: Hub,
    positions: Recent<GameKey, (SubjectPosition, Arc<Channel>)>,
    swept_at: Instant,
    /// True once everything written before the start is loaded.
    is_loaded: bool,
}

impl Projection for Games {
    async fn apply(&mut self, entry: Entry) {
        let applied = if self.is_loaded {
            span(&entry).in_scope(|| self.apply_live(&entry))
        } else {
            self.put(&entry, |channel, change| channel.load(change)).map(drop)
        };
        if let Err(error) = applied {
            log_failure(&entry, &error);
        }
        self.hub.source().mark_applied(self.stream, entry.sequence);
    }

    fn pass_over(&mut self, unreadable: &Unreadable) {
        pass_over(&self.hub, self.stream, unreadable);
    }

    async fn loaded(&mut self) {
        self.is_loaded = true;
    }
}

impl Games {
    fn new(stream: Stream, hub: Hub) -> Self {
        let positions = Recent::default();
        Self { stream, hub, positions, swept_at: Instant::now(), is_loaded: false }
    }

    fn apply_live(&mut self, entry: &Entry) -> Result<(), ConsumerError> {
        // Only messages add positions, so it is enough to forget some when a message comes.
        if self.swept_at.elapsed() >= FORGET_AFTER {
            self.swept_at = Instant::now();
            self.positions.forget_unused();
        }
        let (arrival, channel) = self.put(entry, |channel, change| channel.apply(change))?;
        let (subject, sequence) = (&entry.subject, entry.sequence);
        match arrival {
            Arrival::Next | Arrival::Repeat => {}
            Arrival::Gap => tracing::warn!(
                %subject,
                sequence,
                "messages before this one are missing; going on from the state it carries"
            ),
            Arrival::OtherHistory => {
                tracing::warn!(
                    %subject,
                    sequence,
                    "the log has another history than before; spectators get a fresh snapshot"
                );
                channel.reset_spectators();
            }
        }
        Ok(())
    }

    /// Calls `put` with the change that a message makes and the channel of its tournament.
    fn put(
        &mut self,
        entry: &Entry,
        put: impl Fn(&Channel, Change<'_>) -> Result<(), ConsumerError>,
    ) -> Result<(Arrival, Arc<Channel>), ConsumerError> {
        let key = entry.game().ok_or(ConsumerError::OtherStream)?;
        let (position, channel) = self.positions.get_or_insert(key.clone(), || {
            (SubjectPosition::default(), self.hub.channel(&key.tournament))
        });
        let arrival = position.advance(entry);
        if arrival != Arrival::Repeat {
            let (game, sequence) = (key.game, entry.sequence);
            match &entry.record {
                Record::Game(record) => {
                    let state = &record.state;
                    put(channel, Box::new(move |view| Ok(view.set_game(game, sequence, state)?)))?;
                }
                Record::Clock(record) => {
                    let state = record.state.as_ref().ok_or(MISSING_STATE)?;
                    put(channel, Box::new(move |view| Ok(view.set_clock(game, sequence, state))))?;
                }
                Record::Input(_) | Record::Tables(_) | Record::Tournament(_) => {
                    return Err(ConsumerError::OtherStream);
                }
            }
        }
        Ok((arrival, Arc::clone(channel)))
    }
}

/// A change of a view.
type Change<'a> = Box<dyn FnOnce(&mut View) -> Result<Effect, ConsumerError> + 'a>;
