//! Crosstables: everybody's place, what they made of each other, and what decided the order.
//!
//! [`Crosstable::new`] makes the table of a [`Ranking`] and the [`Results`] it was made of; of a
//! round robin it has a column for each opponent, of a Swiss tournament one for each round. It is a
//! neutral value, which knows no language and no file format.

mod games;

use crate::RoundNumber;
use crate::ranking::{
    AbsenceKind, Contest, Participant, Ranking, Results, Row, TieBreak, ZoneMark,
};
use draughts::Color;
use games::Games;

/// A table of what everybody made of everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crosstable {
    /// Who stands in it.
    pub contest: Contest,
    /// Which columns there are besides those that every table has.
    pub layout: Layout,
    /// The contents of the columns, from left to right.
    pub columns: Vec<Column>,
    /// From first to last.
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

/// How somebody is shown.
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
    /// The number of the line, by which opponents are named; only where places are shared.
    Line,
    /// The place.
    Place,
    /// The name.
    Name,
    /// The club; only where somebody has one.
    Club,
    /// The rating; only where somebody has one.
    Rating,
    /// The games against whoever stands in a line, from 1.
    Opponent {
        /// Which line.
        line: u32,
    },
    /// The game of a round.
    Round {
        /// Which round.
        round: RoundNumber,
    },
    /// How many games or matches have a result.
    Played,
    /// The value of a tie-break of the order; only where it has one.
    TieBreak {
        /// Which.
        tie_break: TieBreak,
    },
    /// Promotion or relegation; only where there is some.
    Zone,
}

/// Somebody's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossRow {
    /// Whose.
    pub participant: Participant,
    /// The gain or loss of the place.
    pub zone: Option<ZoneMark>,
    /// A cell for each column.
    pub cells: Vec<Cell>,
}

/// The cell where a line and a column meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// The line is the column's own.
    Oneself,
    /// A place, and whether it is shared.
    Place {
        /// From 1.
        place: u32,
        /// Whether somebody else has it.
        is_tied: bool,
    },
    /// The name, and whether its bearer withdrew.
    Name {
        /// The name.
        name: String,
        /// Whether they withdrew for good.
        is_withdrawn: bool,
    },
    /// The club.
    Club(String),
    /// A count or a rating.
    Number(u32),
    /// Points of some kind.
    Points(Amount),
    /// Games, or matches of teams, by round.
    Games(Vec<CellGame>),
    /// A round without an opponent, and what it gives.
    Absence {
        /// Why.
        kind: AbsenceKind,
        /// The points it gives.
        points: Amount,
    },
    /// The gain or loss of the place.
    Zone(ZoneMark),
}

/// A number of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount {
    /// How many units.
    pub value: u32,
    /// How many units make a point.
    pub unit: u32,
}

/// A game or match, as one side sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellGame {
    /// The line of the opponent, from 1, where the column does not tell it.
    pub line: Option<u32>,
    /// The own colour; none of a match of teams.
    pub color: Option<Color>,
    /// Its result.
    pub state: CellState,
}

/// How far a game or match has come, as one side sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// It has not begun.
    Open,
    /// It is being played.
    Running,
    /// It was played.
    Played {
        /// The own points; of a match, those of all boards.
        own: Amount,
        /// The opponent's.
        other: Amount,
    },
    /// It was decided without being played.
    Forfeit {
        /// The own points.
        own: Amount,
        /// The opponent's.
        other: Amount,
    },
}

impl Crosstable {
    /// Makes the table of a ranking and of the results it was made of. Who left the table (C art.
    /// 14) has no line, and games against them are not shown.
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
