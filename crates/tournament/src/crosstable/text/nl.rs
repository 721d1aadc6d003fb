//! The Dutch texts.

use super::catalogue::Catalogue;
use crate::RoundNumber;
use crate::crosstable::Layout;
use crate::ranking::{Contest, TieBreak};
use draughts::Color;

/// Dutch.
pub(super) struct Dutch;

impl Catalogue for Dutch {
    fn caption(&self) -> &'static str {
        "Kruistabel"
    }

    fn line(&self) -> &'static str {
        "nummer van de regel"
    }

    fn place(&self) -> &'static str {
        "plaats"
    }

    fn name(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "speler",
            Contest::Matches => "team",
        }
    }

    fn club(&self) -> &'static str {
        "club"
    }

    fn rating(&self) -> &'static str {
        "rating"
    }

    fn opponent(&self, line: u32) -> String {
        format!("tegen regel {line}")
    }

    fn round(&self, round: RoundNumber) -> String {
        format!("ronde {round}")
    }

    fn played(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "partijen",
            Contest::Matches => "wedstrijden",
        }
    }

    fn played_short(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "P",
            Contest::Matches => "W",
        }
    }

    fn tie_break(&self, tie_break: TieBreak) -> String {
        match tie_break {
            TieBreak::Points => "Pt".to_owned(),
            TieBreak::BoardPoints => "BP".to_owned(),
            TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger => "SB".to_owned(),
            TieBreak::Solkoff => "WP".to_owned(),
            TieBreak::TruncatedSolkoff { lowest } => format!("WP-{lowest}"),
            TieBreak::MedianSolkoff { each } => format!("WP±{each}"),
            TieBreak::MutualResult => "OR".to_owned(),
            TieBreak::Wins => "Winst".to_owned(),
            TieBreak::Lot => "Lot".to_owned(),
        }
    }

    fn color(&self, color: Color) -> char {
        match color {
            Color::White => 'w',
            Color::Black => 'z',
        }
    }

    fn bye(&self) -> &'static str {
        "vrij"
    }

    fn withdrawn(&self) -> &'static str {
        "teruggetrokken"
    }

    fn decimal(&self) -> char {
        ','
    }

    fn cells(&self, layout: Layout, contest: Contest) -> String {
        let cell = match (layout, contest) {
            (Layout::RoundRobin, Contest::Games) => "In een vak: de punten van de partij",
            (Layout::RoundRobin, Contest::Matches) => "In een vak: de bordpunten van de wedstrijd",
            (Layout::Swiss, Contest::Games) => {
                "In een vak: de regel van de tegenstander, de kleur (w wit, z zwart) en de punten"
            }
            (Layout::Swiss, Contest::Matches) => {
                "In een vak: de regel van de tegenstander en de bordpunten"
            }
        };
        format!("{cell}; R: niet gespeeld; *: bezig; –: niet ingedeeld")
    }
}
