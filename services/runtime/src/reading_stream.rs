//! The stream of the readings of sensor boards: made when it is missing.
//!
//! It belongs to no event log: nothing is folded from it, its oldest messages go, and a service
//! without it serves all the same.

use std::time::Duration;

use async_nats::jetstream::{
    ErrorCode,
    context::{CreateStreamError, CreateStreamErrorKind},
    stream::{Compression, Config, DiscardPolicy, RetentionPolicy, StorageType},
};
use proto::subject::reading;

use crate::{config::NatsConfig, nats::Nats, streams};

/// The largest number of messages of one board that are kept, so that a board that reports without
/// end leaves room for the others: a board in use sends one every few seconds. board-ingest limits
/// their bytes, which the stream cannot.
const OF_BOARD_MAX: i64 = 50_000;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn wanted(config: &NatsConfig) -> Config {
    Config {
        name: reading::STREAM.to_owned(),
        subjects: vec![reading::SUBJECTS.to_owned()],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        num_replicas: config.replicas,
        max_message_size: streams::MAX_ENVELOPE,
        duplicate_window: Duration::from_secs(120),
        discard: DiscardPolicy::Old,
        deny_delete: true,
        deny_purge: true,
        allow_direct: true,
        max_age: DAY * u32::from(config.reading_days),
        max_bytes: i64::from(config.reading_size_mb) << 20,
        max_messages: -1,
        max_messages_per_subject: OF_BOARD_MAX,
        max_consumers: -1,
        // Lines of a board repeat each other.
        compression: Some(Compression::S2),
        ..Config::default()
    }
}

/// Makes the stream if it is missing and the service may. Play goes on without it, so that a
/// refusal is only logged.
pub(crate) async fn make(nats: &Nats, config: &NatsConfig) {
    if !config.create_streams {
        return;
    }
    match nats.managing().get_stream(reading::STREAM).await {
        Ok(_there) => return,
        Err(error) if streams::is_missing(&error) => {}
        Err(error) => {
            tracing::warn!(stream = reading::STREAM, %error, "cannot look for the stream");
            return;
        }
    }
    let made = nats.managing().create_stream(wanted(config)).await;
    if let Err(error) = made.map(drop)
        && !is_there(&error)
    {
        tracing::warn!(
            stream = reading::STREAM,
            %error,
            "the readings of sensor boards are not kept: the stream cannot be made"
        );
    }
}

/// Returns true if another process made the stream in the same moment.
fn is_there(error: &CreateStreamError) -> bool {
    matches!(
        error.kind(),
        CreateStreamErrorKind::JetStream(answer)
            if answer.error_code() == ErrorCode::STREAM_NAME_EXIST
    )
}
