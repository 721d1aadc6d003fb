//! The points ranking of a year: SP and TP of all players (appendix 4).

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use tournament::season::{Class, Season, best_season, career, career_ranking};

use super::{
    input::Unanswerable,
    season::{SeasonForm, class},
};

/// Players with their seasons, the last one last.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Players {
    players: Vec<Player>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    name: String,
    /// Class in the first of the seasons.
    #[serde(deserialize_with = "class")]
    class: Class,
    seasons: Vec<SeasonForm>,
}

/// The list of a year, class by class from the highest, and by SP within each.
#[derive(Serialize)]
pub(super) struct PointsList {
    list: Vec<PointsLine>,
    /// Players with the most SP of all classes.
    best: Vec<String>,
}

#[derive(Serialize)]
struct PointsLine {
    name: String,
    class: &'static str,
    #[serde(rename = "SP")]
    season_points: u32,
    #[serde(rename = "TP")]
    total: u32,
    last4: u32,
    next_class: &'static str,
    may_go_down: bool,
}

/// Returns the list of the last season.
///
/// # Errors
/// If a player had a place that the group did not have.
pub(super) fn list(Players { players }: Players) -> Result<PointsList, Unanswerable> {
    let mut lines = Vec::new();
    for (player, one) in players.iter().enumerate() {
        for (season, form) in one.seasons.iter().enumerate() {
            if let Some((event, players, place)) = form.impossible() {
                return Err(Unanswerable::Place { player, season, event, players, place });
            }
        }
    }
    for Player { name, class, seasons } in players {
        let seasons: Vec<Season> = seasons.into_iter().map(Season::from).collect();
        let years = career(class, &seasons);
        let ranking = career_ranking(class, &seasons);
        let (class, points, next) = years
            .last()
            .map_or((class, 0, class), |year| (year.class, year.season_points, year.next_class));
        let line = PointsLine {
            name,
            class: class.id(),
            season_points: points,
            total: ranking.total,
            last4: ranking.last_four,
            next_class: next.id(),
            may_go_down: ranking.may_go_down,
        };
        lines.push((class, line));
    }
    lines.sort_by_key(|(class, line)| Reverse((*class, line.season_points, line.total)));
    let list: Vec<PointsLine> = lines.into_iter().map(|(_, line)| line).collect();
    let points: Vec<_> = list.iter().map(|line| (line.name.clone(), line.season_points)).collect();
    Ok(PointsList { best: best_season(&points), list })
}
