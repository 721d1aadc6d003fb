//! Work that takes its time, away from the threads that serve.

/// Runs `work` on a thread where it may take its time. It is done whether or not somebody still waits
/// for it; `None` when the process stops first.
///
/// # Panics
/// When `work` does.
pub async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Some(done),
        Err(stopped) => match stopped.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_cancelled) => None,
        },
    }
}
