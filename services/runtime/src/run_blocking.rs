//! Work that takes long, away from the threads that serve.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs `work` on a thread that may block, and returns its result; `None` if the process stops
/// first. It is done also if the future is dropped.
///
/// As [`tokio::task::spawn_blocking`], but a runtime of one thread, such as that of a simulation,
/// does it at once, so that the order of events is always the same.
///
/// # Panics
/// If `work` panics.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread {
        return Some(work());
    }
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Some(done),
        Err(stopped) => match stopped.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_cancelled) => None,
        },
    }
}
