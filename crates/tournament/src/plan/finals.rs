//! Two pools and the crossing finals of round 8 (2006 art. 14d).

use super::{Lots, Match, SameSide};
use crate::PlayerId;
use std::collections::BTreeSet;

/// A player's result in a pool, from the first place down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolRow {
    /// Who it is.
    pub player: PlayerId,
    /// The match points with their bonus, in hundredths.
    pub points: u32,
    /// The games won.
    pub wins: u32,
}

/// A final between the players of the same place in both pools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrossingFinal {
    /// The place in both pools, from 1: the winner takes place 2 × this - 1, the loser the next.
    pub pool_place: u32,
    /// The player of pool I.
    pub first: PlayerId,
    /// The player of pool II.
    pub second: PlayerId,
    /// Who may choose the colour.
    pub choice: ColorChoice,
}

/// Who may choose the colour of a crossing final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// A player chooses.
    By {
        /// Who it is.
        player: PlayerId,
        /// Why this one.
        reason: ChoiceReason,
    },
    /// Lots are drawn: both points and wins are equal.
    Lot,
}

/// Why a player may choose the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChoiceReason {
    /// More match points in the pool.
    Points,
    /// As many match points, and more wins.
    Wins,
}

/// Why there are no finals, or no final order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FinalsError {
    /// The pools are not of one size.
    #[error("pool I has {first} players, pool II {second}")]
    Sizes {
        /// The players of pool I.
        first: usize,
        /// The players of pool II.
        second: usize,
    },
    /// Somebody stands twice in the pools.
    #[error("player {player} stands twice in the pools")]
    Twice {
        /// Who it is.
        player: PlayerId,
    },
    /// There is not one winner for each final.
    #[error("{finals} finals have {winners} winners")]
    Winners {
        /// How many finals there are.
        finals: usize,
        /// How many winners are named.
        winners: usize,
    },
    /// The winner did not play the final.
    #[error("player {player} did not play the final of the numbers {pool_place}")]
    Stranger {
        /// Who was named as the winner.
        player: PlayerId,
        /// Whose final it is.
        pool_place: u32,
    },
}

/// The finals: number k of pool I against number k of pool II. The order of the pools is final:
/// ties were decided by blitz games (14c).
///
/// # Errors
/// [`FinalsError`] when the pools differ in size or somebody stands in them twice.
pub fn crossing_finals(
    first: &[PoolRow],
    second: &[PoolRow],
) -> Result<Vec<CrossingFinal>, FinalsError> {
    if first.len() != second.len() {
        return Err(FinalsError::Sizes { first: first.len(), second: second.len() });
    }
    let mut seen = BTreeSet::new();
    if let Some(row) = first.iter().chain(second).find(|row| !seen.insert(row.player)) {
        return Err(FinalsError::Twice { player: row.player });
    }
    let of = |(pool_place, (one, other)): (u32, (&PoolRow, &PoolRow))| CrossingFinal {
        pool_place,
        first: one.player,
        second: other.player,
        choice: choice(one, other),
    };
    Ok((1_u32..).zip(first.iter().zip(second)).map(of).collect())
}

fn choice(one: &PoolRow, other: &PoolRow) -> ColorChoice {
    let (by_points, by_wins) = (one.points.cmp(&other.points), one.wins.cmp(&other.wins));
    let reason = if by_points.is_eq() { ChoiceReason::Wins } else { ChoiceReason::Points };
    let by = by_points.then(by_wins);
    if by.is_eq() {
        return ColorChoice::Lot;
    }
    let player = if by.is_gt() { one.player } else { other.player };
    ColorChoice::By { player, reason }
}

impl CrossingFinal {
    /// The places that are played for.
    pub fn places(&self) -> (u32, u32) {
        let loser = self.pool_place.saturating_mul(2);
        (loser.saturating_sub(1), loser)
    }

    /// Who may choose the colour: by right, or by the lot of a seed.
    pub fn chooser(&self, seed: u64) -> PlayerId {
        match self.choice {
            ColorChoice::By { player, .. } => player,
            ColorChoice::Lot => Lots::from_seed(seed).first_of(self.first, self.second).0,
        }
    }

    /// The final as a match: the game, and after an equal draw blitz games with the colours
    /// reversed each time until one is won, if only by the bonus.
    ///
    /// # Errors
    /// [`FinalsError::Stranger`] when White plays no part in this final.
    pub fn with_white(&self, white: PlayerId) -> Result<Match<PlayerId>, FinalsError> {
        let stranger = FinalsError::Stranger { player: white, pool_place: self.pool_place };
        let black = self.opponent_of(white).ok_or(stranger)?;
        Match::deciding(white, black).map_err(|SameSide| stranger)
    }

    fn opponent_of(&self, player: PlayerId) -> Option<PlayerId> {
        if player == self.first {
            Some(self.second)
        } else {
            (player == self.second).then_some(self.first)
        }
    }
}

/// The final order: the winner of each final before its loser, from the final of the numbers 1.
///
/// # Errors
/// [`FinalsError`] when there is not one winner for each final, or one who did not play it.
pub fn final_order(
    finals: &[CrossingFinal],
    winners: &[PlayerId],
) -> Result<Vec<PlayerId>, FinalsError> {
    if finals.len() != winners.len() {
        return Err(FinalsError::Winners { finals: finals.len(), winners: winners.len() });
    }
    let mut order = Vec::new();
    for (last, &winner) in finals.iter().zip(winners) {
        let stranger = FinalsError::Stranger { player: winner, pool_place: last.pool_place };
        order.extend([winner, last.opponent_of(winner).ok_or(stranger)?]);
    }
    Ok(order)
}
