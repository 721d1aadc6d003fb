//! The time by which everything is stamped. No other code may ask for the time of day.
//!
//! [`MachineClock`] decides what time it is. All services of a process share one clock.

use std::{
    sync::{Arc, Mutex, MutexGuard, OnceLock},
    time::Duration,
};

use game_clock::{BootId, ClockMark, MachineClock};
use proto::Timestamp;
use tokio::sync::{OnceCell, watch};

use crate::{
    lock::lock,
    machine::{Machine, SimulatedMachine},
    metrics,
};

/// Tells the time. Cheap to clone.
#[derive(Clone, Debug)]
pub struct WallClock(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    machine: Machine,
    clock: Mutex<MachineClock>,
    /// Set once the clock goes on from the marks in the log.
    goes_on: OnceCell<()>,
    /// The milliseconds by which the time of day is ahead since a step.
    ahead_ms: watch::Sender<Option<i64>>,
}

/// The moments in the log from which a process goes on that starts.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogMoments {
    /// The marks of messages.
    pub(crate) marks: Vec<ClockMark>,
    /// The last moment at which a message was written.
    pub(crate) last: Option<Timestamp>,
}

impl WallClock {
    /// Returns the clock of this process. It starts at the time of day.
    #[must_use]
    pub fn system() -> Self {
        static SYSTEM: OnceLock<WallClock> = OnceLock::new();
        SYSTEM.get_or_init(|| Self::of(Machine::System)).clone()
    }

    /// Returns a clock that shows `at` now and goes on with tokio's time, which a test may pause.
    #[must_use]
    pub fn simulated(at: Timestamp) -> Self {
        Self::on(&SimulatedMachine::new(ClockMark { boot: BootId(0), up: Duration::ZERO, at }))
    }

    /// Returns the clock of a process that starts on a simulated machine.
    #[must_use]
    pub fn on(machine: &SimulatedMachine) -> Self {
        Self::of(Machine::Simulated(machine.clone()))
    }

    fn of(machine: Machine) -> Self {
        let clock = MachineClock::start(machine.boot(), machine.read(), &[], None);
        let (goes_on, ahead_ms) = (OnceCell::new(), watch::Sender::new(None));
        Self(Arc::new(Shared { machine, clock: Mutex::new(clock), goes_on, ahead_ms }))
    }

    /// Returns the current time, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let clock = self.clock();
        clock.now(self.0.machine.up())
    }

    /// Returns the current time, with the reading of the machine's clock that told it.
    #[must_use]
    pub fn mark(&self) -> ClockMark {
        let clock = self.clock();
        let up = self.0.machine.up();
        ClockMark { boot: self.0.machine.boot(), up, at: clock.now(up) }
    }

    /// Returns true if marks tell this machine what time it is.
    pub(crate) fn is_told_by(&self, marks: &[ClockMark]) -> bool {
        let machine = &self.0.machine;
        MachineClock::told(machine.boot(), machine.up(), marks).is_some()
    }

    /// Sets the clock so that it is not behind the log, of which `read` returns the moments. Only the
    /// first call does; others wait until it has.
    ///
    /// # Errors
    /// That of `read`; the next call tries again.
    pub(crate) async fn go_on_from<E>(
        &self,
        read: impl Future<Output = Result<LogMoments, E>>,
    ) -> Result<(), E> {
        let go_on = async {
            let LogMoments { marks, last } = read.await?;
            let machine = &self.0.machine;
            *self.clock() = MachineClock::start(machine.boot(), machine.read(), &marks, last);
            self.observe();
            Ok(())
        };
        self.0.goes_on.get_or_try_init(|| go_on).await?;
        Ok(())
    }

    /// Compares the clock with the time of day.
    pub(crate) fn observe(&self) {
        let ahead_ms = {
            let mut clock = self.clock();
            if !clock.observe(self.0.machine.read()) {
                return;
            }
            clock.ahead_ms()
        };
        metrics::TIME_OF_DAY_OFFSET.set(0, ahead_ms.unwrap_or(0));
        self.0.ahead_ms.send_replace(ahead_ms);
        match ahead_ms {
            Some(ahead_ms) => tracing::warn!(
                ahead_ms,
                "the time of day of this machine was set; moments are told by the time that has passed"
            ),
            None => tracing::info!("the time of day of this machine agrees again"),
        }
    }

    /// Watches the milliseconds by which the time of day is ahead since it was set, negative if it
    /// is behind; `None` while it agrees.
    #[must_use]
    pub fn watch_time_of_day(&self) -> watch::Receiver<Option<i64>> {
        self.0.ahead_ms.subscribe()
    }

    fn clock(&self) -> MutexGuard<'_, MachineClock> {
        lock(&self.0.clock)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    const HOUR_MS: i64 = 3_600_000;
    const BEGAN: Timestamp = Timestamp::from_millis(1_000);

    fn machine() -> SimulatedMachine {
        SimulatedMachine::new(ClockMark { boot: BootId(1), up: Duration::ZERO, at: BEGAN })
    }

    #[tokio::test(start_paused = true)]
    async fn a_simulated_clock_goes_with_the_virtual_time() {
        let clock = WallClock::simulated(Timestamp::from_millis(1_000));
        assert_eq!(clock.now().millis(), 1_000);
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(clock.now().millis(), 1_250);
    }

    #[tokio::test(start_paused = true)]
    async fn a_time_of_day_that_is_set_moves_no_clock_and_is_told() {
        let machine = machine();
        let clock = WallClock::on(&machine);
        let mut told = clock.watch_time_of_day();
        for step_ms in [HOUR_MS, -2 * HOUR_MS] {
            machine.set_time_of_day(step_ms);
            clock.observe();
            assert!(told.has_changed().unwrap());
            assert_eq!(
                *told.borrow_and_update(),
                Some(if step_ms > 0 { HOUR_MS } else { -HOUR_MS })
            );
        }
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(clock.now().millis(), 1_250);
        machine.set_time_of_day(HOUR_MS);
        clock.observe();
        assert_eq!(*told.borrow_and_update(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_that_starts_again_on_the_machine_goes_on_from_the_log() {
        let machine = machine();
        let mark = WallClock::on(&machine).mark();
        machine.set_time_of_day(HOUR_MS);
        tokio::time::advance(Duration::from_secs(5)).await;
        let moments = LogMoments { marks: vec![mark], last: Some(mark.at) };
        let clock = WallClock::on(&machine);
        let read = || async { Ok::<_, Infallible>(moments.clone()) };
        clock.go_on_from(read()).await.unwrap();
        assert_eq!(clock.now().millis(), 6_000);
        assert_eq!(*clock.watch_time_of_day().borrow(), Some(HOUR_MS));
        // The next service of the process changes nothing.
        let unread = async { Ok::<_, Infallible>(LogMoments::default()) };
        clock.go_on_from(unread).await.unwrap();
        assert_eq!(clock.now().millis(), 6_000);
    }

    #[tokio::test]
    async fn the_clock_of_the_system_goes_with_its_time_of_day() {
        let clock = WallClock::system();
        clock.observe();
        assert_eq!(*clock.watch_time_of_day().borrow(), None);
        let (before, mark, after) = (clock.now(), clock.mark(), WallClock::system().now());
        assert!(before <= mark.at && mark.at <= after, "{before} {mark:?} {after}");
    }
}
