//! The metrics of the service.

use std::time::Duration;

use draughts::Timestamp;
use live_game::GameEvent;
use proto::convert::Record;
use runtime::{
    LogEntry,
    metrics::{Counted, Counter, Gauge, Histogram, Labels, MOVE_AGE, Metric, ONE, Stage},
};

use crate::freshness::Freshness;

/// In the order of the values of [`Transport`].
static TRANSPORTS: [Labels; 3] =
    [Transport::WebSocket.labels(), Transport::Sse.labels(), Transport::Grpc.labels()];

static SNAPSHOT_REASONS: [Labels; 3] =
    [&[("reason", "first")], &[("reason", "cursor")], &[("reason", "behind")]];

static STREAMS: [Labels; 2] = [&[("stream", "GAME")], &[("stream", "CLOCK")]];

static STATES: [Labels; 4] = [
    &[("state", "live")],
    &[("state", "log-lost")],
    &[("state", "venue-offline")],
    &[("state", "delayed")],
];

static SPECTATORS: Gauge<3> = Gauge::counting(
    "damcast.spectators",
    "{spectator}",
    "Spectators who watch a tournament.",
    &TRANSPORTS,
);

/// Frames that were handed to spectators.
pub(crate) static FRAMES: Counter<1> = Counter::new(
    "damcast.frames",
    "{frame}",
    "Frames that were sent, one for each spectator.",
    &ONE,
);

static RESUMED: Counter<1> = Counter::new(
    "damcast.spectators.resumed",
    "{spectator}",
    "Spectators who came back and went on where they had been.",
    &ONE,
);

static SNAPSHOTS: Counter<3> = Counter::new(
    "damcast.snapshots",
    "{snapshot}",
    "Snapshots that were sent: to newcomers (first), to those whose place is gone (cursor), and to those who \
     read too slowly (behind).",
    &SNAPSHOT_REASONS,
);

static FRAME_AGE: Histogram<2> = Histogram::new(
    "damcast.frame.age",
    "Time from the writing of a message of the log until its frame is ready.",
    &STREAMS,
);

static VIEW_STATE: Gauge<4> = Gauge::new(
    "damcast.view.state",
    "{state}",
    "1 for what spectators are told of the freshness of the pages, else 0.",
    &STATES,
);

static BEAT_AGE: Gauge<1> = Gauge::new(
    "damcast.venue.beat.age",
    "s",
    "Time since the last sign of life of the venue, which comes every two seconds; of several venues, the longest. One that has been silent for twelve hours has packed up and does not count.",
    &ONE,
);

static WITHHELD: Gauge<1> = Gauge::new(
    "damcast.embargo.withheld",
    "{message}",
    "Messages about games and clocks that are not public yet.",
    &ONE,
);

/// All metrics of the service.
pub static METRICS: [&dyn Metric; 8] =
    [&SPECTATORS, &FRAMES, &RESUMED, &SNAPSHOTS, &FRAME_AGE, &VIEW_STATE, &BEAT_AGE, &WITHHELD];

/// A way to connect.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    WebSocket,
    Sse,
    Grpc,
}

impl Transport {
    /// Returns its labels among the series of [`SPECTATORS`], which [`TRANSPORTS`] lists.
    const fn labels(self) -> Labels {
        match self {
            Self::WebSocket => &[("transport", "websocket")],
            Self::Sse => &[("transport", "sse")],
            Self::Grpc => &[("transport", "grpc")],
        }
    }
}

/// Counts a spectator until the result is dropped.
pub(crate) fn spectator(transport: Transport) -> Counted {
    SPECTATORS.count(transport as usize)
}

/// The reason why a spectator gets a snapshot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Snapshot {
    First,
    Cursor,
    Behind,
}

pub(crate) fn snapshot(reason: Snapshot) {
    SNAPSHOTS.add(reason as usize, 1);
}

pub(crate) fn resumed() {
    RESUMED.add(0, 1);
}

/// Records the age of a message, and of the moves in it, when its frame is ready at `now`.
pub(crate) fn shown(entry: &LogEntry, now: Timestamp) {
    let age = now.duration_since(entry.recorded_at);
    match &entry.record {
        Record::Game(record) => {
            FRAME_AGE.record(0, age);
            for event in &record.events {
                if let GameEvent::MovePlayed { at, .. } = event {
                    MOVE_AGE.record(Stage::Shown as usize, now.duration_since(*at));
                }
            }
        }
        Record::Clock(_) => FRAME_AGE.record(1, age),
        Record::Input(_) | Record::Tables(_) | Record::Tournament(_) | Record::Access(_) => {}
    }
}

/// Notes how many messages wait until they are public.
pub(crate) fn withheld(messages: usize) {
    WITHHELD.set(0, i64::try_from(messages).unwrap_or(i64::MAX));
}

/// Notes the freshness of the pages, and the time since the last sign of life of the venue.
pub(crate) fn freshness(freshness: Freshness, beat_age: Option<Duration>) {
    let state = match freshness {
        Freshness::Live => 0,
        Freshness::LogLost { .. } => 1,
        Freshness::VenueOffline { .. } => 2,
        Freshness::Delayed { .. } => 3,
    };
    for other in 0..STATES.len() {
        VIEW_STATE.set(other, i64::from(other == state));
    }
    match beat_age {
        Some(age) => BEAT_AGE.set(0, i64::try_from(age.as_millis()).unwrap_or(i64::MAX)),
        None => BEAT_AGE.forget(0),
    }
}
