//! The games: a task for each that something happens to, made by folding its subject and gone when it
//! has been quiet for long.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use draughts::{RuleSet, Timestamp};
use live_game::{Game, GameCommand, GameEvent, Refusal};
use prost::Message as _;
use proto::{
    subject::{GameKey, Stream, Subject},
    v1::{Cause, Envelope},
};
use runtime::{
    AppendError, Delivery, EventLog, Handling, InFlight, Ledger, Tasks, WallClock, chain,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    answers, clocks,
    command::{Told, told, unreadable},
};

/// A game without inputs for this long gives its memory back.
const IDLE: Duration = Duration::from_secs(600);
/// Messages that may wait for one game: as many as the broker hands out before any is acknowledged,
/// so that no game makes another wait.
const INBOX: usize = 2048;
/// How long one append is tried before the log is read again.
const PATIENCE: Duration = Duration::from_secs(2);
/// Before a history that cannot be read, or a judgement that is not taken, is tried again; it doubles.
const PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// Bytes of the largest envelope that may lengthen a game's record; what is left to the largest that
/// can be stored is for refusals, results and rulings that shorten it.
const LARGEST_DECISION: usize = runtime::MAX_ENVELOPE as usize - 8 * 1024;
/// How soon to look again which inputs wait too long, when others are not judged yet.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Every game that is awake. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    log: EventLog,
    tasks: Tasks,
    awake: Arc<Mutex<BTreeMap<GameKey, mpsc::Sender<Waiting>>>>,
    in_flight: InFlight,
}

/// A message for a game, which is not taken again while it waits.
type Waiting = (Delivery, Handling);

impl Games {
    pub(crate) fn new(log: EventLog, tasks: Tasks) -> Self {
        Self { log, tasks, awake: Arc::default(), in_flight: InFlight::default() }
    }

    /// Hands a message to its game, which acknowledges it when its effect is stored.
    pub(crate) fn hand_over(
        &self,
        delivery: Delivery,
    ) -> impl Future<Output = ()> + Send + 'static {
        let games = self.clone();
        async move {
            let game = delivery.stored.subject.parse::<Subject>().ok().and_then(|s| s.game_key());
            let Some(key) = game else {
                // Tables and devices stand in INPUT too, and are no game's.
                delivery.ack().await;
                return;
            };
            let Some(handling) = games.in_flight.begin(&delivery.stored) else { return };
            let mut waiting = (delivery, handling);
            // A game that fell asleep in this moment is woken again.
            while let Err(refused) = games.inbox(&key).send(waiting).await {
                waiting = refused.0;
            }
        }
    }

    fn inbox(&self, key: &GameKey) -> mpsc::Sender<Waiting> {
        let mut awake = self.awake.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inbox) = awake.get(key).filter(|inbox| !inbox.is_closed()) {
            return inbox.clone();
        }
        let (inbox, deliveries) = mpsc::channel(INBOX);
        awake.insert(key.clone(), inbox.clone());
        let (games, key) = (self.clone(), key.clone());
        self.tasks.spawn(async move { games.keep(key, deliveries).await });
        inbox
    }

    /// Keeps one game until it has been quiet for long or the service stops.
    async fn keep(self, key: GameKey, mut deliveries: mpsc::Receiver<Waiting>) {
        let stopping = self.tasks.stopping();
        let mut game = Keeper {
            ledger: Ledger::new(Subject::game(Stream::Game, &key)),
            key: key.clone(),
            log: self.log.clone(),
            stopping: stopping.clone(),
            judged: 0,
            looks_again: Timestamp::from_millis(0),
        };
        if game.catch_up().await {
            loop {
                let (due, clock) = (game.due(), self.log.clock());
                tokio::select! {
                    // What has arrived is judged before time is.
                    biased;
                    () = stopping.cancelled() => break,
                    delivery = deliveries.recv() => match delivery {
                        Some((delivery, _handling)) => {
                            let span = delivery.span();
                            game.judge(&delivery).instrument(span).await;
                        }
                        None => break,
                    },
                    () = until(due, clock) => game.look_at_time().await,
                    // Closed first, so that nothing can arrive that nobody reads.
                    () = tokio::time::sleep(IDLE) => deliveries.close(),
                }
            }
        }
        deliveries.close();
        let mut awake = self.awake.lock().unwrap_or_else(PoisonError::into_inner);
        if awake.get(&key).is_some_and(mpsc::Sender::is_closed) {
            awake.remove(&key);
        }
    }
}

/// Waits for a moment; without one, for ever.
async fn until(due: Option<Timestamp>, clock: WallClock) {
    match due {
        Some(due) => tokio::time::sleep(due.duration_since(clock.now())).await,
        None => std::future::pending().await,
    }
}

