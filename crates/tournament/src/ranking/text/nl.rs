//! The Dutch texts.

use super::catalogue::{Catalogue, Placed, counted};
use crate::ranking::{Contest, Remedy, TieBreak, TieDecision, ZoneKind};

/// Dutch.
pub(super) struct Dutch;

impl Catalogue for Dutch {
    fn before(&self, above: &Placed, own: &Placed, by: &str, more: &str, less: &str) -> String {
        format!(
            "plaats {} ({}) vóór plaats {} ({}) op {by}, {more} tegen {less}",
            above.place, above.name, own.place, own.name
        )
    }

    fn resolved(&self, above: &Placed, own: &Placed, how: TieDecision) -> String {
        let by = match how {
            TieDecision::Games => "beslissingspartijen".to_owned(),
            TieDecision::Lot { seed: None } => "loting".to_owned(),
            TieDecision::Lot { seed: Some(seed) } => format!("loting (startgetal {seed})"),
            TieDecision::Arbiter => "de arbiter".to_owned(),
        };
        format!(
            "plaats {} ({}) vóór plaats {} ({}) door de beslissing van de gelijke stand: {by}",
            above.place, above.name, own.place, own.name
        )
    }

    fn leads(&self, own: &Placed, points: &str) -> String {
        format!("plaats {} ({}), punten: {points}", own.place, own.name)
    }

    fn tied(&self, names: &str, from: u32, to: u32) -> String {
        format!("{names} staan gelijk op de plaatsen {from} tot en met {to}")
    }

    fn withdrawn(&self, name: &str, played: u32, is_void: bool, lost: u32) -> String {
        let played = counted(played, "partij", "partijen");
        if is_void {
            return format!("{name} is na {played} gestopt: alle partijen vervallen");
        }
        match lost {
            0 => format!("{name} is na {played} gestopt: wat gescoord is blijft staan"),
            1 => format!(
                "{name} is na {played} gestopt: de resterende is winst voor de tegenstander"
            ),
            _ => format!(
                "{name} is na {played} gestopt: de resterende {lost} zijn winst voor de \
                 tegenstanders"
            ),
        }
    }

    fn tie_break(&self, tie_break: TieBreak, contest: Contest) -> String {
        match (tie_break, contest) {
            (TieBreak::Points, Contest::Games) => "punten".to_owned(),
            (TieBreak::Points, Contest::Matches) => "wedstrijdpunten".to_owned(),
            (TieBreak::BoardPoints, _) => "bordpunten".to_owned(),
            (TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger, _) => {
                "Sonneborn-Berger".to_owned()
            }
            (TieBreak::Solkoff, _) => "weerstandspunten".to_owned(),
            (TieBreak::TruncatedSolkoff { lowest }, _) => {
                format!("weerstandspunten zonder de laagste {lowest}")
            }
            (TieBreak::MedianSolkoff { each }, _) => {
                format!("weerstandspunten zonder de laagste en de hoogste {each}")
            }
            (TieBreak::MutualResult, _) => "onderling resultaat".to_owned(),
            (TieBreak::Wins, _) => "overwinningen".to_owned(),
            (TieBreak::Lot, _) => "loting".to_owned(),
        }
    }

    fn remedy(&self, remedy: Remedy) -> &'static str {
        match remedy {
            Remedy::MatchOfTwo => {
                "een tweekamp van twee partijen en daarna losse partijen met omgekeerde kleuren, \
                 tot de winnaar bekend is"
            }
            Remedy::SingleGames => {
                "beslissingspartijen met omgekeerde kleuren, tot de winnaar bekend is"
            }
            Remedy::SingleGamesOrLot => {
                "beslissingspartijen met omgekeerde kleuren, tot de winnaar bekend is, of in \
                 overleg loting"
            }
            Remedy::SingleGamesByLot => {
                "beslissingspartijen, de eerste kleur door loting en daarna gewisseld, tot de \
                 winnaar bekend is"
            }
            Remedy::TeamMatch => {
                "een beslissingswedstrijd met dezelfde spelers in dezelfde opstelling en \
                 omgekeerde kleuren, tot de winnaar bekend is"
            }
            Remedy::Blitz => {
                "sneldampartijen van 5 minuten en 5 seconden per zet, tot een winst of een \
                 bonuswinst"
            }
            Remedy::Lot => "het lot beslist",
            Remedy::Arbiter => "de arbiter beslist",
            Remedy::Organizer => "de wedstrijdleiding beslist",
        }
    }

    fn schedule(&self) -> &'static str {
        "de wedstrijdleiding bepaalt een wedstrijdschema"
    }

    fn first_white(&self, name: &str, remedy: Remedy) -> String {
        match remedy {
            Remedy::TeamMatch => format!("{name} eerst met wit op de oneven borden"),
            Remedy::MatchOfTwo
            | Remedy::SingleGames
            | Remedy::SingleGamesOrLot
            | Remedy::SingleGamesByLot
            | Remedy::Blitz
            | Remedy::Lot
            | Remedy::Arbiter
            | Remedy::Organizer => format!("{name} eerst met wit"),
        }
    }

    fn zone(&self, zone: ZoneKind) -> &'static str {
        match zone {
            ZoneKind::Promotion => "promotie",
            ZoneKind::Relegation => "degradatie",
        }
    }

    fn prizes_are_shared(&self) -> &'static str {
        "geldprijzen worden gedeeld bij gelijke punten (KNDB F12)"
    }

    fn and(&self) -> &'static str {
        "en"
    }

    fn others(&self, count: usize) -> String {
        format!("{count} anderen")
    }

    fn decimal(&self) -> char {
        ','
    }
}
