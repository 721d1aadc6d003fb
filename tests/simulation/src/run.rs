//! One run.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use proto::{Timestamp, subject::Stream};
use runtime::{ActorLimits, Tasks, WallClock};
use sha2::{Digest as _, Sha256};
use tokio::{
    sync::oneshot,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    Breach, Promise, Sabotage,
    broker::Server,
    channel::LossyChannel,
    check,
    credentials::CHIEF,
    doors::Doors,
    embargoes::{EmbargoDesk, Sights},
    errors::Errors,
    faults, flood,
    hall::{GAMES, Hall},
    hostile::{Hostile, Targets},
    link::{Link, Rates},
    machines::Machines,
    operator::{self, Operator},
    overload::Overload,
    recompute,
    replica::{Kind, Replica, World},
    seed::Dice,
    shown::End,
    spectator::{self, Spectator},
    store::{Kind as ServerKind, Store},
    stream_store::StreamStore,
    wait::until,
};

/// The time of day at which each run begins, milliseconds since the Unix epoch.
const BEGIN: i64 = 1_800_000_000_000;

/// The time in which the views of all replicas catch up at the end: they read the log at least once
/// a second.
const VIEWS_BEHIND: Duration = Duration::from_secs(3);

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// SHA-256 of every stored message, in order, in hexadecimal.
    pub digest: String,
    /// Number of stored messages.
    pub messages: usize,
    /// Duration of the round, in virtual time.
    pub lasted: Duration,
    /// The first promise that was broken; `None` if all were kept.
    pub broken: Option<Breach>,
}

/// Runs a seed.
///
/// # Errors
/// If the runtime or the folders of its machines cannot be made.
pub fn run(seed: u64, sabotage: Option<Sabotage>) -> Result<Report> {
    fastrand::seed(seed);
    let errors = Errors::default();
    let _listening = tracing::subscriber::set_default(errors.clone());
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
    runtime.block_on(async {
        let begun = tokio::time::Instant::now();
        let dice = Dice::new(seed);
        let kind = if dice.happens(500) { ServerKind::Single } else { ServerKind::Cluster };
        let tasks = Tasks::new();
        let server = Server::new(Store::new(kind, dice.clone(), sabotage), tasks.clone());
        let clock = WallClock::simulated(Timestamp::from_millis(BEGIN));
        let machines = Machines::new(seed, clock.now(), sabotage)?;
        let actor_limits = actor_limits(&dice);
        let has_cuts = seed % 4 == 3;
        let loses_openings = has_cuts && seed % 16 >= 8;
        let is_locked = (seed / 4).is_multiple_of(3);
        // A move that is played again after a loss is recorded at a later moment than it was shown.
        let has_embargoes = seed / 4 % 3 == 1 && !has_cuts;
        let has_damage = seed % 4 == 2 && !has_embargoes;
        let damages_inputs = has_damage && seed % 8 == 2;
        // Devices have to hand them in again.
        let loses_inputs = (has_cuts && seed % 8 == 3) || damages_inputs;
        let is_busy = seed % 12 == 8;
        let actor_limits = actor_limits.filter(|_limits| !is_busy);
        let is_hostile = seed % 4 == 1 && !has_embargoes;
        let overload =
            if is_busy { Overload::of_one_game(seed, GAMES) } else { Overload::new(seed, GAMES) };
        let console = Arc::new(Link::new(dice.clone(), Rates::default(), true));
        let world = World {
            server,
            dice,
            tasks,
            clock,
            machines,
            has_cuts,
            loses_inputs,
            loses_openings,
            is_locked,
            has_embargoes,
            has_damage,
            damages_inputs,
            is_busy,
            is_hostile,
            is_closed: Arc::default(),
            console,
            overload,
            actor_limits,
        };
        let played = play(seed, &world, &errors).await;
        let lasted = begun.elapsed();
        let store = world.server.store();
        let mut digest = Sha256::new();
        let mut messages = 0;
        for (stream, kept) in &store.streams {
            for stored in kept.kept() {
                digest.update(stream.name());
                digest.update(&stored.subject);
                digest.update(&stored.payload);
                messages += 1;
            }
        }
        let digest = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Report { digest, messages, lasted, broken: played.err() })
    })
}