/// One game and its place in the log.
struct Keeper {
    ledger: Ledger<Game>,
    key: GameKey,
    log: EventLog,
    stopping: CancellationToken,
    /// The sequence in INPUT up to which everything is judged; 0 while that is not known.
    judged: u64,
    /// Before this moment nobody looks at the time again.
    looks_again: Timestamp,
}

impl Keeper {
    /// Judges one message, and acknowledges it unless the service stops first.
    async fn judge(&mut self, delivery: &Delivery) {
        let envelope = Envelope::decode(delivery.stored.payload.clone());
        let rules = self.ledger.state().rules().unwrap_or(RuleSet::International);
        let commands = match envelope
            .map_err(|error| error.to_string())
            .and_then(|it| told(it, rules.variant()).map_err(|error| error.to_string()))
        {
            Ok(commands) => commands,
            Err(error) => {
                // Nobody but board-ingest and clock can write it, and it will not get better. Whoever
                // waits for its judgement, as a flag does, gets one.
                tracing::error!(error, "passed over a message that cannot be understood");
                let read = Envelope::decode(delivery.stored.payload.clone()).ok();
                read.and_then(unreadable).into_iter().collect()
            }
        };
        for told in commands {
            if !self.carry_out(&told, Some(delivery.cause())).await {
                return;
            }
        }
        let cause = delivery.cause();
        if cause.stream == Stream::Input.name() {
            self.judged = self.judged.max(cause.sequence);
        }
        delivery.ack().await;
    }

    /// When to look which inputs have waited too long: never before it is known what was judged,
    /// which the next input tells.
    fn due(&self) -> Option<Timestamp> {
        let deadline = self.ledger.state().deadline().filter(|_deadline| self.judged > 0);
        deadline.map(|deadline| deadline.max(self.looks_again))
    }

    /// Refuses the inputs that have waited too long, unless one is stored that is not judged yet: it
    /// may be the one that they wait for.
    async fn look_at_time(&mut self) {
        let at = self.log.clock().now();
        let last = self.log.last(&Subject::game(Stream::Input, &self.key)).await;
        if last.is_ok_and(|last| last.is_none_or(|last| last.sequence <= self.judged)) {
            // Answered false only when the service stops, and then there is nothing to do either.
            let _goes_on = self.carry_out(&GameCommand::TimeCheck { at }.into(), None).await;
        } else {
            self.looks_again = at.saturating_add(LOOK_AGAIN);
        }
    }

    /// Decides and stores, as often as it takes. Answers false when the service stops first.
    async fn carry_out(&mut self, told: &Told, cause: Option<Cause>) -> bool {
        let mut pause = PAUSE;
        loop {
            let mut events = decide(self.ledger.state(), told);
            let Some(mut prepared) = self.ledger.prepare(&self.log, &events, cause.clone()) else {
                return true;
            };
            if prepared.size() > LARGEST_DECISION
                && let Some(refused) = record_full(told, &events)
                && let Some(instead) = self.ledger.prepare(&self.log, &refused, cause.clone())
            {
                (events, prepared) = (refused, instead);
            }
            match self.ledger.append(&self.log, prepared, PATIENCE).await {
                Ok(()) => {
                    note(&events);
                    return true;
                }
                Err(AppendError::Conflict { .. }) => {
                    tracing::debug!("another writer was first; reading on");
                }
                Err(error @ AppendError::Refused { .. }) => {
                    tracing::error!(%error, "the judgement waits until the broker takes it");
                    if !self.pause(&mut pause).await {
                        return false;
                    }
                }
                Err(error @ AppendError::Unavailable { .. }) => {
                    tracing::warn!(%error, "the judgement waits for NATS");
                }
            }
            if !self.catch_up().await {
                return false;
            }
        }
    }

    /// Reads what the log has beyond what is known. Answers false when the service stops first.
    async fn catch_up(&mut self) -> bool {
        let mut pause = PAUSE;
        loop {
            let read = tokio::select! {
                () = self.stopping.cancelled() => return false,
                read = self.ledger.catch_up(&self.log) => read,
            };
            match read {
                Ok(_read) => return true,
                Err(error @ runtime::LedgerError::Read(_)) => {
                    tracing::debug!(%error, "reading again");
                    pause = PAUSE;
                }
                Err(error) => {
                    tracing::error!(error = chain(&error), "the game's history cannot be read");
                }
            }
            if !self.pause(&mut pause).await {
                return false;
            }
        }
    }

