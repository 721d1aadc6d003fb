//! Reads that a service cannot begin without: asked for until they are answered.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::event_log::ReadError;

const PAUSE: Duration = Duration::from_millis(200);

/// What `read` answers, asked again and again while NATS does not answer; `None` when the service stops
/// first.
pub async fn until_answered<T, F>(
    stopping: &CancellationToken,
    what: &str,
    mut read: impl FnMut() -> F,
) -> Option<T>
where
    F: Future<Output = Result<T, ReadError>>,
{
    let mut said = false;
    loop {
        let answer = tokio::select! {
            biased;
            () = stopping.cancelled() => return None,
            answer = read() => answer,
        };
        match answer {
            Ok(answer) => return Some(answer),
            Err(error) if said => tracing::debug!(what, %error, "asking again"),
            Err(error) => tracing::warn!(what, %error, "waits for the event log"),
        }
        said = true;
        tokio::select! {
            biased;
            () = stopping.cancelled() => return None,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}
