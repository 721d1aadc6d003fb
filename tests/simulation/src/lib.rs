//! A whole round in virtual time: the real services, two replicas of each, against a simulated
//! broker.
//!
//! Everything that goes wrong, and when, comes from a seed: lost answers, lost and repeated
//! deliveries, floods of inputs to one game, streams without room, crashes at any await,
//! partitions, slow replicas, clocks that are off, times of day that are set, streams that lose any
//! part of their ends, messages that are lost or spoiled anywhere, streams that are removed, texts
//! that are made to mislead, doors that are locked, and embargoes. Afterwards the log is checked
//! for what Damcast promises. The same seed is the same run, to the byte.
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
//! * 2 and 10 modulo 12: a stream is damaged once, which is INPUT for 2 modulo 8, and else GAME,
//!   CLOCK or TOURNAMENT. nats-server starts without some messages in the middle, or hands out one
//!   whose bits are flipped, or GAME or CLOCK is removed. The desk has to be told of what
//!   nats-server knows; in some of the runs the operator waits until the games are over that are
//!   not concerned. Then everything is stopped, the code of `damcast verify` has to find the
//!   damage, that of `damcast rebuild` mends it, and the round goes on. Devices hand in again what
//!   INPUT lost.
//! * 1 and 9 modulo 12: people and devices send texts with marks of direction, characters that
//!   cannot be seen or belong to another script, lone surrogates, oversized requests and arbitrary
//!   bytes. Each has to be refused with the code that says so, and nothing of it may be in the log
//!   or shown.
//! * 8 modulo 12: the one worker of each process takes some milliseconds for each message that it
//!   writes, one game is flooded with more inputs than are delivered before one is judged, and
//!   nothing else goes wrong. Other games may not wait.
//!
//! # Limits
//!
//! The broker is in memory, and callers reach the services without a network. So floods of
//! connections, slow headers and bodies, streams that nobody reads, heavy questions and compression
//! do not reach what they would harm: `tests/campaign` does that to processes (`connections`,
//! `floods`). Reading takes no time of a processor, and that a flood keeps nobody waiting is
//! promised where nothing else goes wrong: with crashes and partitions the seeds of
//! `services/runtime/src/shares.rs` and `tests/it/fairness.rs` show it. What names and remarks look
//! like that run from right to left, which are taken, is checked by the tests of `crates/draughts`
//! and by `tests/web`.
//!
//! ACCESS, which nothing makes anew, loses nothing but its end, and no message of INPUT or
//! TOURNAMENT is damaged by which people opened the round: what the desk and the operator are told
//! then, and what a loss that is accepted means, is in `tests/it` (`damaged_log.rs`, `rebuild.rs`,
//! `set_back.rs`) and in the campaign (`streams`). A game of which INPUT lost inputs in its middle
//! is not judged anew at the end: what was handed in again stands behind what followed on it. A
//! stream is removed with its consumers, and made anew while no service runs. No stream is cut or
//! damaged before the round is open.
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
mod hostile;
mod link;
mod machines;
mod opening;
mod operator;
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
mod work;

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
    /// Nobody has a stream mended that is damaged.
    NoMending,
    /// A stream that is made anew is stored without its last message.
    MendBadly,
    /// Nothing of a stream can be read while a part of it is damaged, so that damage to one game
    /// harms all.
    SpreadDamage,
    /// nats-server knows of no damage, so that the desk is not told.
    HideDamage,
    /// A message counts as acknowledged only when all before it are, so that a game which is
    /// flooded uses up what is delivered to all.
    FirstComeFirstServed,
    /// A proxy takes characters out of texts that are not seen, and passes on the rest.
    WashTexts,
}

impl Sabotage {
    const ALL: [(&'static str, Self); 19] = [
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
        ("no-mending", Self::NoMending),
        ("mend-badly", Self::MendBadly),
        ("spread-damage", Self::SpreadDamage),
        ("hide-damage", Self::HideDamage),
        ("first-come-first-served", Self::FirstComeFirstServed),
        ("wash-texts", Self::WashTexts),
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
