//! States that are folded from the records of one subject.

use std::borrow::Cow;

use super::{ConvertError, Record};
use crate::v1::envelope;

/// A state folded from the records of one subject.
pub trait Aggregate: Clone + Default {
    /// Its event.
    type Event: Clone;

    /// True if the state may be folded over messages that are missing or cannot be read. Only where
    /// a lost event changes nothing that was judged, and nobody relies on each being stored once.
    const READS_OVER_DAMAGE: bool = false;

    /// Applies an event to the state. This cannot fail, because an event has already been decided.
    fn apply(&mut self, event: &Self::Event);

    /// Returns the record of `events`, where `self` is the state after all of them.
    fn to_record(&self, events: &[Self::Event]) -> envelope::Record;

    /// Returns the events of a record.
    ///
    /// # Errors
    /// [`ConvertError`] if the record belongs to another stream, or holds a value that no version
    /// wrote.
    fn events(record: &Record) -> Result<Cow<'_, [Self::Event]>, ConvertError>;

    /// Returns the events of a wire record.
    ///
    /// # Errors
    /// As [`Aggregate::events`].
    fn from_record(record: envelope::Record) -> Result<Vec<Self::Event>, ConvertError> {
        Ok(Self::events(&record.try_into()?)?.into_owned())
    }
}
