//! Consumes GAME, CLOCK and TOURNAMENT and keeps the views of the hub up to date.
//!
//! A tournament is folded from its first message on; a message about a game or a clock carries the
//! whole state. Each stream has a task, so that none waits for another. So has each tournament that
//! changes, because its tables may take long to compute.

mod heard;
mod message;
mod tournaments;

use std::{convert::Infallible, time::Duration};

use futures_util::{StreamExt as _, future::join_all};
use proto::subject::{GameKey, Stream};
use runtime::{
    Backlog, Categorize as _, EventLog, ExpiringMap, Followed, LedgerError, LogEntry, Projection,
    ReadError, ReadFailure, Retry, StartAt, Stopped, Tasks, Unreadable, error_chain,
};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use self::{
    message::{log_failure, pass_over, span},
    tournaments::Tournaments,
};
use crate::{
    channel::Channel,
    cursor::Seen,
    error::ShowError,
    freshness::{Freshness, LastBeats, Monitor, VenueMonitor},
    hub::{Hub, SHRINK_AFTER},
    metrics,
    position::{Arrival, SubjectPosition},
    release::{self, Way},
    view::EntryError,
};

/// Shortest time for which the position in the history of a game is kept without a message; the
/// longest is twice that. A game that continues later is shown from the state that its next message
/// carries.
const FORGET_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Interval at which is looked what has become public of tournaments with embargoes. It is due by
/// the time of day, which may be set meanwhile, so nobody sleeps until then.
const RELEASE_EVERY: Duration = Duration::from_millis(250);

/// Interval at which the event log is asked for its newest messages, and the longest time for its
/// answer.
const ASK_EVERY: Duration = Duration::from_secs(1);
const ANSWER_LIMIT: Duration = Duration::from_secs(1);

/// Loads the whole log, then starts the tasks that follow it.
///
/// # Errors
/// [`Stopped`] when the service stops before everything is loaded.
pub(crate) async fn follow(log: &EventLog, hub: &Hub, tasks: &Tasks) -> Result<(), Stopped> {
    let tournaments = Tournaments::new(hub.clone(), tasks.clone());
    let followed = Followed::all(Stream::Tournament, StartAt::First);
    // Boxed, because a tournament's state is large.
    Box::pin(runtime::follow(log, tasks, followed, tournaments)).await?;
    heard::hear_first(hub, &tasks.stopping()).await?;
    tasks.spawn_until_stop(heard::keep_hearing(hub.clone()));
    for stream in [Stream::Game, Stream::Clock] {
        let games = Games::new(stream, hub.clone());
        runtime::follow(log, tasks, Followed::all(stream, StartAt::LastOfEach), games).await?;
    }
    // A tournament was loaded before it was known how far its decisions are.
    release_asking(hub, Way::Loaded).await;
    hub.log_state().mark_loaded();
    // There are no spectators yet; what they need is computed when they come.
    hub.loaded().iter().for_each(|channel| channel.shrink());
    hub.forget_idle();

    let (signs, heard) = watch::channel(LastBeats::default());
    tasks.spawn(hear_venues(log.clone(), signs, tasks.stopping()));
    tasks.spawn_until_stop(watch_freshness(log.clone(), hub.clone(), heard));
    let idle = hub.clone();
    tasks.spawn_until_stop(release_due(hub.clone()));
    tasks.spawn_until_stop(close_windows(hub.clone()));
    tasks.spawn_every(SHRINK_AFTER.min(hub.forget_after()), move || {
        idle.forget_idle();
    });
    let unused = hub.clone();
    tasks.spawn_every(hub.forget_after(), move || {
        unused.tournaments().forget_unused();
    });
    Ok(())
}

/// Shows what becomes public of tournaments with embargoes.
async fn release_due(hub: Hub) {
    loop {
        let _late = timeout(RELEASE_EVERY, hub.log_state().until_releases()).await;
        release_asking(&hub, Way::Shown).await;
    }
}

