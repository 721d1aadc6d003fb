//! The English texts.

use super::catalogue::{Catalogue, Placed, counted};
use crate::ranking::{Contest, Remedy, TieBreak, TieDecision, ZoneKind};

/// English.
pub(super) struct English;

impl Catalogue for English {
    fn before(&self, above: &Placed, own: &Placed, by: &str, more: &str, less: &str) -> String {
        format!(
            "place {} ({}) before place {} ({}) by {by}, {more} to {less}",
            above.place, above.name, own.place, own.name
        )
    }

    fn resolved(&self, above: &Placed, own: &Placed, how: TieDecision) -> String {
        let by = match how {
            TieDecision::Games => "games that were played for it".to_owned(),
            TieDecision::Lot { seed: None } => "lot".to_owned(),
            TieDecision::Lot { seed: Some(seed) } => format!("lot (seed {seed})"),
            TieDecision::Arbiter => "the arbiter".to_owned(),
        };
        format!(
            "place {} ({}) before place {} ({}) as the tie was resolved by {by}",
            above.place, above.name, own.place, own.name
        )
    }

    fn leads(&self, own: &Placed, points: &str) -> String {
        format!("place {} ({}), points: {points}", own.place, own.name)
    }

    fn tied(&self, names: &str, from: u32, to: u32) -> String {
        format!("{names} are tied for places {from} to {to}")
    }

    fn withdrawn(&self, name: &str, played: u32, is_void: bool, lost: u32) -> String {
        let played = counted(played, "game", "games");
        if is_void {
            return format!("{name} withdrew after {played}: all games are void");
        }
        match lost {
            0 => format!("{name} withdrew after {played}: what was scored stays"),
            1 => {
                format!("{name} withdrew after {played}: the remaining one is won by the opponent")
            }
            _ => format!(
                "{name} withdrew after {played}: the remaining {lost} are won by the opponents"
            ),
        }
    }

    fn tie_break(&self, tie_break: TieBreak, contest: Contest) -> String {
        match (tie_break, contest) {
            (TieBreak::Points, Contest::Games) => "points".to_owned(),
            (TieBreak::Points, Contest::Matches) => "match points".to_owned(),
            (TieBreak::BoardPoints, _) => "board points".to_owned(),
            (TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger, _) => {
                "Sonneborn-Berger".to_owned()
            }
            (TieBreak::Solkoff, _) => "Solkoff".to_owned(),
            (TieBreak::TruncatedSolkoff { lowest }, _) => {
                format!("Solkoff without the lowest {lowest}")
            }
            (TieBreak::MedianSolkoff { each }, _) => {
                format!("Solkoff without the lowest and the highest {each}")
            }
            (TieBreak::MutualResult, _) => "mutual result".to_owned(),
            (TieBreak::Wins, _) => "wins".to_owned(),
            (TieBreak::Lot, _) => "lot".to_owned(),
        }
    }

    fn remedy(&self, remedy: Remedy) -> &'static str {
        match remedy {
            Remedy::MatchOfTwo => {
                "a match of two games and then single games with colours reversed, until it is \
                 decided"
            }
            Remedy::SingleGames => "single games with colours reversed, until it is decided",
            Remedy::SingleGamesOrLot => {
                "single games with colours reversed, until it is decided, or the lot where that is \
                 agreed"
            }
            Remedy::SingleGamesByLot => {
                "single games, the first colour by lot and then changed, until it is decided"
            }
            Remedy::TeamMatch => {
                "a match of the same players in the same order with colours reversed, until it is \
                 decided"
            }
            Remedy::Blitz => {
                "blitz games of 5 minutes and 5 seconds a move, until a win or a bonus win"
            }
            Remedy::Lot => "the lot decides",
            Remedy::Arbiter => "the arbiter decides",
            Remedy::Organizer => "the organisers decide",
        }
    }

    fn schedule(&self) -> &'static str {
        "the organisers make a schedule"
    }

    fn first_white(&self, name: &str, remedy: Remedy) -> String {
        match remedy {
            Remedy::TeamMatch => format!("{name} first with White on the odd boards"),
            Remedy::MatchOfTwo
            | Remedy::SingleGames
            | Remedy::SingleGamesOrLot
            | Remedy::SingleGamesByLot
            | Remedy::Blitz
            | Remedy::Lot
            | Remedy::Arbiter
            | Remedy::Organizer => format!("{name} first with White"),
        }
    }

    fn zone(&self, zone: ZoneKind) -> &'static str {
        match zone {
            ZoneKind::Promotion => "promotion",
            ZoneKind::Relegation => "relegation",
        }
    }

    fn prizes_are_shared(&self) -> &'static str {
        "money prizes are shared by those with equal points (KNDB F12)"
    }

    fn and(&self) -> &'static str {
        "and"
    }

    fn others(&self, count: usize) -> String {
        format!("{count} others")
    }

    fn decimal(&self) -> char {
        '.'
    }
}
