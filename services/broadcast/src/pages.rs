//! Serves the pages of `web/`, which are built into the program.

use axum::{
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, Method, StatusCode, header};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// The file that is served for every path of a page; the page itself interprets the path.
const INDEX: &str = "index.html";

/// The content security policy: pages load only from this service.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Answers every path that belongs to no API: with a file of the pages, or else with [`INDEX`].
pub(crate) async fn page(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if let Some(response) = file(if path.is_empty() { INDEX } else { path }) {
        return response;
    }
    if is_file {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    }
    file(INDEX).unwrap_or_else(|| {
        (
            StatusCode::NOT_FOUND,
            "The pages are not part of this build: run `npm ci && npm run build` in web/ and build \
             again.\nThe API is at /api/v1/tournaments.\n",
        )
            .into_response()
    })
}

fn file(path: &str) -> Option<Response> {
    let found = Dist::get(path)?;
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match kind.type_() {
        mime_guess::mime::TEXT => format!("{kind}; charset=utf-8"),
        _other => kind.to_string(),
    };
    // Names of assets contain a hash of their content.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = Response::new(Body::from(found.data.into_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).ok()?);
    for (name, value) in [
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Some(response)
}
