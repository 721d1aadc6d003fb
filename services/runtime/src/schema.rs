//! The schema of stored records: whether this program is new enough to read one.
//!
//! A program that reads a record of a newer schema as far as it can would lose what the record
//! says. So a reader stops there, and leaves the message to a newer program.

use prost::{Message as _, bytes::Bytes};
use proto::{NEWEST_SCHEMA, v1::Envelope};
use thiserror::Error;

/// The reason why a record can only be read by a newer program.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NewerSchema {
    /// Its schema is newer than every schema that this program knows.
    #[error(
        "a newer program wrote it: its schema is {schema}, and the newest known here is {NEWEST_SCHEMA}"
    )]
    Schema {
        /// The schema of the record.
        schema: u32,
    },
    /// It is of a kind that this program does not know, although its schema is known.
    #[error(
        "a newer program wrote it: its record is of an unknown kind, although its schema is {schema}, \
         and the newest known here is {NEWEST_SCHEMA}"
    )]
    Kind {
        /// The schema of the record.
        schema: u32,
    },
}

/// The part of an envelope that every program reads, however new the rest is.
#[derive(Clone, PartialEq, prost::Message)]
struct Marks {
    #[prost(uint32, tag = "6")]
    schema: u32,
}

/// Checks the schema of an encoded envelope, before anything else is read. Bytes that are no
/// envelope have no schema.
///
/// # Errors
/// [`NewerSchema::Schema`].
pub(crate) fn check(payload: &Bytes) -> Result<(), NewerSchema> {
    match Marks::decode(payload.clone()) {
        Ok(Marks { schema }) if schema > NEWEST_SCHEMA => Err(NewerSchema::Schema { schema }),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Checks that an envelope without a record does not hold one of an unknown kind.
///
/// # Errors
/// [`NewerSchema::Kind`].
pub(crate) fn check_kind(envelope: &Envelope, payload: &Bytes) -> Result<(), NewerSchema> {
    // Decoding drops fields of unknown numbers, so fewer bytes are left.
    if envelope.record.is_none() && envelope.encoded_len() < payload.len() {
        return Err(NewerSchema::Kind { schema: envelope.schema });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proto::{
        schema_of,
        v1::{GameRecord, envelope::Record},
    };

    use super::*;

    fn encoded(schema: u32) -> Bytes {
        let record = Some(Record::Game(GameRecord::default()));
        Envelope { version: 3, schema, record, ..Envelope::default() }.encode_to_vec().into()
    }

    #[test]
    fn the_first_schema_takes_no_bytes() {
        // Field 6 of wire type 0.
        assert!(!encoded(0).contains(&0x30), "{:?}", encoded(0));
        for schema in [schema_of(&Record::Game(GameRecord::default())), NEWEST_SCHEMA] {
            assert_eq!(check(&encoded(schema)), Ok(()));
        }
    }

    #[test]
    fn a_newer_schema_is_told_with_the_newest_known_one() {
        let newer = check(&encoded(NEWEST_SCHEMA + 1)).unwrap_err();
        assert_eq!(newer, NewerSchema::Schema { schema: NEWEST_SCHEMA + 1 });
        assert_eq!(
            newer.to_string(),
            format!(
                "a newer program wrote it: its schema is {}, and the newest known here is {NEWEST_SCHEMA}",
                NEWEST_SCHEMA + 1
            )
        );
    }

    #[test]
    fn a_newer_schema_is_found_whatever_else_the_envelope_holds() {
        // The version as text, which no program of today can decode.
        let payload = Bytes::from_static(&[0x0a, 1, b'x', 0x30, 9]);
        assert!(Envelope::decode(payload.clone()).is_err());
        assert_eq!(check(&payload), Err(NewerSchema::Schema { schema: 9 }));
    }

    #[test]
    fn bytes_that_are_no_envelope_have_no_schema() {
        assert_eq!(check(&Bytes::from_static(b"no envelope")), Ok(()));
    }

    #[test]
    fn a_record_of_an_unknown_kind_is_newer_and_a_missing_one_is_not() {
        let empty = Envelope { version: 3, ..Envelope::default() };
        let without = Bytes::from(empty.encode_to_vec());
        assert_eq!(check_kind(&empty, &without), Ok(()));
        // Field 99, a message of two bytes.
        let payload = Bytes::from([&without[..], &[0x9a, 6, 2, 8, 1]].concat());
        let read = Envelope::decode(payload.clone()).unwrap();
        assert_eq!(check_kind(&read, &payload), Err(NewerSchema::Kind { schema: 0 }));
    }
}
