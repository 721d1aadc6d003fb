//! Consumes GAME: a message is acknowledged once the clock is up to date with it, or once it is set
//! aside behind a later one, with which the clock gets up to date with all before it.

use std::{sync::Arc, time::Duration};

use proto::subject::{GameKey, Stream, Subject, consumer as durable};
use runtime::{
    ConsumerSpec, Delivery, DeliveryShares, EventLog, Followed, LogEntry, Projection, StartAt,
    Stopped, Tasks, error_chain, metrics,
};
use tracing::Instrument as _;

use crate::{
    clocks::{Clocks, GameMessage},
    error::Error,
    graces::Graces,
    views::{IDLE, Views},
};

/// Longest wait for a change of the clock before a message that waits for the flag is tried again.
const WAIT: Duration = Duration::from_secs(2);

/// Follows the seats, which have the graces, and CLOCK until the tasks stop.
///
/// # Errors
/// [`Stopped`] if they stop before the state of every clock is read.
pub(crate) async fn follow(
    log: &EventLog,
    graces: &Graces,
    views: &Views,
    tasks: &Tasks,
) -> Result<(), Stopped> {
    let seats =
        Followed { filter: Subject::all_tables(), ..Followed::all(Stream::Input, StartAt::Next) };
    let changes = SeatChanges { graces: graces.clone(), views: views.clone() };
    runtime::follow(log, tasks, seats, changes).await?;
    let clocks = Followed::all(Stream::Clock, StartAt::LastOfEach);
    runtime::follow(log, tasks, clocks, ClockChanges(views.clone())).await?;
    let (later, armed) = (graces.clone(), views.clone());
    tasks.spawn_until_stop(async move { later.watch_behind(|| armed.arm_every()).await });
    let views = views.clone();
    tasks.spawn_every(IDLE / 2, move || views.forget_idle());
    Ok(())
}

/// Consumes GAME until the tasks stop, and brings clocks up to date with their games.
pub(crate) fn consume(log: &EventLog, consumer: GameConsumer, tasks: &Tasks) {
    let spec = ConsumerSpec { stream: Stream::Game, name: durable::CLOCK };
    runtime::consume(log, tasks, spec, move |delivery| consumer.hand_over(delivery));
}

/// Projection of the seats: the graces.
struct SeatChanges {
    graces: Graces,
    views: Views,
}

impl Projection for SeatChanges {
    async fn apply(&mut self, entry: LogEntry) {
        if self.graces.apply(&entry).await {
            self.views.arm_all(&entry.subject.tournament);
        }
    }
}

/// Projection of CLOCK: the views of the clocks.
struct ClockChanges(Views);

impl Projection for ClockChanges {
    async fn apply(&mut self, entry: LogEntry) {
        self.0.apply(&entry).await;
    }

    async fn loaded(&mut self) {
        self.0.set_loaded();
    }
}

/// Brings clocks up to date with the messages of their games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct GameConsumer {
    log: EventLog,
    clocks: Clocks,
    views: Views,
    shares: DeliveryShares<GameKey>,
    tasks: Tasks,
}

impl GameConsumer {
    pub(crate) fn new(log: &EventLog, clocks: Clocks, views: Views, tasks: &Tasks) -> Self {
        let shares = DeliveryShares::default();
        Self { log: log.clone(), clocks, views, shares, tasks: tasks.clone() }
    }

    /// Starts a task that passes the message to its clock, so that no clock waits for another. One
    /// beyond the game's share is set aside.
    fn hand_over(&self, delivery: Delivery) -> impl Future<Output = ()> + Send + use<> {
        let consumer = self.clone();
        async move {
            let Some(game) = delivery.game() else { return delivery.ack().await };
            let Some(held) = consumer.shares.take(&game, delivery).await else { return };
            let tasks = consumer.tasks.clone();
            tasks.spawn(async move {
                let mut next = Some(held);
                while let Some(held) = next {
                    let (delivery, span) = (held.delivery(), held.delivery().span());
                    delivery.turn().await;
                    if consumer.pass(&game, delivery).instrument(span).await.is_err() {
                        // The message will be delivered again.
                        return;
                    }
                    next = held.next();
                }
            });
        }
    }

    /// Brings the clock of a game up to date with a message, and acknowledges it.
    async fn pass(&self, game: &GameKey, delivery: &Delivery) -> Result<(), Stopped> {
        let entry = match &delivery.entry {
            Ok(entry) => entry,
            Err(unreadable) => {
                delivery.pass_over(unreadable).await;
                return Ok(());
            }
        };
        match GameMessage::read(entry) {
            Ok(Some(message)) if message.record.is_timed() => {
                self.carry_out(game, &Arc::new(message)).await?;
                delivery.ack().await;
            }
            Ok(Some(message)) => {
                if message.record.plies.is_empty() {
                    tracing::warn!(%game, "Black moves first; the game is not timed");
                }
                delivery.ack().await;
            }
            Ok(None) => delivery.ack().await,
            Err(error) => delivery.pass_over(&error).await,
        }
        Ok(())
    }

    /// Brings a clock up to date with these entries of its game.
    pub(crate) async fn carry_out_all(self, entries: Vec<LogEntry>) {
        for entry in entries {
            let (Some(game), Ok(Some(message))) = (entry.game(), GameMessage::read(&entry)) else {
                continue;
            };
            if message.record.is_timed() && self.carry_out(&game, &Arc::new(message)).await.is_err()
            {
                // The service stops.
                return;
            }
        }
    }

    /// Retries until the clock is up to date with the message or the service stops. Gives a message
    /// up that cannot be read or whose clock cannot: the next message of the game brings the clock
    /// up to date with all before it.
    async fn carry_out(&self, game: &GameKey, message: &Arc<GameMessage>) -> Result<(), Stopped> {
        let update = || async {
            let mut view = self.views.watch(game);
            let updated = self.clocks.update(game, message).await;
            if matches!(updated, Err(Error::WaitsForFlag)) {
                // A change means that the flag has fallen or a press has come.
                let _or_later = tokio::time::timeout(WAIT, view.changed()).await;
            }
            updated
        };
        let stopping = self.tasks.stopping();
        let settled = self.log.until_settled(&stopping, game, update).await?;
        if let Err(error) = settled {
            tracing::error!(%game, error = error_chain(&error), "the clock waits for the next message");
            metrics::given_up(env!("CARGO_PKG_NAME"));
        }
        Ok(())
    }
}
