//! What a crosstable says in words, in English, Dutch and Frisian.

mod catalogue;
mod en;
mod fy;
mod nl;

use super::{Amount, Cell, CellGame, CellState, Column, Crosstable};
use crate::ranking::AbsenceKind;
use catalogue::Catalogue;
use draughts::Language;

pub(super) fn catalogue(language: Language) -> &'static dyn Catalogue {
    match language {
        Language::English => &en::English,
        Language::Dutch => &nl::Dutch,
        Language::Frisian => &fy::Frisian,
    }
}

/// A heading: as short as columns are, and in full.
pub(super) struct Heading {
    pub(super) short: String,
    pub(super) full: String,
}

impl Crosstable {
    pub(super) fn heading(&self, column: Column, language: Language) -> Heading {
        let catalogue = catalogue(language);
        let same = |text: &str| Heading { short: text.to_owned(), full: text.to_owned() };
        match column {
            Column::Line => Heading { short: "#".to_owned(), full: catalogue.line().to_owned() },
            Column::Place => same(catalogue.place()),
            Column::Name => same(catalogue.name(self.contest)),
            Column::Club => same(catalogue.club()),
            Column::Rating => same(catalogue.rating()),
            Column::Opponent { line } => {
                Heading { short: line.to_string(), full: catalogue.opponent(line) }
            }
            Column::Round { round } => {
                Heading { short: round.to_string(), full: catalogue.round(round) }
            }
            Column::Played => Heading {
                short: catalogue.played_short(self.contest).to_owned(),
                full: catalogue.played(self.contest).to_owned(),
            },
            Column::TieBreak { tie_break } => Heading {
                short: catalogue.tie_break(tie_break),
                full: tie_break.name(self.contest, language),
            },
            Column::Zone => same(""),
        }
    }

    /// How to read the cells, and what the short headings stand for.
    pub(super) fn legend(&self, language: Language) -> Vec<String> {
        let mut lines = vec![catalogue(language).cells(self.layout, self.contest)];
        for column in &self.columns {
            let heading = self.heading(*column, language);
            match column {
                Column::Line | Column::Played | Column::TieBreak { .. } => {
                    lines.push(format!("{}: {}", heading.short, heading.full));
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
}

impl Cell {
    /// What the cell says.
    pub(super) fn text(&self, language: Language) -> String {
        let catalogue = catalogue(language);
        match self {
            Self::Empty => String::new(),
            Self::Oneself => "×".to_owned(),
            Self::Place { place, is_tied: true } => format!("{place}="),
            Self::Place { place, is_tied: false } => place.to_string(),
            Self::Name { name, is_withdrawn: true } => {
                format!("{name} ({})", catalogue.withdrawn())
            }
            Self::Name { name: text, is_withdrawn: false } | Self::Club(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Points(amount) => amount.text(catalogue),
            Self::Games(games) => {
                let texts: Vec<String> = games.iter().map(|game| game.text(catalogue)).collect();
                texts.join(" ")
            }
            Self::Absence { kind: AbsenceKind::NotPaired, .. } => "–".to_owned(),
            Self::Absence { kind: AbsenceKind::Bye | AbsenceKind::HalfPointBye, points } => {
                format!("{} {}", points.text(catalogue), catalogue.bye())
            }
            Self::Zone(zone) => {
                // A tie that reaches beyond the zone leaves it open who has it.
                let mark = if zone.is_contested { "?" } else { "" };
                format!("{}{mark}", zone.kind.name(language))
            }
        }
    }
}

impl CellGame {
    /// Opponent, colour and points. Of a game that was not played the KNDB strikes out opponent and
    /// colour (A1d).
    fn text(&self, catalogue: &dyn Catalogue) -> String {
        let result = match self.state {
            CellState::Open => String::new(),
            CellState::Running => "*".to_owned(),
            CellState::Played { own, other } => match self.color {
                Some(_) => own.text(catalogue),
                None => format!("{}-{}", own.text(catalogue), other.text(catalogue)),
            },
            CellState::Forfeit { own, .. } => return format!("{}R", own.text(catalogue)),
        };
        match (self.line, self.color) {
            (None, _) => result,
            (Some(line), Some(color)) => format!("{line}{}{result}", catalogue.color(color)),
            (Some(line), None) => format!("{line}: {result}").trim_end().to_owned(),
        }
    }
}

impl Amount {
    /// Writes points as people do: `9`, `4½`, `14¼`, `9.06`. Where there are hundredths, all have
    /// them.
    fn text(self, catalogue: &dyn Catalogue) -> String {
        let Self { value, unit } = self;
        let whole = value.checked_div(unit).unwrap_or(value);
        let rest = value.checked_rem(unit).unwrap_or(0);
        let fraction = match (rest, unit) {
            (rest, 100) => return format!("{whole}{}{rest:02}", catalogue.decimal()),
            (rest, 200) => {
                return format!("{whole}{}{:03}", catalogue.decimal(), rest.saturating_mul(5));
            }
            (1, 2) | (2, 4) => "½",
            (1, 4) => "¼",
            (3, 4) => "¾",
            _ => "",
        };
        if whole == 0 && !fraction.is_empty() {
            fraction.to_owned()
        } else {
            format!("{whole}{fraction}")
        }
    }
}
