//! A whole round in virtual time: the real services, two replicas of each, against a simulated
//! broker.
//!
//! Everything that goes wrong, and when, comes from a seed: lost answers, lost and repeated
//! deliveries, floods of inputs to one game, streams without room, crashes at any await,
//! partitions, slow replicas, clocks that are off, times of day that are set, streams that lose any
//! part of their ends, doors that are locked, and embargoes. Afterwards the log is checked for what
//! Damcast promises. The same seed is the same run, to the byte.
//!
//! # Kinds of runs
//!
//! Besides, by their seeds:
//!
//! * 3 modulo 4: GAME, CLOCK, TOURNAMENT and ACCESS lose messages at their ends, up to three times,
//!   in any combination, also where times of day are set.
//! * 3 modulo 8: INPUT does as well, and devices hand in again.
//! * 11 and 15 modulo 16: also what the desk told before the games began, which it tells again.
//! * 0 to 3 modulo 12: the hall is locked. Each call has a token, devices sign, and four of them
//!   are put out.
//! * 4 to 6 modulo 12: embargoes are set, lifted and released.
//!
//! # Limits
//!
//! The broker is in memory, and callers reach the services without a network. So floods of
//! connections, slow headers and bodies, streams that nobody reads, heavy questions, compression
//! and texts that are made to mislead do not reach what they would harm: `tests/campaign` does that
//! to processes (`connections`, `floods`, `hostile-texts`). Nothing takes the time of a processor
//! either, so a flood of inputs to one game keeps no other waiting here: that none does is shown by
//! the seeds of `services/runtime/src/shares.rs`, by the tests of the consumers and by
//! `tests/it/fairness.rs`.
//!
//! A message is stored as it was sent or not at all, a stream loses nothing but its end, and no
//! stream is removed: messages with flipped bits, removed and remade streams, and the commands that
//! mend them, are in `tests/it` (`damaged_log.rs`, `rebuild.rs`, `set_back.rs`) and in the campaign
//! (`streams`). No stream is cut before the round is open.
//!
//! Halls with embargoes are open, as signing changes nothing about what the public sees
//! (`tests/it/embargo_doors.rs` has both), and lose nothing: what is played again after a loss is
//! recorded at a later moment than it was shown.

mod again;
mod broker;
mod channel;
mod check;
mod credentials;
mod device;
mod doors;
mod durable;
mod embargoes;
mod errors;
mod faults;
mod flood;
mod hall;
mod link;
mod machines;
mod opening;
mod overload;
mod promise;
mod recompute;
mod replica;
mod run;
mod script;
mod seed;
mod shown;
mod signals;
mod spectator;
mod store;
mod stream_store;
mod wait;

use anyhow::Context as _;
pub use promise::{Breach, Promise};
pub use run::{Report, run};

/// A rule of the log's protocol that is broken on purpose, to show that the checks notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// A message is acknowledged when it is delivered, before its effect is stored, and services
    /// find nothing to make good, which would heal nearly all of it.
    AcknowledgeFirst,
    /// The broker does not look at the expected sequence of a message that it stores.
    NoExpectedSequence,
    /// The broker does not look at the id of a message that it stores.
    NoMessageId,
    /// The broker looks neither at the expected sequence nor at the id of a message that it stores.
    NoAppendCheck,
    /// An input that is delivered again after its effect was stored is taken for another one: its
    /// copy bears another number.
    NoRepeatCheck,
    /// The clock that nothing sets is set with the time of day.
    FollowTimeOfDay,
    /// A process that starts again does not recognise the boot of its machine, and hears the time
    /// of no other.
    ForgetBoot,
    /// Services find nothing to make good after a stream has lost its end.
    NoRecovery,
    /// A consumer that is ahead of a stream which has lost its end stays there.
    KeepPlace,
    /// The clock of broadcast is ahead of the others.
    HurryBroadcast,
    /// The marks of what board-ingest answered about people and devices are gone with its process.
    ForgetMarks,
    /// The desk does not tell again what the log has lost of the opening of the round.
    NoTelling,
    /// Devices are not told that inputs are in doubt, and hand none in again.
    NoDoubt,
}

impl Sabotage {
    const ALL: [(&'static str, Self); 13] = [
        ("acknowledge-first", Self::AcknowledgeFirst),
        ("no-expected-sequence", Self::NoExpectedSequence),
        ("no-message-id", Self::NoMessageId),
        ("no-append-check", Self::NoAppendCheck),
        ("no-repeat-check", Self::NoRepeatCheck),
        ("follow-time-of-day", Self::FollowTimeOfDay),
        ("forget-boot", Self::ForgetBoot),
        ("no-recovery", Self::NoRecovery),
        ("keep-place", Self::KeepPlace),
        ("no-doubt", Self::NoDoubt),
        ("hurry-broadcast", Self::HurryBroadcast),
        ("forget-marks", Self::ForgetMarks),
        ("no-telling", Self::NoTelling),
    ];
}

impl Sabotage {
    /// Returns true if the broker looks at the expected sequence.
    fn keeps_expected(self) -> bool {
        !matches!(self, Self::NoExpectedSequence | Self::NoAppendCheck)
    }

    /// Returns true if the broker looks at the id.
    fn keeps_ids(self) -> bool {
        !matches!(self, Self::NoMessageId | Self::NoAppendCheck)
    }
}

impl std::str::FromStr for Sabotage {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, anyhow::Error> {
        let found = Self::ALL.into_iter().find(|(name, _sabotage)| *name == text);
        let names = Self::ALL.map(|(name, _sabotage)| name).join(", ");
        let (_name, sabotage) = found.with_context(|| format!("{text:?} is none of {names}"))?;
        Ok(sabotage)
    }
}
