//! Crosstables as text: [`csv()`] for spreadsheets, [`html()`] for printing and for phones.

mod csv;
mod html;

pub use csv::csv;
pub use html::html;

use draughts::Color;
use tournament::{
    crosstable::{Amount, Cell, CellGame, CellState, Column, Crosstable, Layout},
    ranking::{AbsenceKind, Contest, TieBreak},
};

use crate::{Language, messages::say, numbers, standings};

/// A heading, short for the column and in full.
struct Heading {
    short: String,
    full: String,
}

fn heading(table: &Crosstable, column: Column, language: Language) -> Heading {
    let same = |text: String| Heading { short: text.clone(), full: text };
    match column {
        Column::Line => Heading { short: "#".to_owned(), full: say!(language, "column-line") },
        Column::Place => same(say!(language, "column-place")),
        Column::Name => same(match table.contest {
            Contest::Games => say!(language, "column-player"),
            Contest::Matches => say!(language, "column-team"),
        }),
        Column::Club => same(say!(language, "column-club")),
        Column::Rating => same(say!(language, "column-rating")),
        Column::Opponent { line } => {
            Heading { short: line.to_string(), full: say!(language, "column-opponent", line) }
        }
        Column::Round { round } => {
            Heading { short: round.to_string(), full: say!(language, "column-round", round) }
        }
        Column::Played => match table.contest {
            Contest::Games => Heading {
                short: say!(language, "column-games-short"),
                full: say!(language, "column-games"),
            },
            Contest::Matches => Heading {
                short: say!(language, "column-matches-short"),
                full: say!(language, "column-matches"),
            },
        },
        Column::TieBreak { tie_break } => Heading {
            short: short_tie_break(tie_break, language),
            full: standings::tie_break(tie_break, table.contest, language),
        },
        Column::Zone => same(String::new()),
    }
}

fn short_tie_break(tie_break: TieBreak, language: Language) -> String {
    match tie_break {
        TieBreak::Points => say!(language, "short-points"),
        TieBreak::BoardPoints => say!(language, "short-board-points"),
        TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger => {
            say!(language, "short-sonneborn-berger")
        }
        TieBreak::Solkoff => say!(language, "short-solkoff"),
        TieBreak::TruncatedSolkoff { lowest } => {
            say!(language, "short-truncated-solkoff", lowest)
        }
        TieBreak::MedianSolkoff { each } => say!(language, "short-median-solkoff", each),
        TieBreak::MutualResult => say!(language, "short-mutual-result"),
        TieBreak::Wins => say!(language, "short-wins"),
        TieBreak::Lot => say!(language, "short-lot"),
    }
}

/// Returns the explanation of the cells and of the short headings.
fn legend(table: &Crosstable, language: Language) -> Vec<String> {
    let mut lines = vec![match (table.layout, table.contest) {
        (Layout::RoundRobin, Contest::Games) => say!(language, "legend-games"),
        (Layout::RoundRobin, Contest::Matches) => say!(language, "legend-matches"),
        (Layout::Swiss, Contest::Games) => say!(language, "legend-swiss-games"),
        (Layout::Swiss, Contest::Matches) => say!(language, "legend-swiss-matches"),
    }];
    for column in &table.columns {
        match column {
            Column::Line | Column::Played | Column::TieBreak { .. } => {
                let Heading { short, full } = heading(table, *column, language);
                lines.push(format!("{short}: {full}"));
            }
            Column::Place
            | Column::Name
            | Column::Club
            | Column::Rating
            | Column::Opponent { .. }
            | Column::Round { .. }
            | Column::Zone => {}
        }
    }
    lines
}

/// Writes the text of a cell.
fn cell(cell: &Cell, language: Language) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Oneself => "×".to_owned(),
        Cell::Place { place, is_tied: true } => format!("{place}="),
        Cell::Place { place, is_tied: false } => place.to_string(),
        Cell::Name { name, is_withdrawn: true } => {
            format!("{name} ({})", say!(language, "cell-withdrawn"))
        }
        Cell::Name { name: text, is_withdrawn: false } | Cell::Club(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
        Cell::Points(points) => amount(*points, language),
        Cell::Games(games) => {
            let texts: Vec<String> = games.iter().map(|one| game(one, language)).collect();
            texts.join(" ")
        }
        Cell::Absence { kind: AbsenceKind::NotPaired, .. } => "–".to_owned(),
        Cell::Absence { kind: AbsenceKind::Bye | AbsenceKind::HalfPointBye, points } => {
            format!("{} {}", amount(*points, language), say!(language, "cell-bye"))
        }
        Cell::Zone(zone) => {
            // In a tie that extends beyond the zone, the zone is still open.
            let mark = if zone.is_contested { "?" } else { "" };
            format!("{}{mark}", standings::zone(zone.kind, language))
        }
    }
}

/// Writes opponent, colour and points. In a game that was not played the KNDB strikes out opponent
/// and colour (A1d).
fn game(game: &CellGame, language: Language) -> String {
    let result = match game.state {
        CellState::Open => String::new(),
        CellState::Running => "*".to_owned(),
        CellState::Played { own, other } => match game.color {
            Some(_) => amount(own, language),
            None => format!("{}-{}", amount(own, language), amount(other, language)),
        },
        CellState::Forfeit { own, .. } => return format!("{}R", amount(own, language)),
    };
    match (game.line, game.color) {
        (None, _) => result,
        (Some(line), Some(color)) => format!("{line}{}{result}", letter(color, language)),
        (Some(line), None) => format!("{line}: {result}").trim_end().to_owned(),
    }
}

fn letter(color: Color, language: Language) -> String {
    match color {
        Color::White => say!(language, "letter-white"),
        Color::Black => say!(language, "letter-black"),
    }
}

fn amount(Amount { value, unit }: Amount, language: Language) -> String {
    numbers::points(value, unit, language)
}
