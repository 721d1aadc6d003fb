//! Ties of a table, and what the regulation prescribes for each.

use serde::Serialize;
use tournament::ranking::{Participant, Prescription, Ranking, Remedy};

/// A tie that the table leaves open, with its first place.
#[derive(Serialize)]
pub(super) struct Tie {
    place: u32,
    #[serde(flatten)]
    who: Who,
    r#type: &'static str,
    #[serde(flatten)]
    first_white: Option<FirstWhite>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    Players(Vec<u32>),
    Teams(Vec<u32>),
}

/// Player who has White first in the prescribed games.
#[derive(Serialize)]
enum FirstWhite {
    #[serde(rename = "first_game_white")]
    Game(u32),
    #[serde(rename = "first_blitz_white")]
    Blitz(u32),
}

/// Returns the participants by place, from the first place; those of a tie share one.
pub(super) fn tiers(ranking: &Ranking) -> Vec<Vec<u32>> {
    let tiers = ranking.rows.chunk_by(|one, next| one.place == next.place);
    tiers.map(|tier| tier.iter().map(|row| row.participant.get()).collect()).collect()
}

/// Returns the ties of players, which games decide.
pub(super) fn playoffs_of_players(ranking: &Ranking) -> Vec<Tie> {
    ties(ranking, Who::Players, Some(FirstWhite::Game))
}

/// Returns the ties of players, which blitz games decide.
pub(super) fn blitz_of_players(ranking: &Ranking) -> Vec<Tie> {
    ties(ranking, Who::Players, Some(FirstWhite::Blitz))
}

/// Returns the ties of teams.
pub(super) fn playoffs_of_teams(ranking: &Ranking) -> Vec<Tie> {
    ties(ranking, Who::Teams, None)
}

fn ties(
    ranking: &Ranking,
    who: fn(Vec<u32>) -> Who,
    first_white: Option<fn(u32) -> FirstWhite>,
) -> Vec<Tie> {
    let ties = ranking.ties.iter().filter(|tie| tie.prescription != Prescription::Later);
    let ties = ties.map(|tie| Tie {
        place: tie.place,
        who: who(tie.participants.iter().copied().map(Participant::get).collect()),
        r#type: prescribed(tie.prescription),
        first_white: match (first_white, tie.prescription) {
            (Some(form), Prescription::Remedy { first_white: Some(white), .. }) => {
                Some(form(white.get()))
            }
            (_, Prescription::Remedy { .. } | Prescription::Schedule | Prescription::Later) => None,
        },
    });
    ties.collect()
}

fn prescribed(prescription: Prescription) -> &'static str {
    match prescription {
        Prescription::Schedule => "schedule_by_organiser",
        Prescription::Later => "later",
        Prescription::Remedy { remedy, .. } => match remedy {
            Remedy::MatchOfTwo => "match_of_two_then_single_games",
            Remedy::SingleGames | Remedy::SingleGamesOrLot => "single_games_until_decided",
            Remedy::SingleGamesByLot => "single_games_colour_by_lot",
            Remedy::TeamMatch => "team_playoff_reversed_colours",
            Remedy::Blitz => "blitz_5min_plus_5s_until_win_or_bonus_win",
            Remedy::Lot => "draw_lots",
            Remedy::Arbiter => "unresolved_arbiter_decides",
            Remedy::Organizer => "unresolved_organiser_decides",
        },
    }
}
