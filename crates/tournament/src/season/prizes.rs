//! Prizes by category (F art. 5), and shared money (KNDB F12.1).

use crate::ranking::{CategoryPlace, Participant, Row, Running, add_prize};
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
    /// True if finals are played for the places, so that equal points do not share money.
    pub is_by_place: bool,
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

/// A row of a final table, as far as prizes depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finisher<'a> {
    /// The participant.
    pub participant: Participant,
    /// The place in the table; tied participants share the first of their places.
    pub place: u32,
    /// The points, in the unit of the scoring.
    pub points: u32,
    /// True if the participant withdrew.
    pub is_withdrawn: bool,
    /// The category that was entered, or the class.
    pub category: Option<&'a str>,
}

impl Prizes {
    /// Returns the prizes for a table, whose rows are given from first to last place.
    pub fn of(rule: PrizeRule, table: &[Finisher<'_>]) -> Self {
        let mut prizes = Self {
            categories: BTreeMap::new(),
            overall: Vec::new(),
            left_out: Vec::new(),
            is_by_place: false,
            is_final: true,
        };
        for row in table {
            let Finisher { participant, place, points, is_withdrawn, category } = *row;
            if is_withdrawn {
                prizes.left_out.push((participant, LeftOut::Withdrawn));
                continue;
            }
            add_prize(&mut prizes.overall, participant, place, points);
            match rule.category(category) {
                Ok(category) => {
                    let places = prizes.categories.entry(category.to_owned()).or_default();
                    add_prize(places, participant, place, points);
                }
                Err(reason) => prizes.left_out.push((participant, reason)),
            }
        }
        prizes
    }

    /// Returns the money of each place of a category, in cents, as [`shared_money`] does; where
    /// finals are played for the places, only those who share a place share the money.
    pub fn money(&self, places: &[CategoryPlace], amounts: &[u32]) -> Vec<u32> {
        if self.is_by_place {
            shared_by(places, amounts, |place| place.place)
        } else {
            shared_money(places, amounts)
        }
    }
}

impl Tournament {
    /// Returns the prizes of a group as the table has it now; `None` if there is no such group.
    /// Without a group they are those of all players after two pools, from their finals on, and
    /// otherwise those of the first group.
    pub fn prizes(&self, group: Option<GroupNumber>) -> Option<Prizes> {
        let of_all = if group.is_none() { self.final_table() } else { None };
        let group = group.unwrap_or(GroupNumber::FIRST);
        let of_group = || {
            let mut tables = self.tables(Running::Ignored).into_iter();
            Some(tables.find(|table| table.group == group)?.ranking)
        };
        let is_by_place = of_all.is_some();
        let ranking = of_all.or_else(of_group)?;
        let are_teams = self.is_of_teams();
        let finisher = |row: &Row| Finisher {
            participant: row.participant,
            place: row.place,
            points: row.points,
            is_withdrawn: row.is_withdrawn,
            category: self
                .player(row.participant.into())
                .filter(|_| !are_teams)
                .and_then(|player| player.category.as_deref()),
        };
        let table: Vec<Finisher<'_>> = ranking.rows.iter().map(finisher).collect();
        // Teams have no class.
        let rule = self.regulation().map(|regulation| regulation.prizes).filter(|_| !are_teams);
        let prizes = Prizes::of(rule.unwrap_or_default(), &table);
        Some(Prizes { is_by_place, is_final: self.is_over(), ..prizes })
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

/// Returns the category of F art. 5: A for KK and HAA, B for RHAA and HA, C for the other classes
/// and for players who are no members and so have no class. A category that was entered as such
/// stays.
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

/// Returns the money of each place of a category, in cents. Those with equal points share the
/// prizes of their places (KNDB F12.1), whatever the tie-breaks put first; a cent that cannot be
/// shared goes to the highest of them.
pub fn shared_money(places: &[CategoryPlace], amounts: &[u32]) -> Vec<u32> {
    shared_by(places, amounts, |place| place.points)
}

fn shared_by(
    places: &[CategoryPlace],
    amounts: &[u32],
    key: fn(&CategoryPlace) -> u32,
) -> Vec<u32> {
    let mut left = amounts.iter().copied();
    let mut money = Vec::with_capacity(places.len());
    for equals in places.chunk_by(|one, next| key(one) == key(next)) {
        let sum =
            left.by_ref().take(equals.len()).fold(0_u64, |sum, one| sum.saturating_add(one.into()));
        let number = u64::try_from(equals.len()).unwrap_or(u64::MAX).max(1);
        let (each, rest) = (sum.checked_div(number), sum.checked_rem(number));
        let share = |at: u64| each.unwrap_or(0).saturating_add(u64::from(at < rest.unwrap_or(0)));
        money.extend((0..number).map(|at| u32::try_from(share(at)).unwrap_or(u32::MAX)));
    }
    money
}