    /// Waits, and longer the next time. Answers false when the service stops first.
    async fn pause(&self, pause: &mut Duration) -> bool {
        let now = *pause;
        *pause = (now * 2).min(LONGEST_PAUSE);
        tokio::select! {
            () = self.stopping.cancelled() => false,
            () = tokio::time::sleep(now) => true,
        }
    }
}

/// The events of what is told: what the game decides, or that it refused.
fn decide(log: &Game, told: &Told) -> Vec<GameEvent> {
    match told {
        Told::Game(command) => of_game(log, command),
        Told::Start { command, control, black_starts } => {
            let decided = of_game(log, command);
            let is_begun = !decided.is_empty();
            let control = is_begun.then_some(GameEvent::ControlSet(*control));
            let opening = (is_begun && *black_starts).then_some(GameEvent::BlackStarts);
            control.into_iter().chain(opening).chain(decided).collect()
        }
        Told::Clock { input, command } => clocks::rule(log, input, command),
        Told::Unreadable { input } => clocks::refuse(log, input, Refusal::Unreadable),
        Told::Flag { color, at, required } => match clocks::play_on(log, *color, *at, *required) {
            Some(events) => events,
            None => of_game(log, &GameCommand::FlagFell { color: *color, at: *at }),
        },
    }
}

fn of_game(log: &Game, command: &GameCommand) -> Vec<GameEvent> {
    let decided = match log.decide(command) {
        Ok(events) => events,
        Err(refusal) => match command.input() {
            // A refusal is an event too: the device and the arbiter have to learn of it.
            Some(input) => vec![GameEvent::InputRefused { input: input.clone(), refusal }],
            // A flag that falls when the game is over, or a start that came before: nothing to do.
            None => {
                tracing::debug!(%refusal, "nothing to do");
                Vec::new()
            }
        },
    };
    let changed = answers::changed(log, &decided);
    decided.into_iter().chain(changed).collect()
}

/// What is stored instead of events that lengthen a record beyond what can be stored; `None` for
/// others, so that a game whose record is full can still be ruled on and end.
fn record_full(told: &Told, events: &[GameEvent]) -> Option<Vec<GameEvent>> {
    let lengthens = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::MovePlayed { .. }
                | GameEvent::IrregularityNoted { .. }
                | GameEvent::IrregularityStands { .. }
                | GameEvent::PositionSet { .. }
        )
    };
    let input = told.input().filter(|_| events.iter().any(lengthens))?.clone();
    let refusal = Refusal::RecordFull;
    Some(vec![GameEvent::InputRefused { input, refusal }])
}

/// A line for every change of state.
fn note(events: &[GameEvent]) {
    for event in events {
        match event {
            GameEvent::ControlSet(_) | GameEvent::BlackStarts => {}
            GameEvent::ClockRuled(ruling) => {
                tracing::info!(number = ruling.number, ?ruling.command, "the clock is told");
            }
            GameEvent::Started { rules, .. } => tracing::info!(%rules, "game started"),
            GameEvent::MovePlayed { ply, mv, .. } => tracing::info!(ply, ?mv, "move played"),
            GameEvent::Finished { outcome, .. } => tracing::info!(%outcome, "game finished"),
            GameEvent::ResultCorrected { outcome, .. } => {
                tracing::info!(%outcome, "result corrected");
            }
            GameEvent::ConflictRaised { ply, played, claimed, .. } => {
                tracing::warn!(ply, ?played, %claimed, "two sources disagree");
            }
            GameEvent::InputRefused { input, refusal } => {
                tracing::info!(%input, %refusal, "input refused");
            }
            GameEvent::IrregularityNoted { ply, irregularity, .. } => {
                tracing::warn!(ply, %irregularity, "an irregular move waits");
            }
            GameEvent::IrregularityStands { ply, mv, breach, .. } => {
                tracing::info!(ply, ?mv, %breach, "an irregular move stands");
            }
            GameEvent::ConflictResolved { ply, input } => {
                tracing::info!(ply, %input, "a conflict is resolved");
            }
            GameEvent::MovesRetracted { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "moves taken back");
            }
            GameEvent::PositionSet { position, input, .. } => {
                tracing::info!(fen = position.fen(), %input, "position set");
            }
            GameEvent::WentOnPaper { from_ply, input, .. } => {
                tracing::info!(from_ply, %input, "the game is on paper");
            }
            GameEvent::RecordCompleted { input, .. } => {
                tracing::info!(%input, "the moves on paper are handed in");
            }
            GameEvent::Resumed { input, .. } => tracing::info!(%input, "the game goes on"),
            GameEvent::MoveConfirmed { .. }
            | GameEvent::InputHeld { .. }
            | GameEvent::DrawOffered { .. } => {
                tracing::debug!(?event, "input noted");
            }
        }
    }
}