/// Shows what has become public by now.
async fn release_asking(hub: &Hub, way: Way) {
    let releases = hub.asking().into_iter().map(|channel| async move {
        let key = channel.key();
        match release::release(hub.tournaments(), &channel, way).await {
            Ok(()) => {}
            Err(ShowError::Ledger(error)) if error.category().is_transient() => {
                let error = error_chain(&error);
                tracing::warn!(%key, error, "a tournament waits for the event log");
            }
            Err(error) => {
                tracing::error!(%key, error = error_chain(&error), "a message cannot be shown");
            }
        }
    });
    join_all(releases).await;
}

/// Sends spectators what changed together.
async fn close_windows(hub: Hub) {
    loop {
        hub.log_state().window().end().await;
        hub.loaded().iter().for_each(|channel| channel.close_window());
    }
}

/// Asks the event log every second for its newest messages and for moves that wait, and notifies
/// spectators when the freshness changes. The first failure of a row is logged.
async fn watch_freshness(log: EventLog, hub: Hub, heard: watch::Receiver<LastBeats>) {
    let mut venues = VenueMonitor::default();
    let mut moves = Backlog::of_play(&log);
    let mut monitor = Monitor::new(hub.log_state().now());
    let mut is_failing = false;
    loop {
        tokio::time::sleep(ASK_EVERY).await;
        let asked = timeout(ANSWER_LIMIT, newest(&log)).await;
        let asked = asked.unwrap_or_else(|_late| {
            Err(ReadError::new("the newest messages", ReadFailure::Unanswered))
        });
        let log_state = hub.log_state();
        let freshness = match &asked {
            Ok(newest) => monitor.answered(log_state.now(), *newest, log_state.applied()),
            Err(error) => {
                if !is_failing {
                    tracing::warn!(%error, "the event log does not answer");
                }
                monitor.silent(log_state.now())
            }
        };
        is_failing = asked.is_err();
        let is_lost = freshness != Freshness::Live;
        let now = log_state.now();
        let silence = venues.check(now, &heard.borrow(), !is_lost);
        let (withheld, unheard_since) = hub.withheld();
        metrics::withheld(withheld);
        let freshness = match is_lost {
            true => freshness,
            false => delay(&mut moves).await.or_delayed(unheard_since),
        };
        let beat_age = heard.borrow().oldest(now).map(|at| now.duration_since(at));
        metrics::freshness(freshness.or_offline(silence.longest(now)), beat_age);
        hub.set_freshness(freshness);
        hub.set_silence(silence);
    }
}

/// Notes the moment of each sign of life until the service stops.
async fn hear_venues(log: EventLog, heard: watch::Sender<LastBeats>, stopping: CancellationToken) {
    let listen = async || {
        let mut beats = log.broker().beats().await?;
        while let Some(venue) = beats.next().await {
            heard.send_modify(|heard| heard.note(venue, log.clock().now()));
        }
        Err::<Infallible, _>(ReadError::new("the signs of life", ReadFailure::Disconnected))
    };
    let complain = |error: &ReadError| {
        tracing::warn!(%error, "signs of life of venues are not heard");
        true
    };
    let Err(Stopped) = Retry::NATS.until_done(&stopping, listen, complain).await;
}

