//! Spectators over WebSocket, server-sent events and gRPC.
//!
//! Each keeps the state that a page would keep, reconnects with the cursor of its last frame, and
//! notes every breach of broadcast's promise: a move that is missing, repeated or out of order, a
//! snapshot that takes back what was seen without a correction by the arbiter, a frame that cannot
//! be read.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc};

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::StreamExt as _;
use proto::v1::{
    StandingView, TournamentRef, WatchRequest, broadcast_service_client::BroadcastServiceClient,
};
use serde_json::Value;
use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
    time::{Duration, Instant, MissedTickBehavior, interval, timeout_at},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use tonic::transport::Channel;

use crate::{
    LIMIT,
    client::{self, Clients},
    cluster::{Cluster, Service},
    positions::{last_position, position_after},
    round::Round,
    script::board,
};

/// Pause before a spectator without a connection tries again.
const RETRY: Duration = Duration::from_millis(50);

/// A transport over which a spectator watches.
#[derive(Clone, Debug)]
pub enum Transport {
    /// `…/ws`
    WebSocket(SocketAddr),
    /// `…/events`
    ServerSentEvents(SocketAddr),
    /// `Watch`
    Grpc(BroadcastServiceClient<Channel>),
}

/// The state and the counts that a spectator has seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Moves by game, as PDN writes them.
    pub moves: BTreeMap<String, Vec<String>>,
    /// For each of these moves, the article that it breaks; empty if none.
    pub irregular: BTreeMap<String, Vec<String>>,
    /// The position of each game after its last move.
    pub positions: BTreeMap<String, String>,
    /// Results by game, as PDN writes them.
    pub results: BTreeMap<String, String>,
    /// The standings, best first.
    pub standings: Vec<StandingView>,
    /// States of the rounds by number.
    pub rounds: BTreeMap<u64, String>,
    /// Breaches of the promise.
    pub breaches: Vec<String>,
    /// The last notice on freshness: the state and its start, in milliseconds since the epoch.
    /// `None` while live.
    pub freshness: Option<(String, i64)>,
    /// Number of first frames that were snapshots.
    pub snapshots: usize,
    /// Number of first frames that resumed the stream.
    pub resumptions: usize,
    /// Number of times that a known game was shown anew as a whole with more moves. A spectator who
    /// lost nothing receives each move by itself.
    pub jumps: usize,
    /// Number of times that a game was shown with a different line of moves under a later version,
    /// after a correction by the arbiter.
    pub corrections: usize,
    // The version of each game: the number of changes of its moves and result.
    versions: BTreeMap<String, u64>,
    cursor: String,
}

/// A spectator who watches until dropped.
#[derive(Debug)]
pub struct Spectator {
    name: &'static str,
    seen: watch::Receiver<Seen>,
    cut: Arc<Notify>,
    _watching: JoinSet<()>,
}

impl Spectator {
    /// Begins to watch a round of a system by every transport.
    ///
    /// # Errors
    /// If the round is of no tournament.
    pub fn watch_by_each(cluster: &Cluster, clients: &Clients, round: &Round) -> Result<[Self; 3]> {
        let address = cluster.address(Service::Broadcast);
        let tournament = round.reference().context("a tournament")?;
        let transports = [
            Transport::WebSocket(address),
            Transport::ServerSentEvents(address),
            Transport::Grpc(clients.broadcast.clone()),
        ];
        Ok(transports.map(|transport| Self::watch(transport, tournament.clone())))
    }

