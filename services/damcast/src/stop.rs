//! When to stop: Ctrl-C, SIGTERM.

use tokio::signal::unix::{SignalKind, signal};

/// Is ready when somebody asks the program to stop.
pub async fn asked() {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Without handlers the signals end the process by themselves.
        return std::future::pending().await;
    };
    tokio::select! {
        _signal = interrupt.recv() => {}
        _signal = terminate.recv() => {}
    }
    tracing::info!("stopping");
}
