//! The contract of Damcast: messages, services, and the names of subjects, streams and consumers.
//!
//! `damcast/v1/*.proto` is compiled into [`v1`]; [`convert`] is the only place where wire messages
//! become domain types; [`subject`] is the only place that spells a subject.

pub mod convert;
mod schema;
pub mod subject;
mod words;

pub use draughts::Timestamp;
pub use schema::{NEWEST_SCHEMA, schema_of};

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
