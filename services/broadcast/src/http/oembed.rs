//! The frame that another page embeds for the address of one of ours (oEmbed 1.0,
//! <https://oembed.com>).

use axum::{
    extract::{Query, State},
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, StatusCode, Uri, header};
use proto::subject::GameId;
use serde::{Deserialize, Serialize};

use super::{
    problem::HttpError,
    site::{Site, find},
};
use crate::{channel::Channel, error::Error, frame, missing::Missing};

/// Usual width of a frame, and its height for a round and for a game, in CSS pixels.
const WIDTH: u32 = 720;
const ROUND_HEIGHT: u32 = 640;
const GAME_HEIGHT: u32 = 900;
/// Seconds for which a consumer may keep the answer.
const CACHE_AGE: u32 = 300;

#[derive(Deserialize)]
pub(super) struct OembedQuery {
    url: String,
    format: Option<String>,
    maxwidth: Option<u32>,
    maxheight: Option<u32>,
}

#[derive(Serialize)]
struct OembedResponse {
    version: &'static str,
    r#type: &'static str,
    title: String,
    provider_name: &'static str,
    provider_url: String,
    cache_age: u32,
    width: u32,
    height: u32,
    html: String,
}

/// Answers with the frame to embed for the address of a tournament or a game.
pub(super) async fn oembed(
    State(site): State<Site>,
    Query(asked): Query<OembedQuery>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    if asked.format.as_deref().is_some_and(|format| format != "json") {
        return Ok((StatusCode::NOT_IMPLEMENTED, "only format=json is known\n").into_response());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let missing = || Error::from(Missing::Page { url: asked.url.clone(), host: host.to_owned() });
    let (origin, path) = origin_and_path(&asked.url, host).ok_or_else(missing)?;
    let mut names = path.trim_matches('/').split('/');
    let (Some("t"), Some(venue), Some(id), game, None) =
        (names.next(), names.next(), names.next(), names.next(), names.next())
    else {
        return Err(missing().into());
    };
    let channel = find(&site.hub, venue, id).await?;
    let game: Option<GameId> = game.map(str::parse).transpose().map_err(Error::from)?;
    let title = title(&channel, game).ok_or_else(missing)?;
    let usual = if game.is_some() { GAME_HEIGHT } else { ROUND_HEIGHT };
    let width = asked.maxwidth.map_or(WIDTH, |most| most.min(WIDTH));
    let height = asked.maxheight.map_or(usual, |most| most.min(usual));
    let game = game.map(|game| format!("/{game}")).unwrap_or_default();
    let html = format!(
        "<iframe src=\"{origin}/embed/{venue}/{id}{game}\" title=\"{}\" width=\"{width}\" \
         height=\"{height}\" style=\"border:0;max-width:100%\" loading=\"lazy\"></iframe>",
        escaped(&title)
    );
    let answer = OembedResponse {
        version: "1.0",
        r#type: "rich",
        title,
        provider_name: "Damcast",
        provider_url: format!("{origin}/"),
        cache_age: CACHE_AGE,
        width,
        height,
        html,
    };
    let kind = (header::CONTENT_TYPE, "application/json");
    let caching = (header::CACHE_CONTROL, "public, max-age=300");
    Ok(([kind, caching], frame::json(&answer)?).into_response())
}

/// Returns the value of the Link header by which the page at `path` names its oEmbed answer.
pub(super) fn link(path: &str) -> String {
    // Names of tournaments and games need no encoding beyond that of the slash.
    let encoded = path.replace('/', "%2F");
    format!("</oembed?url={encoded}>; rel=\"alternate\"; type=\"application/json+oembed\"")
}

/// Returns the origin and the path of an address of `host`; a path alone is one of it by the scheme
/// of the page around. `None` if it is of another host.
fn origin_and_path(address: &str, host: &str) -> Option<(String, String)> {
    let uri: Uri = address.parse().ok()?;
    let is_ours = uri.authority().is_none_or(|authority| authority.as_str() == host);
    let is_host =
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
    let scheme = uri.scheme_str().map(|scheme| format!("{scheme}:")).unwrap_or_default();
    let is_web = ["", "http:", "https:"].contains(&scheme.as_str());
    let is_named = is_ours && is_host && is_web;
    is_named.then(|| (format!("{scheme}//{host}"), uri.path().to_owned()))
}

/// Returns the title of a tournament, or of a game, which tells no result; `None` if there is no
/// such game.
fn title(channel: &Channel, game: Option<GameId>) -> Option<String> {
    let view = channel.view();
    let name = view.tournament()?.settings()?.name.clone();
    let Some(game) = game else { return Some(name) };
    let sheet = view.sheet(game)?;
    let player = |player: Option<tournament::Player>| player.map(|it| it.name).unwrap_or_default();
    Some(format!("{} – {} · {name}", player(sheet.white), player(sheet.black)))
}

/// Returns a text for an attribute of HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}
