//! Answers to single requests: the list of broadcasts, a tournament and its parts, and PDN.

use std::{convert::Infallible, sync::Arc};

use axum::{
    body::Body,
    extract::{Path, Query, State},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use http::{HeaderMap, header};
use proto::subject::GameId;
use runtime::WhenFull;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{
    conditional::Tag,
    problem::{HttpError, explanation},
    site::{Site, find},
};
use crate::{
    error::Error,
    frame,
    freshness::Stamp,
    gzip::{self, Packed, Packing},
    missing::Missing,
    pdn::Selection,
    resource::Resource,
};

type HttpAnswer = Result<Response, HttpError>;

/// The description of the API, by version 3.1 of its specification.
const DESCRIPTION: &str = include_str!("openapi.json");

/// The description of the streams, by version 3.0 of its specification.
const STREAMS: &str = include_str!("asyncapi.json");

/// The name of a venue and the id of a tournament.
type Names = Path<(String, String)>;
/// Those of [`Names`], and the last part of the path.
type NamesAndFile = Path<(String, String, String)>;

pub(super) async fn list(State(site): State<Site>, headers: HeaderMap) -> HttpAnswer {
    let text = Bytes::from(frame::json(&site.hub.list())?);
    let digest = Sha256::digest(&text);
    let version: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let tag = Tag::new(&version);
    if tag.is_known(&headers) {
        return Ok(tag.not_modified());
    }
    let packing = site.list.place(&text);
    Ok(tag.mark(json(&site, [Bytes::new(), text], &packing, &headers).await?))
}

/// The question for a whole tournament.
#[derive(Deserialize)]
pub(super) struct Whole {
    /// Given if a stream goes on from it, so that it need not be the newest.
    recent: Option<String>,
}

/// Answers with the whole tournament, as streams begin.
pub(super) async fn snapshot(
    State(site): State<Site>,
    Path((venue, id)): Names,
    Query(Whole { recent }): Query<Whole>,
    headers: HeaderMap,
) -> HttpAnswer {
    let channel = find(&site.hub, &venue, &id).await?;
    let stamp = channel.stamp();
    let is_recent = recent.is_some();
    // Before it is made.
    let newest = stamped(&channel.cursor(), stamp);
    if !is_recent && newest.is_known(&headers) {
        return Ok(newest.not_modified());
    }
    let snapshot = if is_recent { channel.recent() } else { channel.now() };
    let snapshot = snapshot.ok_or(Missing::TournamentPage { venue, id })?;
    let tag = stamped(&snapshot.cursor, stamp);
    if tag.is_known(&headers) {
        return Ok(tag.not_modified());
    }
    Ok(tag.mark(json(&site, snapshot.json(stamp)?, &snapshot.packing, &headers).await?))
}

pub(super) async fn head(site: State<Site>, names: Names, headers: HeaderMap) -> HttpAnswer {
    part(site, names, Resource::Head, headers).await
}

pub(super) async fn players(site: State<Site>, names: Names, headers: HeaderMap) -> HttpAnswer {
    part(site, names, Resource::Players, headers).await
}

pub(super) async fn standings(site: State<Site>, names: Names, headers: HeaderMap) -> HttpAnswer {
    part(site, names, Resource::Standings, headers).await
}

pub(super) async fn tournament_pdn(
    site: State<Site>,
    names: Names,
    headers: HeaderMap,
) -> HttpAnswer {
    pdn(site, names, Selection::Tournament, headers).await
}

/// Answers with a player, or with the PDN of a player's games.
pub(super) async fn player(
    site: State<Site>,
    path: NamesAndFile,
    headers: HeaderMap,
) -> HttpAnswer {
    let kinds = (Selection::Player, Resource::Player);
    pdn_or_part(site, path, number, kinds, headers).await
}

/// Answers with a round, or with the PDN of its games.
pub(super) async fn round(site: State<Site>, path: NamesAndFile, headers: HeaderMap) -> HttpAnswer {
    pdn_or_part(site, path, number, (Selection::Round, Resource::Round), headers).await
}

/// Answers with a game, or with its PDN.
pub(super) async fn game(site: State<Site>, path: NamesAndFile, headers: HeaderMap) -> HttpAnswer {
    let id = |name: &str| Ok(name.parse::<GameId>()?);
    pdn_or_part(site, path, id, (Selection::Game, Resource::Game), headers).await
}

/// Answers with PDN if the name of the file ends in .pdn, else with a part of the tournament; `read`
/// reads the rest of the name.
async fn pdn_or_part<T>(
    site: State<Site>,
    Path((venue, id, file)): NamesAndFile,
    read: impl FnOnce(&str) -> Result<T, Error>,
    (selection, resource): (impl FnOnce(T) -> Selection, impl FnOnce(T) -> Resource),
    headers: HeaderMap,
) -> HttpAnswer {
    let names = Path((venue, id));
    match file.strip_suffix(".pdn") {
        Some(name) => pdn(site, names, selection(read(name)?), headers).await,
        None => part(site, names, resource(read(&file)?), headers).await,
    }
}

/// Explains the problem that an address names.
pub(super) async fn problem(Path(name): Path<String>) -> HttpAnswer {
    Ok(explanation(&name)?.into_response())
}

/// Answers with the description of the API.
pub(super) async fn description() -> Response {
    let kind = (header::CONTENT_TYPE, "application/vnd.oai.openapi+json;version=3.1");
    ([kind, (header::CACHE_CONTROL, "public, max-age=86400")], DESCRIPTION).into_response()
}

/// Answers with the description of the streams.
pub(super) async fn streams() -> Response {
    let kind = (header::CONTENT_TYPE, "application/vnd.aai.asyncapi+json;version=3.0.0");
    ([kind, (header::CACHE_CONTROL, "public, max-age=86400")], STREAMS).into_response()
}

fn number(text: &str) -> Result<u32, Error> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_number| is_plain);
    number.ok_or_else(|| Missing::Number(text.to_owned()).into())
}

