//! Plans: groups by lot, prescribed tables, line-ups, matches, finals.
//!
//! All functions are pure functions of plain values; a tournament records their results.

mod finals;
mod groups;
mod lots;
mod matches;
mod play_off;
mod prescribed;
mod team;
mod team_match;

pub use finals::{
    ChoiceReason, ColorChoice, CrossingFinal, FinalsError, PoolRow, crossing_finals, final_order,
};
pub use groups::{GroupError, GroupRule, draw_groups, group_sizes};
pub use lots::Lots;
pub use matches::{GameOfMatch, Match, MatchIsOver, MatchState, SameSide};
pub use play_off::{PlayOff, PlayOffError, play_off, play_off_table};
pub use prescribed::{Competition, NotPrescribed, Prescription, System, prescription};
pub use team::{LINE_UP_BEFORE, LineUp, LineUpError, LineUpRefusal, Team, TeamId};
pub use team_match::{BoardPairing, TeamMatch, TeamMatchError};
