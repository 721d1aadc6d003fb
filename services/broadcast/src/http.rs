//! Serves plain HTTP: JSON, WebSocket, server-sent events, PDN and the pages.

use std::{collections::VecDeque, convert::Infallible, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{Path, Query, Request, State},
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use proto::subject::{GameId, TournamentKey};
use runtime::{Categorize as _, ErrorCategory, Tasks, error_chain};
use serde::{Deserialize, Serialize};
use tower_http::{
    cors::{Any, CorsLayer},
    limit::RequestBodyLimitLayer,
};

use crate::{
    channel::Channel,
    cursor::Cursor,
    error::Error,
    frame::{self, EncodeError},
    gzip::{self, Newest, Packed},
    hub::Hub,
    metrics::{self, Transport},
    pages,
    pdn::Selection,
    socket,
    watcher::Watcher,
    websocket,
};

/// Seconds after which what is not available may be asked for again.
const RETRY_AFTER_S: &str = "1";
/// Longest body of a request in bytes. No body is read.
const BODY_BYTES_MAX: usize = 4096;

#[derive(Clone)]
struct Site {
    hub: Hub,
    tasks: Tasks,
    /// The compressed list of broadcasts.
    list: Arc<Newest>,
}

/// Returns the routes of everything that is served besides gRPC.
pub(crate) fn router(hub: Hub, tasks: Tasks) -> Router {
    let tournament = "/api/v1/tournaments/{venue}/{id}";
    let public = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([header::HeaderName::from_static("last-event-id")]);
    let files = Router::new()
        .route("/api/v1/tournaments", get(list))
        .route(tournament, get(snapshot))
        .route(&format!("{tournament}/tournament.pdn"), get(tournament_pdn))
        .route(&format!("{tournament}/games/{{file}}"), get(game_pdn))
        .route(&format!("{tournament}/rounds/{{file}}"), get(round_pdn))
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

/// The reason why a request over HTTP failed.
#[derive(Debug)]
enum HttpError {
    /// An error that gRPC calls can have too.
    Error(Error),
    /// The connection cannot become a WebSocket.
    NoUpgrade(&'static str),
}

#[derive(Serialize)]
struct ErrorBody {
    error: String,
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::Error(error) => (http_status(&error), error.to_string()),
            Self::NoUpgrade(why) => (StatusCode::UPGRADE_REQUIRED, why.to_owned()),
        };
        let mut response = json(&ErrorBody { error })
            .unwrap_or_else(|_unwritten| "this could not be written".into_response());
        *response.status_mut() = status;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_S));
        }
        if status == StatusCode::UPGRADE_REQUIRED {
            let headers = response.headers_mut();
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        }
        response
    }
}

