//! The probes of a service over HTTP: `/livez` tells that the process answers, `/readyz` that its
//! part makes progress, both in JSON. A service answers once the log was read, so any answer tells
//! that it has started.

use axum::{
    Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode, header};
use proto::Timestamp;
use serde::Serialize;
use tokio::sync::watch;

use crate::{
    health::{Health, HealthTrouble},
    tls::Transport,
};

#[derive(Clone)]
struct Probed {
    service: &'static str,
    health: watch::Receiver<Health>,
    transport: Transport,
}

/// The answer to a probe. Its members are in the order of the alphabet.
#[derive(Serialize)]
struct Probe {
    /// The moment at which the certificate ends; milliseconds since 1970.
    certificate_ends_ms: Option<i64>,
    service: &'static str,
    status: &'static str,
    transport: &'static str,
    troubles: Vec<HealthTrouble>,
    version: &'static str,
}

/// The answer to a probe of a wrong path.
#[derive(Serialize)]
struct NoSuchProbe {
    error: &'static str,
}

/// Returns the routes of the probes of `service`. Paths that resemble theirs are answered here too,
/// so that a probe of a wrong path is told so, and gets no page.
pub(crate) fn router(
    service: &'static str,
    health: watch::Receiver<Health>,
    transport: Transport,
) -> Router {
    let mut router = Router::new().route("/livez", get(live)).route("/readyz", get(ready));
    for path in ["/healthz", "/health", "/livez/{*rest}", "/readyz/{*rest}", "/livez/", "/readyz/"]
    {
        router = router.route(path, get(no_such_probe));
    }
    router.with_state(Probed { service, health, transport })
}

async fn live(State(probed): State<Probed>) -> Response {
    answer(StatusCode::OK, &probed.describe("live", Vec::new()))
}

async fn ready(State(probed): State<Probed>) -> Response {
    let health = probed.health.borrow().clone();
    let (code, status) = if health.is_ready() {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not-ready")
    };
    answer(code, &probed.describe(status, health.troubles()))
}

async fn no_such_probe() -> Response {
    let error =
        "no such probe: /livez tells that the process answers, /readyz that it makes progress";
    answer(StatusCode::NOT_FOUND, &NoSuchProbe { error })
}

