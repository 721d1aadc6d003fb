//! Damage to a stream, and the operator of the venue, who is told of it and has it mended by the
//! code of `damcast verify` and `damcast rebuild`, while no service runs.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Result, bail, ensure};
use damcast::{log_store::LogStore, rebuild, verify};
use proto::{
    subject::Stream,
    v1::{
        TournamentRef, WatchVerdictsRequest, board_ingest_service_client::BoardIngestServiceClient,
    },
};
use runtime::{
    ReadError, Stored, StreamFacts,
    broker::{Batch, Query},
};
use tokio::time::{sleep, timeout};
use tonic::Status;

use crate::{
    Breach, Promise, Sabotage,
    broker::Server,
    channel::LossyChannel,
    check, faults,
    hall::GAMES,
    replica::{Kind, Replica, World},
    seed::Dice,
    store::{OwnedQuery, Store, game},
    wait::until,
};

/// The largest number of messages that are lost together.
const FEW: u64 = 12;
/// The last token of the subject of seats.
const SEATS: &str = "tables";
/// The longest time until a message is made anew, which tells the moment of the one that was lost.
pub(crate) const MENDING: Duration = Duration::from_secs(400);
/// The age of the connection of the desk to a replica at which it is made anew.
const WATCHES: Duration = Duration::from_secs(20);
/// The streams that are made anew from INPUT where they are damaged.
const MADE_ANEW: [Stream; 3] = [Stream::Game, Stream::Clock, Stream::Tournament];

/// Damage to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// Messages of a block that cannot be read, which nats-server leaves out.
    Lost,
    /// A message whose bits are flipped, which nats-server hands out.
    Spoiled,
    /// The whole stream is removed.
    Removed,
}

/// Damage that was done.
#[derive(Debug)]
struct Harm {
    stream: Stream,
    damage: Damage,
    /// The games whose messages are damaged.
    games: BTreeSet<String>,
    /// The damaged games that have messages after the damage, which nobody can read on.
    broken: BTreeSet<String>,
}

/// The operator of the venue. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    world: World,
    replicas: Arc<Vec<Replica>>,
    dice: Dice,
    /// The streams and games that the desk was told to be damaged.
    told: Arc<Mutex<BTreeSet<String>>>,
    outcome: Arc<Mutex<Result<(), Breach>>>,
}

impl Operator {
    /// Returns the operator of a seed. Damage comes from random numbers of its own.
    pub(crate) fn new(seed: u64, world: &World, replicas: &Arc<Vec<Replica>>) -> Self {
        let (world, replicas) = (world.clone(), Arc::clone(replicas));
        let dice = Dice::new(seed.rotate_left(16) ^ u64::MAX);
        let outcome = Arc::new(Mutex::new(Ok(())));
        Self { world, replicas, dice, told: Arc::default(), outcome }
    }

