//! A whole round in virtual time: the real services, two replicas of each, against a simulated broker.
//!
//! Everything that goes wrong, and when, comes from a seed: lost answers, lost and repeated
//! deliveries, crashes at any await, partitions, slow replicas, clocks that are off. Afterwards the log
//! is checked for what Damcast promises. The same seed is the same run, to the byte.

mod broker;
mod check;
mod door;
mod durable;
mod errors;
mod faults;
mod hall;
mod link;
mod replica;
mod run;
mod script;
mod seed;
mod spectator;
mod store;

pub use run::{Report, run};

/// One promise of the log's protocol, broken on purpose, to show that the checks notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// A message is acknowledged when it is delivered, before its effect is stored.
    AcknowledgeFirst,
    /// The broker looks neither at the expected sequence nor at the id of what it stores.
    NoExpectedSequence,
}

impl std::str::FromStr for Sabotage {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, anyhow::Error> {
        match text {
            "acknowledge-first" => Ok(Self::AcknowledgeFirst),
            "no-expected-sequence" => Ok(Self::NoExpectedSequence),
            other => {
                anyhow::bail!("{other:?} is neither acknowledge-first nor no-expected-sequence")
            }
        }
    }
}
