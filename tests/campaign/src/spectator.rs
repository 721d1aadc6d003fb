//! A spectator over WebSocket, who keeps the picture that a page would keep.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, timeout_at},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// Pause before a connection that was lost is made again.
const PAUSE: Duration = Duration::from_millis(200);
/// Longest time in which the last change has to be shown.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// The picture of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The moves of each game, as PDN writes them.
    pub(crate) moves: BTreeMap<String, Vec<String>>,
}

/// The games as a spectator has seen them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    picture: Picture,
    cursor: String,
    /// The reason why the picture may be old, as it was sent last; empty while it is live.
    pub(crate) freshness: String,
}

/// A spectator who watches until dropped.
#[derive(Debug)]
pub(crate) struct Spectator {
    seen: watch::Receiver<Seen>,
    _watching: JoinSet<()>,
}

impl Spectator {
    /// Begins to watch a tournament at the venue "main".
    pub(crate) fn watch(broadcast: SocketAddr, tournament: &str) -> Self {
        let (tell, seen) = watch::channel(Seen::default());
        let url = format!("ws://{broadcast}/api/v1/tournaments/main/{tournament}/ws");
        let mut watching = JoinSet::new();
        watching.spawn(async move {
            loop {
                read(&url, &tell).await;
                tokio::time::sleep(PAUSE).await;
            }
        });
        Self { seen, _watching: watching }
    }

    /// Returns what was seen so far.
    pub(crate) fn seen(&self) -> Seen {
        self.seen.borrow().clone()
    }

    /// Waits until the expected games are shown as expected; returns a difference that stays.
    pub(crate) async fn shows(&self, expected: &Picture) -> Result<(), String> {
        let mut seen = self.seen.clone();
        let shown = seen.wait_for(|seen| seen.picture.difference(expected).is_none());
        if timeout_at(Instant::now() + SHOWN_WITHIN, shown).await.is_ok_and(|shown| shown.is_ok()) {
            return Ok(());
        }
        self.seen().picture.difference(expected).map_or(Ok(()), Err)
    }
}

impl Picture {
    /// Returns a game that is shown otherwise than expected.
    fn difference(&self, expected: &Self) -> Option<String> {
        let is_different =
            |(game, moves): &(&String, &Vec<String>)| self.moves.get(*game) != Some(*moves);
        let (game, moves) = expected.moves.iter().find(is_different)?;
        let shown = self.moves.get(game).map_or(0, Vec::len);
        Some(format!("{game} shows {shown} moves and not the {} that were played", moves.len()))
    }
}

/// Reads one connection until it is lost.
async fn read(url: &str, tell: &watch::Sender<Seen>) {
    let cursor = tell.borrow().cursor.clone();
    let url = if cursor.is_empty() { url.to_owned() } else { format!("{url}?since={cursor}") };
    let Ok((mut socket, _response)) = connect_async(url).await else { return };
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message
            && let Ok(frame) = serde_json::from_str::<Value>(&text)
        {
            tell.send_modify(|seen| seen.take(&frame));
        }
    }
}

impl Seen {
    fn take(&mut self, frame: &Value) {
        let kind = frame["type"].as_str().unwrap_or_default();
        if kind != "changes" {
            self.freshness = text(&frame["fresh"]["state"]);
        }
        match kind {
            "snapshot" => {
                self.picture = Picture::default();
                list(&frame["games"]).iter().for_each(|game| self.take_game(game));
            }
            "changes" => list(&frame["changes"]).iter().for_each(|change| self.take_change(change)),
            _ => {}
        }
        if let Some(cursor) = frame["cursor"].as_str() {
            cursor.clone_into(&mut self.cursor);
        }
    }

    fn take_change(&mut self, change: &Value) {
        match change["kind"].as_str().unwrap_or_default() {
            "move" => {
                let moves = self.picture.moves.entry(text(&change["game"])).or_default();
                moves.push(text(&change["move"]["text"]));
            }
            "game" => self.take_game(&change["game"]),
            _ => {}
        }
    }

    fn take_game(&mut self, game: &Value) {
        let moves = list(&game["moves"]).iter().map(|played| text(&played["text"])).collect();
        self.picture.moves.insert(text(&game["id"]), moves);
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}
