//! The streams of the event log: made when they are missing, checked when they exist.

use std::{collections::BTreeMap, mem, time::Duration};

use async_nats::jetstream::{
    ErrorCode,
    context::{CreateStreamErrorKind, GetStreamError, GetStreamErrorKind},
    stream::{Config, DiscardPolicy, Republish, RetentionPolicy, StorageType},
};
use proto::subject::Stream;
use thiserror::Error;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    config::NatsConfig,
    nats::Nats,
    retry::{Retry, Stopped},
};

/// The metadata key of a stream's epoch.
pub(crate) const EPOCH: &str = "damcast-epoch";

/// The metadata key of the sequences at which a stream is known to have no message: it was made
/// anew without them, or somebody accepted their loss.
pub(crate) const KNOWN_MISSING: &str = "damcast-known-missing";

/// The metadata key of the folder with the copies of a rebuild that has not finished. Every stream
/// has it until all of them are whole again.
pub(crate) const UNFINISHED: &str = "damcast-rebuild-unfinished";

/// The metadata key of which of these losses somebody accepted, when, and who did.
pub(crate) const LOSS_ACCEPTED: &str = "damcast-loss-accepted";

/// Bytes of the largest envelope. It bounds a tournament's largest decision and a game's record.
pub const MAX_ENVELOPE: i32 = 64 * 1024;

/// The reason why the event log cannot be opened.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The stream has other settings than Damcast needs.
    #[error(
        "stream {stream} exists with another configuration: {differences}; change it back, or \
         point Damcast at a store of its own"
    )]
    Differs {
        /// The name of the stream.
        stream: &'static str,
        /// Each field that differs, with its value and the one it must have.
        differences: String,
    },
    /// The log is being made anew, or that was broken off.
    #[error(
        "`damcast rebuild` has not finished: run `damcast rebuild --yes` again, which goes on with \
         the copies in {folder}"
    )]
    Unfinished {
        /// The folder with the copies.
        folder: String,
    },
    /// The server refuses to make the stream.
    #[error("make stream {stream}")]
    Refused {
        /// The name of the stream.
        stream: &'static str,
        /// The error of the server.
        source: async_nats::jetstream::context::CreateStreamError,
    },
    /// The service was stopped first.
    #[error("stopped while opening the event log")]
    Stopped(#[from] Stopped),
}

/// Returns the settings of a stream: it deletes nothing, refuses messages when it is full, and
/// publishes all but INPUT again for live readers.
pub(crate) fn wanted(stream: Stream, replicas: usize) -> Config {
    Config {
        name: stream.name().to_owned(),
        subjects: vec![stream.subjects()],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        num_replicas: replicas,
        max_message_size: MAX_ENVELOPE,
        duplicate_window: Duration::from_secs(600),
        discard: DiscardPolicy::New,
        deny_delete: true,
        deny_purge: true,
        allow_direct: true,
        max_bytes: -1,
        max_messages: -1,
        max_messages_per_subject: -1,
        max_consumers: -1,
        republish: stream.live_subjects().map(|destination| Republish {
            source: format!("{}.>", stream.root()),
            destination,
            headers_only: false,
        }),
        ..Config::default()
    }
}

/// Returns the settings that Damcast relies on, printed for comparison.
fn facts(config: &Config) -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        ("subjects", format!("{:?}", config.subjects)),
        ("retention", format!("{:?}", config.retention)),
        ("discard", format!("{:?}", config.discard)),
        ("max_age", format!("{:?}", config.max_age)),
        ("max_msgs", format!("{}", config.max_messages)),
        ("max_msgs_per_subject", format!("{}", config.max_messages_per_subject)),
        ("max_msg_size", format!("{}", config.max_message_size)),
        ("storage", format!("{:?}", config.storage)),
        ("allow_direct", format!("{}", config.allow_direct)),
        ("deny_delete", format!("{}", config.deny_delete)),
        ("deny_purge", format!("{}", config.deny_purge)),
        (
            "republish",
            config.republish.as_ref().map_or_else(
                || "none".to_owned(),
                |republish| format!("{} to {}", republish.source, republish.destination),
            ),
        ),
    ])
}

/// Returns each setting that differs, with its value and the one that it must have; empty if none
/// does.
pub(crate) fn differences(is: &Config, must: &Config) -> String {
    let (is, must) = (facts(is), facts(must));
    must.iter()
        .filter_map(|(field, must)| {
            let is = is.get(field)?;
            (is != must).then(|| format!("{field} is {is}, must be {must}"))
        })
        .collect::<Vec<_>>()
        .join("; ")
}

