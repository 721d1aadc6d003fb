//! Follows GAME, CLOCK and TOURNAMENT and keeps the hub as they say.
//!
//! A tournament is folded from its first message on; of games and clocks the last message is the
//! snapshot. Each stream has a task, so that none waits for another, and so has each tournament in
//! which something happens, because its tables may take long to make.

mod tournaments;

use std::{sync::Arc, time::Duration};

use prost::Message as _;
use proto::{
    convert::{ConvertError, required},
    subject::{GameKey, NameError, Stream, Subject},
    v1::{Envelope, envelope::Record},
};
use runtime::{
    EventLog, LedgerError, ReadError, Recent, Stored, Tail, Tasks, chain, trace_context,
    until_answered,
};
use thiserror::Error;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

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

/// A tournament in which nothing happens and which nobody watches for this long, and at most twice as
/// long, gives its memory back.
const QUIET: Duration = Duration::from_secs(600);

/// Where a game stands in its history is forgotten after this time without a message, and at most twice as
/// long; a game that is taken up again is shown from the state that its next message carries. A tournament
/// is read again then.
const FORGOTTEN: Duration = Duration::from_secs(24 * 3600);

/// How often the event log is asked whether it is there, and how long it may take to answer.
const ASKED_EVERY: Duration = Duration::from_secs(1);
const ANSWER_LIMIT: Duration = Duration::from_secs(1);

