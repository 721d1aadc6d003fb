//! The moments at which the last messages of the log were written, from which the clock of a
//! process goes on.

use std::time::Duration;

use game_clock::{BootId, ClockMark};
use prost::Message as _;
use proto::{Timestamp, subject::Stream, v1};

use crate::{error::ReadError, event_log::EventLog, stored::Stored, wall_clock::LogMoments};

/// Number of messages of a stream that are looked at: several machines may write it in turn.
const LOOKED_AT: u32 = 100;

/// The part of an envelope that tells when it was written. It is read of every envelope, also of
/// one that only a newer program understands.
#[derive(Clone, PartialEq, prost::Message)]
struct Written {
    #[prost(int64, tag = "5")]
    recorded_at_ms: i64,
    #[prost(message, optional, tag = "7")]
    machine: Option<v1::MachineClock>,
}

/// Returns the moments of the last messages of these streams.
///
/// # Errors
/// [`ReadError`] if NATS does not answer.
pub(crate) async fn log_moments(
    log: &EventLog,
    streams: &[Stream],
) -> Result<LogMoments, ReadError> {
    let mut moments = LogMoments::default();
    for stream in streams {
        let last = log.last_sequence(*stream).await?;
        let from = last.saturating_sub(u64::from(LOOKED_AT)) + 1;
        let page = log.stored_page(*stream, &stream.subjects(), from, LOOKED_AT).await;
        for stored in page?.0 {
            moments.add(&stored);
        }
    }
    Ok(moments)
}

impl LogMoments {
    /// Adds a message; ignores bytes that are no envelope.
    fn add(&mut self, stored: &Stored) {
        let Ok(written) = Written::decode(stored.payload.clone()) else { return };
        let at = Timestamp::from_millis(written.recorded_at_ms);
        self.last = self.last.max(Some(at));
        self.marks.extend(written.machine.and_then(|machine| mark(&machine, at)));
    }
}

fn mark(machine: &v1::MachineClock, at: Timestamp) -> Option<ClockMark> {
    let boot = BootId(u128::from_be_bytes(machine.boot.as_ref().try_into().ok()?));
    Some(ClockMark { boot, up: Duration::from_millis(machine.up_ms), at })
}

/// Returns a mark as an envelope holds it.
pub(crate) fn machine_clock(mark: ClockMark) -> v1::MachineClock {
    let boot = mark.boot.0.to_be_bytes().to_vec().into();
    v1::MachineClock { boot, up_ms: u64::try_from(mark.up.as_millis()).unwrap_or(u64::MAX) }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use super::*;
    use crate::{
        ledger::Ledger,
        machine::SimulatedMachine,
        memory_broker::MemoryBroker,
        numbers::{Numbers, number, subject},
        wall_clock::WallClock,
    };

    /// Writes a number, as a process on this machine.
    async fn write(broker: &MemoryBroker, machine: &SimulatedMachine, table: u32) -> ClockMark {
        let clock = WallClock::on(machine);
        let log = EventLog::new(Arc::new(broker.clone()), BTreeMap::new(), clock.clone());
        let mut ledger = Ledger::<Numbers>::load(&log, subject(table)).await.unwrap();
        ledger.commit(&log, &[number(1)], None, None, Duration::ZERO).await.unwrap();
        clock.mark()
    }

    #[tokio::test(start_paused = true)]
    async fn every_message_marks_the_clock_of_its_machine() {
        let broker = MemoryBroker::default();
        let at = Timestamp::from_millis;
        let [here, there] = [(1, 5_000), (2, 7_000)].map(|(boot, ms)| {
            SimulatedMachine::new(ClockMark { boot: BootId(boot), up: Duration::ZERO, at: at(ms) })
        });
        let mut marks = vec![write(&broker, &here, 1).await, write(&broker, &there, 2).await];
        tokio::time::advance(Duration::from_millis(500)).await;
        marks.push(write(&broker, &here, 3).await);
        let moments = log_moments(&broker.log(), &[Stream::Input, Stream::Game]).await.unwrap();
        assert_eq!((moments.marks, moments.last), (marks, Some(at(7_000))));
        let others = log_moments(&broker.log(), &[Stream::Clock]).await.unwrap();
        assert_eq!((others.marks, others.last), (Vec::new(), None));
    }

    #[tokio::test]
    async fn a_log_that_does_not_answer_and_bytes_that_are_no_envelope_mark_nothing() {
        let broker = MemoryBroker::default();
        broker.fail_reads(1);
        assert!(log_moments(&broker.log(), &[Stream::Input]).await.is_err());
        let mut moments = LogMoments::default();
        let (subject, headers) = (subject(1).to_string(), Default::default());
        moments.add(&Stored { subject, sequence: 1, headers, payload: vec![0xff].into() });
        assert_eq!((moments.marks, moments.last), (Vec::new(), None));
    }
}
