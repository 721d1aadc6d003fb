//! Two pools and the crossing finals of round 8 (2006 art. 14d).

use super::{Lots, Match, SameSide};
use crate::PlayerId;
use std::collections::BTreeSet;

/// A player's result in a pool, in the order of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolRow {
    /// The player.
    pub player: PlayerId,
    /// The match points with their bonus, in hundredths.
    pub points: u32,
    /// The games won.
    pub wins: u32,
}

/// A final between the players of the same place in both pools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrossingFinal {
    /// The place in both pools, from 1: the winner of pool place n takes place 2n - 1, the loser
    /// 2n.
    pub pool_place: u32,
    /// The player of pool I.
    pub first: PlayerId,
    /// The player of pool II.
    pub second: PlayerId,
    /// The player who may choose the colour.
    pub choice: ColorChoice,
}

/// The right to choose the colour of a crossing final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// A player may choose.
    By {
        /// The player.
        player: PlayerId,
        /// The reason.
        reason: ChoiceReason,
    },
    /// Lots are drawn for the colour: points and wins are equal.
    Lot,
}

/// The reason for which a player may choose the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChoiceReason {
    /// More match points in the pool than the opponent.
    Points,
    /// Equal match points, and more wins than the opponent.
    Wins,
}

/// The reason for which there are no finals, or no final order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FinalsError {
    /// The pools differ in size.
    #[error("pool I has {first} players, pool II {second}")]
    Sizes {
        /// The players of pool I.
        first: usize,
        /// The players of pool II.
        second: usize,
    },
    /// A player is in the pools twice.
    #[error("player {player} stands twice in the pools")]
    Twice {
        /// The player.
        player: PlayerId,
    },
    /// A pool is not in the order of its places.
    #[error(
        "player {player} has more points than the one before: a pool is in the order of its places"
    )]
    Order {
        /// The player.
        player: PlayerId,
    },
    /// The number of winners is not that of the finals.
    #[error("{finals} finals have {winners} winners")]
    Winners {
        /// Number of finals.
        finals: usize,
        /// Number of winners given.
        winners: usize,
    },
    /// The winner did not play the final.
    #[error("player {player} did not play the final of the numbers {pool_place}")]
    Stranger {
        /// The player given as the winner.
        player: PlayerId,
        /// The pool place of the final.
        pool_place: u32,
    },
}

/// Returns the finals: place k of pool I against place k of pool II. The order of the pools has to
/// be final: of those with equal points, the winner of their blitz games comes first (14c).
///
/// # Errors
/// [`FinalsError`] if the pools differ in size, a player is in them twice, or one is not in order.
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
    for pool in [first, second] {
        let mut pairs = pool.iter().zip(pool.iter().skip(1));
        if let Some((_, row)) = pairs.find(|(before, row)| row.points > before.points) {
            return Err(FinalsError::Order { player: row.player });
        }
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
    /// Returns the places that the final is played for.
    pub fn places(&self) -> (u32, u32) {
        let loser = self.pool_place.saturating_mul(2);
        (loser.saturating_sub(1), loser)
    }

    /// Returns the player to whom a lot drawn from a seed gives White, if nobody may choose.
    pub fn white_by_lot(&self, seed: u64) -> PlayerId {
        Lots::from_seed(seed).first_of(self.first, self.second).0
    }

    /// Returns the final as a match: the game, and after an equal draw blitz games with the colours
    /// reversed each time until one is won, even if only by the bonus.
    ///
    /// # Errors
    /// [`FinalsError::Stranger`] if `white` does not play this final.
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

/// Returns the final order: the winner of each final before its loser, from the final of pool place
/// 1 down.
///
/// # Errors
/// [`FinalsError`] if the number of winners is not that of the finals, or a winner did not play the
/// final.
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
