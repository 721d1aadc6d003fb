//! Waiting for what has to happen.

use std::{future::Future, time::Duration};

use anyhow::{Context as _, Result};
use tokio::time::{sleep, timeout};

/// The longest wait for anything that has to happen, in spite of all faults.
pub(crate) const LIMIT: Duration = Duration::from_secs(240);

/// Calls `ask` until it returns a value.
///
/// # Errors
/// If it returns none within [`LIMIT`].
pub(crate) async fn until<T, F>(what: &str, mut ask: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = Option<T>>,
{
    let asking = async {
        loop {
            if let Some(answer) = ask().await {
                return answer;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(LIMIT, asking).await.with_context(|| format!("waited in vain for {what}"))
}
