//! Converts the seats of devices and the numbers of tables.

use live_game::table::Seat;

use crate::{convert::ConvertError, v1};

/// The highest number of a table.
const TABLE_MAX: u32 = 9999;

/// Returns the seat of a message; the desk is at table 0.
///
/// # Errors
/// [`ConvertError`] if there is no such seat or table.
pub fn seat(seat: v1::Seat, table: u32) -> Result<Seat, ConvertError> {
    match (seat, table) {
        (v1::Seat::Unspecified, _) => Err(ConvertError::Missing { field: "seat" }),
        (v1::Seat::Desk, 0) => Ok(Seat::Desk),
        (v1::Seat::Desk, _) => Err(ConvertError::invalid("table", "the desk is no table, use 0")),
        (_, table) if !(1..=TABLE_MAX).contains(&table) => {
            Err(ConvertError::invalid("table", format_args!("{table} is not 1 to {TABLE_MAX}")))
        }
        (v1::Seat::White, table) => Ok(Seat::White(table)),
        (v1::Seat::Black, table) => Ok(Seat::Black(table)),
        (v1::Seat::Table, table) => Ok(Seat::Table(table)),
    }
}

impl From<Seat> for v1::Seat {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::White(_) => Self::White,
            Seat::Black(_) => Self::Black,
            Seat::Table(_) => Self::Table,
            Seat::Desk => Self::Desk,
        }
    }
}

/// Returns the table of a request; `None` for 0.
///
/// # Errors
/// [`ConvertError`] if there is no such table.
pub fn named_table(table: u32) -> Result<Option<u32>, ConvertError> {
    if table > TABLE_MAX {
        let rule = format_args!("{table} is not 1 to {TABLE_MAX}");
        return Err(ConvertError::invalid("table", rule));
    }
    Ok((table > 0).then_some(table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_at_a_table_and_the_desk_at_none() {
        for (wire, table, expected) in [
            (v1::Seat::White, 1, Some(Seat::White(1))),
            (v1::Seat::Black, 9999, Some(Seat::Black(9999))),
            (v1::Seat::Table, 2, Some(Seat::Table(2))),
            (v1::Seat::Desk, 0, Some(Seat::Desk)),
            (v1::Seat::Desk, 1, None),
            (v1::Seat::White, 0, None),
            (v1::Seat::White, 10_000, None),
            (v1::Seat::Unspecified, 1, None),
        ] {
            assert_eq!(seat(wire, table).ok(), expected, "{wire:?} {table}");
        }
    }

    #[test]
    fn a_request_names_a_table_or_none() {
        for (table, expected) in
            [(0, Some(None)), (1, Some(Some(1))), (9999, Some(Some(9999))), (10_000, None)]
        {
            assert_eq!(named_table(table).ok(), expected);
        }
    }
}
