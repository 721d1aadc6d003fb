//! Tests of what other pages embed.

use axum::body::{Body, to_bytes};
use http::{Request, Response, StatusCode, header};
use runtime::Tasks;
use serde_json::Value;
use tower::ServiceExt as _;

use super::*;
use crate::http::router;

async fn get(path: &str) -> Response<Body> {
    let request = Request::get(path).header("host", "live.example:8080").body(Body::empty());
    router(hub(), Tasks::new()).oneshot(request.unwrap()).await.unwrap()
}

async fn oembed(query: &str) -> Value {
    let response = get(&format!("/oembed?{query}")).await;
    assert_eq!(response.status(), StatusCode::OK, "{query}");
    assert_eq!(response.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    serde_json::from_slice(&to_bytes(response.into_body(), 1 << 16).await.unwrap()).unwrap()
}

#[tokio::test]
async fn only_frames_for_other_pages_may_be_framed_by_them() {
    for (path, ancestors) in [
        ("/embed/main/demo", "frame-ancestors *"),
        ("/embed/main/demo/r1-t1?theme=dark", "frame-ancestors *"),
        ("/overlay/main/demo/r1-t1", "frame-ancestors *"),
        ("/t/main/demo", "frame-ancestors 'self'"),
        ("/wall/main/demo", "frame-ancestors 'self'"),
        ("/desk/main/demo", "frame-ancestors 'none'"),
        ("/tablet", "frame-ancestors 'none'"),
    ] {
        let response = get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with(ancestors), "{path}: {policy}");
    }
}

#[tokio::test]
async fn a_page_names_the_frame_that_stands_for_it() {
    let response = get("/t/main/demo/r1-t1").await;
    let link = response.headers()[header::LINK].to_str().unwrap();
    let (address, rest) = link.strip_prefix('<').unwrap().split_once('>').unwrap();
    assert_eq!(rest, "; rel=\"alternate\"; type=\"application/json+oembed\"");
    let query = address.strip_prefix("/oembed?").unwrap();
    let answer = oembed(query).await;
    assert_eq!(answer["title"], "Anna – Bauke · Demo");
    let html = answer["html"].as_str().unwrap();
    assert!(
        html.starts_with("<iframe src=\"//live.example:8080/embed/main/demo/r1-t1\""),
        "{html}"
    );
}

#[tokio::test]
async fn a_frame_has_the_address_the_title_and_the_size_that_were_asked_for() {
    let answer = oembed("url=https://live.example:8080/t/main/demo%3Fround=1&maxwidth=400").await;
    assert_eq!(answer["version"], "1.0");
    assert_eq!(answer["type"], "rich");
    assert_eq!(answer["provider_url"], "https://live.example:8080/");
    assert_eq!((&answer["width"], &answer["height"]), (&400.into(), &640.into()));
    let html = answer["html"].as_str().unwrap();
    assert!(html.contains("src=\"https://live.example:8080/embed/main/demo\""), "{html}");
    assert!(html.contains("title=\"Demo\" width=\"400\" height=\"640\""), "{html}");
    assert!(!answer.to_string().contains("result"), "{answer}");
}

#[tokio::test]
async fn an_address_of_no_page_has_no_frame() {
    for (query, status) in [
        ("url=https://other.example/t/main/demo", 404),
        ("url=https://live.example:8080/t/main/none", 404),
        ("url=https://live.example:8080/t/main/demo/r9-t9", 404),
        ("url=https://live.example:8080/desk/main/demo", 404),
        ("url=javascript:alert(1)", 404),
        ("url=%22%3E%3Cscript%3E", 404),
        ("url=/t/main/demo&format=xml", 501),
        ("maxwidth=1", 400),
    ] {
        assert_eq!(get(&format!("/oembed?{query}")).await.status().as_u16(), status, "{query}");
    }
}
