//! The Swiss system of the Dutch draughts federation (KNDB, November 1996), exact and explained.
//!
//! [`Field::new`] checks who takes part and what came of the rounds so far, [`pair`] pairs the
//! next round and says why, [`scores`] is the table that the pairing goes by and
//! [`final_ranking`] the one at the end. All of it is a function of the field alone.
//!
//! The letters and numbers in brackets are the articles of the rules: A for definitions, B for
//! norms, C for the procedure, D for the first round, E for colours, F for the rest.

mod color;
mod cost;
mod field;
mod group;
mod matching;
mod pairing;
mod score;
mod text;

pub use color::{ColorRule, Preference, Strength};
pub use field::{Entrant, Field, FirstRound, GameResult, InputError, PastRound};
pub use group::FloatReason;
pub use pairing::{
    ByeReason, Float, ScoreGroup, SwissBye, SwissPair, SwissRound, Unpairable, pair,
};
pub use score::{ControlSums, FinalRanking, Score, final_ranking, scores};
