//! Makes a stream anew, message by message, each at a given sequence.

use std::{collections::HashMap, num::NonZeroU32};

use async_nats::jetstream::{context::PublishError, message::PublishMessage, stream::Config};
use bytes::Bytes;
use proto::subject::{Stream, consumer as durable};
use thiserror::Error;
use uuid::Uuid;

use crate::{
    config::NatsConfig, nats::Nats, nats_broker::create_consumer, retry::Retry,
    sequence_ranges::pack, stored::Stored, streams,
};

/// Attempts at a request that is not answered.
const UNANSWERED: Retry = Retry::NATS.with_tries(NonZeroU32::new(6).unwrap());

/// The reason why a stream could not be made anew.
#[derive(Debug, Error)]
#[error("{stream}: {action}: {reason}")]
pub struct StreamMakerError {
    /// The stream.
    pub stream: &'static str,
    /// The request that failed.
    pub action: &'static str,
    /// The answer of the server.
    pub reason: String,
}

/// A stream that is being written by hand. No service may use it meanwhile.
#[derive(Debug)]
pub struct StreamMaker {
    nats: Nats,
    config: Config,
    stream: Stream,
    /// The sequence of its last message, deleted ones included.
    last: u64,
}

/// Returns the id of a new store.
#[must_use]
pub fn new_epoch() -> String {
    Uuid::new_v4().to_string()
}

impl StreamMaker {
    /// Deletes the stream, if it exists, and makes an empty one of a store with the id `epoch`.
    /// Until [`StreamMaker::finish`], its messages can be deleted and are not published again.
    ///
    /// # Errors
    /// [`StreamMakerError`] if the server refuses.
    pub async fn anew(
        nats: &Nats,
        config: &NatsConfig,
        stream: Stream,
        epoch: &str,
    ) -> Result<Self, StreamMakerError> {
        let mut config = streams::wanted(stream, config.replicas);
        config.metadata.insert(streams::EPOCH.to_owned(), epoch.to_owned());
        let mut maker = Self { nats: nats.clone(), config, stream, last: 0 };
        match maker.nats.managing().get_stream(stream.name()).await {
            Ok(found) => {
                // Who accepted an earlier loss, and when, is on record; and the stream is not whole
                // before the rebuild has finished.
                let metadata = &found.cached_info().config.metadata;
                let kept = [streams::LOSS_ACCEPTED, streams::UNFINISHED];
                let kept = kept.into_iter().filter_map(|key| metadata.get_key_value(key));
                let kept = kept.map(|(key, value)| (key.clone(), value.clone()));
                maker.config.metadata.extend(kept);
                let deleted = maker.nats.managing().delete_stream(stream.name()).await;
                deleted.map_err(|error| maker.failed("delete the stream", &error))?;
            }
            Err(error) if streams::is_missing(&error) => {}
            Err(error) => return Err(maker.failed("look for the stream", &error)),
        }
        let open = Config {
            deny_delete: false,
            deny_purge: false,
            republish: None,
            ..maker.config.clone()
        };
        let made = maker.nats.managing().create_stream(open).await;
        made.map_err(|error| maker.failed("make the stream", &error))?;
        Ok(maker)
    }

    /// Goes on with a stream as it is.
    ///
    /// # Errors
    /// [`StreamMakerError`] if there is none.
    pub async fn after_last(nats: &Nats, stream: Stream) -> Result<Self, StreamMakerError> {
        let found = nats.managing().get_stream(stream.name()).await;
        let found = found.map_err(|error| StreamMakerError {
            stream: stream.name(),
            action: "look for the stream",
            reason: error.to_string(),
        })?;
        let info = found.cached_info();
        let (config, last) = (info.config.clone(), info.state.last_sequence);
        Ok(Self { nats: nats.clone(), config, stream, last })
    }

    /// Stores a message at its sequence; sequences before it that were not used have no message.
    ///
    /// # Errors
    /// [`StreamMakerError`] if the server refuses, or the sequence is taken.
    pub async fn put(&mut self, message: &Stored) -> Result<(), StreamMakerError> {
        while self.last + 1 < message.sequence {
            let leaf = match self.stream {
                Stream::Tournament => ".log",
                Stream::Input | Stream::Game | Stream::Clock => ".r1-t1",
                Stream::Access => "",
            };
            let subject = format!("{}.left.out{leaf}", self.stream.root());
            self.publish(subject, Bytes::new()).await?;
            let handle = self.nats.managing().get_stream_no_info(self.stream.name()).await;
            let handle = handle.map_err(|error| self.failed("look for the stream", &error))?;
            let deleted = handle.delete_message(self.last).await;
            deleted.map_err(|error| self.failed("leave a sequence out", &error))?;
        }
        if message.sequence != self.last + 1 {
            return Err(StreamMakerError {
                stream: self.stream.name(),
                action: "store a message",
                reason: format!("sequence {} is taken", message.sequence),
            });
        }
        self.publish(message.subject.clone(), message.payload.clone()).await
    }