impl<E: Into<Error>> From<E> for HttpError {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// Returns the HTTP status of an error; logs an error that is a bug of the service.
fn http_status(error: &Error) -> StatusCode {
    match error.category() {
        ErrorCategory::Invalid => StatusCode::BAD_REQUEST,
        ErrorCategory::NotFound => StatusCode::NOT_FOUND,
        ErrorCategory::Precondition | ErrorCategory::Conflict => StatusCode::CONFLICT,
        ErrorCategory::Exhausted | ErrorCategory::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCategory::Internal => {
            tracing::error!(error = error_chain(error), "a request failed");
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

fn json(value: &impl Serialize) -> Result<Response, EncodeError> {
    frame::json(value).map(|text| json_body(Body::from(text)))
}

fn json_body(body: Body) -> Response {
    let kind = (header::CONTENT_TYPE, "application/json");
    ([kind, (header::CACHE_CONTROL, "no-store")], body).into_response()
}

async fn no_such_path() -> HttpError {
    Error::NotFound("no such path; the list is at /api/v1/tournaments".to_owned()).into()
}

async fn list(State(site): State<Site>, headers: HeaderMap) -> Result<Response, HttpError> {
    let text = Bytes::from(frame::json(&site.hub.list())?);
    if !gzip::is_accepted(&headers) {
        return Ok(gzip::plain(json_body(Body::from(text))));
    }
    let place = site.list.place(&text);
    let packed = place.pack(move || Packed::of(&text)).await?;
    Ok(gzip::packed(json_body(pieces(packed.gzip(&[])))))
}

fn pieces<const N: usize>(pieces: [Bytes; N]) -> Body {
    Body::from_stream(stream::iter(pieces.map(Ok::<Bytes, Infallible>)))
}

async fn find(hub: &Hub, venue: &str, id: &str) -> Result<Arc<Channel>, Error> {
    let key = TournamentKey { venue: venue.parse()?, tournament: id.parse()? };
    let found = hub.find(&key).await?;
    found.ok_or_else(|| Error::NotFound(format!("no tournament {venue}/{id}")))
}

/// Returns the page of a tournament, which says so itself if there is none.
async fn tournament_page(
    State(site): State<Site>,
    Path((venue, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    pages::index(&headers, page_status(find(&site.hub, &venue, &id).await.map(|_channel| ()))).await
}

/// Returns the page of a game, which says so itself if there is none.
async fn game_page(
    State(site): State<Site>,
    Path((venue, id, game)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = async {
        let game: GameId = game.parse()?;
        let channel = find(&site.hub, &venue, &id).await?;
        let sheet = channel.view().sheet(game);
        sheet.map(|_sheet| ()).ok_or_else(|| Error::NotFound(format!("no game {game}")))
    };
    pages::index(&headers, page_status(found.await)).await
}

/// Returns 404 for a page about something that does not exist. If that cannot be told now, the page loads and
/// shows the trouble.
fn page_status(found: Result<(), Error>) -> StatusCode {
    match found.map_err(|error| error.category()) {
        Err(ErrorCategory::NotFound | ErrorCategory::Invalid) => StatusCode::NOT_FOUND,
        _there_or_unknown => StatusCode::OK,
    }
}

async fn snapshot(
    State(site): State<Site>,
    Path((venue, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let channel = find(&site.hub, &venue, &id).await?;
    let snapshot = channel.now();
    let snapshot =
        snapshot.ok_or_else(|| Error::NotFound(format!("no tournament {venue}/{id}")))?;
    let [head, body] = snapshot.json(channel.stamp())?;
    if !gzip::is_accepted(&headers) {
        return Ok(gzip::plain(json_body(pieces([head, body]))));
    }
    let packed = snapshot.packing.pack(move || Packed::of(&body)).await?;
    Ok(gzip::packed(json_body(pieces(packed.gzip(&head)))))
}

async fn game_pdn(
    State(site): State<Site>,
    Path((venue, id, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let game: GameId = stem(&file)?.parse()?;
    pdn_file(&site.hub, &venue, &id, Selection::Game(game), &headers).await
}

async fn round_pdn(
    State(site): State<Site>,
    Path((venue, id, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let round = stem(&file)?.parse();
    let round = round.map_err(|_source| Error::NotFound(format!("no round in {file:?}")))?;
    pdn_file(&site.hub, &venue, &id, Selection::Round(round), &headers).await
}

async fn tournament_pdn(
    State(site): State<Site>,
    Path((venue, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    pdn_file(&site.hub, &venue, &id, Selection::Tournament, &headers).await
}

fn stem(file: &str) -> Result<&str, Error> {
    let missing = || Error::NotFound("no such path; games and rounds end in .pdn".to_owned());
    file.strip_suffix(".pdn").ok_or_else(missing)
}

async fn pdn_file(
    hub: &Hub,
    venue: &str,
    id: &str,
    selection: Selection,
    headers: &HeaderMap,
) -> Result<Response, HttpError> {
    let (channel, name) = (find(hub, venue, id).await?, selection.name());
    let file = channel.file(selection);
    let (games, place) =
        file.ok_or_else(|| Error::NotFound(format!("no {name} in tournament {venue}/{id}")))?;
    let named = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"{id}-{name}.pdn\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    if gzip::is_accepted(headers) {
        let write = move || Ok::<_, Error>(Packed::of(games.write()?.as_bytes())?);
        let packed = place.pack(write).await?;
        return Ok(gzip::packed((named, pieces(packed.gzip(&[]))).into_response()));
    }
    let mut pages = Box::pin(games.pages());
    // The first page is written before the status is sent, so that an error in it decides the status.
    let first = pages.try_next().await?.unwrap_or_default();
    let body = Body::from_stream(stream::iter([Ok(first)]).chain(pages));
    Ok(gzip::plain((named, body).into_response()))
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
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
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

/// Checks a client's part of the handshake (RFC 6455 section 4.2.1); returns the value that accepts it.
fn handshake(headers: &HeaderMap) -> Result<HeaderValue, HttpError> {
    let has = |name: header::HeaderName, word: &str| {
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
