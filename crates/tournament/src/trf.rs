//! The Tournament Report File of 2016 (TRF16), by which programs exchange tournaments.
//!
//! [`read()`] makes a [`Trf`] of any bytes and lists unreadable and contradictory lines;
//! [`Trf::write`] writes every value in its columns. [`Trf::to_field`] converts a report for the
//! Swiss system, [`Trf::to_results`] for a table, and [`Trf::of_event`] makes a report of a table;
//! [`Tournament::to_trf`](crate::Tournament::to_trf) makes one of a whole tournament. [`Import`]
//! enters a report into a tournament.
//!
//! The format: FIDE Handbook, C.04 Annex 2 (Elista 2015). The first three characters of a line give
//! its kind:
//!
//! | lines | contents |
//! |---|---|
//! | `012` to `122` | name, city, federation, dates, counts, kind, arbiters, playing time |
//! | `132` | the dates of the rounds, in the columns of the rounds |
//! | `001` | a player, with opponent, colour and result of each round |
//! | `013` | a team and the start numbers of its players |
//! | `XXR`, `XXZ` | extensions that pairing programs need: the total number of rounds, and the players absent from the next round; `142` of 2026 is read as `XXR` |
//!
//! Every other line is kept unchanged. Lines that control pairing are reported, because they are
//! not followed here: accelerations (`XXA`, `250`), forbidden pairs (`XXP`, `260`), first colours
//! (`XXC`, `152`), scoring (`XXS`, `162`), byes (`240`).
//!
//! Draughts is scored 1-½-0 or 2-1-0, and the file does not name the scoring: [`Trf::scoring`]
//! infers it from the points.

mod check;
mod convert;
mod entry;
mod event;
mod export;
mod games;
mod import;
mod problem;
mod read;
mod value;
mod write;

pub use convert::NoField;
pub use export::{Loss, NotATrf};
pub use import::{Import, Imported};
pub use problem::{EntryFault, Problem, ProblemKind, ValueKind};
pub use read::{ReadTrf, read};
pub use value::{ByeCode, GameCode, Header, RoundEntry, Sex, Trf, TrfPlayer, TrfTeam};
pub use write::{LineEnd, Unwritable};