    /// Begins to watch a tournament.
    #[must_use]
    pub fn watch(transport: Transport, tournament: TournamentRef) -> Self {
        let (tell, seen) = watch::channel(Seen::default());
        let name = match transport {
            Transport::WebSocket(_) => "WebSocket",
            Transport::ServerSentEvents(_) => "server-sent events",
            Transport::Grpc(_) => "gRPC",
        };
        let cut = Arc::new(Notify::new());
        let is_cut = Arc::clone(&cut);
        let mut watching = JoinSet::new();
        watching.spawn(async move {
            let mut retries = interval(RETRY);
            retries.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                retries.tick().await;
                let lost = tokio::select! {
                    lost = follow(&transport, &tournament, &tell) => lost,
                    () = is_cut.notified() => continue,
                };
                // A lost connection is not a breach; only later frames may be one.
                if let Err(loss) = lost
                    && let Some(breach) = loss.downcast_ref::<Breach>()
                {
                    tell.send_modify(|seen| seen.breaches.push(breach.0.clone()));
                    return;
                }
            }
        });
        Self { name, seen, cut, _watching: watching }
    }

    /// Returns the name of its transport.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Cuts its connection as a lost network does; the spectator reconnects by itself.
    pub fn cut(&self) {
        self.cut.notify_one();
    }

    /// Returns a copy of what it has seen so far.
    #[must_use]
    pub fn seen(&self) -> Seen {
        self.seen.borrow().clone()
    }

    /// Waits until the first round is closed, and everything that was played in it was seen.
    ///
    /// # Errors
    /// As [`Spectator::sees`].
    pub async fn sees_end(&self, round: &Round) -> Result<Seen> {
        let (games, closed) = (round.scripts().len(), |state: &String| state == "closed");
        self.sees("the end of the round", |seen| {
            seen.results.len() == games
                // Results also come from the tournament, which may be ahead of the games.
                && seen.move_count() == round.move_count()
                && seen.rounds.get(&1).is_some_and(closed)
                && seen.standings.iter().all(|line| line.played == 1)
        })
        .await
    }

    /// Waits until what it has seen satisfies `is_seen`.
    ///
    /// # Errors
    /// If that takes too long, or the promise was broken.
    pub async fn sees(&self, what: &str, is_seen: impl Fn(&Seen) -> bool) -> Result<Seen> {
        let mut seen = self.seen.clone();
        let waited = timeout_at(
            Instant::now() + LIMIT,
            seen.wait_for(|seen| is_seen(seen) || !seen.breaches.is_empty()),
        )
        .await;
        let now = self.seen();
        ensure!(now.breaches.is_empty(), "{}: {:?}", self.name, now.breaches);
        let counts: Vec<_> = now.moves.values().map(Vec::len).collect();
        waited.with_context(|| {
            format!(
                "{} waited in vain for {what}; it has {counts:?} moves, {} results, rounds {:?}",
                self.name,
                now.results.len(),
                now.rounds
            )
        })??;
        Ok(now)
    }
}

/// A breach of broadcast's promise.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Breach(String);

/// Reads one connection until it is lost.
async fn follow(
    transport: &Transport,
    to: &TournamentRef,
    tell: &watch::Sender<Seen>,
) -> Result<()> {
    let since = tell.borrow().cursor.clone();
    let path = format!("/api/v1/tournaments/{}/{}", to.venue, to.tournament);
    let mut is_first = true;
    let mut take = move |frame: &Value| -> Result<()> {
        let mut taken = Ok(());
        tell.send_modify(|seen| taken = seen.take(frame, is_first).map_err(anyhow::Error::from));
        is_first = false;
        taken
    };
    match transport {
        Transport::WebSocket(address) => {
            let query = if since.is_empty() { String::new() } else { format!("?since={since}") };
            let (mut socket, _) = connect_async(format!("ws://{address}{path}/ws{query}")).await?;
            while let Some(message) = socket.next().await {
                match message? {
                    Message::Text(text) => take(&read(text.as_str())?)?,
                    Message::Binary(bytes) => {
                        return Err(Breach(format!("a frame of bytes: {bytes:?}")).into());
                    }
                    Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => {
                    }
                }
            }
        }
        Transport::ServerSentEvents(address) => {
            let mut headers = vec![("accept", "text/event-stream")];
            if !since.is_empty() {
                headers.push(("last-event-id", &since));
            }
            let mut answer = client::get(*address, &format!("{path}/events"), &headers).await?;
            ensure!(answer.status().is_success(), "{}", answer.status());
            let mut text = Vec::new();
            while let Some(part) = answer.part().await? {
                text.extend_from_slice(&part);
                while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
                    let event: Vec<u8> = text.drain(..end + 2).collect();
                    let event = String::from_utf8(event)
                        .map_err(|error| Breach(format!("an event that is no text: {error}")))?;
                    if let Some(frame) = event_data(&event)? {
                        take(&frame)?;
                    }
                }
            }
        }
        Transport::Grpc(client) => {
            let request = WatchRequest { tournament: Some(to.clone()), since };
            let mut frames = client.clone().watch(request).await?.into_inner();
            while let Some(response) = frames.message().await? {
                let frame = response.frame.ok_or_else(|| Breach("an empty frame".to_owned()))?;
                take(&serde_json::to_value(frame)?)?;
            }
        }
    }
    bail!("the stream ended")
}

