//! What one season gives to the next by the Frisian rulebook.

use serde_json::Value;
use tournament::season::{
    Class, ClubEvent, ClubSeason, EightsSeason, Place, Season, clubs_next, eights_next,
    points_ranking,
};

use super::{
    Reply,
    input::{Unreadable, each, numbers, numbers_of},
};
use crate::{
    lines::Object,
    question::{as_number, list, member, text, unknown},
};

/// Next year's places in the three eights (C art. 8 and 9, D art. 7).
pub(super) fn eights(input: &Value) -> Result<Reply, Unreadable> {
    let season = EightsSeason {
        kk: numbers(input, "KK")?,
        haa: numbers(input, "HAA")?,
        rhaa: numbers(input, "RHAA")?,
        ha: numbers(input, "HA")?,
        declined: numbers(input, "HA_declined")?,
        absent: Vec::new(),
    };
    let next = eights_next(&season)?;
    let players = |places: &[Option<Place<u32>>]| -> Value {
        let player = |place: &Option<Place<u32>>| place.as_ref().map(|place| place.player);
        places.iter().map(player).collect::<Vec<_>>().into()
    };
    let json = Object::new()
        .member("KK", players(&next.kk))
        .member("HAA", players(&next.haa))
        .member("RHAA", players(&next.rhaa))
        .member("to_HA", next.to_ha)
        .finish();
    Ok(Reply { json, ranking: None })
}

/// Next year's groups of clubs (B art. 3).
pub(super) fn clubs(input: &Value) -> Result<Reply, Unreadable> {
    let groups = each(input, "groups", |group| {
        numbers_of(group).ok_or(Unreadable::NoNumbers { name: "groups" })
    })?;
    let next = clubs_next(&ClubSeason { groups, absent: Vec::new(), entered: Vec::new() })?;
    Ok(Reply { json: Object::new().member("groups", next).finish(), ranking: None })
}

/// The points ranking (appendix 4).
pub(super) fn points(input: &Value) -> Result<Reply, Unreadable> {
    let class = text(input, "class")?;
    let class = Class::from_id(class).ok_or_else(|| unknown("class", class, CLASSES))?;
    let ranking = points_ranking(class, &each(input, "seasons", season)?);
    let json = Object::new()
        .member("SP", ranking.season_points)
        .member("TP", ranking.total)
        .member("last4", ranking.last_four)
        .member("promoted", ranking.is_promoted)
        .member("may_go_down", ranking.may_go_down)
        .finish();
    Ok(Reply { json, ranking: None })
}

const CLASSES: &str = "3, 2, 1, HA and EK";

fn season(entry: &Value) -> Result<Season, Unreadable> {
    let none = || Unreadable::NoPlace { name: "kp_place" };
    let place = Some(member(entry, "kp_place")?).filter(|place| !place.is_null());
    let place = place.map(|place| as_number(place).filter(|place| *place > 0).ok_or_else(none));
    let championship_place = place.transpose()?;
    let event = |event: &Value| match numbers_of(event).as_deref() {
        Some(&[players, place]) if place > 0 => Ok(ClubEvent { players, place }),
        _ => Err(Unreadable::NoPlace { name: "wp" }),
    };
    let club_events = list(entry, "wp")?.iter().map(event).collect::<Result<_, _>>()?;
    Ok(Season { club_events, championship_place })
}
