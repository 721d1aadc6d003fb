//! Prizes by category (F art. 5), and shared money (KNDB F12.1).

use crate::ranking::{CategoryPlace, Participant, Running, category_prizes, overall_prizes};
use crate::regulation::PrizeRule;
use crate::{GroupNumber, Tournament};
use std::collections::BTreeMap;

/// The prizes of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prizes {
    /// The places within each category, by its name.
    pub categories: BTreeMap<String, Vec<CategoryPlace>>,
    /// The places of all who have not withdrawn, whatever their category.
    pub overall: Vec<CategoryPlace>,
    /// The participants without a prize of a category, in the order of the table, with the reasons.
    pub left_out: Vec<(Participant, LeftOut)>,
    /// True if the tournament is over; otherwise the prizes are a forecast.
    pub is_final: bool,
}

/// The reason for which a participant has no prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LeftOut {
    /// The participant has withdrawn.
    Withdrawn,
    /// No category was entered.
    NoCategory,
    /// The category that was entered is no class of F art. 5.
    UnknownClass,
}

impl Tournament {
    /// Returns the prizes of a group as the table has it now; `None` if there is no such group.
    pub fn prizes(&self, group: GroupNumber) -> Option<Prizes> {
        let tables = self.tables(Running::Ignored);
        let ranking = &tables.iter().find(|table| table.group == group)?.ranking;
        let rule = self.regulation().map_or(PrizeRule::Entered, |regulation| regulation.prizes);
        let (mut categories, mut left_out) = (BTreeMap::new(), Vec::new());
        for row in &ranking.rows {
            let player = self.player(row.participant.into()).filter(|_| !self.is_of_teams());
            let class = player.and_then(|player| player.category.as_deref());
            let found = if row.is_withdrawn {
                Err(LeftOut::Withdrawn)
            } else if self.is_of_teams() {
                Err(LeftOut::NoCategory)
            } else {
                rule.category(class)
            };
            match found {
                Ok(category) => {
                    categories.insert(row.participant, category.to_owned());
                }
                Err(reason) => left_out.push((row.participant, reason)),
            }
        }
        Some(Prizes {
            categories: category_prizes(ranking, &categories),
            overall: overall_prizes(ranking),
            left_out,
            is_final: self.is_over(),
        })
    }
}

impl PrizeRule {
    /// Returns the category of prizes of a player with this class, or without one.
    fn category(self, class: Option<&str>) -> Result<&str, LeftOut> {
        match (self, class) {
            (Self::Entered, Some(category)) => Ok(category),
            (Self::Entered, None) => Err(LeftOut::NoCategory),
            (Self::FrisianClasses, class) => frisian(class).ok_or(LeftOut::UnknownClass),
        }
    }
}

/// Returns the category of F art. 5: A for KK and HAA, B for RHAA and HA, C for the other classes and for
/// players who are no members and so have no class. A category that was entered as such stays.
fn frisian(class: Option<&str>) -> Option<&'static str> {
    let Some(class) = class else { return Some("C") };
    match class.to_lowercase().as_str() {
        "a" | "kk" | "haa" => Some("A"),
        "b" | "rhaa" | "ha" => Some("B"),
        "c" | "1" | "2" | "3" | "1e" | "2e" | "3e" | "1e klasse" | "2e klasse" | "3e klasse" => {
            Some("C")
        }
        _ => None,
    }
}

/// Returns the money of each place of a category, in cents. Those with equal points share the prizes of their
/// places (KNDB F12.1), whatever the tie-breaks put first; a cent that cannot be shared goes to the highest of
/// them.
pub fn shared_money(places: &[CategoryPlace], amounts: &[u32]) -> Vec<u32> {
    let mut left = amounts.iter().copied();
    let mut money = Vec::with_capacity(places.len());
    for equals in places.chunk_by(|one, next| one.points == next.points) {
        let sum =
            left.by_ref().take(equals.len()).fold(0_u64, |sum, one| sum.saturating_add(one.into()));
        let number = u64::try_from(equals.len()).unwrap_or(u64::MAX).max(1);
        let (each, rest) = (sum.checked_div(number), sum.checked_rem(number));
        let share = |at: u64| each.unwrap_or(0).saturating_add(u64::from(at < rest.unwrap_or(0)));
        money.extend((0..number).map(|at| u32::try_from(share(at)).unwrap_or(u32::MAX)));
    }
    money
}
