//! The Frisian texts.

use super::catalogue::{Catalogue, Placed, counted};
use crate::ranking::{Contest, Remedy, TieBreak, TieDecision, ZoneKind};

/// Frisian.
pub(super) struct Frisian;

impl Catalogue for Frisian {
    fn before(&self, above: &Placed, own: &Placed, by: &str, more: &str, less: &str) -> String {
        format!(
            "plak {} ({}) foar plak {} ({}) op {by}, {more} tsjin {less}",
            above.place, above.name, own.place, own.name
        )
    }

    fn resolved(&self, above: &Placed, own: &Placed, how: TieDecision) -> String {
        let by = match how {
            TieDecision::Games => "beslissingspartijen".to_owned(),
            TieDecision::Lot { seed: None } => "lotting".to_owned(),
            TieDecision::Lot { seed: Some(seed) } => format!("lotting (startgetal {seed})"),
            TieDecision::Arbiter => "de arbiter".to_owned(),
        };
        format!(
            "plak {} ({}) foar plak {} ({}) troch de beslissing fan de gelikense stân: {by}",
            above.place, above.name, own.place, own.name
        )
    }

    fn leads(&self, own: &Placed, points: &str) -> String {
        format!("plak {} ({}), punten: {points}", own.place, own.name)
    }

    fn tied(&self, names: &str, from: u32, to: u32) -> String {
        format!("{names} steane gelyk op de plakken {from} oant en mei {to}")
    }

    fn withdrawn(&self, name: &str, played: u32, is_void: bool, lost: u32) -> String {
        let played = counted(played, "partij", "partijen");
        if is_void {
            return format!("{name} is nei {played} ophâlden: alle partijen ferfalle");
        }
        match lost {
            0 => format!("{name} is nei {played} ophâlden: wat skoard is bliuwt stean"),
            1 => format!(
                "{name} is nei {played} ophâlden: de oerbleaune is winst foar de tsjinstanner"
            ),
            _ => format!(
                "{name} is nei {played} ophâlden: de oerbleaune {lost} binne winst foar de \
                 tsjinstanners"
            ),
        }
    }

    fn tie_break(&self, tie_break: TieBreak, contest: Contest) -> String {
        match (tie_break, contest) {
            (TieBreak::Points, Contest::Games) => "punten".to_owned(),
            (TieBreak::Points, Contest::Matches) => "wedstriidpunten".to_owned(),
            (TieBreak::BoardPoints, _) => "boerdpunten".to_owned(),
            (TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger, _) => {
                "Sonneborn-Berger".to_owned()
            }
            (TieBreak::Solkoff, _) => "wjerstânspunten".to_owned(),
            (TieBreak::TruncatedSolkoff { lowest }, _) => {
                format!("wjerstânspunten sûnder de leechste {lowest}")
            }
            (TieBreak::MedianSolkoff { each }, _) => {
                format!("wjerstânspunten sûnder de leechste en de heechste {each}")
            }
            (TieBreak::MutualResult, _) => "ûnderling resultaat".to_owned(),
            (TieBreak::Wins, _) => "oerwinningen".to_owned(),
            (TieBreak::Lot, _) => "lotting".to_owned(),
        }
    }

    fn remedy(&self, remedy: Remedy) -> &'static str {
        match remedy {
            Remedy::MatchOfTwo => {
                "in twakamp fan twa partijen en dêrnei losse partijen mei omkearde kleuren, oant \
                 de winner bekend is"
            }
            Remedy::SingleGames => {
                "beslissingspartijen mei omkearde kleuren, oant de winner bekend is"
            }
            Remedy::SingleGamesOrLot => {
                "beslissingspartijen mei omkearde kleuren, oant de winner bekend is, of yn oerlis \
                 lotting"
            }
            Remedy::SingleGamesByLot => {
                "beslissingspartijen, de earste kleur troch lotting en dêrnei wiksele, oant de \
                 winner bekend is"
            }
            Remedy::TeamMatch => {
                "in beslissingswedstriid mei deselde spilers yn deselde opstelling en omkearde \
                 kleuren, oant de winner bekend is"
            }
            Remedy::Blitz => {
                "flugdampartijen fan 5 minuten en 5 sekonden de set, oant in winst of in bonuswinst"
            }
            Remedy::Lot => "it lot beslist",
            Remedy::Arbiter => "de arbiter beslist",
            Remedy::Organizer => "de wedstriidlieding beslist",
        }
    }

    fn schedule(&self) -> &'static str {
        "de wedstriidlieding makket in wedstriidskema"
    }

    fn first_white(&self, name: &str, remedy: Remedy) -> String {
        match remedy {
            Remedy::TeamMatch => format!("{name} earst mei wyt op de ûneven boerden"),
            Remedy::MatchOfTwo
            | Remedy::SingleGames
            | Remedy::SingleGamesOrLot
            | Remedy::SingleGamesByLot
            | Remedy::Blitz
            | Remedy::Lot
            | Remedy::Arbiter
            | Remedy::Organizer => format!("{name} earst mei wyt"),
        }
    }

    fn zone(&self, zone: ZoneKind) -> &'static str {
        match zone {
            ZoneKind::Promotion => "promoasje",
            ZoneKind::Relegation => "degradaasje",
        }
    }

    fn prizes_are_shared(&self) -> &'static str {
        "jildprizen wurde dield by gelikense punten (KNDB F12)"
    }

    fn and(&self) -> &'static str {
        "en"
    }

    fn others(&self, count: usize) -> String {
        format!("{count} oaren")
    }

    fn decimal(&self) -> char {
        ','
    }
}
