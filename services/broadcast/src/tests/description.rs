//! Tests of the description of the API against its answers.

use std::collections::{BTreeMap, BTreeSet};

use axum::{
    Router,
    body::{Body, to_bytes},
};
use http::{Request, Response, StatusCode, header};
use jsonschema::Validator;
use proptest::prelude::*;
use runtime::Tasks;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::json as texts;
use super::*;
use crate::{http::router, watcher::Watcher};

/// The types of streams, which do not end.
const STREAM: &str = "text/event-stream";

fn description() -> Value {
    serde_json::from_str(include_str!("../http/openapi.json")).unwrap()
}

/// Returns the operations of the description by path, with the parameters of the path.
fn operations(description: &Value) -> BTreeMap<String, (Value, Vec<Value>)> {
    let paths = description["paths"].as_object().unwrap().iter();
    let operations = paths.map(|(path, item)| {
        let parameters = item["parameters"].as_array().cloned().unwrap_or_default();
        let of_path = parameters.into_iter().filter(|it| it["in"] == "path").collect();
        (path.clone(), (item["get"].clone(), of_path))
    });
    operations.collect()
}

/// Returns a path with its parameters filled in.
fn filled(path: &str, parameters: &[Value], value: impl Fn(&Value) -> String) -> String {
    parameters.iter().fold(path.to_owned(), |path, parameter| {
        let name = parameter["name"].as_str().unwrap();
        path.replace(&format!("{{{name}}}"), &value(parameter))
    })
}

fn example(parameter: &Value) -> String {
    let example = &parameter["example"];
    example.as_str().map_or_else(|| example.to_string(), str::to_owned)
}

/// Returns a validator of a schema that refuses properties which are not described.
fn validator(description: &Value, schema: &Value) -> Validator {
    let mut schemas = description["components"]["schemas"].clone();
    for schema in schemas.as_object_mut().unwrap().values_mut() {
        schema["additionalProperties"] = json!(false);
    }
    let mut whole = json!({ "components": { "schemas": schemas } });
    whole.as_object_mut().unwrap().extend(schema.as_object().unwrap().clone());
    jsonschema::validator_for(&whole).unwrap()
}

async fn get(router: &Router, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn json_of(response: Response<Body>) -> Value {
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn every_path_of_the_description_answers_as_it_says() {
    let (description, router) = (description(), router(hub(), Tasks::new()));
    for (path, (operation, parameters)) in operations(&description) {
        let Some(content) = operation["responses"]["200"]["content"].as_object() else { continue };
        let (kind, media) = content.iter().next().unwrap();
        let mut path = filled(&path, &parameters, example);
        if path == "/oembed" {
            path.push_str("?url=/t/main/demo");
        }
        let response = get(&router, &path, &[("host", "live.example")]).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()[header::CONTENT_TYPE], **kind, "{path}");
        if kind == STREAM || kind.starts_with("text/") {
            continue;
        }
        let answer = json_of(response).await;
        let errors: Vec<String> = validator(&description, &media["schema"])
            .iter_errors(&answer)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{path}: {errors:?} in {answer}");
    }
}

#[tokio::test]
async fn a_described_version_that_the_client_has_is_not_sent_again() {
    let (description, hub) = (description(), hub());
    let router = router(hub.clone(), Tasks::new());
    let mut tags = BTreeMap::new();
    for (path, (operation, parameters)) in operations(&description) {
        if operation["responses"]["304"].is_null() {
            continue;
        }
        let path = filled(&path, &parameters, example);
        let response = get(&router, &path, &[("accept-encoding", "gzip")]).await;
        let tag = response.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache", "{path}");
        let again = get(&router, &path, &[("if-none-match", &tag)]).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(again.headers()[header::ETAG], *tag, "{path}");
        assert!(to_bytes(again.into_body(), 1).await.unwrap().is_empty(), "{path}");
        tags.insert(path, tag);
    }
    play(&hub.channel(&key()), 20, &MOVES, 3..=3);
    for (path, tag) in tags {
        let status = get(&router, &path, &[("if-none-match", &tag)]).await.status();
        let names = ["/head", "/players", "/standings", "/tournaments"];
        let is_unchanged = names.iter().any(|name| path.ends_with(name));
        let expected = if is_unchanged { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
        assert_eq!(status, expected, "{path}");
    }
}

/// Anything that may stand in a path: names of other things, numbers out of range, markup, other
/// scripts.
fn any_segment() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("r1-t1".to_owned()),
        Just("demo".to_owned()),
        (0..=u64::MAX).prop_map(|number| number.to_string()),
        "[a-z0-9-]{1,40}",
        "[ -~]{1,20}",
        "\\PC{1,20}",
    ]
}