    /// Returns whether the damage was noticed, isolated and mended.
    ///
    /// # Errors
    /// If what the damage does not concern did not go on, or the log was not mended.
    pub(crate) fn outcome(&self) -> Result<(), Breach> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn told(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches a replica of board-ingest as the desk does, until the run ends.
    pub(crate) async fn attend(self, desk: LossyChannel, tournament: TournamentRef) {
        loop {
            let (device, tournament) = ("desk".to_owned(), Some(tournament.clone()));
            let request = WatchVerdictsRequest { tournament, device, ..Default::default() };
            let mut client = BoardIngestServiceClient::new(desk.clone());
            let watching = async {
                let mut told = client.watch_verdicts(request).await?.into_inner();
                while let Some(next) = told.message().await? {
                    let damage = next.log_damage.filter(|damage| damage.since_ms != 0);
                    self.told().extend(damage.map(|damage| damage.stream));
                    let unreadable = next.standstill.filter(|it| it.unreadable.is_some());
                    self.told().extend(unreadable.map(|unreadable| unreadable.game));
                }
                Ok::<_, Status>(())
            };
            // A call that ends, or fails, is made again.
            drop(timeout(WATCHES, watching).await);
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Lets a stream be damaged while the round is played, and has it mended.
    pub(crate) async fn mend_what_is_damaged(self) {
        let outcome = self.be_told_and_mend().await;
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
    }

    async fn be_told_and_mend(&self) -> Result<(), Breach> {
        // The desk told what these have so far: nothing makes that anew.
        let opened = [Stream::Tournament, Stream::Input].map(|stream| {
            let last = self.world.server.store().stream(stream).last_sequence();
            (stream, last)
        });
        let opened = BTreeMap::from(opened);
        let harm = loop {
            sleep(self.dice.millis(300..=6_000)).await;
            if let Some(harm) = self.harm(&opened) {
                break harm;
            }
        };
        let isolated = Promise::Isolation.check(self.await_others(&harm).await);
        if self.world.server.store().sabotage == Some(Sabotage::NoMending) {
            return isolated;
        }
        self.world.close();
        for replica in self.replicas.iter() {
            replica.crash();
        }
        sleep(self.dice.millis(100..=3_000)).await;
        let mended = isolated.and(Promise::Mending.check(self.mend(&harm).await));
        self.world.open();
        for replica in self.replicas.iter() {
            replica.start();
        }
        mended
    }

    /// Damages a stream while its server is restarted; `None` if the log has nothing yet.
    fn harm(&self, opened: &BTreeMap<Stream, u64>) -> Option<Harm> {
        let follows = MADE_ANEW[self.dice.below(MADE_ANEW.len())];
        let stream = if self.world.damages_inputs { Stream::Input } else { follows };
        let (damage, at) = (self.dice.number(0..=9), self.dice.number(0..=u64::MAX));
        let damage = match damage {
            0..=4 => Damage::Lost,
            // The other streams have what only people could tell again.
            9 if matches!(stream, Stream::Game | Stream::Clock) => Damage::Removed,
            _ => Damage::Spoiled,
        };
        let few = self.dice.number(1..=FEW);
        let mut store = self.world.server.store();
        let first = opened.get(&stream).map_or(1, |opened| opened + 1);
        let last = store.stream(stream).last_sequence();
        let count = (last + 1).checked_sub(first).filter(|count| *count > 0)?;
        // Services make good themselves what the end of a stream lacks.
        let at = first + at % (count - count / 4);
        let sequences = match damage {
            Damage::Lost => at..=last.min(at + few - 1),
            Damage::Spoiled => at..=at,
            Damage::Removed => 1..=last,
        };
        let games_of = |store: &mut Store, sequences: RangeInclusive<u64>| -> BTreeSet<String> {
            sequences.filter_map(|at| store.stream(stream).get(at).map(game)).collect()
        };
        let games = games_of(&mut store, sequences.clone());
        let later = games_of(&mut store, sequences.end() + 1..=last);
        let broken = games.intersection(&later).cloned().collect();
        match damage {
            Damage::Lost => store.lose(stream, sequences),
            Damage::Spoiled => store.spoil(stream, at),
            Damage::Removed => store.remove(stream),
        }
        drop(store);
        faults::cut(&self.world, self.replicas.to_vec(), 2500);
        Some(Harm { stream, damage, games, broken })
    }

    /// Waits until the desk is told what nats-server knows of, and in some of the runs until the
    /// games are over that the damage does not concern.
    async fn await_others(&self, harm: &Harm) -> Result<()> {
        let Harm { stream, damage, games, broken } = harm;
        if *damage != Damage::Spoiled {
            // A service that is started without a stream waits for it, so it tells nobody, either.
            let is_away = || {
                *damage == Damage::Removed
                    && self.replicas.iter().all(|it| it.kind != Kind::BoardIngest || !it.is_up())
            };
            let mut due = BTreeSet::from([stream.name().to_owned()]);
            if *stream == Stream::Input {
                // Seats are read over damage, and told of no game.
                due.extend(broken.iter().filter(|game| *game != SEATS).cloned());
            }
            let told = until("the desk to be told of the damage", || async {
                (self.told().is_superset(&due) || is_away()).then_some(())
            });
            told.await?;
        }
        if self.dice.happens(500) {
            sleep(self.dice.millis(0..=8_000)).await;
            return Ok(());
        }
        let is_concerned = |game: &String| *damage == Damage::Removed || games.contains(game);
        let others: BTreeSet<String> = (1..=GAMES).map(|table| format!("r1-t{table}")).collect();
        let others: BTreeSet<String> =
            others.into_iter().filter(|game| !is_concerned(game)).collect();
        until("the games to end that the damage does not concern", || {
            let ended = check::ended(&self.world.server.store());
            let is_over = others.is_subset(&ended);
            async move { is_over.then_some(()) }
        })
        .await
    }

    /// Makes the log anew where it is damaged.
    async fn mend(&self, harm: &Harm) -> Result<()> {
        let server = &self.world.server;
        let found: Vec<String> = verify::check_store(server.clone()).await?.faults().collect();
        let (name, root) = (harm.stream.name(), format!("{}.", harm.stream.root()));
        let is_of_stream = |line: &String| line.starts_with(name) || line.starts_with(&root);
        ensure!(found.iter().any(is_of_stream), "{harm:?} is not among {found:#?}");
        for layout in rebuild::plan(server.clone(), new_epoch).await? {
            let (stream, epoch) = (layout.stream, layout.new_epoch.clone());
            let missing = layout.known_missing();
            let before: Vec<Stored> = server.store().stream(stream).kept().cloned().collect();
            let messages: Result<Vec<Stored>> =
                layout.messages(before.into_iter().map(Ok)).collect();
            let mut messages = messages?;
            if server.store().sabotage == Some(Sabotage::MendBadly) {
                messages.pop();
            }
            server.store().remake(stream, epoch, messages, missing);
        }
        // What INPUT lost at the end of a game stays lost until it is handed in again.
        server.store().accept_loss(Stream::Input);
        server.store().remake_consumers();
        let left: Vec<String> = verify::check_store(server.clone()).await?.faults().collect();
        if left.is_empty() {
            return Ok(());
        }
        let log = check::Log::read(&server.store())?;
        let games = left.iter().filter_map(|line| line.split(' ').next()?.rsplit('.').next());
        let histories: BTreeMap<&str, Vec<String>> =
            games.map(|game| (game, log.history(game))).collect();
        bail!("after {harm:?}, which was {found:#?}, there is still {left:#?} in {histories:#?}")
    }
}

/// Returns the id of a new store. Its random numbers are those of the thread, which the seed gives.
fn new_epoch() -> String {
    format!("the epoch {:016x}", fastrand::u64(..))
}

impl LogStore for Server {
    async fn facts(&self, stream: Stream) -> Result<Option<StreamFacts>, ReadError> {
        Ok(self.store().facts(stream))
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        Ok(self.store().read(stream, &OwnedQuery::from(query), u64::MAX))
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        Ok(self.store().stream(stream).get(sequence).cloned())
    }

    fn is_connected(&self) -> bool {
        true
    }
}
