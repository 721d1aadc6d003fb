//! One replica of a service: started, crashed at any await, started again.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::Router;
use proto::subject::Stream;
use runtime::{
    ActorLimits, EventLog, Server as ServiceServer, Service, SimulatedMachine, Tasks, WallClock,
    config::{HallConfig, ServeConfig, TransitConfig},
};
use tokio_util::sync::CancellationToken;

use crate::{
    Sabotage,
    broker::{Server, SimulatedBroker},
    link::{Link, Rates},
    machines::Machines,
    overload::Overload,
    seed::Dice,
    work::Work,
};

/// The time by which the clock of broadcast is ahead where a sabotage sets it.
const HURRY: Duration = Duration::from_secs(9);

/// The services, each of which has two replicas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    BoardIngest,
    RulesValidation,
    Clock,
    Pairing,
    Broadcast,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] =
        [Self::BoardIngest, Self::RulesValidation, Self::Clock, Self::Pairing, Self::Broadcast];

    /// Returns the streams that it compares with the one that it writes, to make good what that has
    /// lost.
    fn made_good(self) -> &'static [Stream] {
        match self {
            Self::RulesValidation => &[Stream::Input, Stream::Clock],
            Self::Clock | Self::Pairing => &[Stream::Game],
            Self::BoardIngest | Self::Broadcast => &[],
        }
    }

    /// Returns the time that each message takes that it writes, where work takes time. To judge an
    /// input takes longer than to store it, so that a flood of inputs piles up.
    fn work(self) -> Duration {
        Duration::from_millis(match self {
            Self::RulesValidation => 25,
            Self::Clock | Self::Pairing => 5,
            Self::BoardIngest => 1,
            Self::Broadcast => 0,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::BoardIngest => board_ingest::NAME,
            Self::RulesValidation => rules_validation::NAME,
            Self::Clock => clock::NAME,
            Self::Pairing => pairing::NAME,
            Self::Broadcast => broadcast::NAME,
        }
    }
}

/// The surroundings that all replicas share.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) dice: Dice,
    pub(crate) tasks: Tasks,
    /// The true time.
    pub(crate) clock: WallClock,
    pub(crate) machines: Machines,
    /// True if streams lose their ends, up to three times.
    pub(crate) has_cuts: bool,
    /// True if INPUT may lose messages, too.
    pub(crate) loses_inputs: bool,
    /// True if what the desk told before the games began may be lost, which it then tells again.
    pub(crate) loses_openings: bool,
    /// True if callers are known by their tokens.
    pub(crate) is_locked: bool,
    /// True if embargoes are decided on.
    pub(crate) has_embargoes: bool,
    /// True if a stream is damaged elsewhere than at its end, which the operator has mended.
    pub(crate) has_damage: bool,
    /// True if that stream is INPUT.
    pub(crate) damages_inputs: bool,
    /// True if work takes time, one game is flooded, and nothing else goes wrong.
    pub(crate) is_busy: bool,
    /// True if texts that are made to mislead and unreadable requests are sent.
    pub(crate) is_hostile: bool,
    /// True while the operator keeps every service from starting.
    pub(crate) is_closed: Arc<AtomicBool>,
    /// The connection of those who work on the machine of the venue.
    pub(crate) console: Arc<Link>,
    /// The floods of inputs and the streams that are full for a while.
    pub(crate) overload: Overload,
    /// Limits of actors below those of the services, so that a short run reaches them.
    pub(crate) actor_limits: Option<ActorLimits>,
}

impl World {
    /// Returns true if streams lose messages.
    pub(crate) fn loses_messages(&self) -> bool {
        self.has_cuts || self.has_damage
    }

    /// Keeps every service from starting.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Lets services start.
    pub(crate) fn open(&self) {
        self.is_closed.store(false, Ordering::Relaxed);
    }

    /// Returns true if a service that starts serves: it waits for a stream that is missing.
    fn lets_serve(&self) -> bool {
        !self.is_closed.load(Ordering::Relaxed) && !self.server.store().lacks_a_stream()
    }
}

/// A process that runs now.
#[derive(Debug)]
struct Life {
    crashed: CancellationToken,
    link: Arc<Link>,
    routes: Option<Router>,
}

/// A replica. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Replica {
    pub(crate) kind: Kind,
    machine: SimulatedMachine,
    /// The file of the key of the venue on its machine, beside which the marks of changes stand.
    pub(crate) key: PathBuf,
    world: World,
    life: Arc<Mutex<Option<Life>>>,
    rates: Arc<Mutex<Rates>>,
    /// Services that ended by themselves.
    ended: Arc<Mutex<Vec<Kind>>>,
}

impl Replica {
    /// Returns a replica on one of the two machines.
    pub(crate) fn new(
        kind: Kind,
        machine: usize,
        world: World,
        ended: Arc<Mutex<Vec<Kind>>>,
    ) -> Self {
        let key = world.machines.folder(machine).join("authority.key");
        let machine = world.machines.get(machine);
        Self { kind, machine, key, world, life: Arc::default(), rates: Arc::default(), ended }
    }