proptest! {
    #[test]
    fn whatever_stands_in_a_described_path_the_answer_is_one_that_is_described(
        index in any::<prop::sample::Index>(),
        segments in prop::collection::vec(any_segment(), 3),
    ) {
        let description = description();
        let operations: Vec<_> = operations(&description).into_iter().collect();
        let (path, (operation, parameters)) = index.get(&operations);
        let mut segments = segments.into_iter().map(|segment| {
            let bytes = segment.bytes().map(|byte| format!("%{byte:02X}"));
            bytes.collect::<String>()
        });
        let path = parameters.iter().fold(path.clone(), |path, parameter| {
            let name = format!("{{{}}}", parameter["name"].as_str().unwrap());
            path.replace(&name, &segments.next().unwrap_or_default())
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let response = get(&router(hub(), Tasks::new()), &path, &[]).await;
            let status = response.status();
            assert!(!operation["responses"][status.as_str()].is_null(), "{path}: {status}");
            // Without its address, which is no part of the path.
            if status.is_client_error() && path != "/oembed" {
                let kind = &response.headers()[header::CONTENT_TYPE];
                assert_eq!(kind, "application/problem+json", "{path}");
                let problem = json_of(response).await;
                let schema = json!({ "$ref": "#/components/schemas/Problem" });
                assert!(validator(&description, &schema).is_valid(&problem), "{path}: {problem}");
                assert_eq!(problem["status"], status.as_u16(), "{path}");
            }
        });
    }
}

#[tokio::test]
async fn each_kind_of_problem_is_explained_at_its_address() {
    let router = router(hub(), Tasks::new());
    for path in [
        "/api/v1/tournaments/main/none/head",
        "/api/v1/tournaments/Main/demo/ws",
        "/api/v1/tournaments/main/demo/ws",
    ] {
        let problem = json_of(get(&router, path, &[]).await).await;
        let address = problem["type"].as_str().unwrap();
        let explained = get(&router, address, &[]).await;
        assert_eq!(explained.status(), StatusCode::OK, "{address}");
        let text = to_bytes(explained.into_body(), 1 << 10).await.unwrap();
        let title = problem["title"].as_str().unwrap();
        assert!(text.starts_with(title.as_bytes()), "{address}");
    }
}

#[tokio::test]
async fn other_origins_may_ask_for_a_version_and_read_the_present_one() {
    let request = Request::options("/api/v1/tournaments/main/demo/head")
        .header("origin", "https://club.example")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "if-none-match");
    let router = router(hub(), Tasks::new());
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let allowed = response.headers()[header::ACCESS_CONTROL_ALLOW_HEADERS].to_str().unwrap();
    assert!(allowed.contains("if-none-match"), "{allowed}");
    let origin = [("origin", "https://club.example")];
    let response = get(&router, "/api/v1/tournaments/main/demo/head", &origin).await;
    let exposed = response.headers()[header::ACCESS_CONTROL_EXPOSE_HEADERS].to_str().unwrap();
    assert!(exposed.contains("etag"), "{exposed}");
}

/// Returns validators of the messages of streams by type, which refuse properties that are not
/// described.
fn message_validators() -> BTreeMap<String, Validator> {
    let own = include_str!("../http/asyncapi.json").replace("/openapi.json#", "#");
    let own: Value = serde_json::from_str(&own).unwrap();
    let mut whole = description();
    let all = whole["components"]["schemas"].as_object_mut().unwrap();
    all.extend(own["components"]["schemas"].as_object().unwrap().clone());
    let messages = own["components"]["messages"].as_object().unwrap().iter();
    messages.map(|(name, message)| (name.clone(), validator(&whole, &message["payload"]))).collect()
}

#[tokio::test(start_paused = true)]
async fn every_message_of_a_stream_is_one_that_is_described() {
    let (hub, validators) = (hub(), message_validators());
    let channel = hub.channel(&key());
    let watch = |since: Option<&str>| {
        let since = since.map(|since| since.parse().unwrap());
        Watcher::new(Arc::clone(&channel), since, CancellationToken::new())
    };
    let cursor = channel.cursor();
    let (mut new, mut back) = (watch(None), watch(Some(&cursor)));
    let mut items = Vec::new();
    for watcher in [&mut new, &mut back] {
        items.extend(watcher.next().await.unwrap().1);
    }
    play(&channel, 10, &MOVES, 3..=3);
    apply(&channel, |view| view.set_clock(game_id(1), 4, &running_clock()));
    let over = played(RuleSet::International, &MOVES[..3], Some(white_won()));
    apply(&channel, |view| view.set_game(game_id(1), 20, &over.into()).unwrap());
    let corrected = played(RuleSet::International, &MOVES[..1], None);
    apply(&channel, |view| view.set_game(game_id(1), 21, &corrected.into()).unwrap());
    let tables = with_result(paired(RuleSet::International), Score::WhiteWins);
    apply(&channel, |view| view.set_tournament(6, picture_of(&tables)));
    let renamed = folded(&[creation(RuleSet::Frisian)]);
    apply(&channel, |view| view.set_tournament(7, picture_of(&renamed)));
    items.extend(new.next().await.unwrap().1);
    items.extend(new.next().await.unwrap().1);
    let (mut types, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for text in texts(&items) {
        let message: Value = serde_json::from_str(&text).unwrap();
        let name = message["type"].as_str().unwrap().to_owned();
        let errors: Vec<String> = validators[&name]
            .iter_errors(&message)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?} in {message}");
        types.insert(name);
        let changes = message["changes"].as_array().into_iter().flatten();
        kinds.extend(changes.map(|change| change["kind"].as_str().unwrap().to_owned()));
    }
    assert_eq!(types, validators.into_keys().collect());
    for kind in ["move", "result", "clock", "game", "rounds", "tournament", "standings"] {
        assert!(kinds.contains(kind), "{kind} in {kinds:?}");
    }
}
