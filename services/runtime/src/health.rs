//! Health: a service serves while its part makes progress. It needs a connection to NATS for that, unless it
//! only shows, and a log that takes what it stores. It never serves while it stops.

use tokio::sync::watch;
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::{appends::Appends, tasks::Tasks};

/// The conditions of a service's health.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// True while NATS is connected.
    pub(crate) connected: watch::Receiver<bool>,
    /// The outcomes of its appends.
    pub(crate) appends: Appends,
}

/// Reports the health of `service` until the tasks stop. With `serves_without_nats` it is healthy without a
/// connection too.
pub(crate) fn follow(
    tasks: &Tasks,
    conditions: Conditions,
    reporter: HealthReporter,
    service: &'static str,
    serves_without_nats: bool,
) {
    let stopping = tasks.stopping();
    let Conditions { mut connected, appends } = conditions;
    let mut troubles = appends.watch();
    tasks.spawn(async move {
        let mut is_in_trouble = false;
        loop {
            let is_connected = *connected.borrow_and_update();
            let trouble = troubles.now();
            if trouble.is_some() != is_in_trouble {
                is_in_trouble = trouble.is_some();
                match &trouble {
                    Some(error) => tracing::warn!(
                        service,
                        %error,
                        "not ready: the event log takes nothing; it is tried again until it does"
                    ),
                    None => tracing::warn!(service, "ready again: no append fails any more"),
                }
            }
            let status = status((is_connected || serves_without_nats) && trouble.is_none());
            reporter.set_service_status(service, status).await;
            reporter.set_service_status("", status).await;
            tokio::select! {
                biased;
                () = stopping.cancelled() => break,
                changed = connected.changed() => {
                    if changed.is_err() {
                        break;
                    }
                    // An earlier failure says nothing about the server that is connected now.
                    appends.forget();
                }
                () = troubles.changed() => {}
            }
        }
        reporter.set_service_status(service, ServingStatus::NotServing).await;
        reporter.set_service_status("", ServingStatus::NotServing).await;
    });
}

fn status(serves: bool) -> ServingStatus {
    if serves { ServingStatus::Serving } else { ServingStatus::NotServing }
}