async fn part(
    State(site): State<Site>,
    Path((venue, id)): Names,
    resource: Resource,
    headers: HeaderMap,
) -> HttpAnswer {
    let channel = find(&site.hub, &venue, &id).await?;
    let stamp = channel.stamp();
    let missing = || Missing::Part { resource, venue, id };
    let present = channel.part(resource)?.ok_or_else(missing)?;
    let tag = stamped(&present.version, stamp);
    if tag.is_known(&headers) {
        return Ok(tag.not_modified());
    }
    let pieces = present.part.json(&present.cursor, stamp)?;
    Ok(tag.mark(json(&site, pieces, &present.part.packing, &headers).await?))
}

async fn pdn(
    State(site): State<Site>,
    Path((venue, id)): Names,
    selection: Selection,
    headers: HeaderMap,
) -> HttpAnswer {
    let (channel, name) = (find(&site.hub, &venue, &id).await?, selection.name());
    let missing = || Missing::File { selection, venue, id: id.clone() };
    let present = channel.file(selection).ok_or_else(missing)?;
    let tag = Tag::new(&present.version);
    if tag.is_known(&headers) {
        return Ok(tag.not_modified());
    }
    let (games, packing) = (present.games, present.packing);
    let named = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"{id}-{name}.pdn\"")),
    ];
    if gzip::is_accepted(&headers) {
        let write = move || Ok::<_, Error>(Packed::of(games.write()?.as_bytes())?);
        let packed = packing.pack((site.hub.pool(), WhenFull::Tell), write).await?;
        return Ok(tag.mark(gzip::packed((named, pieces(packed.gzip(&[]))).into_response())));
    }
    let mut pages = Box::pin(games.pages(site.hub.pool().clone()));
    // The first page is written before the status is sent, so that an error in it decides the
    // status.
    let first = pages.try_next().await?.unwrap_or_default();
    let body = Body::from_stream(stream::iter([Ok(first)]).chain(pages));
    Ok(tag.mark(gzip::plain((named, body).into_response())))
}

/// Returns the version of a JSON, which also tells how fresh it is.
fn stamped(version: &str, stamp: Stamp) -> Tag {
    match stamp.freshness.to_message() {
        None => Tag::new(version),
        Some(fresh) => Tag::new(&format!("{version}+{}.{}", fresh.state, fresh.since)),
    }
}

/// Answers with a JSON of two pieces, of which the second has a place where all share it
/// compressed.
async fn json(
    site: &Site,
    [head, body]: [Bytes; 2],
    packing: &Arc<Packing>,
    headers: &HeaderMap,
) -> Result<Response, HttpError> {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    if !gzip::is_accepted(headers) {
        return Ok(gzip::plain((kind, pieces([head, body])).into_response()));
    }
    // Made once for all who read it.
    let pool = (site.hub.pool(), WhenFull::Wait);
    let packed = packing.pack(pool, move || Packed::of(&body)).await.map_err(Error::from)?;
    Ok(gzip::packed((kind, pieces(packed.gzip(&head))).into_response()))
}

fn pieces<const N: usize>(pieces: [Bytes; N]) -> Body {
    Body::from_stream(stream::iter(pieces.map(Ok::<Bytes, Infallible>)))
}
