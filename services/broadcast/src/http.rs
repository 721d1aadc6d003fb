//! Serves plain HTTP: JSON, WebSocket, server-sent events, PDN and the pages.

mod conditional;
mod files;
mod oembed;
mod problem;
mod site;

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Path, Query, Request, State},
    response::{IntoResponse as _, Response},
    routing::get,
};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use proto::subject::GameId;
use runtime::{Categorize as _, ErrorCategory, Tasks};
use serde::Deserialize;
use tower_http::{
    cors::{Any, CorsLayer},
    limit::RequestBodyLimitLayer,
};

use self::{
    problem::HttpError,
    site::{Site, find},
};
use crate::{
    cursor::Cursor,
    error::Error,
    frame,
    hub::Hub,
    metrics::{self, Transport},
    missing::Missing,
    pages, socket,
    watcher::Watcher,
    websocket,
};

/// Time for which a browser remembers what another origin may ask for.
const PREFLIGHT_KEPT: Duration = Duration::from_secs(24 * 3600);
/// Longest body of a request in bytes. No body is read.
const BODY_BYTES_MAX: usize = 4096;

/// Returns the routes of everything that is served besides gRPC.
pub(crate) fn router(hub: Hub, tasks: Tasks) -> Router {
    let tournament = "/api/v1/tournaments/{venue}/{id}";
    let public = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([HeaderName::from_static("last-event-id"), header::IF_NONE_MATCH])
        .expose_headers([header::ETAG, header::AGE, header::RETRY_AFTER])
        .max_age(PREFLIGHT_KEPT);
    let files = Router::new()
        .route("/openapi.json", get(files::description))
        .route("/asyncapi.json", get(files::streams))
        .route("/problems/{name}", get(files::problem))
        .route("/oembed", get(oembed::oembed))
        .route("/api/v1/tournaments", get(files::list))
        .route(tournament, get(files::snapshot))
        .route(&format!("{tournament}/head"), get(files::head))
        .route(&format!("{tournament}/players"), get(files::players))
        .route(&format!("{tournament}/players/{{file}}"), get(files::player))
        .route(&format!("{tournament}/standings"), get(files::standings))
        .route(&format!("{tournament}/rounds/{{file}}"), get(files::round))
        .route(&format!("{tournament}/games/{{file}}"), get(files::game))
        .route(&format!("{tournament}/tournament.pdn"), get(files::tournament_pdn))
        .route("/api", get(no_such_path))
        .route("/api/", get(no_such_path))
        .route("/api/{*rest}", get(no_such_path));
    Router::new()
        .merge(files)
        .route(&format!("{tournament}/ws"), get(watch_socket))
        .route(&format!("{tournament}/events"), get(watch_events))
        .layer(public)
        .merge(
            Router::new()
                .route("/t/{venue}/{id}", get(tournament_page))
                .route("/t/{venue}/{id}/{game}", get(game_page))
                .fallback(pages::page),
        )
        .layer(RequestBodyLimitLayer::new(BODY_BYTES_MAX))
        .with_state(Site { hub, tasks, list: Arc::default() })
}

async fn no_such_path() -> HttpError {
    Missing::Path.into()
}

