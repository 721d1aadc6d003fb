//! Health: a service serves while NATS answers, or always if it does not need NATS, and never while it
//! stops.

use tokio::sync::watch;
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::tasks::Tasks;

/// Reports the health of `service` until the tasks stop. With `serves_without_nats` it is healthy until
/// then, with or without a connection.
pub(crate) fn follow(
    tasks: &Tasks,
    mut connected: watch::Receiver<bool>,
    reporter: HealthReporter,
    service: &'static str,
    serves_without_nats: bool,
) {
    let stopping = tasks.stopping();
    tasks.spawn(async move {
        loop {
            let serves = *connected.borrow_and_update() || serves_without_nats;
            let status = status(serves);
            reporter.set_service_status(service, status).await;
            reporter.set_service_status("", status).await;
            tokio::select! {
                biased;
                () = stopping.cancelled() => break,
                changed = connected.changed() => {
                    if changed.is_err() {
                        break;
                    }
                }
            }
        }
        reporter.set_service_status(service, ServingStatus::NotServing).await;
        reporter.set_service_status("", ServingStatus::NotServing).await;
    });
}

fn status(serves: bool) -> ServingStatus {
    if serves { ServingStatus::Serving } else { ServingStatus::NotServing }
}
