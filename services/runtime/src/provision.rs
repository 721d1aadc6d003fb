//! Makes the streams and durable consumers that the services need, with the rights to do so.
//! Services without these rights wait for them.

use proto::subject::{Stream, consumer as durable};
use tokio_util::sync::CancellationToken;

use crate::{
    config::NatsConfig, event_log::EventLog, nats::Nats, nats_broker::create_consumer,
    service::RunError, streams,
};

/// Returns the streams that the server has. A server that is starting is waited for.
///
/// # Errors
/// [`RunError`] if NATS refuses, or `stopping` is cancelled first.
pub async fn existing_streams(
    nats: &Nats,
    stopping: &CancellationToken,
) -> Result<Vec<Stream>, RunError> {
    let mut existing = Vec::new();
    for stream in Stream::ALL {
        if streams::exists(nats, stream, stopping).await? {
            existing.push(stream);
        }
    }
    Ok(existing)
}

/// Makes missing streams and consumers, and checks the others. May be done again at any time.
///
/// # Errors
/// [`RunError`] if NATS refuses, a stream has other settings, or `stopping` is cancelled first.
pub async fn provision(
    nats: &Nats,
    config: &NatsConfig,
    stopping: &CancellationToken,
) -> Result<(), RunError> {
    let config = NatsConfig { create_streams: true, ..config.clone() };
    EventLog::open(nats.clone(), &config, stopping).await?;
    for (stream, name) in durable::ALL {
        let made = create_consumer(nats, stream, name).await;
        made.map_err(|source| RunError::Consumer { stream: stream.name(), name, source })?;
    }
    tracing::info!(
        streams = Stream::ALL.len(),
        consumers = durable::ALL.len(),
        "streams and consumers exist"
    );
    Ok(())
}
