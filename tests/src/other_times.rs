//! The log as a service on a machine whose clock shows another time would write it.

use std::{collections::BTreeMap, sync::Arc};

use anyhow::Result;
use draughts::Timestamp;
use game_clock::ClockMark;
use proto::subject::Stream;
use runtime::{EventLog, Nats, NatsBroker, SimulatedMachine, Tasks, WallClock, config::NatsConfig};

/// Opens the log with a clock that is behind this machine's by so many milliseconds; returns the
/// moment that it shows, too.
///
/// # Errors
/// If NATS does not answer.
pub async fn log_behind(nats_url: &str, behind_ms: i64) -> Result<(EventLog, Timestamp)> {
    let mark = WallClock::system().mark();
    let at = Timestamp::from_millis(mark.at.millis() - behind_ms);
    let machine = SimulatedMachine::new(ClockMark { at, ..mark });
    let (config, stopping) = (NatsConfig::at(nats_url), Tasks::new().stopping());
    let nats = Nats::connect("before", &config, &stopping).await?;
    let opened = EventLog::open(nats.clone(), &config, &stopping).await?;
    let epochs = Stream::ALL.map(|stream| (stream, opened.epoch(stream).to_owned()));
    let broker = Arc::new(NatsBroker::new(nats, false));
    Ok((EventLog::new(broker, BTreeMap::from(epochs), WallClock::on(&machine)), at))
}