/// Why a message could not be shown.
#[derive(Debug, Error)]
enum ConsumerError {
    #[error(transparent)]
    Subject(#[from] NameError),
    #[error("the subject is of another stream")]
    OtherStream,
    #[error("decode the envelope")]
    Decode(#[from] prost::DecodeError),
    #[error(transparent)]
    Record(#[from] ConvertError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Loads everything there is, then starts the tasks that follow. Ends early when the service stops.
pub(crate) async fn start(log: &EventLog, hub: &Hub, tasks: &Tasks) {
    let stopping = tasks.stopping();
    let read = || Tail::from_first(log, Stream::Tournament, Stream::Tournament.subjects());
    let read = until_answered(&stopping, "the tournaments", read).await;
    let Some((written, mut tail)) = read else { return };
    let mut tournaments = Tournaments::new(log.clone(), hub.clone(), tasks.clone());
    let loaded = async {
        for stored in &written {
            note(stored, tournaments.fold(stored).await.map(drop));
            hub.source().hear(Stream::Tournament, stored.sequence);
        }
        tournaments.show_all().await;
    };
    if stopping.run_until_cancelled(loaded).await.is_none() {
        return;
    }
    let mut follows = Vec::new();
    for stream in [Stream::Game, Stream::Clock] {
        let read = || Tail::from_last_of_each(log, stream);
        let read = until_answered(&stopping, stream.name(), read).await;
        let Some((last, tail)) = read else { return };
        let mut games = Games::new(stream, hub.clone());
        games.load(&last);
        follows.push((games, tail));
    }
    // Nobody watches yet; what is watched is made when they come.
    hub.all().iter().for_each(|channel| channel.rest());

    let guard = StopsWithIt::new(tasks);
    let known = hub.clone();
    tasks.spawn_until_stop(async move {
        let (_guard, source) = (guard, known.source());
        while let Ok(stored) = tail.next().await {
            note(&stored, tournaments.follow(&stored).await);
            source.hear(Stream::Tournament, stored.sequence);
        }
    });
    for (mut games, mut tail) in follows {
        let guard = StopsWithIt::new(tasks);
        tasks.spawn_until_stop(async move {
            let _guard = guard;
            while let Ok(stored) = tail.next().await {
                note(&stored, games.follow(&stored));
                games.hub.source().hear(games.stream, stored.sequence);
            }
        });
    }
    tasks.spawn_until_stop(watch_freshness(log.clone(), hub.clone()));
    let hub = hub.clone();
    tasks.spawn_until_stop(async move {
        loop {
            tokio::time::sleep(QUIET).await;
            let rested = hub.all().iter().filter(|channel| channel.rest_if_quiet()).count();
            tracing::debug!(rested, "tournaments gave their memory back");
        }
    });
}

/// Asks the event log every second whether it is there, and tells spectators when that changes.
async fn watch_freshness(log: EventLog, hub: Hub) {
    let mut monitor = Monitor::new(hub.source().now());
    loop {
        tokio::time::sleep(ASKED_EVERY).await;
        let freshness = match timeout(ANSWER_LIMIT, newest(&log)).await {
            Ok(Ok(newest)) => {
                let source = hub.source();
                monitor.answered(source.now(), newest, source.heard())
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

/// Stops the service when the task that holds it ends: spectators are not left with a feed that died,
/// nor with what a store has lost. Whoever runs the service starts it again.
struct StopsWithIt(Option<CancellationToken>);

impl StopsWithIt {
    fn new(tasks: &Tasks) -> Self {
        Self(Some(tasks.stopping()))
    }

    /// Lets the task end without the service.
    fn release(mut self) {
        self.0 = None;
    }
}

impl Drop for StopsWithIt {
    fn drop(&mut self) {
        if let Some(stopping) = &self.0 {
            stopping.cancel();
        }
    }
}

/// A message that cannot be shown harms nobody but itself.
fn note(stored: &Stored, shown: Result<(), ConsumerError>) {
    if let Err(error) = shown {
        let (subject, sequence) = (&stored.subject, stored.sequence);
        tracing::error!(subject, sequence, error = chain(&error), "a message cannot be shown");
    }
}

/// The span of showing a message, in the trace of whoever wrote it.
fn span(stored: &Stored) -> tracing::Span {
    let span =
        tracing::info_span!("broadcast", subject = stored.subject, sequence = stored.sequence);
    trace_context::continue_from(&span, trace_context::extract(&stored.headers));
    span
}

/// The games, or the clocks, of every tournament.
struct Games {
    stream: Stream,
    hub: Hub,
    positions: Recent<GameKey, (SubjectPosition, Arc<Channel>)>,
    swept_at: Instant,
}

impl Games {
    fn new(stream: Stream, hub: Hub) -> Self {
        Self { stream, hub, positions: Recent::default(), swept_at: Instant::now() }
    }

    /// Loads the last message of every game.
    fn load(&mut self, last: &[Stored]) {
        for stored in last {
            let loaded = self.take(stored, |channel, change| channel.load(change));
            note(stored, loaded.map(drop));
            self.hub.source().hear(self.stream, stored.sequence);
        }
    }

    fn follow(&mut self, stored: &Stored) -> Result<(), ConsumerError> {
        // Only messages make it grow, so that they may see to it.
        if self.swept_at.elapsed() >= FORGOTTEN {
            self.swept_at = Instant::now();
            self.positions.forget_unused();
        }
        span(stored).in_scope(|| {
            let (arrival, channel) = self.take(stored, |channel, change| channel.apply(change))?;
            let (subject, sequence) = (&stored.subject, stored.sequence);
            match arrival {
                Arrival::Next | Arrival::Repeat => {}
                Arrival::Gap => tracing::warn!(
                    subject,
                    sequence,
                    "messages before this one are missing; going on from the state it carries"
                ),
                Arrival::OtherHistory => {
                    tracing::warn!(
                        subject,
                        sequence,
                        "the log tells another history than before; spectators start anew from it"
                    );
                    channel.start_anew();
                }
            }
            Ok(())
        })
    }

    /// Lets `put` put the state of a message into its tournament's view.
    fn take(
        &mut self,
        stored: &Stored,
        put: impl Fn(&Channel, Change<'_>) -> Result<(), ConsumerError>,
    ) -> Result<(Arrival, Arc<Channel>), ConsumerError> {
        let subject: Subject = stored.subject.parse()?;
        let key = subject.game_key().ok_or(ConsumerError::OtherStream)?;
        let envelope = Envelope::decode(stored.payload.clone())?;
        let (position, channel) = self.positions.get_or_insert(key.clone(), || {
            (SubjectPosition::default(), self.hub.channel(&key.tournament))
        });
        let arrival = position.take(stored, &envelope);
        if arrival != Arrival::Repeat {
            let (game, sequence) = (key.game, stored.sequence);
            match envelope.record {
                Some(Record::Game(record)) if self.stream == Stream::Game => {
                    let state = required(record.state, "state")?;
                    put(channel, Box::new(move |view| Ok(view.set_game(game, sequence, &state)?)))?;
                }
                Some(Record::Clock(record)) if self.stream == Stream::Clock => {
                    let state = required(record.state, "state")?;
                    put(channel, Box::new(move |view| Ok(view.set_clock(game, sequence, &state))))?;
                }
                _ => return Err(ConvertError::OtherRecord.into()),
            }
        }
        Ok((arrival, Arc::clone(channel)))
    }
}

/// How a message changes a view.
type Change<'a> = Box<dyn FnOnce(&mut View) -> Result<Effect, ConsumerError> + 'a>;