impl Probed {
    fn describe(&self, status: &'static str, troubles: Vec<HealthTrouble>) -> Probe {
        Probe {
            certificate_ends_ms: self.transport.expires().map(Timestamp::millis),
            service: self.service,
            status,
            transport: self.transport.as_str(),
            troubles,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

fn answer(status: StatusCode, body: &impl Serialize) -> Response {
    let Ok(body) = serde_json::to_string(body) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, format!("{body}\n")).into_response()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http::Request;
    use http_body_util::BodyExt as _;
    use proto::subject::Stream;
    use serde_json::{Value, json};
    use tokio::time::Instant;
    use tower::ServiceExt as _;

    use super::*;
    use crate::{
        appends::Appends,
        health::{Conditions, HealthReport},
        stream_troubles::StreamNotes,
        tasks::Tasks,
    };

    struct Running {
        app: Router,
        connected: watch::Sender<bool>,
        appends: Appends,
        streams: StreamNotes,
        health: watch::Receiver<Health>,
        tasks: Tasks,
    }

    impl Running {
        fn new(serves_without_nats: bool) -> Self {
            let (reporter, _grpc) = tonic_health::server::health_reporter();
            let report = HealthReport::new("clock", Vec::new(), serves_without_nats, reporter);
            let (connected, is_connected) = watch::channel(true);
            let (appends, tasks, health) = (Appends::default(), Tasks::new(), report.watch());
            let pages = Router::new().fallback(async || "<!doctype html>");
            let app = router("clock", health.clone(), Transport::Local).merge(pages);
            let streams = StreamNotes::default();
            let conditions = Conditions {
                connected: is_connected,
                appends: appends.clone(),
                streams: streams.watch(),
            };
            report.follow(conditions, &tasks);
            Self { app, connected, appends, streams, health, tasks }
        }

        async fn get(&self, path: &str) -> (StatusCode, Value) {
            let (status, body) = self.text(path).await;
            (status, serde_json::from_str(&body).unwrap())
        }

        async fn text(&self, path: &str) -> (StatusCode, String) {
            let request = Request::get(path).body(axum::body::Body::empty()).unwrap();
            let answer = self.app.clone().oneshot(request).await.unwrap();
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json", "{path}");
            assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-store", "{path}");
            let (head, body) = answer.into_parts();
            let body = body.collect().await.unwrap().to_bytes();
            (head.status, String::from_utf8(body.to_vec()).unwrap())
        }

        /// Waits until it is ready, or is not, and returns the answer to `/readyz`.
        async fn until(&mut self, is_ready: bool) -> Value {
            self.health.wait_for(|health| health.is_ready() == is_ready).await.unwrap();
            let (code, body) = self.get("/readyz").await;
            let (wanted, status) = if is_ready { (200, "ready") } else { (503, "not-ready") };
            assert_eq!((code.as_u16(), &body["status"]), (wanted, &json!(status)));
            let (live, alive) = self.get("/livez").await;
            assert_eq!((live, &alive["status"]), (StatusCode::OK, &json!("live")));
            body["troubles"].clone()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_lives_always_and_is_ready_while_its_part_makes_progress() {
        let mut running = Running::new(false);
        assert_eq!(running.until(true).await, json!([]));
        running.connected.send_replace(false);
        assert_eq!(running.until(false).await, json!([{ "trouble": "nats-away" }]));
        running.connected.send_replace(true);
        assert_eq!(running.until(true).await, json!([]));

        let began = Instant::now();
        tokio::time::advance(Duration::from_secs(4)).await;
        running.appends.failed(began, &"no space left");
        let full = json!([{ "trouble": "log-takes-nothing" }]);
        assert_eq!(running.until(false).await, full);
        running.appends.stored();
        assert_eq!(running.until(true).await, json!([]));

        running.tasks.stopping().cancel();
        assert_eq!(running.until(false).await, json!([{ "trouble": "stopping" }]));
    }

    #[tokio::test]
    async fn a_service_that_shows_is_ready_without_nats_and_says_that_it_is_away() {
        let mut running = Running::new(true);
        running.connected.send_replace(false);
        running.health.wait_for(|health| !health.troubles().is_empty()).await.unwrap();
        assert_eq!(running.until(true).await, json!([{ "trouble": "nats-away" }]));
    }

    #[tokio::test]
    async fn a_service_is_ready_and_says_that_a_stream_was_shortened() {
        let mut running = Running::new(false);
        running.streams.shortened(Stream::Game);
        running.health.wait_for(|health| !health.troubles().is_empty()).await.unwrap();
        let told = &running.until(true).await[0];
        assert_eq!(
            (&told["trouble"], &told["stream"]),
            (&json!("stream-shortened"), &json!("GAME"))
        );
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_one_line_with_its_members_in_the_order_of_the_alphabet() {
        let running = Running::new(true);
        running.connected.send_replace(false);
        running.streams.shortened(Stream::Game);
        tokio::time::advance(Duration::from_secs(90)).await;
        let mut health = running.health.clone();
        health.wait_for(|health| health.troubles().len() == 2).await.unwrap();
        let version = env!("CARGO_PKG_VERSION");
        let (_, ready) = running.text("/readyz").await;
        let expected = format!(
            "{{\"certificate_ends_ms\":null,\"service\":\"clock\",\"status\":\"ready\",\
             \"transport\":\"local\",\"troubles\":[{{\"trouble\":\"nats-away\"}},\
             {{\"seconds_ago\":90,\"stream\":\"GAME\",\"trouble\":\"stream-shortened\"}}],\
             \"version\":\"{version}\"}}\n"
        );
        assert_eq!(ready, expected);
    }

    #[tokio::test]
    async fn a_probe_of_a_wrong_path_gets_no_page() {
        let running = Running::new(true);
        for path in ["/healthz", "/health", "/livez/", "/readyz/", "/livez/ping", "/readyz/a/b"] {
            let (status, body) = running.get(path).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
            assert!(body["error"].as_str().unwrap().contains("/readyz"), "{path}: {body}");
        }
    }
}
