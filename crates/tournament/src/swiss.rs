//! The Swiss system of the Dutch draughts federation (KNDB, November 1996), exact and explained.
//!
//! [`Field::new`] checks players and past results, [`pair`] pairs the next round with its reasons,
//! [`scores`] returns the table for the pairing and [`final_ranking`] the final one. All of them
//! depend on the field alone.
//!
//! The letters and numbers in brackets are the articles of the rules: A for definitions, B for
//! norms, C for the procedure, D for the first round, E for colours, F for the rest.
//!
//! Every situation of a player can be expressed: a late entrant has [`PastRound::NotPaired`] for
//! earlier rounds, an absent or withdrawn player is not available, and if neither player came, both
//! have a [`PastRound::ForfeitLoss`].
//!
//! ```
//! use draughts::Color;
//! use tournament::swiss::{ColorRule, Entrant, Field, FirstRound, GameResult, PastRound, pair};
//! use tournament::{Lot, PlayerId, RoundNumber};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let [ids, jel, sjoerd] = [PlayerId::new(1)?, PlayerId::new(2)?, PlayerId::new(3)?];
//! let entrant = |player: PlayerId, past| {
//!     let lot = Lot::new(player.get())?;
//!     Ok::<_, tournament::NumberError>(Entrant {
//!         player,
//!         lot,
//!         is_available: true,
//!         history: vec![past],
//!     })
//! };
//! let (white, black, win, loss) = (Color::White, Color::Black, GameResult::Win, GameResult::Loss);
//! let entrants = vec![
//!     entrant(ids, PastRound::Bye)?,
//!     entrant(jel, PastRound::Played { opponent: sjoerd, color: white, result: win })?,
//!     entrant(sjoerd, PastRound::Played { opponent: jel, color: black, result: loss })?,
//! ];
//! let field = Field::new(RoundNumber::new(2)?, 5, FirstRound::EntrantsKnown, entrants)?;
//!
//! let round = pair(&field)?;
//! assert_eq!((round.pairs[0].white, round.pairs[0].black), (ids, jel));
//! // Jel gets the preferred colour: Ids has not played yet (KNDB E1).
//! assert_eq!(round.pairs[0].color_rule, ColorRule::BothPreferences);
//! # Ok(())
//! # }
//! ```

mod color;
mod cost;
mod field;
mod group;
mod matching;
mod norm;
mod pairing;
mod score;

pub use color::{ColorRule, Preference, Strength};
pub use field::{Entrant, Field, FirstRound, GameResult, InputError, PastRound};
pub use group::FloatReason;
pub use norm::BrokenNorm;
pub use pairing::{
    ByeReason, Float, ScoreGroup, SwissBye, SwissPair, SwissRound, Unpairable, pair,
};
pub use score::{ControlSums, FinalRanking, Score, final_ranking, scores};