/// Returns the freshness of a view that is up to date with the log: live, unless moves wait.
async fn delay(moves: &mut Backlog) -> Freshness {
    match moves.since().await {
        Ok(Some(since)) => Freshness::Delayed { since },
        Ok(None) => Freshness::Live,
        Err(error) => {
            // A log that does not answer is noticed by the other question.
            tracing::debug!(error = error_chain(&error), "ask for moves that wait");
            Freshness::Live
        }
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

/// Projection of GAME or CLOCK: the games, or the clocks, of all tournaments.
pub(crate) struct Games {
    stream: Stream,
    hub: Hub,
    positions: ExpiringMap<GameKey, SubjectPosition>,
    swept_at: Instant,
    /// True once everything written before the start is loaded.
    is_loaded: bool,
}

impl Projection for Games {
    async fn apply(&mut self, entry: LogEntry) {
        let shown = if self.is_loaded {
            self.show(&entry).instrument(span(&entry)).await
        } else {
            self.load(&entry).await
        };
        if let Err(error) = shown {
            log_failure(&entry, &error);
        }
        self.hub.log_state().mark_applied(self.stream, entry.sequence);
    }

    fn pass_over(&mut self, unreadable: &Unreadable) {
        pass_over(&self.hub, self.stream, unreadable);
    }

    async fn loaded(&mut self) {
        self.is_loaded = true;
    }
}

impl Games {
    pub(crate) fn new(stream: Stream, hub: Hub) -> Self {
        let positions = ExpiringMap::default();
        Self { stream, hub, positions, swept_at: Instant::now(), is_loaded: false }
    }

    /// Puts a message from before the start into the view of its tournament, however long the log
    /// takes to tell what is public.
    async fn load(&mut self, entry: &LogEntry) -> Result<(), ShowError> {
        self.advance(entry)?;
        let channel = self.hub.channel(&entry.subject.tournament);
        channel.mark_used(entry.recorded_at);
        let log = self.hub.tournaments().log();
        let load = || async {
            match release::load_game(log, &channel, entry).await {
                Err(ShowError::Ledger(error)) if error.category().is_transient() => Err(error),
                loaded => Ok(loaded),
            }
        };
        let complain = |error: &LedgerError| {
            tracing::warn!(error = error_chain(error), "a game waits for the event log");
            true
        };
        // The task that waits here is dropped when the service stops.
        let loaded = Retry::NATS.until_done(&CancellationToken::new(), load, complain).await;
        loaded.unwrap_or(Ok(()))
    }

    /// Shows a message to the spectators of its tournament.
    async fn show(&mut self, entry: &LogEntry) -> Result<(), ShowError> {
        // Only messages add positions, so it is enough to forget some when a message comes.
        if self.swept_at.elapsed() >= FORGET_AFTER {
            self.swept_at = Instant::now();
            self.positions.forget_unused();
        }
        let arrival = self.advance(entry)?;
        if arrival == Arrival::Repeat {
            return Ok(());
        }
        let channel = self.hub.open(&entry.subject.tournament).await?;
        let moment = channel.moment();
        channel.mark_used(moment.now);
        let to_insiders = show_insiders(&channel, entry, arrival);
        let (passes, is_open, asks) = {
            let mut gate = channel.gate();
            match arrival {
                Arrival::Next | Arrival::Repeat => {}
                Arrival::Gap => gate.note_gap(entry),
                Arrival::OtherHistory => gate.forget(entry),
            }
            (gate.admit(entry, moment), gate.is_open(), gate.asks(moment.now))
        };
        if passes {
            channel.apply(|view| Ok::<_, ShowError>(view.set_entry(entry)?))?;
            if is_open {
                metrics::shown(entry, self.hub.log_state().now());
            }
        }
        if asks {
            self.hub.log_state().wake_releases();
        }
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
        to_insiders
    }

    /// Moves the position of a game on to a message; returns how the message follows.
    fn advance(&mut self, entry: &LogEntry) -> Result<Arrival, ShowError> {
        let key = entry.game().ok_or(EntryError::OtherStream)?;
        Ok(self.positions.get_or_insert(key, SubjectPosition::default).advance(entry))
    }
}

/// Shows a message to those who may see what is withheld, if there are any.
fn show_insiders(channel: &Channel, entry: &LogEntry, arrival: Arrival) -> Result<(), ShowError> {
    let Some(undelayed) = channel.undelayed() else { return Ok(()) };
    let shown = undelayed.apply(|view| Ok(view.set_entry(entry)?));
    if arrival == Arrival::OtherHistory {
        undelayed.reset_spectators();
    }
    shown
}
