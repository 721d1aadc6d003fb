//! Prizes by category (F art. 5).

use super::{Participant, Ranking};
use std::collections::BTreeMap;

/// A place within a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CategoryPlace {
    /// The prize, from 1. Participants of a category who are tied in the table share the first of
    /// their prizes.
    pub prize: u32,
    /// The participant.
    pub participant: Participant,
    /// The place in the table.
    pub place: u32,
    /// The points, in the unit of the scoring.
    pub points: u32,
}

/// Returns the prizes within each category: the first goes to its highest participant in the table,
/// the second to the next, and so on (F art. 5). A participant without a category has none.
pub fn category_prizes<Category: Clone + Ord>(
    ranking: &Ranking,
    categories: &BTreeMap<Participant, Category>,
) -> BTreeMap<Category, Vec<CategoryPlace>> {
    let mut prizes: BTreeMap<Category, Vec<CategoryPlace>> = BTreeMap::new();
    for row in &ranking.rows {
        let Some(category) = categories.get(&row.participant) else { continue };
        let places = prizes.entry(category.clone()).or_default();
        add_prize(places, row.participant, row.place, row.points);
    }
    prizes
}

/// Adds the prize of the next participant of a category.
pub(crate) fn add_prize(
    places: &mut Vec<CategoryPlace>,
    participant: Participant,
    place: u32,
    points: u32,
) {
    let prize = match places.last() {
        Some(last) if last.place == place => last.prize,
        Some(_) | None => u32::try_from(places.len()).unwrap_or(u32::MAX).saturating_add(1),
    };
    places.push(CategoryPlace { prize, participant, place, points });
}
