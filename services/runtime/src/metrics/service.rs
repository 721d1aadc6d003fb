//! The metrics that every service has.

use opentelemetry::metrics::Meter;
use proto::subject::{Stream, consumer};
use tokio::time::Instant;

use super::{Counter, Definition, Gauge, Histogram, Kind, Labels, Metric, calls::CALL_DURATION};

/// The names of the services, as labels have them.
pub const SERVICES: [&str; 5] =
    ["board-ingest", "rules-validation", "clock", "pairing", "broadcast"];

/// A series for each service, in the order of [`SERVICES`].
pub static OF_SERVICES: [Labels; 5] = [
    &[("service", "board-ingest")],
    &[("service", "rules-validation")],
    &[("service", "clock")],
    &[("service", "pairing")],
    &[("service", "broadcast")],
];

/// In the order of [`Stream::ALL`].
static OF_STREAMS: [Labels; 5] = [
    &[("stream", "INPUT")],
    &[("stream", "GAME")],
    &[("stream", "CLOCK")],
    &[("stream", "TOURNAMENT")],
    &[("stream", "ACCESS")],
];

/// In the order of [`Stream::ALL`], four outcomes for each.
static OF_APPENDS: [Labels; 20] = [
    &[("stream", "INPUT"), ("outcome", "stored")],
    &[("stream", "INPUT"), ("outcome", "conflict")],
    &[("stream", "INPUT"), ("outcome", "refused")],
    &[("stream", "INPUT"), ("outcome", "unavailable")],
    &[("stream", "GAME"), ("outcome", "stored")],
    &[("stream", "GAME"), ("outcome", "conflict")],
    &[("stream", "GAME"), ("outcome", "refused")],
    &[("stream", "GAME"), ("outcome", "unavailable")],
    &[("stream", "CLOCK"), ("outcome", "stored")],
    &[("stream", "CLOCK"), ("outcome", "conflict")],
    &[("stream", "CLOCK"), ("outcome", "refused")],
    &[("stream", "CLOCK"), ("outcome", "unavailable")],
    &[("stream", "TOURNAMENT"), ("outcome", "stored")],
    &[("stream", "TOURNAMENT"), ("outcome", "conflict")],
    &[("stream", "TOURNAMENT"), ("outcome", "refused")],
    &[("stream", "TOURNAMENT"), ("outcome", "unavailable")],
    &[("stream", "ACCESS"), ("outcome", "stored")],
    &[("stream", "ACCESS"), ("outcome", "conflict")],
    &[("stream", "ACCESS"), ("outcome", "refused")],
    &[("stream", "ACCESS"), ("outcome", "unavailable")],
];

/// In the order of [`consumer::ALL`].
static OF_CONSUMERS: [Labels; 5] = [
    &[("stream", "INPUT"), ("consumer", "rules-validation")],
    &[("stream", "CLOCK"), ("consumer", "rules-validation")],
    &[("stream", "GAME"), ("consumer", "clock")],
    &[("stream", "GAME"), ("consumer", "pairing")],
    &[("stream", "TOURNAMENT"), ("consumer", "board-ingest")],
];

static OF_CALLERS: [Labels; 2] = [&[("callers", "public")], &[("callers", "venue")]];

static OF_REFUSALS: [Labels; 2] = [&[("reason", "process")], &[("reason", "address")]];

static OF_STAGES: [Labels; 3] =
    [&[("stage", "stored")], &[("stage", "judged")], &[("stage", "shown")]];

/// The labels of a metric with one series.
pub static ONE: [Labels; 1] = [&[]];

/// A stage of the way of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its input is in the log.
    Stored,
    /// Its effect on the game is in the log.
    Judged,
    /// It is in a frame for spectators.
    Shown,
}

pub(crate) fn service_series(name: &str) -> usize {
    SERVICES.iter().position(|service| *service == name).unwrap_or(SERVICES.len())
}

pub(crate) fn stream_series(stream: Stream) -> usize {
    Stream::ALL.iter().position(|one| *one == stream).unwrap_or(Stream::ALL.len())
}

pub(crate) fn outcome_series(stream: Stream, outcome: usize) -> usize {
    stream_series(stream) * 4 + outcome
}

pub(crate) fn consumer_series(stream: Stream, name: &str) -> usize {
    let place = consumer::ALL.iter().position(|of| *of == (stream, name));
    place.unwrap_or(consumer::ALL.len())
}

/// The age of moves at each [`Stage`].
pub static MOVE_AGE: Histogram<3> = Histogram::new(
    "damcast.move.age",
    "Time from the moment at which a move was made, by its device, until it is stored, judged, and in a frame \
     for spectators.",
    &OF_STAGES,
);

pub(crate) static LOG_APPEND_DURATION: Histogram<20> = Histogram::new(
    "damcast.log.append.duration",
    "Time until an append to the event log is stored or given up. A conflict lets another replica go first.",
    &OF_APPENDS,
);

pub(crate) static LOG_PASSED_OVER: Counter<5> = Counter::new(
    "damcast.log.passed_over",
    "{message}",
    "Messages that no program can read; `damcast rebuild` mends them.",
    &OF_STREAMS,
);

static GIVEN_UP: Counter<5> = Counter::new(
    "damcast.given_up",
    "{message}",
    "Messages whose effect a service gave up after several attempts, such as the result of a game; its log names each. \
     rules-validation sets games aside instead.",
    &OF_SERVICES,
);

/// Counts a message whose effect a service gave up. Its log says which, and how people go on.
pub fn given_up(service: &str) {
    GIVEN_UP.add(service_series(service), 1);
}

pub(crate) static LOG_SET_BACKS: Counter<5> = Counter::new(
    "damcast.log.set_backs",
    "{loss}",
    "Times at which a stream lacked messages that it had before.",
    &OF_STREAMS,
);