/// Returns limits that a run reaches; `None`, for those of the services, in every second run.
fn actor_limits(dice: &Dice) -> Option<ActorLimits> {
    let inbox = usize::try_from(dice.number(1..=8)).unwrap_or(1);
    let limits = ActorLimits { idle: dice.millis(20..=4000), inbox };
    dice.happens(500).then_some(limits)
}

async fn play(seed: u64, world: &World, errors: &Errors) -> Result<(), Breach> {
    let ended = Arc::new(Mutex::new(Vec::new()));
    let make = |kind, machine| Replica::new(kind, machine, world.clone(), Arc::clone(&ended));
    let replicas: Vec<Replica> =
        Kind::ALL.into_iter().flat_map(|kind| [make(kind, 0), make(kind, 1)]).collect();
    let replicas = Arc::new(replicas);
    for replica in replicas.iter() {
        replica.start();
    }
    world.server.store().may_be_damaged = world.has_damage;
    let hall = Hall::new(world);
    let doors = world.is_locked.then(|| Doors::new(&hall.tournament, GAMES, &world.clock));
    let doors = Promise::Completion.check(doors.transpose())?;
    let sights = Sights::new(world.clock.clone());
    let spectators =
        [(); 2].map(|()| Spectator::new(hall.taken_back(), world.loses_messages(), sights.clone()));
    let operator = Operator::new(seed, world, &replicas);
    let is_washed = world.server.store().sabotage == Some(Sabotage::WashTexts);
    let hostile = Hostile::new(seed, &hall.tournament, is_washed);
    let people = People { doors: doors.as_ref(), spectators: &spectators, sights: &sights };
    let completed = complete(world, &hall, &people, (&operator, &hostile), &replicas).await;
    operator.outcome()?;
    if world.is_hostile {
        // Checked before the ends of games: a hostile text that was taken may be a ruling that
        // keeps a game from ending.
        Promise::Texts.check(hostile.check_log(&world.server.store()))?;
    }
    // Games do not end either where a subject has two histories.
    let log = Promise::OneHistory.check(check::Log::read(&world.server.store()))?;
    // Games do not end either if players lose time.
    let storing = if world.has_damage { operator::MENDING } else { check::STORING };
    Promise::Time.check(log.check_time(&world.clock, world.machines.error(), storing))?;
    Promise::Completion.check(completed.with_context(|| log.unfinished_histories()))?;

    Promise::Health.check(check_health(world, errors, &ended))?;
    log.check(&hall, world.loses_messages())?;
    if world.is_busy {
        Promise::Fairness.check(log.check_fairness(&world.overload.flooded()))?;
    }
    if world.is_hostile {
        for replica in [0, 1] {
            let channel = |kind: Kind| {
                let of_kind = replicas.iter().filter(|replica| replica.kind == kind);
                let one = of_kind.skip(replica).take(1).cloned().collect();
                let channel = LossyChannel::new(one, world.dice.clone(), 0);
                doors.as_ref().map_or(channel.clone(), |it| channel.of(it.credentials(), CHIEF))
            };
            Promise::Texts.check(hostile.check_shown(&Targets::new(channel)).await)?;
        }
    }
    for spectator in &spectators {
        Promise::Watching.check(log.check_spectator(spectator))?;
    }
    let tournament = recompute::tournament(&world.server.store());
    let tournament = Promise::Recomputing.check(tournament)?;
    if world.has_embargoes {
        // The clocks of who records a message, who decides and who shows it.
        let error = 3 * world.machines.error();
        let embargoes = log.check_embargoes(tournament.embargoes(), &sights, error);
        Promise::Embargoes.check(embargoes)?;
    }
    let end = End { reference: &hall.tournament, log: &log, tournament: &tournament };
    Promise::Views.check(end.check(&replicas, &world.dice, doors.as_ref()).await)?;
    if let Some(doors) = &doors {
        Promise::Doors.check(doors.settle(world, &replicas).await)?;
    }
    let (has_cuts, has_gaps) = (world.has_cuts, world.damages_inputs);
    let judged = rejudge(world, &log).await;
    let judged = judged.and_then(|judged| log.check_judged(&judged, has_cuts, has_gaps));
    Promise::Rejudging.check(judged)?;
    Promise::Health.check(check_health(world, errors, &ended))
}

