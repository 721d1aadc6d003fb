//! Tables of every regulation: places, the tie-breaks that decided them, ties and their remedies.
//!
//! [`Results::new`] checks participants and results, an [`Order`] holds the ranking rules of a
//! regulation, and [`rank`] makes the [`Ranking`] from these two and the way in which running games
//! count ([`Running`]). Players and teams are both [`Participant`]s. Schedules, names and times do
//! not occur here.
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

pub use error::RankingError;
pub use order::{
    Contest, FirstPlace, Order, OrderError, Remedy, TieBreak, WithdrawalRule, Zone, ZoneKind,
};
pub(crate) use prize::add_prize;
pub use prize::{CategoryPlace, category_prizes};
pub use resolution::{Resolution, TieDecision};
pub(crate) use results::first_of_play_off;
pub use results::{
    Absence, AbsenceKind, Finish, GameState, Meeting, MeetingState, Participant, Results,
    ResultsError, Running,
};
pub use table::{Decision, Prescription, Ranking, Row, Tie, ZoneMark, rank};
pub use withdrawal::Withdrawal;
