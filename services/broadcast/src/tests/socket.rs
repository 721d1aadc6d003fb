//! Tests of the WebSocket with a library's client.

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncWriteExt as _, DuplexStream, duplex};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, protocol::Role},
};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{socket, watcher::Watcher};

/// Runs `client` against the socket of a channel.
async fn with_client<F: Future<Output = ()>>(
    channel: &Arc<Channel>,
    stopping: &CancellationToken,
    client: impl FnOnce(WebSocketStream<DuplexStream>) -> F,
) {
    // A small buffer, so that every message arrives in pieces.
    let (ours, theirs) = duplex(100);
    let watcher = Watcher::new(Arc::clone(channel), None, stopping.clone());
    let client = async {
        client(WebSocketStream::from_raw_socket(theirs, Role::Client, None).await).await;
    };
    tokio::join!(socket::serve(ours, watcher), client);
}

async fn text(client: &mut WebSocketStream<DuplexStream>) -> String {
    client.next().await.unwrap().unwrap().into_text().unwrap().as_str().to_owned()
}

#[tokio::test]
async fn every_frame_arrives_whole_and_in_order() {
    let channel = hub().channel(&key());
    with_client(&channel, &CancellationToken::new(), |mut client| {
        let channel = &channel;
        async move {
            let snapshot = text(&mut client).await;
            assert!(snapshot.starts_with(r#"{"type":"snapshot","#), "{snapshot}");
            assert!(snapshot.ends_with("]}"), "{snapshot}");
            for ply in 3..=6 {
                play(channel, 7 + ply as u64, &MOVES, ply..=ply);
                assert_eq!(text(&mut client).await, newest(channel));
            }
            play(channel, 20, &MOVES, 0..=6);
            for sequence in 20..=26 {
                let frame = text(&mut client).await;
                assert!(frame.contains(&format!(r#".{sequence}.0.5."#)), "{frame}");
            }
            client.close(None).await.unwrap();
            assert!(client.next().await.unwrap().unwrap().is_close());
            assert!(client.next().await.is_none());
        }
    })
    .await;
}

#[tokio::test]
async fn a_ping_is_answered() {
    let channel = hub().channel(&key());
    with_client(&channel, &CancellationToken::new(), |mut client| async move {
        text(&mut client).await;
        client.send(Message::Ping("are you there".into())).await.unwrap();
        let answer = client.next().await.unwrap().unwrap();
        assert_eq!(answer, Message::Pong("are you there".into()));
        client.close(None).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_stop_closes_the_socket_as_going_away() {
    let stopping = CancellationToken::new();
    let channel = hub().channel(&key());
    with_client(&channel, &stopping, |mut client| {
        let stopping = &stopping;
        async move {
            text(&mut client).await;
            stopping.cancel();
            let Message::Close(Some(close)) = client.next().await.unwrap().unwrap() else {
                panic!("something else than a close");
            };
            assert_eq!(u16::from(close.code), 1001);
            assert!(client.next().await.is_none());
        }
    })
    .await;
}

#[tokio::test]
async fn an_invalid_frame_closes_the_connection_with_its_code() {
    for (bytes, code) in
        [(&[0x81, 1, b'x'][..], 1002), (&[0x82, 0xff, 0, 0, 0, 0, 1, 0, 0, 0], 1009)]
    {
        let channel = hub().channel(&key());
        with_client(&channel, &CancellationToken::new(), |mut client| async move {
            text(&mut client).await;
            client.get_mut().write_all(bytes).await.unwrap();
            let Message::Close(Some(close)) = client.next().await.unwrap().unwrap() else {
                panic!("something else than a close");
            };
            assert_eq!(u16::from(close.code), code);
        })
        .await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_accepts_nothing_is_dropped() {
    let (ours, theirs) = duplex(100);
    let watcher = Watcher::new(hub().channel(&key()), None, CancellationToken::new());
    let before = tokio::time::Instant::now();
    socket::serve(ours, watcher).await;
    assert_eq!(before.elapsed(), Duration::from_secs(15));
    drop(theirs);
}