/// The number of messages that consumers deliver before one is acknowledged, where one game is
/// flooded with more.
const FEW_DELIVERIES: usize = 200;

/// Parts of the errors that tell of a stream which has lost its end.
const LOSSES: [&str; 4] = ["another history than before", "has lost", "set back", "AccessSetBack"];
/// Parts of the errors that tell of damage elsewhere, also that a game is set aside, or an input
/// refused, whose history is damaged.
const DAMAGES: [&str; 3] = ["damcast rebuild", "damcast verify", "the event log is damaged"];
/// A part of the errors that tell of a stream without room.
const NO_ROOM: &str = "simulated 10077";

/// Checks that no service has logged an error or ended by itself.
fn check_health(world: &World, errors: &Errors, ended: &Mutex<Vec<Kind>>) -> Result<()> {
    let mut logged = errors.take();
    if world.overload.fills_streams || world.overload.fills_disk {
        logged.retain(|line| !line.contains(NO_ROOM));
    }
    if world.has_damage {
        logged.retain(|line| !DAMAGES.iter().any(|damage| line.contains(damage)));
    }
    if world.loses_messages() {
        logged.retain(|line| !LOSSES.iter().any(|loss| line.contains(loss)));
        ended.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
    ensure!(logged.is_empty(), "logged as errors: {logged:#?}");
    let ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
    ensure!(ended.is_empty(), "ended by themselves: {ended:?}");
    Ok(())
}

/// The people of a run: in the hall, at the doors, and those who watch.
#[derive(Debug)]
struct People<'a> {
    doors: Option<&'a Doors>,
    spectators: &'a [Spectator],
    sights: &'a Sights,
}

