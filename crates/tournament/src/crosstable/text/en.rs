//! The English texts.

use super::catalogue::Catalogue;
use crate::RoundNumber;
use crate::crosstable::Layout;
use crate::ranking::{Contest, TieBreak};
use draughts::Color;

/// English.
pub(super) struct English;

impl Catalogue for English {
    fn caption(&self) -> &'static str {
        "Crosstable"
    }

    fn line(&self) -> &'static str {
        "number of the line"
    }

    fn place(&self) -> &'static str {
        "place"
    }

    fn name(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "player",
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
        format!("against line {line}")
    }

    fn round(&self, round: RoundNumber) -> String {
        format!("round {round}")
    }

    fn played(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "games",
            Contest::Matches => "matches",
        }
    }

    fn played_short(&self, contest: Contest) -> &'static str {
        match contest {
            Contest::Games => "G",
            Contest::Matches => "M",
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
            TieBreak::MutualResult => "MR".to_owned(),
            TieBreak::Wins => "Wins".to_owned(),
            TieBreak::Lot => "Lot".to_owned(),
        }
    }

    fn color(&self, color: Color) -> char {
        match color {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    fn bye(&self) -> &'static str {
        "bye"
    }

    fn withdrawn(&self) -> &'static str {
        "withdrawn"
    }

    fn decimal(&self) -> char {
        '.'
    }

    fn cells(&self, layout: Layout, contest: Contest) -> String {
        let cell = match (layout, contest) {
            (Layout::RoundRobin, Contest::Games) => "In a cell: the points of the game",
            (Layout::RoundRobin, Contest::Matches) => "In a cell: the board points of the match",
            (Layout::Swiss, Contest::Games) => {
                "In a cell: the line of the opponent, the colour (w white, b black) and the points"
            }
            (Layout::Swiss, Contest::Matches) => {
                "In a cell: the line of the opponent and the board points"
            }
        };
        format!("{cell}; R: not played; *: being played; –: not paired")
    }
}