/// Opens one stream, which is made if it is missing and the service may, and returns its epoch.
///
/// # Errors
/// [`StreamError`] if its settings differ or the server refuses it. A server that is away is waited
/// for.
pub(crate) async fn open(
    nats: &Nats,
    config: &NatsConfig,
    stream: Stream,
    stopping: &CancellationToken,
) -> Result<String, StreamError> {
    let wanted = wanted(stream, config.replicas);
    let mut is_first = true;
    let mut complain = |error: &GetStreamError| {
        // A server that starts fails once.
        let is_late = !mem::replace(&mut is_first, false);
        if !is_missing(error) {
            if is_late {
                tracing::warn!(stream = stream.name(), %error, "cannot open the stream yet");
            }
            return is_late;
        }
        if !config.create_streams {
            tracing::warn!(stream = stream.name(), "the stream does not exist; waiting");
        }
        !config.create_streams
    };
    let mut attempts = Retry::NATS.attempts(stopping);
    loop {
        let error = match nats.managing().get_stream(stream.name()).await {
            Ok(found) => {
                let is = &found.cached_info().config;
                let differences = differences(is, &wanted);
                if !differences.is_empty() {
                    return Err(StreamError::Differs { stream: stream.name(), differences });
                }
                return Ok(is.metadata.get(EPOCH).cloned().unwrap_or_default());
            }
            Err(error) => error,
        };
        let can_make = is_missing(&error) && config.create_streams;
        if !can_make || !make(nats, &wanted, stream).await? {
            attempts.failed(&error, &mut complain).await?;
        }
    }
}

/// Returns true if the server has the stream. A server that does not answer is asked again.
///
/// # Errors
/// [`StreamError::Stopped`] if `stopping` is cancelled first.
pub(crate) async fn exists(
    nats: &Nats,
    stream: Stream,
    stopping: &CancellationToken,
) -> Result<bool, StreamError> {
    Ok(look_up(nats, stream, stopping).await?.is_some())
}

/// Checks that no stream is part of a rebuild that has not finished. It is to be done before any
/// stream is made, because a rebuild may have deleted one and not made it again.
///
/// # Errors
/// [`StreamError::Unfinished`] if there is one, and [`StreamError::Stopped`] if `stopping` is
/// cancelled first. A server that is away is waited for.
pub(crate) async fn ensure_finished(
    nats: &Nats,
    stopping: &CancellationToken,
) -> Result<(), StreamError> {
    for stream in Stream::ALL {
        let found = look_up(nats, stream, stopping).await?;
        if let Some(folder) = found.as_ref().and_then(|config| config.metadata.get(UNFINISHED)) {
            return Err(StreamError::Unfinished { folder: folder.clone() });
        }
    }
    Ok(())
}

/// Returns the settings of a stream; `None` if the server has no such stream. A server that does
/// not answer is asked again.
async fn look_up(
    nats: &Nats,
    stream: Stream,
    stopping: &CancellationToken,
) -> Result<Option<Config>, Stopped> {
    let look = || async {
        match nats.managing().get_stream(stream.name()).await {
            Ok(found) => Ok(Some(found.cached_info().config.clone())),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    };
    let mut is_first = true;
    let complain = |error: &GetStreamError| {
        // A server that starts fails once.
        let is_late = !mem::replace(&mut is_first, false);
        if is_late {
            tracing::warn!(stream = stream.name(), %error, "cannot look for the stream yet");
        }
        is_late
    };
    Retry::NATS.until_done(stopping, look, complain).await
}

/// Returns true if the server answered that it has no such stream.
pub(crate) fn is_missing(error: &GetStreamError) -> bool {
    matches!(
        error.kind(),
        GetStreamErrorKind::JetStream(answer) if answer.error_code() == ErrorCode::STREAM_NOT_FOUND
    )
}

/// Answers whether the stream is there now for certain.
async fn make(nats: &Nats, wanted: &Config, stream: Stream) -> Result<bool, StreamError> {
    let mut config = wanted.clone();
    config.metadata.insert(EPOCH.to_owned(), Uuid::new_v4().to_string());
    match nats.managing().create_stream(config).await {
        Ok(_made) => {
            tracing::info!(stream = stream.name(), "made the stream");
            Ok(true)
        }
        Err(error) => match error.kind() {
            // Another replica made it in the same moment: look again.
            CreateStreamErrorKind::JetStream(answer)
                if answer.error_code() == ErrorCode::STREAM_NAME_EXIST =>
            {
                Ok(true)
            }
            // The answer was lost, or the broker is about to start: look again.
            CreateStreamErrorKind::TimedOut
            | CreateStreamErrorKind::JetStreamUnavailable
            | CreateStreamErrorKind::Response
            | CreateStreamErrorKind::NotFound => Ok(false),
            CreateStreamErrorKind::JetStream(_)
            | CreateStreamErrorKind::EmptyStreamName
            | CreateStreamErrorKind::InvalidStreamName
            | CreateStreamErrorKind::DomainAndExternalSet
            | CreateStreamErrorKind::ResponseParse => {
                Err(StreamError::Refused { stream: stream.name(), source: error })
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_field_and_both_values() {
        let must = wanted(Stream::Game, 1);
        let is = Config { max_message_size: 100, ..must.clone() };
        assert_eq!(differences(&is, &must), "max_msg_size is 100, must be 65536");
        assert_eq!(differences(&must, &must), "");
    }
}