/// Plays the round until every message is read.
async fn complete(
    world: &World,
    hall: &Hall,
    people: &People<'_>,
    (operator, hostile): (&Operator, &Hostile),
    replicas: &Arc<Vec<Replica>>,
) -> Result<()> {
    let People { doors, spectators, sights } = *people;
    let ticking = world.server.clone();
    world.tasks.spawn_until_stop(async move {
        loop {
            sleep(Duration::from_millis(20)).await;
            ticking.store().tick();
        }
    });
    let channel = |kind: Kind, lost: u64| {
        let of_kind = replicas.iter().filter(|replica| replica.kind == kind);
        let channel = LossyChannel::new(of_kind.cloned().collect(), world.dice.clone(), lost);
        doors.map_or(channel.clone(), |doors| channel.of(doors.credentials(), CHIEF))
    };
    if let Some(doors) = doors {
        doors.let_in(world).await.context("lock the doors")?;
    }
    until("every service to serve", || {
        let are_up = replicas.iter().all(|replica| replica.routes().is_some());
        async move { are_up.then_some(()) }
    })
    .await?;

    hall.open(&channel(Kind::Pairing, 0), &channel(Kind::BoardIngest, 0)).await.context("open")?;

    if let Some(doors) = doors {
        for replica in replicas.iter().filter(|replica| replica.kind == Kind::BoardIngest) {
            let desk = LossyChannel::new(vec![replica.clone()], world.dice.clone(), 0);
            let (desk, key) = (desk.of(doors.credentials(), CHIEF), replica.key.clone());
            let attending = doors.clone().attend(hall.tournament.clone(), desk, key);
            world.tasks.spawn_until_stop(attending);
        }
        world.tasks.spawn_until_stop(doors.clone().keep_in(world.clone()));
    }

    if world.loses_openings && world.server.store().sabotage != Some(Sabotage::NoTelling) {
        let channels = (channel(Kind::Pairing, 0), channel(Kind::BoardIngest, 0));
        let telling = hall.clone().tell_again(world.clone(), channels.0, channels.1);
        world.tasks.spawn_until_stop(telling);
    }

    // Faults begin.
    let lost = world.dice.number(0..=60);
    for spectator in spectators {
        let watching = spectator.clone().watch(
            channel(Kind::Broadcast, lost),
            world.dice.clone(),
            hall.tournament.clone(),
        );
        world.tasks.spawn_until_stop(watching);
    }
    let rates = faults::rates(world);
    for replica in replicas.iter() {
        replica.set_rates(rates);
    }
    if world.server.store().kind == ServerKind::Cluster {
        let lag = world.dice.number(0..=300);
        world.server.store().lag_ms = if world.is_busy { 0 } else { lag };
    }
    let enough = CancellationToken::new();
    world.tasks.spawn_until_stop(world.machines.clone().set_times_of_day(enough.clone()));
    let filling = world.overload.clone().fill_streams(world.server.clone(), enough.clone());
    world.tasks.spawn_until_stop(filling);
    let filling = world.overload.clone().fill_disk(world.server.clone(), enough.clone());
    world.tasks.spawn_until_stop(filling);
    let (healed, is_healed) = oneshot::channel::<()>();
    let happening = faults::happen(world.clone(), Arc::clone(replicas), enough.clone());
    world.tasks.spawn_until_stop(async move {
        happening.await;
        drop(healed);
    });
    let mending = world.has_damage.then(|| {
        for replica in replicas.iter().filter(|replica| replica.kind == Kind::BoardIngest) {
            let desk = LossyChannel::new(vec![replica.clone()], world.dice.clone(), 0);
            let desk = doors.map_or(desk.clone(), |doors| desk.of(doors.credentials(), CHIEF));
            let attending = operator.clone().attend(desk, hall.tournament.clone());
            world.tasks.spawn_until_stop(attending);
        }
        let (tell, mended) = oneshot::channel::<()>();
        let mending = operator.clone().mend_what_is_damaged();
        world.tasks.spawn_until_stop(async move {
            mending.await;
            drop(tell);
        });
        mended
    });
    let targets = world.is_hostile.then(|| Targets::new(|kind| channel(kind, lost)));
    if let Some(targets) = targets {
        let sending = hostile.clone().send(targets, enough.clone());
        world.tasks.spawn_until_stop(sending);
    }
    if world.is_busy {
        world.server.store().limit_deliveries(FEW_DELIVERIES);
    }
    let ingest = channel(Kind::BoardIngest, lost);
    if world.loses_inputs && world.server.store().sabotage != Some(Sabotage::NoDoubt) {
        let heeding = hall.clone().heed_doubts(channel(Kind::BoardIngest, lost));
        world.tasks.spawn_until_stop(heeding);
    }
    // Inputs that are lost are many enough.
    let floods = world.overload.floods.iter().filter(|_flood| !world.loses_inputs);
    for flood in floods {
        world.tasks.spawn_until_stop(flood::flood(hall.clone(), *flood, ingest.clone()));
    }
    let mut played = Vec::new();
    let desk =
        EmbargoDesk::new(hall.tournament.clone(), channel(Kind::Pairing, 0), world.dice.clone());
    if world.has_embargoes {
        for replica in replicas.iter().filter(|replica| replica.kind == Kind::Broadcast) {
            let (dice, tournament) = (world.dice.clone(), hall.tournament.clone());
            let replica = LossyChannel::new(vec![replica.clone()], dice.clone(), 0);
            world.tasks.spawn_until_stop(sights.clone().look(replica, dice, tournament));
        }
        let (tell, decided) = oneshot::channel();
        let deciding = desk.clone().decide();
        world.tasks.spawn_until_stop(async move {
            drop(tell.send(deciding.await));
        });
        played.push(decided);
    }
    if let Some(doors) = doors {
        let putting_out =
            doors.clone().put_stolen_out(world.clone(), channel(Kind::BoardIngest, lost));
        world.tasks.spawn_until_stop(putting_out);
    }
    for table in 1..=GAMES {
        let (tell, told) = oneshot::channel();
        let playing = hall.clone().play(table, ingest.clone());
        world.tasks.spawn_until_stop(async move {
            // Nobody listens any more once another game has gone wrong.
            drop(tell.send(playing.await));
        });
        played.push(told);
    }
    let (tell, ruled) = oneshot::channel();
    let ruling = hall.clone().arbitrate(ingest.clone());
    world.tasks.spawn_until_stop(async move {
        drop(tell.send(ruling.await));
    });
    played.push(ruled);
    for told in played {
        told.await.context("a game that nobody plays")??;
    }
    // Faults go on for a while, so that the last results have to find their way, too.
    sleep(world.dice.millis(0..=4000)).await;
    enough.cancel();
    drop(is_healed.await);
    if let Some(mending) = mending {
        drop(mending.await);
    }

    // Links that were cut and replicas that crashed come back within this time.
    sleep(Duration::from_secs(7)).await;
    until("the round to be over and all to be read", || {
        let store = world.server.store();
        let is_read = store.durables.iter().all(|((stream, _name), durable)| {
            let last = store.streams.get(stream).map_or(0, StreamStore::last_sequence);
            durable.is_done(last)
        });
        let is_over = is_read
            && check::results(&store).len() == GAMES as usize
            && check::lost(&store, hall).is_empty()
            && check::unfinished(&store).is_empty();
        async move { is_over.then_some(()) }
    })
    .await
    .with_context(|| check::standing(&world.server.store(), hall))?;
    if world.has_embargoes {
        desk.end().await?;
    }
    let catching_up = until("the spectators to catch up", || {
        let log = check::Log::read(&world.server.store());
        let is_seen = |log: check::Log| {
            spectators.iter().all(|spectator| log.check_spectator(spectator).is_ok())
        };
        let has_caught_up = log.is_ok_and(is_seen);
        async move { has_caught_up.then_some(()) }
    });
    // If they do not, their check tells what they lack.
    drop(timeout(spectator::BEHIND, catching_up).await);
    sleep(VIEWS_BEHIND).await;
    Ok(())
}

