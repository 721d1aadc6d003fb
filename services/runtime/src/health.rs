//! Health that tells the truth: a service serves while NATS answers, and not while it stops.

use tokio::sync::watch;
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::tasks::Tasks;

/// Keeps `reporter` true for `service` until the tasks stop.
pub(crate) fn follow(
    tasks: &Tasks,
    mut connected: watch::Receiver<bool>,
    reporter: HealthReporter,
    service: &'static str,
) {
    let stopping = tasks.stopping();
    tasks.spawn(async move {
        loop {
            let status = status(&mut connected);
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

fn status(connected: &mut watch::Receiver<bool>) -> ServingStatus {
    if *connected.borrow_and_update() { ServingStatus::Serving } else { ServingStatus::NotServing }
}
