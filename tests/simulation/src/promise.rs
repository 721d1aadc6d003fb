//! The promises that each run checks.

use std::fmt;

/// A promise that each run checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The round is played to its end: each call gets its answer in the end, and consumers read
    /// every message.
    Completion,
    /// No service logs an error or ends by itself.
    Health,
    /// Each moment in the log is the true one, but for the error of a clock at its boot; no flag
    /// falls early or late.
    Time,
    /// Nobody may call in the end who was put out, also where ACCESS has lost that: the desk is
    /// told and decides again. Where ACCESS has lost nothing, it is told of nothing.
    Doors,
    /// The games go on that damage to a stream does not concern, and the desk is told of what
    /// nats-server knows to be missing.
    Isolation,
    /// `damcast verify` finds damage to a stream, `damcast rebuild` mends it, and after that
    /// `damcast verify` finds nothing.
    Mending,
    /// A flood of inputs to a game keeps no other game waiting, although each message takes time.
    Fairness,
    /// Texts that are made to mislead and requests that nobody can read are refused with the code
    /// that says so, and nothing of them is in the log or shown.
    Texts,
    /// Each subject has one history.
    OneHistory,
    /// Each acknowledged input is stored, and none twice.
    Storing,
    /// Each input is judged once, in the order of storing.
    Judging,
    /// Each game ends as it was played, and TOURNAMENT has its result.
    Results,
    /// Each move presses the clock once, in order, at its own moment.
    Presses,
    /// Nothing is shown to the public earlier than the embargoes allow it.
    Embargoes,
    /// Each spectator ends with the true position, and never saw a gap.
    Watching,
    /// The events in the log lead to every state that it holds, byte for byte.
    Recomputing,
    /// All replicas show what the log has.
    Views,
    /// The same inputs lead to the same games when they are judged anew.
    Rejudging,
}

/// A promise that was not kept.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The promise.
    pub promise: Promise,
    /// The first difference that its check found.
    pub difference: String,
}

impl Promise {
    /// Turns the error of a check into a breach of this promise.
    pub(crate) fn check<T>(self, checked: anyhow::Result<T>) -> Result<T, Breach> {
        checked.map_err(|error| Breach { promise: self, difference: format!("{error:#}") })
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.promise, self.difference)
    }
}
