//! Converts wire messages to domain types and back; no other code does.
//!
//! From wire to domain a conversion can fail, and the error names the field; from domain to wire it
//! cannot.

mod clock;
mod game;
mod record;
mod table;
mod tournament;
mod types;

use std::borrow::Cow;

use thiserror::Error;

use crate::{subject::NameError, v1::envelope};

pub use clock::{clock_alarm, clock_command, clock_deadline, clock_order};
pub use game::{breach, game_commands, pending_input, timed_record, unreadable_input};
pub use record::{ClockRecord, GameRecord, Record};
pub use table::{InputContent, StoredInput, device, device_alarm, seat};
pub use tournament::{
    author, birth, group, group_tables, groups, numbers, participant, participants, player_id,
    preset, rating, round, round_state, seats, settings, standings, table, team_id, tie_decision,
    winners_table,
};

/// A state folded from the records of one subject.
pub trait Aggregate: Clone + Default {
    /// Its event.
    type Event: Clone;

    /// Applies an event to the state. This cannot fail, because an event has already been decided.
    fn apply(&mut self, event: &Self::Event);

    /// Returns the record of `events`, where `self` is the state after all of them.
    fn to_record(&self, events: &[Self::Event]) -> envelope::Record;

    /// Returns the events of a record.
    ///
    /// # Errors
    /// [`ConvertError`] if the record belongs to another stream, or holds a value that no version wrote.
    fn events(record: &Record) -> Result<Cow<'_, [Self::Event]>, ConvertError>;

    /// Returns the events of a wire record.
    ///
    /// # Errors
    /// As [`Aggregate::events`].
    fn from_record(record: envelope::Record) -> Result<Vec<Self::Event>, ConvertError> {
        Ok(Self::events(&record.try_into()?)?.into_owned())
    }
}

/// A wire message without a meaning in the domain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConvertError {
    /// A required field is missing.
    #[error("{field} is missing")]
    Missing {
        /// Name of the field.
        field: &'static str,
    },
    /// A field has an invalid value.
    #[error("{field}: {reason}")]
    Invalid {
        /// Name of the field.
        field: &'static str,
        /// The fault, and the valid values.
        reason: String,
    },
    /// An id cannot be parsed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The record belongs to another stream.
    #[error("the record belongs to another stream")]
    OtherRecord,
}

impl ConvertError {
    /// Returns the error for a field with an invalid value.
    #[expect(clippy::needless_pass_by_value, reason = "errors and format_args! read best by value")]
    pub fn invalid(field: &'static str, reason: impl ToString) -> Self {
        Self::Invalid { field, reason: reason.to_string() }
    }
}

/// Returns the value of a required field.
///
/// # Errors
/// [`ConvertError::Missing`] if there is none.
pub fn required<T>(value: Option<T>, field: &'static str) -> Result<T, ConvertError> {
    value.ok_or(ConvertError::Missing { field })
}
