//! Tests of paths, statuses and headers.

use std::io::Read as _;

use axum::body::{Body, to_bytes};
use http::{Request, Response, StatusCode, header};
use runtime::Tasks;
use tower::ServiceExt as _;

use super::*;
use crate::http::router;

async fn request(request: Request<Body>) -> Response<Body> {
    router(hub(), Tasks::new()).oneshot(request).await.unwrap()
}

async fn get(path: &str) -> Response<Body> {
    request(Request::get(path).body(Body::empty()).unwrap()).await
}

async fn text(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn the_list_of_broadcasts_is_exactly_this_json() {
    let response = get("/api/v1/tournaments").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
    assert_eq!(response.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    assert_eq!(
        text(response).await,
        r#"{"tournaments":[{"venue":"main","id":"demo","name":"Demo","rules":"international","boards":1,"running":1,"state":"planned"}]}"#
    );
}

#[tokio::test]
async fn a_page_about_nothing_is_not_found() {
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/t/main/demo", StatusCode::OK),
        ("/t/main/demo?round=1", StatusCode::OK),
        ("/t/main/demo/r1-t1", StatusCode::OK),
        ("/t/main/none", StatusCode::NOT_FOUND),
        ("/t/no venue/demo", StatusCode::NOT_FOUND),
        ("/t/main/demo/r1-t9", StatusCode::NOT_FOUND),
        ("/t/main/demo/table", StatusCode::NOT_FOUND),
        ("/nothing", StatusCode::NOT_FOUND),
        ("/nothing.js", StatusCode::NOT_FOUND),
    ] {
        let response = get(&path.replace(' ', "%20")).await;
        assert_eq!(response.status(), status, "{path}");
    }
}

#[tokio::test]
async fn a_snapshot_is_the_frame_that_streams_begin_with() {
    let response = get("/api/v1/tournaments/main/demo").await;
    assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
    let text = text(response).await;
    assert!(text.starts_with(r#"{"type":"snapshot","cursor":""#), "{text}");
    assert!(text.contains(r#""version":3,"#), "{text}");
}

#[tokio::test]
async fn a_snapshot_is_compressed_for_clients_that_accept_gzip() {
    let packed = Request::get("/api/v1/tournaments/main/demo").header("accept-encoding", "gzip");
    let response = request(packed.body(Body::empty()).unwrap()).await;
    assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
}

#[tokio::test]
async fn pdn_downloads_are_text_files_with_names() {
    for (path, name) in [
        ("games/r1-t1.pdn", "demo-r1-t1.pdn"),
        ("rounds/1.pdn", "demo-r1.pdn"),
        ("players/2.pdn", "demo-p2.pdn"),
        ("tournament.pdn", "demo-all.pdn"),
    ] {
        let response = get(&format!("/api/v1/tournaments/main/demo/{path}")).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
        let disposition = response.headers()[header::CONTENT_DISPOSITION].to_str().unwrap();
        assert!(disposition.ends_with(&format!("filename=\"{name}\"")), "{disposition}");
        let text = text(response).await;
        assert!(text.ends_with("\n1. 32-28 19-23 *\n\n"), "{text}");
    }
}

/// Returns the addresses of the pieces that `router` answers with, compressed.
async fn packed_pieces(router: &axum::Router, path: &str) -> Vec<*const u8> {
    use futures_util::TryStreamExt as _;

    let packed = Request::get(path).header("accept-encoding", "gzip").body(Body::empty());
    let response = router.clone().oneshot(packed.unwrap()).await.unwrap();
    assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip", "{path}");
    let body = response.into_body().into_data_stream();
    body.map_ok(|piece| piece.as_ptr()).try_collect().await.unwrap()
}

#[tokio::test]
async fn before_the_log_is_read_nothing_is_missing_and_the_answer_says_when_to_ask_again() {
    let hub = unread_hub(&MemoryBroker::default(), ROOMY, WallClock::system());
    let router = router(hub, Tasks::new());
    for path in ["", "/events", "/tournament.pdn", "/games/r1-t1.pdn"] {
        let path = format!("/api/v1/tournaments/main/demo{path}");
        let request = Request::get(&path).body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(response.headers()[header::RETRY_AFTER], "1", "{path}");
    }
    // The page asks again by itself.
    let page = Request::get("/t/main/demo").body(Body::empty()).unwrap();
    assert_eq!(router.oneshot(page).await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn what_did_not_change_is_compressed_once_for_all_who_read_it() {
    let hub = hub();
    let router = router(hub.clone(), Tasks::new());
    let tournament = "/api/v1/tournaments/main/demo";
    for path in [
        "/api/v1/tournaments".to_owned(),
        tournament.to_owned(),
        format!("{tournament}/games/r1-t1.pdn"),
        format!("{tournament}/rounds/1.pdn"),
        format!("{tournament}/tournament.pdn"),
    ] {
        // The second piece is the compressed text; before it comes the head, and after it the check
        // sum.
        let before = packed_pieces(&router, &path).await;
        let again = packed_pieces(&router, &path).await;
        assert_eq!((before.len(), again[1]), (3, before[1]), "{path}");
    }
}

#[tokio::test]
async fn what_changed_is_compressed_anew() {
    let hub = hub();
    let router = router(hub.clone(), Tasks::new());
    let path = "/api/v1/tournaments/main/demo";
    for plies in 2..=6 {
        play(&hub.channel(&key()), 20 + plies as u64, &MOVES, plies..=plies);
        for path in [path.to_owned(), format!("{path}/tournament.pdn")] {
            let read = async |accepted: &'static str| {
                let request = Request::get(&path).header("accept-encoding", accepted);
                let request = request.body(Body::empty()).unwrap();
                let response = router.clone().oneshot(request).await.unwrap();
                assert_eq!(response.headers()[header::VARY], "accept-encoding");
                to_bytes(response.into_body(), 1 << 20).await.unwrap()
            };
            let mut unpacked = String::new();
            let packed = read("gzip").await;
            flate2::read::GzDecoder::new(&*packed).read_to_string(&mut unpacked).unwrap();
            assert!(unpacked.contains(MOVES[plies - 1]), "{unpacked}");
            // The time of sending differs.
            let without_time =
                |text: &str| text.split(r#""tournament":"#).last().map(str::to_owned);
            let plain = String::from_utf8(read("identity").await.to_vec()).unwrap();
            assert_eq!(without_time(&unpacked), without_time(&plain), "{path}");
        }
    }
}

#[tokio::test]
async fn compressed_pdn_downloads_are_whole() {
    for path in ["games/r1-t1.pdn", "rounds/1.pdn", "tournament.pdn"] {
        let path = format!("/api/v1/tournaments/main/demo/{path}");
        let plain = text(get(&path).await).await;
        let packed = Request::get(&path).header("accept-encoding", "gzip");
        let response = request(packed.body(Body::empty()).unwrap()).await;
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain, "{path}");
    }
}

#[tokio::test]
async fn a_missing_resource_is_a_problem_that_says_what_is_missing() {
    for (path, status, error) in [
        ("/api", 404, "no such path"),
        ("/api/", 404, "no such path"),
        ("/api/v1", 404, "no such path"),
        ("/api/v2/x/y", 404, "no such path"),
        ("/api/v1/tournaments/main/other", 404, "no tournament main/other"),
        ("/api/v1/tournaments/main/other/ws", 404, "no tournament"),
        ("/api/v1/tournaments/main/other/events", 404, "no tournament"),
        ("/api/v1/tournaments/Main/demo", 400, "is not an id"),
        ("/api/v1/tournaments/main/de%20mo", 400, "is not an id"),
        ("/api/v1/tournaments/main/demo/games/r1-t2.pdn", 404, "no r1-t2"),
        ("/api/v1/tournaments/main/demo/games/r1-t2", 404, "no game r1-t2"),
        ("/api/v1/tournaments/main/demo/games/x.pdn", 400, "is not a game"),
        ("/api/v1/tournaments/main/demo/rounds/2.pdn", 404, "no r2"),
        ("/api/v1/tournaments/main/demo/rounds/x.pdn", 404, "no number of a round"),
        ("/api/v1/tournaments/main/demo/ws", 426, "WebSocket"),
    ] {
        let response = get(path).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json", "{path}");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store", "{path}");
        let text = text(response).await;
        assert!(
            text.starts_with("{\"type\":\"/problems/") && text.contains(error),
            "{path}: {text}"
        );
    }
}

#[tokio::test]
async fn only_reading_is_allowed() {
    for path in ["/api/v1/tournaments", "/api/v1/tournaments/main/demo", "/", "/t/main/demo"] {
        let post = Request::post(path).body(Body::empty()).unwrap();
        assert_eq!(request(post).await.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
    let large = Request::post("/").header("content-length", "1000000");
    let response = request(large.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn missing_files_are_not_found() {
    for path in ["/assets/none.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/favicon.ico.map"] {
        assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_stream_of_events_begins_with_the_pause_and_a_snapshot() {
    use futures_util::StreamExt as _;

    let response = get("/api/v1/tournaments/main/demo/events").await;
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        assert_eq!(response.headers()[name], value);
    }
    let mut body = response.into_body().into_data_stream();
    let mut text = String::new();
    while text.matches("\n\n").count() < 2 {
        text.push_str(std::str::from_utf8(&body.next().await.unwrap().unwrap()).unwrap());
    }
    assert!(text.starts_with("retry: 1000\n\nid: "), "{text}");
    assert!(text.contains("\ndata: {\"type\":\"snapshot\","), "{text}");
}

#[tokio::test]
async fn the_last_event_id_takes_precedence_over_the_address() {
    use futures_util::StreamExt as _;

    let cursor = hub().channel(&key()).now().unwrap().cursor.clone();
    let old = "/api/v1/tournaments/main/demo/events?since=00000000.1.1.1";
    let back = Request::get(old).header("last-event-id", &cursor);
    let response = request(back.body(Body::empty()).unwrap()).await;
    let mut body = response.into_body().into_data_stream();
    let retry = body.next().await.unwrap().unwrap();
    assert_eq!(retry, "retry: 1000\n\n");
    let first = body.next().await.unwrap().unwrap();
    let text = std::str::from_utf8(&first).unwrap();
    assert!(text.contains("data: {\"type\":\"resumed\""), "{text}");
}

#[tokio::test]
async fn files_are_busy_while_as_many_are_written_as_may_be_and_what_is_shared_comes() {
    let hub = hub();
    let full = hub.pool().fill();
    let tournament = "/api/v1/tournaments/main/demo";
    let ask = async |path: &str| {
        let request = Request::get(format!("{tournament}{path}")).body(Body::empty()).unwrap();
        router(hub.clone(), Tasks::new()).oneshot(request).await.unwrap()
    };
    for path in ["/tournament.pdn", "/rounds/1.pdn", "/games/r1-t1.pdn"] {
        let response = ask(path).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        let told = text(response).await;
        assert!(told.contains("busy with other such requests; try again later"), "{told}");
    }
    assert_eq!(ask("").await.status(), StatusCode::OK);
    drop(full);
    assert_eq!(ask("/tournament.pdn").await.status(), StatusCode::OK);
}
