//! Next year's groups of the championship of clubs (B art. 2 and 3).

use super::first_twice;
use crate::plan::{GroupRule, group_sizes};
use std::collections::BTreeSet;

/// The final orders of a season of clubs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubSeason<P> {
    /// The final order of each group, from group I down.
    pub groups: Vec<Vec<P>>,
    /// The teams of the higher class, if the last group is two merged ones: see [`separate`]. Empty
    /// if it is not.
    pub higher_of_merged: BTreeSet<P>,
    /// The teams that will not take part next year.
    pub absent: Vec<P>,
    /// The teams that take part next year but did not this year: they begin at the end of the
    /// lowest group.
    pub entered: Vec<P>,
}

impl<P> Default for ClubSeason<P> {
    /// Returns a season without groups.
    fn default() -> Self {
        let (groups, higher_of_merged) = (Vec::new(), BTreeSet::new());
        Self { groups, higher_of_merged, absent: Vec::new(), entered: Vec::new() }
    }
}

/// The reason for which there are no groups for next year.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClubSeasonError<P> {
    /// There is no group, or one without a team.
    #[error("group {0} has no teams")]
    Empty(usize),
    /// A group's single team would have to go up and down at once.
    #[error("group {0} has a single team")]
    Single(usize),
    /// A team is in the final orders twice, or entered and is in them.
    #[error("{0} stands in the groups twice")]
    Twice(P),
    /// A group has not the number of teams that it may have.
    #[error("group {group} has {teams} teams")]
    Size {
        /// The number of the group, from 1.
        group: usize,
        /// Number of its teams.
        teams: usize,
    },
    /// A team of the higher of two merged classes is not in the last group, which holds both.
    #[error("{0} is not in the last group, which is the one that was merged")]
    NotMerged(P),
    /// All teams of the last group are of the higher class.
    #[error("all teams of the last group are of the higher class")]
    NoLowerClass,
    /// An absent team is not in the final orders, or is named twice.
    #[error("{0} is announced as absent, but has no place or is named twice")]
    AbsentElsewhere(P),
}

/// Returns the groups of next year, each in the order of its numbers.
///
/// Every winner goes up to the last number of the group above, every last goes down to number 1 of
/// the group below (B art. 3). Number 2 of the final order of the group below takes the place of an
/// absent team; its own place goes to number 2 of the next group, and so on down. Further places go
/// to the numbers from 3 on, without the one that goes down, and then to the team relegated from
/// the group itself. A team that takes a place takes its number. The groups are of four again, with
/// a lowest of four to seven (B art. 2), also after merged classes were separated and if teams came
/// or went.
///
/// # Errors
/// [`ClubSeasonError`] if a group has not the size that B art. 2 gives it (a single one may have
/// fewer), or a team occurs twice or nowhere.
pub fn clubs_next<P: Clone + Ord>(
    season: &ClubSeason<P>,
) -> Result<Vec<Vec<P>>, ClubSeasonError<P>> {
    season.check_merged()?;
    let season = &season.clone().separated();
    season.check()?;
    let mut groups = by_final_order(&season.groups);
    for place in groups.iter_mut().flatten() {
        place.take_if(|team| season.absent.contains(team));
    }
    fill(&mut groups, &season.groups, &season.absent);
    let teams: Vec<P> =
        groups.into_iter().flatten().flatten().chain(season.entered.clone()).collect();
    // Fewer than four teams form one group.
    let sizes = match group_sizes(GroupRule::LowestTakesRest, teams.len()) {
        Ok(sizes) => sizes,
        Err(_) if teams.is_empty() => Vec::new(),
        Err(_) => vec![teams.len()],
    };
    let mut teams = teams.into_iter();
    Ok(sizes.into_iter().map(|size| teams.by_ref().take(size).collect()).collect())
}

/// Splits a merged group into the final order of the higher class and that of the lower. The
/// highest of the lower class then goes up and the lowest of the higher class goes down, as between
/// any groups (B art. 3).
pub fn separate<P: Clone + Ord>(merged: &[P], higher: &BTreeSet<P>) -> (Vec<P>, Vec<P>) {
    merged.iter().cloned().partition(|team| higher.contains(team))
}

impl<P: Clone + Ord> ClubSeason<P> {
    /// Returns the season with a merged last group as two groups.
    fn separated(mut self) -> Self {
        if let Some(merged) = self.groups.pop_if(|_| !self.higher_of_merged.is_empty()) {
            let (higher, lower) = separate(&merged, &self.higher_of_merged);
            self.groups.extend([higher, lower]);
        }
        self
    }

