//! Schedules in which everybody meets everybody once: the rulebook's tables and Berger's.
//!
//! A schedule knows lots (the numbers drawn), not players.

use crate::RoundNumber;
use crate::number::numbered;
use std::fmt;
use std::str::FromStr;

numbered! {
    /// A player's number in the schedule, from 1.
    Lot, "lot"
}

/// A table that a round robin is played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Schedule {
    /// The Frisian table of eight players (regulation C art. 7).
    Ind8Achttal,
    /// The tables of Johann Berger, for any number of players.
    Berger,
}

/// The pairings of one round of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundPairings {
    /// The round.
    pub round: RoundNumber,
    /// White and Black of each table, in the order of the tables.
    pub pairs: Vec<(Lot, Lot)>,
    /// Who does not play, when the number of players is odd.
    pub bye: Option<Lot>,
}

/// Why there is no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The number of players is outside the limits of the table.
    #[error("the table {table} is for {min} to {max} players, not for {players}")]
    Players {
        /// The table that was asked for.
        table: Schedule,
        /// The fewest players it is for.
        min: usize,
        /// The most players it is for.
        max: usize,
        /// The number that was asked for.
        players: usize,
    },
}

/// A text that names no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown table: it is one of ind8_achttal and berger")]
pub struct UnknownSchedule;

impl Schedule {
    /// The name that stands for the table in files and messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ind8Achttal => "ind8_achttal",
            Self::Berger => "berger",
        }
    }

    /// The fewest and the most players the table is for.
    pub fn players(self) -> (usize, usize) {
        match self {
            Self::Ind8Achttal => (8, 8),
            Self::Berger => (2, 64),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Schedule {
    type Err = UnknownSchedule;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Ind8Achttal, Self::Berger]
            .into_iter()
            .find(|table| table.as_str() == text)
            .ok_or(UnknownSchedule)
    }
}

/// The whole schedule of a number of players: all rounds, in their order.
///
/// # Errors
/// [`ScheduleError::Players`] when the table is not for so many players.
pub fn schedule(table: Schedule, players: usize) -> Result<Vec<RoundPairings>, ScheduleError> {
    let (min, max) = table.players();
    if !(min..=max).contains(&players) {
        return Err(ScheduleError::Players { table, min, max, players });
    }
    Ok(match table {
        Schedule::Ind8Achttal => achttal(),
        Schedule::Berger => berger(players),
    })
}

/// Regulation C art. 7: seven rounds of four tables, White named first.
const IND8_ACHTTAL: [[(usize, usize); 4]; 7] = [
    [(5, 1), (6, 2), (7, 3), (8, 4)],
    [(1, 6), (2, 5), (3, 8), (4, 7)],
    [(1, 4), (2, 3), (5, 8), (6, 7)],
    [(7, 1), (8, 2), (5, 3), (6, 4)],
    [(1, 8), (2, 7), (3, 6), (4, 5)],
    [(3, 1), (2, 4), (5, 7), (8, 6)],
    [(1, 2), (4, 3), (6, 5), (7, 8)],
];

fn achttal() -> Vec<RoundPairings> {
    let round = |(index, pairs): (usize, &[(usize, usize); 4])| RoundPairings {
        round: RoundNumber::from_index(index),
        pairs: pairs.iter().map(|&(white, black)| (lot(white), lot(black))).collect(),
        bye: None,
    };
    IND8_ACHTTAL.iter().enumerate().map(round).collect()
}

/// Berger's table: the highest number stays in its place, the others move round it.
///
/// With an odd number of players the highest number is nobody, and whoever meets it has a bye.
fn berger(players: usize) -> Vec<RoundPairings> {
    let highest = players.next_multiple_of(2);
    let moving = highest.saturating_sub(1);
    (1..=moving)
        .map(|round| {
            // Whoever meets the highest number: 1, then the first after the middle, then 2, …
            let (half, is_odd) = (round.div_ceil(2), !round.is_multiple_of(2));
            let hub = if is_odd { half } else { half.saturating_add(highest.div_ceil(2)) };
            let first = if is_odd { (hub, highest) } else { (highest, hub) };
            let rest = (1..highest.div_ceil(2)).map(|step| {
                let white = around(hub.saturating_add(step), moving);
                let black = around(hub.saturating_add(moving).saturating_sub(step), moving);
                (white, black)
            });
            let (mut pairs, mut bye) = (Vec::new(), None);
            for (white, black) in std::iter::once(first).chain(rest) {
                match (white > players, black > players) {
                    (false, false) => pairs.push((lot(white), lot(black))),
                    (true, _) => bye = Some(lot(black)),
                    (false, true) => bye = Some(lot(white)),
                }
            }
            RoundPairings { round: RoundNumber::from_index(round.saturating_sub(1)), pairs, bye }
        })
        .collect()
}

/// A number brought back into 1 to `size` by going round, for numbers up to twice the size.
fn around(number: usize, size: usize) -> usize {
    if number > size { number.saturating_sub(size) } else { number }
}

fn lot(number: usize) -> Lot {
    Lot::from_index(number.saturating_sub(1))
}
