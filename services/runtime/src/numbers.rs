//! An aggregate for the tests of the runtime.

use std::borrow::Cow;

use prost::Message as _;
use proto::{
    NEWEST_SCHEMA,
    convert::{Aggregate, ConvertError, Record, StoredInput},
    subject::Subject,
    v1::{Envelope, InputRecord, envelope},
};

use crate::{log_entry::LogEntry, memory_broker::MemoryBroker};

impl MemoryBroker {
    /// Stores a message of a version whose record can be decoded and has no meaning: an input of no
    /// device.
    pub(crate) fn write_nonsense(&self, subject: &Subject, version: u64) {
        let record = InputRecord { device: String::new(), ..input(1) };
        let record = Some(envelope::Record::Input(record));
        let envelope = Envelope { version, record, ..Envelope::default() };
        self.store_as_is(subject, envelope.encode_to_vec().into());
    }

    /// Appends a message as a newer program would.
    pub(crate) fn write_newer(&self, subject: &Subject) {
        let record = Some(envelope::Record::Input(input(1)));
        let envelope = Envelope { schema: NEWEST_SCHEMA + 1, record, ..Envelope::default() };
        self.store_as_is(subject, envelope.encode_to_vec().into());
    }
}

/// The numbers of the inputs of a game: an aggregate for tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<u64>);

impl Aggregate for Numbers {
    type Event = StoredInput;

    fn apply(&mut self, event: &StoredInput) {
        self.0.push(event.id.sequence);
    }

    fn to_record(&self, events: &[StoredInput]) -> envelope::Record {
        let last = events.last().unwrap().id.sequence;
        envelope::Record::Input(input(last))
    }

    fn events(record: &Record) -> Result<Cow<'_, [StoredInput]>, ConvertError> {
        match record {
            Record::Input(input) => Ok(Cow::Borrowed(std::slice::from_ref(input))),
            Record::Tables(_)
            | Record::Game(_)
            | Record::Clock(_)
            | Record::Tournament(_)
            | Record::Access(_) => Err(ConvertError::OtherRecord),
        }
    }
}

/// Numbers that may be read over what is damaged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LooseNumbers(pub(crate) Numbers);

impl Aggregate for LooseNumbers {
    type Event = StoredInput;

    const READS_OVER_DAMAGE: bool = true;

    fn apply(&mut self, event: &StoredInput) {
        self.0.apply(event);
    }

    fn to_record(&self, events: &[StoredInput]) -> envelope::Record {
        self.0.to_record(events)
    }

    fn events(record: &Record) -> Result<Cow<'_, [StoredInput]>, ConvertError> {
        Numbers::events(record)
    }
}

/// The subject of the inputs at a table.
pub(crate) fn subject(table: u32) -> Subject {
    format!("input.main.kk-2026.r1-t{table}").parse().unwrap()
}

/// An input with a number, as it is stored.
fn input(sequence: u64) -> InputRecord {
    InputRecord { device: "board".to_owned(), sequence, ..InputRecord::default() }
}

/// An input with a number.
pub(crate) fn number(sequence: u64) -> StoredInput {
    input(sequence).try_into().unwrap()
}

impl MemoryBroker {
    /// Appends a number as another writer would, and returns its entry.
    pub(crate) async fn write(&self, subject: &Subject, sequence: u64) -> LogEntry {
        self.append::<Numbers>(subject, &[number(sequence)], None).await.unwrap()
    }
}
