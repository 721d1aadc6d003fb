//! Wire messages to domain types and back, in this one place.
//!
//! Wire to domain can fail and names the field; domain to wire cannot.

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
pub use table::{InputContent, StoredInput, device, seat};
pub use tournament::{
    author, birth, forget_birth_days, group, group_tables, groups, numbers, participant,
    participants, player_id, preset, rating, round, round_state, seats, settings, standings, table,
    team_id, tie_decision, winners_table,
};

/// A state that is folded from the records of one subject.
pub trait Aggregate: Clone + Default {
    /// What happens to it.
    type Event: Clone;

    /// Takes note of a fact. Cannot fail.
    fn apply(&mut self, event: &Self::Event);

    /// The record of `events`, after all of which `self` is the state.
    fn to_record(&self, events: &[Self::Event]) -> envelope::Record;

    /// Returns the events of a record.
    ///
    /// # Errors
    /// [`ConvertError`] when the record is another stream's, or holds what no version wrote.
    fn events(record: &Record) -> Result<Cow<'_, [Self::Event]>, ConvertError>;

    /// Returns the events of a record of the wire.
    ///
    /// # Errors
    /// As [`Aggregate::events`].
    fn from_record(record: envelope::Record) -> Result<Vec<Self::Event>, ConvertError> {
        Ok(Self::events(&record.try_into()?)?.into_owned())
    }
}

/// A wire message that means nothing in the domain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConvertError {
    /// A field that has to be there is not.
    #[error("{field} is missing")]
    Missing {
        /// Which field.
        field: &'static str,
    },
    /// A field holds what it must not.
    #[error("{field}: {reason}")]
    Invalid {
        /// Which field.
        field: &'static str,
        /// What is wrong and what would be right.
        reason: String,
    },
    /// An id is not one.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The record belongs to another stream.
    #[error("the record belongs to another stream")]
    OtherRecord,
}

impl ConvertError {
    /// Says that `field` holds what it must not.
    #[expect(clippy::needless_pass_by_value, reason = "errors and format_args! read best by value")]
    pub fn invalid(field: &'static str, reason: impl ToString) -> Self {
        Self::Invalid { field, reason: reason.to_string() }
    }
}

/// A field that has to be there.
///
/// # Errors
/// [`ConvertError::Missing`] when it is not.
pub fn required<T>(value: Option<T>, field: &'static str) -> Result<T, ConvertError> {
    value.ok_or(ConvertError::Missing { field })
}
