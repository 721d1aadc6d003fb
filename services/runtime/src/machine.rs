//! The clocks of the machine on which a process runs: its time of day, and the time since its boot.

use std::{
    fs,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use game_clock::{BootId, ClockMark, MachineReading};
use proto::Timestamp;
use tokio::time::Instant;
use uuid::Uuid;

/// The file in which Linux tells the id of the boot, the same to every process and container.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";

/// A machine of which the clocks are read.
#[derive(Clone, Debug)]
pub(crate) enum Machine {
    /// The machine on which this process runs.
    System,
    /// A machine of a simulation.
    Simulated(SimulatedMachine),
}

impl Machine {
    pub(crate) fn boot(&self) -> BootId {
        match self {
            Self::System => system_boot(),
            Self::Simulated(machine) => machine.first.boot,
        }
    }

    pub(crate) fn up(&self) -> Duration {
        match self {
            Self::System => system_up(),
            Self::Simulated(machine) => machine.up(),
        }
    }

    pub(crate) fn read(&self) -> MachineReading {
        let time_of_day = match self {
            Self::System => system_time_of_day(),
            Self::Simulated(machine) => machine.time_of_day(),
        };
        MachineReading { up: self.up(), time_of_day }
    }
}

/// Returns the id of this boot. Where the system has none, each process has its own, as if it ran
/// on a machine of its own.
fn system_boot() -> BootId {
    static BOOT: OnceLock<BootId> = OnceLock::new();
    *BOOT.get_or_init(|| {
        let text = fs::read_to_string(BOOT_ID).unwrap_or_default();
        let id = Uuid::parse_str(text.trim()).unwrap_or_else(|_none| Uuid::new_v4());
        BootId(id.as_u128())
    })
}

/// Returns the time since the boot, in which the machine may have slept.
#[cfg(target_os = "linux")]
fn system_up() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    // Linux always has this clock.
    clock_gettime(ClockId::CLOCK_BOOTTIME).map_or(Duration::ZERO, Duration::from)
}

/// Returns the time since the first call.
#[cfg(not(target_os = "linux"))]
fn system_up() -> Duration {
    static FIRST: OnceLock<std::time::Instant> = OnceLock::new();
    #[expect(clippy::disallowed_methods, reason = "time that no test pauses")]
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}

/// Returns the time of day of this machine.
#[expect(clippy::disallowed_methods, reason = "this is the time of day")]
pub(crate) fn system_time_of_day() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A machine of a simulation, whose clocks go with tokio's time, which a test may pause. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct SimulatedMachine {
    /// Its clocks when tokio's clock was at `since`.
    first: ClockMark,
    since: Instant,
    clocks: Arc<SetClocks>,
}

/// The milliseconds by which the clocks of a simulated machine were set forward.
#[derive(Debug, Default)]
struct SetClocks {
    time_of_day_ms: AtomicI64,
    up_ms: AtomicI64,
}

impl SimulatedMachine {
    /// Returns a machine whose clocks read `now`.
    #[must_use]
    pub fn new(now: ClockMark) -> Self {
        Self { first: now, since: Instant::now(), clocks: Arc::default() }
    }

    /// Returns the same machine as seen by a process that does not recognise its boot.
    #[must_use]
    pub fn booted_as(&self, boot: BootId) -> Self {
        Self { first: ClockMark { boot, ..self.first }, ..self.clone() }
    }

    /// Sets the time of day forward, or back if negative.
    pub fn set_time_of_day(&self, by_ms: i64) {
        self.clocks.time_of_day_ms.fetch_add(by_ms, Ordering::Relaxed);
    }

    /// Sets the time since the boot, too, which no machine does; for a test that shows that it
    /// would be noticed.
    pub fn set_up(&self, by_ms: i64) {
        self.clocks.up_ms.fetch_add(by_ms, Ordering::Relaxed);
    }

    fn up(&self) -> Duration {
        let up = self.first.up + self.since.elapsed();
        let set = Duration::from_millis(self.clocks.up_ms.load(Ordering::Relaxed).unsigned_abs());
        if self.clocks.up_ms.load(Ordering::Relaxed) < 0 {
            up.saturating_sub(set)
        } else {
            up + set
        }
    }

    fn time_of_day(&self) -> Timestamp {
        let set_ms = self.clocks.time_of_day_ms.load(Ordering::Relaxed);
        let now = self.first.at.saturating_add(self.since.elapsed());
        Timestamp::from_millis(now.millis().saturating_add(set_ms))
    }
}
