//! The Tournament Report File of 2016 (TRF16), by which programs exchange tournaments.
//!
//! [`read()`] makes a [`Trf`] of any bytes and tells of each line that it could not read and of
//! everything in which the lines contradict each other; [`Trf::write`] gives the text with every
//! value in its columns. [`Trf::to_field`] is the tournament as the Swiss system pairs it,
//! [`Trf::to_results`] as a table is made of it, and [`Trf::of_event`] the way back;
//! [`Tournament::to_trf`](crate::Tournament::to_trf) is that of a whole tournament. [`Import`]
//! enters a report into a tournament.
//!
//! The format: FIDE Handbook, C.04 Annex 2 (Elista 2015). A line begins with three characters that
//! say what it holds:
//!
//! | lines | what they hold |
//! |---|---|
//! | `012` to `122` | name, city, federation, dates, counts, kind, arbiters, playing time |
//! | `132` | the dates of the rounds, in the columns of the rounds |
//! | `001` | a player, with opponent, colour and result of each round |
//! | `013` | a team and the start numbers of its players |
//! | `XXR`, `XXZ` | not of the format, but what pairing programs need besides: the number of rounds in all, and who is absent in the round to come; `142` of 2026 is read as `XXR` |
//!
//! Every other line is kept as it is. Some tell a program how to pair; they are told of, because
//! nothing here follows them: accelerations (`XXA`, `250`), forbidden pairs (`XXP`, `260`), first
//! colours (`XXC`, `152`), scoring (`XXS`, `162`), byes (`240`).
//!
//! Draughts is scored 1-½-0 or 2-1-0, and the file does not say how: [`Trf::scoring`] sees it by
//! the points.

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
pub use problem::{EntryFault, Problem, ProblemKind};
pub use read::{ReadTrf, read};
pub use value::{ByeCode, GameCode, Header, RoundEntry, Sex, Trf, TrfPlayer, TrfTeam};
pub use write::{LineEnd, Unwritable};
