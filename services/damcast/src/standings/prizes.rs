//! Prizes of an event: categories (F art. 5), and money shared on equal points (KNDB F12.1).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tournament::{
    ranking::{CategoryPlace, Participant},
    regulation::PrizeRule,
    season::{Finisher, LeftOut, Prizes},
};

use crate::json;

/// A final table, from first to last place, and the money of the prizes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    /// Rule for the categories.
    categories: Categories,
    table: Vec<PrizeLine>,
    /// Money in cents of each category from its first prize; `""` for the prizes of all.
    #[serde(default)]
    money: BTreeMap<String, Vec<u32>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Categories {
    /// From the class of each player (F art. 5).
    Frisian,
    /// As they were entered.
    Entered,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrizeLine {
    #[serde(deserialize_with = "json::numbered")]
    id: Participant,
    place: u32,
    halfpoints: u32,
    /// Class or category; null for a player without one.
    #[serde(deserialize_with = "json::nullable")]
    class: Option<String>,
    #[serde(default)]
    withdrawn: bool,
}

/// Prizes by category; those of all under `""`.
#[derive(Serialize)]
pub(super) struct PrizeList {
    prizes: BTreeMap<String, Vec<Prize>>,
    left_out: Vec<NoPrize>,
}

#[derive(Serialize)]
struct Prize {
    prize: u32,
    id: u32,
    place: u32,
    cents: u32,
}

#[derive(Serialize)]
struct NoPrize {
    id: u32,
    reason: &'static str,
}

/// Returns the prizes of an event.
pub(super) fn prizes(event: &Event) -> PrizeList {
    let rule = match event.categories {
        Categories::Frisian => PrizeRule::FrisianClasses,
        Categories::Entered => PrizeRule::Entered,
    };
    let table: Vec<Finisher<'_>> = event.table.iter().map(Finisher::from).collect();
    let found = Prizes::of(rule, &table);
    let list = |category: &str, places: &[CategoryPlace]| {
        let amounts = event.money.get(category).map(Vec::as_slice).unwrap_or_default();
        let money = found.money(places, amounts).into_iter();
        let prize = |(place, cents): (&CategoryPlace, u32)| Prize {
            prize: place.prize,
            id: place.participant.get(),
            place: place.place,
            cents,
        };
        places.iter().zip(money).map(prize).collect::<Vec<_>>()
    };
    let mut prizes: BTreeMap<String, Vec<Prize>> = found
        .categories
        .iter()
        .map(|(category, places)| (category.clone(), list(category, places)))
        .collect();
    if event.money.contains_key("") {
        prizes.insert(String::new(), list("", &found.overall));
    }
    let left_out = found.left_out.iter().map(|(participant, reason)| NoPrize {
        id: participant.get(),
        reason: match reason {
            LeftOut::Withdrawn => "withdrawn",
            LeftOut::NoCategory => "no_category",
            LeftOut::UnknownClass => "unknown_class",
        },
    });
    PrizeList { left_out: left_out.collect(), prizes }
}

impl<'a> From<&'a PrizeLine> for Finisher<'a> {
    fn from(line: &'a PrizeLine) -> Self {
        Self {
            participant: line.id,
            place: line.place,
            points: line.halfpoints,
            is_withdrawn: line.withdrawn,
            category: line.class.as_deref(),
        }
    }
}
