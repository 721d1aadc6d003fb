//! The division of entrants into groups.

use super::Lots;

/// The rule by which the number of entrants decides the sizes of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupRule {
    /// As many groups of four as possible (D art. 5, with the tables of A art. 4): one group of
    /// three, five or six takes the remainder, and two entrants are a group too (appendix 4, 1).
    /// Entrants are divided by lot.
    Fours,
    /// The same for teams (G art. 2), which are placed by their strength (G art. 3).
    FoursByStrength,
    /// Groups of four from the top; the lowest takes the remainder and has four to seven (B art.
    /// 2).
    LowestTakesRest,
}

impl GroupRule {
    /// Returns the article that sets the smallest size of a group.
    pub fn article(self) -> &'static str {
        match self {
            Self::Fours => "appendix 4",
            Self::FoursByStrength => "G art. 2",
            Self::LowestTakesRest => "B art. 2",
        }
    }

    /// Returns the smallest size of a group.
    fn fewest(self) -> usize {
        match self {
            Self::Fours => 2,
            Self::FoursByStrength => 3,
            Self::LowestTakesRest => 4,
        }
    }
}

/// The reason for which there are no groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// There are too few entrants for a group.
    #[error("a group needs {fewest} at least, not {entrants}")]
    TooFew {
        /// The rule.
        rule: GroupRule,
        /// The smallest size of a group.
        fewest: usize,
        /// Number of entrants.
        entrants: usize,
    },
    /// The sizes do not add up to the number of entrants.
    #[error("groups of {places} in all do not hold {entrants}")]
    Sizes {
        /// The sum of the sizes.
        places: usize,
        /// Number of entrants.
        entrants: usize,
    },
}

/// Returns the sizes of the groups, from the top.
///
/// # Errors
/// [`GroupError::TooFew`] if there are fewer entrants than the smallest group of the rule has.
pub fn group_sizes(rule: GroupRule, entrants: usize) -> Result<Vec<usize>, GroupError> {
    let fewest = rule.fewest();
    if entrants < fewest {
        return Err(GroupError::TooFew { rule, fewest, entrants });
    }
    let mut sizes = vec![4; entrants.div_euclid(4)];
    let rest = entrants.rem_euclid(4);
    let is_own_group = rule != GroupRule::LowestTakesRest && rest == 3;
    match sizes.last_mut() {
        Some(lowest) if !is_own_group => *lowest = rest.saturating_add(4),
        Some(_) | None => sizes.push(rest),
    }
    Ok(sizes)
}

/// Divides entrants into groups by lot (A art. 3, D art. 4).
///
/// The entrants are shuffled as [`Lots`] describes, in the order given; then the groups are filled
/// one after the other. The order within a group is that of the lots, from number 1.
///
/// # Errors
/// [`GroupError::Sizes`] if the sizes do not add up to the number of entrants.
pub fn draw_groups<P: Clone>(
    seed: u64,
    entrants: &[P],
    sizes: &[usize],
) -> Result<Vec<Vec<P>>, GroupError> {
    let places = sizes.iter().fold(0, |sum: usize, size| sum.saturating_add(*size));
    if places != entrants.len() {
        return Err(GroupError::Sizes { places, entrants: entrants.len() });
    }
    let mut drawn = entrants.to_vec();
    Lots::from_seed(seed).shuffle(&mut drawn);
    let mut drawn = drawn.into_iter();
    Ok(sizes.iter().map(|size| drawn.by_ref().take(*size).collect()).collect())
}
