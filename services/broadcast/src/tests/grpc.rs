//! Tests of the gRPC API over HTTP.

use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response, header};
use http_body_util::BodyExt as _;
use prost::Message;
use proto::v1::{
    Frame, GetSnapshotRequest, GetSnapshotResponse, Resumed, Time, TournamentRef, WatchRequest,
    WatchResponse, broadcast_service_server::BroadcastServiceServer, frame::Frame as Kind,
};
use runtime::{Server, Tasks};
use tower::ServiceExt as _;

use super::*;
use crate::{grpc::SpectatorService, loans::PIECE};

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "demo".to_owned() })
}

/// Calls a method of the service.
async fn call(hub: &Hub, method: &str, request: &impl Message) -> Response<Body> {
    let mut body = runtime::message_header(request.encoded_len()).unwrap().to_vec();
    body.extend(request.encode_to_vec());
    let path = format!("/damcast.v1.BroadcastService/{method}");
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/grpc");
    let api = SpectatorService::new(hub.clone(), Tasks::new());
    let server = Server::default().grpc(BroadcastServiceServer::new(api)).into_routes();
    server.oneshot(request.body(Body::from(body)).unwrap()).await.unwrap()
}

/// Returns the next piece of an answer; the status in place of one at its end.
async fn piece(body: &mut Body) -> Result<Bytes, String> {
    let frame = body.frame().await.unwrap().unwrap();
    frame.into_data().map_err(|frame| {
        let trailers = frame.into_trailers().unwrap();
        trailers["grpc-status"].to_str().unwrap().to_owned()
    })
}

/// Returns the next message of an answer.
async fn message<M: Message + Default>(body: &mut Body) -> M {
    let mut bytes = piece(body).await.unwrap().to_vec();
    let length = u32::from_be_bytes(bytes[1..5].try_into().unwrap());
    while bytes.len() < 5 + length as usize {
        bytes.extend(piece(body).await.unwrap());
    }
    let mut message = M::default();
    message.merge(&bytes[5..]).unwrap();
    message
}

async fn watch(hub: &Hub, since: &str) -> Body {
    let request = WatchRequest { tournament: tournament(), since: since.to_owned() };
    let response = call(hub, "Watch", &request).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/grpc");
    response.into_body()
}

async fn next(body: &mut Body) -> Kind {
    let WatchResponse { frame } = message(body).await;
    frame.and_then(|Frame { frame }| frame).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_stream_has_the_snapshot_the_changes_and_the_time() {
    let hub = hub();
    let channel = hub.channel(&key());
    let snapshot = channel.now().unwrap();
    let mut body = watch(&hub, "").await;
    let Kind::Snapshot(read) = next(&mut body).await else { panic!("no snapshot") };
    let stamp = Stamp { now: Timestamp::from_millis(read.now), ..STAMP };
    assert_eq!(read, snapshot.message(stamp));
    play(&channel, 10, &MOVES, 3..=3);
    let Kind::Changes(changes) = next(&mut body).await else { panic!("no changes") };
    assert_eq!(changes.cursor, channel.now().unwrap().cursor);
    let text = serde_json::to_string(&Frame { frame: Some(Kind::Changes(changes)) }).unwrap();
    assert_eq!(text, newest(&channel));
    let Kind::Time(Time { now, fresh: None }) = next(&mut body).await else { panic!("no time") };
    assert!(now >= read.now);
    let mut back = watch(&hub, &read.cursor).await;
    let Kind::Resumed(Resumed { cursor, .. }) = next(&mut back).await else { panic!("no cursor") };
    assert_eq!(cursor, read.cursor);
}

#[tokio::test]
async fn a_snapshot_alone_is_the_one_that_streams_begin_with() {
    let hub = hub();
    let request = GetSnapshotRequest { tournament: tournament() };
    let mut body = call(&hub, "GetSnapshot", &request).await.into_body();
    let GetSnapshotResponse { snapshot } = message(&mut body).await;
    let snapshot = snapshot.unwrap();
    let stamp = Stamp { now: Timestamp::from_millis(snapshot.now), ..STAMP };
    assert_eq!(snapshot, hub.channel(&key()).now().unwrap().message(stamp));
    assert_eq!(piece(&mut body).await, Err("0".to_owned()));
    assert!(body.frame().await.is_none());
}

#[tokio::test]
async fn spectators_share_the_bytes_of_a_change() {
    let hub = hub();
    let mut bodies = [watch(&hub, "").await, watch(&hub, "").await];
    for body in &mut bodies {
        next(body).await;
    }
    play(&hub.channel(&key()), 10, &MOVES, 3..=3);
    let [first, second] = &mut bodies;
    let (first, second) = (piece(first).await.unwrap(), piece(second).await.unwrap());
    assert_eq!(first.as_ptr(), second.as_ptr());
}

#[tokio::test]
async fn a_spectator_who_stops_in_a_large_snapshot_begins_anew_when_too_many_were_made() {
    // A notice of 12 MB, which is in every snapshot.
    let hub = empty_hub(ROOMY);
    let channel = hub.channel(&key());
    let notice = "long ".repeat(2_400_000);
    let settings = Settings {
        notice,
        ..Settings::plain(
            "Demo",
            RuleSet::International,
            "80m + 60s".parse().unwrap(),
            Format::Table(Schedule::Berger),
        )
    };
    let created = folded(&[Event::Created { settings: Box::new(settings) }]);
    apply(&channel, |view| view.set_tournament(5, picture_of(&created)));
    let mut slow = Vec::new();
    for _snapshot in 0..6 {
        let mut body = watch(&hub, "").await;
        for _start_and_first in 0..2 {
            assert!(piece(&mut body).await.unwrap().len() <= PIECE);
        }
        slow.push(body);
        // Everybody who comes later gets another snapshot.
        channel.reset_spectators();
    }
    for (number, mut body) in slow.into_iter().enumerate() {
        let next = piece(&mut body).await;
        if number < 2 {
            assert_eq!(next, Err("10".to_owned()), "{number}");
        } else {
            assert_eq!(next.unwrap().len(), PIECE, "{number}");
        }
    }
}