/// Parses a frame as JSON. A frame that cannot be parsed is a breach, because a new connection
/// would not heal it.
fn read(text: &str) -> Result<Value, Breach> {
    serde_json::from_str(text).map_err(|error| Breach(format!("{error}: {text}")))
}

/// Returns the data of one server-sent event, whose id must be the cursor in it.
fn event_data(event: &str) -> Result<Option<Value>, Breach> {
    let field = |name: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.strip_prefix(' ').unwrap_or(value))
    };
    let Some(data) = field("data:") else { return Ok(None) };
    let frame = read(data)?;
    let (id, cursor) = (field("id:"), frame["cursor"].as_str());
    if id != cursor {
        return Err(Breach(format!("the event {id:?} carries the cursor {cursor:?}")));
    }
    Ok(Some(frame))
}

impl Seen {
    /// Returns the number of moves of all games.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.values().map(Vec::len).sum()
    }

    fn take(&mut self, frame: &Value, is_first: bool) -> Result<(), Breach> {
        let kind = text(&frame["type"]);
        if kind != "changes" {
            let fresh = &frame["fresh"];
            let since = fresh["since"].as_i64();
            self.freshness = since.map(|since| (text(&fresh["state"]), since));
        }
        match (kind.as_str(), is_first) {
            ("snapshot", _) => self.take_snapshot(frame)?,
            ("resumed", true) => self.resumptions += 1,
            ("changes", false) => {
                for change in list(&frame["changes"]) {
                    self.take_change(change)?;
                }
            }
            ("time", false) => return Ok(()),
            _ => return Err(Breach(format!("a frame out of place: {frame}"))),
        }
        self.cursor = text(&frame["cursor"]);
        if self.cursor.is_empty() {
            return Err(Breach(format!("a frame without a cursor: {frame}")));
        }
        Ok(())
    }

    fn take_snapshot(&mut self, frame: &Value) -> Result<(), Breach> {
        self.snapshots += 1;
        for game in list(&frame["games"]) {
            self.take_game(game)?;
        }
        self.take_rounds(&frame["rounds"]);
        self.take_standings(&frame["standings"])
    }

    fn take_change(&mut self, change: &Value) -> Result<(), Breach> {
        let game = text(&change["game"]);
        match text(&change["kind"]).as_str() {
            "move" => {
                self.count(&game, change)?;
                let moves = self.moves.entry(game.clone()).or_default();
                moves.push(text(&change["move"]["text"]));
                let irregular = self.irregular.entry(game.clone()).or_default();
                irregular.push(text(&change["move"]["irregular"]));
                if change["ply"].as_u64() != Some(moves.len() as u64) {
                    let before = moves.len() - 1;
                    return Err(Breach(format!("after {before} moves of {game} came {change}")));
                }
                let before = self.positions.get(&game).map(String::as_str).unwrap_or_default();
                let after = position_after(before, &change["move"]);
                let after =
                    after.ok_or_else(|| Breach(format!("no move on {before}: {change}")))?;
                self.positions.insert(game, after);
            }
            "result" => {
                self.count(&game, change)?;
                // The tournament's result may come before the game's, together with the whole game.
                let result = text(&change["result"]["text"]);
                if self.results.get(&game).is_some_and(|known| *known != result) {
                    return Err(Breach(format!("another result: {change}")));
                }
                self.results.insert(game, result);
            }
            "game" => {
                let game = &change["game"];
                let seen = self.moves.get(&text(&game["id"])).map_or(0, Vec::len);
                self.jumps += usize::from(seen > 0 && list(&game["moves"]).len() > seen);
                self.take_game(game)?;
            }
            "rounds" => self.take_rounds(&change["rounds"]),
            "standings" => self.take_standings(&change["standings"])?,
            _ => {}
        }
        Ok(())
    }

    /// Checks that every change of a game's moves or result raises its version by one.
    fn count(&mut self, game: &str, change: &Value) -> Result<(), Breach> {
        let version = self.versions.entry(game.to_owned()).or_default();
        *version += 1;
        if change["version"].as_u64() == Some(*version) {
            return Ok(());
        }
        Err(Breach(format!("version {version} of {game} was due, there came {change}")))
    }

    /// Applies a game as a whole, which may be ahead of the known state. If it takes moves back,
    /// its version must be later; an earlier version is an old frame.
    fn take_game(&mut self, game: &Value) -> Result<(), Breach> {
        let id = text(&game["id"]);
        let version = game["version"].as_u64().unwrap_or_default();
        let known = self.versions.insert(id.clone(), version).unwrap_or_default();
        if version < known {
            self.versions.insert(id, known);
            return Ok(());
        }
        let played = |field: &str| -> Vec<String> {
            list(&game["moves"]).iter().map(|played| text(&played[field])).collect()
        };
        let moves = played("text");
        let seen = self.moves.entry(id.clone()).or_default();
        if !moves.starts_with(seen) {
            if version == known {
                return Err(Breach(format!("{id} had {seen:?}, now {moves:?}")));
            }
            self.corrections += 1;
        }
        *seen = moves;
        self.irregular.insert(id.clone(), played("irregular"));
        let fen = text(&game["fen"]);
        let led = last_position(game).ok_or_else(|| Breach(format!("no moves in {game}")))?;
        if board(&led).ok() != board(&fen).ok() {
            return Err(Breach(format!("the moves of {id} lead to {led}, it stands as {fen}")));
        }
        self.positions.insert(id.clone(), fen);
        if game["result"].is_object() {
            self.results.insert(id, text(&game["result"]["text"]));
        } else {
            self.results.remove(&id);
        }
        Ok(())
    }

    fn take_rounds(&mut self, rounds: &Value) {
        for round in list(rounds) {
            let number = round["number"].as_u64().unwrap_or_default();
            self.rounds.insert(number, text(&round["state"]));
        }
    }

    fn take_standings(&mut self, standings: &Value) -> Result<(), Breach> {
        let number = |line: &Value, field: &str| {
            let number = line[field].as_u64().and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| Breach(format!("no {field} in {line}")))
        };
        self.standings = list(standings)
            .iter()
            .map(|line| {
                Ok(StandingView {
                    rank: number(line, "rank")?,
                    tied: line["tied"] == true,
                    player: number(line, "player")?,
                    played: number(line, "played")?,
                    wins: number(line, "wins")?,
                    draws: number(line, "draws")?,
                    losses: number(line, "losses")?,
                    points: number(line, "points")?,
                    sonneborn_berger: number(line, "sonnebornBerger")?,
                })
            })
            .collect::<Result<_, Breach>>()?;
        Ok(())
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}