    fn life(&self) -> MutexGuard<'_, Option<Life>> {
        self.life.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the rates of faults on its connections, now and after each start.
    pub(crate) fn set_rates(&self, rates: Rates) {
        *self.rates.lock().unwrap_or_else(PoisonError::into_inner) = rates;
        if let Some(life) = &*self.life() {
            life.link.set_rates(rates);
        }
    }

    /// Returns the connection of the process that runs now.
    pub(crate) fn link(&self) -> Option<Arc<Link>> {
        self.life().as_ref().map(|life| Arc::clone(&life.link))
    }

    /// Returns the routes of its calls, and the token that is cancelled when it crashes; `None`
    /// until it serves.
    pub(crate) fn routes(&self) -> Option<(Router, CancellationToken)> {
        let life = self.life();
        let life = life.as_ref()?;
        Some((life.routes.clone()?, life.crashed.clone()))
    }

    pub(crate) fn is_up(&self) -> bool {
        self.life().is_some()
    }

    /// Ends its process, with every task where it is.
    pub(crate) fn crash(&self) {
        if let Some(life) = self.life().take() {
            life.link.set_connected(false);
            life.crashed.cancel();
        }
    }

    /// Starts a process unless one runs, or none may.
    pub(crate) fn start(&self) {
        if self.is_up() || !self.world.lets_serve() {
            return;
        }
        let world = &self.world;
        let rates = *self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        let link = Arc::new(Link::new(world.dice.clone(), rates, true));
        let crashed = CancellationToken::new();
        let hurries = world.server.store().sabotage == Some(Sabotage::HurryBroadcast);
        let clock = if hurries && self.kind == Kind::Broadcast {
            WallClock::simulated(world.clock.now().saturating_add(HURRY))
        } else {
            WallClock::on(&world.machines.seen_by_process(&self.machine))
        };
        let work = if world.is_busy { Work::taking(self.kind.work()) } else { Work::default() };
        let log = log(world, &link, clock.clone(), self.kind.made_good(), work);
        let tasks = Tasks::simulated(clock, crashed.clone(), world.actor_limits);
        let config = ServeConfig::of_tests();
        if self.world.server.store().sabotage == Some(Sabotage::ForgetMarks) {
            // There may be none.
            drop(std::fs::remove_file(self.key.with_extension("seen")));
        }
        let service = Service::new(self.kind.name(), &config, log, tasks.clone());
        *self.life() = Some(Life { crashed, link, routes: None });
        let (replica, kind) = (self.clone(), self.kind);
        let stopping = tasks.stopping();
        tasks.spawn(async move {
            let server = serve(kind, &service, config, replica.key.clone()).await;
            let routes = if replica.world.is_locked {
                service.guarded_routes(server).await
            } else {
                Ok(server.into_routes())
            };
            if let (Some(life), Ok(routes)) = (&mut *replica.life(), routes) {
                life.routes = Some(routes);
            }
            stopping.cancelled().await;
            let mut ended = replica.ended.lock().unwrap_or_else(PoisonError::into_inner);
            ended.push(kind);
            if replica.world.loses_messages() {
                // As a supervisor does. The crash ends this task.
                let (again, after) = (replica.clone(), replica.world.dice.millis(20..=1000));
                replica.world.tasks.spawn_until_stop(async move {
                    again.crash();
                    tokio::time::sleep(after).await;
                    again.start();
                });
            }
        });
    }
}

/// Returns the event log over a connection. The streams that are `hidden` seem to be without a
/// subject where a sabotage keeps services from recovering.
pub(crate) fn log(
    world: &World,
    link: &Arc<Link>,
    clock: WallClock,
    hidden: &'static [Stream],
    work: Work,
) -> EventLog {
    let (server, link) = (world.server.clone(), Arc::clone(link));
    let broker = SimulatedBroker { server, link, hidden, work };
    let mut store = world.server.store();
    let epochs = Stream::ALL.map(|stream| (stream, store.stream(stream).epoch().to_owned()));
    let epochs = BTreeMap::from(epochs);
    drop(store);
    EventLog::new(Arc::new(broker), epochs, clock)
}

async fn serve(
    kind: Kind,
    service: &Service,
    serve: ServeConfig,
    authority_key: PathBuf,
) -> ServiceServer {
    let transit = TransitConfig { transit_grace_ms: 2000 };
    match kind {
        Kind::BoardIngest => {
            let (store_patience_ms, venue) = (3000, None);
            let config =
                board_ingest::Config { serve, transit, store_patience_ms, venue, authority_key };
            board_ingest::start(service, config).await
        }
        Kind::RulesValidation => rules_validation::start(service).await,
        Kind::Clock => clock::start(service, &clock::Config { serve, transit }).await,
        Kind::Pairing => {
            pairing::start(service, &pairing::Config { serve, unpaired_max: 1_000 }).await
        }
        Kind::Broadcast => {
            let config = broadcast::Config {
                serve,
                hall: HallConfig::default(),
                ring_frames: 256,
                ring_bytes: 1 << 20,
                frame_window_ms: 20,
                forget_after_s: 3600,
            };
            broadcast::start(service, &config).await
        }
    }
}
