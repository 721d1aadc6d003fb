//! Health: a service is ready while its part makes progress. It needs a connection to NATS for
//! that, unless it only shows, and a log that takes what it stores. It is never ready while it
//! stops.

use serde::Serialize;
use tokio::sync::watch;
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::{appends::Appends, metrics, stream_troubles::StreamTroubles, tasks::Tasks};

/// The name by which health over gRPC tells that the process answers, whatever it waits for.
pub(crate) const LIVE: &str = "live";

/// The conditions of a service's health.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// True while NATS is connected.
    pub(crate) connected: watch::Receiver<bool>,
    /// The outcomes of its appends.
    pub(crate) appends: Appends,
    /// The troubles of the streams, which keep no service from being ready.
    pub(crate) streams: watch::Receiver<StreamTroubles>,
}

/// The health of a service at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Health {
    /// True while NATS is connected.
    is_connected: bool,
    /// True if it is ready without a connection, too.
    serves_without_nats: bool,
    /// The error of the last append, if none succeeds.
    append_error: Option<String>,
    /// The troubles of the streams.
    streams: StreamTroubles,
    /// True once it stops.
    is_stopping: bool,
}

impl Health {
    /// Returns true if the service makes progress with what it is asked for.
    pub(crate) fn is_ready(&self) -> bool {
        let is_reachable = self.is_connected || self.serves_without_nats;
        is_reachable && self.append_error.is_none() && !self.is_stopping
    }

    /// Returns the troubles for a probe. Anybody may read them, so errors, which may name what is
    /// within, are only in the log. A service that is ready may have troubles, too.
    pub(crate) fn troubles(&self) -> Vec<HealthTrouble> {
        let mut troubles = Vec::new();
        if self.is_stopping {
            troubles.push(HealthTrouble::of_service("stopping"));
        }
        if !self.is_connected {
            troubles.push(HealthTrouble::of_service("nats-away"));
        }
        if self.append_error.is_some() {
            troubles.push(HealthTrouble::of_service("log-takes-nothing"));
        }
        let of_streams = self.streams.lasting().into_iter();
        troubles.extend(of_streams.map(|(stream, trouble)| HealthTrouble {
            seconds_ago: trouble.seconds_ago(),
            stream: Some(stream.name()),
            trouble: trouble.name(),
        }));
        troubles
    }
}

/// A trouble of a service as a probe tells it. Its members are in the order of the alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HealthTrouble {
    /// The number of seconds since a stream was shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_ago: Option<u64>,
    /// The stream, of a trouble of a stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<&'static str>,
    trouble: &'static str,
}

impl HealthTrouble {
    const fn of_service(trouble: &'static str) -> Self {
        Self { seconds_ago: None, stream: None, trouble }
    }
}

/// The ways in which the health of one service is told.
#[derive(Debug)]
pub(crate) struct HealthReport {
    name: &'static str,
    grpc_services: Vec<&'static str>,
    reporter: HealthReporter,
    told: watch::Sender<Health>,
}

impl HealthReport {
    /// Makes the report of the service `name`, which is ready without a connection too if it
    /// `serves_without_nats`, for its gRPC services.
    pub(crate) fn new(
        name: &'static str,
        grpc_services: Vec<&'static str>,
        serves_without_nats: bool,
        reporter: HealthReporter,
    ) -> Self {
        let unknown = Health { serves_without_nats, ..Health::default() };
        Self { name, grpc_services, reporter, told: watch::Sender::new(unknown) }
    }

    /// Returns the health as it is told.
    pub(crate) fn watch(&self) -> watch::Receiver<Health> {
        self.told.subscribe()
    }

    /// Follows the conditions until the tasks stop.
    pub(crate) fn follow(self, conditions: Conditions, tasks: &Tasks) {
        let Conditions { mut connected, appends, mut streams } = conditions;
        let stopping = tasks.stopping();
        let mut failures = appends.watch();
        tasks.spawn(async move {
            self.reporter.set_service_status(LIVE, ServingStatus::Serving).await;
            loop {
                let is_connected = *connected.borrow_and_update();
                let append_error = failures.now().map(|failing| failing.to_string());
                let of_streams = streams.borrow_and_update().clone();
                self.tell(|health| Health {
                    is_connected,
                    append_error,
                    streams: of_streams,
                    ..health
                })
                .await;
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
                    () = failures.changed() => {}
                    // The log, which sends it, outlives the service.
                    Ok(()) = streams.changed() => {}
                }
            }
            self.tell(|health| Health { is_stopping: true, ..health }).await;
        });
    }

    async fn tell(&self, change: impl FnOnce(Health) -> Health) {
        let before = self.told.borrow().clone();
        let had_failed = before.append_error.is_some();
        let health = change(before);
        match &health.append_error {
            Some(error) if !had_failed => tracing::warn!(
                service = self.name,
                error,
                "not ready: the event log takes nothing; it is tried again until it does"
            ),
            None if had_failed => {
                tracing::warn!(service = self.name, "ready again: no append fails any more");
            }
            _as_before => {}
        }
        let series = metrics::service_series(self.name);
        metrics::READY.set(series, i64::from(health.is_ready()));
        let status = status(health.is_ready());
        self.told.send_replace(health);
        for service in [""].iter().chain(&self.grpc_services) {
            self.reporter.set_service_status(*service, status).await;
        }
    }
}

fn status(is_ready: bool) -> ServingStatus {
    if is_ready { ServingStatus::Serving } else { ServingStatus::NotServing }
}
