//! The way of a move: from `SubmitMove` to the frame at a spectator's WebSocket.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use async_nats::jetstream;
use damcast::{
    replay::{self, Plan, calls::Clients, plan::PlannedGame, tablet},
    stack::Addresses,
};
use futures_util::{StreamExt as _, future::try_join_all};
use prost::Message as _;
use proto::{
    subject::{GameId, Stream, TournamentKey},
    v1::{
        Envelope, InputHeader, SubmitMoveRequest, envelope::Record, game_event,
        input_record::Action,
    },
};
use runtime::{Tasks, client::Credentials};
use tokio::time::{Instant, MissedTickBehavior};
use tokio_tungstenite::{connect_async, tungstenite};

use crate::{
    passage::{Calendar, Passage, Store, StoredAt, must},
    tablets::Tablets,
};

/// The games that are played.
const GAMES: &[u8] = include_bytes!("../../../services/damcast/games/international.pdn");

/// A move of a game: the game's name and the ply.
type Key = (String, u64);

/// The moments at which moves were handed in.
type Sent = Arc<Mutex<BTreeMap<Key, Instant>>>;

/// A tournament with its tables, its moves and a spectator.
#[derive(Debug)]
pub struct Way {
    tablets: Tablets,
    key: TournamentKey,
    boards: u32,
    games: Vec<PlannedGame>,
    page: String,
    inputs: Store,
    judged: Store,
    /// The index of the next move of each game.
    next: usize,
}

impl Way {
    /// Creates the tournament `name` and opens its round.
    ///
    /// # Errors
    /// If the services refuse it or do not answer.
    pub async fn open(
        addresses: &Addresses,
        nats: &str,
        name: &str,
        boards: u32,
    ) -> anyhow::Result<Self> {
        let mut plan = Plan::read(GAMES)?;
        let games: Vec<PlannedGame> =
            plan.rounds.iter().flatten().cloned().cycle().take(boards as usize).collect();
        ensure!(games.len() == boards as usize, "there are no games to play");
        let key = TournamentKey { venue: "bench".parse()?, tournament: name.parse()? };
        name.clone_into(&mut plan.name);
        plan.players = (1..=2 * boards).map(|number| format!("Player {number}")).collect();
        let clients = Clients::new(&addresses.targets(), &Credentials::default())?;
        replay::prepare(&clients, &key, &plan, boards).await?;
        let page = format!(
            "ws://{}/api/v1/tournaments/{}/{}/ws",
            addresses.broadcast, key.venue, key.tournament
        );
        let client = async_nats::connect(nats).await?;
        let store = |stream: Stream, root: &str| {
            let filter = format!("{root}.{}.{}.*", key.venue, key.tournament);
            Store::new(jetstream::new(client.clone()), stream.name(), filter)
        };
        let (inputs, judged) = (store(Stream::Input, "input"), store(Stream::Game, "game"));
        let tasks = Tasks::new();
        let tablets = Tablets::connect(addresses.board_ingest, &tasks).await?;
        Ok(Self { tablets, key, boards, games, page, inputs, judged, next: 0 })
    }

    /// Plays a move a second at each table for `seconds`, and measures each.
    ///
    /// # Errors
    /// If a move is refused or does not reach the spectator.
    pub async fn measure(&mut self, seconds: u64) -> anyhow::Result<Vec<Passage>> {
        let (mut frames, _answer) =
            connect_async(&self.page).await.context("connect as a spectator")?;
        // The snapshot is there before the first move is made.
        must(frames.next()).await??;
        let calendar = Calendar::now()?;
        let sent = Sent::default();
        let plies = self.next..self.next + usize::try_from(seconds)?;
        let wanted = usize::try_from(u64::from(self.boards) * seconds)?;
        let watch = async {
            let mut seen: BTreeMap<Key, [i128; 2]> = BTreeMap::new();
            while seen.len() < wanted {
                let frame = must(frames.next()).await??;
                let arrived = Instant::now();
                let tungstenite::Message::Text(text) = frame else { continue };
                for key in moves(&text)? {
                    let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(begin) = sent.remove(&key) {
                        seen.insert(key, [begin, arrived].map(|instant| calendar.moment(instant)));
                    }
                }
            }
            anyhow::Ok(seen)
        };
        let play = try_join_all(
            (1..)
                .zip(&self.games)
                .map(|(table, game)| self.play(table, game, plies.clone(), &sent)),
        );
        let both = async { tokio::try_join!(watch, play) };
        let Ok(done) = tokio::time::timeout(Duration::from_secs(seconds + 10), both).await else {
            bail!("not every move reached the spectator");
        };
        let seen = done?.0;
        self.next = plies.end;
        let (inputs, judged) = (self.inputs.read().await?, self.judged.read().await?);
        let (inputs, judged) = (times(&inputs)?, times(&judged)?);
        let passages = seen.into_iter().map(|(key, [begin, end])| {
            let input = inputs.get(&key).context("a move is not in INPUT")?;
            let judged = judged.get(&key).context("a move is not in GAME")?;
            Ok(Passage([begin, *input, *judged, end]))
        });
        passages.collect()
    }

    /// A move a second at one table; the tables are spread over the second.
    async fn play(
        &self,
        table: u32,
        game: &PlannedGame,
        plies: Range<usize>,
        sent: &Sent,
    ) -> anyhow::Result<()> {
        let game_id = GameId::new(1, table)?;
        let offset = Duration::from_secs(1) * (table - 1) / self.boards;
        let mut tick = tokio::time::interval_at(Instant::now() + offset, Duration::from_secs(1));
        tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
        for index in plies {
            let planned = game.moves.get(index).context("the bench's games are too short")?;
            tick.tick().await;
            let ply = u32::try_from(index + 1)?;
            let request = SubmitMoveRequest {
                header: Some(InputHeader {
                    game: Some((&self.key.game(game_id)).into()),
                    device: tablet(table, planned.color),
                    sequence: u64::from(ply),
                    ..Default::default()
                }),
                ply,
                r#move: Some((&planned.mv).into()),
            };
            let key = (game_id.to_string(), u64::from(ply));
            sent.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Instant::now());
            self.tablets.submit(request).await?;
        }
        Ok(())
    }
}

/// Returns the moves that a spectator's frame tells.
fn moves(text: &str) -> anyhow::Result<Vec<Key>> {
    let frame: serde_json::Value = serde_json::from_str(text)?;
    let changes = frame["changes"].as_array().into_iter().flatten();
    let moves = changes.filter(|change| change["kind"] == "move").map(|change| {
        let game = change["game"].as_str().unwrap_or_default().to_owned();
        (game, change["ply"].as_u64().unwrap_or_default())
    });
    Ok(moves.collect())
}

/// Returns the moments at which moves were stored.
fn times(stored: &[StoredAt]) -> anyhow::Result<BTreeMap<Key, i128>> {
    let mut times = BTreeMap::new();
    for message in stored {
        let game = message.subject.rsplit('.').next().unwrap_or_default();
        let plies = match Envelope::decode(message.payload.clone())?.record {
            Some(Record::Input(input)) => match input.action {
                Some(Action::Play(play)) => vec![play.ply],
                _ => Vec::new(),
            },
            Some(Record::Game(record)) => {
                let plies = record.events.into_iter().filter_map(|event| match event.event {
                    Some(game_event::Event::MovePlayed(played)) => Some(played.ply),
                    _ => None,
                });
                plies.collect()
            }
            _ => Vec::new(),
        };
        for ply in plies {
            times.entry((game.to_owned(), u64::from(ply))).or_insert(message.moment);
        }
    }
    Ok(times)
}
