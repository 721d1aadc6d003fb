//! Finds the services that run, by the durable consumers that they read.

use proto::subject::consumer as durable;

use crate::{
    broker::{Broker as _, ConsumerError, ConsumerInfo},
    config::NatsConfig,
    error::ReadError,
    nats::Nats,
    nats_broker::NatsBroker,
    stream_facts::StreamFacts,
};

/// Returns the services whose durable consumers a client reads now.
///
/// # Errors
/// [`ReadError`] if the server does not answer.
pub async fn running_services(nats: &Nats) -> Result<Vec<&'static str>, ReadError> {
    let broker = NatsBroker::new(nats.clone(), false);
    let mut running = Vec::new();
    for (stream, name) in durable::ALL {
        if StreamFacts::of(nats, &NatsConfig::at(""), stream).await?.is_none() {
            continue;
        }
        // A consumer that does not exist is read by nobody.
        let Ok(mut consumer) = broker.consumer(stream, name).await else { continue };
        let info: Result<ConsumerInfo, ConsumerError> = consumer.info().await;
        if info.is_ok_and(|info| info.waiting > 0) && !running.contains(&name) {
            running.push(name);
        }
    }
    Ok(running)
}
