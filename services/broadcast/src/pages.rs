//! Serves the pages of `web/`, which are built into the program.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, LazyLock, Mutex},
};

use axum::{
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use runtime::{BlockingPool, WhenFull, lock};
use rust_embed::RustEmbed;

use crate::gzip::{self, Packed, Packing};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// The file of every spectator's page.
const INDEX: &str = "index.html";
/// The file of the arbiter's desk, which shows every path under it.
const DESK: &str = "desk.html";
/// The file of the screen for a hall.
const WALL: &str = "wall.html";
/// The file of frames in other pages.
const EMBED: &str = "embed.html";
/// The file of the players' tablets.
const TABLET: &str = "tablet.html";

/// The content security policy: pages load only from this service.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
/// The content security policy of frames in other pages: any page may frame them, as they show what
/// is public and decide nothing.
const EMBED_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors *";
/// The content security policy of the desk and the tablets. No page may frame them, because a click
/// there decides something.
const ACTING_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Answers every path that belongs to no API and no tournament: with the list of tournaments, with
/// a file of the pages, or else with the page that says that there is none.
pub(crate) async fn page(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let is_packed = gzip::is_accepted(request.headers());
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if path.is_empty() {
        return index(request.headers(), StatusCode::OK).await;
    }
    if let Some(response) = file(path, is_packed).await {
        return response;
    }
    let folders =
        [("desk", DESK), ("wall", WALL), ("tablet", TABLET), ("embed", EMBED), ("overlay", EMBED)];
    for (folder, name) in folders {
        let rest = path.strip_prefix(folder);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            return shell(name, request.headers(), StatusCode::OK).await;
        }
    }
    if is_file {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    }
    index(request.headers(), StatusCode::NOT_FOUND).await
}

/// Answers with the page, which interprets the path itself, under this status.
pub(crate) async fn index(headers: &HeaderMap, status: StatusCode) -> Response {
    shell(INDEX, headers, status).await
}

/// Answers with a file that interprets the path itself, under this status.
async fn shell(name: &str, headers: &HeaderMap, status: StatusCode) -> Response {
    let Some(mut response) = file(name, gzip::is_accepted(headers)).await else {
        return (
            StatusCode::NOT_FOUND,
            "The pages are not part of this build: run `npm ci && npm run build` in web/ and build \
             again.\nThe API is at /api/v1/tournaments.\n",
        )
            .into_response();
    };
    *response.status_mut() = status;
    response
}

/// Returns a file, compressed if that is asked for and makes sense.
async fn file(path: &str, is_packed: bool) -> Option<Response> {
    let found = Dist::get(path)?;
    let text = match found.data {
        Cow::Borrowed(text) => Bytes::from_static(text),
        Cow::Owned(text) => Bytes::from(text),
    };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let is_compact = kind.type_() == mime_guess::mime::IMAGE && kind.subtype() != "svg";
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
    let policy = match path {
        DESK | TABLET => ACTING_POLICY,
        EMBED => EMBED_POLICY,
        _other => POLICY,
    };
    let mut response = if is_compact {
        Response::new(Body::from(text))
    } else if is_packed {
        let place = place(found.metadata.sha256_hash());
        let packed = place.pack((&POOL, WhenFull::Wait), move || Packed::smallest(&text)).await;
        let packed = packed.inspect_err(|error| tracing::error!(%error, path, "compress")).ok()?;
        gzip::packed(Response::new(Body::from(packed.gzip(&[]).concat())))
    } else {
        gzip::plain(Response::new(Body::from(text)))
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).ok()?);
    for (name, value) in [
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Some(response)
}

/// Compresses the pages, each once.
static POOL: LazyLock<BlockingPool> = LazyLock::new(BlockingPool::new);

/// Returns the place for the compressed form of the file with this hash. A build for development
/// reads the files anew each time, so their contents may change.
fn place(hash: [u8; 32]) -> Arc<Packing> {
    static PLACES: Mutex<BTreeMap<[u8; 32], Arc<Packing>>> = Mutex::new(BTreeMap::new());
    let mut places = lock(&PLACES);
    Arc::clone(places.entry(hash).or_default())
}