/// Returns the page of a tournament, which says so itself if there is none.
async fn tournament_page(
    State(site): State<Site>,
    Path((venue, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = find(&site.hub, &venue, &id).await.map(|_channel| ());
    page(&headers, found, &format!("/t/{venue}/{id}")).await
}

/// Returns the page of a game, which says so itself if there is none.
async fn game_page(
    State(site): State<Site>,
    Path((venue, id, game)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = async {
        let named: GameId = game.parse()?;
        let channel = find(&site.hub, &venue, &id).await?;
        let sheet = channel.view().sheet(named);
        sheet.map(|_sheet| ()).ok_or(Error::NotFound(Missing::Game(named)))
    };
    page(&headers, found.await, &format!("/t/{venue}/{id}/{game}")).await
}

/// Returns the page at `path`, about something that was found or not.
async fn page(headers: &HeaderMap, found: Result<(), Error>, path: &str) -> Response {
    let is_found = found.is_ok();
    let mut response = pages::index(headers, page_status(found)).await;
    if is_found && let Ok(link) = HeaderValue::from_str(&oembed::link(path)) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// Returns 404 for a page about something that does not exist. If that cannot be told now, the page
/// loads and shows the trouble.
fn page_status(found: Result<(), Error>) -> StatusCode {
    match found.map_err(|error| error.category()) {
        Err(ErrorCategory::NotFound | ErrorCategory::Invalid) => StatusCode::NOT_FOUND,
        _there_or_unknown => StatusCode::OK,
    }
}

#[derive(Deserialize)]
struct Since {
    since: Option<String>,
}

/// Returns the cursor of a spectator who comes back. A text that is no cursor is ignored, and the
/// spectator gets a snapshot.
fn since(query: &Since, headers: &HeaderMap) -> Option<Cursor> {
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    // A browser that reconnects repeats the address and sends the newest cursor in the header.
    last.or(query.since.as_deref()).and_then(|text| text.parse().ok())
}

async fn watch_events(
    State(site): State<Site>,
    Path((venue, id)): Path<(String, String)>,
    Query(query): Query<Since>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let channel = find(&site.hub, &venue, &id).await?;
    let watcher = Watcher::new(channel, since(&query, &headers), site.tasks.stopping());
    let start = stream::iter([Bytes::from_static(frame::EVENTS_START)]);
    let counted = metrics::spectator(Transport::Sse);
    let events = stream::unfold(
        (watcher, VecDeque::new(), counted),
        |(mut watcher, mut ready, counted)| async move {
            if ready.is_empty() {
                let (stamp, items) = watcher.next().await?;
                let mut bytes = Vec::new();
                for item in items {
                    if let Err(error) = item.to_event(stamp, &mut bytes) {
                        tracing::error!(%error, "send to a spectator");
                        return None;
                    }
                }
                ready.extend(bytes);
            }
            ready.pop_front().map(|bytes| (bytes, (watcher, ready, counted)))
        },
    );
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let body = Body::from_stream(start.chain(events).map(Ok::<Bytes, Infallible>));
    Ok((headers, body).into_response())
}

async fn watch_socket(
    State(site): State<Site>,
    Path((venue, id)): Path<(String, String)>,
    Query(query): Query<Since>,
    mut request: Request,
) -> Result<Response, HttpError> {
    let channel = find(&site.hub, &venue, &id).await?;
    let accepted = handshake(request.headers())?;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let upgrade = upgrade.ok_or(HttpError::NoUpgrade("a WebSocket needs HTTP/1.1"))?;
    let watcher = Watcher::new(channel, since(&query, request.headers()), site.tasks.stopping());
    site.tasks.spawn(async move {
        match upgrade.await {
            Ok(connection) => socket::serve(TokioIo::new(connection), watcher).await,
            Err(error) => tracing::debug!(%error, "a spectator's connection did not upgrade"),
        }
    });
    let headers = [
        (header::UPGRADE, HeaderValue::from_static("websocket")),
        (header::CONNECTION, HeaderValue::from_static("upgrade")),
        (header::SEC_WEBSOCKET_ACCEPT, accepted),
    ];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers).into_response())
}

/// Checks a client's part of the handshake (RFC 6455 section 4.2.1); returns the value that accepts
/// it.
fn handshake(headers: &HeaderMap) -> Result<HeaderValue, HttpError> {
    let has = |name: HeaderName, word: &str| {
        headers
            .get_all(name)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .any(|value| value.split(',').any(|one| one.trim().eq_ignore_ascii_case(word)))
    };
    if !has(header::UPGRADE, "websocket") || !has(header::CONNECTION, "upgrade") {
        return Err(HttpError::NoUpgrade("this address is a WebSocket; /events is its stream"));
    }
    if !has(header::SEC_WEBSOCKET_VERSION, "13") {
        return Err(HttpError::NoUpgrade("only version 13 of WebSocket is spoken"));
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok());
    key.and_then(websocket::accept)
        .and_then(|accepted| HeaderValue::from_str(&accepted).ok())
        .ok_or(HttpError::NoUpgrade("sec-websocket-key is no key"))
}
