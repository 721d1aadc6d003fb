//! The contract of Damcast: messages, services, and the names of subjects, streams and consumers.
//!
//! `damcast/v1/*.proto` is compiled into [`v1`]; [`convert`] is the only place where wire messages
//! become domain types; [`subject`] is the only place that spells a subject.

pub mod convert;
pub mod subject;
mod words;

pub use draughts::Timestamp;

/// The newest schema of records that this program reads: [`Envelope.schema`](v1::Envelope::schema).
///
/// It is raised with any change that an older program would misread, such as a new kind of record or event.
pub const NEWEST_SCHEMA: u32 = 0;

/// The schema of the records that this program writes. It follows [`NEWEST_SCHEMA`] one release later, so
/// that neighbouring releases run beside each other.
pub const WRITTEN_SCHEMA: u32 = 0;

/// The messages and services of `damcast/v1`.
#[expect(
    missing_docs,
    unused_qualifications,
    clippy::all,
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::allow_attributes,
    clippy::allow_attributes_without_reason,
    reason = "generated; the comments stand in the proto files"
)]
pub mod v1 {
    tonic::include_proto!("damcast.v1");
}

/// The descriptors of every proto file, for gRPC reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/damcast.binpb"));
