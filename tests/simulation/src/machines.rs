//! The machines on which the services run: their clocks, which are off, and times of day that are
//! set.

use std::{io, path::Path, sync::Arc, time::Duration};

use game_clock::{BootId, ClockMark, MachineClock};
use proto::Timestamp;
use runtime::SimulatedMachine;
use tempfile::TempDir;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{Sabotage, seed::Dice};

/// The largest error of a clock at the boot of its machine, milliseconds.
const SKEW_MS: u64 = 300;
/// The time since the boot of each machine when a run begins.
const UP: Duration = Duration::from_secs(86_400);
/// The steps of a time of day, milliseconds: that of a leap second, which is made up, and those
/// that are not.
const STEPS_MS: [i64; 4] = [1_000, 120_000, 600_000, 3_600_000];
/// A share of the runs, in a thousand, in which times of day are set.
const SET: u64 = 350;

/// The two machines of a run, each with one replica of every service. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Machines {
    both: [SimulatedMachine; 2],
    dice: Dice,
    sabotage: Option<Sabotage>,
    are_set: bool,
    skew_ms: u64,
    /// The folder of each that outlasts its processes; the last of this value removes both.
    folders: Arc<[TempDir; 2]>,
}

impl Machines {
    /// Returns the machines of a seed, on which it is about `at`. They have random numbers of their
    /// own.
    ///
    /// # Errors
    /// If there is no room for their folders.
    pub(crate) fn new(seed: u64, at: Timestamp, sabotage: Option<Sabotage>) -> io::Result<Self> {
        let dice = Dice::new(!seed);
        let skew_ms = if dice.happens(500) { SKEW_MS } else { 0 };
        let both = [1, 2].map(|boot| {
            let skew = Duration::from_millis(dice.number(0..=2 * skew_ms));
            let begins = at.saturating_add(skew).saturating_sub(Duration::from_millis(skew_ms));
            SimulatedMachine::new(ClockMark { boot: BootId(boot), up: UP, at: begins })
        });
        let are_set = dice.happens(SET);
        let folders = Arc::new([folder()?, folder()?]);
        Ok(Self { both, dice, sabotage, are_set, skew_ms, folders })
    }

    pub(crate) fn get(&self, machine: usize) -> SimulatedMachine {
        let [first, second] = &self.both;
        if machine == 0 { first.clone() } else { second.clone() }
    }

    /// Returns the folder of a machine that outlasts its processes.
    pub(crate) fn folder(&self, machine: usize) -> &Path {
        let [first, second] = &*self.folders;
        if machine == 0 { first.path() } else { second.path() }
    }

    /// Returns a machine as a process sees it that starts there now.
    pub(crate) fn seen_by_process(&self, machine: &SimulatedMachine) -> SimulatedMachine {
        match self.sabotage {
            Some(Sabotage::ForgetBoot) => {
                machine.booted_as(BootId(self.dice.number(3..=u64::MAX).into()))
            }
            _ => machine.clone(),
        }
    }

    /// Returns the largest error of a moment that a process tells.
    pub(crate) fn error(&self) -> Duration {
        // A difference that is no step may be made up, or be where a process begins.
        let made_up = if self.are_set { MachineClock::STEP } else { Duration::ZERO };
        Duration::from_millis(self.skew_ms) + made_up
    }

    /// Sets times of day now and then until `enough` is cancelled, in some of the runs.
    pub(crate) async fn set_times_of_day(self, enough: CancellationToken) {
        if !self.are_set {
            return;
        }
        let pause = || sleep(self.dice.millis(300..=6000));
        while enough.run_until_cancelled(pause()).await.is_some() {
            let machine = self.get(self.dice.below(2));
            let step_ms = STEPS_MS[self.dice.below(STEPS_MS.len())];
            let by_ms = if self.dice.happens(500) { step_ms } else { -step_ms };
            machine.set_time_of_day(by_ms);
            if self.sabotage == Some(Sabotage::FollowTimeOfDay) {
                machine.set_up(by_ms);
            }
        }
    }
}

/// Makes a folder, in memory where there is a file system for that: a real disk would be waited for
/// at each write.
fn folder() -> io::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }
}