    /// Gives the stream its usual settings, and notes at which sequences it has no message, as in
    /// "3,7-9".
    ///
    /// # Errors
    /// [`StreamMakerError`] if the server refuses.
    pub async fn finish(mut self, known_missing: &str) -> Result<(), StreamMakerError> {
        let key = streams::KNOWN_MISSING.to_owned();
        match known_missing {
            "" => drop(self.config.metadata.remove(&key)),
            missing => drop(self.config.metadata.insert(key, pack(missing))),
        }
        let updated = self.nats.managing().update_stream(&self.config).await;
        updated.map(drop).map_err(|error| self.failed("set the settings", &error))
    }

    /// Stores a message after the last one. A request that is not answered is repeated until the
    /// stream shows that it is stored: nobody else writes.
    async fn publish(&mut self, subject: String, payload: Bytes) -> Result<(), StreamMakerError> {
        let attempt = || self.try_to_publish(&subject, &payload);
        let published = UNANSWERED.while_passing(attempt, |_error| true).await;
        published.map_err(|error| self.failed("store a message", &error))?;
        self.last += 1;
        Ok(())
    }

    async fn try_to_publish(&self, subject: &str, payload: &Bytes) -> Result<(), PublishError> {
        let message = PublishMessage::build()
            .payload(payload.clone())
            .expected_stream(self.stream.name())
            .expected_last_sequence(self.last);
        let sent = self.nats.managing().send_publish(subject.to_owned(), message).await;
        let answer = match sent {
            Ok(answer) => answer.await.map(drop),
            Err(error) => Err(error),
        };
        match answer {
            Err(_unclear) if self.has_next(subject, payload).await => Ok(()),
            answer => answer,
        }
    }

    /// Returns true if the message after the last one is stored, and is this one.
    async fn has_next(&self, subject: &str, payload: &Bytes) -> bool {
        let handle = self.nats.managing().get_stream_no_info(self.stream.name()).await;
        let Ok(handle) = handle else { return false };
        let stored = handle.get_raw_message(self.last + 1).await;
        stored.is_ok_and(|stored| stored.payload == *payload && *stored.subject == *subject)
    }

    fn failed(&self, action: &'static str, error: &dyn std::error::Error) -> StreamMakerError {
        StreamMakerError { stream: self.stream.name(), action, reason: error.to_string() }
    }
}

/// Notes at which sequences a stream has no message, as in "3,7-9", and which of these losses were
/// accepted, when and by whom. Services may use the stream meanwhile.
///
/// # Errors
/// [`StreamMakerError`] if the server refuses.
pub async fn note_accepted_loss(
    nats: &Nats,
    stream: Stream,
    known_missing: &str,
    accepted: &str,
) -> Result<(), StreamMakerError> {
    let mut maker = StreamMaker::after_last(nats, stream).await?;
    maker.config.metadata.insert(streams::LOSS_ACCEPTED.to_owned(), accepted.to_owned());
    maker.finish(known_missing).await
}

/// Marks every stream as part of a rebuild whose copies are in `folder`: no service opens the log
/// until [`note_finished`].
///
/// # Errors
/// [`StreamMakerError`] if the server refuses.
pub async fn note_unfinished(nats: &Nats, folder: &str) -> Result<(), StreamMakerError> {
    change_mark(nats, |metadata| {
        metadata.insert(streams::UNFINISHED.to_owned(), folder.to_owned());
    })
    .await
}

/// Removes the mark of [`note_unfinished`] from every stream.
///
/// # Errors
/// [`StreamMakerError`] if the server refuses.
pub async fn note_finished(nats: &Nats) -> Result<(), StreamMakerError> {
    change_mark(nats, |metadata| drop(metadata.remove(streams::UNFINISHED))).await
}

async fn change_mark(
    nats: &Nats,
    change: impl Fn(&mut HashMap<String, String>),
) -> Result<(), StreamMakerError> {
    for stream in Stream::ALL {
        let failed = |action, error: &dyn std::error::Error| StreamMakerError {
            stream: stream.name(),
            action,
            reason: error.to_string(),
        };
        let mut config = match nats.managing().get_stream(stream.name()).await {
            Ok(found) => found.cached_info().config.clone(),
            Err(error) if streams::is_missing(&error) => continue,
            Err(error) => return Err(failed("look for the stream", &error)),
        };
        change(&mut config.metadata);
        let updated = nats.managing().update_stream(&config).await;
        updated.map_err(|error| failed("mark the stream", &error))?;
    }
    Ok(())
}

/// Makes every durable consumer anew, so that each reads its stream from the first message: every
/// reader recognises what it has read before.
///
/// # Errors
/// [`StreamMakerError`] if the server refuses.
pub async fn remake_consumers(nats: &Nats) -> Result<(), StreamMakerError> {
    for (stream, name) in durable::ALL {
        let failed = |action, reason: String| StreamMakerError {
            stream: stream.name(),
            action,
            reason: format!("{name}: {reason}"),
        };
        let handle = nats.managing().get_stream_no_info(stream.name()).await;
        let handle = handle.map_err(|error| failed("look for the stream", error.to_string()))?;
        if handle.get_consumer::<async_nats::jetstream::consumer::pull::Config>(name).await.is_ok()
        {
            let deleted = handle.delete_consumer(name).await;
            deleted.map_err(|error| failed("delete a consumer", error.to_string()))?;
        }
        let made = create_consumer(nats, stream, name).await;
        made.map_err(|error| failed("make a consumer", error.to_string()))?;
    }
    Ok(())
}
