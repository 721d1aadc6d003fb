//! Options of `damcast access` and how their texts are read.

use std::num::ParseIntError;

use access::{DeviceSeat, Limits, Role, SubjectId, Tables, TablesError, TokenId};
use clap::ValueEnum;
use thiserror::Error;

/// The seat of a device at its table.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SeatOption {
    /// White's own tablet.
    White,
    /// Black's own tablet.
    Black,
    /// One device for both: a shared tablet, or a sensor board.
    Table,
}

impl From<SeatOption> for DeviceSeat {
    fn from(seat: SeatOption) -> Self {
        match seat {
            SeatOption::White => Self::White,
            SeatOption::Black => Self::Black,
            SeatOption::Table => Self::Table,
        }
    }
}

/// A sensor board that is to be enrolled at a table.
#[derive(Clone, Debug)]
pub(super) struct BoardAtTable {
    pub(super) serial: String,
    pub(super) table: Tables,
}

/// The reason why a text is no board with its table.
#[derive(Debug, Error)]
pub(super) enum BoardAtTableError {
    #[error("a board has its table, as in 01025=3")]
    NoTable,
    #[error("before = is the serial number of a board, as in 01025=3")]
    Serial,
    #[error("a board has one table, as in 01025=3")]
    Table(#[source] ParseIntError),
    #[error(transparent)]
    Range(#[from] TablesError),
}

pub(super) fn board_at_table(text: &str) -> Result<BoardAtTable, BoardAtTableError> {
    let (serial, table) = text.split_once('=').ok_or(BoardAtTableError::NoTable)?;
    if serial.is_empty() || !serial.bytes().all(|it| it.is_ascii_alphanumeric()) {
        return Err(BoardAtTableError::Serial);
    }
    let table: u32 = table.parse().map_err(BoardAtTableError::Table)?;
    let table = Tables::new(table, table)?;
    Ok(BoardAtTable { serial: serial.to_owned(), table })
}

/// The limits of a grant.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LimitOptions {
    /// The only tournament for which it holds.
    #[arg(long, value_name = "ID")]
    tournament: Option<String>,
    /// The only tables for which it holds, such as 7 or 3-8.
    #[arg(long, value_parser = tables)]
    tables: Option<Tables>,
    /// The only player or team for which it holds.
    #[arg(long, value_name = "NUMBER")]
    participant: Option<u32>,
}

impl From<LimitOptions> for Limits {
    fn from(options: LimitOptions) -> Self {
        let LimitOptions { tournament, tables, participant } = options;
        Self { tournament, tables, participant }
    }
}

pub(super) fn subject(text: &str) -> Result<SubjectId, access::IdError> {
    SubjectId::new(text)
}

pub(super) fn token(text: &str) -> Result<TokenId, access::IdError> {
    TokenId::new(text)
}

/// Returns true for a role that somebody can be granted.
fn is_granted(role: &Role) -> bool {
    *role != Role::Public
}

/// The name of no role that somebody can be granted.
#[derive(Debug, Error)]
#[error("the roles are {}", granted_roles().collect::<Vec<_>>().join(", "))]
pub(super) struct UnknownRole;

/// Returns the names of the roles that somebody can be granted.
fn granted_roles() -> impl Iterator<Item = &'static str> {
    Role::ALL.into_iter().filter(is_granted).map(Role::as_str)
}

pub(super) fn role(text: &str) -> Result<Role, UnknownRole> {
    Role::named(text).filter(is_granted).ok_or(UnknownRole)
}

/// The reason why a text is no range of tables.
#[derive(Debug, Error)]
pub(super) enum TableRangeError {
    #[error(transparent)]
    Number(#[from] ParseIntError),
    #[error(transparent)]
    Range(#[from] TablesError),
}

pub(super) fn tables(text: &str) -> Result<Tables, TableRangeError> {
    let number = |text: &str| text.trim().parse::<u32>();
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Ok(Tables::new(number(first)?, number(last)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_one_or_a_range() {
        assert_eq!(tables("7").unwrap(), Tables::new(7, 7).unwrap());
        assert_eq!(tables("3-8").unwrap(), Tables::new(3, 8).unwrap());
        for text in ["", "0", "8-3", "a", "3-", "10000"] {
            assert!(tables(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_role_is_one_that_can_be_given() {
        assert_eq!(role("pairing-officer").unwrap(), Role::PairingOfficer);
        let error = role("public").unwrap_err().to_string();
        assert!(error.contains("chief-arbiter") && !error.contains("public"), "{error}");
    }
}
