//! Entries, pairings, results and standings of a draughts tournament.
//!
#![doc = include_str!("../README.md")]
// Tests may overflow or index out of range: that fails them, as it should.
#![cfg_attr(
    not(test),
    warn(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)
)]

mod birth;
pub mod crosstable;
mod days;
mod embargo;
mod entry_field;
mod game_result;
mod number;
mod opposition;
mod pairing;
pub mod plan;
mod player;
mod publicity;
pub mod ranking;
pub mod regulation;
mod round;
mod scoring;
mod scripts;
pub mod season;
pub mod swiss;
mod tournament;
pub mod trf;

pub use birth::{Birth, BirthError, BirthYear};
pub use days::{Day, Days, DaysError};
pub use embargo::{
    DelayError, EMBARGO_DECISIONS_MAX, EMBARGO_HEARD_WITHIN, EMBARGO_HOLDS_AFTER,
    EMBARGO_STORED_WITHIN, Embargo, EmbargoScope, Embargoes, PartEmbargoes, PublicDelay, Recorded,
};
pub use entry_field::EntryField;
pub use game_result::{
    GameCause, GameEnd, GameResult, KeptResult, ResultDecision, ResultSource, counting_result,
};
pub use number::{
    GroupNumber, NOTICE_CHARS_MAX, NumberError, PLAYERS_MAX, PlayerId, REASON_CHARS_MAX,
    ROUNDS_MAX, RoundNumber, TableNumber,
};
pub use pairing::{Lot, RoundPairings, Schedule, ScheduleError, UnknownSchedule, schedule};
pub use player::{Entry, EntryError, Player};
pub use publicity::Publicity;
pub use round::{
    Absent, MakeUp, MatchBoard, PairedGame, PairedMatch, PairedRound, Pairing, PairingMethod,
    Round, RoundKind, RoundState, SwissReasons,
};
pub use scoring::Scoring;
pub use scripts::{ConfusableName, MixedScripts};
pub use tournament::{
    AbsenceNotice, Author, AuthorError, CalendarRound, Command, ControlCheck, ControlError,
    EmbargoRefusal, Estimates, Event, EventKind, FinalColor, FinalState, GameRefusal, GroupTable,
    PairingWarning, Progress, Proposal, ProposalAnswer, ProposalRefusal, Refusal, RefusalCategory,
    Request, ResolvedTie, RoundRefusal, Settings, Tablets, Tournament, UnpairGround, control_check,
};
pub use tournament::{GameStart, ResultByHand, results_by_hand};
