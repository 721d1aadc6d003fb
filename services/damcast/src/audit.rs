//! Checks of the event log that need its messages alone: no broker, no time of day.
//!
//! A [`StreamAudit`] takes the messages of a stream in order; [`GameLogs`] and [`TournamentLogs`]
//! recompute from the messages of one game, and of one tournament, what else the log has to hold.

mod clock;
mod finding;
mod game;
mod history;
mod known_missing;
mod mend;
mod places;
mod plan;
mod results;
mod stream;
#[cfg(test)]
mod tests;

pub(crate) use self::{
    finding::{Finding, Problem, Remedy, ranges},
    game::GameLogs,
    history::History,
    known_missing::KnownMissing,
    places::{PlannedSequences, places},
    plan::Plan,
    results::TournamentLogs,
    stream::StreamAudit,
};