/// Judges the inputs once more, in the order in which they were stored, with nothing going wrong.
async fn rejudge(world: &World, log: &check::Log) -> Result<check::Log> {
    let tasks = Tasks::new();
    let store = Store::new(ServerKind::Single, world.dice.clone(), None);
    let server = Server::new(store, tasks.clone());
    let first = world.server.clone();
    let world = World { server: server.clone(), tasks: tasks.clone(), ..world.clone() };
    let replica = Replica::new(Kind::RulesValidation, 0, world.clone(), Arc::default());
    replica.start();
    // Flags fall when all inputs of their games are judged.
    for stream in [Stream::Input, Stream::Clock] {
        let epochs_of = first.store().stream(stream).epochs();
        server.store().stream(stream).know_epochs(epochs_of);
        for message in log.messages(stream) {
            server.store().stream(stream).put(message);
        }
        until("everything to be judged anew", || {
            let mut store = server.store();
            store.tick();
            let last = store.stream(stream).last_sequence();
            let key = (stream, proto::subject::consumer::RULES_VALIDATION);
            let is_done = store.durables.get(&key).is_some_and(|durable| durable.is_done(last));
            async move { is_done.then_some(()) }
        })
        .await?;
    }
    replica.crash();
    check::Log::read(&server.store())
}