pub(crate) static CONSUMER_PENDING: Gauge<5> = Gauge::new(
    "damcast.consumer.pending",
    "{message}",
    "Messages of the stream that the consumer has not handled.",
    &OF_CONSUMERS,
);

pub(crate) static CONSUMER_UNACKNOWLEDGED: Gauge<5> = Gauge::new(
    "damcast.consumer.unacknowledged",
    "{message}",
    "Messages that were delivered and are being handled.",
    &OF_CONSUMERS,
);

pub(crate) static CONSUMER_INTERRUPTIONS: Counter<5> = Counter::new(
    "damcast.consumer.interruptions",
    "{interruption}",
    "Times at which reading was interrupted; it goes on by itself.",
    &OF_CONSUMERS,
);

pub(crate) static CONSUMER_TAKEOVERS: Counter<5> = Counter::new(
    "damcast.consumer.takeovers",
    "{takeover}",
    "Times at which this replica took the consumer over from another.",
    &OF_CONSUMERS,
);

pub(crate) static NATS_CONNECTED: Gauge<1> = Gauge::new(
    "damcast.nats.connected",
    "{connection}",
    "1 while NATS is connected, else 0.",
    &ONE,
);

pub(crate) static READY: Gauge<5> = Gauge::new(
    "damcast.ready",
    "{service}",
    "1 while the service is ready, as /readyz tells, else 0.",
    &OF_SERVICES,
);

pub(crate) static CONNECTIONS: Gauge<2> = Gauge::counting(
    "damcast.connections",
    "{connection}",
    "Open connections: of spectators (public), and of devices and desks (venue).",
    &OF_CALLERS,
);

pub(crate) static CONNECTIONS_LIMIT: Gauge<2> = Gauge::new(
    "damcast.connections.limit",
    "{connection}",
    "Connections that the process takes at most.",
    &OF_CALLERS,
);

pub(crate) static CONNECTIONS_REFUSED: Counter<2> = Counter::new(
    "damcast.connections.refused",
    "{connection}",
    "Connections that were refused because the process, or one address, had as many as it may have.",
    &OF_REFUSALS,
);

pub(crate) static CALLS_REFUSED: Counter<2> = Counter::new(
    "damcast.calls.refused",
    "{call}",
    "Calls that were refused because the process, or one address, had as many open as it may have.",
    &OF_REFUSALS,
);

pub(crate) static ACTORS: Gauge<1> = Gauge::counting(
    "damcast.actors",
    "{actor}",
    "Games and clocks in memory, each with a task of its own.",
    &ONE,
);

pub(crate) static ACTOR_MESSAGES: Gauge<1> = Gauge::counting(
    "damcast.actor.messages",
    "{message}",
    "Messages that wait for the actors of games and clocks.",
    &ONE,
);

pub(crate) static TLS_EXPIRY: Gauge<1> = Gauge::new(
    "damcast.tls.expiry",
    "s",
    "Time until the certificate for TLS expires; negative once it has. Absent without TLS.",
    &ONE,
);

pub(crate) static TIME_OF_DAY_OFFSET: Gauge<1> = Gauge::counting(
    "damcast.time_of_day.offset",
    "s",
    "Seconds by which the time of day of this machine is ahead of the time that is kept, since it was set.",
    &ONE,
);

/// The time since this process can be asked for metrics.
#[derive(Debug)]
struct Uptime(Definition);

static UPTIME: Uptime = Uptime(Definition {
    name: "process.uptime",
    kind: Kind::Gauge,
    unit: "s",
    about: "Time since the process began; it falls when the process is started again.",
    series: &ONE,
});

impl Metric for Uptime {
    fn definition(&self) -> &Definition {
        &self.0
    }

    fn register(&'static self, meter: &Meter) {
        let Definition { name, unit, about, .. } = self.0;
        let began = Instant::now();
        let observed = meter.f64_observable_gauge(name).with_unit(unit).with_description(about);
        observed
            .with_callback(move |observer| observer.observe(began.elapsed().as_secs_f64(), &[]))
            .build();
    }
}

/// All metrics that every service has.
pub static SERVICE_METRICS: [&dyn Metric; 21] = [
    &UPTIME,
    &READY,
    &NATS_CONNECTED,
    &MOVE_AGE,
    &LOG_APPEND_DURATION,
    &LOG_PASSED_OVER,
    &LOG_SET_BACKS,
    &GIVEN_UP,
    &CONSUMER_PENDING,
    &CONSUMER_UNACKNOWLEDGED,
    &CONSUMER_INTERRUPTIONS,
    &CONSUMER_TAKEOVERS,
    &ACTORS,
    &ACTOR_MESSAGES,
    &CONNECTIONS,
    &CONNECTIONS_LIMIT,
    &CONNECTIONS_REFUSED,
    &CALLS_REFUSED,
    &CALL_DURATION,
    &TIME_OF_DAY_OFFSET,
    &TLS_EXPIRY,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_have_the_labels_of_what_they_are_for() {
        for stream in Stream::ALL {
            assert_eq!(OF_STREAMS[stream_series(stream)], [("stream", stream.name())]);
            for (outcome, name) in
                ["stored", "conflict", "refused", "unavailable"].iter().enumerate()
            {
                let labels = [("stream", stream.name()), ("outcome", *name)];
                assert_eq!(OF_APPENDS[outcome_series(stream, outcome)], labels);
            }
        }
        for (stream, name) in consumer::ALL {
            let labels = [("stream", stream.name()), ("consumer", name)];
            assert_eq!(OF_CONSUMERS[consumer_series(stream, name)], labels);
        }
        for name in SERVICES {
            assert_eq!(OF_SERVICES[service_series(name)], [("service", name)]);
        }
    }
}
