//! Crosstables: places, results against each opponent or in each round, and the tie-breaks that
//! decided the order.
//!
//! [`Crosstable::new`] builds the table from a [`Ranking`] and its [`Results`]; a round robin has a
//! column for each opponent, a Swiss tournament one for each round. The table is a value without
//! language and file format.

mod cell;
mod games;

pub use cell::{Amount, Cell, CellGame, CellState};

use crate::RoundNumber;
use crate::ranking::{Contest, Participant, Ranking, Results, Row, TieBreak, ZoneMark};
use games::Games;

/// A table of the results between all participants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crosstable {
    /// Players or teams.
    pub contest: Contest,
    /// The layout of the columns of games.
    pub layout: Layout,
    /// The contents of the columns, from left to right.
    pub columns: Vec<Column>,
    /// The rows from first to last place.
    pub rows: Vec<CrossRow>,
}

/// The layout of the columns of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// A column for each opponent.
    RoundRobin,
    /// A column for each round.
    Swiss,
}

/// A participant's details for display.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The club.
    pub club: Option<String>,
    /// The rating.
    pub rating: Option<u16>,
}

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The number of the line, which identifies opponents; only if places are shared.
    Line,
    /// The place.
    Place,
    /// The name.
    Name,
    /// The club; only if a participant has one.
    Club,
    /// The rating; only if a participant has one.
    Rating,
    /// The games against the participant in a line, from 1.
    Opponent {
        /// The number of the line.
        line: u32,
    },
    /// The game of a round.
    Round {
        /// The number of the round.
        round: RoundNumber,
    },
    /// Number of games or matches with a result.
    Played,
    /// The value of a tie-break of the order; only if a participant has one.
    TieBreak {
        /// The tie-break.
        tie_break: TieBreak,
    },
    /// Promotion or relegation; only if a place gives it.
    Zone,
}

/// One participant's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossRow {
    /// The participant.
    pub participant: Participant,
    /// Promotion or relegation by the place.
    pub zone: Option<ZoneMark>,
    /// A cell for each column.
    pub cells: Vec<Cell>,
}

impl Crosstable {
    /// Builds the table of a ranking and its results. Participants who left the table (C art. 14)
    /// have no line, and games against them are not shown.
    pub fn new(
        ranking: &Ranking,
        results: &Results,
        layout: Layout,
        person: impl Fn(Participant) -> Person,
    ) -> Self {
        let people: Vec<Person> = ranking.rows.iter().map(|row| person(row.participant)).collect();
        let games = Games::new(ranking, results);
        let columns = columns(ranking, &games, layout, &people);
        let cell = |row: &Row, person: &Person, column: &Column| match *column {
            Column::Line => games.line(row.participant).map_or(Cell::Empty, Cell::Number),
            Column::Place => Cell::Place { place: row.place, is_tied: row.is_tied },
            Column::Name => {
                Cell::Name { name: person.name.clone(), is_withdrawn: row.is_withdrawn }
            }
            Column::Club => person.club.clone().map_or(Cell::Empty, Cell::Club),
            Column::Rating => {
                person.rating.map_or(Cell::Empty, |rating| Cell::Number(rating.into()))
            }
            Column::Opponent { line } => games.against(row.participant, line),
            Column::Round { round } => games.in_round(row.participant, round),
            Column::Played => Cell::Number(row.played),
            Column::TieBreak { tie_break } => {
                let unit = ranking.unit(tie_break);
                let points = |value| Cell::Points(Amount { value, unit });
                ranking.value(row, tie_break).map_or(Cell::Empty, points)
            }
            Column::Zone => row.zone.map_or(Cell::Empty, Cell::Zone),
        };
        let rows = ranking
            .rows
            .iter()
            .zip(&people)
            .map(|(row, person)| CrossRow {
                participant: row.participant,
                zone: row.zone,
                cells: columns.iter().map(|column| cell(row, person, column)).collect(),
            })
            .collect();
        Self { contest: ranking.order.contest, layout, columns, rows }
    }
}

fn columns(ranking: &Ranking, games: &Games<'_>, layout: Layout, people: &[Person]) -> Vec<Column> {
    let mut columns = Vec::new();
    if ranking.rows.iter().any(|row| row.is_tied) {
        columns.push(Column::Line);
    }
    columns.extend([Column::Place, Column::Name]);
    if people.iter().any(|person| person.club.is_some()) {
        columns.push(Column::Club);
    }
    if people.iter().any(|person| person.rating.is_some()) {
        columns.push(Column::Rating);
    }
    match layout {
        Layout::RoundRobin => {
            columns.extend((1..).zip(&ranking.rows).map(|(line, _)| Column::Opponent { line }));
        }
        Layout::Swiss => {
            let rounds = (0..games.rounds()).map(RoundNumber::from_index);
            columns.extend(rounds.map(|round| Column::Round { round }));
        }
    }
    columns.push(Column::Played);
    let given = ranking.order.tie_breaks.iter().filter(|tie_break| {
        ranking.rows.iter().any(|row| ranking.value(row, **tie_break).is_some())
    });
    columns.extend(given.map(|tie_break| Column::TieBreak { tie_break: *tie_break }));
    if ranking.rows.iter().any(|row| row.zone.is_some()) {
        columns.push(Column::Zone);
    }
    columns
}