    /// Checks that the last group holds the higher of two merged classes, and another.
    fn check_merged(&self) -> Result<(), ClubSeasonError<P>> {
        if self.higher_of_merged.is_empty() {
            return Ok(());
        }
        let merged = self.groups.last().map(Vec::as_slice).unwrap_or_default();
        if let Some(stranger) = self.higher_of_merged.iter().find(|team| !merged.contains(team)) {
            return Err(ClubSeasonError::NotMerged(stranger.clone()));
        }
        if merged.iter().all(|team| self.higher_of_merged.contains(team)) {
            return Err(ClubSeasonError::NoLowerClass);
        }
        Ok(())
    }

    fn check(&self) -> Result<(), ClubSeasonError<P>> {
        let last = self.groups.len();
        if last == 0 {
            return Err(ClubSeasonError::Empty(1));
        }
        for (number, group) in (1..).zip(&self.groups) {
            match group.len() {
                0 => return Err(ClubSeasonError::Empty(number)),
                1 if number > 1 && number < last => return Err(ClubSeasonError::Single(number)),
                _ => {}
            }
        }
        let everybody = || self.groups.iter().flatten();
        if let Some(team) = first_twice(everybody().chain(&self.entered)) {
            return Err(ClubSeasonError::Twice(team.clone()));
        }
        let stranger = self.absent.iter().find(|team| !everybody().any(|one| one == *team));
        match stranger.or_else(|| first_twice(self.absent.iter())) {
            Some(team) => Err(ClubSeasonError::AbsentElsewhere(team.clone())),
            None => self.check_sizes(),
        }
    }

    /// Checks the sizes of the groups. Two merged classes have been one group, and may each be
    /// smaller.
    fn check_sizes(&self) -> Result<(), ClubSeasonError<P>> {
        let classes = if self.higher_of_merged.is_empty() { 1 } else { 2 };
        let of_four = self.groups.len().saturating_sub(classes);
        for (at, group) in self.groups.iter().enumerate() {
            let teams = group.len();
            let is_right = match (at < of_four, classes, self.groups.len()) {
                (true, _, _) => teams == 4,
                (false, 1, 2..) => (4..=7).contains(&teams),
                (false, _, _) => teams <= 7,
            };
            if !is_right {
                return Err(ClubSeasonError::Size { group: at.saturating_add(1), teams });
            }
        }
        Ok(())
    }
}

/// Applies promotion and relegation; every place is then taken.
fn by_final_order<P: Clone>(groups: &[Vec<P>]) -> Vec<Vec<Option<P>>> {
    let last = groups.len().saturating_sub(1);
    let next = |(index, own): (usize, &Vec<P>)| {
        let above = index.checked_sub(1).and_then(|above| groups.get(above));
        let below = groups.get(index.saturating_add(1));
        let goes_up = usize::from(above.is_some());
        let goes_down = usize::from(index < last);
        let kept = own.iter().take(own.len().saturating_sub(goes_down)).skip(goes_up);
        let relegated = above.and_then(|group| group.last());
        let promoted = below.and_then(|group| group.first());
        relegated.into_iter().chain(kept).chain(promoted).cloned().map(Some).collect()
    };
    groups.iter().enumerate().map(next).collect()
}

/// Fills empty places from the top, each from the group below, where the place then becomes empty.
fn fill<P: Clone + Ord>(groups: &mut [Vec<Option<P>>], orders: &[Vec<P>], absent: &[P]) {
    let last = orders.len().saturating_sub(1);
    for index in 0..last {
        let Some((upper, lower)) = groups.split_at_mut_checked(index.saturating_add(1)) else {
            return;
        };
        let (Some(own), Some(below)) = (upper.last_mut(), lower.first_mut()) else { return };
        let (Some(own_order), Some(order)) =
            (orders.get(index), orders.get(index.saturating_add(1)))
        else {
            return;
        };
        // Its last goes down, unless it is the lowest group; its first has gone up already.
        let goes_down = usize::from(index.saturating_add(1) < last);
        let others = order.iter().take(order.len().saturating_sub(goes_down)).skip(1);
        let mut candidates = others.chain(own_order.last()).filter(|team| !absent.contains(team));
        for place in own.iter_mut().filter(|place| place.is_none()) {
            let Some(team) = candidates.next() else { break };
            if let Some(left) = below.iter_mut().find(|one| one.as_ref() == Some(team)) {
                *left = None;
            }
            *place = Some(team.clone());
        }
    }
}
