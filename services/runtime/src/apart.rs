//! Work that takes its time, away from the threads that serve.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs `work` on a thread where it may take its time. It is done whether or not somebody still waits
/// for it; `None` when the process stops first.
///
/// A runtime of one thread, such as that of a simulation, does it at once: then the order of all that
/// happens is always the same.
///
/// # Panics
/// When `work` does.
pub async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
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
