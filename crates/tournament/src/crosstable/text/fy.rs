//! The Frisian texts.

use super::catalogue::Catalogue;
use crate::RoundNumber;
use crate::crosstable::Layout;
use crate::ranking::{Contest, TieBreak};
use draughts::Color;

/// Frisian.
pub(super) struct Frisian;

impl Catalogue for Frisian {
    fn caption(&self) -> &'static str {
        "Krústabel"
    }

    fn line(&self) -> &'static str {
        "nûmer fan de rigel"
    }

    fn place(&self) -> &'static str {
        "plak"
    }

    fn name(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "spiler",
            Contest::Matches => "team",
        }
    }

    fn club(&self) -> &'static str {
        "klup"
    }

    fn rating(&self) -> &'static str {
        "rating"
    }

    fn opponent(&self, line: u32) -> String {
        format!("tsjin rigel {line}")
    }

    fn round(&self, round: RoundNumber) -> String {
        format!("ronde {round}")
    }

    fn played(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "partijen",
            Contest::Matches => "wedstriden",
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
            TieBreak::MutualResult => "ÛR".to_owned(),
            TieBreak::Wins => "Winst".to_owned(),
            TieBreak::Lot => "Lot".to_owned(),
        }
    }

    fn color(&self, color: Color) -> char {
        match color {
            Color::White => 'w',
            Color::Black => 's',
        }
    }

    fn bye(&self) -> &'static str {
        "frij"
    }

    fn withdrawn(&self) -> &'static str {
        "ophâlden"
    }

    fn decimal(&self) -> char {
        ','
    }

    fn cells(&self, layout: Layout, contest: Contest) -> String {
        let cell = match (layout, contest) {
            (Layout::RoundRobin, Contest::Games) => "Yn in fak: de punten fan de partij",
            (Layout::RoundRobin, Contest::Matches) => "Yn in fak: de boerdpunten fan de wedstriid",
            (Layout::Swiss, Contest::Games) => {
                "Yn in fak: de rigel fan de tsjinstanner, de kleur (w wyt, s swart) en de punten"
            }
            (Layout::Swiss, Contest::Matches) => {
                "Yn in fak: de rigel fan de tsjinstanner en de boerdpunten"
            }
        };
        format!("{cell}; R: net spile; *: oan 'e gong; –: net yndield")
    }
}
