//! The play-off for a shared place that tie-breaks may not decide.

use super::{Lots, Match, SameSide};
use crate::Schedule;
use std::num::NonZeroU32;

/// A play-off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayOff<P> {
    /// A match of two.
    Match(Match<P>),
    /// A table for three or more: the rulebook leaves the schedule to the organisers (C art. 15, E
    /// art. 5, F art. 4), and a round robin is proposed to them. Those who are still tied
    /// afterwards play again.
    RoundRobin {
        /// The table.
        table: Schedule,
        /// The participants, in the order of their numbers in the table.
        lots: Vec<P>,
    },
}

/// The reason for which there is no play-off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayOffError {
    /// There are fewer than two participants.
    #[error("a play-off needs two at least, not {0}")]
    TooFew(usize),
    /// There are more participants than any table holds.
    #[error("a play-off is for 64 at most, not for {0}")]
    TooMany(usize),
    /// A participant is named twice.
    #[error("somebody is named twice in a play-off")]
    Twice,
}

/// Returns the play-off of participants who share a place.
///
/// Two play a match of `games` games. `first` begins with White, or is the first-named team; if it
/// is `None`, the seed decides (F art. 4). Three or more play by a table, in which the seed gives
/// their numbers.
///
/// # Errors
/// [`PlayOffError`] if fewer than two or more than 64 are tied, or one is named twice.
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

/// Returns the table for three or more.
///
/// # Errors
/// [`PlayOffError::TooFew`] for fewer than three and [`PlayOffError::TooMany`] for more than 64.
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
