//! Signals that stop the program: Ctrl-C and SIGTERM.

use tokio::signal::unix::{SignalKind, signal};

/// Completes at the first SIGINT or SIGTERM.
pub async fn asked() {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Without handlers the signals end the process.
        return std::future::pending().await;
    };
    tokio::select! {
        _signal = interrupt.recv() => {}
        _signal = terminate.recv() => {}
    }
    tracing::info!("stopping");
}
