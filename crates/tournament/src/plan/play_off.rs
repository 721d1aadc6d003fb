//! The play-off for a place that is shared and may not be decided by a tie-break.

use super::{Lots, Match, SameSide};
use crate::Schedule;
use std::num::NonZeroU32;

/// A play-off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayOff<P> {
    /// Two play a match.
    Match(Match<P>),
    /// Three or more: the rulebook leaves the schedule to the organisers (C art. 15, E art. 5,
    /// F art. 4), and this is what is proposed to them: everybody meets everybody. Whoever is then
    /// still tied plays again.
    RoundRobin {
        /// The table.
        table: Schedule,
        /// Everybody, in the order of their numbers in the table.
        lots: Vec<P>,
    },
}

/// Why there is no play-off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayOffError {
    /// There is nothing to decide.
    #[error("a play-off needs two at least, not {0}")]
    TooFew(usize),
    /// There are more than any table is for.
    #[error("a play-off is for 64 at most, not for {0}")]
    TooMany(usize),
    /// Somebody is named twice.
    #[error("somebody is named twice in a play-off")]
    Twice,
}

/// The play-off of those who share a place.
///
/// Two play a match of `games` games. `first` begins with White, or is the first-named team; where
/// nothing says who that is the seed decides (F art. 4). Three or more play by a table, and the seed gives their numbers.
///
/// # Errors
/// [`PlayOffError`] when fewer than two or more than 64 are tied, or somebody is named twice.
pub fn play_off<P: Copy + Ord>(
    tied: &[P],
    games: NonZeroU32,
    first: Option<P>,
    seed: u64,
) -> Result<PlayOff<P>, PlayOffError> {
    let mut lots = tied.to_vec();
    lots.sort_unstable();
    lots.dedup();
    if lots.len() != tied.len() {
        return Err(PlayOffError::Twice);
    }
    let mut drawing = Lots::from_seed(seed);
    if let &[one, other] = lots.as_slice() {
        let (white, black) = match first {
            Some(first) if first == one => (one, other),
            Some(first) if first == other => (other, one),
            Some(_) | None => drawing.first_of(one, other),
        };
        return Match::new(white, black, games)
            .map(PlayOff::Match)
            .map_err(|SameSide| PlayOffError::Twice);
    }
    let table = play_off_table(lots.len())?;
    drawing.shuffle(&mut lots);
    Ok(PlayOff::RoundRobin { table, lots })
}

/// The table that three or more play by.
///
/// # Errors
/// [`PlayOffError::TooFew`] and [`PlayOffError::TooMany`].
pub fn play_off_table(tied: usize) -> Result<Schedule, PlayOffError> {
    match tied {
        0..=2 => Err(PlayOffError::TooFew(tied)),
        3 => Ok(Schedule::Ind3),
        4 => Ok(Schedule::Ind4),
        5 => Ok(Schedule::Ind5),
        6..=64 => Ok(Schedule::Berger),
        _ => Err(PlayOffError::TooMany(tied)),
    }
}
