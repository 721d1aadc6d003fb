//! Tables of every regulation: places, what decided them, ties and what is prescribed for them.
//!
//! [`Results::new`] checks who takes part and what came of their meetings, an [`Order`] says how a
//! regulation ranks, and [`rank`] makes the [`Ranking`]: a function of these two and of how running
//! games are to be counted ([`Running`]). Players and teams stand in a table alike, as
//! [`Participant`]s. Nothing here knows schedules, names or times.
//!
//! Articles are those of the Frisian rulebook ("C art. 15"), of the KNDB's Swiss system ("KNDB
//! F12") and of the regulation of 2006 ("2006 art. 14").

mod criteria;
mod error;
mod order;
mod prize;
mod resolution;
mod results;
mod rulebook;
mod table;
mod tally;
mod tiers;
mod withdrawal;

pub use error::{OrderError, RankingError, ResultsError};
pub use order::{Contest, FirstPlace, Order, Remedy, TieBreak, WithdrawalRule, Zone, ZoneKind};
pub use prize::{CategoryPlace, category_prizes};
pub use resolution::{Resolution, TieDecision};
pub(crate) use results::first_of_play_off;
pub use results::{
    Absence, AbsenceKind, Finish, GameState, Meeting, MeetingState, Participant, Results, Running,
};
pub use table::{Decision, Prescription, Ranking, Row, Tie, Withdrawal, ZoneMark, rank};
